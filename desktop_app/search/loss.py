"""Loss: notes that go in a way no person takes them away. Knows names and sizes, not who did it.

A disk that is not mounted, a sync program that begins anew and a write cut off look like a notebook
emptied on purpose. What was indexed is kept until somebody says that it was.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from desktop_app.notebook.files import Stat

HINT = "Put back what is missing, or let it go: nightstand index --let-go"
_FEW = 3  # files; whoever takes away fewer than that at once may well mean it


@dataclass(frozen=True)
class Loss:
    """Files that said something and now are `gone`, many at once, or `emptied`, of `held` files."""

    gone: tuple[str, ...]
    emptied: tuple[str, ...]
    held: int

    @property
    def paths(self) -> tuple[str, ...]:
        """All of them."""
        return self.gone + self.emptied

    @property
    def told(self) -> str:
        """9 of 18 notes are gone or empty at once; what they said is kept: a.md, b.md, c.md …"""
        some = ", ".join(self.paths[:_FEW])
        more = " …" if len(self.paths) > _FEW else ""
        count, are = len(self.paths), "is" if len(self.paths) == 1 else "are"
        told = f"{count} of {self.held} notes {are} gone or empty at once; what was said is kept"
        return f"{told}: {some}{more}"


def loss_of(held: Iterable[str], stats: Mapping[str, Stat], emptied: Iterable[str]) -> Loss | None:
    """What is suspicious about the files there are now; `emptied` said something and have no byte.

    Files that leave are, when at least half of those `held` are missing and no others came.
    """
    before = set(held)
    gone = before - stats.keys()
    lost = gone if len(gone) >= _FEW and len(stats) * 2 <= len(before) else set[str]()
    found = Loss(tuple(sorted(lost)), tuple(sorted(emptied)), len(before))
    return found if found.paths else None
