"""Fences: the lines that Markdown shows as they are, as a program's. Knows lines, not languages."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from operator import itemgetter

from desktop_app.regex import regex

# What opens one by backticks has none behind them: ```make test``` is a piece of a sentence.
_OPENS = regex(r"[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})")
_CLOSES = regex(r"[\s>]*(`{3,}|~{3,})\s*$")


class Fences:
    """The fences of a text; one that is never closed is none: it would hide all later text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._unclosed: dict[str, int] = {}  # marks that nothing closes from a line on

    @cached_property
    def _closing(self) -> list[tuple[int, str]]:
        closing = ((n, _CLOSES.match(line)) for n, line in enumerate(self._lines))
        return [(n, match[1]) for n, match in closing if match]

    def end(self, n: int) -> int:
        """The line behind the fence that opens on line `n`; 0 for none."""
        marks = self.opens(n)
        if not marks or self._unclosed.get(marks, n + 1) <= n:
            return 0
        after = bisect_right(self._closing, n, key=itemgetter(0))
        for k, closing in islice(self._closing, after, None):
            if closing.startswith(marks):
                return k + 1
        self._unclosed[marks] = n
        return 0

    def opens(self, n: int) -> str:
        """The marks by which line `n` may open a fence; "" for none."""
        opens = _OPENS.match(self._lines[n])
        return opens[1] if opens else ""


def fenced(lines: Sequence[str], *, to_end: bool = False) -> dict[int, bool]:
    """The indices of the lines inside fences, and whether each is a marker of one.

    One that is never closed goes `to_end` where that is wanted, and it is in no list or quote.
    """
    fences = Fences(lines)
    inside: dict[int, bool] = {}
    n = 0
    while n < len(lines):
        closed = fences.end(n)
        end = closed or (
            len(lines) if to_end and lines[n][:1] in ("`", "~") and fences.opens(n) else 0
        )
        inside.update((k, k in (n, closed - 1)) for k in range(n, end))
        n = max(n + 1, end)
    return inside
