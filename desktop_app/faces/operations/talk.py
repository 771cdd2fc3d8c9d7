"""Operations on conversations: what they give to memory, and what memory gives to them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.flush import CAUSES, FlushDraft, Flushed, reinjected
from desktop_app.dreams.proposal import Why
from desktop_app.errors import Problem
from desktop_app.faces.operations.engine import (
    MODEL,
    USING,
    engine_for,
    engine_parameter,
    with_meaning,
)
from desktop_app.faces.operations.table import Call, Parameter, count, fields_of, operation
from desktop_app.notebook.text.records import Role
from desktop_app.search.arms import SearchBy
from desktop_app.sessions.levels.level import LEVEL_WORDS, MemoryLevel
from desktop_app.sessions.prompt import USUAL_BUDGET, MemoryPrompt, PieceWhy, PromptPiece
from desktop_app.words import counted, tr
from desktop_app.words import listed as in_list

if TYPE_CHECKING:
    from desktop_app.dreams.talk.extract import UnsafeLine
    from desktop_app.dreams.talk.facts import Fact
    from desktop_app.sessions.reading import Transcript

_UNSAFE = (
    ("secrets", tr("it looks like a secret"), tr("they look like secrets")),
    ("orders", tr("it gives an order to an agent"), tr("they give orders to an agent")),
)


def flushed_json(flushed: Flushed, turns: int) -> dict[str, Any]:
    """Where a conversation was written; `path` is None, with a reason, if nothing was worth it.

    `turns` is how many turns were flushed. `injected` is a message that an agent may put in their
    place, before the turns that it keeps.
    """
    left_out = _left_out(flushed.left_out)
    if not flushed.text:
        return {"path": None, "reason": flushed.reason, **left_out}
    why = {"reason": flushed.reason} if flushed.reason else {}
    return {
        **fields_of(flushed, "path", "line", "text", "engine"),
        "injected": reinjected(flushed.text, turns, ())[0].content,
        **why,
        **left_out,
    }


def draft_json(draft: FlushDraft) -> dict[str, Any]:
    """What a flush would write; `text` is empty, with a reason, if there is nothing."""
    why = {"reason": draft.reason} if draft.reason else {}
    return {"text": draft.text, "engine": draft.engine, **why, **_left_out(draft.left_out)}


def _left_out(lines: "Sequence[UnsafeLine]") -> dict[str, Any]:
    """How many sentences of each kind were left out. The answer never has their words."""
    count = Counter(line.why for line in lines)
    counts = {"secrets": count[Why.SECRET], "orders": count[Why.ORDER]}
    return {name: number for name, number in counts.items() if number}


def fact_json(fact: "Fact") -> dict[str, Any]:
    """A fact, and the line of MEMORY.md that says it or that it would change."""
    bullet = fact.bullet
    return {
        **fields_of(fact, "text", "category", "state"),
        "memory": {"line": bullet.line, "text": bullet.text} if bullet else None,
    }


def unreadable_text(numbers: Sequence[int], *, listed: bool) -> str:
    """Which lines of a conversation (or messages of a list) were left out; "" for none."""
    if not numbers:
        return ""
    *before, last = map(str, numbers[:3])
    if len(numbers) > 3:
        before, last = [*before, last], tr("{count} more").format(count=len(numbers) - 3)
    names = tr("{before} and {last}").format(before=in_list(before), last=last)
    one, many = (
        (
            tr("Message {names} is not readable; it is left out."),
            tr("Messages {names} are not readable; they are left out."),
        )
        if listed
        else (
            tr("Line {names} is not readable; it is left out."),
            tr("Lines {names} are not readable; they are left out."),
        )
    )
    return many.format(names=names) if before else one.format(names=last)


def flushed_text(answer: dict[str, Any]) -> str:
    """Where a conversation was written, or what would be written, and what was left out."""
    lines = [answer["unreadable"]] if "unreadable" in answer else []
    for kind, one, more in _UNSAFE:
        if count := answer.get(kind, 0):
            why = one if count == 1 else more
            sentences = counted("One sentence is", "{count} sentences are", count)
            lines.append(tr("{who} left out: {why}.").format(who=sentences, why=why))
    if not answer.get("text") or not answer.get("path", "draft"):
        return "\n".join([*lines, answer["reason"]])
    if "path" in answer:
        lines.insert(
            0,
            tr("Flushed into {path}, line {line}.").format(
                path=answer["path"], line=answer["line"]
            ),
        )
    if "reason" in answer:
        lines.append(tr("{reason} It was written without a model.").format(reason=answer["reason"]))
    return "\n".join([*lines, answer["text"]])


def facts_text(answers: list[dict[str, Any]]) -> str:
    """Facts, one a line; under those that are not new the line of memory."""
    if not answers:
        return tr("Nothing in it is worth remembering.")
    lines = []
    for answer in answers:
        lines.append(f"{answer['state']:8} {answer['category']:11} {answer['text']}")
        if memory := answer["memory"]:
            lines.append(f"  MEMORY.md:{memory['line']}: {' '.join(memory['text'].split())}")
    return "\n".join(lines)


WHY = {
    PieceWhy.MEMORY: tr("MEMORY.md is always wanted"),
    PieceWhy.TODAY: tr("a note of today"),
    PieceWhy.YESTERDAY: tr("a note of yesterday"),
    PieceWhy.QUESTION: tr("a search for the question found it"),
}


def context_json(prompt: MemoryPrompt) -> dict[str, Any]:
    """The text, its size, what MEMORY.md lacks in it, and every piece inside and left out in the
    order of the text."""
    return {
        **fields_of(prompt, "text", "budget", "tokens", "frame", "wanted", "cut"),
        "inside": [_piece_json(piece) for piece in prompt.inside],
        "left_out": [_piece_json(piece) for piece in prompt.left_out],
    }


def _piece_json(piece: PromptPiece) -> dict[str, Any]:
    return {
        **fields_of(piece, "path", "line", "end_line", "tokens", "why"),
        "found": piece.rank is not None,
        "relevance": piece.relevance and round(piece.relevance, 3),
        "level": piece.level,
        "text": piece.text.strip(),
    }


def context_text(answer: dict[str, Any]) -> str:
    """The prompt alone, to be handed on; or the account where it was asked for."""
    if not answer.get("listed"):
        return str(answer["text"]).removesuffix("\n")
    lines = [f"{one['tokens']:>6}  {_place(one)}  {_why(one)}" for one in answer["inside"]]
    lines.append(f"{answer['frame']:>6}  {tr('titles and the frame')}")
    lines.append(size_text(answer["tokens"], answer["budget"]))
    if answer["cut"]:
        lines.append(cut_text(answer["cut"]))
    if left_out := answer["left_out"]:
        rows = counted(
            "There was no room for {count} piece:", "There was no room for {count} pieces:",
            len(left_out),
        )  # fmt: skip
        lines += ["", rows, *(f"{one['tokens']:>6}  {_place(one)}" for one in left_out)]
    return "\n".join(lines)


def cut_text(cut: Mapping[str, int]) -> str:
    """Which sections of MEMORY.md are not whole, and how much of each is out."""
    sections = ", ".join(f"{section} ({count})" for section, count in cut.items())
    return tr("MEMORY.md is cut. Left out of its sections: {sections}.").format(sections=sections)


def size_text(tokens: int, budget: int) -> str:
    """How full the budget is."""
    return tr("About {tokens} of {budget} tokens.").format(
        tokens=f"{tokens:,}", budget=f"{budget:,}"
    )


def _place(piece: dict[str, Any]) -> str:
    return f"{piece['path']}:{piece['line']}"


def _why(piece: dict[str, Any]) -> str:
    why = WHY[PieceWhy(piece["why"])]
    if piece["found"] and piece["why"] != PieceWhy.QUESTION:
        why = tr("{why}, and a search for the question found it").format(why=why)
    if piece["level"]:
        why = f"{why}; {level_text(piece['level'], piece['relevance'])}"
    return why


def level_text(level: str, relevance: float | None) -> str:
    """How much of a memory is told, and how surely it answers: `a sentence of it, .64`."""
    told = LEVEL_WORDS[MemoryLevel(level)]
    return told if relevance is None else f"{told}, {relevance:.2f}".replace("0.", ".")


_MOST_MESSAGES = 20_000  # of which the five facts are chosen; some take ten seconds


def _talk(call: Call) -> "Transcript":
    """The conversation that the call names, or the only one of the file."""
    from desktop_app.sessions.reading import STANDARD_INPUT, offered, read_conversation

    path, pick = call["file"], call["conversation"]
    talk = read_conversation(path, pick=pick or "")
    if not pick and len(talk.titles) > 1:
        shown = [f"{n} “{title}”" for n, title in enumerate(talk.titles, start=1)]
        hint = tr("Name one with --conversation, by its number or title. {offered}").format(
            offered=offered(shown)
        )
        name = tr("Standard input") if path == STANDARD_INPUT else path
        many = tr("{name} holds {count} conversations.").format(name=name, count=len(shown))
        raise Problem(many, hint)
    return talk


_TALK = Parameter(
    "file",
    tr(
        'a conversation: a JSON line for each message, {"role": "user", "content": '
        "\"...\"}, an agent's transcript, ChatGPT's conversations.json, or text with "
        "speakers (.txt, .md); - reads standard input"
    ),
    required=True,
)
_PICK = Parameter(
    "--conversation", tr("which one, if a file holds several: its number or a part of its title")
)


@operation(
    "context",
    tr("print a prompt's memory"),
    'nightstand context "When is the report due?" --budget 2048',
    context_text,
    Parameter("question", tr("what the model is asked; without it, nothing is searched")),
    Parameter("--budget", tr("how many tokens at most"), count, USUAL_BUDGET),
    USING,
    Parameter(
        "--list",
        tr("list the pieces instead: their tokens, and why each is in or left out"),
        flag=True,
        default=False,
    ),
    looks=True,
)
def _context(call: Call) -> Any:
    from desktop_app.sessions.levels.architect import architected  # long to load

    with_meaning(call)
    material = call.memory.context.material(call["question"] or "", SearchBy(call["using"]))
    prompt = architected(material, call["budget"])
    if material.pieces and not prompt.inside:
        raise Problem(
            tr("A budget of {budget} tokens has no room for any note.").format(
                budget=prompt.budget
            ),
            tr("Allow more: all notes take about {wanted} tokens.").format(wanted=prompt.wanted),
        )
    if prompt.cut and not call["list"]:
        call.report(cut_text(prompt.cut))
    return context_json(prompt) | ({"listed": True} if call["list"] else {})


@operation(
    "flush",
    tr("save notes of a talk"),
    "nightstand flush session.jsonl --cause trim",
    flushed_text,
    _TALK,
    _PICK,
    Parameter("--preview", tr("show what would be written, and write nothing"), flag=True),
    Parameter(
        "--cause",
        tr("why you flush; it becomes the title of what is written"),
        default="session",
        choices=CAUSES,
    ),
    engine_parameter(tr("sums up")),
    MODEL,
    Parameter(
        "--session",
        tr(
            "the name of the conversation; with the same name, only messages that were "
            "not flushed before are written (default: the file's path, or the first "
            "message of standard input)"
        ),
    ),
)
async def _flush(call: Call) -> Any:
    talk = _talk(call)
    messages, session = talk.messages, call["session"] or talk.session
    before = call.memory.sessions.flushed(messages, session)
    how: dict[str, Any] = {"session": session, "engine": engine_for(call), "report": call.report}
    if call["preview"]:
        answer = draft_json(await call.memory.sessions.draft(messages, **how))
    else:
        flushed = await call.memory.sessions.flush(messages, call["cause"], **how)
        new = [one for one, had in zip(messages, before, strict=True) if not had]
        turns = sum(message.role == Role.USER for message in new)
        answer = flushed_json(flushed, turns)
    unreadable = unreadable_text(talk.unreadable, listed=talk.listed)
    return answer | ({"unreadable": unreadable} if unreadable else {})


@operation(
    "facts",
    tr("list what a conversation says that is worth remembering, and write nothing"),
    "nightstand facts session.jsonl",
    facts_text,
    _TALK,
    _PICK,
)
def _facts(call: Call) -> Any:
    talk = _talk(call)
    if unreadable := unreadable_text(talk.unreadable, listed=talk.listed):
        call.report(unreadable)
    messages = talk.messages[-_MOST_MESSAGES:]
    if len(messages) < len(talk.messages):
        call.report(
            tr("Of {count:,} messages the last {most_messages:,} are read.").format(
                count=len(talk.messages), most_messages=_MOST_MESSAGES
            )
        )
    facts = call.memory.sessions.facts(messages)
    return [fact_json(fact) for fact in facts]
