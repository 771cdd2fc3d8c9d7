"""Sharing: what of a pattern or a procedure a team is shown, and how what it shares is read. Pure.

Nothing private goes out: no secret, no folder below anybody's home, no conversation, no command
that failed and no project. The command that ended an error may; the person sees it before. What
comes in is foreign data: it is bounded, cleared of secrets, and where it may tell an agent what to
do, only a person is shown it.
"""

import re
from typing import Any

from desktop_app.language.gate import Held, held
from desktop_app.language.gate.masked import without_secrets
from desktop_app.sessions.hindsight.normalised import normalised
from desktop_app.sessions.hindsight.pattern import (
    ErrorPattern,
    FromTeam,
    PatternState,
    suggested,
)
from desktop_app.sessions.hindsight.signature import ErrorKind, ErrorSignature
from desktop_app.tiers.shared import SharedItem

_SOURCES = 5  # that are told, the last ones
_LONGEST = 20_000  # characters of a text of others that are read
_MOST = 20  # frames or sources of others that are read
_HOMES = r"~|/home/[^/\s\"'`]+|/Users/[^/\s\"'`]+|/root|[A-Za-z]:\\Users\\[^\\\s\"'`]+"
_NAME = r"[^\\/\s\"'`,;:()<>\[\]{}]+"
_FOLDER = rf"{_NAME}(?: {_NAME}){{0,3}}"  # rather too much is hidden than too little


def unprivate(text: str, home: str = "") -> str:
    """A text without secrets and without the names of folders below anybody's home.

    `home` is the person's own. Of a path there only its last name stays, behind `~/…/`.
    """
    homes = f"{re.escape(home)}|{_HOMES}" if len(home) > 1 else _HOMES
    path = re.compile(
        rf"(?<![\w.~-])(?:{homes})(?![\w.-])(?:[\\/]+(?P<inner>(?:{_FOLDER}[\\/]+)*))?"
    )
    lines = (path.sub(_in_home, line) for line in text.split("\n"))
    return "\n".join(map(without_secrets, lines))


def _in_home(match: "re.Match[str]") -> str:
    if match["inner"] is None:
        return "~"
    return "~/…/" if match["inner"] else "~/"


def shared_pattern(pattern: ErrorPattern, resolution: str, home: str) -> dict[str, Any]:
    """What is shared of a pattern, to the last word; `resolution` is in a person's own words."""
    signature = pattern.signature
    told = pattern.ended or pattern.encounters
    refused = signature.kind is ErrorKind.REFUSED  # its title is the command
    title = f"{signature.type}: {signature.message}" if refused else pattern.title
    return {
        "kind": str(signature.kind),
        "type": unprivate(signature.type, home),
        "message": unprivate(signature.message, home),
        "frames": [unprivate(frame, home) for frame in signature.frames],
        "error": unprivate(title, home),
        "resolution": unprivate(resolution or suggested(pattern), home),
        "times": pattern.times,
        "ended": len(pattern.ended),
        "sources": [{"agent": one.agent, "day": one.time[:10]} for one in told[-_SOURCES:]],
    }


def pattern_of(item: SharedItem) -> ErrorPattern | None:
    """The pattern that somebody shared; None where it is none."""
    body = item.body
    try:
        signature = ErrorSignature(
            ErrorKind(body["kind"]),
            _text(body["type"]),
            normalised(_text(body["message"])),
            tuple(map(_text, list(body["frames"])[:_MOST])),
        )
        title, resolution = _text(body["error"]), _text(body["resolution"])
        times, ended = int(body["times"]), int(body["ended"])
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    steers = any(held(one) is Held.ORDER for one in (title, resolution, signature.message))
    who, when = _text(item.who)[:100], item.when.isoformat(timespec="seconds")
    team = FromTeam(who, when, title, max(0, times), max(0, ended), steers)
    return ErrorPattern(item.id, signature, PatternState.SHARED, (), resolution, team)


def shared_procedure(title: str, text: str, home: str) -> dict[str, Any]:
    """What is shared of a procedure, to the last word: of its sources only the days and agents."""
    head, mark, sources = text.strip().rpartition("\n## ")
    if mark:
        lines = (", ".join(line.split(", ")[:2]) for line in sources.split("\n"))
        text = head + mark + "\n".join(dict.fromkeys(lines))
    return {"title": unprivate(title, home), "text": unprivate(text.strip(), home) + "\n"}


def procedure_of(item: SharedItem) -> tuple[str, str] | None:
    """The title and the text of a procedure that somebody shared; None where it is none."""
    match item.body:
        case {"title": str(title), "text": str(text)} if text.strip():
            return " ".join(_text(title).split())[:200], _text(text).strip() + "\n"
    return None


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return "\n".join(map(without_secrets, value[:_LONGEST].split("\n")))
