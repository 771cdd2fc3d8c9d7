"""Cutting: a text without the lines that say what is to be forgotten. Pure."""

import codecs
import json
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from desktop_app.notebook.forgetting.phrases import Sought
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.lines import split
from desktop_app.notebook.statements.markdown import ITEMS, Markdown
from desktop_app.notebook.text.records import message_in
from desktop_app.words import Worded, counted, tr

FORGOTTEN = "…"
"""What stands where a heading or a message of a conversation was."""

_HEADING = re.compile(r"(#{1,6})\s")
_TIME = re.compile(r"\s*\(\d\d:\d\d\)\s*$")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_HALF = re.compile("[\ud800-\udfff]")  # of a pair
_DEEPEST = 200  # of JSON


@dataclass(frozen=True)
class CutLine:
    """A line that goes, as it stood: its number from 1, and its text without the ending."""

    line: int
    text: str


class CutText(NamedTuple):
    """A text without what is to be forgotten, and the lines that went."""

    text: str
    lines: tuple[CutLine, ...] = ()


@dataclass(frozen=True)
class CutBytes:
    """The same of a file."""

    data: bytes
    lines: tuple[CutLine, ...] = ()


def cut_file(data: bytes, sought: Sought, *, json_lines: bool = False) -> CutBytes:
    """A file without the lines that say it; other bytes stay as they are."""
    for mark, name in zip(_UTF16, ("utf-16-le", "utf-16-be"), strict=True):
        if data.startswith(mark):
            text = data[len(mark) :].decode(name, "surrogatepass")
            rest, gone = cut_text(text, sought)
            return CutBytes(mark + rest.encode(name, "surrogatepass"), gone)
    text = data.decode("utf-8", "surrogateescape")
    rest, gone = cut_lines_of_json(text, sought) if json_lines else cut_text(text, sought)
    return CutBytes(rest.encode("utf-8", "surrogateescape") if gone else data, gone)


def cut_text(text: str, sought: Sought) -> CutText:
    """Markdown without the lines that say it."""
    lines = split(text)
    goes, renamed = _marked(lines, sought)
    if not goes and not renamed:
        return CutText(text)
    kept = [
        _renamed(line) if n in renamed else line for n, line in enumerate(lines) if n not in goes
    ]
    gone = (CutLine(n + 1, lines[n].rstrip("\r\n")) for n in sorted(goes | renamed))
    return CutText("".join(kept), tuple(one for one in gone if one.text.strip()))


def every_line(data: bytes) -> CutBytes:
    """A file of which nothing stays."""
    lines = split(data.decode("utf-8", "surrogateescape"))
    said = (CutLine(n, line.rstrip("\r\n")) for n, line in enumerate(lines, 1) if line.strip())
    return CutBytes(b"", tuple(said))


def blanked(text: str, sought: Sought) -> str:
    """The text with empty lines for those that say it, so that the others keep their numbers."""
    lines = split(text)
    goes, renamed = _marked(lines, sought)
    if not goes and not renamed:
        return text
    return "".join("\n" if n in goes | renamed else line for n, line in enumerate(lines))


def cut_lines_of_json(text: str, sought: Sought) -> CutText:
    """JSON lines whose strings no longer say it. A line that is no JSON goes if it says it."""
    kept, gone = [], []
    for number, line in enumerate(split(text), start=1):
        if not sought.said_by(line):
            kept.append(line)
            continue
        gone.append(CutLine(number, _told(line, sought)))
        if again := cut_json(line, sought):
            kept.append(again + line[len(line.rstrip("\r\n")) :])
    return CutText("".join(kept) if gone else text, tuple(gone))


