"""What a mind is shown of a dream's material: the statements of memory and days, each marked. Pure.

What looks like a secret or gives orders is not shown; it is counted, and its place is told.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby, islice
from typing import Any

from rapidfuzz import fuzz

from desktop_app.dreams.comparing.gist import Rarity, gist
from desktop_app.dreams.consolidator.marks import harmless
from desktop_app.dreams.material import Material
from desktop_app.dreams.proof import Cited
from desktop_app.dreams.proposal import AsideLine, Why, source_of
from desktop_app.language.gate import held
from desktop_app.language.speakers import name_of
from desktop_app.language.tokens import normal
from desktop_app.notebook.bullets import MemoryFile, memory_file
from desktop_app.notebook.lines import split
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.source import Source, line_sha
from desktop_app.notebook.statements.markdown import HeadingLines
from desktop_app.notebook.statements.markup import Box
from desktop_app.notebook.statements.reader import Statement
from desktop_app.notebook.text.marks import LIST_MARK, NOT_UTF8

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_KEY_BEGINS, _KEY_ENDS = "-----BEGIN", "-----END"
_NESTED = re.compile(rf"\n(?=\s*{LIST_MARK}\s)")
_FLAT = re.compile(rf" / (?={LIST_MARK}\s)")
_BOXES = {Box.TODO: "[ ] ", Box.DONE: "[x] "}


@dataclass(frozen=True)
class MarkedStatement:
    """A statement under its mark. `text` is what the mind reads, on one line; `says` the statement
    as it stands. `under` is the path of headings above it, `context` that and what else counts as
    its text; `above` is what leads to a list of memory, or the header of its table. `bullet` is
    memory's. `to_do`: it has an open box.
    """

    mark: str
    text: str
    says: str
    under: tuple[str, ...]
    sources: tuple[Source, ...]
    day: date | None = None
    bullet: Bullet | None = None
    to_do: bool = False
    context: tuple[str, ...] = ()
    above: str = ""

    @property
    def row(self) -> str:
        """The line of the prompt."""
        return f"{self.mark} {self.text}"

    @property
    def cited(self) -> Cited:
        """The statement as something to rest on."""
        return Cited(self.says, self.context or self.under, self.day, self.to_do, self.sources[0])


@dataclass(frozen=True)
class MarkedHeading:
    """A heading of memory under its mark."""

    mark: str
    heading: HeadingLines
    source: Source

    @property
    def row(self) -> str:
        """The line of the prompt."""
        return f"{self.mark} {'#' * self.heading.level} {harmless(self.heading.title)}"


@dataclass(frozen=True)
class Shown:
    """All that may be shown, the oldest day first, and the places of what may not."""

    notes: tuple[MarkedStatement, ...]
    memory: tuple[MarkedStatement, ...]
    headings: tuple[MarkedHeading, ...]
    aside: tuple[AsideLine, ...]

    @property
    def hashes(self) -> dict[str, str]:
        """The sha256 of what each mark names."""
        texts = {one.mark: one.says for one in (*self.notes, *self.memory)}
        texts |= {one.mark: one.heading.title for one in self.headings}
        return {mark: line_sha(text) for mark, text in texts.items()}

    def as_asked(self, asked: Mapping[str, str]) -> "Shown":
        """What an earlier question showed and still stands, under the marks of then; `asked` are
        the `hashes` of that question.
        """
        marks: dict[tuple[str, str], list[str]] = defaultdict(list)
        for mark, sha in asked.items():
            marks[_place(mark), sha].append(mark)
        now = self.hashes

        def then(one: Any) -> Any:
            named = marks[_place(one.mark), now[one.mark]]
            return replace(one, mark=named.pop(0)) if named else None

        every = (self.notes, self.memory, self.headings)
        notes, memory, headings = (tuple(filter(None, map(then, some))) for some in every)
        return Shown(notes, memory, headings, self.aside)


def _place(mark: str) -> str:
    return mark.partition(":")[0] if mark.startswith("D") else mark[0]


def shown_of(material: Material) -> Shown:
    """Mark what may be shown of the material."""
    notes: list[MarkedStatement] = []
    aside: list[AsideLine] = []
    ends: Counter[date] = Counter()
    for day in sorted(material.days, key=lambda day: (day.date, day.path)):
        before = ends[day.date]  # a day's further files are numbered on
        ends[day.date] += day.text.count("\n") + 1
        on_line: Counter[int] = Counter()
        keys = _key_lines(split(day.text))
        for one in material.statements[day]:
            line = one.pieces[0].line
            on_line[line] += 1
            if why := Why.SECRET if line in keys else _withheld(one, material):
                aside.append(AsideLine(why, day.path, line, one.pieces[0].sha))
                continue
            again = f".{on_line[line]}" if on_line[line] > 1 else ""
            speaker = f"{name_of(one.speaker, material.language)}: " if one.speaker else ""
            notes.append(
                MarkedStatement(
                    f"D{day.date.isoformat()}:{before + line}{again}",
                    _plain(f"{_BOXES.get(one.mark, '')}{speaker}{one.full_text}"),
                    one.full_text,
                    one.headings,
                    one.sources,
                    day=one.day,
                    to_do=one.mark == Box.TODO,
                    context=one.context,
                )
            )
    memory = tuple(_marked(material, material.memory, material.memory_path, aside))
    return Shown(tuple(notes), memory, tuple(_headings(material)), tuple(aside))


def nested(text: str) -> str:
    """A text with its list on lines of its own, as before it was shown on one line."""
    return _FLAT.sub("\n", text)


def _withheld(statement: Statement, material: Material) -> Why | None:
    if statement.mark == Box.LONG:
        return Why.LONG
    if why := material.held(statement.full_text, statement.lines):
        return why
    above = held(" ".join(statement.headings))
    return Why(above) if above else None


def named(material: Material) -> Iterator[MarkedStatement]:
    """What may be shown of the files that memory names; their marks name nothing."""
    for path, text in material.named.items():
        yield from _marked(material, memory_file(text.encode("utf-8", "surrogateescape")), path, [])


def _marked(
    material: Material, memory: MemoryFile, path: str, aside: list[AsideLine]
) -> Iterator[MarkedStatement]:
    """The statements that may be shown, by their place in a whole file; the places of what the
    gate holds go to `aside`.
    """
    for number, bullet in enumerate(memory.statements, start=1):
        text = _plain(_NESTED.sub(" / ", bullet.text))
        lines = [(line, line_sha(line)) for line in bullet.raw.split("\n")]
        why = material.held(bullet.full_text, lines) or material.held(text, lines)
        source = source_of(path, bullet)
        if why:
            aside.append(AsideLine(why, source.path, source.line, source.sha))
        elif text and not NOT_UTF8.search(bullet.raw):
            row = f"{text} (pinned)" if bullet.stays else text
            above = _plain(" | ".join(bullet.header) or bullet.label)
            yield MarkedStatement(
                f"M{number}",
                row,
                bullet.full_text,
                bullet.headings,
                (source,),
                bullet=bullet,
                to_do=bullet.mark == Box.TODO,
                context=bullet.context,
                above="" if held(above) else above,
            )


def _headings(material: Material) -> Iterator[MarkedHeading]:
    headings = material.memory.headings
    deeper = any(heading.level > 1 for heading in headings) or len(headings) == 1
    for number, heading in enumerate(headings, start=1):
        title = deeper and heading.level == 1
        if heading.title and not title and not held(heading.title):
            source = Source(material.memory_path, heading.line, heading.title)
            yield MarkedHeading(f"H{number}", heading, source)


def _key_lines(lines: Sequence[str]) -> frozenset[int]:
    """The lines, from 1, of private keys that stand in a text."""
    inside, found = False, set()
    for number, line in enumerate(lines, start=1):
        inside = inside or _KEY_BEGINS in line
        found |= {number} if inside else set()
        inside = inside and _KEY_ENDS not in line and not line.startswith("#")
    return frozenset(found)


def _plain(text: str) -> str:
    return harmless(_CONTROLS.sub(" ", " ".join(text.split()))).rstrip()


MOST = 3
"""Lines that one text is taken to be made from at most."""

_CANDIDATES = 8
_COVERED = 0.3  # of a text's words, weighed by rarity, that its best line has to share
_NEAR = 0.2  # the same of a line that may be about the same
_ALIKE = 0.75  # how alike letters are when the words are not
_MORE = 0.2  # what a further line has to add
_WORDS, _LETTERS = 0.7, 0.3


class Alignment:
    """Some statements by their words."""

    def __init__(self, notes: Sequence[MarkedStatement]) -> None:
        self._notes = list(notes)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        for number, note in enumerate(self._notes):
            for word in gist(note.says).marks:
                self._by_word[word].append(number)

    def near(self, text: str) -> tuple[MarkedStatement, ...]:
        """The lines that share enough of the words of `text`, the nearest first."""
        shares = self._shares(gist(text).marks)
        return tuple(self._notes[n] for n, share in shares.items() if share >= _NEAR)

    def lines(self, text: str, most: int = MOST) -> tuple[MarkedStatement, ...]:
        """The lines that `text` is made from, the nearest first; none when no line is near."""
        words = gist(text).marks
        score = self._shares(words)

        def letters(n: int) -> float:
            return fuzz.token_set_ratio(normal(text), normal(self._notes[n].says)) / 100

        alike = lambda n: (_WORDS * score[n] + _LETTERS * letters(n), n)
        near = sorted(islice(score, _CANDIDATES), key=alike, reverse=True)
        if not near or (score[near[0]] < _COVERED and letters(near[0]) < _ALIKE):
            return ()
        chosen, uncovered = near[:1], words - gist(self._notes[near[0]].says).marks
        for n in near[1:]:
            adds = uncovered & gist(self._notes[n].says).marks
            if len(chosen) < most and self._weight(adds) >= _MORE * self._weight(words):
                chosen.append(n)
                uncovered -= adds
        return tuple(self._notes[n] for n in chosen)

    def _shares(self, words: Iterable[str]) -> dict[int, float]:
        """How much of these words each line shares, the best first."""
        score: dict[int, float] = defaultdict(float)
        for word in sorted(words):  # a set has another order in each run
            for number in self._by_word.get(word, ()):
                score[number] += self._rarity(word)
        whole = self._weight(words)
        return {n: score[n] / whole for n in sorted(score, key=lambda n: (-score[n], -n))}

    def _weight(self, words: Iterable[str]) -> float:
        return math.fsum(map(self._rarity, words))

    def _rarity(self, word: str) -> float:
        return math.log(1 + len(self._notes) / max(1, len(self._by_word.get(word, ()))))


_MEMORY_SHARE = 0.6  # of the room for lines that memory may take; a larger one is shown in part
_HEADINGS_SHARE = 0.2  # the same of its headings; where there are more, none is shown

Cost = Callable[[str], int]


@dataclass(frozen=True)
class DreamPart:
    """What one call is about. `whole` says that `memory` are all its statements that may be shown.

    `drafts` are lines of earlier answers: the last call joins those of all parts.
    """

    notes: tuple[MarkedStatement, ...]
    memory: tuple[MarkedStatement, ...]
    headings: tuple[MarkedHeading, ...] = ()
    whole: bool = True
    drafts: tuple[str, ...] = ()

    def halves(self) -> tuple["DreamPart", ...]:
        """Two parts with half of the notes each; none when there is but one line."""
        if len(self.notes) < 2:
            return ()
        at = _best_cut(self.notes)
        return tuple(replace(self, notes=notes) for notes in (self.notes[:at], self.notes[at:]))


def planned(
    shown: Shown, budget: int, cost: Cost, *, wished: int | None = None
) -> tuple[tuple[DreamPart, ...], tuple[MarkedStatement, ...]]:
    """The notes in parts that cost at most `budget` each, in tokens, and those too long for any.

    In that is room for memory, whole where it fits. Parts cost at most what is `wished`, but for a
    statement that is longer by itself.
    """
    hard, budget = budget, min(budget, wished or budget)
    titles = sum(cost(one.row) for one in shown.headings)
    headings = shown.headings if titles <= budget * _HEADINGS_SHARE else ()
    titles = titles if headings else 0
    all_memory = sum(_size(one, cost) for one in shown.memory)
    for_memory = min(all_memory, int(budget * _MEMORY_SHARE) - titles)
    beside, whole = for_memory + titles, for_memory == all_memory
    fits: list[MarkedStatement] = []
    long: list[MarkedStatement] = []
    for note in shown.notes:
        (fits if _size(note, cost) <= hard - beside else long).append(note)
    parts = []
    for group in _grouped(fits, max(budget - beside, 1), cost):
        memory = shown.memory if whole else nearest(group, shown.memory, for_memory, cost)
        parts.append(DreamPart(tuple(group), memory, headings, whole))
    return tuple(parts), tuple(long)


def _size(one: MarkedStatement, cost: Cost) -> int:
    above = one.above if one.bullet else " / ".join(one.under)
    return cost(one.row) + (cost(above) if above else 0)


def _grouped(
    notes: list[MarkedStatement], room: int, cost: Cost
) -> Iterator[list[MarkedStatement]]:
    """Neighbouring pieces together while they fit."""
    group: list[MarkedStatement] = []
    size_of_group = 0
    days = (list(day) for _, day in groupby(notes, key=lambda note: note.day))
    for piece in (piece for day in days for piece in _fitting(day, room, cost)):
        size = sum(_size(note, cost) for note in piece)
        if group and size_of_group + size > room:
            yield group
            group, size_of_group = [], 0
        group = [*group, *piece]
        size_of_group += size
    if group:
        yield group


def _fitting(
    notes: list[MarkedStatement], room: int, cost: Cost
) -> Iterator[list[MarkedStatement]]:
    if len(notes) == 1 or sum(_size(note, cost) for note in notes) <= room:
        yield notes
        return
    at = _best_cut(notes)
    yield from _fitting(notes[:at], room, cost)
    yield from _fitting(notes[at:], room, cost)


def _best_cut(notes: Sequence[MarkedStatement]) -> int:
    """Where to cut in two: at a new day, else before a heading, else in the middle."""
    middle = len(notes) // 2
    days = [n for n in range(1, len(notes)) if notes[n].day != notes[n - 1].day]
    blocks = [n for n in range(1, len(notes)) if notes[n].under != notes[n - 1].under]
    return min(days or blocks or [middle], key=lambda n: abs(n - middle))


def nearest(
    notes: Sequence[MarkedStatement], memory: Sequence[MarkedStatement], room: int, cost: Cost
) -> tuple[MarkedStatement, ...]:
    """The statements of memory that share the rarest words with these notes and fit, in order."""
    marks = [gist(one.says).marks for one in memory]
    rarity = Rarity.of(marks)
    said = frozenset(word for note in notes for word in gist(note.says).marks)
    weight = [rarity.weight(said & words) for words in marks]
    chosen = set()
    for n in sorted(range(len(memory)), key=lambda n: (-weight[n], n)):
        if weight[n] and _size(memory[n], cost) <= room:
            room -= _size(memory[n], cost)
            chosen.add(n)
    return tuple(memory[n] for n in sorted(chosen))
