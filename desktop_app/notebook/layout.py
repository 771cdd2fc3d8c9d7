"""Layout: where each kind of file lives in a notebook. Knows names, and which of them are there."""

import posixpath
import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from datetime import date
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from desktop_app.notebook import day_names
from desktop_app.regex import regex
from desktop_app.words import headed, listed, tr

# What sync programs, and we, put behind the name of a note for the other one of two texts.
_COPY = regex(
    r"\.sync-conflict-\d{8}-\d{6}.*|_conflict-\d{8}-\d{6}| \(conflict \d{4}-\d\d-\d\d \d{6}.*\)"
    r"| ?\(.*(?:conflicted copy|的冲突副本).*\)| ?_conf\(\d+\)|-[\w.-]+-safeBackup-\d{4}"
    r"|-[\w-]+-\d+\.conflict|_.+_\w{3}-\d\d-\d{6}-\d{4}_Conflict|.?(?:冲突文件|衝突的副本).*"
)
# They count, name the computer, or a conflict in another language: people name notes so, too, but
# not whole days.
_AGAIN = regex(
    r" [2-9]| ?\([1-9]\)|-[\w-]*(?:DESKTOP|LAPTOP|MacBook|iMac|-PC|-NB)[\w-]*"
    r"| ?\(.*[CcKk]onfli.*\d{4}-?\d\d-?\d\d.*\)| \(Case Conflict(?: \d)?\)"
    r"|\.[Cc]onflict(?:-\d+)?|_[^_]+_Conflict| ?\[[Cc]onflict(?:ed)?\]"
)
TRANSCRIPT = ".jsonl"
"""How the name of a conversation's file ends."""
PACKAGES = "node_modules"
"""Thousands of files by strangers, Markdown among them."""
# The folder of one user, by its name; of one person or talk, if it has days or a memory; a file.
_ONE_USER = regex(
    r"(?:.*/)?(?:(?:users?|用户|用戶|使用者)/[^/]+|users?[-_=: ]?\d[^/]*)(?=/|$)", re.IGNORECASE
)
_ONE_PERSON = regex(
    r"(?:.*/)?(?:people|persons?|members?|accounts?|profiles?|peers?|tenants?|clients?|customers?"
    r"|contacts?|participants?|chats?|groups?|channels?|成员|成員|群聊?|群組)/[^/]+(?:/.*)?",
    re.IGNORECASE,
)
_USERS_FILE = regex(r"(?:.*/)?(?:users|用户|用戶|使用者)/[^/]+\.md", re.IGNORECASE)
_LONGEST_SLUG = 80  # bytes; a name has room for 255
_LONGEST_NAME = 240
_NO_NAME = regex(r'[\\:*?"<>|\x00-\x1f]')  # what no name of a file has on every system
_PLACEHOLDER = regex(r"\..+\.(?:icloud|cloud)|.+\.(?:onedrive|cloudf|gdoc)")


class FileKind(StrEnum):
    """What a file of a notebook is; a topic file (`.md` without a date) is one of the days."""

    MEMORY = "memory"
    DAYS = "days"
    DREAMS = "dreams"
    SESSIONS = "sessions"
    COPIES = "copies"


class Undated(StrEnum):
    """Which notes without a date belong: those below the days' folder, or all; `AROUND`: all, and
    only what lies in the days' folder is of a day.
    """

    BESIDE = "beside"
    EVERYWHERE = "everywhere"
    AROUND = "around"


def counted_date(name: str) -> date | None:
    """The day with which the name of a note begins, in any known way: `2026-11-20-harbour.md`,
    `24. November 2026.md`.
    """
    named = _in_name(name)
    return named.day if named else None


@lru_cache(10_000)
def _in_name(name: str) -> day_names.NamedDay | None:
    named = day_names.in_name(name.removesuffix(".md")) if name.endswith(".md") else None
    return named if named and named.leads else None


@lru_cache(10_000)
def _without_mark(path: str) -> Sequence[str]:
    """The paths of the notes of which a file may be a copy by its name, the longest first."""
    stem = path.removesuffix(".md")
    forms = [form for form in (_COPY, _AGAIN) if form.search(stem)]
    if stem == path or not forms:
        return ()
    ends = range(len(stem) - 1, path.rfind("/") + 1, -1)
    return tuple(
        f"{stem[:end]}.md" for end in ends if any(one.fullmatch(stem, end) for one in forms)
    )


def is_placeholder(name: str) -> bool:
    """Whether a name stands for a file that a sync program has not fetched."""
    return _PLACEHOLDER.fullmatch(name) is not None