def cut_json(text: str, sought: Sought) -> str | None:
    """JSON in which no string says it; "" where several say it together, None for what is no
    JSON."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    value = _changed(value, lambda string: without(string, sought), 0)
    again = json.dumps(value, ensure_ascii=False)
    if _HALF.search(again):  # as the cut text of a tool may have: no file can hold it as it is
        again = json.dumps(value)
    return "" if sought.said_by(again) else again


def without(text: str, sought: Sought) -> str:
    """A text without the lines that say it; `FORGOTTEN` where nothing else is left of it."""
    if not sought.said_by(text):
        return text
    rest = cut_text(text, sought).text
    return rest if rest.strip() and not sought.said_by(rest) else FORGOTTEN


def _told(line: str, sought: Sought) -> str:
    """What a message says of it, as a person reads it; another line as it stands."""
    said = filter(sought.said_by, message_in(line).content.split("\n"))
    return next(said, line).strip()


def _changed(value: Any, change: Callable[[str], str], depth: int) -> Any:
    if isinstance(value, str):
        return change(value)
    if depth > _DEEPEST:
        return None
    if isinstance(value, list):
        return [_changed(one, change, depth + 1) for one in value]
    if isinstance(value, dict):
        return {change(key): _changed(one, change, depth + 1) for key, one in value.items()}
    return value


def _marked(lines: Sequence[str], sought: Sought) -> tuple[set[int], set[int]]:
    """The lines that go, and the headings that lose their words, from 0."""
    goes: set[int] = set()
    renamed: set[int] = set()
    runs = list(sought.runs(lines))
    if not sought.topic:
        titles = ((n, line, _TIME.sub("", line)) for n, line in enumerate(lines) if line[0] == "#")
        renamed |= {n for n, line, title in titles if title != line and sought.is_title(title)}
    markdown = Markdown(list(lines) if runs else [], note=True)
    items = [(part.start, part.end) for part in markdown.parts() if part.form in ITEMS]
    sections = {one.start: end for one, end in markdown.sections() if one.level > 1}
    for number in (n for first, last in runs for n in range(first, last + 1)):
        around = [range(*item) for item in items if number in range(*item)]
        if sought.topic and number in sections:
            goes.update(range(number, sections[number]))
        elif _HEADING.match(lines[number]):
            renamed.add(number)
        elif around:
            goes.update(around[-1])
        elif lines[number].strip():
            goes.add(number)
    return goes, renamed - goes


def _renamed(line: str) -> str:
    plain = line.rstrip("\r\n")
    marks = _HEADING.match(plain)
    time = _TIME.search(plain)
    front = f"{marks[1]} {FORGOTTEN}" if marks else FORGOTTEN
    return front + (f" {time[0].strip()}" if time else "") + line[len(plain) :]


class ForgetPlace(Worded):
    """A place. A person chooses about `CHOSEN`; all others are always cleared."""

    MEMORY = "memory", tr("MEMORY.md")
    TOPICS = "topics", tr("topic files")
    DAYS = "days", tr("days")
    DIARIES = "diaries", tr("dream diaries")
    CONVERSATIONS = "conversations", tr("conversations")
    COPIES = "copies", tr("conflict copies")
    HISTORY = "history", tr("earlier versions")
    DREAMS = "dreams", tr("dreams and their proposals")
    DRAFTS = "drafts", tr("drafts")
    RECORDS = "records", tr("the program’s records")
    INDEX = "index", tr("search index")
    DAMAGED = "damaged", tr("damaged files that were set aside")
    PROGRAM = "program", tr("log and window")


CHOSEN = frozenset({ForgetPlace.DAYS, ForgetPlace.DIARIES, ForgetPlace.CONVERSATIONS})


@dataclass(frozen=True)
class FoundPlace:
    """What one file, or one place without a file, says of it. `count` is how many lines or rows,
    `lines` those that a person can be shown. `of` is the place whose text it is that lies here."""

    place: ForgetPlace
    path: str
    count: int
    lines: tuple[CutLine, ...] = ()
    of: ForgetPlace | None = None

    def goes(self, chosen: Collection[ForgetPlace]) -> bool:
        """Whether it goes, by what a person has chosen."""
        of = self.of or self.place
        return of not in CHOSEN or of in chosen


@dataclass(frozen=True)
class FoundTexts:
    """All that was found of what is `sought`."""

    sought: Sought
    places: tuple[FoundPlace, ...]

    def apart(
        self, chosen: Collection[ForgetPlace]
    ) -> tuple[tuple[FoundPlace, ...], tuple[FoundPlace, ...]]:
        """What goes, and what stays, by what a person has chosen."""
        goes = tuple(one for one in self.places if one.goes(chosen))
        return goes, tuple(one for one in self.places if not one.goes(chosen))

    @property
    def shown(self) -> frozenset[tuple[ForgetPlace, str, str]]:
        """What a person has seen of it: a later look may find more."""
        return frozenset(
            (one.place, one.path, line.text) for one in self.places for line in one.lines
        )


@dataclass(frozen=True)
class ForgetReport:
    """What was removed, what was left on purpose, and sentences about what cannot be reached.

    `unfinished` says why something is still to be done at the next start; "" where nothing is.
    """

    removed: tuple[FoundPlace, ...]
    left: tuple[FoundPlace, ...]
    unreached: tuple[str, ...]
    unfinished: str = ""


def count_in_words(place: ForgetPlace, count: int) -> str:
    """How much of a place says it."""
    if place is ForgetPlace.HISTORY:
        return counted("{count} version", "{count} versions", count)
    if place in (ForgetPlace.DREAMS, ForgetPlace.RECORDS, ForgetPlace.PROGRAM):
        return counted("{count} entry", "{count} entries", count)
    if place is ForgetPlace.DAMAGED:
        return counted("{count} file", "{count} files", count)
    return counted("{count} line", "{count} lines", count)


def place_of(layout: Layout, path: str) -> ForgetPlace:
    """The place that a path of the notebook is, also one that an earlier version had."""
    match layout.kind(path):
        case FileKind.MEMORY:
            return ForgetPlace.MEMORY
        case FileKind.DREAMS:
            return ForgetPlace.DIARIES
        case FileKind.SESSIONS:
            return ForgetPlace.CONVERSATIONS
        case FileKind.DAYS:
            return ForgetPlace.DAYS if layout.date_of(path) else ForgetPlace.TOPICS
    return ForgetPlace.COPIES


def is_named(layout: Layout, path: str, sought: Sought) -> bool:
    """Whether a file is about the topic as a whole, by its name."""
    if not sought.topic or place_of(layout, path) not in (ForgetPlace.TOPICS, ForgetPlace.COPIES):
        return False
    return sought.said_by(path.rpartition("/")[2].rpartition(".")[0])
