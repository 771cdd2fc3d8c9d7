"""Where a bullet came from: diaries first, history second; and who wrote a line. Knows what was
written, not why.

Diaries are plain Markdown in the notebook, so a line's sources survive without any database.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import pairwise

from desktop_app.dreams.material import Mind
from desktop_app.dreams.proposal import Change, held_back
from desktop_app.errors import Problem
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.diaries import DiaryChange, DiaryEntry, DiarySource
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Cause, FileHistory, writer
from desktop_app.notebook.lines import split
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source, line_sha
from desktop_app.notebook.statements.markdown import ITEMS
from desktop_app.visible import visible
from desktop_app.words import tr

_OWN_LINES = tr("{mind} wrote these lines itself")


@dataclass(frozen=True)
class Origin:
    """What brought a bullet, and when.

    Of a dream, `kind` is its change (added, updated, merged); `diary` and `diary_line` say
    where it is told. `earlier` are older wordings, newest first. `at` is the moment, where the
    history knows it.
    """

    bullet: Bullet
    cause: Cause
    date: date | None
    kind: str = ""
    sources: tuple[DiarySource, ...] = ()
    earlier: tuple[str, ...] = ()
    diary: str = ""
    diary_line: int = 0
    at: datetime | None = None


AGENTS_FOLDERS = frozenset({"OpenClaw", "CowAgent", "nanobot"})
"""Names of layouts in which an agent writes the notes."""
_OWN = (Cause.EDIT, Cause.LINKS, Cause.NOTE, Cause.RENAMED)

Told = Sequence[tuple[DiaryEntry, DiaryChange]]
"""What the diaries tell of changes to memory, newest first."""

_AROUND = 60  # characters of a bullet's first line beside its text: an indent, a marker, a pin
_Since = tuple[Cause, date | None, datetime | None]


def told_by_dreams(notebook: Notebook) -> Told:
    """What the diaries tell, but of dreams that were undone."""
    entries = [entry for entry in notebook.diaries() if not entry.undone]
    return [(entry, one) for entry in entries for one in entry.changes]


def origins_of(
    notebook: Notebook,
    memory: Snapshot,
    bullets: Sequence[Bullet],
    today: date,
    told: Told | None = None,
) -> list[Origin]:
    """The origins of bullets of `memory`, in their order.

    Each version is read once for all of them. What is in no version yet was written outside, and
    is dated `today`, when it is first seen. `told` is what the diaries tell, where it was read.
    """
    changes = told_by_dreams(notebook) if bullets and told is None else told or []
    brought = {text: (entry, one) for entry, one in reversed(changes) for text in one.comes}
    others = [bullet for bullet in bullets if visible(bullet.text) not in brought]
    since = iter(_since(others, notebook.history, memory, today))
    origins = []
    for bullet in bullets:
        if visible(bullet.text) not in brought:
            cause, day, at = next(since)
            origins.append(Origin(bullet, cause, day, at=at))
            continue
        entry, one = brought[visible(bullet.text)]
        dream = (Cause.DREAM, entry.date, one.kind, one.sources)
        origins.append(Origin(bullet, *dream, _earlier(one, changes), entry.path, entry.line))
    return origins


def _earlier(newest: DiaryChange, changes: Told) -> tuple[str, ...]:
    wordings: list[str] = []
    ahead = list(newest.old)
    while ahead:
        text = ahead.pop(0)
        if text in wordings or text == newest.new:
            continue
        wordings.append(text)
        ahead += [old for _, one in changes if text in one.comes for old in one.old]
    return tuple(wordings)


def _since(
    bullets: Sequence[Bullet], history: FileHistory, memory: Snapshot, today: date
) -> list[_Since]:
    """For each, the cause and moment of the version from which on every version has it."""
    causes: list[_Since] = [(Cause.BEFORE, None, None)] * len(bullets)
    open_ones = set(range(len(bullets)))
    newer: _Since = (Cause.OUTSIDE, today, None)
    for version in history.versions(memory.path) if bullets else ():
        if version.sha != memory.sha:  # else the file is this version, and has them all
            lines = _VersionLines(history.content(version.version))
            gone = {n for n in open_ones if lines.standing(bullets[n]) is None}
            for n in gone:
                causes[n] = newer
            open_ones -= gone
        if not open_ones:
            break
        newer = (version.cause, version.at.date(), version.at)
    return causes


class KnownOrigins:
    """Where lines of one memory came from, each looked up when it is first asked for."""

    def __init__(self, notebook: Notebook, memory: Snapshot, today: date) -> None:
        self._notebook = notebook
        self._memory = memory
        self._today = today
        self._told: Told | None = None
        self._known: dict[Bullet, Origin] = {}

    def of(self, bullet: Bullet) -> Origin:
        if bullet not in self._known:
            if self._told is None:
                self._told = told_by_dreams(self._notebook)
            asked = (self._memory, [bullet], self._today, self._told)
            self._known[bullet] = origins_of(self._notebook, *asked)[0]
        return self._known[bullet]

    def known_since(self, bullet: Bullet) -> date | None:
        """The day since which its present text is known: of the newest note that dreams took it
        from, else the one on which memory got it."""
        origin = self.of(bullet)
        texts = {visible(bullet.text), *origin.earlier}
        brought = (one for _, one in self._told or () if texts.intersection(one.comes))
        paths = (source.path for one in brought for source in one.sources)
        days = filter(None, map(self._notebook.layout.date_of, paths))
        return max(days, default=origin.date) if origin.diary else origin.date

    def typed_at(self, bullet: Bullet) -> datetime | None:
        """When a person typed its present text in the window, or brought it back from history;
        None where no person did.
        """
        origin = self.of(bullet)
        return origin.at if origin.cause in (Cause.EDIT, Cause.RESTORE) else None


class _VersionLines:
    """The lines of a version, in which many bullets are looked for. They alone show for most that a
    bullet is there: to parse them all takes seconds where memory is long.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        self._lines = self._text.split("\n")
        self._first = {line: n for n, line in reversed(list(enumerate(self._lines)))}

    @cached_property
    def _memory(self) -> MemoryFile:
        return MemoryFile(self._data)

    def standing(self, bullet: Bullet) -> Bullet | None:
        """The bullet that has this one's text."""
        lines = bullet.raw.replace("\r\n", "\n").rstrip("\n").split("\n")
        at = self._first.get(lines[0])
        if at is not None:
            end = at + len(lines)
            follows = "".join(self._lines[end : end + 1])
            if self._lines[at:end] == lines and not follows.startswith((" ", "\t")):
                return bullet
        if bullet.form not in ITEMS:
            return self._memory.find(bullet.text)
        first = bullet.text.split("\n", 1)[0]
        if first not in self._text:
            return None
        longest = len(first) + _AROUND
        if any(first in line and len(line) <= longest for line in self._lines):
            return self._memory.find(bullet.text)
        return None