def below(path: str, folder: str) -> bool:
    """Whether a path lies below a folder of the notebook; everything is below ""."""
    return not folder or path.startswith(f"{folder}/")


class Layout(NamedTuple):
    """The places of one notebook, as paths relative to its folder with "/" between names.

    `days` is "" if they lie beside MEMORY.md; `form` is how they are named (see `day_names`), in
    the `language` if it has words. `template` is the note with which a vault begins a new day.
    `followed` is whether a vault's own program names them so: its days begin as that begins them.
    `diaries` is one file with all diaries, "" if each day has its own in `dreams`. `apart` are
    notebooks within this one.
    `leave_out` is what dreams and searches do not read (see `leaving_out`). `name` is the program
    or the style that uses this layout. `is_there` says whether there is a file at a path now.
    """

    memory: str = "MEMORY.md"
    days: str = "memory"
    dreams: str = "memory/dreams"
    sessions: str = "sessions"
    diaries: str = ""
    name: str = "Nightstand"
    form: str = day_names.USUAL
    language: str = ""
    template: str = ""
    followed: bool = False
    undated: Undated = Undated.BESIDE
    apart: frozenset[str] = frozenset()
    leave_out: tuple[str, ...] = ()
    is_there: Callable[[str], bool] = lambda _path: False

    @property
    def summary(self) -> str:
        """The layout in a line: `OpenClaw: MEMORY.md, days in memory/, diary in DREAMS.md`."""
        return headed(self.name, listed((self.memory, self.places)))

    @property
    def places(self) -> str:
        """The same without the file of memory: `days in memory/, diary in DREAMS.md`."""
        days = tr("days in {days}/") if self.days else tr("days in the folder itself")
        if self.form != day_names.USUAL:
            days += tr(" as {form}")
        diary = tr("diary in {diaries}") if self.diaries else tr("diaries in {dreams}/")
        return listed((days, diary)).format(**self._asdict())

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders in which files of the notebook may lie, each with all below it."""
        places = (self.days, self.dreams, self.sessions)
        return places if self.undated is Undated.BESIDE and self.days else ("",)

    def day(self, day: date) -> str:
        """The path of a day's file, into which programs write."""
        name = f"{day_names.written(self.form, day, self.language)}.md"
        return f"{self.days}/{name}" if self.days else name

    def diary(self, day: date) -> str:
        """The path of a day's dream diary."""
        return self.diaries or f"{self.dreams}/{day.isoformat()}.md"

    def new_note(self, name: str) -> str:
        """Where a note of this name is made: in a vault of another program under its very name."""
        path = _NO_NAME.sub("", name.removesuffix(".md")).strip() + ".md"
        short = len(path.rpartition("/")[2].encode()) <= _LONGEST_NAME
        if self.undated is not Undated.AROUND:
            return self.about(name)
        if short and path == posixpath.normpath(path) and self._may_be_made(path):
            return path
        return self._replace(days="").about(name)

    def about(self, title: str) -> str:
        """The path of the topic file of this title, in any script: memory/harbour-survey.md."""
        words = re.findall(r"\w+", unicodedata.normalize("NFC", title.casefold()))
        slug = "-".join(words).encode("utf-8", "ignore")[:_LONGEST_SLUG].decode("utf-8", "ignore")
        names = (slug.strip("-_") or "notes", f"notes-{slug}")
        paths = (posixpath.join(self.days, f"{name}.md") for name in names)
        free = (path for path in paths if self._may_be_made(path) and not self.date_of(path))
        return next(free, posixpath.join(self.days, "notes.md"))

    def _may_be_made(self, path: str) -> bool:
        itself = path.casefold() == self.memory.casefold()
        return self.kind(path) is FileKind.DAYS and not itself

    def date_of(self, path: str) -> date | None:
        """The day to which a file belongs; None for topics, diaries and conflict copies."""
        return self._named(path) if self.kind(path) is FileKind.DAYS else None

    def dated(self, path: str) -> date | None:
        """The day in the name of any file of the notebook, also of a diary."""
        stem, _, _ending = path.rpartition("/")[2].rpartition(".")
        return self._named(path) or counted_date(f"{stem}.md")

    def day_named(self, name: str) -> date | None:
        """The day that a link names, as the vault's own program would or in any known way:
        [[2026-11-20]], [[Nov 20th, 2026]].
        """
        if day := day_names.read(self.form, name.strip(), self.language):
            return day
        named = day_names.in_name(name.strip())
        return named.day if named and not named.rest else None

    def topic(self, path: str) -> str:
        """The words after the date in the name of one of several files of a day: "harbour"; "" for
        a copy whose note is gone, too, since it is the day's own file now.
        """
        named = _in_name(path.rpartition("/")[2])
        if named is None or not self.date_of(path) or self.formed(path):
            return ""
        if any(map(self._is_whole_day, _without_mark(path))):
            return ""
        return named.rest or (f"{named.at:%H%M}" if named.at else "")

    def name_of(self, path: str) -> str:
        """The name of a note without a date: its path below the days' folder, "people/ana"."""
        return path.removeprefix(f"{self.days}/").removesuffix(".md")

    def copied(self, path: str) -> str:
        """The note of which a file has the second text, since two met: a sync program, or we, named
        it so, and the note is there; "" for none.
        """
        folder, stem = path.rpartition("/")[0], path.removesuffix(".md")
        own = [*filter(None, (self.memory, self.diaries))]
        for note in _without_mark(path):
            sure = _COPY.fullmatch(stem, len(note) - len(".md"))
            known = sure or note in own or self._is_whole_day(note)
            if known and (not folder or self.may_hold(folder)) and self.is_there(note):
                return note
        return ""

    def kind(self, path: str) -> FileKind | None:
        """The kind of a file; None if it is no part of the notebook."""
        may_be, kind = _by_name(self, path)
        note = self.copied(path) if may_be else ""
        if note and (kind or note in (self.memory, self.diaries)):
            return FileKind.COPIES
        return kind

    def may_hold(self, folder: str) -> bool:
        """Whether notes are looked for in a folder: not in hidden ones, not in other notebooks."""
        return all(map(is_read, folder.split("/"))) and not (
            _ONE_USER.match(folder) or any(below(f"{folder}/", one) for one in self.apart)
        )

    def of_one_user(self, path: str) -> bool:
        """Whether a file is of one of the users of an agent, as `memory/users/ana.md` is, or a day
        of one of several people.
        """
        folder, _, name = path.rpartition("/")
        day = counted_date(name) is not None and _ONE_PERSON.fullmatch(folder)
        return self.undated is Undated.BESIDE and bool(day or _USERS_FILE.fullmatch(path))

    def _named(self, path: str) -> date | None:
        folder, _, name = path.rpartition("/")
        among_days = below(path, self.days) if self.days else not folder
        if self.undated is Undated.AROUND and not among_days:
            return self.formed(path)
        return self.formed(path) or counted_date(name)

    def _is_whole_day(self, path: str) -> bool:
        named = _in_name(path.rpartition("/")[2])
        return bool(self.formed(path)) or (named is not None and not named.rest)

    def formed(self, path: str) -> date | None:
        """The day that a path names in the very form of this notebook."""
        if not below(path, self.days) or not path.endswith(".md"):
            return None
        start = len(self.days) + 1 if self.days else 0
        return day_names.read(self.form, path[start:].removesuffix(".md"), self.language)


