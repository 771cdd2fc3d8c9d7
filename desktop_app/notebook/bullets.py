"""MEMORY.md as headings, bullets and other text. Knows Markdown's blocks, no files or meaning.

CommonMark decides what a bullet is: continuation lines and nested lists belong to their bullet, and
text in fences, comments, tables, quotes and front matter is no bullet. A change rewrites the lines
of its bullet; every other byte stays. A pinned bullet is never changed, only pinned and unpinned.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from desktop_app.errors import Problem
from desktop_app.notebook.lines import newline, opened, split
from desktop_app.notebook.text import bullet_lines, pins
from desktop_app.notebook.text.bullet_lines import blank, tidy
from desktop_app.notebook.text.outline import HeadingLines, open_end, outline, passages
from desktop_app.words import tr


@dataclass(frozen=True)
class Bullet:
    """A top-level bullet with all its lines.

    `text` is without marker and indent, its lines joined by newlines; `heading` is the title of
    its section, "" before the first one; `line` to `end_line` are 1-based, both included; `raw`
    is these lines as they are in the file. The mark of a `pinned` one is in `raw`, not in `text`.
    """

    text: str
    heading: str
    line: int
    end_line: int
    raw: str
    pinned: bool = False


@dataclass(frozen=True)
class MemoryHeading:
    """A heading of any level, 1 to 6, on its 1-based line."""

    title: str
    level: int
    line: int


@dataclass(frozen=True)
class MemoryPassage:
    """Text that is no bullet: a paragraph, a list with numbers, a fence, a table, front matter.

    `heading` is the last one before it, None where there is none; `raw` its lines as they are in
    the file, from the 1-based `line` on.
    """

    heading: MemoryHeading | None
    line: int
    raw: str


@dataclass(frozen=True)
class Replace:
    """Give a bullet another text; an empty one removes it."""

    bullet: Bullet
    text: str


@dataclass(frozen=True)
class Remove:
    """Take a bullet's own lines out."""

    bullet: Bullet


@dataclass(frozen=True)
class Close:
    """Take a heading out, with all of its section: see `MemoryFile.emptied`."""

    heading: MemoryHeading


@dataclass(frozen=True)
class Pin:
    """Give a bullet the mark of a pinned one, or take it away."""

    bullet: Bullet
    pinned: bool = True


@dataclass(frozen=True)
class Add:
    """A new bullet after the last one of a heading, which is made when there is none.

    A mark in its text is left out: only `pinned` gives it one.
    """

    heading: str
    text: str
    pinned: bool = False


