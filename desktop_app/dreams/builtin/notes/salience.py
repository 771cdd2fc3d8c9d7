"""Whether a unit is worth keeping, of which type, and why. Knows one unit, no memory.

A linear score: what the words, the shape and the headings of a line say for it and against it, each
times its weight in `salience.toml`. A line in a language that is not read has only a length and a
heading.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from desktop_app import resources
from desktop_app.dreams.builtin.notes.split import Unit
from desktop_app.dreams.builtin.relating.sense import sense
from desktop_app.language import shape
from desktop_app.language.cues import heading_says, marks
from desktop_app.language.values import Value
from desktop_app.language.words import script

FOREIGN = "in a language the built-in engine does not read; judged by length and heading"
"""Why a line of such a language is proposed."""

_BINDING = frozenset({"preference", "decision", "lasting"})
_SAYS_SO = frozenset({"remember", "preference", "decision", "lesson", "event", "vital"})
_MOMENTS = frozenset({"date", "month", "weekday"})
_FLEETING = frozenset({"passing", "routine", "status", "todo", "doubt"})
_WEAKENS = _FLEETING | {"scene", "past", "chatter", "task", "question", "exclaims"}


@dataclass(frozen=True)
class Worth:
    """`score` decides (see `kept`), `why` is a phrase.

    `kind` is preference, decision, lesson, event or fact. `fleeting` says that the unit is about
    the moment or the work in hand.
    """

    score: float
    kind: str
    why: str
    fleeting: bool

    @property
    def kept(self) -> bool:
        """Whether the unit is worth proposing."""
        return self.score > 0


def worth(unit: Unit) -> Worth:
    """How much speaks for keeping the unit."""
    heading, says = _heading(unit.headings)
    features = _features(unit, says)
    weights = _table("foreign" if unit.foreign else "weights")
    score = sum(weights.get(name, 0.0) * value for name, value in features.items())
    if unit.foreign:
        return Worth(score, "fact", FOREIGN, False)
    kind = _kind(features, heading if says == "keeps" else "")
    fleeting = not _FLEETING.isdisjoint(features) or says == "drops"
    return Worth(score, kind, _why(features, kind, heading if says == "keeps" else ""), fleeting)


def is_to_do(unit: Unit) -> bool:
    """Whether the unit is something to do once; 'check the valves before every dive' is not."""
    found = marks(unit.text)
    return unit.mark == "todo" or ("todo" in found and _BINDING.isdisjoint(found))


def _features(unit: Unit, heading_says: str) -> Mapping[str, float]:
    """How much a unit has of each thing that may have a weight; what it has not is left out."""
    text, most = unit.text, _table("most")
    found = marks(text)
    length = shape.words(text)
    values = {value.kind for value in sense(text).values if _has_digit(text, value)}
    features = {name: min(count, most.get(name, 1)) for name, count in found.items()}
    if not _BINDING.isdisjoint(found):
        features |= {"todo": 0, "task": 0}
    if "event" in found:  # what happened is told so
        features |= {"past": max(0, features.get("past", 0) - 1), "routine": 0}
    features |= {
        "bias": 1,
        "chinese": script(text) != "en",
        f"heading_{heading_says}": 1,
        f"box_{unit.mark}": 1,
        "length": min(1, length / most["length"]),
        "overlong": min(1, max(0, length / most["overlong"] - 1)),
        "short": length < most["short"],
        "numbers": bool(values & {"number", "phone", "version"}),
        "date": bool(values & {"date", "month", "year", "weekday"}),
        "names": bool(sense(text).names),
        "label": shape.is_labelled(text),
        "commit": shape.names_commit(text),
        "machine": shape.is_of_a_machine(text),
        "exclaims": shape.exclaims(text),
    }
    features["plain"] = not _SAYS_SO.isdisjoint(found) and not any(map(features.get, _WEAKENS))
    return {name: float(value) for name, value in features.items() if value}


def _has_digit(text: str, value: Value) -> bool:
    """Whether a value is written in digits; 'one' and 第三 are words more than figures."""
    return value.kind in _MOMENTS or any(c.isdigit() for c in text[value.start : value.end])


def _kind(features: Mapping[str, float], heading: str) -> str:
    """The type that the unit's words and the heading that keeps it speak for most."""
    under = marks(heading) if heading else {}
    scores = {
        kind: sum(weight * features.get(name, 0.0) for name, weight in row.items())
        + _table("kind_by_heading")["weight"] * (kind in under)
        for kind, row in _kinds().items()
    }
    return max(scores, key=scores.__getitem__)


def _why(features: Mapping[str, float], kind: str, heading: str) -> str:
    """The strongest reason: a request, then the type's own words, then the heading."""
    phrases = resources.table("language/salience")["why"]
    if "remember" in features:
        return str(phrases["remember"])
    if heading and kind not in features:
        return str(phrases["heading"]).format(heading)
    return str(phrases[kind if kind in features else f"{kind}_by_sound"])


def _heading(titles: tuple[str, ...]) -> tuple[str, str]:
    """The innermost heading that says something, and what it says."""
    for title in reversed(titles):
        if said := heading_says(title):
            return title, said
    return "", ""


def _kinds() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = resources.table("language/salience")["kinds"]
    return found


def _table(name: str) -> dict[str, float]:
    found: dict[str, float] = resources.table("language/salience")[name]
    return found
