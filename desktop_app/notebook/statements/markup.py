"""What stands in a note beside its words: front matter, comments, code, marks of programs. By form
only. Knows lines, no blocks of Markdown.

A comment, a fence or a drawer that is never closed is none: it would hide all later text.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from desktop_app.notebook.text.fences import Fences
from desktop_app.notebook.text.marks import NOT_UTF8
from desktop_app.regex import regex

BETWEEN_ENTRIES = "§"
"""A line that parts entries of a memory."""

MASK = "\x1f"
"""In place of a sign that says nothing: no space to a parser of Markdown, and one to Python."""


class Box(StrEnum):
    """Whether a statement has a box, unticked or ticked, or is too long to be read."""

    NONE = ""
    TODO = "todo"
    DONE = "done"
    LONG = "long"


_MASKED = regex(rf"(?<=\w)(?P<within>{MASK}+)(?=\w)|\s*{MASK}\s*")

_FRONT = {"---": ("---", "..."), "+++": ("+++",)}
_KEY = regex(r"""["']?\w[\w ./-]{0,60}["']?\s*[:=](?:\s|$)""")
_OF_FRONT = regex(rf"\s|-|#|[\]}}]|$|{_KEY.pattern}")
_LONGEST_FRONT = 100  # lines; a rule at the top of a note has no second one so near

_CODE = r"(?<!`)(?P<code>`+)(?!`).+?(?<!`)(?P=code)(?!`)"
_OPENS = regex(rf"{_CODE}|<!--|(?<!\S)%%")
_MAY_HIDE = regex("```|~~~|<|%%|:END:|#\\+")
_BOUND = regex(
    r"(?<![a-z])(?:start|begin|(?P<end>end|stop))(?![a-z])|^\s*(?P<slash>/)", re.IGNORECASE
)
_BLOCK = regex(  # whose text is no prose; each is closed by its own end
    r"[\s>]*(?:[-*+]\s+)?(?:<(?P<element>script|style|pre|textarea)\b"
    r"|#\+BEGIN_(?P<org>QUERY|SRC|EXAMPLE|COMMENT|EXPORT)\b|:(?!END:)(?P<drawer>[A-Z_]+):\s*$)",
    re.IGNORECASE,
)
_ENDS = {"element": ".*</{}\\b", "org": r"\s*#\+END_{}\b", "drawer": r"\s*:END:\s*$"}
_LONGEST = 500  # lines of such a block
_FOOTNOTE = regex(r" {0,3}\[\^[^\]\s]+\]:")
_INDENTED = regex(r"(?: {4}|\t)")
_LISTED = regex(r"\s*(?:[-*+•]|\d{1,9}[.)])(?:\s|$)")
_TAGS = regex(r"[\s>]*(?:</?[a-zA-Z][^<>]*>\s*)+$")

_MAY_BE_SILENT = regex(f"[~^<§{MASK}\ud800-\udfff]|\\[!|::|:\\s*[<\\[]")
_SILENT = regex(  # within a line
    rf"{_CODE}|(?<!~)~~(?=[^\s~]).{{1,300}}?(?<=[^\s~])~~(?!~)"  # struck
    r"|<(?P<struck>del|s|strike)>.{1,300}?</(?P=struck)>"
    r"|\s\^[A-Za-z0-9-]+\s*$"  # the id of a block
    r"|(?<=\s)(?:id|collapsed)::\s.*$"
    r"|(?<=.)\[\^[^\]\s]+\]"  # the number of a footnote
    r"|(?<=>)\s*\[!\w+\][+-]?"  # the kind of a callout
)
_NO_WORDS = regex(  # a query, an embed, a reference, a picture, what agents say for nothing
    r"\{\{.*?\}\}|\(\([\w-]{8,}\)\)|!\[\[[^\]]*\]\]|!\[[^\]]*\]\([^)]*\)|</?[a-zA-Z][^<>]*>"
    r"|\[[^\]]+\]:\s+\S+|<%.*?%>|\b[A-Z]{2,}(?:_[A-Z]+)+\b"
)
_MAY_HAVE_NONE = regex(r"[{(<\[_]")
_LETTER = regex(r"[^\W_]")
_CANCELLED = regex(r"\[-\]\s|CANCELL?ED\b")
_STATE = regex(
    r"(?:\[(?P<box>[ xX/<>])\](?=\s)"
    r"|[*_]{0,2}(?:TODO|NOW|LATER|DOING|WAIT(?:ING)?|IN-PROGRESS|(?P<done>DONE)):?[*_]{0,2}(?=:?\s)"
    r"):?\s+(?:\[#[A-C]\]\s+)?(?=\S)"
)
_OF_A_DREAM = regex(  # what another program's dream says of a line
    r".*\[score=[\d.]+|(?:confidence|recalls):\s*[\d.]+\s*$|evidence:\s*\S+:\d+-\d+"
    r"|(?:-\s+)?status:\s*staged\b"
)
MAY_LEAVE_OUT = ("[score=", "confidence:", "recalls:", "evidence:", "status:", "[-]", "CANCEL")
"""Words without one of which no item is cancelled or of another program's dream."""
_DREAM_SECTION = regex(r"(?:light|rem|deep) sleep\b", re.IGNORECASE)
_PROPERTY = regex(
    r"\s*(?:[\w./-]+::(?:\s|$)|(?:SCHEDULED|DEADLINE|CLOSED):\s*[<\[]|\^[A-Za-z0-9-]+\s*$)"
)


def front_matter(lines: Sequence[str]) -> int:
    """How many lines of a text are front matter; a second block may follow the first."""
    end = _fields(lines, 0)
    again = next((n for n in range(end, len(lines)) if lines[n].strip()), end)
    return (_fields(lines, again) or end) if end else 0


def _fields(lines: Sequence[str], at: int) -> int:
    """Where a block of front matter ends that begins on a line; 0 for none."""
    closing = _FRONT.get(lines[at].strip("\ufeff \t\r\n")) if at < len(lines) else None
    for n in range(at + 1, min(len(lines), at + _LONGEST_FRONT)) if closing else ():
        line = lines[n].rstrip()
        if line in (closing or ()):
            return n + 1
        if not _OF_FRONT.match(line) or (n == at + 1 and not _KEY.match(line)):
            return 0
    return 0


def words_only(lines: Sequence[str]) -> list[str]:
    """The lines without endings, with masks for signs that say nothing: each is as long as it was,
    or empty where it holds nothing else."""
    plain = [line.rstrip("\r\n") for line in lines]
    end = front_matter(plain)
    plain[:end] = [""] * end
    _hide_blocks(plain)
    _hide_notes(plain)
    return [_words_of(line) for line in plain]


def may_hide(lines: Sequence[str]) -> bool:
    """Whether there is a sign without which nothing is hidden over lines."""
    return any(map(_MAY_HIDE.search, lines))


def unmasked(text: str) -> str:
    """A text with a space for what was masked in it, but within a word."""
    return _MASKED.sub(lambda one: "" if one["within"] else " ", text).strip()


def has_words(text: str) -> bool:
    """Whether a text is more than queries, embeds, references and pictures."""
    words = _NO_WORDS.sub("", text) if _MAY_HAVE_NONE.search(text) else text
    return _LETTER.search(words) is not None


def is_cancelled(text: str) -> bool:
    """Whether an item says of itself that it will not be done."""
    return _CANCELLED.match(text) is not None


def tells_of_a_dream(text: str, title: bool = False) -> bool:
    """Whether a line or a title is of another program's dream."""
    return (_DREAM_SECTION if title else _OF_A_DREAM).match(text) is not None


def state(text: str) -> tuple[Box, int]:
    """The box of an item, or the word in its place, and where the words begin behind it."""
    match = _STATE.match(text)
    if match is None:
        return Box.NONE, 0
    done = match["done"] or (match["box"] or "").lower() == "x"
    return (Box.DONE if done else Box.TODO), match.end()


def _words_of(line: str) -> str:
    if not _MAY_BE_SILENT.search(line):
        return line
    if NOT_UTF8.search(line) or _TAGS.match(line) or line.strip() == BETWEEN_ENTRIES:
        return ""
    if _PROPERTY.match(line):
        bare = line.lstrip()
        return line[: len(line) - len(bare)] + MASK * len(bare)
    masked = _SILENT.sub(lambda one: one[0] if one["code"] else MASK * len(one[0]), line)
    return masked if masked.strip() else ""


def _hide_blocks(lines: list[str]) -> None:
    """Fences, drawers, elements and what a program manages are emptied, comments masked."""
    if not may_hide(lines):
        return
    fences = Fences(lines)
    closing = {sign: [n for n, line in enumerate(lines) if sign in line] for sign in ("-->", "%%")}
    comments: list[tuple[int, int, str]] = []
    n = 0
    while n < len(lines):
        if end := fences.end(n) or _block_end(lines, n):
            lines[n:end] = [""] * (end - n)
        else:
            end = _mask_comments(lines, n, closing, comments)
        n = max(n + 1, end)
    for first, end in _managed(comments):
        lines[first:end] = [""] * (end - first)


def _block_end(lines: Sequence[str], n: int) -> int:
    """The line behind a drawer, a query of Org or an element of HTML; 0 for none."""
    opened = _BLOCK.match(lines[n])
    if opened is None or opened.lastgroup is None:
        return 0
    ends = regex(_ENDS[opened.lastgroup].format(opened[opened.lastgroup]), re.IGNORECASE)
    return next((k for k, line in enumerate(lines[n : n + _LONGEST], n + 1) if ends.match(line)), 0)


def _mask_comments(
    lines: list[str],
    n: int,
    closing: Mapping[str, Sequence[int]],
    comments: list[tuple[int, int, str]],
) -> int:
    """Mask the comments that begin on a line, and name the line on which the last one ends."""
    at = 0
    while opener := _OPENS.search(lines[n], at):
        at = opener.end()
        if opener["code"]:
            continue
        sign = "-->" if opener[0] == "<!--" else "%%"
        end, column = n, lines[n].find(sign, at)
        if column < 0 and (sign == "-->" or not lines[n][: opener.start()].strip()):
            after = bisect_right(closing[sign], n)
            end = closing[sign][after] if after < len(closing[sign]) else n
            column = lines[end].find(sign) if end > n else -1
        if column < 0:
            continue
        column += len(sign)
        inside = [lines[n][at:], *lines[n + 1 : end], lines[end][:column]]
        comments.append((n, end + 1, lines[n][at:column] if end == n else "\n".join(inside)))
        start = opener.start()
        if end == n:
            lines[n] = lines[n][:start] + MASK * (column - start) + lines[n][column:]
            at = column
            continue
        lines[n] = lines[n][:start] + MASK * (len(lines[n]) - start)
        lines[n + 1 : end] = [""] * (end - n - 1)
        lines[end] = MASK * column + lines[end][column:]
        return end
    return n + 1


def _managed(comments: Sequence[tuple[int, int, str]]) -> Iterator[tuple[int, int]]:
    """The lines between two comments by which a program knows its own block: `x:start`, `x:end`."""
    opened: list[tuple[str, int]] = []
    for first, end, words in comments:
        bound = _BOUND.search(words)
        name = re.sub(r"\W+", "", words.replace(bound[0], "", 1) if bound else words).casefold()
        if bound is None or not (bound["end"] or bound["slash"]):
            opened.append((name, first))
            continue
        same = (n for known, n in reversed(opened[-_LONGEST:]) if name and known.startswith(name))
        if (start := next(same, None)) is not None:
            yield start, end
            opened.clear()


def _hide_notes(lines: list[str]) -> None:
    hidden, blank, listed = "", True, False
    for n, line in enumerate(lines):
        if not line.strip():
            blank = True
            continue
        indented = _INDENTED.match(line) is not None
        begins_code = indented and blank and not listed and not _LISTED.match(line)
        if _FOOTNOTE.match(line):
            hidden = "note"
        elif begins_code or not (indented or (hidden == "note" and not blank)):
            hidden = "code" if begins_code else ""
        if hidden:
            lines[n] = ""
        else:
            listed = bool(_LISTED.match(line)) or (listed and (line[0] in " \t" or not blank))
        blank = False
