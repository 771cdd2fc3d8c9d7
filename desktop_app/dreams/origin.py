"""Where a bullet came from: diaries first, history second. Knows what was written, not why.

Diaries are plain Markdown in the notebook, so a line's sources survive without any database.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.notebook.diaries import Entry, Told, ToldSource
from desktop_app.notebook.history import History


@dataclass(frozen=True)
class Origin:
    """What brought a bullet, and when.

    `cause` is dream, edit, outside, restore or before (it was there before Nightstand looked).
    `kind` is the dream's change (added, updated, merged). `earlier` are older wordings, newest
    first. `diary` and `diary_line` open the dream that brought it.
    """

    bullet: Bullet
    cause: str
    date: date | None
    kind: str = ""
    sources: tuple[ToldSource, ...] = ()
    earlier: tuple[str, ...] = ()
    diary: str = ""
    diary_line: int = 0


def origin_of(
    bullet: Bullet, entries: Sequence[Entry], history: History, memory_path: str
) -> Origin:
    """The origin of a bullet by its text. `entries` newest first."""
    told = [(entry, one) for entry in entries if not entry.undone for one in entry.told]
    for entry, one in told:
        if one.new == bullet.text:
            return Origin(
                bullet,
                "dream",
                entry.date,
                one.kind,
                one.sources,
                _earlier(one, [one for _, one in told]),
                entry.path,
                entry.line,
            )
    cause, day = _since(bullet, history, memory_path)
    return Origin(bullet, cause, day)


def _earlier(newest: Told, told: Sequence[Told]) -> tuple[str, ...]:
    """The wordings that led to this one, followed back through the diaries."""
    wordings: list[str] = []
    ahead = list(newest.old)
    while ahead:
        text = ahead.pop(0)
        if text in wordings or text == newest.new:
            continue
        wordings.append(text)
        ahead += [old for one in told if one.new == text for old in one.old]
    return tuple(wordings)


def _since(bullet: Bullet, history: History, memory_path: str) -> tuple[str, date | None]:
    """The version from which on every version has this bullet."""
    found: tuple[str, date | None] = ("before", None)
    for version in history.versions(memory_path):
        if not _holds(history.content(version.version), bullet):
            return found
        found = (version.cause, version.at.date())
    return "before", None


def _holds(data: bytes, bullet: Bullet) -> bool:
    """Whether a version has the bullet. Most are told by its lines alone: to parse them all takes
    seconds where memory is long.
    """
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    if bullet.text.split("\n", 1)[0] not in text:
        return False
    lines = bullet.raw.replace("\r\n", "\n").rstrip("\n")
    _, there, after = f"\n{text}\n".partition(f"\n{lines}\n")
    if there and not after.startswith((" ", "\t")):
        return True
    return MemoryFile(data).find(bullet.text) is not None
