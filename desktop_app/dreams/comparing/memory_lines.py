"""Memory as a dream compares with it: its lines, found by their words, and what they say of a note:
the same, another value, or nothing. Knows statements only."""

import heapq
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from desktop_app.dreams.comparing.exchange import came_true, exchanged, is_open, with_value
from desktop_app.dreams.comparing.gist import Gist, Rarity, gist, repeats
from desktop_app.dreams.talk.extract import Recall, Recalled
from desktop_app.language.claims.subjects import are_apart
from desktop_app.language.cues import CueKind, without_cues
from desktop_app.language.tokens import tokens
from desktop_app.language.values import ValueKind, values, without_values
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.statements.markdown import StatementForm
from desktop_app.notebook.statements.reader import LONGEST_UNIT, Statement
from desktop_app.notebook.text.marks import NOT_UTF8

_CANDIDATES = 6  # lines that a note is compared with
_SAID, _THING = 0.6, 0.3  # of what a note says, by weight, that a line has; of the line in it
_SAME = 0.5  # of the line in a note that says something else of the same thing
_FEW = 2  # words of a line that does not tell by itself what it is about
_CLOSES = (")", "]", "）", "】")
_EVERYWHERE = 20  # a word in more lines than this, and in a fifth of all, finds none


@dataclass(frozen=True)
class BookLine:
    """A statement of memory, and what it says."""

    number: int
    bullet: Bullet
    now: Gist


