"""The owner's habits by earlier days: a line was kept if memory has it. Knows no store."""

from collections.abc import Callable, Sequence

from desktop_app.dreams.builtin.ranking import form
from desktop_app.dreams.comparing.book import Book
from desktop_app.dreams.notes.reading import Note, notes_of
from desktop_app.dreams.notes.set_aside import SetAside
from desktop_app.dreams.owner import Owner, Seen
from desktop_app.notebook.statements.day_text import DayText

_KEPT = 0.6  # of a line's words in one line of memory: it came there
_MOST = 600  # lines that are looked at, the newest


def owner_by_days(book: Book, earlier: Sequence[DayText], go_on: Callable[[], None]) -> Owner:
    """The owner, by the days before those of the dream; nothing of it is stored."""
    notes = notes_of(earlier, SetAside(), go_on)[-_MOST:]
    return Owner.of(seen_line(note, _is_in_memory(book, note)) for note in notes)


def seen_line(note: Note, kept: bool) -> Seen:
    """What is learned from a note."""
    return Seen(note.unit.headings, form(note.unit.full_text), note.points.bag, kept)


def _is_in_memory(book: Book, note: Note) -> bool:
    marks = note.points.marks
    whole = book.rarity.weight(marks)
    return len(marks) > 2 and any(
        book.rarity.weight(marks & line.now.marks) >= _KEPT * whole
        for line in book.near(note.points)
    )
