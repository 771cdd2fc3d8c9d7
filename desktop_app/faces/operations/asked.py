"""A dream by any chat: its question printed, its answer read. Parts of the operation `dream`."""

import sys
from datetime import date
from pathlib import Path
from typing import Any

from desktop_app import small_files
from desktop_app.dreams.dreamer import Mind
from desktop_app.dreams.proposal import CHAT, RunOutcome, Support
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations import proposed as answers
from desktop_app.faces.operations.notes import at_terminal
from desktop_app.faces.operations.table import Answer, Call
from desktop_app.notebook.history import written_by
from desktop_app.notebook.length import limits_of
from desktop_app.words import counted, tr

ASKED = "asked"
"""How an answer begins that is a question."""

_CHAT = Mind(CHAT)
_LONGEST = 4_000_000  # bytes of an answer


def ask(call: Call, days: int | None, until: date | None) -> Answer:
    """The question of a dream over the chosen days; what it means to copy it is said first."""
    _must_be_on(call)
    told = (
        tr("It holds your notes: in a chat elsewhere they leave this computer."),
        tr("Give the answer back with: nightstand dream --answer FILE"),
    )
    print(*told, sep="\n", file=sys.stderr, flush=True)
    limits = limits_of(call.settings.get)
    question = call.memory.dreams.ask(_CHAT, days, until, limits=limits)
    read = [day.isoformat() for day in question.days]
    return {"outcome": ASKED, "id": question.id, "days_read": read, "parts": list(question.parts)}


def ask_text(answer: Answer) -> str:
    """The question as it is copied; several parts stand apart by a line."""
    parts, count = answer["parts"], len(answer["parts"])
    if count == 1:
        return str(parts[0])
    texts = [
        counted(
            "{count} part: ask them one after the other, and give back all answers at once.",
            "{count} parts: ask them one after the other, and give back all answers at once.",
            count,
        )
    ]
    for n, part in enumerate(parts, 1):
        texts.append(f"===== {tr('part {n} of {count}').format(n=n, count=count)} =====\n\n{part}")
    return "\n\n\n".join(texts)


def answer(call: Call, files: list[str], *, mend: bool, mended: str | None) -> Answer:
    """What a chat's answer comes to; it waits for the person."""
    from desktop_app.dreams.question import answer_json  # long to load, and seldom wanted

    if not files:
        raise WrongUse(
            tr("Name the chat's first answer, too."),
            tr("For example: {example}").format(example="nightstand dream --answer FILE --mend"),
        )
    texts = [_read(name) for name in files]
    how: dict[str, Any] = {
        "mended": [_read(mended)] if mended else [],
        "limits": limits_of(call.settings.get),
    }
    _must_be_on(call)
    dreams = call.memory.dreams
    if mend:
        question = dreams.mend(_CHAT, texts, **how)
        return {"outcome": ASKED, "parts": [question or tr("Nothing is to be mended.")]}
    with written_by(at_terminal()):
        answered = dreams.answer(_CHAT, texts, **how)
    told = answer_json(answered)
    more = {name: told[name] for name in ("left_out", "unknown")}
    if answered.proposal is None:
        nothing = {"outcome": RunOutcome.NOTHING, "reason": told["told"]}
        return nothing | {"changes": [], "days_read": []} | more
    return answers.proposal_json(answered.proposal, lost=dreams.lost(answered.proposal)) | more


def answer_text(answer: Answer) -> str:
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


def _must_be_on(call: Call) -> None:
    if not call.settings.get("dreams.enabled"):
        raise Problem(
            tr("Dreams are switched off in Settings."),
            tr("Switch them on with: nightstand settings dreams.enabled on"),
        )


def _read(name: str) -> str:
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
