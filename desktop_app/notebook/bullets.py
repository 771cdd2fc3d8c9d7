"""MEMORY.md as headings, statements and other text. Knows Markdown's blocks, no files or meaning.

CommonMark decides what a bullet is: continuation lines and nested lists belong to their bullet, and
text in fences, comments, tables, quotes and front matter is no bullet. A change rewrites its
statement; every other byte stays. A pinned statement is never changed, only pinned and unpinned.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import accumulate, chain, groupby, pairwise
from operator import attrgetter, itemgetter

from desktop_app.errors import Problem
from desktop_app.notebook.lines import newline, opened, split
from desktop_app.notebook.statements.blocks import blocks_of, is_fields, lead_of
from desktop_app.notebook.statements.markdown import (
    ITEMS,
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
    front_matter,
    has_words,
    state,
    unmasked,
)
from desktop_app.notebook.statements.sentences import joined, sentences
from desktop_app.notebook.text import bullet_lines, pins
from desktop_app.notebook.text.bullet_lines import blank, tidy
from desktop_app.words import tr

# A link alone, or with a sign behind it: `[Fees](fees.md) — by the metre`.
_ENTRY = re.compile(
    r"(?:\[[^\]\n]+\]\((?!\w+:)[^()\n]+\.md\)|\[\[[^\[\]\n]+\]\])\s*(?:[—–:-]\s|\Z)"
)


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


@dataclass(frozen=True)
class MemoryPassage:
    """Text that is no bullet: a paragraph, a list with numbers, a fence, a table, front matter.

    `heading` is that of its section, None where there is none; `raw` its lines as they are in the
    file, from the 1-based `line` on.
    """

    heading: HeadingLines | None
    line: int
    raw: str


@dataclass(frozen=True)
class Keep:
    """A passage of another state, behind those of its heading, which is made when there is none."""

    passage: MemoryPassage


@dataclass(frozen=True)
class Replace:
    """Give a statement another text; without one its lines or words go. A row takes a row."""

    bullet: Bullet
    text: str = ""


@dataclass(frozen=True)
class Close:
    """Take a heading out, with all of its section: see `MemoryFile.emptied`."""

    heading: HeadingLines


@dataclass(frozen=True)
class Retitle:
    """Give a heading another title."""

    heading: HeadingLines
    title: str


@dataclass(frozen=True)
class Pin:
    """Give a statement the mark of a pinned one, or take it away."""

    bullet: Bullet
    pinned: bool = True


@dataclass(frozen=True)
class Add:
    """A new bullet after the last one of a heading, which is made when there is none; or a new
    statement right `after` one, in its form.

    A mark in its text is left out: only `pinned` gives it one.
    """

    heading: str
    text: str
    pinned: bool = False
    after: Bullet | None = None


Edit = Replace | Add | Keep | Close | Pin | Retitle


@dataclass(frozen=True)
class _Splice:
    """The characters from `start` to `end` give way to `text`; where it `begins` a line, the one
    before it has to be ended."""

    start: int
    end: int
    text: str
    begins: bool = False


@dataclass(frozen=True)
class _Section:
    """Lines from `start` (after its heading) to `end`, counted from 0, the end excluded."""

    title: str
    start: int
    end: int
    bullets: tuple[Bullet, ...]


class MemoryFile:
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

    def changed(self, edits: Sequence[Edit]) -> bytes:
        """The file's bytes with these edits made; only what they are about differs.

        Raises a `Problem` when a statement of an edit is not in this state of the file, when one
        to replace or remove is pinned, and when a row's new text has other cells.
        """
        changes = (self._splice(edit) for edit in edits if not isinstance(edit, Add | Keep))
        adds = [edit for edit in edits if isinstance(edit, Add) and tidy(pins.unpinned(edit.text))]
        splices = [
            *self._added([add for add in adds if not add.after]),
            *(self._beside(self._present(add.after), add) for add in adds if add.after),
            *(self._kept(edit.passage) for edit in edits if isinstance(edit, Keep)),
            *{splice.start: splice for splice in changes}.values(),
        ]
        result: list[str] = []
        at = 0
        for splice in sorted(splices, key=lambda one: (one.start, one.end)):
            result += filter(None, [self._text[at : splice.start]])
            if splice.begins and result and not result[-1].endswith("\n"):
                result.append(self._style)
            result += filter(None, [splice.text])
            at = max(at, splice.end)
        whole = "".join([self._mark, *result, self._text[at:]])
        return whole.encode("utf-8", "surrogateescape")

    def _splice(self, edit: Replace | Close | Pin | Retitle) -> _Splice:
        if isinstance(edit, Close):
            section = self._sections[self._titles.index(edit.heading) + 1]
            return self._of_lines(edit.heading.start, section.end, [])
        if isinstance(edit, Retitle):
            heading, title = edit.heading, _one_line(edit.title)
            if heading not in self.headings or not title:
                raise _gone()
            line = f"{'#' * heading.level} {title}{self._style}"
            return self._of_lines(heading.start, heading.end, [line])
        statement = self._present(edit.bullet)
        if isinstance(edit, Pin):
            return self._pin(statement, edit.pinned)
        if statement.pinned:
            raise Problem(tr("A line that this would change is pinned."), tr("Unpin it first."))
        text = tidy(edit.text)
        if text and text == statement.text:
            return _Splice(statement.start, statement.start, "")
        if not text:
            return self._without(statement)
        if statement.form not in ITEMS:
            return _Splice(statement.start, statement.end, self._inline(statement, text))
        lines = bullet_lines.rewritten(split(statement.raw), text, self._style)
        lines += self._gap(statement.end_line)
        return self._of_lines(statement.line - 1, statement.end_line, lines)

    def _of_lines(self, start: int, end: int, lines: Sequence[str]) -> _Splice:
        """Lines from 0, the end excluded, that give way to others."""
        return _Splice(self._starts[start], self._starts[end], "".join(lines), start == end)

    def _kept(self, passage: MemoryPassage) -> _Splice:
        own = [line.rstrip("\r\n") + self._style for line in split(passage.raw)]
        heading = passage.heading
        if passage.line == 1 and front_matter(own):
            return self._of_lines(0, 0, own)
        section = self._section(heading.title) if heading else self._sections[0]
        if section is None and heading:
            at = self._markdown.open_end()
            own = [f"{'#' * heading.level} {heading.title}{self._style}", self._style, *own]
        else:
            section = section or self._sections[0]
            bullets = section.bullets[:1]
            end = bullets[0].line - 1 if bullets else section.end
            used = [n + 1 for n in range(section.start, end) if not blank(self._lines[n])]
            at = max([section.start, *used])
        before = self._blank_before(self._lines[at - 1 : at]) if at else []
        return self._of_lines(
            at, at, [*before, *own, *self._blank_before(self._lines[at : at + 1])]
        )

    def _without(self, statement: Bullet) -> _Splice:
        """Nothing in place of a statement's lines; of its words only, where others share a line."""
        first, last = statement.line - 1, statement.end_line
        if statement.form == StatementForm.ENTRY:
            first, last = self._with_mark(first, last)
        start, end = self._starts[first], self._starts[last]
        before, after = self._text[start : statement.start], self._text[statement.end : end]
        if statement.form != StatementForm.PARAGRAPH or not (before.strip(" \t>") + after.strip()):
            return _Splice(start, end, "")
        if after.strip():
            space = len(after) - len(after.lstrip(" \t"))
            return _Splice(statement.start, statement.end + space, "")
        return _Splice(start + len(before.rstrip(" \t")), statement.end, "")

    def _with_mark(self, first: int, last: int) -> tuple[int, int]:
        """An entry's lines with the mark that parts it from the next one, or from the last."""
        filled = [n for n, line in enumerate(self._lines) if not blank(line)]
        behind = next((n for n in filled if n >= last), -1)
        if behind >= 0 and self._lines[behind].strip() == BETWEEN_ENTRIES:
            return first, behind + 1
        before = next((n for n in reversed(filled) if n < first), -1)
        is_mark = before >= 0 and self._lines[before].strip() == BETWEEN_ENTRIES
        return (before if is_mark else first), last

    def _inline(self, statement: Bullet, text: str) -> str:
        """A text for the place of a statement that is no item of a list."""
        if statement.form == StatementForm.ENTRY:
            return text.replace("\n", self._style)
        words = " ".join(text.split())
        if statement.form == StatementForm.ROW:
            if len(cells_of(words)) != len(cells_of(statement.text)):
                raise Problem(
                    tr("The row must have as many cells as before."),
                    tr("Write it as | one | two |."),
                )
            return words
        before = self._text[self._starts[statement.line - 1] : statement.start]
        if before.strip(" \t>"):
            return words
        # Below an item a text goes on with it, which what stood here (a comment left open) did not.
        below_item = any(one.end_line == statement.line - 1 for one in self.bullets)
        return (self._style if below_item else "") + bullet_lines.words(words)

    def _pin(self, statement: Bullet, pinned: bool) -> _Splice:
        if statement.form in ITEMS:
            bare = pins.without_pin(split(statement.raw))
            lines = pins.with_pin(bare) if pinned else bare
            return self._of_lines(statement.line - 1, statement.end_line, lines)
        text = self._text[statement.start : statement.end]
        if statement.form == StatementForm.ROW:
            return _Splice(statement.start, statement.end, pins.row(text, pinned))
        end = statement.end + pins.length(self._text, statement.end)
        return _Splice(statement.end, end, f" {pins.MARK}" if pinned else "")

    def _beside(self, statement: Bullet, add: Add) -> _Splice:
        """A new statement right behind another one, in its form."""
        text, at = tidy(pins.unpinned(add.text)), statement.end_line
        if statement.form in ITEMS:
            prefix = bullet_lines.next_prefix(bullet_lines.prefix_of(statement.raw))
            return self._of_lines(at, at, self._written([text], prefix, []) + self._gap(at))
        if statement.form == StatementForm.PARAGRAPH:
            return _Splice(statement.end, statement.end, f" {' '.join(text.split())}")
        mark = [BETWEEN_ENTRIES] if statement.form == StatementForm.ENTRY else []
        lines = [*mark, *self._inline(statement, text).split("\n")]
        return self._of_lines(at, at, [line.rstrip("\r") + self._style for line in lines])

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
            _Section(
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
        """An item of a list, with all its lines."""
        lines = self._lines[start:end]
        places = (self._starts[start], self._starts[end])
        return self._made(form, bullet_lines.text_of(lines), places, pins.is_pinned(lines))

    def _row(self, part: MarkdownPart) -> Bullet:
        [words] = part.words
        start = self._starts[words.line] + words.column
        places = (start, start + len(words.text))
        text = self._text[slice(*places)]
        row = pins.row(text, pinned=False)
        header = cells_of(part.header.text) if part.header else ()
        return self._made(part.form, row, places, row != text, header)

    def _entry(self, parts: Sequence[MarkdownPart]) -> Bullet:
        whole = joined([words for part in parts for words in part.words])
        cut = whole.cut(0, len(whole.text))
        start, end = self._place(cut[0]), self._place(cut[-1], at_end=True)
        pinned = pins.length(self._text, end) > 0
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
                    pinned = pins.length(self._text, places[1]) > 0
                    yield self._made(form, unmasked(text), places, pinned)

    def _place(self, words: MarkdownWords, at_end: bool = False) -> int:
        """Where words begin in the file, or end."""
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

    def _present(self, bullet: Bullet) -> Bullet:
        known = bullet in self._by_text.get(bullet.text, ())
        if present := bullet if known else self.find(bullet.text, bullet.heading):
            return present
        raise _gone()

    def _gap(self, at: int) -> list[str]:
        """A blank line, if the line at `at` would otherwise become part of the bullet before it."""
        following = "".join(self._lines[at : at + 1])
        if blank(following) or following.startswith("#"):
            return []
        items = (one for one in self.statements if one.form in ITEMS)
        return [] if any(one.line - 1 == at for one in items) else [self._style]

    def _added(self, adds: Sequence[Add]) -> Iterator[_Splice]:
        by_place: dict[_Section | str, list[str]] = {}
        for add in adds:
            title, text = _one_line(add.heading), tidy(pins.unpinned(add.text))
            text = "".join(pins.with_pin(split(text))) if add.pinned else text
            by_place.setdefault(self._section(title) or title, []).append(text)
        added: dict[int, list[str]] = {}
        for place, texts in by_place.items():
            if isinstance(place, _Section):
                at, lines = self._in_section(place, texts)
                added.setdefault(at, []).extend(lines)
        by_title = {place: texts for place, texts in by_place.items() if isinstance(place, str)}
        if by_title:
            at = self._markdown.open_end()
            added.setdefault(at, []).extend(self._at_end(at, added.get(at, []), by_title))
        return (self._of_lines(at, at, lines) for at, lines in added.items())

    def _section(self, title: str) -> _Section | None:
        """The section of this title, one with bullets if there are several."""
        preamble, *others = self._sections
        folded = title.casefold()
        alike = [section for section in others if section.title.casefold() == folded]
        if alike:
            return min(alike, key=lambda section: (section.title != title, not section.bullets))
        at_top = not title or (self._title and self._title.title.casefold() == folded)
        return preamble if at_top and (title or not self._is_blank()) else None

    def _holds_only(self, section: _Section, removed: Collection[Bullet]) -> bool:
        """Whether a section has these statements, and nothing else."""
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

    def _in_section(self, section: _Section, texts: list[str]) -> tuple[int, list[str]]:
        if section.bullets:
            last = section.bullets[-1]
            lines = self._written(texts, bullet_lines.prefix_of(last.raw), self._between(section))
            return last.end_line, lines + self._gap(last.end_line)
        end = min(section.end, self._markdown.open_end())
        used = [n for n in range(section.start, end) if not blank(self._lines[n])]
        at, air = section.start, self._air()
        if used:  # prose, which a bullet right after it would not harm but one before it would
            at, air = used[-1] + 1, [self._style]
        elif section.start < end:
            at, air = section.start + 1, []
        lines = (air if at else []) + self._written(texts, self._prefix(at), [])
        return at, lines + self._blank_before(self._lines[at : at + 1])

    def _at_end(self, at: int, already: list[str], added: dict[str, list[str]]) -> list[str]:
        """New sections, each with a blank line before it."""
        lines = [f"# Memory{self._style}"] if self._is_blank() else []
        flat = self._title is None and bool(self.headings)
        marks = "#" if flat and all(heading.level == 1 for heading in self.headings) else "##"
        for title, texts in sorted(added.items(), key=lambda item: bool(item[0])):
            lines += self._blank_before([*self._lines[:at][-1:], *already, *lines][-1:])
            if title:
                lines += [f"{marks} {title}{self._style}", *self._air()]
            lines += self._written(texts, self._prefix(at), [])
        return lines + self._blank_before(self._lines[at : at + 1])

    def _written(self, texts: list[str], prefix: str, between: list[str]) -> list[str]:
        written = (bullet_lines.new(text, prefix, self._style) for text in texts)
        return [line for lines in written for line in [*between, *lines]]

    def _prefix(self, at: int) -> str:
        """The marker of a first bullet before line `at`.

        It is wide if the next text is indented, which would otherwise belong to the bullet.
        """
        following = next((line for line in self._lines[at:] if not blank(line)), "")
        return "-   " if following.startswith("  ") else "- "

    def _between(self, section: _Section) -> list[str]:
        """A blank line, if the last two bullets of the section have one between them."""
        ends = [bullet.end_line for bullet in section.bullets[-2:-1]]
        lines = self._lines[ends[0] : section.bullets[-1].line - 1] if ends else []
        return [self._style] if lines and all(map(blank, lines)) else []

    def _air(self) -> list[str]:
        """A blank line, unless the bullets of this file follow directly below their headings."""
        after = [self._lines[section.start] for section in self._sections[1:] if section.bullets]
        airy = sum(map(blank, after))
        return [self._style] if airy * 2 >= len(after) else []

    def _blank_before(self, line: list[str]) -> list[str]:
        return [self._style] if line and not blank(line[0]) else []

    def _is_blank(self) -> bool:
        return all(map(blank, self._lines))


@lru_cache(maxsize=2)
def memory_file(data: bytes) -> MemoryFile:
    """A text as headings and bullets, kept for who asks next: 300 bullets take 20 ms to read."""
    return MemoryFile(data)


def _gone() -> Problem:
    return Problem(
        tr("A line that this would change is no longer in MEMORY.md."),
        tr("Look again, then decide."),
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


def _one_line(heading: str) -> str:
    """A heading's title as Markdown would show it, on one line and without its marks."""
    title = re.sub(r"[ \t\r\n]+", " ", tidy(heading))
    return re.sub(r"(^| )#+$", "", re.sub(r"^#{1,6} ", "", title)).strip(" ")
