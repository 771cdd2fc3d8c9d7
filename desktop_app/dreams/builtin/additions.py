"""What the notes say that memory does not say yet. Knows notes, not memory or its headings."""

import math
from collections import defaultdict
from dataclasses import dataclass, field

from desktop_app.dreams.builtin.book import Note
from desktop_app.dreams.builtin.relating.relate import contradicts, near_enough, relate, repeats
from desktop_app.dreams.builtin.relating.sense import Sense

_EVERYWHERE = 200  # a word in more additions than this finds none
_CANDIDATES = 8  # additions looked at closely for one note
_SAME = frozenset({"duplicate", "merged"})
_OTHERWISE = "another line of the notes says something else"
_PER_DAY, _MOST_DAYS = 0.1, 5
_LIFT = {"preference": 0.1, "decision": 0.1, "lesson": 0.05}


@dataclass
class Addition:
    """A new line, with every note that says it and those whose changes are worked into it."""

    said: Sense
    best: Note
    notes: list[Note]
    changed_by: list[Note] = field(default_factory=list)
    held: str = ""

    @property
    def days(self) -> int:
        """On how many days it was said."""
        return len({note.unit.day for note in self.notes})

    @property
    def importance(self) -> float:
        """Between 0 and about 1.5; what is said on several days weighs more."""
        worth = self.best.worth
        grown = 1 / (1 + math.exp(-0.6 * (worth.score - 1)))
        days = _PER_DAY * min(_MOST_DAYS, self.days - 1)
        return grown + days + _LIFT.get(worth.kind, 0)


class Additions:
    """Additions without repetition, in the order they were first said."""

    def __init__(self) -> None:
        self._all: list[Addition] = []
        self._changes: set[int] = set()  # the orders of notes that only changed others
        self._kinds: dict[tuple[str, str], str] = {}
        self._by_word: dict[str, list[Addition]] = defaultdict(list)
        self._by_key: dict[str, Addition] = {}

    @property
    def all(self) -> list[Addition]:
        """The additions; a note that only changes another is told by that one."""
        return [
            one for one in self._all if not self._changes.issuperset(n.order for n in one.notes)
        ]

    def offer(self, note: Note, said: Sense, changed_by: tuple[Note, ...]) -> None:
        """Take a note in: as a new line, or as one more source of a line that says the same."""
        near = [known for known in self._like(note, said) if near_enough(known.said, said)]
        for known in near:
            if self._kind(known, said) in _SAME or repeats(said, known.said):
                self._join(known, note, said, changed_by)
                return
        self._changes.update(by.order for by in changed_by)
        new = Addition(said, note, [note], list(changed_by))
        for known in near:
            if self._kind(known, said) == "conflict" or contradicts(said, known.said):
                known.held = new.held = _OTHERWISE
        self._all.append(new)
        self._find_by(new)

    def support(self, note: Note, said: Sense) -> bool:
        """Take an unmarked note as one more source, if it says what some addition says.

        A later one that says the same and more gives the addition its words.
        """
        for known in self._near(said):
            kind = self._kind(known, said)
            if kind == "duplicate":
                known.notes.append(note)
                return True
            if kind == "merged" and note.order > max(n.order for n in known.notes):
                self._join(known, note, said, ())
                return True
        return False

    def oppose(self, note: Note) -> None:
        """Let the additions wait that can't hold beside what another note says.

        One that is not worth keeping must be the later one.
        """
        if note.worth.fleeting or note.unit.mark:
            return
        for known in self._near(note.sense):
            earlier = max(one.order for one in known.notes) < note.order
            if (earlier or note.worth.kept) and self._kind(known, note.sense) == "conflict":
                known.held = _OTHERWISE

    def _kind(self, known: Addition, said: Sense) -> str:
        """How a text stands to an addition as it is now; asked more than once."""
        if not near_enough(known.said, said):
            return "different"
        key = (known.said.text, said.text)
        if key not in self._kinds:
            self._kinds[key] = relate(known.said, said).kind
        return self._kinds[key]

    def _join(self, known: Addition, note: Note, said: Sense, changed_by: tuple[Note, ...]) -> None:
        known.notes.append(note)
        self._changes.update(by.order for by in changed_by)
        known.changed_by += [by for by in changed_by if by not in known.changed_by]
        if note.worth.score > known.best.worth.score:
            known.best = note
        if not repeats(known.said, said):  # the newer one says more
            known.said = said
            self._find_by(known)

    def _like(self, note: Note, said: Sense) -> list[Addition]:
        """The additions that a note may say again: if it is not read, only an equal one."""
        same = self._by_key.get(said.key)
        if note.unit.foreign:
            return [same] if same else []
        return self._near(said)

    def _near(self, said: Sense) -> list[Addition]:
        """The few additions that share most rare words with a text, and the one that is equal."""
        shared: dict[int, float] = defaultdict(float)
        found: dict[int, Addition] = {}
        for word in dict.fromkeys(said.words):
            ones = self._by_word.get(word, ())
            if len(ones) <= _EVERYWHERE:
                for one in ones:
                    shared[id(one)] += 1 / len(ones)
                    found[id(one)] = one
        best = sorted(found, key=lambda one: (-shared[one], found[one].best.order))
        near = [found[one] for one in best[:_CANDIDATES]]
        same = self._by_key.get(said.key)
        return near if same is None or same in near else [*near, same]

    def _find_by(self, addition: Addition) -> None:
        self._by_key.setdefault(addition.said.key, addition)
        if not addition.best.unit.foreign:
            for word in addition.said.bag:
                self._by_word[word].append(addition)
