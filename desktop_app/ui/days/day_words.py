"""What the days page says about a day. Knows heads and words, no widget."""

from datetime import date

from desktop_app import dates
from desktop_app.notebook.days import DayHead
from desktop_app.notebook.text.runs import TextRun
from desktop_app.ui.reading.render import Piece, PieceKind
from desktop_app.words import counted, tr


def sessions(count: int) -> str:
    """3 sessions."""
    return counted("1 session", "{count} sessions", count)


def lead(day: date | None, head: DayHead | None) -> tuple[Piece, ...]:
    """A day's own title, in place of the file's `# Daily Memory: ...`; none without a date."""
    if day is None:
        return ()
    title = Piece(PieceKind.TITLE, (TextRun(dates.whole(day)),), 0, 0)
    if head is None:
        return (title,)
    words = counted("1 word", "{count} words", head.words)
    detail = " · ".join((sessions(head.blocks), words, head.path))
    return title, Piece(PieceKind.DETAIL, (TextRun(detail),), 0, 0)


def empty_topic_words() -> tuple[str, str]:
    """The same for a note without a date."""
    return tr("Nothing is written in this note yet."), tr("Write in it")


def empty_words(is_today: bool) -> tuple[str, str]:
    """A sentence for a day without a file, and the word on its button."""
    if is_today:
        sentence = tr("A new day. Write down what matters; dreams keep what should stay.")
        return sentence, tr("Write about today")
    return tr("Nothing was written on this day."), tr("Write about this day")
