"""A modest check of a claim, until grounding is at hand: facts, names, denial, words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.builtin.sense import sense
from desktop_app.dreams.proposal import Doubt


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


def check(claim: str, sources: Sequence[Evidence], day: date | None) -> Verdict:
    """What of `claim`, written on `day`, the sources say."""
    said = sense(claim)
    others = [sense(source.text) for source in sources]
    words = frozenset(word for other in others for word in other.bag)
    facts = frozenset(fact for other in others for fact in other.facts)
    doubts = [
        Doubt("number", (key,), (0, 0), f"“{key}” is not in the notes", None)
        for _, key in sorted(said.facts - facts)
    ]
    doubts += [
        Doubt("words", (word,), (0, 0), f"“{word}” is not in the notes", None)
        for word in said.words
        if word not in words
    ]
    if not doubts and said.denies not in {other.denies for other in others}:
        doubts.append(Doubt("negation", (), (0, 0), "the notes do not deny this", None))
    if not doubts:
        return Verdict("supported")
    covered = len(said.bag & words) / max(1, len(said.bag))
    return Verdict("partly" if covered >= 0.6 else "unsupported", tuple(doubts))
