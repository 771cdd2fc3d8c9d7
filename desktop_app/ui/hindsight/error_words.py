"""What a page says of an error. Knows patterns, draws nothing."""

from contextlib import suppress
from datetime import date, datetime

from desktop_app import dates
from desktop_app.sessions.hindsight.pattern import Encounter, ErrorPattern, PatternState
from desktop_app.sessions.hindsight.signature import ErrorKind
from desktop_app.words import tr

KINDS = {
    ErrorKind.TRACE: tr("Exception"),
    ErrorKind.TEST: tr("Failed test"),
    ErrorKind.SOURCE: tr("Refused source"),
    ErrorKind.COMMAND: tr("Failed command"),
    ErrorKind.TOOL: tr("Failed tool"),
    ErrorKind.REFUSED: tr("Not allowed"),
}
STATES = {
    PatternState.NEW: "",
    PatternState.PROPOSED: tr("asks to be shared"),
    PatternState.SHARED: tr("shared"),
    PatternState.DECLINED: tr("not shared"),
}
ICONS = {
    PatternState.PROPOSED: ("question", "accent"),
    PatternState.SHARED: ("link", "accent"),
}


def day_of(time: str) -> date | None:
    """The person's day of a time that an agent told; None where it told none."""
    with suppress(ValueError):
        return datetime.fromisoformat(time).astimezone().date()
    return None


def when(time: str, now: datetime) -> str:
    """When something happened, as a person says it."""
    with suppress(ValueError):
        return dates.when(datetime.fromisoformat(time).astimezone(), now)
    return time[:10]


def state_of(pattern: ErrorPattern) -> str:
    """What became of a pattern, or who shared it; "" where there is nothing to say."""
    return shared_by(pattern.team.who) if pattern.team else STATES[pattern.state]


def shared_by(who: str) -> str:
    """Whose it is."""
    return tr("shared by {who}").format(who=who)


def icon_of(pattern: ErrorPattern) -> tuple[str, str]:
    """The icon of a row and its colour: what is asked, else whether its end is known."""
    known = ("check", "ok") if pattern.ended else ("warn", "warn")
    return ICONS.get(pattern.state, known)


def title_of(pattern: ErrorPattern) -> tuple[str, str]:
    """What was told of an error, first what tells it from others of its type, and the last part of
    that; "" where there is no more."""
    name = pattern.signature.type
    kind = name.replace("\\", ".").replace("::", ".").split(".")[-1]
    told = pattern.title.removeprefix(f"{name}: ")
    return told, "" if told == name else kind


def did(one: Encounter) -> str:
    """What ended an encounter."""
    if one.ended is None:
        return tr("Nothing ended it yet.")
    steps = ", ".join(one.ended.steps)
    if one.ended.retried:
        return tr("It went well when it was tried again.")
    return tr("Ended by: {steps}").format(steps=steps)
