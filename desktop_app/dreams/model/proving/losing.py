"""What a new line of memory would lose of the lines it takes the place of. Knows texts only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.builtin.relating.rarity import Rarity
from desktop_app.dreams.builtin.relating.relate import Relation, relate
from desktop_app.dreams.builtin.relating.sense import denies, sense
from desktop_app.dreams.grounding import left_out
from desktop_app.language.changes import shifts

LESS = "it says less than the line it would replace"
OTHER = "the notes may be about something else"
NO_CHANGE = "the notes do not say that it changed"
SPLICED = "the notes say it changed; the rest of the line stays"

_MOST_LOST = 0.5  # of a line's words that another wording may leave out
_SAME_THING = 0.6  # of its words that a note has to have to say that it is over
_CLOSEST = {"update": 5, "merged": 4, "conflict": 3, "maybe": 2, "duplicate": 1, "different": 0}


@dataclass(frozen=True)
class Following:
    """What a line becomes once its notes are followed: the text, why it must wait (or ""), and a
    phrase when code has mended the text. `spliced` is what code would write itself, or "".
    """

    text: str
    held: str = ""
    reason: str = ""
    spliced: str = ""


def merge_loses(old: Sequence[str], new: str) -> str:
    """Why merging the old lines into `new` must wait for a person, or ""."""
    denied = denies(new)
    lost = any(_loses(text, new, None) or denies(text) != denied for text in old)
    return LESS if lost else ""


def followed(
    old: str, new: str, notes: Sequence[str], day: date | None, rarity: Rarity
) -> Following:
    """How `new`, which a model wrote for `old` because of these notes, may stand in its place.

    What the notes say of a change decides, as it does without a model; a text that says less than
    that is mended where that can be done by exchanging values.
    """
    if any(line not in new for line in _further_lines(old)):
        return Following(new, LESS)
    adds = relate(sense(old), sense(new), rarity).kind in ("merged", "duplicate")
    if adds and not _loses(old, new, day):
        return Following(new)  # everything stays, something comes
    found = relation(old, notes, rarity)
    if found.kind == "update":
        return _updated(new, found, day)
    if found.kind == "merged":
        return Following(new, LESS if _loses(old, new, day) else "")
    return Following(new, OTHER if found.kind == "different" else NO_CHANGE)


def relation(old: str, notes: Sequence[str], rarity: Rarity) -> Relation:
    """How the note that says most of it stands to a line; the last one of several."""
    found = [relate(sense(old), sense(note), rarity) for note in notes]
    best = max((_CLOSEST[one.kind] for one in found), default=0)
    return next(
        (one for one in reversed(found) if _CLOSEST[one.kind] == best), Relation("different")
    )


def ends(old: str, note: str, rarity: Rarity) -> str:
    """How sure a note is that what `old` says is over: supported, partly or unsupported."""
    was, said = sense(old), sense(note)
    found = relate(was, said, rarity)
    if found.kind == "update" and not found.exact:
        # The old gate is not the gate code.
        known = len(was.bag & said.bag) >= _SAME_THING * len(was.bag)
        return "supported" if known and said.bag.issuperset(was.names) else "partly"
    return "partly" if found.kind in ("update", "maybe", "conflict") else "unsupported"


def outdated(new: str, notes: Sequence[str]) -> bool:
    """Whether a note says that what `new` tells has given way to something else."""
    said = sense(new)
    return any(
        relate(said, sense(note)).kind == "update" and any(shift.new for shift in shifts(note))
        for note in notes
    )


def _updated(new: str, found: Relation, day: date | None) -> Following:
    whole = found.new or ""
    if found.held:
        return Following(new, found.held)
    if not _loses(whole, new, day):
        return Following(new, spliced=whole if found.exact else "")
    return Following(whole, reason=SPLICED, spliced=whole) if found.exact else Following(new, LESS)


def _loses(old: str, new: str, day: date | None) -> bool:
    """Whether a fact, a name, a clause or half of the words of `old` is not in `new`."""
    was, said = sense(old), sense(new)
    if left_out(old, new, day) or not said.bag.issuperset(was.names):
        return True
    clauses = {term.clause for term in was.terms}
    kept = {term.clause for term in was.terms if term.key in said.keys}
    return clauses != kept or len(was.bag - said.bag) > _MOST_LOST * len(was.bag)


def _further_lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n")[1:] if line.strip()]