@lru_cache(20_000)
def _by_name(layout: Layout, path: str) -> tuple[bool, FileKind | None]:
    """Whether a file may be a copy of a note, and its kind where it is none."""
    if path == layout.memory:
        return False, FileKind.MEMORY
    if layout.diaries and path == layout.diaries:
        return False, FileKind.DREAMS
    folder, _, name = path.rpartition("/")
    if not is_read(name) or is_placeholder(name) or (folder and not layout.may_hold(folder)):
        return False, None
    if layout.of_one_user(path):
        return False, None
    kind = FileKind.DAYS
    fits = name.endswith(".md") and (
        layout.undated is not Undated.BESIDE or below(path, layout.days)
    )
    for own, place, ending in (
        (FileKind.SESSIONS, layout.sessions, TRANSCRIPT),
        (FileKind.DREAMS, layout.dreams, ".md"),
    ):
        if below(path, place):
            kind, fits = own, folder == place and name.endswith(ending)
    return True, kind if fits else None


def of_one_person(folder: str, names: Collection[str]) -> bool:
    """Whether a folder with these files is that of one of several users, `memory/users/ana`: a
    notebook of its own, of which nothing may reach the others.
    """
    if _ONE_USER.fullmatch(folder):
        return True
    own = (name == "USER.md" or counted_date(name) for name in names)
    return _ONE_PERSON.fullmatch(folder) is not None and any(own)


def is_read(name: str) -> bool:
    """Whether files and folders of this name are looked at: hidden ones and packages are not."""
    return not name.startswith(".") and name not in ("", PACKAGES)
