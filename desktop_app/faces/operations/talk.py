"""Operations on conversations: what they give to memory, and what memory gives to them."""

from typing import TYPE_CHECKING, Any

from desktop_app.dreams.flush import CAUSES
from desktop_app.errors import Problem
from desktop_app.faces.answers import talk as answers
from desktop_app.faces.answers.context import context_json, context_text, cut_text
from desktop_app.faces.operations.engine import (
    MODEL,
    USING,
    engine_for,
    engine_parameter,
    with_meaning,
)
from desktop_app.faces.operations.table import Call, Operation, Parameter, count
from desktop_app.notebook.text.records import Role
from desktop_app.search.arms import SearchBy
from desktop_app.sessions.prompt import USUAL_BUDGET
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.sessions.reading import Transcript

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


async def _flush(call: Call) -> Any:
    talk = _talk(call)
    messages, session = talk.messages, call["session"] or talk.session
    before = call.memory.sessions.flushed(messages, session)
    how: dict[str, Any] = {"session": session, "engine": engine_for(call), "report": call.report}
    if call["preview"]:
        answer = answers.draft_json(await call.memory.sessions.draft(messages, **how))
    else:
        flushed = await call.memory.sessions.flush(messages, call["cause"], **how)
        new = [one for one, had in zip(messages, before, strict=True) if not had]
        turns = sum(message.role == Role.USER for message in new)
        answer = answers.flushed_json(flushed, turns)
    unreadable = answers.unreadable_text(talk.unreadable, listed=talk.listed)
    return answer | ({"unreadable": unreadable} if unreadable else {})


def _facts(call: Call) -> Any:
    talk = _talk(call)
    if unreadable := answers.unreadable_text(talk.unreadable, listed=talk.listed):
        call.report(unreadable)
    messages = talk.messages[-_MOST_MESSAGES:]
    if len(messages) < len(talk.messages):
        call.report(
            tr("Of {count:,} messages the last {most_messages:,} are read.").format(
                count=len(talk.messages), most_messages=_MOST_MESSAGES
            )
        )
    facts = call.memory.sessions.facts(messages)
    return [answers.fact_json(fact) for fact in facts]


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

ROWS = (
    Operation(
        "context",
        tr("print a prompt's memory"),
        'nightstand context "When is the report due?" --budget 2048',
        _context,
        context_text,
        (
            Parameter("question", tr("what the model is asked; without it, nothing is searched")),
            Parameter("--budget", tr("how many tokens at most"), count, USUAL_BUDGET),
            USING,
            Parameter(
                "--list",
                tr("list the pieces instead: their tokens, and why each is in or left out"),
                flag=True,
                default=False,
            ),
        ),
        looks=True,
    ),
    Operation(
        "flush",
        tr("save notes of a talk"),
        "nightstand flush session.jsonl --cause trim",
        _flush,
        answers.flushed_text,
        (
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
        ),
    ),
    Operation(
        "facts",
        tr("list what a conversation says that is worth remembering, and write nothing"),
        "nightstand facts session.jsonl",
        _facts,
        answers.facts_text,
        (_TALK, _PICK),
    ),
)
