"""The links between the notes of an open notebook: where one leads, and which notes lead here."""

from dataclasses import dataclass

from desktop_app.notebook.files import Stat
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.note_links import (
    LinkOffer,
    NoteLink,
    NoteNames,
    fitting,
    name_key,
    note_links,
    read_link,
    section_line,
    section_titles,
)
from desktop_app.notebook.notebook import Notebook


@dataclass(frozen=True)
class LinkedNote:
    """A link of a note; `path` is "" where no note has its name."""

    link: NoteLink
    path: str


@dataclass(frozen=True)
class Backlink:
    """A line of another note that leads here."""

    path: str
    line: int


_FEW_DAYS = 5  # that are offered before the topics, while nothing is typed


@dataclass(frozen=True)
class _ReadNote:
    """What links need of a note, as it was with these marks."""

    stat: Stat
    links: tuple[NoteLink, ...]
    sections: tuple[str, ...]


class NoteLinks:
    """Reads each note once, and again only where it changed. May take a second: use a thread."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._known: dict[str, _ReadNote] = {}

    def names(self) -> NoteNames:
        """The notes that there are, by name."""
        return NoteNames(self._notebook.layout, self._notebook.paths())

    def place(self, inside: str, base: str = "") -> tuple[str, int]:
        """Where the link with this between its brackets leads from the note at `base`: a path,
        which may be of a note that is yet to be made, and a line, 0 for none.
        """
        link = read_link(inside)
        path = self.names().path_for(link.name) if link.name or not base else base
        line = section_line(self._notebook.read(path).text, link.section) if link.section else 0
        return path, line

    def of(self, path: str) -> list[LinkedNote]:
        """The links of a note, in order."""
        names = self.names()
        return [
            LinkedNote(link, names.find(link.name) if link.name else path)
            for link in note_links(self._notebook.read(path).text)
        ]

    def to(self, path: str) -> list[Backlink]:
        """The lines of other notes that lead to this one; those of one note in order."""
        names, found = self.names(), []
        for other in sorted(self._notebook.paths(), reverse=True):
            if other != path:
                lines = {link.line for link in self._links(other) if names.find(link.name) == path}
                found += [Backlink(other, line) for line in sorted(lines)]
        return found

    def offers(self, typed: str, base: str = "", most: int = 40) -> list[LinkOffer]:
        """What a [[link]] in the note at `base` may lead to, as far as it is typed: days, topics
        and their sections; after a `#` the sections of that note.
        """
        names = self.names()
        name, sign, section = typed.partition("#")
        if sign:
            path = names.find(name) if name.strip() else base
            wanted = name_key(section)
            titles = [one for one in self._sections(path) if wanted in name_key(one)]
            return [LinkOffer(f"{name.strip()}#{title}", path) for title in titles][:most]
        offers = names.offers()
        if not typed.strip():
            days = [one for one in offers if one.day][:_FEW_DAYS]
            return [*days, *(one for one in offers if one not in days)][:most]
        notes = fitting(offers, typed, most)
        sections = [
            LinkOffer(f"{one.inside}#{title}", one.path)
            for one in offers
            if not one.day
            for title in self._sections(one.path)
        ]
        key = name_key(typed)
        notes += [one for one in sections if key in name_key(one.inside.partition("#")[2])]
        return notes[:most]

    def _links(self, path: str) -> tuple[NoteLink, ...]:
        return known.links if (known := self._note(path)) else ()

    def _sections(self, path: str) -> tuple[str, ...]:
        return known.sections if (known := self._note(path)) else ()

    def _note(self, path: str) -> _ReadNote | None:
        if self._notebook.layout.kind(path) not in (FileKind.DAYS, FileKind.MEMORY):
            return None
        stat = self._notebook.files.stat(path)
        if stat is None:
            return None
        known = self._known.get(path)
        if known is None or known.stat != stat:
            text = self._notebook.read(path).text
            links, sections = tuple(note_links(text)), tuple(section_titles(text))
            known = self._known[path] = _ReadNote(stat, links, sections)
        return known
