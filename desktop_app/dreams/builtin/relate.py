"""How a line of the notes stands to a line of memory. Knows two sentences, no files or order.

Everything here looks at one pair only, so that the answer does not hang on what else there is and
a second dream sees what the first one saw.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from desktop_app.dreams.builtin.sense import (
    Fact,
    Sense,
    chinese,
    compares,
    content_words,
    ends_in_copula,
    sense,
)
from desktop_app.language.changes import Shift, shifts
from desktop_app.language.slots import kinds, word_list
from desktop_app.language.spans import flat
from desktop_app.language.values import Value, values, without_values

_CLAUSES = re.compile(r"[;；。！？\n]|[.!?](?=\s)|,\s|，|\band\b|并且?|而且")
_SENTENCES = re.compile(r"[;；。！？!?\n]|\.(?=\s|$)|,\s|，|\(|（")
_CAPITAL = re.compile(r"\b[A-Z][\w'’-]*")
_SURE = 0.6  # the share of a subject's words that a line must have to be about it


def repeats(memory: Sense, note: Sense) -> bool:
    """Whether `note` says nothing that `memory` does not say, perhaps in other words."""
    if memory.key == note.key:
        return True
    if note.denies != memory.denies or not note.facts <= memory.facts:
        return False
    if memory.doubts and not note.doubts:
        return False
    if len(note.bag) + len(note.facts) < 2 or not _covers(memory, note):
        return False
    if compares(note.text) and not _in_order(note.words, memory.words):
        return False
    return _in_order(_capitals(note), memory.words)  # Jonas reports to Mara, Mara to Jonas


def contradicts(memory: Sense, note: Sense) -> bool:
    """Whether both speak of one thing and can't both hold, without a word of change."""
    if note.doubts or memory.doubts or memory.key == note.key:
        return False
    if memory.denies != note.denies:
        return _same_words(memory, note) and memory.facts == note.facts
    return _other_value(memory, note) or _other_word(memory, note)


@dataclass(frozen=True)
class Subject:
    """Whom a change is about: the words and facts of the sentence around it.

    `old_words` are those of the old thing; they do not tell whom it is about.
    """

    shift: Shift
    words: frozenset[str]
    facts: frozenset[Fact]
    old_words: frozenset[str]


@lru_cache(maxsize=20_000)
def subjects(text: str) -> tuple[Subject, ...]:
    """The explicit changes that `text` states, each with its subject."""
    return tuple(_subject(text, shift) for shift in shifts(text))


def aboutness(memory: Sense, subject: Subject) -> float:
    """0 when `memory` is not about the subject, else how much of it is, up to 1."""
    old = subject.old_words
    words = subject.words
    if not words and subject.shift.new is None and len(old & memory.bag) >= 2:
        words = old  # 'no longer use the shared drive' names its subject only there
    shared = words & memory.bag
    if not words or len(shared) < _SURE * len(words) or _other_one(memory, subject):
        return 0.0
    rest = memory.bag - old - sense(subject.shift.new or "").bag
    return max(0.01, len(shared & rest) / len(rest)) if rest else 1.0


def has_old(memory: Sense, shift: Shift) -> bool:
    """Whether the old thing stands in `memory`, literally, as a value or by all its words.

    Where memory itself says `from A to B`, A is the past there as well.
    """
    if any(same_thing(known.old, shift.old) for known in shifts(memory.text)):
        return False
    return _place(memory, shift.old) is not None or _says(memory, shift.old)


def has_new(memory: Sense, shift: Shift) -> bool:
    """Whether the new thing stands in `memory` already."""
    return shift.new is not None and (
        _place(memory, shift.new, once=False) is not None or _says(memory, shift.new)
    )


def same_thing(one: str, other: str) -> bool:
    """Whether two things are the same, as text or as the values that they are."""
    if flat(one) == flat(other):
        return True
    facts = [sense(thing).facts for thing in (one, other)]
    return bool(facts[0]) and facts[0] == facts[1] and sense(one).bag == sense(other).bag


def spliced(memory: Sense, shift: Shift) -> str | None:
    """`memory` with the old thing replaced by the new, all else kept; None if that can't be done.

    Both must be short and of one kind, and the old one must stand there exactly once.
    """
    if shift.new is None or kinds(shift.old) != kinds(shift.new):
        return None
    if max(len(shift.old.split()), len(shift.new.split())) > 5:
        return None
    place = _place(memory, shift.old)
    if place is None:
        return None
    return memory.text[: place[0]] + shift.new + memory.text[place[1] :]


def loses(memory: Sense, note: Sense, shift: Shift) -> bool:
    """Whether putting `note` in the place of `memory` would lose something it does not touch."""
    old = sense(shift.old)
    if memory.facts - note.facts - old.facts or set(memory.names) - note.bag - old.bag:
        return True
    clauses = [frozenset(content_words(part)) for part in _CLAUSES.split(memory.text)]
    return any(clause and not clause & (note.bag | old.bag) for clause in clauses)


def outdated(memory: Sense, note: Sense, shift: Shift) -> bool:
    """Whether `note` gives a value that `memory`, already spliced, has another one for."""
    fresh = note.facts - memory.facts - sense(shift.old).facts
    theirs = memory.facts - note.facts
    return bool({kind for kind, _ in fresh} & {kind for kind, _ in theirs})


def _other_one(memory: Sense, subject: Subject) -> bool:
    """Whether memory speaks of berth 5 where the subject is berth 4, of room A instead of B."""
    other = subject.facts - memory.facts
    gone = sense(subject.shift.old).facts
    return bool({kind for kind, _ in other} & {kind for kind, _ in memory.facts - gone})


