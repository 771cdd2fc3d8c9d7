"""Operations on conversations."""

from typing import Any

from desktop_app.dreams.flush import CAUSES
from desktop_app.faces import answers
from desktop_app.faces.operations.engine import MODEL, engine_for, who
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.sessions.reading import read_messages, session_of


async def _flush(call: Call) -> Any:
    messages = read_messages(call["file"])
    session = call["session"] or session_of(call["file"], messages)
    before = call.memory.flushed_before(messages, session)
    flushed = await call.memory.flush(
        messages, call["cause"], session=session, engine=engine_for(call), report=call.report
    )
    new = [one for one, had in zip(messages, before, strict=True) if not had]
    turns = sum(message.role == "user" for message in new)
    return answers.flushed_json(flushed, turns)


def _facts(call: Call) -> Any:
    messages = read_messages(call["file"])
    return [answers.fact_json(fact) for fact in call.memory.facts(messages)]


_TALK = Parameter(
    "file",
    'a conversation: a JSON line for each message, {"role": "user", "content": "..."}, an agent\'s '
    "transcript, or text with speakers (.txt, .md); - reads standard input",
    required=True,
)

ROWS = (
    Operation(
        "flush",
        "write what matters of a conversation into today",
        "nightstand flush session.jsonl --cause trim",
        _flush,
        answers.flushed_text,
        (
            _TALK,
            Parameter("--cause", "why; it titles the block", default="session", choices=CAUSES),
            who("sums up"),
            MODEL,
            Parameter(
                "--session",
                "what the conversation is called: of one session only messages that were not "
                "flushed before are written (default: the file's path; of standard input, its "
                "first message)",
            ),
        ),
    ),
    Operation(
        "facts",
        "list what a conversation says that is worth remembering; writes nothing",
        "nightstand facts session.jsonl",
        _facts,
        answers.facts_text,
        (_TALK,),
    ),
)
