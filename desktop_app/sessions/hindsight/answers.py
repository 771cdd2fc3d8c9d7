"""Telling: a pattern as agents and scripts read it. They rely on these names."""

from typing import Any

from desktop_app.language.gate import Held, held
from desktop_app.sessions.hindsight.pattern import (
    Encounter,
    ErrorPattern,
    PatternFound,
    suggested,
)

_SOURCES = 5  # encounters that are told of a pattern, the last ones


def pattern_json(pattern: ErrorPattern) -> dict[str, Any]:
    """A pattern: `resolution` is what is likely to end it, "" where that is not known, and
    `sources` the encounters that tell so, or else those that are known, the last first.

    `shared_by` is who of a team shared it from elsewhere, "" of an own one. What ends one that is
    `held` is not told, nor is anything else that may be an order to who reads this.
    """
    signature, team = pattern.signature, pattern.team
    told = pattern.ended or pattern.encounters
    steers = team.held if team else held(suggested(pattern)) is Held.ORDER
    return {
        "id": pattern.key,
        "kind": signature.kind,
        "error": pattern.title,
        "type": signature.type,
        "message": signature.message,
        "frames": list(signature.frames),
        "times": pattern.times,
        "ended": team.ended if team else len(pattern.ended),
        "first": pattern.encounters[0].time if pattern.encounters else "",
        "last": pattern.last,
        "state": pattern.state,
        "resolution": "" if steers else suggested(pattern),
        "shared_by": team.who if team else "",
        "held": steers,
        "sources": [encounter_json(one) for one in reversed(told[-_SOURCES:])],
    }


def encounter_json(one: Encounter) -> dict[str, Any]:
    """One time an error was met; `steps` are what ended it, none where nothing did yet."""
    return {
        "agent": one.agent,
        "session": one.session,
        "folder": one.folder,
        "time": one.time,
        "command": one.command,
        "exit_code": one.exit_code,
        "tries": one.tries,
        "steps": [_harmless(step) for step in one.ended.steps] if one.ended else [],
        "wrote": _harmless(one.ended.brings) if one.ended else "",
        "said": _harmless(one.ended.words) if one.ended else "",
    }


def _harmless(text: str) -> str:
    return "" if held(text) is Held.ORDER else text


def found_json(found: PatternFound) -> dict[str, Any]:
    """A pattern that was found, how, and how sure that is, 0..1."""
    return {"by": found.by, "score": found.score} | pattern_json(found.pattern)
