"""What a model is shown of a dream's material: numbered lines of days and of memory. Pure.

What looks like a secret or gives orders is not shown, nor what Markdown hides; it is counted.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.dreamer import Material
from desktop_app.dreams.model.reading.marks import day_mark, harmless, memory_mark
from desktop_app.dreams.proposal import AsideLine, Why, source_of
from desktop_app.language.orders import gives_orders
from desktop_app.language.secrets import looks_secret
from desktop_app.notebook.bullets import Bullet
from desktop_app.notebook.lines import split
from desktop_app.notebook.source import Source, line_sha
from desktop_app.notebook.statements.day_text import DayText
from desktop_app.notebook.statements.reader import Statement, statements
from desktop_app.notebook.text.marks import LIST_MARK, NOT_UTF8

_LONGEST = 4_000
"""Characters of a line; a longer one is no note that anybody wrote. It is counted as `long`."""

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]")
_BULLET = re.compile(rf"\s*(?:>[> ]*)?(?:{LIST_MARK}\s+)?")
_SPEAKER = re.compile(
    r"^\s*(?:[-*+•]\s+)?(?:\*\*)?(?:user|assistant|用户|用戶|使用者|助手|助理)(?:\*\*)?\s*[:：]\s*",
    re.IGNORECASE,
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_KEY_BEGINS, _KEY_ENDS = "-----BEGIN", "-----END"


@dataclass(frozen=True)
class NoteLine:
    """A line of a day. `text` is what the model reads, `quote` stands verbatim in the line.

    `under` are the marks of the headings above it that may be shown.
    """

    mark: str
    text: str
    quote: str
    path: str
    line: int
    day: date
    sha: str
    under: tuple[str, ...] = ()
    heading: bool = False

    @property
    def row(self) -> str:
        return f"{self.mark} {self.text}"

    @property
    def source(self) -> Source:
        return Source(self.path, self.line, self.quote, self.sha)


@dataclass(frozen=True)
class MemoryLine:
    """A bullet of memory; `text` is what the model reads of it, on one line."""

    mark: str
    text: str
    bullet: Bullet
    path: str

    @property
    def row(self) -> str:
        return f"{self.mark} {self.text}"

    @property
    def source(self) -> Source:
        return source_of(self.path, self.bullet)


@dataclass(frozen=True)
class Shown:
    """All that may be shown, oldest day first, and what may not.

    `units` are the sentences and bullets that touch a note, by its mark.
    """

    notes: tuple[NoteLine, ...]
    memory: tuple[MemoryLine, ...]
    units: dict[str, tuple[Statement, ...]]
    aside: tuple[AsideLine, ...]


def shown_of(material: Material) -> Shown:
    """Number what may be shown of the material."""
    notes: list[NoteLine] = []
    aside: list[AsideLine] = []
    by_mark: dict[str, list[Statement]] = defaultdict(list)
    ends: dict[date, int] = defaultdict(int)
    for day in sorted(material.days, key=lambda day: (day.date, day.path)):
        before = ends[day.date]  # a day's further files are numbered on
        ends[day.date] += day.text.count("\n") + 1
        bad: dict[int, Why] = {}
        for unit in statements(day):
            why = suspect(unit.text)
            for piece in unit.pieces:
                by_mark[day_mark(day.date.isoformat(), before + piece.line)].append(unit)
                if why:
                    bad[piece.line] = why
        for note, why in _lines(day, bad, before):
            if why:
                aside.append(AsideLine(why, note.path, note.line, note.sha))
            else:
                notes.append(note)
    marks = {note.mark for note in notes}
    sentences = {mark: tuple(each) for mark, each in by_mark.items() if mark in marks}
    return Shown(tuple(notes), _memory(material), sentences, tuple(aside))


def suspect(text: str) -> Why | None:
    """Why a text is neither shown to a model nor taken from one, as a secret or an order."""
    if looks_secret(text):
        return Why.SECRET
    return Why.ORDER if "<!--" in text or gives_orders(text) else None


def _memory(material: Material) -> tuple[MemoryLine, ...]:
    """The bullets that may be shown, by their place in the whole memory."""
    lines = []
    for number, bullet in enumerate(material.memory.bullets, start=1):
        text = _plain(" / ".join(part.strip() for part in bullet.text.split("\n") if part.strip()))
        if text and not (suspect(bullet.text) or suspect(text) or NOT_UTF8.search(bullet.raw)):
            lines.append(MemoryLine(memory_mark(number), text, bullet, material.memory_path))
    return tuple(lines)


def _lines(day: DayText, bad: dict[int, Why], before: int) -> Iterator[tuple[NoteLine, Why | None]]:
    """The lines of a day that say something, each with why it is not shown, None where it is."""
    above: list[tuple[int, str]] = []
    comment = key = False
    for number, line in enumerate(split(day.text), start=1):
        sha = line_sha(line)
        line = line.rstrip("\r\n").removeprefix("\ufeff")
        if not line.strip():
            continue
        hidden, comment = _hidden(line, comment)
        heading = bool(_HEADING.match(line))
        key = (key and not heading) or _KEY_BEGINS in line
        words = _SPEAKER.sub("", line, count=1)  # `User:` is no name of an account here
        why = Why.ORDER if hidden else Why.SECRET if key else bad.get(number) or suspect(words)
        if not why and len(line) > _LONGEST:
            why = Why.LONG
        if not why and NOT_UTF8.search(line):
            why = Why.FOREIGN
        key = key and _KEY_ENDS not in line
        title = line.strip().strip("#").strip()
        if heading:
            level = len(line.lstrip()) - len(line.lstrip().lstrip("#"))
            above = [each for each in above if each[0] < level]
        yield (
            NoteLine(
                mark=day_mark(day.date.isoformat(), before + number),
                text=_plain(line),
                quote=title if heading else line[_after_marker(line) :].strip(),
                path=day.path,
                line=number,
                day=day.date,
                sha=sha,
                under=tuple(mark for _, mark in above),
                heading=heading,
            ),
            why,
        )
        if heading and not why:
            above.append((level, day_mark(day.date.isoformat(), before + number)))


def _hidden(line: str, inside: bool) -> tuple[bool, bool]:
    """Whether a line is wholly or in part a comment, and whether the comment goes on after it."""
    if inside:
        return True, "-->" not in line
    start = line.rfind("<!--")
    return start >= 0, start >= 0 and "-->" not in line[start:]


def _after_marker(line: str) -> int:
    match = _BULLET.match(line)
    return match.end() if match else 0


def _plain(text: str) -> str:
    return harmless(_CONTROLS.sub(" ", text.replace("\t", " "))).rstrip()
