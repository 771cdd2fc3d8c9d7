"""Pattern: an error with every time it was met, what is likely to end it, and how agents and
scripts read it: they rely on the names in its JSON. Pure.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from desktop_app.language.gate import Held, held
from desktop_app.sessions.hindsight.signature import ErrorSignature
from desktop_app.sessions.hindsight.trail import Resolution
from desktop_app.words import counted

ENOUGH = 3
"""The occurrence that suggests a resolution and proposes to share it."""
_SOURCES = 5  # encounters that are told of a pattern, the last ones
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


class PatternState(StrEnum):
    """What became of a pattern."""

    NEW = "new"
    PROPOSED = "proposed"  # it recurred and was ended: a person is asked to share it
    SHARED = "shared"  # a person said yes
    DECLINED = "declined"  # a person said no


@dataclass(frozen=True)
class Encounter:
    """One time an error was met, by which agent, in which project and conversation, doing what.

    `tries` counts how often it came until it ended. Times are ISO texts, "" where nobody told one.
    """

    session: str
    agent: str
    folder: str
    call: str
    time: str
    command: str
    exit_code: int | None
    headline: str
    tries: int = 1
    ended: Resolution | None = None


@dataclass(frozen=True)
class ErrorPattern:
    """An error that was met; `encounters` are in the order of time, the last at the end.

    `key` is that of its signature; `resolution` is the text that a person shared, "" before.
    """

    key: str
    signature: ErrorSignature
    state: PatternState
    encounters: tuple[Encounter, ...]
    resolution: str = ""

    @property
    def last(self) -> str:
        """When it was met last."""
        return self.encounters[-1].time if self.encounters else ""

    @property
    def title(self) -> str:
        """How a person reads it: as it was told the last time."""
        told = self.encounters[-1].headline if self.encounters else ""
        return told or f"{self.signature.type}: {self.signature.message}".strip(": ")

    @property
    def times(self) -> int:
        """How often it was met."""
        return len(self.encounters)

    @property
    def ended(self) -> tuple[Encounter, ...]:
        """The encounters of which it is known what ended them."""
        return tuple(one for one in self.encounters if one.ended)

    @property
    def likely(self) -> Encounter | None:
        """The last encounter that something was done about, else the last that ended."""
        done = [one for one in self.ended if one.ended and not one.ended.retried]
        return next(reversed(done or self.ended), None)

    @property
    def is_due(self) -> bool:
        """Whether it recurred, and something that was done ended it."""
        likely = self.likely
        done = likely is not None and likely.ended is not None and not likely.ended.retried
        return self.times >= ENOUGH and done


class FoundBy(StrEnum):
    """How a pattern was found, the surest way first."""

    SIGNATURE = "signature"  # the same type, message and top frames
    HEAD = "head"  # the same type and message, from somewhere else
    WORDS = "words"


@dataclass(frozen=True)
class PatternFound:
    """A pattern that may tell what to do about an error; `score`, 0..1, is 1 by signature."""

    pattern: ErrorPattern
    by: FoundBy
    score: float


def met_in_words(times: int) -> str:
    """How often an error was met."""
    return counted("met once", "met {count} times", times)


def suggested(pattern: ErrorPattern) -> str:
    """What is likely to end it: what a person shared, else its likely end; "" if none is known."""
    likely = pattern.likely
    return pattern.resolution or (suggestion(likely.ended) if likely and likely.ended else "")


def suggestion(resolution: Resolution) -> str:
    """What a resolution says to do: the agent's last sentences, with what was written where they
    announce it or with the step where it wrote nothing; without words what was done."""
    step, brings = resolution.steps[-1], resolution.brings
    said = resolution.words.split("\n\n")[-1].strip()
    if not said:
        return f"{step}: {brings}" if brings else step
    if not brings:
        return said if step in said else f"{said} `{step}`"
    return f"{said} {brings}" if said.endswith((":", "：")) else said


def findable(pattern: ErrorPattern) -> str:
    """What a search reads of a pattern, a paragraph for each part; names are told in words, too."""
    signature = pattern.signature
    names = " ".join((signature.type, *signature.frames))
    command = pattern.encounters[-1].command if pattern.encounters else ""
    message = f"{signature.type}: {signature.message}"
    parts = (pattern.title, message, f"{names} {apart(names)}", command, suggested(pattern))
    return "\n\n".join(" ".join(one.split()) for one in parts if one.strip())


def apart(names: str) -> str:
    """The words of which names are made: JwtService.decode_it is Jwt Service decode it."""
    return " ".join(_PART.findall(names))


# -- as agents and scripts read it ----------------------------------------------------------------


def pattern_json(pattern: ErrorPattern) -> dict[str, Any]:
    """A pattern: `resolution` is what is likely to end it, "" where that is not known, and
    `sources` the encounters that tell so, or else those that are known, the last first.

    What ends one that is `held` is not told, nor is anything else that may be an order to who
    reads this.
    """
    signature, ends = pattern.signature, suggested(pattern)
    told = pattern.ended or pattern.encounters
    return {
        "id": pattern.key,
        "kind": signature.kind,
        "error": pattern.title,
        "type": signature.type,
        "message": signature.message,
        "frames": list(signature.frames),
        "times": pattern.times,
        "ended": len(pattern.ended),
        "first": pattern.encounters[0].time if pattern.encounters else "",
        "last": pattern.last,
        "state": pattern.state,
        "resolution": _harmless(ends),
        "held": held(ends) is Held.ORDER,
        "sources": [_encounter_json(one) for one in reversed(told[-_SOURCES:])],
    }


def _encounter_json(one: Encounter) -> dict[str, Any]:
    """One time an error was met; `steps` are what ended it, none where nothing did yet."""
    ended = one.ended or Resolution(())
    about = ("agent", "session", "folder", "time", "command", "exit_code", "tries")
    return {name: getattr(one, name) for name in about} | {
        "steps": list(map(_harmless, ended.steps)),
        "wrote": _harmless(ended.brings),
        "said": _harmless(ended.words),
    }


def _harmless(text: str) -> str:
    return "" if held(text) is Held.ORDER else text


def found_json(found: PatternFound) -> dict[str, Any]:
    """A pattern that was found, how, and how sure that is, 0..1."""
    return {"by": found.by, "score": found.score} | pattern_json(found.pattern)
