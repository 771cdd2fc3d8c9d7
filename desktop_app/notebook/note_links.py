"""Links between notes by name: [[2026-11-20]], [[harbour survey]], [[harbour#Depths|the depths]].

Knows names, paths and text, opens no file.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from desktop_app.notebook import day_names
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.text.fences import fenced
from desktop_app.notebook.text.headings import title_and_time

NOTE_LINK = re.compile(r"\[\[([^\[\]\n]{1,200})\]\]")
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")
_CODE = re.compile(r"`[^`\n]*`")


@dataclass(frozen=True)
class NoteLink:
    """A link on a line, 1-based, of a note: to the note of this name, and a section or "" of it."""

    name: str
    section: str
    words: str
    line: int


def read_link(inside: str, line: int = 0) -> NoteLink:
    """What stands between the brackets; without words of its own it shows all but a leading `#`."""
    target, bar, words = inside.partition("|")
    name, _, section = target.partition("#")
    shown = words.strip() if bar and words.strip() else target.strip().strip("#")
    return NoteLink(name.strip(), section.strip(), shown, line)


def note_links(text: str) -> Iterator[NoteLink]:
    """The links of a text, in order; what is code has none."""
    if "[[" not in text:
        return
    lines = text.split("\n")
    inside = fenced(lines)
    for n, line in enumerate(lines):
        if n not in inside and "[[" in line:
            for match in NOTE_LINK.finditer(_CODE.sub("", line)):
                yield read_link(match[1], n + 1)


def section_titles(text: str) -> list[str]:
    """The titles below a note's own that a link can name, without their times."""
    lines = text.split("\n")
    inside = fenced(lines)
    found = (_heading(line) for n, line in enumerate(lines) if n not in inside)
    titles = [title_and_time(title)[0].strip() for level, title in found if level > 1]
    return [title for title in dict.fromkeys(titles) if title and not set(title) & set("[]|#")]


def section_line(text: str, section: str) -> int:
    """The line of the heading of this title, its time left out; 0 where there is none."""
    wanted = name_key(section)
    for n, line in enumerate(text.split("\n"), 1):
        level, title = _heading(line)
        if level and wanted in (name_key(title), name_key(title_and_time(title)[0])):
            return n
    return 0


def _heading(line: str) -> tuple[int, str]:
    """Its level, from 1, and its words without the signs that may close it; 0 for none."""
    heading = _HEADING.match(line)
    return (len(heading[1]), heading[2].rstrip(" \t#")) if heading else (0, "")


def name_key(name: str) -> str:
    """Equal for names that are written alike but for case, spaces and hyphens."""
    words = re.findall(r"\w+", unicodedata.normalize("NFC", name).casefold())
    return "-".join(words)


@dataclass(frozen=True)
class LinkOffer:
    """What may stand between the brackets: the name of the note at `path`, and perhaps a section
    of it. `day` is the note's, if it is a day's own file."""

    inside: str
    path: str
    day: date | None = None


class NoteNames:
    """The notes of a notebook by their names: days by date, topics by path or last name, memory."""

    def __init__(self, layout: Layout, paths: Iterable[str]) -> None:
        self._layout = layout
        self._paths: dict[str, str] = {name_key(layout.memory.removesuffix(".md")): layout.memory}
        for path in sorted(paths, key=lambda one: (one.count("/"), one), reverse=True):
            if layout.kind(path) is FileKind.DAYS:
                for name in (
                    path.removesuffix(".md"),
                    layout.name_of(path),
                    path.rpartition("/")[2],
                ):
                    self._paths[name_key(name.removesuffix(".md"))] = path
                if (day := layout.date_of(path)) and path == layout.day(day):
                    self._paths[name_key(day.isoformat())] = path

    def same(self, other: "NoteNames") -> bool:
        """Whether both know the same notes."""
        return self._paths == other._paths

    def find(self, name: str) -> str:
        """The path of the note of this name; "" where there is none."""
        name = name.removesuffix(".md")
        return self._paths.get(name_key(name), "") or self._of_day(name)

    def offers(self) -> list[LinkOffer]:
        """Every note by the name it is best called: topics, then days with the newest first."""
        days, others = [], []
        for path in dict.fromkeys(self._paths.values()):
            day = self._layout.date_of(path)
            if day is not None and path == self._layout.day(day):
                days.append(LinkOffer(day.isoformat(), path, day))
            else:
                others.append(LinkOffer(self._layout.name_of(path), path))
        days.sort(key=lambda one: one.inside, reverse=True)
        return sorted(others, key=lambda one: one.inside.casefold()) + days

    def path_for(self, name: str) -> str:
        """The path of the note of this name, or where it would be made."""
        return self.find(name) or self._new(name)

    def _new(self, name: str) -> str:
        day = _day(name)
        return self._layout.day(day) if day else self._layout.about(name)

    def _of_day(self, name: str) -> str:
        day = _day(name)
        return self._paths.get(name_key(day.isoformat()), "") if day else ""


def _day(name: str) -> date | None:
    """The day that a link names, in any known way: [[2026-11-20]], [[Nov 20th, 2026]]."""
    named = day_names.in_name(name.strip())
    return named.day if named and not named.rest else None


def fitting(offers: Iterable[LinkOffer], typed: str, most: int) -> list[LinkOffer]:
    """Those whose names hold what is typed: first the ones that begin with it."""
    key = name_key(typed)
    names = [(name_key(one.inside), one) for one in offers]
    found = [(not name.startswith(key), one) for name, one in names if key in name]
    return [one for _later, one in sorted(found, key=lambda pair: pair[0])][:most]
