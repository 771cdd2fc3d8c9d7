"""Whether a unit is worth keeping, of which type, and how much. Knows one unit, no memory.

Only what is marked counts: by a heading that keeps, or by words of decision, preference, lesson or
'remember'. The rest stays in its day.
"""

import re
from dataclasses import dataclass

from desktop_app import resources
from desktop_app.dreams.builtin.split import Unit
from desktop_app.language.cues import heading_says, marks, passing
from desktop_app.language.words import is_cjk

_KEEPING = ("remember", "decision", "preference", "lesson")
_WHY = {
    "remember": "the notes ask to remember it",
    "decision": "marked as a decision",
    "preference": "marked as a preference",
    "lesson": "marked as a lesson",
}
_SHORTEST = 3  # words, or twice as many Chinese characters
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Worth:
    """`score` decides (see `kept`), `kind` is preference, decision, lesson or fact, `why` a phrase.

    `fleeting` says that the unit is about the moment or the work in hand.
    """

    score: float
    kind: str
    why: str
    fleeting: bool

    @property
    def kept(self) -> bool:
        """Whether the unit is worth proposing."""
        return bool(self.why) and self.score >= _weights()["keep"]


def worth(unit: Unit) -> Worth:
    """How much speaks for keeping the unit."""
    weights = _weights()
    found = marks(unit.text)
    score = sum(weights[mark] for mark in found if mark != "passing")
    moments = min(2, passing(unit.text)) or ("passing" in found)
    score += weights["passing"] * moments
    heading, says = _heading(unit.headings)
    score += weights[f"heading_{says}"] if says else 0
    score += weights["done"] if unit.mark == "done" else 0
    score += weights["short"] if _words(unit.text) < _SHORTEST else 0
    strongest = [mark for mark in _KEEPING if mark in found]
    why = _WHY[strongest[0]] if strongest else ""
    if says == "keeps" and not why:
        why = f"stands under “{heading}”"
    kinds = [mark for mark in strongest if mark != "remember"]
    kind = kinds[0] if kinds else _kind_of(heading) if says == "keeps" else "fact"
    fleeting = bool(found & {"passing", "routine", "status"}) or says == "drops"
    return Worth(score, kind, why, fleeting)


def _heading(titles: tuple[str, ...]) -> tuple[str, str]:
    """The innermost heading that says something, and what it says."""
    for title in reversed(titles):
        if said := heading_says(title):
            return title, said
    return "", ""


def _kind_of(heading: str) -> str:
    found = marks(heading)
    level = heading.casefold()
    for kind, stems in (("decision", "deci agree"), ("preference", "prefer"), ("lesson", "lesson")):
        if kind in found or any(stem in level for stem in stems.split()):
            return kind
    return "fact"


def _words(text: str) -> float:
    signs = sum(map(is_cjk, text))
    return len(_WORD.findall("".join(" " if is_cjk(c) else c for c in text))) + signs / 2


def _weights() -> dict[str, float]:
    weights: dict[str, float] = resources.table("language/cues")["weights"]
    return weights
