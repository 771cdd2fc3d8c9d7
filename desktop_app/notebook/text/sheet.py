"""Sheet: the lines of a text, each with its bullet and its heading. Knows no file."""

from bisect import bisect_right
from functools import cached_property

from desktop_app.notebook.lines import newline, opened, split
from desktop_app.notebook.statements.markdown import Markdown

_MOST = 1_000_000  # characters; a longer text is not read as Markdown, since nobody waits for it


class Sheet:
    """Lines counted from 0: `lines` with their endings, `plain` without them."""

    def __init__(self, data: bytes) -> None:
        self._mark, text = opened(data)
        self._short = len(text) <= _MOST
        self.style = newline(text)
        self.lines = split(text)
        self.plain = [line.removesuffix("\n").removesuffix("\r") for line in self.lines]

    def data(self, lines: list[str]) -> bytes:
        """The bytes of these lines, with the mark that this text begins with."""
        return (self._mark + "".join(lines)).encode("utf-8", "surrogateescape")

    def blank(self, line: int) -> bool:
        return not self.plain[line].strip()

    def bullet(self, line: int) -> int:
        """The first line of the bullet that a line belongs to; -1 for none."""
        return self._bullet_of.get(line, -1)

    def heading(self, line: int) -> str:
        """The title above this line; "" before the first heading."""
        at = bisect_right(self._starts, line) - 1
        return self._outline.headings[at].title if at >= 0 else ""

    def heading_line(self, title: str) -> int | None:
        """The first line of the heading with this title."""
        return next((one.start for one in self._outline.headings if one.title == title), None)

    def is_heading(self, line: int) -> bool:
        return any(one.start <= line < one.end for one in self._outline.headings)

    def section_end(self, line: int) -> int:
        """The end of the section of a line: the next heading, or the end of the text."""
        at = bisect_right(self._starts, line)
        return self._starts[at] if at < len(self._starts) else len(self.lines)

    @cached_property
    def _outline(self) -> Markdown:
        return Markdown(self.lines if self._short else [])

    @cached_property
    def _starts(self) -> list[int]:
        return [one.start for one in self._outline.headings]

    @cached_property
    def _bullet_of(self) -> dict[int, int]:
        return {line: start for start, end in self._outline.bullets for line in range(start, end)}
