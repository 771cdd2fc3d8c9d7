"""Loss: notes that vanish as no person would remove them. Knows names and sizes, not the cause.

A disk that is not mounted, a sync program that starts over and a write that was cut off look like a
notebook that somebody emptied. The index keeps such notes until a person confirms the loss.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from desktop_app.notebook.files import Stat
from desktop_app.words import counted, tr

HINT = tr("Put back what is missing, or let it go: nightstand search --index --let-go")
_FEW = 3  # files; whoever takes away fewer than that at once may well mean it


@dataclass(frozen=True)
class Loss:
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
            "{count} of {indexed} notes is gone or empty at once; what was said is kept",
            "{count} of {indexed} notes are gone or empty at once; what was said is kept",
            len(self.paths),
            indexed=self.indexed,
        )
        return f"{lost}: {some}"

    @property
    def told(self) -> tuple[str, str]:
        """What went, and what can be done, as the window says it."""
        if self.missing:
            words = tr(
                "%1 of the %2 notes are gone all at once. Search still knows what they said."
            )
            words = words.replace("%1", str(len(self.missing))).replace("%2", str(self.indexed))
            hint = tr(
                "Is a disk missing, or a sync program at work? They are read again once back."
            )
        elif len(self.emptied) == 1:
            words = tr("%1 was emptied by another program. Search still knows what it said.")
            words = words.replace("%1", self.emptied[0])
            hint = tr("Its history may have the text.")
        else:
            words = tr(
                "%1 notes were emptied by another program. Search still knows what they said."
            )
            words = words.replace("%1", str(len(self.emptied)))
            hint = tr("Their history may have the texts.")
        return words, hint


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
