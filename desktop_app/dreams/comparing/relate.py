"""How a line of the notes stands to a line of memory. Knows two lines, no files and no order.

Four things are read from the pair itself: sameness, containment, an explicit shift and one swapped
value. Whether both are about one thing, and the note may change what memory says, is a weighted sum
of a few signals (`relating.toml`). All that is not read exactly becomes a question.
"""

import math
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from desktop_app import resources
from desktop_app.dreams.comparing.points import Points
from desktop_app.dreams.comparing.rarity import NEUTRAL, Rarity
from desktop_app.dreams.comparing.swaps import came_true, swapped
from desktop_app.dreams.proposal import ChangeKind
from desktop_app.language.cues import CueKind, words_of
from desktop_app.language.spans import flat
from desktop_app.language.values import ValueKind
from desktop_app.language.words import tokens
from desktop_app.words import tr

_CHANGES = frozenset({CueKind.CHANGE, CueKind.END})
_NEW_CUES = (CueKind.CHANGE, CueKind.END, CueKind.OPEN, CueKind.APART)
_LEAST = 2  # words and values without which a note says nothing that could be compared
_FEW = 8  # lines of memory; among more of them one is near a note by chance
_BY_CHANCE = 1.0
_MANY = 24  # lines; among more of them a line that nothing speaks against is left as it is
_MOSTLY = 0.6  # of a line's words that a note has to have to say that it is over
_HARDLY_MORE = 0.4  # of the note's words that then stand in the line
_KNOWN = 0.75  # of a note's words, by weight, that memory has where the note says it again
_BRIEF = 6  # words of a line in which one word tells it from its like


class RelationKind(StrEnum):
    """What a note does to a line of memory; one that is `NEAR` may be about it."""

    DUPLICATE = "duplicate"
    MERGED = "merged"
    UPDATE = "update"
    REMOVAL = "removal"
    QUESTION = "question"
    NEAR = "near"
    DIFFERENT = "different"


BECOMES = {
    RelationKind.UPDATE: ChangeKind.UPDATED,
    RelationKind.REMOVAL: ChangeKind.REMOVED,
    RelationKind.MERGED: ChangeKind.MERGED,
    RelationKind.QUESTION: ChangeKind.QUESTION,
}
"""What is proposed where a note stands so to a line of memory."""

OLDER = tr("memory is newer than this note")
"""Why such a note only asks."""

NEW_VALUE = tr("the notes give a new value for the same thing")
"""Why the value of a line is exchanged."""


@dataclass(frozen=True)
class Relation:
    """How a note stands to a line of memory.

    `new` is the line's text once the note is followed: the line with one value exchanged, or the
    note as it stands; None where nothing comes. `close` is how surely the note is about the line, 0
    to 1; `reason` a short sentence. `exact`: only a value was exchanged.
    """

    kind: RelationKind
    close: float = 0.0
    new: str | None = None
    reason: str = ""
    exact: bool = False


DIFFERENT = Relation(RelationKind.DIFFERENT)


def relate(memory: Points, note: Points, rarity: Rarity = NEUTRAL) -> Relation:
    """How `note` stands to `memory`; `rarity` tells how much a word says."""
    if memory.key == note.key:
        return Relation(RelationKind.DUPLICATE, 1.0)
    if len(note.marks) < _LEAST or memory.marks.isdisjoint(note.marks):
        return DIFFERENT
    close = concern(memory, note, rarity)
    if says_no_more(memory, note) or came_true(memory, note):
        return Relation(RelationKind.DUPLICATE, close)
    if close >= _limit("swap") and (text := swapped(memory, note)) is not None:
        return Relation(RelationKind.UPDATE, close, text, NEW_VALUE, True)
    if close < _limit("near"):
        return DIFFERENT
    if close < _limit("ask"):
        return Relation(RelationKind.NEAR, close)
    if _ended(memory, note):
        return Relation(RelationKind.REMOVAL, close, None, tr("the notes say it ended"))
    if memory.key in note.key and not _CHANGES & note.cues - memory.cues:
        return Relation(
            RelationKind.MERGED, close, note.text, tr("the notes say the same and more")
        )
    if not contrasts(memory, note):
        if _restates(memory, note, rarity):
            return Relation(RelationKind.DUPLICATE, close)
        if rarity.lines > _MANY:
            return Relation(RelationKind.NEAR, close)
    return Relation(RelationKind.QUESTION, close, note.text, _why(memory, note))


def repeats(memory: Points, note: Points) -> bool:
    """Whether `note` says nothing that `memory` does not say."""
    return memory.key == note.key or says_no_more(memory, note)


def says_no_more(memory: Points, note: Points) -> bool:
    """Whether every word and value of `note` stands in `memory`, denied alike."""
    return len(note.marks) > 1 and note.marks <= memory.marks and agrees(memory, note)


def agrees(memory: Points, note: Points) -> bool:
    """Whether both are denied as often, and the note has no verb of change or end of its own."""
    denials = {len(words_of(CueKind.NOT, one.text)) for one in (memory, note)}
    return len(denials) == 1 and not _CHANGES & note.cues - memory.cues


def _restates(memory: Points, note: Points, rarity: Rarity) -> bool:
    """Whether the note has hardly a word, and no value or name, that memory does not have."""
    if note.value_keys - memory.value_keys or note.names - memory.names:
        return False
    return rarity.weight(note.bag & memory.bag) >= _KNOWN * rarity.weight(note.bag)


def _ended(memory: Points, note: Points) -> bool:
    """Whether the note tells the end of what memory says, of all of it and of little else."""
    new_cues = note.cues - memory.cues
    if CueKind.END not in new_cues or new_cues & {CueKind.OPEN, CueKind.CHANGE}:
        return False
    if note.names - memory.names or note.value_keys - memory.value_keys:
        return False
    shared = len(memory.bag & note.bag)
    return shared >= _MOSTLY * len(memory.bag) and shared >= _HARDLY_MORE * len(note.bag)


