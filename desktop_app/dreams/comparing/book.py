"""Memory as a dream thinks on it: its lines, found by their words. Knows bullets, writes nothing.

Later days see what earlier ones changed here; MEMORY.md itself is not touched.
"""

import heapq
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from desktop_app.dreams.comparing.points import Points, points
from desktop_app.dreams.comparing.rarity import Rarity
from desktop_app.dreams.comparing.relate import (
    DIFFERENT,
    Relation,
    RelationKind,
    agrees,
    relate,
    repeats,
)
from desktop_app.errors import Problem
from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.notebook.statements.reader import LONGEST_UNIT
from desktop_app.notebook.text.marks import NOT_UTF8
from desktop_app.words import tr

MOST_BULLETS = 20_000
_SHOWN = 60  # characters of a line in a reason
_CANDIDATES = 6  # lines that a note is compared with
_EVERYWHERE = 20  # a word in more lines than this, and in a fifth of all, finds none


@dataclass
class BookLine:
    """A bullet, and what it says in this dream: `now` differs from it once a note changed it."""

    number: int
    bullet: Bullet
    now: Points
    notes: list[int] = field(default_factory=list)  # the notes that changed it, in their order

    @property
    def doubt(self) -> str:
        """Why an addition waits that may be about this line."""
        first = self.bullet.text.split("\n")[0]
        shown = first if len(first) <= _SHOWN else f"{first[:_SHOWN].rstrip()} …"
        return tr("it may be about “{shown}”; compare them first").format(shown=shown)


@dataclass(frozen=True)
class Double:
    """A bullet that says again, word for word, what another one says."""

    first: Bullet
    again: Bullet


class Book:
    """The lines of memory. Exact repetitions within a section are set apart.

    A bullet longer than any note that is read stands by itself: nothing is compared with it.
    """

    def __init__(
        self, memory: MemoryFile, path: str, go_on: Callable[[], None] = lambda: None
    ) -> None:
        """`path` is what memory's file is called in the notebook. `go_on` is called often and may
        raise. Raises Problem for more than 20,000 bullets."""
        if len(memory.bullets) > MOST_BULLETS:
            raise Problem(
                tr(
                    "{path} has {count:,} bullets; at most {most_bullets:,} are compared with "
                    "notes."
                ).format(path=path, count=len(memory.bullets), most_bullets=MOST_BULLETS),
                tr("Move those that you seldom need to topic files."),
            )
        self.path = path
        self.lines: list[BookLine] = []
        self.doubles: list[Double] = []
        self._by_mark: dict[str, list[int]] = defaultdict(list)
        self._by_key: dict[str, list[BookLine]] = defaultdict(list)
        starts = [heading.line for heading in memory.headings]
        first: dict[tuple[int, str], Bullet] = {}
        for bullet in memory.bullets:
            go_on()
            if len(bullet.text) > LONGEST_UNIT:
                continue
            line_points = points(bullet.text)
            earlier = first.setdefault((bisect_left(starts, bullet.line), bullet.text), bullet)
            if earlier is not bullet and line_points.key:
                self.doubles.append(Double(earlier, bullet))
                continue
            line = BookLine(len(self.lines), bullet, line_points)
            self.lines.append(line)
            self._find_by(line)
        self.rarity = Rarity.of(line.now.marks for line in self.lines)

    def same(self, note: Points) -> list[BookLine]:
        """The lines that say exactly this."""
        return [line for line in self._by_key.get(note.key, ()) if line.now.key == note.key]

    def has(self, note: Points) -> bool:
        """Whether a line says this, perhaps with more."""
        return any(repeats(line.now, note) for line in (*self.same(note), *self.near(note)))

    def near(self, note: Points) -> list[BookLine]:
        """The lines that share rare words, names or values, the nearest first."""
        limit = max(_EVERYWHERE, len(self.lines) // 5)
        score: dict[int, float] = defaultdict(float)
        for mark in sorted(note.marks):  # sets have no order, and sums of fractions hang on it
            lines = self._by_mark.get(mark, ())
            if len(lines) <= limit:
                for number in lines:
                    score[number] += self.rarity.weight([mark])
        best = heapq.nsmallest(_CANDIDATES, score, key=lambda n: (-score[n], n))
        return [self.lines[n] for n in best]

    def relation(self, note: Points, bare: str = "") -> tuple[BookLine | None, Relation]:
        """The line that a note is most surely about, and how it stands to it.

        `bare` is the note without the label that it stands under: a list of what was deleted says
        nothing of the lines that stand in it already, deleted or word for word.
        """
        best: tuple[BookLine | None, Relation] = (None, DIFFERENT)
        item = points(bare) if bare else note
        for line in (*self.same(item), *self.same(note), *self.near(note)):
            if item.key == line.now.key or (repeats(line.now, item) and agrees(line.now, note)):
                return line, Relation(RelationKind.DUPLICATE, 1.0)
            relation = relate(line.now, note, self.rarity)
            if relation.kind == RelationKind.DUPLICATE:
                return line, relation
            if relation.kind != RelationKind.DIFFERENT and relation.close > best[1].close:
                best = line, relation
        return best

    def update(self, line: BookLine, text: str, note: int) -> None:
        """Give a line the text that follows from a note."""
        line.now = points(text)
        line.notes.append(note)
        self._find_by(line)

    def _find_by(self, line: BookLine) -> None:
        self._by_key[line.now.key].append(line)
        if NOT_UTF8.search(line.bullet.raw):
            return  # nothing may be written into it: its bytes would not come back
        for mark in line.now.marks:
            if line.number not in self._by_mark[mark][-1:] and not (
                line.notes and line.number in self._by_mark[mark]
            ):
                self._by_mark[mark].append(line.number)
