"""Days: the append-only daily files. Knows their text, not models, search or the interface."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from itertools import pairwise
from textwrap import dedent
from typing import NamedTuple

from desktop_app.errors import Problem
from desktop_app.notebook.files import Conflict
from desktop_app.notebook.history import Cause
from desktop_app.notebook.lines import bytes_of, newline, writable
from desktop_app.notebook.merge import merge3
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.storage import trouble
from desktop_app.notebook.template import filled, of_vault
from desktop_app.notebook.text import bullet_lines
from desktop_app.notebook.text.fences import fenced
from desktop_app.notebook.text.headings import timed, title_and_time
from desktop_app.notebook.text.marks import bare
from desktop_app.regex import regex
from desktop_app.words import tr

_TITLES = {
    "trim": "Trimmed Context",
    "overflow": "Context Overflow Recovery",
    "day": "Daily Summary",
    "sleep": "Sleep",
}
_NOTES = "Notes"
_BLANK = "\ufeff \t\r\n"
_HEADER = regex(r"[\ufeff\s]*# .*(?:Daily Memory|[0-9]{4}-[0-9]{2}-[0-9]{2}).*(?:\n|\Z)")
_EMPHASIS = regex(r"\*\*|__|`|\[([^\]]*)\]\([^)]*\)")
_NO_WORDS = regex(r"(?:[-*_=`~|:<>!#]|\s)*")
_WORD = regex(
    "[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+"
)
_MARKER = regex(r"^[-*+][ \t]+")
_OUT = regex(r"^(?: {1,2}|\t)")
_ATTEMPTS = 4
_HEAD_LENGTH = 300  # characters; a list shows two lines
_HEAD_IN = 20_000  # characters in which they are looked for


class DayBlock(NamedTuple):
    """A timestamped section of a day: `## Title (14:30)` and what follows.

    `time` is "" if it has none. The text before the first heading has the note's title, if it has
    one. Lines are 1-based; blank lines at the end do not count.
    """

    title: str
    time: str
    line: int
    end_line: int


class DayHead(NamedTuple):
    """A day as a list shows it; `head` is its first meaningful line."""

    date: date
    path: str
    head: str
    words: int
    dreamt: bool


class AddedToDay(NamedTuple):
    """An addition to a day, with its heading on `line`, and the day `before` and `after` it; before
    may be nothing."""

    path: str
    line: int
    before: bytes
    after: bytes


def header(day: date) -> str:
    """The beginning of a new day's file. Specification: Daily memory file management."""
    return f"# Daily Memory: {day.isoformat()}\n\n"


def opening(notebook: Notebook, day: date) -> str:
    """What a file begins with that is made for a day: the specified header; in a vault whose
    program names its days, the template of that program, if it has one.
    """
    if not notebook.layout.followed:
        return header(day)
    text = filled(of_vault(notebook), notebook.layout, day).strip()
    return f"{text}\n\n" if text else ""


def title_for(cause: str) -> str:
    """The title of a block, by the cause of its flush."""
    return _TITLES.get(cause, "Session Notes")


def block(title: str, now: datetime | None, text: str) -> str:
    """A block's text. Specification: Three-tier memory architecture."""
    return f"{timed(title, now)}\n\n{_tidy(text)}\n"


def with_blocks(before: str, begun: str, texts: Sequence[str]) -> str:
    """The text of a day with blocks after it, in its own line endings; a new one begins as
    `begun`.
    """
    if before.strip(_BLANK):
        begun = "" if before.endswith("\n") else "\n"
        begun += _gap(before)
    return before + (begun + "\n".join(texts)).replace("\n", newline(before))


def note(text: str) -> str:
    """A note as it is written: see `bullets_of`."""
    return "".join(bullets_of(text))


def bullets_of(text: str) -> list[str]:
    """A note as bullets, one for each line. Fenced code, the next rows of a table and indented
    lines stay in the bullet above them."""
    bullets: list[list[str]] = []
    fence, before, indented = "", "", True
    plain = bullet_lines.tidy(dedent(text.replace("\r\n", "\n").replace("\r", "\n")))
    for line in plain.split("\n"):
        mark = line.lstrip()[:3] if line.lstrip().startswith(("```", "~~~")) else ""
        if not fence:
            indented = not mark or line[0] == " "
        row = line.startswith("|") and before.startswith("|")
        if bullets and (fence or mark or row or not line.lstrip() or line[0] in " \t"):
            bullets[-1].append(_OUT.sub("", line) if indented else line)
        else:
            bullets.append([_MARKER.sub("", line)])
        if mark:
            fence = mark if not fence else "" if mark == fence else fence
        before = line
    return ["".join(bullet_lines.new("\n".join(lines), "- ", "\n")) for lines in bullets]


def blocks(text: str) -> list[DayBlock]:
    """The blocks of a day, whoever wrote it; headings inside fences begin none."""
    lines = text.split("\n")
    titles = dict(_headings(text))
    day_blocks: list[DayBlock] = []
    bounds = [text.count("\n", 0, _after_header(text)), *titles, len(lines)]
    for start, end in pairwise(bounds):
        said = [n for n in range(start, end) if lines[n].strip(_BLANK)]
        title, time = title_and_time(titles.get(start, ""))
        if said and not title and lines[said[0]].strip(_BLANK).startswith("# "):
            title = lines[said[0]].strip(_BLANK)[2:]  # which alone is no block
            said = said if len(said) > 1 else []
        if said:
            day_blocks.append(DayBlock(title, time, said[0] + 1, said[-1] + 1))
    return day_blocks