def _why(memory: Points, note: Points) -> str:
    if note.value_keys - memory.value_keys and memory.value_keys - note.value_keys:
        return tr("the notes give another value; you decide")
    if (CueKind.NOT in note.cues) != (CueKind.NOT in memory.cues):
        return tr("the notes may say the opposite; you decide")
    return tr("the notes may change this line; you decide")


# -- whether both are about one thing ----------------------------------------------------------


def concern(memory: Points, note: Points, rarity: Rarity = NEUTRAL) -> float:
    """How likely the note changes, denies or repeats what memory says, 0 to 1."""
    weights = _table()["weights"]
    values = signals(memory, note, rarity)
    score = weights["bias"] + sum(weights[name] * value for name, value in values.items())
    many = max(0.0, math.log(rarity.lines / _FEW)) if rarity.lines else 0.0
    return 1 / (1 + math.exp(_BY_CHANCE * many - score))


def signals(memory: Points, note: Points, rarity: Rarity) -> dict[str, float]:
    """What speaks for and against it, each from 0 to 1."""
    shared = memory.bag & note.bag
    ours, theirs = (rarity.weight(one.bag) or 1.0 for one in (memory, note))
    together = rarity.weight(shared)
    kinds = memory.by_kind.keys() & note.by_kind.keys()
    other = any(_keys_of(memory, kind) != _keys_of(note, kind) for kind in kinds)
    new_names, lost_names = note.names - memory.names, memory.names - note.names
    unknown = note.head - memory.bag
    new_cues: dict[str, bool] = {kind: kind in note.cues - memory.cues for kind in _NEW_CUES}
    denied = (CueKind.NOT in note.cues) != (CueKind.NOT in memory.cues)
    label = bool(memory.label) and memory.label == note.label
    contrast = other or new_cues[CueKind.CHANGE] or new_cues[CueKind.END] or denied or label
    cover = together / ours
    values: dict[str, float | bool] = {
        "cover_memory": cover,
        "cover_note": together / theirs,
        "covers_changed": cover if contrast else 0.0,
        "rarest": max((rarity.weight([word]) for word in shared), default=0.0),
        "subject_in_note": _share(memory.subject, note.bag),
        "head_in_memory": 1 - rarity.weight(unknown) / (rarity.weight(note.head) or 1.0),
        "unknown": min(1.0, (theirs - together) / 10),
        "same_name": bool(note.names & memory.names),
        "other_name": bool(new_names and lost_names),
        "same_value": bool(memory.value_keys & note.value_keys),
        "other_value": other,
        "further_value": bool(note.values) and not kinds,
        "other_code": bool(note.codes ^ memory.codes) and bool(note.codes and memory.codes),
        "rival": bool(note.rivals - memory.rivals),
        "narrowed": narrowed(memory, note),
        "for_another": for_another(memory, note),
        **new_cues,
    }
    return {name: float(value) for name, value in values.items()}


def _keys_of(line: Points, kind: ValueKind) -> set[str]:
    return {value.key for value in line.by_kind[kind]}


def contrasts(memory: Points, note: Points) -> bool:
    """Whether anything in the note speaks against the line: a verb of change or end, a denial,
    another value of a kind, or, of two brief lines, another word in its place.
    """
    if not agrees(memory, note):
        return True
    kinds = memory.by_kind.keys() & note.by_kind.keys()
    if any(not _keys_of(note, kind) <= _keys_of(memory, kind) for kind in kinds):
        return True
    brief = max(len(memory.bag), len(note.bag)) <= _BRIEF
    return brief and bool(memory.bag - note.bag) and bool(note.bag - memory.bag)


def narrowed(memory: Points, note: Points) -> bool:
    """Whether a word that memory does not have stands right before one that it has: the *kids*
    show, 新人组配速. A verb of change narrows nothing."""
    words = [word for word in note.reading.words if word.content]
    in_memory = [not memory.bag.isdisjoint(tokens(word.level)) for word in words]
    changes = words_of(CueKind.CHANGE, note.text) | words_of(CueKind.END, note.text)
    for one, after, has, follows in zip(words, words[1:], in_memory, in_memory[1:], strict=False):
        near = after.start - one.end <= 2
        if (
            near
            and follows
            and not has
            and one.level not in changes
            and not one.level.endswith("ed")
        ):
            return True
    level, ours = flat(note.text), flat(memory.text)
    for run in _HAN.finditer(level):
        text = run[0]
        at = next((i for i in range(len(text) - 1) if text[i : i + 2] in ours), 0)
        before = text[:at]
        if before and not any(word in before for word in changes):
            return True
    return False


def for_another(memory: Points, note: Points) -> bool:
    """Whether it names the person or thing it holds for, and memory does not know that one."""
    named = (tokens(match[1] or match[2]) for match in _FOR.finditer(flat(note.text)))
    return any(words and memory.bag.isdisjoint(words) for words in named)


_FOR = re.compile(
    r"\b(?:for|of|in|at)\s(?:the\s|our\s|my\s|his\s|her\s|their\s)?([a-z][\w-]+)|\b([a-z]+)'s\b"
)
_HAN = re.compile("[\u3400-\u9fff]+")


def _share(some: frozenset[str], words: frozenset[str]) -> float:
    return len(some & words) / len(some) if some else 0.0


def _limit(name: str) -> float:
    return _table()["limits"][name]


@cache
def _table() -> dict[str, dict[str, float]]:
    table: dict[str, dict[str, float]] = resources.table("language/relating")
    return table
