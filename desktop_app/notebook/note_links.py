"""Links between notes: [[2026-11-20]], [[harbour#Depths|the depths]], [the survey](survey.md).

A note is found by its path, its name, and the names in its front matter: `title`, `name` and
`aliases`.
"""

import posixpath
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from desktop_app.errors import Problem
from desktop_app.notebook import discovery
from desktop_app.notebook.files import Stat
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.statements.markup import front_matter
from desktop_app.notebook.text.headings import title_and_time
from desktop_app.notebook.text.links import NoteLink, note_links, read_link
from desktop_app.regex import regex

if TYPE_CHECKING:
    from desktop_app.notebook.notebook import Notebook

_HEADING = regex(r"#{1,6}[ \t]+(.*)")
# A field, with the items of a list below it.
_NAMES = regex(r"(?im)^(title|name|alias(?:es)?)[ \t]*[:=](.*(?:\n[ \t]*-[ \t].*)*)")


def section_line(text: str, section: str) -> int:
    """The line of the heading of this title, its time left out; 0 where there is none."""
    wanted = name_key(section)
    for n, line in enumerate(text.split("\n"), 1):
        if heading := _HEADING.match(line):
            title = heading[1].rstrip(" \t#")
            if wanted in (name_key(title), name_key(title_and_time(title)[0])):
                return n
    return 0


def name_key(name: str) -> str:
    """Equal for names that are written alike but for case, spaces, hyphens and underscores."""
    level = unicodedata.normalize("NFC", name).casefold()
    marks = "".join(sign for sign in set(level) if unicodedata.category(sign).startswith("M"))
    return "-".join(
        re.findall(rf"(?:[^\W_]|[{re.escape(marks)}])+" if marks else r"[^\W_]+", level)
    )


def _exact(name: str) -> str:
    """The same with its punctuation: C++ is not C."""
    level = unicodedata.normalize("NFC", name).casefold()
    return re.sub(r"[\s_-]+", "-", level).strip("-")


class NoteNames:
    """The notes of a notebook by their names: days by date, topics by path or last name, memory."""

    def __init__(
        self,
        layout: Layout,
        paths: Iterable[str],
        called: Mapping[str, Collection[str]] = MappingProxyType({}),
        others: Iterable[str] = (),
    ) -> None:
        """`called` are the names in the front matter of notes, by path; `others` are Markdown files
        that a link may mean, and that are none of the notebook's notes.
        """
        self._layout = layout
        own = layout.memory.removesuffix(".md")
        self._paths = dict.fromkeys(map(_exact, (posixpath.basename(own), own)), layout.memory)
        for path in sorted(paths, key=lambda one: (one.count("/"), one), reverse=True):
            if layout.kind(path) is FileKind.DAYS:
                self._paths |= dict.fromkeys(map(_exact, _names_of(path)), path)
                if (day := layout.date_of(path)) and not layout.topic(path):
                    at = day.isoformat()
                    self._paths[at] = path if path == layout.day(day) else self._paths.get(at, path)
        self._all = {layout.memory, *self._paths.values()}
        self._others: dict[str, str] = {}
        for path in sorted(others, key=lambda one: (one.count("/"), one), reverse=True):
            self._all.add(path)
            self._others |= dict.fromkeys(map(name_key, _names_of(path)), path)
        named = {_exact(name): path for path, names in called.items() for name in names}
        self._paths = named | self._paths
        self._loose: dict[str, set[str]] = {}
        for key, path in self._paths.items():
            self._loose.setdefault(name_key(key), set()).add(path)

    def find(self, name: str) -> str:
        """The path of the note of this name; "" where there is none. Punctuation may differ where
        only one note is meant.
        """
        name = name.removesuffix(".md")
        if found := self._paths.get(_exact(name)):
            return found
        if (day := self._layout.day_named(name)) and day.isoformat() in self._paths:
            return self._paths[day.isoformat()]
        loose = name_key(name)
        alike = self._loose.get(loose, ()) if loose else ()
        return next(iter(alike)) if len(alike) == 1 else self._others.get(loose, "")

    def target(self, link: NoteLink, base: str) -> str:
        """The path of the note to which a link in the note at `base` leads; "" for none."""
        if not link.name:
            return base
        for path in places(link, base):
            if path in self._all:
                return path
            found = self.find(path)
            if _exact(found.removesuffix(".md")) == _exact(path.removesuffix(".md")):
                return found
        return "" if is_whole(link) else self.find(link.name)

    def path_for(self, link: NoteLink, base: str = "") -> str:
        """Where a link in the note at `base` leads, or where it makes a note."""
        day = self._layout.day_named(link.name)
        new = self._layout.day(day) if day else self._layout.new_note(link.name)
        return self.target(link, base) or new


