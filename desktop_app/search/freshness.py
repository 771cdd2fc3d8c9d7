"""Freshness: how near the search index is to the files, in words that never promise more.

Knows counts and what the watcher does, no files.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from desktop_app.notebook.files import Stat
from desktop_app.words import counted, tr

HINT = tr(
    "Put back the missing notes, or tell search that they are gone: nightstand "
    "search --index --let-go"
)
_FEW = 3  # files; whoever takes away fewer than that at once may well mean it


class Loss(NamedTuple):
    """Of `indexed` files, those that are `missing` (many at once) and those that were `emptied`."""

    missing: tuple[str, ...]
    emptied: tuple[str, ...]
    indexed: int

    @property
    def paths(self) -> tuple[str, ...]:
        """All of them."""
        return self.missing + self.emptied

    @property
    def in_words(self) -> str:
        """9 of 18 notes are gone or empty at once; what was said is kept: a.md, b.md, c.md …"""
        some = ", ".join(self.paths[:_FEW]) + (" …" if len(self.paths) > _FEW else "")
        lost = counted(
            "{count} of {indexed} notes is gone or empty at once; search still knows its text",
            "{count} of {indexed} notes are gone or empty at once; search still knows their text",
            len(self.paths),
            indexed=self.indexed,
        )
        return f"{lost}: {some}"


def loss_of(
    indexed: Iterable[str], stats: Mapping[str, Stat], emptied: Iterable[str]
) -> Loss | None:
    """The suspicious loss among the files there are now; None if there is none.

    Files that said something and are `emptied` count always. Missing files count if at least half
    of the `indexed` ones are missing and no others came.
    """
    before = set(indexed)
    missing = before - stats.keys()
    lost = missing if len(missing) >= _FEW and len(stats) * 2 <= len(before) else set[str]()
    loss = Loss(tuple(sorted(lost)), tuple(sorted(emptied)), len(before))
    return loss if loss.paths else None


POLL = 5.0
"""Seconds between two looks where the system gives no events."""


class WatchState(StrEnum):
    """How the program learns of changes in the folder."""

    OFF = "off"  # nobody watches
    WATCHING = "watching"
    POLLING = "polling"  # the system cannot watch, so the files are looked at every few seconds
    GONE = "gone"  # the folder is not there
    FAILED = "failed"


class WatchStatus(NamedTuple):
    """What the watcher does; `reason` says why it polls or what failed."""

    state: WatchState = WatchState.OFF
    reason: str = ""


class Freshness(NamedTuple):
    """`reading` files are being read, `behind` files differ from the index, `loss` is kept in it.

    `watch` is what the watcher does.
    `pending`: nobody has looked yet at a change that the watcher heard of.
    """

    reading: int = 0
    behind: int = 0
    watch: WatchStatus = WatchStatus()
    loss: Loss | None = None
    pending: bool = False

    @property
    def fresh(self) -> bool:
        """Whether a search finds all that the files say, as far as anybody can know."""
        late = self.reading or self.behind or self.loss or self.pending
        return not late and self.watch.state in (WatchState.OFF, WatchState.WATCHING)

    @property
    def in_words(self) -> str:
        """up to date · reading 120 files · behind: cannot watch this folder, checked every 5 s"""
        if self.reading:
            return counted("reading {count} file", "reading {count} files", self.reading)
        if self.loss:
            return counted(
                "behind: {count} note is lost; search still knows its text",
                "behind: {count} notes are lost; search still knows their text",
                len(self.loss.paths),
            )
        if self.watch.state not in (WatchState.OFF, WatchState.WATCHING):
            return {
                WatchState.GONE: tr("behind: the folder is gone"),
                WatchState.POLLING: tr("behind: cannot watch this folder, checked every {pause} s"),
                WatchState.FAILED: tr("behind: {reason}"),
            }[self.watch.state].format(pause=f"{POLL:.0f}", reason=self.watch.reason)
        if self.behind:
            return counted(
                "behind: {count} file not read", "behind: {count} files not read", self.behind
            )
        if self.pending:
            return tr("changes are being read")
        return tr("up to date")

    @property
    def title(self) -> str:
        """The same as a line of its own: Up to date · Reading 120 files"""
        return self.in_words[:1].upper() + self.in_words[1:]