Edit = Replace | Remove | Add | Close | Pin


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

    headings: tuple[MemoryHeading, ...]
    bullets: tuple[Bullet, ...]

    def __init__(self, data: bytes) -> None:
        self._mark, text = opened(data)
        self._lines = split(text)
        self._style = newline(text)
        self._read()

    @property
    def data(self) -> bytes:
        """The file's bytes, as they were read."""
        return (self._mark + "".join(self._lines)).encode("utf-8", "surrogateescape")

    @property
    def passages(self) -> tuple[MemoryPassage, ...]:
        """The text that is neither heading nor bullet, in the order of the file."""
        return tuple(
            MemoryPassage(self.heading_above(start + 1), start + 1, "".join(self._lines[start:end]))
            for start, end in passages(self._lines)
        )

    def heading_above(self, line: int) -> MemoryHeading | None:
        """The last heading before a 1-based line; it may be the title."""
        return next((one for one in reversed(self.headings) if one.line < line), None)

    def bullet_on(self, line: int) -> Bullet | None:
        """The bullet that a 1-based line belongs to."""
        return next((one for one in self.bullets if one.line <= line <= one.end_line), None)

    def find(self, text: str, heading: str | None = None) -> Bullet | None:
        """The bullet with exactly this text; one under this heading comes first."""
        wanted = {tidy(text), bullet_lines.safe(tidy(text))}
        alike = [bullet for bullet in self.bullets if bullet.text in wanted]
        in_heading = [
            bullet for bullet in alike if heading is not None and bullet.heading == heading
        ]
        return next(iter(in_heading + alike), None)

    def emptied(self, removed: Collection[Bullet]) -> tuple[MemoryHeading, ...]:
        """The headings that have nothing below them once these bullets are removed."""
        return tuple(
            heading
            for n, heading in enumerate(self._titles)
            if all(below.level <= heading.level for below in self._titles[n + 1 : n + 2])
            and _holds_only(self._sections[n + 1], self._lines, removed)
        )

    def changed(self, edits: Sequence[Edit]) -> bytes:
        """The file's bytes with these edits made; only the lines they are about differ.

        Raises a `Problem` when a bullet of an edit is not in this state of the file, and when one
        to replace or remove is pinned.
        """
        instead = dict(self._instead(edit) for edit in edits if not isinstance(edit, Add))
        before = self._added([edit for edit in edits if isinstance(edit, Add)])
        result: list[str] = []
        at = 0
        while at <= len(self._lines):
            if before.get(at) and result and not result[-1].endswith("\n"):
                result[-1] += self._style
            end, lines = instead.get(at, (at + 1, self._lines[at : at + 1]))
            result += [*before.get(at, []), *lines]
            at = end
        return (self._mark + "".join(result)).encode("utf-8", "surrogateescape")

    def _instead(self, edit: Replace | Remove | Close | Pin) -> tuple[int, tuple[int, list[str]]]:
        """The first line (from 0) of an edit, the line after its last, and the new lines."""
        if isinstance(edit, Close):
            section = self._sections[self._titles.index(edit.heading) + 1]
            return edit.heading.line - 1, (section.end, [])
        bullet = self._present(edit.bullet)
        if isinstance(edit, Pin):
            return bullet.line - 1, (bullet.end_line, _pinned(split(bullet.raw), edit.pinned))
        if bullet.pinned:
            raise Problem(tr("A line to be changed is pinned."), tr("Unpin it first."))
        text = tidy(edit.text) if isinstance(edit, Replace) else ""
        return bullet.line - 1, (bullet.end_line, self._rewritten(bullet, text))

    def _read(self) -> None:
        markdown = outline(self._lines)
        self.headings = tuple(
            MemoryHeading(h.title, h.level, h.start + 1) for h in markdown.headings
        )
        self._title = _title_of(markdown.headings)
        parts = markdown.headings[1:] if self._title else markdown.headings
        start = self._title.end if self._title else markdown.body
        limits = [0, *(part.start for part in parts), len(self._lines)]
        sections: list[_Section] = []
        for part, (first, end) in zip(
            [HeadingLines("", 0, start, start), *parts], pairwise(limits), strict=True
        ):
            bullets = tuple(
                self._bullet(part.title, *span)
                for span in markdown.bullets
                if first <= span[0] < end
            )
            sections.append(_Section(part.title, part.end, end, bullets))
        self._sections = tuple(sections)
        self.bullets = tuple(bullet for section in sections for bullet in section.bullets)

    @property
    def _titles(self) -> tuple[MemoryHeading, ...]:
        """The headings of sections, in the order of `_sections` behind the first one."""
        return self.headings[1:] if self._title else self.headings

    def _bullet(self, heading: str, start: int, end: int) -> Bullet:
        lines = self._lines[start:end]
        text, pinned = bullet_lines.text_of(lines), pins.is_pinned(lines)
        return Bullet(text, heading, start + 1, end, "".join(lines), pinned)

    def _present(self, bullet: Bullet) -> Bullet:
        present = bullet if bullet in self.bullets else self.find(bullet.text, bullet.heading)
        if present is None:
            raise Problem(
                tr("A line to be changed is no longer in memory."), tr("Look at it once more.")
            )
        return present

    def _rewritten(self, bullet: Bullet, text: str) -> list[str]:
        if text == bullet.text:
            return split(bullet.raw)
        if not text:
            return []
        lines = bullet_lines.rewritten(split(bullet.raw), text, self._style)
        return lines + self._gap(bullet.end_line)

    def _gap(self, at: int) -> list[str]:
        """A blank line, if the line at `at` would otherwise become part of the bullet before it."""
        following = "".join(self._lines[at : at + 1])
        apart = any(bullet.line - 1 == at for bullet in self.bullets) or following.startswith("#")
        return [] if blank(following) or apart else [self._style]

    def _added(self, adds: Sequence[Add]) -> dict[int, list[str]]:
        """The new lines, by the line (from 0) before which they are inserted."""
        by_section: dict[_Section, list[str]] = {}
        by_title: dict[str, list[str]] = {}
        for add in adds:
            if not tidy(pins.unpinned(add.text)):
                continue
            title = _one_line(add.heading)
            section = self._section(title)
            texts = (
                by_section.setdefault(section, []) if section else by_title.setdefault(title, [])
            )
            text = pins.unpinned(add.text)
            texts.append("".join(pins.with_pin(split(tidy(text)))) if add.pinned else text)
        added: dict[int, list[str]] = {}
        for section, texts in by_section.items():
            at, lines = self._in_section(section, texts)
            added.setdefault(at, []).extend(lines)
        if by_title:
            at = open_end(self._lines)
            added.setdefault(at, []).extend(self._at_end(at, added.get(at, []), by_title))
        return added

    def _section(self, title: str) -> _Section | None:
        """The section of this title, one with bullets if there are several."""
        preamble, *others = self._sections
        folded = title.casefold()
        alike = [section for section in others if section.title.casefold() == folded]
        if alike:
            return min(alike, key=lambda section: (section.title != title, not section.bullets))
        at_top = not title or (self._title and self._title.title.casefold() == folded)
        return preamble if at_top and (title or not self._is_blank()) else None

    def _in_section(self, section: _Section, texts: list[str]) -> tuple[int, list[str]]:
        if section.bullets:
            last = section.bullets[-1]
            lines = self._written(texts, bullet_lines.prefix_of(last.raw), self._between(section))
            return last.end_line, lines + self._gap(last.end_line)
        end = min(section.end, open_end(self._lines))
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


def _pinned(lines: list[str], pinned: bool) -> list[str]:
    bare = pins.without_pin(lines)
    return pins.with_pin(bare) if pinned else bare


def _title_of(headings: Sequence[HeadingLines]) -> HeadingLines | None:
    """The file's title: its first heading, if it is a `#` and the only one, or not all are `#`."""
    is_title = len(headings) == 1 or any(part.level > 1 for part in headings)
    return headings[0] if headings and headings[0].level == 1 and is_title else None


def _holds_only(section: _Section, lines: Sequence[str], removed: Collection[Bullet]) -> bool:
    """Whether a section has these bullets, and nothing else."""
    if not section.bullets or not all(bullet in removed for bullet in section.bullets):
        return False
    inside = {n for bullet in section.bullets for n in range(bullet.line - 1, bullet.end_line)}
    return all(blank(lines[n]) for n in range(section.start, section.end) if n not in inside)


def _one_line(heading: str) -> str:
    """A heading's title as Markdown would show it, on one line and without its marks."""
    title = re.sub(r"[ \t\r\n]+", " ", tidy(heading))
    return re.sub(r"(^| )#+$", "", re.sub(r"^#{1,6} ", "", title)).strip(" ")
