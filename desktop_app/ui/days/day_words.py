"""What the days page says about a day. Knows heads and words, no widget."""

from desktop_app.words import counted, tr


def sessions(count: int) -> str:
    """3 sessions."""
    return counted("1 session", "{count} sessions", count)


def empty_topic_words() -> tuple[str, str]:
    """The same for a note without a date."""
    return tr("Nothing is written in this note yet."), tr("Write in it")


def empty_words(is_today: bool) -> tuple[str, str]:
    """A sentence for a day without a file, and the word on its button."""
    if is_today:
        sentence = tr("A new day. Write down what matters; dreams keep what should stay.")
        return sentence, tr("Write about today")
    return tr("Nothing was written on this day."), tr("Write about this day")
