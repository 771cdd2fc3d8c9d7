"""A dream by any chat: its question printed, its answer read. Rows and parts of the table."""

import sys
from pathlib import Path
from typing import Any

from desktop_app.dreams.question import CHAT, LONGEST_CHAT, Mind, answer_json
from desktop_app.errors import Problem
from desktop_app.faces.answers import dreams as answers
from desktop_app.faces.operations.table import Call, Parameter
from desktop_app.notebook.length import limits_of
from desktop_app.words import counted, tr

ASKED = "asked"
"""How an answer begins that is a question."""

_CHAT = Mind(CHAT, None)

ASK = Parameter(
    "--ask",
    tr("print the question of a dream, to be copied into any chat; it holds your notes"),
    flag=True,
    group="then",
)
ANSWER = Parameter(
    "--answer",
    tr("read the chat's answer from these files (- is standard input) and propose it"),
    many=True,
    takes=tr("FILE"),
    group="then",
)


def ask(call: Call) -> dict[str, Any]:
    """The question of a dream over the chosen days."""
    question = call.memory.dreams.ask(
        _CHAT,
        call["days"] or call.settings.get("dreams.days") or None,
        call["until"],
        limits=limits_of(call.settings.get),
        longest=LONGEST_CHAT,
    )
    call.report(
        tr("It holds your notes: in a chat elsewhere they leave this computer.")
        + " "
        + tr("Give the answer back with: nightstand dream --answer FILE")
    )
    return {
        "outcome": ASKED,
        "id": question.id,
        "days_read": [day.isoformat() for day in question.days],
        "parts": list(question.parts),
    }


def ask_text(answer: dict[str, Any]) -> str:
    """The question as it is copied; several parts stand apart by a line."""
    parts, count = answer["parts"], len(answer["parts"])
    if count == 1:
        return str(parts[0])
    head = counted(
        "{count} part: ask them one after the other, and give back all answers.",
        "{count} parts: ask them one after the other, and give back all answers.",
        count,
    )
    told = tr("part {n} of {count}")
    each = (
        f"===== {told.format(n=n, count=count)} =====\n\n{part}" for n, part in enumerate(parts, 1)
    )
    return "\n\n\n".join((head, *each))


def answer(call: Call) -> dict[str, Any]:
    """What a chat's answer comes to; it waits for the person."""
    texts = [_read(name) for name in call["answer"]]
    answered = call.memory.dreams.answer(_CHAT, texts, limits=limits_of(call.settings.get))
    if answered.proposal is None:
        return answers.nothing_json(answer_json(answered)["told"])
    lost = call.memory.dreams.lost(answered.proposal)
    return answers.proposal_json(answered.proposal, lost=lost) | {"unknown": list(answered.unknown)}


def _read(name: str) -> str:
    """The text of a file, or of standard input. Raises Problem."""
    if name == "-" and sys.stdin is not None:
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        return Path(name).read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise Problem(
            tr("{name} cannot be read: {why}.").format(name=name, why=error.strerror or error),
            tr("Save the chat's answer in a file, and name it."),
        ) from error
