"""Text in a terminal, where a Chinese character takes two columns. Knows widths, not meanings."""

import argparse
import unicodedata
from collections.abc import Sequence

from desktop_app.regex import regex

_WIDE = "\u2e80-\uffef"
_PIECE = regex(rf"\s+|[（「『《]*(?:[{_WIDE}]|[^\s{_WIDE}]+)[，。、；：！？）」』》…”]*")


def width(text: str) -> int:
    """How many columns a terminal gives it."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(unicodedata.combining(sign) > 0 for sign in text)


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """The text with spaces up to so many columns, before it if it stands at the `right`."""
    space = " " * (columns - width(text))
    return space + text if right else text + space


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Cells below each other; the last ones are as long as they are."""
    wide = [max(map(width, cells)) for cells in list(zip(*rows, strict=False))[:-1]]
    lines = (
        [padded(cell, wide[n], right=n in right) if n < len(wide) else cell
         for n, cell in enumerate(row)] for row in rows
    )  # fmt: skip
    return "\n".join("  ".join(cells).rstrip() for cells in lines)


def cut(text: str, columns: int) -> str:
    """The beginning of the text that has so many columns, with `…` for the rest."""
    if width(text) <= columns:
        return text
    while text and width(text) > columns - 1:
        text = text[:-1]
    return f"{text}…"


def wrapped(text: str, columns: int) -> list[str]:
    """Lines of at most so many columns, where no word is longer. Chinese breaks between any two
    characters, and no line begins with a sign that ends what is before it."""
    lines = [""]
    for piece in _PIECE.findall(" ".join(text.split())):
        if width(lines[-1] + piece) > columns and lines[-1]:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]


class HelpLines(argparse.HelpFormatter):
    """Help whose lines fit the terminal in any language."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrapped(text, width - len(indent)))
