"""What came of a dream, in a person's words. Knows outcomes, no widget."""

from datetime import date
from typing import TYPE_CHECKING

from desktop_app import dates
from desktop_app.ui.review.words import changes, title_of
from desktop_app.words import counted, listed, tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied, Undone
    from desktop_app.dreams.question import DreamAnswer

_FEW = 3  # lines that are named


def applied_words(applied: "Applied") -> str:
    """MEMORY.md updated: 5 changes applied. 7 changes wait on."""
    taken = sum(change.accepted for change in applied.proposal.changes)
    words = tr("MEMORY.md updated: %1 applied").replace("%1", changes(taken))
    if not applied.undecided:
        return words
    waits = counted("1 change waits on.", "{count} changes wait on.", applied.undecided)
    return tr("%1. %2").replace("%1", words).replace("%2", waits)


def lines_left_out(answer: "DreamAnswer") -> str:
    """The first lines of a chat's answer of which nothing is proposed, and why; "" for none."""
    lines = [f"“{text}” ({why})" for text, why in answer.left_out.items()]
    more = [tr("and %1 more").replace("%1", str(len(lines) - _FEW))] if len(lines) > _FEW else []
    return listed([*lines[:_FEW], *more])


def left_words(applied: "Applied") -> tuple[str, str]:
    """Which accepted changes could not be applied, and why."""
    names = listed(f"“{title_of(change)}”" for change in applied.unwritten)
    words = tr("%1 left out, since MEMORY.md was edited after the dream: %2.")
    sentence = words.replace("%1", changes(len(applied.unwritten))).replace("%2", names)
    return sentence, tr("Dream again to look at them anew.")


def undone_words(undone: "Undone") -> str:
    """That a dream was taken back, and what of it could not be."""
    count = len(undone.conflicts)
    if not count:
        words = tr("Undone. MEMORY.md is as it was before the dream.")
    elif count == 1:
        words = tr("Undone. One place was edited since and stays as it is now.")
    else:
        words = tr("Undone. %1 places were edited since and stay as they are now.")
    return f"{words.replace('%1', str(count))} {tr('Its changes wait for you again.')}"


def until_in_words(day: date, today: date) -> str:
    """Dream up to 14 March 2026."""
    return tr("Dream up to %1").replace("%1", dates.plain(day, today))