def _names_of(path: str) -> list[str]:
    """What a link may call a file: its path from any folder on, down to its name."""
    parts = path.removesuffix(".md").split("/")
    return ["/".join(parts[n:]) for n in range(len(parts))]


def is_whole(link: NoteLink) -> bool:
    """Whether a link says the whole way to its file: it leads there or nowhere."""
    return link.name.startswith(("../", "./")) or (link.to_file and "/" in link.name)


def places(link: NoteLink, base: str) -> list[str]:
    """Where the file may lie to which a link in the note at `base` says the way: seen from that
    note, or from the folder of all notes.
    """
    if not (link.to_file or is_whole(link)):
        return []
    seen_from = posixpath.normpath(posixpath.join(posixpath.dirname(base), link.name))
    return [seen_from] if link.name.startswith(".") else [seen_from, link.name]


class Backlink(NamedTuple):
    """A line of another note that leads here."""

    path: str
    line: int


class _ReadNote(NamedTuple):
    stat: Stat | None
    links: tuple[NoteLink, ...]
    called: tuple[str, ...]


_NO_NOTE = _ReadNote(None, (), ())


class NoteLinks:
    """Reads each note once, and again only where it changed. May take a second: use a thread."""

    def __init__(self, notebook: "Notebook") -> None:
        self._notebook = notebook
        self._known: dict[str, _ReadNote] = {}
        self._names: tuple[tuple[object, ...], NoteNames] | None = None  # and what they come from
        self.titles: dict[str, str] = {}
        """What a person called notes that are yet to be made, by their paths."""

    def names(self) -> NoteNames:
        """The notes that there are, by name; the same object until they change."""
        paths, layout = self._notebook.paths(), self._notebook.layout
        notes = (path for path in paths if layout.kind(path) is FileKind.DAYS)
        called = {path: self._note(path).called for path in notes if not layout.date_of(path)}
        whole = layout.folders == ("",)  # all Markdown files belong
        others = [] if whole else sorted({*discovery.markdown(self._notebook.root)} - {*paths})
        basis = (layout, paths, called, others)
        if self._names is None or self._names[0] != basis:
            self._names = basis, NoteNames(layout, paths, called, others)
        return self._names[1]

    def place(self, inside: str, base: str = "") -> tuple[str, int]:
        """Where the link with this between its brackets leads from the note at `base`: a path,
        which may be of a note that is yet to be made, and a line, 0 for none.
        """
        link = read_link(inside)
        path = self.names().path_for(link, base)
        self.titles[path] = link.name.rpartition("/")[2]
        line = section_line(self._notebook.read(path).text, link.section) if link.section else 0
        return path, line

    def to(self, path: str) -> list[Backlink]:
        """The lines of other notes that lead to this one; those of one note in order."""
        path = self._notebook.path_of(path)
        names, stats = self.names(), self._notebook.files.stats(self._notebook.paths())
        found = {
            Backlink(base, link.line)
            for base, stat in stats.items()
            for link in self._note(base, stat).links
            if base != path and names.target(link, base) == path
        }
        return sorted(sorted(found), key=lambda one: one.path, reverse=True)

    def _note(self, path: str, stat: Stat | None = None) -> _ReadNote:
        """The note as it is, or as it was with these marks; an empty one where none can be read."""
        known = self._known.get(path, _NO_NOTE)
        if self._notebook.layout.kind(path) not in (FileKind.DAYS, FileKind.MEMORY):
            return _NO_NOTE
        stat = stat or self._notebook.files.stat(path)
        if stat is None or known.stat == stat:
            return known if stat else _NO_NOTE
        with suppress(Problem):  # it may not be read: it is not looked into
            text = self._notebook.read(path).text
            self._known[path] = _ReadNote(stat, tuple(note_links(text)), tuple(_called(text)))
            return self._known[path]
        return _NO_NOTE


def _called(text: str) -> Iterator[str]:
    lines = text.split("\n")
    for key, said in _NAMES.findall("\n".join(lines[: front_matter(lines)])):
        several = key.lower().startswith("alias")
        parts = re.split(r"\n[ \t]*-[ \t]|,", said.strip(" \t[]")) if several else [said]
        yield from filter(None, (part.strip(" \t\r\"'") for part in parts))
