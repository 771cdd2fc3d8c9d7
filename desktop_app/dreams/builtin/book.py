"""The working copy of memory that a dream thinks on. Knows bullets and their words, writes nothing.

Later days see what earlier ones changed here; MEMORY.md itself is not touched.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from desktop_app.dreams.builtin.salience import Worth
from desktop_app.dreams.builtin.sense import Sense, sense
from desktop_app.dreams.builtin.split import Unit
from desktop_app.notebook.bullets import Bullet, MemoryFile

_NOT_UTF8 = re.compile("[\ud800-\udfff]")
_CANDIDATES = 8  # lines looked at closely for one note
_EVERYWHERE = 20  # a word in more lines than this (or a fifth of all) finds none


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
    how: str = ""
    held: str = ""  # why the update is not accepted beforehand
    said: int = -1  # order of the last note that said this line again, in these words
    agreed: int = -1  # ... or in others
    against: list[Note] = field(default_factory=list)


class Book:
    """The lines of memory, found by their words. Exact repetitions in a section are set apart."""

    def __init__(self, memory: MemoryFile, path: str) -> None:
        """`path` is what memory's file is called in the notebook."""
        self.path = path
        self.lines: list[Line] = []
        self.doubles: list[tuple[Bullet, Bullet]] = []  # (the first, the one that repeats it)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._by_key: dict[str, list[Line]] = defaultdict(list)
        starts = [heading.line for heading in memory.headings]
        first: dict[tuple[int, str], Bullet] = {}
        for bullet in memory.bullets:
            section = sum(start < bullet.line for start in starts)
            said = sense(bullet.text)
            known = first.setdefault((section, bullet.text), bullet)
            if known is not bullet and said.key:
                self.doubles.append((known, bullet))
                continue
            line = Line(len(self.lines), bullet, said)
            self.lines.append(line)
            self._find_by(line)

    def same(self, said: Sense) -> list[Line]:
        """The lines that say exactly this."""
        return [line for line in self._by_key.get(said.key, ()) if line.now.key == said.key]

    def near(self, words: Iterable[str]) -> list[Line]:
        """At most eight lines that share rare words, the nearest first."""
        limit = max(_EVERYWHERE, len(self.lines) // 5)
        score: dict[int, float] = defaultdict(float)
        for word in words:
            found = self._by_word.get(word, ())
            if len(found) <= limit:
                for number in found:
                    score[number] += math.log(1 + len(self.lines) / len(found))
        best = sorted(score, key=lambda number: (-score[number], number))[:_CANDIDATES]
        return [self.lines[number] for number in best]

    def update(self, line: Line, text: str, note: Note, how: str, held: str) -> None:
        """Give a line another text because of a note."""
        line.notes.append(note)
        line.how = how
        line.held = line.held or held
        line.now = sense(text)
        self._find_by(line)

    def _find_by(self, line: Line) -> None:
        self._by_key[line.now.key].append(line)
        if _NOT_UTF8.search(line.bullet.raw):
            return  # nothing may be written into it: its bytes would not come back
        for word in line.now.bag:
            if line.number not in self._by_word[word]:
                self._by_word[word].append(line.number)
