"""Markdown notes as entries, and the daily notes of an Obsidian vault. Knows texts and names.

A note goes in as it is written, with two exceptions: front matter, which is about the note, and a
first heading that only repeats its title stay out, and headings move down below that of its block.
"""

import re
from datetime import date, datetime
from pathlib import PurePosixPath

from desktop_app.notebook import day_names
from desktop_app.notebook.text.fences import fenced
from desktop_app.sessions.dating import local
from desktop_app.sessions.imports.dates import front_matter, in_front, in_name
from desktop_app.sessions.imports.entry import (
    ImportEntry,
    ImportKind,
    ImportRead,
    SkippedEntry,
    SkipWhy,
    refusal,
)

DAILY = "Daily note"
PLAIN = "Notes"

_HEADING = re.compile(r"(#{1,6})(?=[ \t])")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*")
_UPPERMOST = 3  # the level below the heading of a block


def note(name: str, text: str, daily: tuple[str, str] | None, now: datetime) -> ImportRead:
    """A note by its path. `daily` are the folder and the form of a vault's daily notes."""
    front, body = front_matter(text)
    path = PurePosixPath(name)
    day = _daily(name, daily)
    kind = ImportKind.MARKDOWN if day is None else ImportKind.OBSIDIAN
    at: datetime | None = None
    title = DAILY
    if day is None:
        named = in_name(path.stem)
        told = None if named else in_front(front)
        if named is not None:
            day, title = named.day, named.rest or PLAIN
            at = datetime.combine(named.day, named.at, now.tzinfo) if named.at else None
        elif told is not None:
            (day, at), title = told, path.stem
        else:
            day, title = _of_folders(path), PLAIN
    if at is not None:
        at = local(at, now) if at.tzinfo else at
        day = at.date()
    if day is None:
        return SkippedEntry(name, SkipWhy.NO_DATE)
    if why := refusal(day, now.date()):
        return SkippedEntry(name, why)
    shown = below(without_title(body, (title, path.stem, day.isoformat()))).strip("\n \t\ufeff")
    if not shown.strip():
        return SkippedEntry(name, SkipWhy.EMPTY)
    return ImportEntry(kind, f"note:{name}", day, at, title, shown)


def _daily(name: str, daily: tuple[str, str] | None) -> date | None:
    if daily is None:
        return None
    folder, form = daily
    inside = name.removeprefix(f"{folder}/") if folder else name
    if folder and inside == name:
        return None
    return day_names.read(form, inside.rpartition(".")[0])


def _of_folders(path: PurePosixPath) -> date | None:
    """The day that the folders name together with the file: `2024/01/05.md`."""
    *_, year, month = ("", "", *path.parent.parts)
    named = in_name(f"{year}-{month}-{path.stem}")
    return named.day if named and not named.rest else None


def without_title(text: str, titles: tuple[str, ...]) -> str:
    """The text without a first heading that only says what one of `titles` says."""
    first, _, rest = text.lstrip("\n \t").partition("\n")
    heading = first.lstrip("#").strip().casefold()
    says = {"daily memory: " + titles[-1], *(title.casefold() for title in titles)}
    return rest if first.startswith("#") and heading in says else text


def below(text: str) -> str:
    """The text with its headings moved down, so that the uppermost is of the third level.

    A heading by a line under it becomes one by signs; what stands in fences stays.
    """
    lines = text.split("\n")
    inside = fenced(lines)
    levels = {n: level for n in range(len(lines)) if (level := _level(lines, n, inside))}
    down = max(0, _UPPERMOST - min(levels.values(), default=_UPPERMOST))
    shown: list[str] = []
    for n, line in enumerate(lines):
        if n - 1 in levels and _underlined(lines, n - 1, inside):
            continue
        if n in levels:
            marks = "#" * min(6, levels[n] + down)
            line = f"{marks} {line.lstrip('#').strip()}"
        shown.append(line)
    return "\n".join(shown)


def _level(lines: list[str], n: int, inside: dict[int, bool]) -> int:
    """The level of the heading on a line; 0 if there is none."""
    if n in inside:
        return 0
    if match := _HEADING.match(lines[n]):
        return len(match[1])
    if _underlined(lines, n, inside):
        return 1 if "=" in lines[n + 1] else 2
    return 0


def _underlined(lines: list[str], n: int, inside: dict[int, bool]) -> bool:
    """Whether the next line makes this one a heading, as far as one line says."""
    if n + 1 >= len(lines) or n + 1 in inside or n in inside:
        return False
    words = lines[n]
    alone = n == 0 or not lines[n - 1].strip()  # else a paragraph may go on, or a list
    plain = bool(words.strip()) and not words.startswith((" ", "\t", "#", "-", "*", ">", "|", "+"))
    return alone and plain and _UNDERLINE.fullmatch(lines[n + 1]) is not None
