"""Freshness: how near what is searched is to what the files say, in words that never promise more.

Knows counts and the watcher's word, not files.
"""

from dataclasses import dataclass

from desktop_app.search.loss import Loss

WATCHING = "watching"
GONE = "The folder is gone."
"""What the watcher says of a folder."""

POLL = 5.0
"""Seconds between two looks where the system gives no events."""


@dataclass(frozen=True)
class Freshness:
    """`reading` files are being read, `behind` differ from what is searched, `loss` is kept.

    `watching` is the watcher's word ("" when nobody watches); `checking` while the index is
    compared with the files; `pending` while what the watcher heard of was not looked at yet.
    """

    reading: int = 0
    behind: int = 0
    watching: str = ""
    checking: bool = False
    loss: Loss | None = None
    pending: bool = False

    @property
    def fresh(self) -> bool:
        """Whether a search finds all that the files say, as far as anybody can know."""
        late = self.reading or self.behind or self.loss or self.pending
        return not late and self.watching in ("", WATCHING)

    @property
    def told(self) -> str:
        """up to date · reading 120 files · behind: cannot watch this folder, checked every 5 s"""
        if self.reading:
            return f"reading {_files(self.reading)}"
        if self.loss:
            return f"behind: {_files(len(self.loss.paths))} lost, kept as they were"
        if self.watching == GONE:
            return "behind: the folder is gone"
        if self.watching.startswith("polling"):
            return f"behind: cannot watch this folder, checked every {POLL:.0f} s"
        if self.watching not in ("", WATCHING):
            return f"behind: {self.watching}"
        if self.behind:
            return f"behind: {_files(self.behind)} not read"
        if self.pending:
            return "changes are being read"
        return "checking the index" if self.checking else "up to date"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"
