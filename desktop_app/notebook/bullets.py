"""Changes of MEMORY.md. Knows what it says, no files or meaning."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from desktop_app.errors import Problem
from desktop_app.notebook.lines import split
from desktop_app.notebook.memory_text import Bullet, MemoryPassage, MemorySection, MemoryText
from desktop_app.notebook.statements.markdown import (
    ITEMS,
    HeadingLines,
    StatementForm,
    cells_of,
)
from desktop_app.notebook.statements.markup import (
    BETWEEN_ENTRIES,
    front_matter,
)
from desktop_app.notebook.text import bullet_lines
from desktop_app.notebook.text.bullet_lines import blank, tidy
from desktop_app.words import tr


class Keep(NamedTuple):
    """A passage of another state, behind those of its heading, which is made when there is none."""

    passage: MemoryPassage


class Replace(NamedTuple):
    """Give a statement another text; without one its lines or words go. A row takes a row."""

    bullet: Bullet
    text: str = ""


class Close(NamedTuple):
    """Take a heading out, with all of its section: see `MemoryFile.emptied`."""

    heading: HeadingLines


class Retitle(NamedTuple):
    """Give a heading another title."""

    heading: HeadingLines
    title: str


class Pin(NamedTuple):
    """Give a statement the mark of a pinned one, or take it away."""

    bullet: Bullet
    pinned: bool = True


class Add(NamedTuple):
    """A new bullet after the last one of a heading, which is made when there is none; or a new
    statement right `after` one, in its form.

    A mark in its text is left out: only `pinned` gives it one.
    """

    heading: str
    text: str
    pinned: bool = False
    after: Bullet | None = None


Edit = Replace | Add | Keep | Close | Pin | Retitle


class _Splice(NamedTuple):
    """The characters from `start` to `end` give way to `text`; where it `begins` a line, the one
    before it has to be ended."""

    start: int
    end: int
    text: str
    begins: bool = False


class MemoryFile(MemoryText):
    """One state of MEMORY.md, and the bytes that changes make of it."""

    def changed(self, edits: Sequence[Edit]) -> bytes:
        """The file's bytes with these edits made; only what they are about differs.

        Raises a `Problem` when a statement of an edit is not in this state of the file, when one
        to replace or remove is pinned, and when a row's new text has other cells.
        """
        changes = (self._splice(edit) for edit in edits if not isinstance(edit, Add | Keep))
        adds = [
            edit
            for edit in edits
            if isinstance(edit, Add) and tidy(bullet_lines.unpinned(edit.text))
        ]
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
            bare = bullet_lines.without_pin(split(statement.raw))
            lines = bullet_lines.with_pin(bare) if pinned else bare
            return self._of_lines(statement.line - 1, statement.end_line, lines)
        text = self._text[statement.start : statement.end]
        if statement.form == StatementForm.ROW:
            return _Splice(statement.start, statement.end, bullet_lines.row(text, pinned))
        end = statement.end + bullet_lines.length(self._text, statement.end)
        return _Splice(statement.end, end, f" {bullet_lines.MARK}" if pinned else "")

    def _beside(self, statement: Bullet, add: Add) -> _Splice:
        text, at = tidy(bullet_lines.unpinned(add.text)), statement.end_line
        if statement.form in ITEMS:
            prefix = bullet_lines.next_prefix(bullet_lines.prefix_of(statement.raw))
            return self._of_lines(at, at, self._written([text], prefix, []) + self._gap(at))
        if statement.form == StatementForm.PARAGRAPH:
            return _Splice(statement.end, statement.end, f" {' '.join(text.split())}")
        mark = [BETWEEN_ENTRIES] if statement.form == StatementForm.ENTRY else []
        lines = [*mark, *self._inline(statement, text).split("\n")]
        return self._of_lines(at, at, [line.rstrip("\r") + self._style for line in lines])

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
        by_place: dict[MemorySection | str, list[str]] = {}
        for add in adds:
            title, text = _one_line(add.heading), tidy(bullet_lines.unpinned(add.text))
            text = "".join(bullet_lines.with_pin(split(text))) if add.pinned else text
            by_place.setdefault(self._section(title) or title, []).append(text)
        added: dict[int, list[str]] = {}
        for place, texts in by_place.items():
            if isinstance(place, MemorySection):
                at, lines = self._in_section(place, texts)
                added.setdefault(at, []).extend(lines)
        by_title = {place: texts for place, texts in by_place.items() if isinstance(place, str)}
        if by_title:
            at = self._markdown.open_end()
            added.setdefault(at, []).extend(self._at_end(at, added.get(at, []), by_title))
        return (self._of_lines(at, at, lines) for at, lines in added.items())

    def _section(self, title: str) -> MemorySection | None:
        """The section of this title, one with bullets if there are several."""
        preamble, *others = self._sections
        folded = title.casefold()
        alike = [section for section in others if section.title.casefold() == folded]
        if alike:
            return min(alike, key=lambda section: (section.title != title, not section.bullets))
        at_top = not title or (self._title and self._title.title.casefold() == folded)
        return preamble if at_top and (title or not self._is_blank()) else None

    def _in_section(self, section: MemorySection, texts: list[str]) -> tuple[int, list[str]]:
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
        """The marker of a first bullet before line `at`."""
        following = next((line for line in self._lines[at:] if not blank(line)), "")
        return "-   " if following.startswith("  ") else "- "

    def _between(self, section: MemorySection) -> list[str]:
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


def _one_line(heading: str) -> str:
    """A heading's title as Markdown would show it, on one line and without its marks."""
    title = re.sub(r"[ \t\r\n]+", " ", tidy(heading))
    return re.sub(r"(^| )#+$", "", re.sub(r"^#{1,6} ", "", title)).strip(" ")
