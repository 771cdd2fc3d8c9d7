"""A printout as one page of HTML that needs nothing else: style and pictures are in it, it runs
nothing, and a browser that opens it fetches nothing. Knows texts, no window.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from html import escape
from itertools import groupby
from pathlib import Path

from desktop_app import __version__, dates, languages, resources
from desktop_app.errors import Problem
from desktop_app.export.markup import Surroundings, markup
from desktop_app.export.place import new_export
from desktop_app.export.printout import PrintedNote, Printout
from desktop_app.language.language_of import is_foreign, written_in
from desktop_app.notebook.pictures import ending_of
from desktop_app.notebook.storage import disk
from desktop_app.notebook.text import links
from desktop_app.notebook.text.links import inside_of, read_link
from desktop_app.words import tr

SUFFIXES = (".html", ".htm")
_MARK = b'<meta name="generator" content="Nightstand'
_HEAD = 2_000  # bytes, in which the mark stands
_LANGUAGES = {"zh_TW": "zh-Hant", "zh_CN": "zh-Hans"}
_FEW, _MANY = 5, 62  # days that need no contents, and days whose contents are folded
_USUAL = ("", "Daily Memory: ", "Dream Diary: ")  # how files of days begin, before the date

GoOn = Callable[[int, int], None]
"""Told often how many of how many places are done; raises what is to end the work."""
Pictures = Callable[[str], str]
"""Gives the address of the picture at a path; "" for none."""


@dataclass(frozen=True)
class PrintedFile:
    """Where a printout was written to, its title, how many notes it has, and the paths or days that
    could not be read."""

    path: Path
    title: str
    notes: int
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class Fragment:
    """A part of a printout as HTML, whole in itself; the first one of a `note` begins it."""

    html: str
    note: PrintedNote
    begins: bool


class Fragments:
    """The parts of a printout, one after the other, so that a long one is never whole in memory."""

    def __init__(self, printout: Printout, picture: Pictures, go_on: GoOn) -> None:
        self._printout, self._picture, self._go_on = printout, picture, go_on
        self._names = printout.names()
        self.notes = 0
        self.left_out: list[str] = []

    def __iter__(self) -> Iterator[Fragment]:
        places = self._printout.places
        self._go_on(0, len(places))
        for done, place in enumerate(places):
            notes: list[PrintedNote] = []
            try:
                notes = list(self._printout.notes(place))
            except Problem:  # the other notes are written, and `left_out` names this one
                self.left_out.append(str(place))
            for note in notes:
                dated = [start + note.day.isoformat() for start in _USUAL] if note.day else []
                around = Surroundings(note.path, partial(self._address, note.path), self._picture,
                    deeper=int(len(places) > 1), titles=[note.title, *dated])  # fmt: skip
                for number, html in enumerate(markup(note.text, around)):
                    yield Fragment(html, note, number == 0)
                    self._go_on(done, len(places))
                self.notes += 1
        self._go_on(len(places), len(places))

    def _address(self, path: str, href: str, _words: str) -> str:
        target = links.target(path, href)
        if target.kind == links.NAMED:
            path = self._names.target(read_link(inside_of(href)), path)
        elif target.kind == links.INSIDE:
            path = target.path
        else:
            return target.url
        anchor = self._printout.anchor(path)
        return f"#{anchor}" if anchor else ""

    def file(self, path: Path) -> PrintedFile:
        """What came of it, once all of it is written."""
        return PrintedFile(path, self._printout.title, self.notes, tuple(self.left_out))


def write_page(printout: Printout, path: Path, go_on: GoOn) -> PrintedFile:
    """Write a page into a new file at `path`, or into the place of an earlier one.

    Raises Problem when something else stands there, or the disk refuses, and what `go_on` raises;
    then nothing is written.
    """

    def address(place: str) -> str:
        """A picture as an address that holds all of it; "" where its bytes are none."""
        data = printout.picture(place)
        form = ending_of(data)[1:].replace("jpg", "jpeg")
        return f"data:image/{form};base64,{b64encode(data).decode('ascii')}" if form else ""

    fragments = Fragments(printout, address, go_on)
    with new_export(path, is_earlier) as aside:
        parts = _parts(printout, fragments)
        disk.write_parts(aside, (part.encode("utf-8", "replace") for part in parts))
    return fragments.file(path)


def is_earlier(path: Path) -> bool:
    """Whether a file is a page that was written here."""
    with suppress(OSError), path.open("rb") as file:
        return _MARK in file.read(_HEAD)
    return False


def _parts(printout: Printout, fragments: Fragments) -> Iterator[str]:
    title, below = escape(printout.title), escape(printout.about)
    style = (resources.folder() / "page.css").read_text(encoding="utf-8")
    yield f"""<!doctype html>
<html lang="{_LANGUAGES.get(languages.chosen(), "en")}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
style-src 'unsafe-inline'">
<meta name="generator" content="Nightstand {__version__}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<header>
<h1>{title}</h1>
"""
    if below:
        yield f"<p>{below}</p>\n"
    yield "</header>\n"
    yield _contents([place for place in printout.places if isinstance(place, date)])
    yield "<main>\n"
    before: PrintedNote | None = None
    for part in fragments:
        if part.begins:
            new = before is None or before.day != part.note.day
            yield "</article>\n" * bool(before)
            yield _opening(printout, part.note, begins_day=new and part.note.day is not None)
            before = part.note
        yield part.html
    yield "</article>\n" * bool(before) + "</main>\n</body>\n</html>\n"


def _opening(printout: Printout, note: PrintedNote, *, begins_day: bool) -> str:
    """What begins a note: its title only where the page has several."""
    own, place = "", printout.anchor(note.path) or str(note.day)
    if len(printout.places) > 1 or note.title != printout.title:
        own = f"<h2>{escape(note.title)}</h2>\n"
    if begins_day and place != str(note.day):  # the contents lead to days
        own = f'<span id="{note.day}"></span>\n{own}'
    language = "" if is_foreign(note.text) else written_in(note.text)
    return f'<article id="{escape(place)}" lang="{language}">\n{own}'


def _contents(days: list[date]) -> str:
    """Each month with its days, to come to one of them."""
    if len(days) <= _FEW:
        return ""
    rows = []
    for _, of_month in groupby(days, lambda day: (day.year, day.month)):
        month = list(of_month)
        to = " ".join(f'<a href="#{day}">{day.day}</a>' for day in month)
        rows.append(f"<p><b>{escape(dates.month(month[0]))}</b> {to}</p>\n")
    listed = "".join(rows)
    if len(days) > _MANY:
        listed = f"<details><summary>{escape(tr('Contents'))}</summary>\n{listed}</details>\n"
    return f"<nav>\n{listed}</nav>\n"
