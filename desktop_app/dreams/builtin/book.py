"""The working copy of memory that a dream thinks on. Knows bullets and their words, writes nothing.

Later days see what earlier ones changed here; MEMORY.md itself is not touched.
"""

import heapq
import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from desktop_app.dreams.builtin.notes.salience import Worth
from desktop_app.dreams.builtin.notes.split import LONGEST_UNIT, Unit
from desktop_app.dreams.builtin.relating.rarity import Rarity
from desktop_app.dreams.builtin.relating.relate import Relation, near_enough, relate
from desktop_app.dreams.builtin.relating.sense import Sense, sense
from desktop_app.dreams.builtin.relating.terms import NAMES
from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.notebook.text.marks import NOT_UTF8

_COMMON = 0.1  # what a word of many lines counts
_CANDIDATES = 8  # lines looked at closely for a note that tells of a change
_FEWER = 4  # ... for one that does not, in a larger memory: it matters only where it is near
_FEW_LINES = 100  # up to here a memory is small
_NEAR = 0.2  # of the nearest one's nearness; what is further away is not looked at
_EVERYWHERE = 20  # a word in more lines than this (or a fifth of all) finds none
_SAME = 1e-5  # of nearness: more than the order of a sum can change
_VALUES_EVERYWHERE = 500  # ... unless it is a value: berths differ by their numbers only


@dataclass(frozen=True)
class Note:
    """A unit of a day with its sense; `order` counts up from the oldest."""

    order: int
    unit: Unit
    sense: Sense
    worth: Worth


@dataclass
class Line:
    """A bullet as it stands in this dream: its text now, and the notes that brought it there."""

    number: int
    bullet: Bullet
    now: Sense
    notes: list[Note] = field(default_factory=list)
    reason: str = ""
    merged: bool = False  # the notes say the same and more
    held: str = ""  # why the update is not accepted beforehand
    agreed: int = -1  # order of the last note that says what the line says
    against: list[tuple[Note, Relation]] = field(default_factory=list)
    forget: list[Note] = field(default_factory=list)  # what asks to forget it


@dataclass(frozen=True)
class Double:
    """A bullet that says again what another one says. `alike`: word for word, in one section."""

    first: Bullet
    again: Bullet
    alike: bool


def _stands_alone(said: Sense) -> bool:
    """Whether a line says by itself whom it is about: 'Lives in Porto' may be said of two."""
    return len(said.terms) > 2 and bool(said.names or said.terms[0].kind in NAMES)


class Book:
    """The lines of memory, found by their words. Exact repetitions are set apart.

    A bullet longer than any note that is read stands by itself: nothing is compared with it.
    """

    def __init__(self, memory: MemoryFile, path: str) -> None:
        """`path` is what memory's file is called in the notebook."""
        self.path = path
        self.lines: list[Line] = []
        self.doubles: list[Double] = []
        self._by_mark: dict[str, list[int]] = defaultdict(list)
        self._by_key: dict[str, list[Line]] = defaultdict(list)
        self._relations: dict[tuple[int, str, int], Relation] = {}
        starts = [heading.line for heading in memory.headings]
        first: dict[tuple[int, str], Bullet] = {}
        anywhere: dict[str, Bullet] = {}
        for bullet in memory.bullets:
            if len(bullet.text) > LONGEST_UNIT:
                continue
            section = bisect_left(starts, bullet.line)
            said = sense(bullet.text)
            known = first.setdefault((section, bullet.text), bullet)
            if known is not bullet and said.key:
                self.doubles.append(Double(known, bullet, True))
                continue
            elsewhere = anywhere.setdefault(bullet.text, bullet)
            if elsewhere is not bullet and _stands_alone(said):
                self.doubles.append(Double(elsewhere, bullet, False))
            line = Line(len(self.lines), bullet, said)
            self.lines.append(line)
            self._find_by(line)
        self.rarity = Rarity.of(line.now.marks for line in self.lines)

    def same(self, said: Sense) -> list[Line]:
        """The lines that say exactly this."""
        return [line for line in self._by_key.get(said.key, ()) if line.now.key == said.key]

    def has(self, said: Sense) -> bool:
        """Whether a line says this, perhaps in other words."""
        return any(
            relate(line.now, said, self.rarity).kind == "duplicate"
            for line in (*self.same(said), *self.near(said))
        )

    def near(self, said: Sense) -> list[Line]:
        """At most eight lines that share rare words, names or values, the nearest first."""
        limit = max(_EVERYWHERE, len(self.lines) // 5)
        score: dict[int, float] = defaultdict(float)
        common: set[str] = set()
        for mark in said.marks:
            found = self._by_mark.get(mark, ())
            if len(found) > (max(limit, _VALUES_EVERYWHERE) if ":" in mark else limit):
                common.add(mark)
                continue
            rare = math.log(1 + len(self.lines) / max(1, len(found)))
            for number in found:
                score[number] += rare
        least = _NEAR * max(score.values(), default=0.0) - _COMMON * len(common)
        score = {number: found for number, found in score.items() if found >= least}
        for number in score if common else ():  # they find none, but tell which is nearer
            score[number] += _COMMON * len(common & self.lines[number].now.marks)
        # Sets have no order, and sums of fractions hang on it: the last digits are dropped.
        fewer = len(self.lines) > _FEW_LINES and not said.tells_change
        most = _FEWER if fewer else _CANDIDATES
        last = heapq.nlargest(most, score.values())[-1:]
        near = [n for n, found in score.items() if found >= last[0] - _SAME]
        best = sorted(near, key=lambda n: (-round(score[n], 6), n))[:most]
        return [self.lines[n] for n in best if score[n] >= _NEAR * score[best[0]]]

    def related(self, note: Note) -> Iterator[tuple[Line, Relation]]:
        """The nearest lines, and how the note stands to each of them now."""
        fewer = len(self.lines) > _FEW_LINES and not note.sense.tells_change
        for line in self.near(note.sense):
            if fewer and not near_enough(line.now, note.sense):
                continue
            key = (line.number, line.now.text, note.order)
            if key not in self._relations:
                self._relations[key] = relate(line.now, note.sense, self.rarity)
            yield line, self._relations[key]

    def update(self, line: Line, note: Note, relation: Relation, held: str) -> None:
        """Give a line the text that follows from a note."""
        line.merged = relation.kind == "merged" and (line.merged or not line.notes)
        line.notes.append(note)
        line.reason = relation.reason
        line.held = line.held or held
        line.now = sense(relation.new or note.sense.text)
        line.agreed = max(line.agreed, note.order)
        self._find_by(line)

    def withdraw(self, note: Note) -> None:
        """Ask nothing because of this note."""
        for line in self.lines:
            line.against = [one for one in line.against if one[0] is not note]

    def _find_by(self, line: Line) -> None:
        self._by_key[line.now.key].append(line)
        if NOT_UTF8.search(line.bullet.raw):
            return  # nothing may be written into it: its bytes would not come back
        for mark in line.now.marks:
            if not self._by_mark[mark] or self._by_mark[mark][-1] != line.number:
                if line.notes and line.number in self._by_mark[mark]:
                    continue
                self._by_mark[mark].append(line.number)
