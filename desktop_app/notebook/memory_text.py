"""What MEMORY.md says: headings, statements and other text. Knows Markdown's blocks, no files or
meaning.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, groupby, pairwise
from operator import attrgetter, itemgetter
from typing import NamedTuple

from desktop_app.notebook.lines import newline, opened, split
from desktop_app.notebook.statements.blocks import blocks_of, is_fields, lead_of
from desktop_app.notebook.statements.markdown import (
    HeadingLines,
    Markdown,
    MarkdownPart,
    MarkdownWords,
    StatementForm,
    cells_of,
    in_words,
)
from desktop_app.notebook.statements.markup import (
    BETWEEN_ENTRIES,
    Box,
    has_words,
    state,
    unmasked,
)
from desktop_app.notebook.statements.sentences import joined, sentences
from desktop_app.notebook.text import bullet_lines
from desktop_app.notebook.text.bullet_lines import blank, tidy
from desktop_app.regex import regex

# A link alone, or with a sign behind it: `[Fees](fees.md) — by the metre`.
_ENTRY = regex(r"(?:\[[^\]\n]+\]\((?!\w+:)[^()\n]+\.md\)|\[\[[^\[\]\n]+\]\])\s*(?:[—–:-]\s|\Z)")


@dataclass(frozen=True)
class Bullet:
    """A statement of memory: a bullet that stands in nothing, with all its lines, or one of the
    other forms.

    `text` is without marker and indent, its lines joined by newlines; `heading` is the title of
    its section, "" before the first one, `headings` are all titles above it; `line` to `end_line`
    are 1-based, both included; `raw` is these lines as they are in the file. The mark of a
    `pinned` one is in `raw`, not in `text`. The statement itself stands from the character `start`
    to `end` of the file. The text of a row is the row, `header` the cells above it. `label` is a
    line like `Rules:` above it, `lead` the bold words that its bullet or paragraph begins with.
    """

    text: str
    heading: str
    line: int
    end_line: int
    raw: str
    pinned: bool = False
    headings: tuple[str, ...] = ()
    form: StatementForm = StatementForm.BULLET
    start: int = 0
    end: int = 0
    header: tuple[str, ...] = ()
    label: str = field(default="", compare=False)
    lead: str = field(default="", compare=False)

    @property
    def stays(self) -> bool:
        """Whether no dream may change it: it is pinned, or names a note in an index of them."""
        return self.pinned or _ENTRY.match(self.text) is not None

    @property
    def context(self) -> tuple[str, ...]:
        """What counts as its text, too: what stands above it, and the bold words before it."""
        return (*self.headings, *filter(None, (self.label, self.lead)))

    @property
    def full_text(self) -> str:
        """What it says: of a row each cell behind its header, `header: cell; header: cell`."""
        if self.form != StatementForm.ROW:
            return self.text
        return in_words(self.header, cells_of(self.text))

    @property
    def mark(self) -> Box:
        """Whether it has a box."""
        return state(self.text)[0]

    @property
    def quote(self) -> str:
        """What stands verbatim on its first line."""
        first = self.text.split("\n", 1)[0]
        return first.strip("| \t") if self.form == StatementForm.ROW else first


class MemoryPassage(NamedTuple):
    """Text that is no bullet: a paragraph, a list with numbers, a fence, a table, front matter.

    `heading` is that of its section, None where there is none; `raw` its lines as they are in the
    file, from the 1-based `line` on.
    """

    heading: HeadingLines | None
    line: int
    raw: str


class MemorySection(NamedTuple):
    """Lines from `start` (after its heading) to `end`, counted from 0, the end excluded."""

    title: str
    start: int
    end: int
    bullets: tuple[Bullet, ...]


class MemoryText:
    """One state of MEMORY.md; `headings` and `bullets` stand in the order of the file.

    A `#` heading at the top is the file's title and no section, unless all headings are `#`.
    """

    headings: tuple[HeadingLines, ...]
    bullets: tuple[Bullet, ...]

    def __init__(self, data: bytes) -> None:
        self._mark, self._text = opened(data)
        self._lines = split(self._text)
        self._starts = [0, *accumulate(map(len, self._lines))]
        self._style = newline(self._text)
        self._markdown = Markdown(self._lines)
        self._read()

    @property
    def data(self) -> bytes:
        """The file's bytes, as they were read."""
        return (self._mark + self._text).encode("utf-8", "surrogateescape")

    @property
    def passages(self) -> tuple[MemoryPassage, ...]:
        """The text that is neither heading nor bullet, in the order of the file."""
        above = [None, *self._titles]
        starts = [0, *(heading.start for heading in self._titles)]
        return tuple(
            MemoryPassage(
                above[bisect_right(starts, start) - 1], start + 1, "".join(self._lines[start:end])
            )
            for start, end in self._markdown.passages()
        )

    @cached_property
    def statements(self) -> tuple[Bullet, ...]:
        """The bullets and, in the order of the file, all else that says something."""
        return tuple(self._statements())

    @cached_property
    def _by_text(self) -> dict[str, list[Bullet]]:
        by_text: dict[str, list[Bullet]] = {}
        for one in dict.fromkeys(chain(self.statements, self.bullets)):
            by_text.setdefault(one.text, []).append(one)
        return by_text

    def heading_above(self, line: int) -> HeadingLines | None:
        """The last heading before a 1-based line; it may be the title."""
        return next((one for one in reversed(self.headings) if one.line < line), None)

    def bullet_on(self, line: int) -> Bullet | None:
        """The bullet that a 1-based line belongs to, else the first other statement on it."""
        every = chain(self.bullets, self.statements)
        return next((one for one in every if one.line <= line <= one.end_line), None)

    def find(self, text: str, heading: str | None = None) -> Bullet | None:
        """The bullet with exactly this text, or another statement; one under this heading comes
        first."""
        wanted = {tidy(text), bullet_lines.safe(tidy(text))}
        alike = [one for one in self.bullets if one.text in wanted]
        alike = alike or [one for one in self.statements if one.text in wanted]
        in_heading = [one for one in alike if heading is not None and one.heading == heading]
        return next(iter(in_heading + alike), None)

    def nearest(self, text: str, line: int, taken: Collection[int] = ()) -> Bullet | None:
        """The statement with this very text nearest to a line; a pinned one comes last, and before
        it those whose starts are `taken`.
        """
        return min(
            self._by_text.get(text, ()),
            key=lambda one: (one.pinned, one.start in taken, abs(one.line - line)),
            default=None,
        )

    def titled(self, title: str, line: int) -> HeadingLines | None:
        """The heading with this title nearest to a line."""
        same = (one for one in self.headings if one.title == title)
        return min(same, key=lambda one: abs(one.line - line), default=None)

    def path_to(self, title: str) -> tuple[str, ...]:
        """All titles down to the first heading with this one; it alone where there is none."""
        known = (path for _, path in self._paths if path[-1:] == (title,))
        return next(known, (title,) if title else ())

    def emptied(self, removed: Collection[Bullet]) -> tuple[HeadingLines, ...]:
        """The headings that have nothing below them once these bullets are removed."""
        return tuple(
            heading
            for n, heading in enumerate(self._titles)
            if all(below.level <= heading.level for below in self._titles[n + 1 : n + 2])
            and self._holds_only(self._sections[n + 1], removed)
        )

    def _holds_only(self, section: MemorySection, removed: Collection[Bullet]) -> bool:
        first, last = (
            bisect_left(self.statements, line + 1, key=attrgetter("line"))
            for line in (section.start, section.end)
        )
        here = self.statements[first:last]
        if not here or not all(one in removed for one in here):
            return False
        lines = set(range(section.start, section.end))
        rest = lines.difference(*(range(one.line - 1, one.end_line) for one in here))
        return all(blank(self._lines[n]) for n in rest)

    def _read(self) -> None:
        self.headings = self._markdown.headings
        self._title = _title_of(self.headings)
        self._titles = self.headings[1:] if self._title else self.headings  # of sections
        self._paths = tuple(_paths(self._titles))
        every = [self._in_lines(StatementForm.BULLET, *span) for span in self._markdown.bullets]
        self.bullets = tuple(every)
        start = self._title.end if self._title else self._markdown.body
        parts = [HeadingLines("", 0, 0, start), *self._titles]
        limits = [*(part.start for part in parts), len(self._lines)]
        self._sections = tuple(
            MemorySection(
                part.title, part.end, end, tuple(one for one in every if first < one.line <= end)
            )
            for part, (first, end) in zip(parts, pairwise(limits), strict=True)
        )

    def _statements(self) -> Iterator[Bullet]:
        bullets = {bullet.line: bullet for bullet in self.bullets}
        marks = [n for n, line in enumerate(self._lines) if line.strip() == BETWEEN_ENTRIES]
        bounds = sorted([*marks, *(heading.start for heading in self._markdown.headings)])
        blocks = [*blocks_of(self._markdown, whole=True)]
        end = self._markdown.open_end()
        if end < len(self._lines):  # what is never closed hides nothing
            rest = ["\n"] * end + self._lines[end:]
            blocks += blocks_of(Markdown(rest, note=True), whole=True)
        for at, group in groupby(blocks, lambda block: bisect_right(bounds, block.part.start)):
            some = list(group)
            between = marks and not {*bounds[max(0, at - 1) : at + 1]}.isdisjoint(marks)
            if between and all(block.form == StatementForm.PARAGRAPH for block in some):
                yield self._entry([block.part for block in some])
                continue
            for block in some:
                label = block.label.text if block.label and block.label.joins else ""
                lead = lead_of(block.part.words)
                for one in self._of(block.part, bullets):
                    yield replace(one, label=label, lead=lead) if label or lead else one

    def _of(self, part: MarkdownPart, bullets: Mapping[int, Bullet]) -> Iterator[Bullet]:
        if part.form == StatementForm.ROW:
            yield self._row(part)
        elif part.top:
            yield bullets.get(part.start + 1) or self._in_lines(part.form, part.start, part.end)
        else:  # a paragraph, or an item in a quote
            yield from self._sentences(part.words)

    def _in_lines(self, form: StatementForm, start: int, end: int) -> Bullet:
        lines = self._lines[start:end]
        places = (self._starts[start], self._starts[end])
        return self._made(form, bullet_lines.text_of(lines), places, bullet_lines.is_pinned(lines))

    def _row(self, part: MarkdownPart) -> Bullet:
        [words] = part.words
        start = self._starts[words.line] + words.column
        places = (start, start + len(words.text))
        text = self._text[slice(*places)]
        row = bullet_lines.row(text, pinned=False)
        header = cells_of(part.header.text) if part.header else ()
        return self._made(part.form, row, places, row != text, header)

    def _entry(self, parts: Sequence[MarkdownPart]) -> Bullet:
        whole = joined([words for part in parts for words in part.words])
        cut = whole.cut(0, len(whole.text))
        start, end = self._place(cut[0]), self._place(cut[-1], at_end=True)
        pinned = bullet_lines.length(self._text, end) > 0
        return self._made(StatementForm.ENTRY, tidy(self._text[start:end]), (start, end), pinned)

    def _sentences(self, words: Sequence[MarkdownWords]) -> Iterator[Bullet]:
        fields = is_fields(words)
        form = StatementForm.FIELD if fields else StatementForm.PARAGRAPH
        for some in [[one] for one in words] if fields else [words]:
            whole = joined(some)
            for start, end in [(0, len(whole.text))] if fields else sentences(whole.text):
                text, cut = whole.text[start:end], whole.cut(start, end)
                if cut and has_words(text):
                    places = (self._place(cut[0]), self._place(cut[-1], at_end=True))
                    pinned = bullet_lines.length(self._text, places[1]) > 0
                    yield self._made(form, unmasked(text), places, pinned)

    def _place(self, words: MarkdownWords, at_end: bool = False) -> int:
        return self._starts[words.line] + words.column + at_end * len(words.text)

    def _made(
        self,
        form: StatementForm,
        text: str,
        places: tuple[int, int],
        pinned: bool,
        header: tuple[str, ...] = (),
    ) -> Bullet:
        first = bisect_right(self._starts, places[0]) - 1
        last = max(first + 1, bisect_left(self._starts, places[1]))
        path = self._paths[bisect_right(self._paths, first, key=itemgetter(0)) - 1][1]
        raw = "".join(self._lines[first:last])
        heading = path[-1] if path else ""
        return Bullet(
            text, heading, first + 1, last, raw, pinned, path, form, *places, header=header
        )


def _paths(headings: Sequence[HeadingLines]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The line from which a heading holds, and all titles that stand above from there on."""
    yield -1, ()
    above: list[HeadingLines] = []
    for heading in headings:
        above = [*(one for one in above if one.level < heading.level), heading]
        yield heading.start, tuple(one.title for one in above)


def _title_of(headings: Sequence[HeadingLines]) -> HeadingLines | None:
    """The file's title: its first heading, if it is a `#` and the only one, or not all are `#`."""
    is_title = len(headings) == 1 or any(part.level > 1 for part in headings)
    return headings[0] if headings and headings[0].level == 1 and is_title else None
