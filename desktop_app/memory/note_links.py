"""The links between the notes of an open notebook: where one leads, and which notes lead here."""

from dataclasses import dataclass

from desktop_app.notebook.files import Stat
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.note_links import NoteLink, NoteNames, note_links, read_link, section_line
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


class NoteLinks:
    """Reads each note once, and again only where it changed. May take a second: use a thread."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._known: dict[str, tuple[Stat, tuple[NoteLink, ...]]] = {}

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

    def _links(self, path: str) -> tuple[NoteLink, ...]:
        if self._notebook.layout.kind(path) not in (FileKind.DAYS, FileKind.MEMORY):
            return ()
        stat = self._notebook.files.stat(path)
        if stat is None:
            return ()
        known = self._known.get(path)
        if known is None or known[0] != stat:
            links = tuple(note_links(self._notebook.read(path).text))
            known = self._known[path] = (stat, links)
        return known[1]