def is_empty(text: str) -> bool:
    """Whether a day holds nothing but its header and white space."""
    return not text[_after_header(text) :].strip(_BLANK)


def head(text: str) -> str:
    """The first line with words, without its marks; a title if there is no other."""
    title = ""
    fenced = False
    start = _after_header(text)
    for line in text[start : start + _HEAD_IN].split("\n"):
        bare = line.strip(_BLANK)[: 2 * _HEAD_LENGTH]
        if bare.startswith(("```", "~~~")):
            fenced = not fenced
        elif bare.startswith("#") and not fenced:
            title = title or title_and_time(bare.lstrip("# \t"))[0]
        elif not _NO_WORDS.fullmatch(bare) and not bare.startswith("<!--"):
            return _unmarked(bare)[:_HEAD_LENGTH]
    return title[:_HEAD_LENGTH]


def head_of(day: date, path: str, text: str, *, dreamt: bool) -> DayHead:
    """A day as a list shows it; each character of a Chinese text counts as a word."""
    body = text[_after_header(text) :]
    return DayHead(
        date=day,
        path=path,
        head=head(text),
        # By line, since a pattern over megabytes would hold up every other thread meanwhile.
        words=sum(len(_WORD.findall(line)) for line in body.split("\n")),
        dreamt=dreamt,
    )


def append_note(notebook: Notebook, text: str, now: datetime) -> AddedToDay:
    """Add a note to the day's block of this minute; returns where, with the line of the note.

    The note is in the file when this returns, even if other programs rewrite the day: see
    `NotebookFiles.append`. Specification: Daily memory file management.
    """
    path = notebook.day_path(now.date())
    with notebook.lock():
        before = notebook.read(path).text
        *_, (_, last) = [(0, ""), *_headings(before)]
        again = f"## {last}" == timed(_NOTES, now)
        above = "" if again else f"{_gap(before)}{timed(_NOTES, now)}\n\n"
        return _append(notebook, path, before, above, note(text), Cause.NOTE, now)


def append_block(
    notebook: Notebook, title: str, text: str, now: datetime, at: datetime | None = None
) -> AddedToDay:
    """Add a block to the day of `at`, or to today, as `append_note` adds a note.

    Specification: Daily memory file management.
    """
    at = at or now
    path = notebook.day_path(at.date())
    with notebook.lock():
        before = notebook.read(path).text
        body = block(title, at, text)
        return _append(notebook, path, before, _gap(before), body, Cause.FLUSH, now, at.date())


def take_back(notebook: Notebook, added: AddedToDay, now: datetime) -> None:
    """Take an addition out of its day; what others wrote since stays. A file that was made for it
    goes if nothing else is in it.

    Raises Problem, and leaves the day, if the lines of the addition were changed.
    """
    path = added.path
    for _ in range(_ATTEMPTS):
        with notebook.lock(), suppress(Conflict):  # somebody wrote right now, perhaps more lines
            there = notebook.read(path)
            rest = merge3(added.after, added.before, there.data)
            if rest.conflicts:
                raise Problem(
                    tr("The lines have been changed since they were written."),
                    tr("Open the day and take out by hand what should go."),
                )
            if not added.before and is_empty(rest.data.decode("utf-8", "surrogateescape")):
                notebook.remove(path, there, now)
            else:
                notebook.save(path, rest.data, there, Cause.TAKEN_BACK, now, copy=False)
            return
    raise trouble.of_rival(path)


def _append(
    notebook: Notebook,
    path: str,
    before: str,
    above: str,
    body: str,
    cause: Cause,
    now: datetime,
    day: date | None = None,
) -> AddedToDay:
    """Append to the day (today by default) with its own line endings; `line` is that of `body`."""
    day = day or now.date()
    style = newline(before)
    if before and not before.strip(_BLANK):  # only white space: nothing but the header is missing
        above = opening(notebook, day) + above
    begun, entry = opening(notebook, day), (above + body).replace("\n", style)
    first = notebook.append(path, entry, begun, cause, now)
    if before:
        before += "" if before.endswith("\n") else "\n"
        begun = ""
    after = f"{before}{begun}{entry}"
    return AddedToDay(path, first + above.count("\n"), bytes_of(before), bytes_of(after))


def _gap(before: str) -> str:
    """A blank line before a new block, if the text does not end with one."""
    apart = not before.strip(_BLANK) or before.endswith(("\n\n", "\n\r\n"))
    return "" if apart else "\n"


def _tidy(text: str) -> str:
    lines = writable(text).replace("\r\n", "\n").rstrip(_BLANK).split("\n")
    first = next((n for n, line in enumerate(lines) if line.strip(_BLANK)), 0)
    return "\n".join(lines[first:])


def _after_header(text: str) -> int:
    match = _HEADER.match(text)
    return match.end() if match else 0


def _headings(text: str) -> Iterator[tuple[int, str]]:
    """The line, from 0, and the title of each `##` heading outside fences."""
    lines = text.split("\n")
    inside = fenced(lines, to_end=True) if "```" in text or "~~~" in text else {}
    for n, line in enumerate(lines):
        if line.startswith(("## ", "##\t")) and n not in inside:
            yield n, line[2:].strip(_BLANK)


def _unmarked(line: str) -> str:
    while (rest := bare(line)) != line:
        line = rest
    return _EMPHASIS.sub(lambda match: match[1] or "", line)
