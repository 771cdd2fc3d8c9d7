"""What memory says of a line: the same, another value, or nothing. Knows the book, no files."""

from collections.abc import Callable

from desktop_app.dreams.comparing.book import Book, BookLine
from desktop_app.dreams.comparing.exchange import NewWording, came_true, changed, renewed
from desktop_app.dreams.comparing.points import Points, points
from desktop_app.dreams.talk.facts import Recall, Recalled
from desktop_app.notebook.bullets import Bullet

Exchange = Callable[..., NewWording | None]
"""How a line of memory is worded after a note: `exchange.renewed` or `exchange.changed`."""


def new_value(
    book: Book, note: Points, exchange: Exchange = renewed
) -> tuple[BookLine, NewWording] | None:
    """The line of memory that a note gives another value, and its text with that; None for none."""
    found = [
        (book.rarity.weight(line.now.bag & note.bag) / book.rarity.weight(line.now.bag), line, new)
        for line in book.near(note)
        if (new := exchange(line.now, note, _above(line), book.rarity)) is not None
    ]
    return max(found, key=lambda one: one[0])[1:] if found else None


def _above(line: BookLine) -> str:
    """What a statement stands under: headings, and the cells above a row."""
    return " / ".join((*line.bullet.headings, *line.bullet.header))


def known(book: Book, note: Points) -> BookLine | None:
    """The line of memory that says what a note says, or what it says has changed."""
    true = (line for line in book.near(note) if came_true(line.now, note, book.rarity))
    return book.saying(note) or next(true, None)


def recall_in(book: Book) -> Recall:
    """Compares sentences with the statements of a memory."""

    def recall(text: str) -> tuple[Recalled, Bullet | None]:
        note = points(text)
        if line := known(book, note):
            return Recalled.KNOWN, line.bullet
        if found := new_value(book, note, changed):
            return Recalled.CHANGED, found[0].bullet
        return Recalled.NEW, None

    return recall
