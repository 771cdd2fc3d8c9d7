"""What the days page says about a day. Knows heads and words, no widget."""

from datetime import date

from PySide6.QtCore import QCoreApplication

from desktop_app.notebook.days import DayHead
from desktop_app.ui.parts import dates
from desktop_app.ui.reading.render import Piece, Run


def _tr(words: str) -> str:
    return QCoreApplication.translate("Day", words)


def sessions(count: int) -> str:
    """3 sessions."""
    words = _tr("1 session") if count == 1 else _tr("%1 sessions")
    return words.replace("%1", str(count))


def lead(day: date | None, head: DayHead | None) -> tuple[Piece, ...]:
    """A day's own title, in place of the file's `# Daily Memory: ...`; none without a date."""
    if day is None:
        return ()
    title = Piece("title", (Run(dates.whole(day)),), 0, 0)
    if head is None:
        return (title,)
    words = _tr("1 word") if head.words == 1 else _tr("%1 words")
    words = words.replace("%1", f"{head.words:,}")
    detail = " · ".join((sessions(head.blocks), words, head.path))
    return title, Piece("detail", (Run(detail),), 0, 0)


def empty_topic_words() -> tuple[str, str]:
    """The same for a note without a date."""
    return _tr("Nothing is written in this note yet."), _tr("Write in it")


def empty_words(is_today: bool) -> tuple[str, str]:
    """A sentence for a day without a file, and the word on its button."""
    if is_today:
        sentence = _tr("A new day. Write down what matters; dreams keep what should stay.")
        return sentence, _tr("Write about today")
    return _tr("Nothing was written on this day."), _tr("Write about this day")
