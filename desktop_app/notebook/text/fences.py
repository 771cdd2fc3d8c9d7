"""Fences: the lines that Markdown shows as they are, as a program's. Knows lines, not languages."""

import re
from collections.abc import Sequence

# What opens one by backticks has none behind them: ```make test``` is a piece of a sentence.
_OPENS = re.compile(r"[\s>]*(?:[-*+] +)?(`{3,}(?=[^`]*$)|~{3,})")
_CLOSES = re.compile(r"[\s>]*(`{3,}|~{3,})\s*$")


def fenced(lines: Sequence[str], *, to_end: bool = False) -> dict[int, bool]:
    """The indices of the lines inside fences, and whether each is a marker of one.

    A fence that is never closed goes `to_end`, or else it is none: in a file with many writers it
    would hide all later text.
    """
    inside: dict[int, bool] = {}
    opened, marks = 0, ""
    for n, line in enumerate(lines):
        if marks:
            closes = _CLOSES.match(line)
            if closes and closes[1].startswith(marks):
                inside.update((k, k in (opened, n)) for k in range(opened, n + 1))
                marks = ""
        elif opens := _OPENS.match(line):
            opened, marks = n, opens[1]
    if marks and to_end:
        inside.update((n, n == opened) for n in range(opened, len(lines)))
    return inside
