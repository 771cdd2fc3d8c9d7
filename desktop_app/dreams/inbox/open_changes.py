"""What dreams left open about lines of memory, as questions. Pure."""

from collections.abc import Iterable, Iterator

from desktop_app.dreams.comparing.opposing import Opposition, opposition
from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.deciding import waits
from desktop_app.dreams.guarding import OLDER
from desktop_app.dreams.inbox.item import InboxItem, InboxKind
from desktop_app.dreams.proposal import GOING, Change, ChangeKind, Proposal, Support, source_of
from desktop_app.language.cues import CueKind
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.words import tr

_ABOUT_A_LINE = (ChangeKind.UPDATED, ChangeKind.SHORTENED, *GOING, ChangeKind.QUESTION)


def open_changes(
    proposals: Iterable[Proposal], memory: MemoryFile, path: str
) -> Iterator[InboxItem]:
    """Each change of one bullet that nobody has said a word on, while the bullet stands there.

    What no source supports is for the review, which shows why; so is what a pinned line refuses.
    """
    for proposal in proposals:
        for change in filter(_asks, proposal.changes):
            bullet = memory.find(change.old[0], change.heading)
            other = change.new or next((one.quote for one in change.sources), "")
            if bullet is None or bullet.pinned or not other:
                continue
            told = _told(change, bullet.text, other)
            if told is None:
                continue
            yield InboxItem(
                told[0],
                bullet.text,
                told[1],
                (source_of(path, bullet), *(one for one in change.sources if one.path != path)),
                other=other,
                proposal=proposal.id,
                n=change.n,
                goes=change.new is None,
                weight=1.0,
            )


def _asks(change: Change) -> bool:
    about = change.kind in _ABOUT_A_LINE and len(change.old) == 1 and not change.to
    return about and waits(change) and change.verdict == Support.SUPPORTED


def _told(change: Change, text: str, other: str) -> tuple[InboxKind, str] | None:
    """What kind of question it is, and why it is asked; None for one that is not sure enough."""
    if points(text).key == points(other).key:
        return None
    if change.kind in GOING:
        if CueKind.NOT in points(text).cues:  # it agrees that something is no more
            return None
        return InboxKind.QUESTION, tr("A note says that this has ended.")
    how = opposition(points(text), points(other))
    if OLDER in change.reason:
        why = tr("An older note says something else.")
        return (InboxKind.QUESTION, why) if how else None
    if how == Opposition.DENIAL:
        return InboxKind.CONTRADICTION, tr("A newer note says the opposite.")
    if how == Opposition.WORD:
        return InboxKind.CONTRADICTION, tr("A newer note has another word in this line.")
    if how == Opposition.VALUE or change.kind == ChangeKind.UPDATED:
        return InboxKind.CONTRADICTION, tr("A newer note gives another value.")
    return None
