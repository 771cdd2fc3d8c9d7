"""How a line of the notes stands to a line of memory. Knows two lines, no files and no order.

Four things are read from the pair itself: sameness, containment, an explicit shift and one swapped
value. Whether both are about one thing, and the note may change what memory says, is a weighted sum
of a few signals (`relating.toml`). All that is not read exactly becomes a question.
"""

import math
from dataclasses import dataclass
from functools import cache

from desktop_app import resources
from desktop_app.dreams.comparing.points import Points, points
from desktop_app.dreams.comparing.rarity import NEUTRAL, Rarity
from desktop_app.dreams.comparing.swaps import came_true, swapped

_CHANGES = frozenset({"change", "end"})


@dataclass(frozen=True)
class Relation:
    """How a note stands to a line of memory.

    `kind` is duplicate, merged, update, removal, question, near or different. `new` is the line's
    text once the note is followed: the line with one value exchanged, or the note as it stands;
    None where nothing comes. `close` is how surely the note is about the line, 0 to 1; `reason` a
    short sentence. `exact`: only a value was exchanged.
    """

    kind: str
    close: float = 0.0
    new: str | None = None
    reason: str = ""
    exact: bool = False


DIFFERENT = Relation("different")


def relate(memory: Points, note: Points, rarity: Rarity = NEUTRAL) -> Relation:
    """How `note` stands to `memory`; `rarity` tells how much a word says."""
    if memory.key == note.key:
        return Relation("duplicate", 1.0)
    if memory.marks.isdisjoint(note.marks):
        return DIFFERENT
    close = concern(memory, note, rarity)
    if says_no_more(memory, note) or came_true(memory, note):
        return Relation("duplicate", close)
    if close < _limit("near"):
        return DIFFERENT
    text = swapped(memory, note)
    if text is not None:
        return Relation("update", close, text, "the notes give a new value for the same thing", True)
    if close < _limit("ask"):
        return Relation("near", close)
    if _ended(memory, note):
        return Relation("removal", close, None, "the notes say it ended")
    if says_no_more(note, memory) and not _CHANGES & note.cues - memory.cues:
        return Relation("merged", close, note.text, "the notes say the same and more")
    return Relation("question", close, note.text, _why(memory, note))


def repeats(memory: Points, note: Points) -> bool:
    """Whether `note` says nothing that `memory` does not say."""
    return memory.key == note.key or says_no_more(memory, note)


def contradicts(memory: Points, note: Points) -> bool:
    """Whether the note may change or deny what memory says."""
    return relate(memory, note).kind in ("question", "update", "removal")


def says_no_more(memory: Points, note: Points) -> bool:
    """Whether every word and value of `note` stands in `memory`, denied alike."""
    if len(note.marks) < 2 or not note.marks <= memory.marks:
        return False
    return ("not" in note.cues) == ("not" in memory.cues) and not (
        _CHANGES & note.cues - memory.cues
    )


def _ended(memory: Points, note: Points) -> bool:
    """Whether the note tells the end of what memory says, and of nothing that takes its place."""
    if "end" not in note.cues or "end" in memory.cues or "open" in note.cues:
        return False
    return not (note.names - memory.names) and "instead" not in note.text.casefold()


def _why(memory: Points, note: Points) -> str:
    if note.value_keys - memory.value_keys and memory.value_keys - note.value_keys:
        return "the notes give another value; you decide"
    if ("not" in note.cues) != ("not" in memory.cues):
        return "the notes may say the opposite; you decide"
    return "the notes may change this line; you decide"


# -- whether both are about one thing ----------------------------------------------------------


def concern(memory: Points, note: Points, rarity: Rarity = NEUTRAL) -> float:
    """How likely the note changes, denies or repeats what memory says, 0 to 1."""
    weights = _table()["weights"]
    found = signals(memory, note, rarity)
    score = weights["bias"] + sum(weights[name] * value for name, value in found.items())
    return 1 / (1 + math.exp(-score))


def signals(memory: Points, note: Points, rarity: Rarity) -> dict[str, float]:
    """What speaks for and against it, each from 0 to 1."""
    shared = memory.bag & note.bag
    ours, theirs = (rarity.weight(one.bag) or 1.0 for one in (memory, note))
    together = rarity.weight(shared)
    kinds = {value.kind for value in memory.values} & {value.kind for value in note.values}
    same_values = memory.value_keys & note.value_keys
    other = {
        kind
        for kind in kinds
        if {v.key for v in memory.values if v.kind == kind}
        != {v.key for v in note.values if v.kind == kind}
    }
    names, left = note.names & memory.names, note.names - memory.names
    return {
        "cover_memory": together / ours,
        "cover_note": together / theirs,
        "rarest": max((rarity.weight([word]) for word in shared), default=0.0),
        "subject_in_note": _share(memory.subject, note.bag),
        "subject_in_memory": _share(note.subject, memory.bag),
        "same_name": float(bool(names)),
        "other_name": float(bool(left and memory.names - note.names)),
        "further_name": float(bool(left and not memory.names - note.names)),
        "same_label": float(bool(memory.label) and memory.label == note.label),
        "other_label": float(bool(memory.label and note.label) and memory.label != note.label),
        "same_value": float(bool(same_values)),
        "other_value": float(bool(other)),
        "value_for_none": float(bool(note.values) and not memory.values),
        "change": float("change" in note.cues and "change" not in memory.cues),
        "end": float("end" in note.cues and "end" not in memory.cues),
        "open": float("open" in note.cues and "open" not in memory.cues),
        "denied": float(("not" in note.cues) != ("not" in memory.cues)),
        "rival": float(bool(memory.rivals ^ note.rivals)),
        "long": min(1.0, len(note.bag) / 40),
        "longer": min(1.0, max(0.0, math.log(max(1, len(note.bag)) / max(1, len(memory.bag))))),
    }


def _share(some: frozenset[str], words: frozenset[str]) -> float:
    return len(some & words) / len(some) if some else 0.0


def _limit(name: str) -> float:
    return _table()["limits"][name]


@cache
def _table() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = resources.table("language/relating")
    return found


def related(memory: str, note: str) -> Relation:
    """`relate` for two texts alone."""
    return relate(points(memory), points(note))
