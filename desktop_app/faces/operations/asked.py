"""A dream by any chat: its question printed, its answer read. Rows and parts of the table."""

import sys
from pathlib import Path
from typing import Any

from desktop_app import small_files
from desktop_app.dreams.dreamer import Mind
from desktop_app.dreams.proposal import CHAT, Support
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations import proposed as answers
from desktop_app.faces.operations.notes import at_terminal
from desktop_app.faces.operations.table import Call, Parameter
from desktop_app.memory.dreams import Dreams
from desktop_app.notebook.history import written_by
from desktop_app.notebook.length import limits_of
from desktop_app.words import counted, tr

ASKED = "asked"
"""How an answer begins that is a question."""

_CHAT = Mind(CHAT)
_LONGEST = 4_000_000  # bytes of an answer

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
MEND = Parameter(
    "--mend",
    tr("print a second question, about what is not proved; propose nothing"),
    flag=True,
)
MENDED = Parameter(
    "--mended",
    tr("with --answer: the chat's answer to what --mend printed"),
    takes=tr("FILE"),
)


def ask(call: Call) -> dict[str, Any]:
    """The question of a dream over the chosen days; what it means to copy it is said first."""
    dreams = _dreams(call)
    told = (
        tr("It holds your notes: in a chat elsewhere they leave this computer."),
        tr("Give the answer back with: nightstand dream --answer FILE"),
    )
    print(*told, sep="\n", file=sys.stderr, flush=True)
    question = dreams.ask(
        _CHAT,
        call["days"] or call.settings.get("dreams.days") or None,
        call["until"],
        limits=limits_of(call.settings.get),
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
        "{count} part: ask them one after the other, and give back all answers at once.",
        "{count} parts: ask them one after the other, and give back all answers at once.",
        count,
    )
    told = tr("part {n} of {count}")
    each = (
        f"===== {told.format(n=n, count=count)} =====\n\n{part}" for n, part in enumerate(parts, 1)
    )
    return "\n\n\n".join((head, *each))


def answer(call: Call) -> dict[str, Any]:
    """What a chat's answer comes to; it waits for the person."""
    from desktop_app.dreams.question import answer_json  # long to load, and seldom wanted

    if not call["answer"]:
        raise WrongUse(
            tr("Name the chat's first answer, too."),
            tr("For example: {example}").format(example="nightstand dream --answer FILE --mend"),
        )
    texts = [_read(name) for name in call["answer"]]
    mended = [_read(call["mended"])] if call["mended"] else []
    limits = limits_of(call.settings.get)
    if call["mend"]:
        question = _dreams(call).mend(_CHAT, texts, mended=mended, limits=limits)
        return {"outcome": ASKED, "parts": [question or tr("Nothing is to be mended.")]}
    with written_by(at_terminal()):
        answered = _dreams(call).answer(_CHAT, texts, mended=mended, limits=limits)
    told = answer_json(answered)
    more = {name: told[name] for name in ("left_out", "unknown")}
    if answered.proposal is None:
        return answers.nothing_json(told["told"]) | more
    lost = call.memory.dreams.lost(answered.proposal)
    return answers.proposal_json(answered.proposal, lost=lost) | more


def answer_text(answer: dict[str, Any]) -> str:
    """The proposal for people, and of which lines of the answer nothing is proposed."""
    lines = [answers.dream_text(answer)]
    if answer["left_out"]:
        lines += ["", tr("Of these lines of the answer nothing is proposed:")]
        lines += [f"      {one['text']} ({one['why']})" for one in answer["left_out"]]
    if answer["unknown"]:
        told = tr("These marks of the answer name nothing: {marks}")
        lines += ["", told.format(marks=", ".join(answer["unknown"]))]
    if any(one["verdict"] != Support.SUPPORTED for one in answer.get("changes", ())):
        lines += ["", tr("To have the chat mend what is not proved: add --mend.")]
    return "\n".join(lines)


def _dreams(call: Call) -> Dreams:
    if not call.settings.get("dreams.enabled"):
        raise Problem(
            tr("Dreams are switched off in Settings."),
            tr("Switch them on with: nightstand settings dreams.enabled on"),
        )
    return call.memory.dreams


def _read(name: str) -> str:
    """The text of a file, or of standard input. Raises Problem."""
    if name == "-" and sys.stdin is not None:
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        return small_files.read(Path(name), _LONGEST).decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Problem(
            tr("{name} cannot be read: {why}.").format(name=name, why=why),
            tr("Save the chat's answer in a file, and name it."),
        ) from error
