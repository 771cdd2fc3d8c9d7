"""Operations on conversations: what they give to memory, and what memory gives to them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.flush import Flushed, reinjected
from desktop_app.dreams.proposal import Why
from desktop_app.errors import Problem
from desktop_app.faces.operations.table import (
    Answer,
    Call,
    Count,
    Model,
    Told,
    Using,
    engine_for,
    fields_of,
    operation,
    who,
    with_meaning,
)
from desktop_app.notebook.text.records import Role
from desktop_app.search.retrievers import SearchBy
from desktop_app.sessions.levels.level import LEVEL_WORDS, MemoryLevel
from desktop_app.sessions.prompt import USUAL_BUDGET, PieceWhy, PromptPiece
from desktop_app.words import as_sentence, counted, tr

# -- what a prompt gets of memory -------------------------------------------------------------

_WHY = {
    PieceWhy.MEMORY: tr("MEMORY.md is always wanted"),
    PieceWhy.TODAY: tr("a note of today"),
    PieceWhy.YESTERDAY: tr("a note of yesterday"),
    PieceWhy.QUESTION: tr("a search for the question found it"),
}


def _piece(piece: PromptPiece) -> Answer:
    return fields_of(piece, "path", "line", "end_line", "tokens", "why", "level") | {
        "found": piece.rank is not None,
        "relevance": piece.relevance and round(piece.relevance, 3),
        "text": piece.text.strip(),
    }


def _pieces_text(answer: Answer) -> Iterator[str]:
    yield from (f"{_place(one)}  {_why(one)}" for one in answer["inside"])
    yield f"{answer['frame']:>6}  {tr('titles and the frame')}"
    yield tr("About {tokens:,} of {budget:,} tokens.").format(**answer)
    if answer["cut"]:
        yield _cut_text(answer["cut"])
    if left_out := answer["left_out"]:
        rows = counted(
            "There was no room for {count} piece:", "There was no room for {count} pieces:",
            len(left_out),
        )  # fmt: skip
        yield from ("", rows, *map(_place, left_out))


def _cut_text(cut: Mapping[str, int]) -> str:
    """Which sections of MEMORY.md are not whole, and how much of each is out."""
    sections = ", ".join(f"{section} ({count})" for section, count in cut.items())
    return tr("MEMORY.md is cut. Left out of its sections: {sections}.").format(sections=sections)


def _place(piece: Answer) -> str:
    return f"{piece['tokens']:>6}  {piece['path']}:{piece['line']}"


def _why(piece: Answer) -> str:
    why = _WHY[PieceWhy(piece["why"])]
    if not piece["level"]:
        return why
    told, sure = LEVEL_WORDS[MemoryLevel(piece["level"])], piece["relevance"]
    return f"{why}; {told}" + ("" if sure is None else f", {sure:.2f}".replace("0.", "."))


@operation(
    "context", tr("print notes for prompts"),
    'nightstand context "When is the report due?" --budget 2048',
    lambda answer: answer["text"].removesuffix("\n"), looks=True,
    question=tr("what the model is asked; without it, nothing is searched"),
    budget=tr("how many tokens at most"),
    list_=tr("list the pieces instead: their tokens, and why each is in or left out"),
)  # fmt: skip
def _context(
    call: Call, question: str | None = None, *, budget: Count = USUAL_BUDGET,
    using: Using = SearchBy.BOTH, list_: bool = False,
) -> Any:  # fmt: skip
    """The text, its size, what MEMORY.md lacks in it, and every piece inside and left out in the
    order of the text."""
    from desktop_app.sessions.levels.prompt_plan import architected, wanted  # long to load

    with_meaning(call)
    material = call.memory.context.material(question or "", using)
    prompt = architected(material, budget)
    if material.pieces and not prompt.inside:
        raise Problem(
            tr("A budget of {budget} tokens has no room for any note.").format(
                budget=prompt.budget
            ),
            tr("Allow more: all notes take about {wanted} tokens.").format(wanted=wanted(material)),
        )
    if prompt.cut and not list_:
        call.report(_cut_text(prompt.cut))
    answer = {
        **fields_of(prompt, "text", "budget", "tokens", "frame", "cut"),
        "wanted": wanted(material),
        "inside": list(map(_piece, prompt.inside)),
        "left_out": list(map(_piece, prompt.left_out)),
    }
    return Told(answer | {"listed": True}, _pieces_text(answer)) if list_ else answer


# -- what a conversation gives to memory ------------------------------------------------------

_FILE = tr(
    'a conversation: a JSON line for each message, {"role": "user", "content": '
    '"..."}, an agent\'s transcript, or text with speakers (.txt, .md); - reads standard input'
)


def _flushed_json(flushed: Flushed) -> Answer:
    """Where a conversation was written; with a reason, if there is nothing."""
    told = fields_of(flushed, "path", *(["line", "text", "engine"] if flushed.text else []))
    if flushed.reason or not flushed.text:
        told["reason"] = flushed.reason
    return told | left_out_json(flushed)


def left_out_json(flushed: Flushed) -> Answer:
    """How many sentences a flush left out as secrets and as orders, where there are some."""
    count = Counter(line.why for line in flushed.left_out)
    left = {"secrets": count[Why.SECRET], "orders": count[Why.ORDER]}
    return {name: number for name, number in left.items() if number}


def left_out_words(answer: Answer) -> list[str]:
    """The same in words."""
    lines = []
    if count := answer.get("secrets", 0):
        lines.append(counted("One sentence is left out: it looks like a secret.",
            "{count} sentences are left out: they look like secrets.", count))  # fmt: skip
    if count := answer.get("orders", 0):
        lines.append(counted("One sentence is left out: it gives an order to an agent.",
            "{count} sentences are left out: they give orders to an agent.", count))  # fmt: skip
    return lines


def _flushed_text(answer: Answer) -> str:
    lines = [answer["unreadable"]] if "unreadable" in answer else []
    lines += left_out_words(answer)
    if not answer["path"]:
        return "\n".join([*lines, answer["reason"]])
    lines.insert(0, tr("Saved notes into {path}, line {line}.").format(**answer))
    if "reason" in answer:
        lines.append(tr("{reason} It was written without a model.").format(**answer))
    return "\n".join([*lines, answer["text"]])


@operation(
    "flush", tr("save conversation notes"), "nightstand flush session.jsonl --cause trim",
    _flushed_text,
    file=_FILE,
    cause=tr("why notes are saved; it becomes their title"),
    engine=who(tr("sums up")),
    session=tr(
        "the name of the conversation; with the same name, only messages that were "
        "not saved before are written (default: the file's path, or the first "
        "message of standard input)"
    ),
)  # fmt: skip
async def _flush(
    call: Call, file: str, *,
    cause: Literal["trim", "overflow", "day", "sleep", "session"] = "session",
    engine: EngineName | None = None, model: Model = None, session: str | None = None,
) -> Any:  # fmt: skip
    """`injected` is a message that an agent may put in the place of what was flushed, before the
    turns that it keeps."""
    from desktop_app.sessions.reading import read_conversation  # long to load

    talk, sessions = read_conversation(file), call.memory.sessions
    messages, name = talk.messages, session or talk.session
    before = sessions.flushed(messages, name)
    chosen = engine_for(call, engine, model)
    answer = _flushed_json(
        await sessions.flush(messages, cause, session=name, engine=chosen, report=call.report)
    )
    new = (one for one, had in zip(messages, before, strict=True) if not had)
    turns = sum(message.role == Role.USER for message in new)
    if text := answer.get("text"):
        answer["injected"] = reinjected(text, turns, ())[0].content
    if unreadable := talk.unreadable_in_words:
        answer["unreadable"] = as_sentence(unreadable)
    return answer
