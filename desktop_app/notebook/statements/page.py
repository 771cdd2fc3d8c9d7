"""The lines of a day that may say something. Knows Markdown's blocks, not bullets or sentences.

Front matter, fences, rules, comments, bare tags and pictures say nothing, nor does a line that is
not UTF-8. A line underlined in the old way is a heading; a row of a table comes with its header.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from desktop_app.notebook.text.fences import fenced

_RULE = re.compile(r"[\s>]{0,4}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)$")
_UNDERLINE = re.compile(r" {0,3}(=+|-{3,})[ \t]*$")
_UNDERLINED = re.compile(r" {0,3}(?![-*+•>#|] |\d{1,3}[.)] )\S.{0,60}(?<![.!?;,。！？；，])\s*$")
_DELIMITERS = re.compile(r"[\s>]*(?=.*\|)\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_NOTHING = re.compile(r"[\s>]*(?:</?[a-zA-Z][^<>]*>|!\[[^\]]*\]\([^)]*\)|\[[^\]]+\]:\s+\S+)\s*$")
_FIELD = re.compile(r"""["']?[\w][\w .-]*["']?:(?:\s|$)|\s*$|#|---$|\.\.\.$""")
_SILENT = (_RULE, _NOTHING)
_NOT_UTF8 = re.compile("[\udc80-\udcff]")
_LONGEST_FRONT = 100  # lines of front matter; a rule at the top has no second one nearby


@dataclass(frozen=True)
class PageLine:
    """A numbered line, "" where it tells nothing. `header` is the line above a table's rows."""

    number: int
    line: str
    header: tuple[int, str] | None = None


def page_lines(lines: list[str]) -> Iterator[PageLine]:
    """Every line; an underlined one begins with `#`, a table's header and rule are blank."""
    comment = False
    header: tuple[int, str] | None = None
    bare = [line.rstrip("\r\n").removeprefix("\ufeff") for line in lines]
    front = _front(bare)
    fences = fenced(bare)
    for number, line in enumerate(bare, start=1):
        after = bare[number] if number < len(bare) else ""
        row = None
        if number <= front or number - 1 in fences:
            line = ""
        elif comment:
            comment = "-->" not in line
            line = ""
        elif line.lstrip().startswith("<!--"):
            comment, line = "-->" not in line, ""
        elif header and "|" in line:
            row, line = header, "" if _DELIMITERS.match(line) else line
        elif "|" in line and _DELIMITERS.match(after):
            header, line = (number, line), ""
        elif any(shape.match(line) for shape in _SILENT) or _NOT_UTF8.search(line):
            line = ""
        elif (underline := _UNDERLINE.match(after)) and _is_title(bare, number):
            line = f"{'#' if underline[1][0] == '=' else '##'} {line.strip()}"
        if "|" not in bare[number - 1]:
            header = None
        yield PageLine(number, "" if _NOT_UTF8.search(line) else line, row if line else None)


def _front(lines: list[str]) -> int:
    """The last line of the front matter, 0 for none: a rule at the top opens none."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    if not any(_FIELD.match(line) for line in lines[1:2]):
        return 0
    ends = (n for n, line in enumerate(lines[:_LONGEST_FRONT], 1) if n > 1 and _closes(line))
    return next(ends, 0)


def _closes(line: str) -> bool:
    return line.rstrip() in ("---", "...")


def _is_title(lines: list[str], number: int) -> bool:
    """Whether a line that is underlined stands alone above its underline."""
    alone = number == 1 or not lines[number - 2].strip()
    return alone and _UNDERLINED.match(lines[number - 1]) is not None