def _covers(memory: Sense, note: Sense) -> bool:
    """Whether all words of the note are in memory; Chinese pairs may meet at another place."""
    there = chinese(note.bag)
    if not (note.bag - there) <= memory.bag:
        return False
    if not there:
        return True
    signs = {sign for pair in there for sign in pair}
    known = {sign for pair in chinese(memory.bag) for sign in pair}
    return signs <= known and len(there & memory.bag) >= 0.7 * len(there)


def _capitals(said: Sense) -> tuple[str, ...]:
    """Its capitalised words, if there are several."""
    found = [w for c in _CAPITAL.findall(said.text) for w in content_words(c) if w in said.bag]
    return tuple(found) if len(found) > 1 else ()


def _in_order(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    rest = iter(whole)
    return all(word in rest for word in part)


def _same_words(one: Sense, other: Sense) -> bool:
    both = len(one.bag & other.bag)
    return both >= 2 and both >= 0.8 * len(one.bag | other.bag)


def _other_value(memory: Sense, note: Sense) -> bool:
    """One value of a kind on both sides, not the same, and the same words around it."""
    fresh = note.facts - memory.facts
    if len({kind for kind, _ in fresh} - {"year"}) != 1:
        return False
    kind = next(kind for kind, _ in fresh if kind != "year")
    here = [value for value in memory.values if value.kind == kind]
    there = [value for value in note.values if value.kind == kind]
    if len(here) != 1 or len(there) != 1 or kind == "link":
        return False
    if _before(memory, here[0]) != _before(note, there[0]) and kind in ("number", "version"):
        return False  # five berths, five boats
    pairs = bool(chinese(note.bag))
    shared = note.bag & memory.bag
    return len(shared) >= (3 if pairs else 2) and len(shared) >= 0.8 * len(note.bag)


def _before(said: Sense, value: Value) -> str:
    """The last content word before a value, or the first after it: what is counted."""
    after = content_words(said.text[value.end : value.end + 20].split(";")[0])
    before = content_words(without_values(said.text)[: value.start])
    return after[0] if after else before[-1] if before else ""


def _other_word(memory: Sense, note: Sense) -> bool:
    """The same sentence up to one word that says what something is: purple, cyan."""
    one, other = memory.words, note.words
    if memory.facts != note.facts or chinese(one) or chinese(other):
        return _other_chinese_word(memory, note)
    same = _common(one, other)
    tail = _common(one[same:][::-1], other[same:][::-1])
    here, there = one[same : len(one) - tail], other[same : len(other) - tail]
    if same < 2 or same < 0.4 * len(one) or not 1 <= len(here) <= 2 or not 1 <= len(there) <= 2:
        return False
    return _follows_copula(memory.text, here[0]) and _follows_copula(note.text, there[0])


def _follows_copula(text: str, word: str) -> bool:
    for match in re.finditer(r"[^\W_]+", text):
        if content_words(match[0]) == (word,):
            return ends_in_copula(text[: match.start()])
    return False


def _other_chinese_word(memory: Sense, note: Sense) -> bool:
    one, other = memory.key, note.key
    if memory.facts != note.facts or not chinese(memory.bag) or not chinese(note.bag):
        return False
    same = _common(tuple(one), tuple(other))
    tail = _common(tuple(one[same:][::-1]), tuple(other[same:][::-1]))
    here, there = one[same : len(one) - tail], other[same : len(other) - tail]
    if same < 5 or same < 0.4 * len(one) or not 1 <= len(here) <= 4 or not 1 <= len(there) <= 4:
        return False
    return ends_in_copula(one[:same])


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many words both begin with."""
    return next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )


def _subject(text: str, shift: Shift) -> Subject:
    stops = list(_SENTENCES.finditer(text))
    begin = max([0, *(stop.end() for stop in stops if stop.end() <= shift.start)])
    end = min([len(text), *(stop.start() for stop in stops if stop.start() >= shift.end)])
    before, after = text[begin : shift.start], text[shift.end : end]
    # 'Moved from A to B: the report', 'The report, moved from A to B'
    elsewhere = f"{text[: shift.start]} {text[shift.end :]}"
    for around in (before, after, elsewhere):
        words = frozenset(content_words(without_values(around))) - _verbs()
        if words:
            break
    return Subject(shift, words, sense(around).facts, sense(shift.old).bag)


@lru_cache(maxsize=1)
def _verbs() -> frozenset[str]:
    return frozenset(word for verb in word_list("verbs") for word in content_words(verb))


def _place(memory: Sense, thing: str, once: bool = True) -> tuple[int, int] | None:
    """Where `thing` stands in memory, literally or as the one value that it is."""
    level, wanted = flat(memory.text), flat(thing)
    left = r"(?<![\w])" if wanted[:1].isascii() and wanted[:1].isalnum() else ""
    right = r"(?![\w])" if wanted[-1:].isascii() and wanted[-1:].isalnum() else ""
    found = [match.span() for match in re.finditer(left + re.escape(wanted) + right, level)]
    if not found:
        own = [value for value in values(thing) if value.kind != "year"]
        if len(own) == 1 and not content_words(without_values(thing)):
            same = (own[0].kind, own[0].key)
            found = [(v.start, v.end) for v in memory.values if (v.kind, v.key) == same]
    if not found or (once and len(found) > 1):
        return None
    return found[0]


def _says(memory: Sense, thing: str) -> bool:
    said = sense(thing)
    return len(said.bag) >= 2 and said.bag <= memory.bag and said.facts <= memory.facts