# -- who wrote a line --------------------------------------------------------------------------


class LinesOf:
    """Which lines of a notebook somebody wrote: those whose version has a cause that is `wrote`.

    The history tells: a line is of who wrote the version that brought it. A line that stands in
    no version came from outside.
    """

    def __init__(self, notebook: Notebook, wrote: Callable[[Cause], bool]) -> None:
        self._notebook = notebook
        self._wrote = wrote
        self._own: dict[str, frozenset[str]] = {}

    def __call__(self, source: Source) -> bool:
        """Whether the line of a source is theirs, in a note or in MEMORY.md itself."""
        if source.path not in self._own:
            self._own[source.path] = self._found(source.path)
        return source.sha in self._own[source.path]

    def _found(self, path: str) -> frozenset[str]:
        history = self._notebook.history
        try:
            versions = history.versions(path, -1)
            texts = [history.content(one.version) for one in versions]
            present = _lines(self._notebook.read(path).data)
        except Problem:
            return frozenset()
        theirs = [self._wrote(one.cause) for one in versions]
        return frozenset(_brought_by(present, list(map(_lines, texts)), theirs))


class LinesOfOwner(LinesOf):
    """Which lines of a notebook its owner typed in the window, or gave to `remember`.

    What stands in MEMORY.md has been let in already: only notes count.
    """

    def __init__(self, notebook: Notebook) -> None:
        self._memory = notebook.layout.memory
        self._agents = notebook.layout.name in AGENTS_FOLDERS  # there an agent writes every line
        super().__init__(notebook, lambda cause: cause.kind in _OWN and not cause.client)

    def __call__(self, source: Source) -> bool:
        """Whether the line of a source is the owner's."""
        return not self._agents and (source.path == self._memory or super().__call__(source))


def lines_by(notebook: Notebook, client: str) -> Callable[[Source], bool]:
    """Whether an agent of this name wrote a line; of a folder that agents write, each line."""
    if notebook.layout.name in AGENTS_FOLDERS:
        return lambda source: True
    return LinesOf(notebook, lambda cause: _same_name(cause.client) == _same_name(client))


def not_by_itself(notebook: Notebook, changes: Iterable[Change], mind: Mind) -> Iterator[Change]:
    """The changes; none is ticked of which the mind itself wrote what it rests on."""
    name = mind.model or writer()  # a chat's answer may be a command's, which nobody looked at
    own = lines_by(notebook, name) if name else lambda source: False
    for change in changes:
        if change.may_tick and any(map(own, change.sources)):
            yield held_back(change, _OWN_LINES.format(mind=name))
        else:
            yield change


def _same_name(name: str) -> str:
    """A name as an agent may also write it: `Claude Code` is `claude-code`."""
    return "".join(filter(str.isalnum, name.casefold()))


def _brought_by(
    present: frozenset[str], newest_first: Sequence[frozenset[str]], theirs: Sequence[bool]
) -> set[str]:
    """Those of the present lines that came with a version of theirs, and stayed since."""
    own: set[str] = set()
    left = set(present)
    steps = pairwise((*newest_first, frozenset[str]()))
    for (lines, older), is_theirs in zip(steps, theirs, strict=True):
        left &= lines
        brought = left - older
        if is_theirs:
            own |= brought
        left -= brought
    return own


def _lines(data: bytes) -> frozenset[str]:
    return frozenset(map(line_sha, split(data.decode("utf-8", "surrogateescape"))))
