"""The lines of one bullet: its text without marker and indent, and back. Knows no file."""

import re
from itertools import takewhile

from desktop_app.notebook.lines import writable
from desktop_app.notebook.text.compare import regions
from desktop_app.regex import regex

_BLANK = " \t\r"
_PREFIX = regex(r" {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]*")
_ITEM = regex(r"[-*+][ \t]+(.*)", re.DOTALL)
_PART = regex(r"(?: {1,4}|\t)[-*+][ \t]+(.*)", re.DOTALL)
_BLOCK = regex(r"(?:#{1,6}|[-+*])(?=\s|$)|>|```|~~~|\||=+\s*$|-+\s*$|\d{1,9}(?=[.)](?:\s|$))")
_RULE = regex(r"(-[ \t]*){2,}|(\*[ \t]*){2,}")


def blank(line: str) -> bool:
    """Whether Markdown sees nothing in this line."""
    return not line.strip(_BLANK + "\n")


def tidy(text: str) -> str:
    """A bullet's text as it can be written: no blank lines around it, no spaces at line ends."""
    lines = [line.rstrip(_BLANK) for line in writable(text).split("\n")]
    return "\n".join(lines).rstrip("\n").lstrip(_BLANK + "\n")


def safe(text: str) -> str:
    """The same text, but none that would turn its bullet into a rule across the page."""
    first = text.split("\n", 1)[0]
    return "\\" + text if _RULE.fullmatch(first) else text


def words(text: str) -> str:
    """The same text, but none that would begin a block where a line begins."""
    block = _BLOCK.match(text)
    at = block.end() if block and text[0].isdigit() else 0
    return f"{text[:at]}\\{text[at:]}" if block else text


def prefix_of(first: str) -> str:
    """Indent, marker and the space after it, of a bullet's first line."""
    match = _PREFIX.match(first)
    prefix = match[0] if match else "- "
    bare = prefix.rstrip(" \t")
    wide = len(prefix.expandtabs(4)) - len(bare) > 4  # then what follows is code, one space in
    return bare + " " if wide or bare == prefix or blank(first[len(prefix) :]) else prefix


def next_prefix(prefix: str) -> str:
    """The prefix of the item behind one: a number counts on."""
    return re.sub(r"\d+", lambda number: str(int(number[0]) + 1), prefix)


def text_of(lines: list[str]) -> str:
    """The text of a bullet's lines: what follows its marker, without the indent and a pin."""
    return tidy("\n".join(without_pin(_texts(lines))))


def new(text: str, prefix: str, style: str) -> list[str]:
    """The lines of a new bullet; `prefix` is its marker, `style` ends each line."""
    first, *rest = safe(tidy(text)).split("\n")
    indent = " " * _width(prefix)
    return [f"{prefix}{first}{style}", *(f"{indent if line else ''}{line}{style}" for line in rest)]


def rewritten(lines: list[str], text: str, style: str) -> list[str]:
    """A bullet's lines with another text: lines that stay the same keep their bytes.

    Lines that belonged to it without being indented are indented: what is before them has changed.
    """
    old, wanted = _texts(lines), safe(tidy(text)).split("\n")
    prefix = prefix_of(lines[0])
    indent = _indent(lines, prefix)
    result = [lines[0] if old[0] == wanted[0] else prefix + wanted[0] + _ending(lines[0])]
    for run in regions(old[1:], wanted[1:]):
        if run.same:
            same = lines[1 + run.i : 1 + run.i_end]
            result += [_inside(line, prefix, indent) for line in same]
        else:
            fresh = wanted[1 + run.j : 1 + run.j_end]
            result += [(indent if line else "") + line + style for line in fresh]
    result = [line if line.endswith("\n") else line + style for line in result]
    if not lines[-1].endswith("\n"):
        result[-1] = result[-1][: -len(_ending(result[-1]))]
    return result


def _texts(lines: list[str]) -> list[str]:
    prefix = prefix_of(lines[0])
    first = lines[0][len(prefix.rstrip(" \t")) :].strip(_BLANK + "\n")
    width = _width(prefix) if lines[1:] else 0
    return [first, *[_outdented(line, width).rstrip(_BLANK + "\n") for line in lines[1:]]]


def _outdented(line: str, width: int) -> str:
    column = at = 0
    while column < width and line[at : at + 1] in (" ", "\t"):
        column += 1 if line[at] == " " else 4 - column % 4
        at += 1
    return line[at:]