class Book:
    """The statements of memory. Of two equal bullets below one heading the second is set apart.

    One longer than any note that is read stands by itself: nothing is compared with it.
    """

    def __init__(self, memory: MemoryFile, path: str) -> None:
        """`path` is what memory's file is called in the notebook."""
        self.path = path
        self.near = lru_cache(16)(self._near)
        """The lines that share rare words, names or values with a note, the nearest first."""
        self.lines: list[BookLine] = []
        self.doubles: list[tuple[Bullet, Bullet]] = []
        """A bullet, and one that says the same again, word for word."""
        self._by_mark: dict[str, set[int]] = defaultdict(set)
        self._by_key: dict[str, list[BookLine]] = defaultdict(list)
        first: dict[tuple[StatementForm, tuple[str, ...], str, str], Bullet] = {}
        for bullet in memory.statements:
            if len(bullet.text) > LONGEST_UNIT:
                continue
            line_points = gist(bullet.text)
            place = (bullet.form, bullet.headings, bullet.label, bullet.text)
            earlier = first.setdefault(place, bullet)
            is_bullet = bullet.form == StatementForm.BULLET
            if earlier is not bullet and is_bullet and line_points.key:
                self.doubles.append((earlier, bullet))
                continue
            line = BookLine(len(self.lines), bullet, line_points)
            self.lines.append(line)
            self._find_by(line)
        self.rarity = Rarity.of(line.now.marks for line in self.lines)

    def same(self, note: Gist) -> list[BookLine]:
        """The lines that say exactly this."""
        return [line for line in self._by_key.get(note.key, ()) if line.now.key == note.key]

    def saying(self, note: Gist) -> BookLine | None:
        """The line that says this, perhaps with more."""
        lines = (*self.same(note), *self.near(note))
        return next((line for line in lines if repeats(line.now, note)), None)

    def has(self, note: Gist) -> bool:
        """Whether a line says this, perhaps with more."""
        return self.saying(note) is not None

    def _near(self, note: Gist) -> list[BookLine]:
        limit = max(_EVERYWHERE, len(self.lines) // 5)
        score: dict[int, float] = defaultdict(float)
        # Sets have no order, and sums of fractions hang on it.
        for mark in sorted(note.marks):
            if len(some := self._by_mark.get(mark, ())) <= limit:
                weight = self.rarity.weight([mark])
                for number in some:
                    score[number] += weight
        least = min(heapq.nlargest(_CANDIDATES, score.values()), default=0.0)
        best = sorted((-weight, n) for n, weight in score.items() if weight >= least)
        return [self.lines[n] for _, n in best[:_CANDIDATES]]

    def _find_by(self, line: BookLine) -> None:
        self._by_key[line.now.key].append(line)
        if NOT_UTF8.search(line.bullet.raw):
            return  # nothing may be written into it: its bytes would not come back
        for mark in line.now.marks:
            self._by_mark[mark].add(line.number)


def new_value(
    book: Book,
    note: Gist,
    *,
    beside: bool = False,
    among: Callable[[BookLine], bool] = lambda line: True,
) -> tuple[BookLine, str] | None:
    """The line of memory of which a note exchanges a value, the most alike of several `among` which
    it may be, and its text with the new one. With `beside` also a line that a change speaks against
    otherwise, and the note's own text.
    """
    near = list(filter(among, book.near(note)))
    found = [
        (line, new)
        for line in near
        if (
            new := exchanged(line.now, note, _above(line), book.rarity)
            or with_value(line.now, note)
        )
    ]
    if not found and beside and CueKind.CHANGE in note.cues and not is_open(note):
        found = [(line, note.text) for line in near if _is_about(book, line, note)][:1]

    def share(one: tuple[BookLine, str]) -> float:
        line = one[0].now
        return book.rarity.weight(line.bag & note.bag) / book.rarity.weight(line.bag)

    return max(found, key=share, default=None)


def _is_about(book: Book, line: BookLine, note: Gist) -> bool:
    """Whether a note tells mostly of what a line is about, with values of kinds that it has."""
    said = tokens(without_values(without_cues(note.text, CueKind.CHANGE)))
    same_kinds = bool(note.by_kind) and note.by_kind.keys() <= line.now.by_kind.keys()
    known = book.rarity.share(said, line.now.bag.union(tokens(_above(line))))
    return same_kinds and known >= _SAID and book.rarity.share(line.now.words, note.bag) >= _THING


def is_about(line: BookLine, note: Statement) -> bool:
    """Whether a note may tell of what a line of memory says is so: the line is no entry of a day,
    whose values are history, and the headings of the note name nothing else than its own."""
    bullet = line.bullet
    if any(_is_stamped(text, note.day) for text in (*bullet.context, bullet.text)):
        return False
    above, words = tokens(" ".join(bullet.context)), {*tokens(" ".join((*note.context, note.text)))}
    alone = bool(line.now.names) or len(line.now.bag) > _FEW or not (above and note.label)
    return (alone or not words.isdisjoint(above)) and not are_apart(bullet.headings, note.headings)


def _is_stamped(text: str, day: date) -> bool:
    """Whether a text begins with a date of the past, or has one at the end of a bracket."""
    found = values(text)
    years = {one.start: int(one.key) for one in found if one.kind == ValueKind.YEAR}
    for one in found:
        first = not re.search(r"\w", text[: one.start])
        if one.kind == ValueKind.DATE and one.start in years:
            month, number = map(int, one.key.split("-"))
            past = (years[one.start], month, number) <= (day.year, day.month, day.day)
            if past and (first or text[one.end :].startswith(_CLOSES)):
                return True
    return False


def says_otherwise(
    book: Book, note: Gist, among: Callable[[BookLine], bool] = lambda line: True
) -> bool:
    """Whether a note has most words of a line of memory, and each a value or name that the other
    one has not. A note that tells of a change needs none; a label names no thing."""
    if is_open(note) or note.bag <= {*tokens(note.label)}:
        return False
    said = tokens(without_values(without_cues(note.text, CueKind.CHANGE)))

    def differs(line: BookLine) -> bool:
        now, share = line.now, book.rarity.share
        pairs = (now.value_keys, note.value_keys), (now.names, note.names)
        if CueKind.CHANGE not in note.cues and not any(a - b and b - a for a, b in pairs):
            return False
        apart = tokens(" ".join(now.names ^ note.names))
        told, mine = ([one for one in words if one not in apart] for words in (said, now.words))
        known = share(told, now.bag.union(tokens(_above(line))))
        return known >= _SAID and share(mine, note.bag) >= _SAME

    return any(map(differs, filter(among, book.near(note))))


def _above(line: BookLine) -> str:
    return " / ".join((*line.bullet.headings, *line.bullet.header))


def known(book: Book, note: Gist) -> BookLine | None:
    """The line of memory that says what a note says, or what it says has changed."""
    true = (line for line in book.near(note) if came_true(line.now, note, book.rarity))
    return book.saying(note) or next(true, None)


def recall_in(book: Book) -> Recall:
    """Compares sentences with the statements of a memory."""

    def recall(text: str) -> tuple[Recalled, Bullet | None]:
        note = gist(text)
        if line := known(book, note):
            return Recalled.KNOWN, line.bullet
        if found := new_value(book, note, beside=True):
            return Recalled.CHANGED, found[0].bullet
        return Recalled.NEW, None

    return recall
