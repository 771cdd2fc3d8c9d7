"""What came of a dream, in a person's words."""

from datetime import date
from typing import TYPE_CHECKING

from desktop_app import dates
from desktop_app.ui.review.change_words import changes, title_of
from desktop_app.words import filled, listed, quoted, remarked, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied, Undone
    from desktop_app.dreams.question import DreamAnswer

_FEW = 3  # lines that are named


def lines_left_out(answer: "DreamAnswer") -> str:
    """The first lines of a chat's answer of which nothing is proposed, and why; "" for none."""
    lines = [remarked(quoted(text), why) for text, why in answer.left_out.items()]
    more = [tr("and %1 more", len(lines) - _FEW)] if len(lines) > _FEW else []
    return listed([*lines[:_FEW], *more])


def until_in_words(day: date | None, today: date) -> str:
    """Dream up to 14 March 2026; Dream again."""
    if day is None:
        return tr("Dream again")
    return tr("Dream up to %1", dates.plain(day, today))


def unwritten_words(applied: "Applied") -> str:
    """What could not be written, by its first words."""
    names = listed(quoted(title_of(change)) for change in applied.unwritten)
    words = tr("%1 left out, since MEMORY.md was edited after the dream: %2.")
    return filled(words, changes(len(applied.unwritten)), names)


def undone_words(undone: "Undone") -> str:
    """A dream was taken back, perhaps without what could not be."""
    count = len(undone.conflicts)
    words = tr("The dream is undone. %1 places were edited since and stay as they are now.")
    if not count:
        words = tr("The dream is undone; what you changed later stays.")
    elif count == 1:
        words = tr("The dream is undone. One place was edited since and stays as it is now.")
    return together(filled(words, count), tr("Its changes wait for you again."))
