"""What a review teaches about a notebook's owner: which of the offered lines were kept, which left.

Knows proposals and days, no store.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date

from desktop_app.database import storable
from desktop_app.dreams.builtin.ranking import form
from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.learned import Counts
from desktop_app.dreams.owner import Owner, Seen
from desktop_app.dreams.proposal import Change, ChangeKind, wording
from desktop_app.notebook.source import Source
from desktop_app.notebook.statements.day_text import DayText
from desktop_app.notebook.statements.reader import Statement, statements


def taught(
    text: Callable[[str], str], changes: Iterable[Change], written: Collection[int] | None
) -> Counts:
    """What a settled proposal teaches; `written` are the numbers applied, None if discarded.

    `text` reads a file. A line whose source is gone teaches nothing about headings.
    """
    words = {
        change.n: kept for change in changes if (kept := _was_kept(change, written)) is not None
    }
    if not words:
        return []
    days = _Days(text)
    owner = Owner.of(
        Seen(days.headings(change.sources), form(line), points(line).bag, words[change.n])
        for change in changes
        if change.n in words and (line := wording(change))
    )
    traits = sorted({*owner.kept, *owner.left})
    return [
        (kind, storable(trait), owner.kept.get((kind, trait), 0), owner.left.get((kind, trait), 0))
        for kind, trait in traits
    ]


def _was_kept(change: Change, written: Collection[int] | None) -> bool | None:
    """Whether a line was kept, or left; None where nobody had a word on it."""
    if change.kind != ChangeKind.ADDED or change.makes_file:
        return None
    if written is not None and change.n in written:
        return True
    refused = change.decided and not change.accepted
    return False if refused or (written is None and change.page == 1) else None


class _Days:
    """The headings above a line, by its source; each file is cut once."""

    def __init__(self, text: Callable[[str], str]) -> None:
        self._text = text
        self._units: dict[str, list[Statement]] = {}

    def headings(self, sources: Sequence[Source]) -> tuple[str, ...]:
        """Those above the first source that is a note, without the title of its file."""
        for source in sources:
            here = [
                (abs(piece.line - source.line), unit.headings)
                for unit in self._of(source.path)
                for piece in unit.all_pieces
                if (piece.sha == source.sha if source.sha else source.quote in piece.quote)
            ]
            if here:
                return min(here, key=lambda one: one[0])[1]
        return ()

    def _of(self, path: str) -> list[Statement]:
        if path not in self._units:
            self._units[path] = list(statements(DayText(date.min, path, self._text(path))))
        return self._units[path]
