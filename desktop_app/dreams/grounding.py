"""Grounding: is a sentence supported by these lines? Knows text and lines, no engine, no model.

Numbers, times, names and spelled-out things are hard: each has to be in the sources and is never
averaged away. Then the same is asked of denials, plans, who is meant, and at last of plain words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.proposal import Doubt, Source
from desktop_app.language.claims import chinese, hard, moods, opposites, placing, polarity, who, wording
from desktop_app.language.claims.reading import read
from desktop_app.language.claims.sources import Finding, Sources, gathered


@dataclass(frozen=True)
class Evidence:
    """A line that a claim may rest on, and where it stands; `day` is when it was written."""

    text: str
    path: str = ""
    line: int = 0
    day: date | None = None


@dataclass(frozen=True)
class Verdict:
    """`verdict` is supported, partly or unsupported; every doubt is one sentence for people."""

    verdict: str
    doubts: tuple[Doubt, ...] = ()


def check(
    claim: str, sources: Sequence[Evidence], day: date | None, *, strict: bool = False
) -> Verdict:
    """What of `claim`, written on `day`, the sources say."""
    found = findings(claim, sources, day, strict)
    kinds = {one.kind for one in found}
    if not kinds:
        return Verdict("supported")
    doubts = tuple(Doubt(f.kind, f.words, f.span, "", None) for f in found)
    return Verdict("unsupported" if kinds & {"negation", "speaker", "topic"} else "partly", doubts)


def findings(
    claim: str, sources: Sequence[Evidence], day: date | None, strict: bool
) -> list[Finding]:
    reading = read(claim)
    every = gathered(tuple((one.text, one.day) for one in sources))
    facts = hard.facts_of(reading, day)
    found = hard.missing(reading, facts, every)
    found += placing.misplaced(reading, facts, every)
    denied, agreed = polarity.contradicted(reading, every)
    found += denied
    taken = [*facts.spans, *agreed, *(one.span for one in found)]
    found += moods.unfulfilled(reading, facts.timed, day, every)
    found += who.mistaken(reading, facts, every)
    found += opposites.turned(reading, every)
    taken += [one.span for one in found]
    found += wording.missing(reading, every, taken)
    found += wording.scattered(reading, every, strict=strict)
    found += chinese.missing(reading, every, taken)
    return found
