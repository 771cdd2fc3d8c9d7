"""Freshness: how near the search index is to the files, in words that never promise more.

Knows counts and what the watcher does, no files.
"""

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.search.mass_loss import Loss
from desktop_app.words import counted, tr

POLL = 5.0
"""Seconds between two looks where the system gives no events."""


class WatchState(StrEnum):
    """How the program learns of changes in the folder."""

    OFF = "off"  # nobody watches
    WATCHING = "watching"
    POLLING = "polling"  # the system cannot watch, so the files are looked at every few seconds
    GONE = "gone"  # the folder is not there
    FAILED = "failed"


@dataclass(frozen=True)
class WatchStatus:
    """What the watcher does; `reason` says why it polls or what failed."""

    state: WatchState = WatchState.OFF
    reason: str = ""


@dataclass(frozen=True)
class Freshness:
    """`reading` files are being read, `behind` files differ from the index, `loss` is kept in it.

    `watch` is what the watcher does. `checking`: the index is being compared with the files.
    `pending`: nobody has looked yet at a change that the watcher heard of.
    """

    reading: int = 0
    behind: int = 0
    watch: WatchStatus = WatchStatus()
    checking: bool = False
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
                "behind: {count} note lost, kept here",
                "behind: {count} notes lost, kept here",
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
        return tr("checking the index") if self.checking else tr("up to date")

    @property
    def title(self) -> str:
        """The same as a line of its own: Up to date · Reading 120 files"""
        return self.in_words[:1].upper() + self.in_words[1:]