def _inside(line: str, prefix: str, indent: str) -> str:
    bare = line.lstrip(" \t")
    enough = _width(line[: len(line) - len(bare)]) >= _width(prefix)
    return line if enough or blank(line) else indent + bare


def _indent(lines: list[str], prefix: str) -> str:
    """What the bullet's own continuation lines are indented with, if they are enough."""
    width = _width(prefix)
    for line in lines[1:]:
        indent = line[: len(line) - len(_outdented(line, width))]
        if not blank(line) and _width(indent) >= width:
            return indent
    return " " * width


def _width(text: str) -> int:
    return len(text.expandtabs(4))


def _ending(line: str) -> str:
    if not line.endswith("\n"):
        return ""
    return "\r\n" if line.endswith("\r\n") else "\n"


MARK = "<!-- pinned -->"

_MARK = regex(r"[ \t]*<!--[ \t]*pinned[ \t]*-->[ \t]*(?=\r?\n?\Z)", re.IGNORECASE)
_IN_TEXT = regex(r"[ \t]*<!--[ \t]*pinned[ \t]*-->[ \t]*$", re.IGNORECASE | re.MULTILINE)
_BEHIND = regex(r"[ \t]*<!--[ \t]*pinned[ \t]*-->", re.IGNORECASE)
_A_BLOCK = regex(r"\s*(?:[-*+>#|]|\d+[.)]|```|~~~|$)")


def is_pinned(lines: list[str]) -> bool:
    """Whether one of the lines that may carry the mark does: the first and the last one."""
    return "<!--" in "".join(lines) and any(_MARK.search(lines[at]) for at in _ends(lines))


def without_pin(lines: list[str]) -> list[str]:
    """The same lines without the mark."""
    if "<!--" not in "".join(lines):
        return lines
    ends = _ends(lines)
    return [_MARK.sub("", line) if n in ends else line for n, line in enumerate(lines)]


def with_pin(lines: list[str]) -> list[str]:
    """A bullet's lines with the mark: at its end, or behind its first line where more follows it
    than the text of one paragraph, which a mark could belong to alone.
    """
    ends = _ends(lines)
    at = 0 if any(map(_A_BLOCK.match, lines[1 : ends[-1] + 1])) else ends[-1]
    bare = lines[at].rstrip(" \t\r\n")
    ending = lines[at][len(lines[at].rstrip("\r\n")) :]
    return [*lines[:at], f"{bare} {MARK}{ending}", *lines[at + 1 :]]


def length(text: str, at: int) -> int:
    """How many characters a mark takes that stands behind this place, its spaces with it."""
    mark = _BEHIND.match(text, at)
    return len(mark[0]) if mark else 0


def row(text: str, pinned: bool) -> str:
    """A row of a table with or without the mark, which stands in its last cell."""
    bare = _BEHIND.sub("", text)
    if not pinned:
        return bare
    last = len(bare.removesuffix("|").rstrip(" \t"))
    return f"{bare[:last]} {MARK}{bare[last:]}"


def to_read(text: str) -> str:
    """A whole text as it is shown to be read, with no mark; its lines stay where they are."""
    return _IN_TEXT.sub("", text) if _mentions(text) else text


def unpinned(text: str) -> str:
    """A text without the mark, for what no person wrote: only people pin."""
    return "".join(without_pin(text.splitlines(keepends=True))) if _mentions(text) else text


def _mentions(text: str) -> bool:
    return "<!--" in text and "pinned" in text.casefold()


def _ends(lines: list[str]) -> list[int]:
    return [0, next((n for n in range(len(lines) - 1, 0, -1) if lines[n].strip()), 0)]


def items(lines: list[str]) -> list[list[str]]:
    """Each list item as the texts of itself and of the items nested in it, still as Markdown."""
    found: list[list[str]] = []
    for line in takewhile(lambda line: not line.startswith("#"), lines):
        item, part = _ITEM.match(line), _PART.match(line)
        if item:
            found.append([item[1]])
        elif part and found:
            found[-1].append(part[1])
        elif found:
            indent = 2 if len(found[-1]) == 1 else 4
            found[-1][-1] += "\n" + re.sub(f"^ {{0,{indent}}}", "", line)
    return [[text.rstrip("\n") for text in texts] for texts in found]
