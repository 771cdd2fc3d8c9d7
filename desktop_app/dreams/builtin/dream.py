"""One dream of the built-in engine, a pure function: notes and memory in, a draft out.

Explicit changes are applied to a working copy of memory first, in the order they were written;
then every other line is compared with that copy; what is left over and marked is new.
"""

import threading
from collections.abc import Callable

from desktop_app.dreams.builtin.additions import Additions
from desktop_app.dreams.builtin.aside import SetAside
from desktop_app.dreams.builtin.book import Book, Note
from desktop_app.dreams.builtin.headings import Headings
from desktop_app.dreams.builtin.moves import Moves, apply
from desktop_app.dreams.builtin.proposing import changes_of
from desktop_app.dreams.builtin.reading import notes_of
from desktop_app.dreams.builtin.record import Told, prose, title
from desktop_app.dreams.builtin.relate import contradicts, repeats
from desktop_app.dreams.builtin.sense import Sense
from desktop_app.dreams.dreamer import Draft, Material
from desktop_app.language.words import script

# Notes that contradict each other may need several rounds; notes that go in circles get no more.
_ROUNDS = 4


class Stopped(Exception):  # noqa: N818  # nothing went wrong
    """The dream was cancelled."""


def dreamt(material: Material, report: Callable[[str], None], stop: threading.Event) -> Draft:
    """What the notes would change in memory. Raises Stopped soon after `stop` is set."""
    report("Going through every line")
    aside = SetAside()
    notes = notes_of(material.days, aside, lambda: _go_on(stop))
    report("Comparing with memory")
    book = Book(material.memory, material.memory_path)
    additions = _compared(book, notes, aside, stop)
    report("Writing the diary")
    language = script("\n".join(day.text for day in material.days))
    headings = Headings(material.memory, language)
    changes = changes_of(book, additions, headings, material.rejected, aside)
    told = Told(
        language=language,
        days=len(material.days),
        changes=changes,
        aside=aside.counts(),
        notes=tuple(notes),
        again=aside.texts("repeated"),
        over=aside.texts("over"),
    )
    return Draft(changes, title(told), prose(told), aside.counts(), aside.places())


def _go_on(stop: threading.Event) -> None:
    if stop.is_set():
        raise Stopped


def _compared(book: Book, notes: list[Note], aside: SetAside, stop: threading.Event) -> Additions:
    """Change the book by the notes; what it can't hold comes back as additions."""
    read = [note for note in notes if not note.unit.foreign]
    rest = [note for note in read if not _said_again(book, note, aside)]
    moves = Moves(read)  # a change that memory tells in full still outdates earlier notes
    changed = _moved(book, moves, {note.order for note in rest}, stop)
    written = {note.order for line in book.lines for note in line.notes}
    additions = Additions()
    unmarked: list[tuple[Note, Sense]] = []
    for note in rest:
        _go_on(stop)
        if note.order in changed:
            if note.order not in written:
                aside.add("repeated", note.unit)
            continue
        said, changed_by = moves.wording_now(note)
        if said is None:
            aside.add("trivia", note.unit)
        elif _known(book, note, said):
            aside.add("repeated", note.unit)
        elif _against(book, note, said):
            pass
        elif note.worth.kept:
            additions.offer(note, said, changed_by)
        else:
            unmarked.append((note, said))
    for note, said in unmarked:
        _go_on(stop)
        if not additions.support(note, said):
            aside.add("trivia", note.unit)
    _take_unread(book, [note for note in notes if note.unit.foreign], additions, aside)
    return additions


def _take_unread(book: Book, notes: list[Note], additions: Additions, aside: SetAside) -> None:
    """Of lines in languages that are not read only equal ones are known to say the same."""
    for note in notes:
        if _said_again(book, note, aside):
            continue
        if note.worth.kept:
            additions.offer(note, note.sense, ())
        else:
            aside.add("foreign", note.unit)


def _moved(book: Book, moves: Moves, orders: set[int], stop: threading.Event) -> set[int]:
    """Apply the changes of these notes until nothing moves any more; the notes that were used."""
    used: set[int] = set()
    for _ in range(_ROUNDS):
        before = [line.now for line in book.lines]
        for move in moves.all:
            _go_on(stop)
            if move.note.order in orders and apply(book, moves, move):
                used.add(move.note.order)
        if before == [line.now for line in book.lines]:
            break
    return used


def _said_again(book: Book, note: Note, aside: SetAside) -> bool:
    same = book.same(note.sense)
    for line in same:
        line.said = line.agreed = note.order
    if same:
        aside.add("repeated", note.unit)
    return bool(same)


def _known(book: Book, note: Note, said: Sense) -> bool:
    found = [line for line in [*book.same(said), *book.near(said.words)] if repeats(line.now, said)]
    for line in found:
        line.agreed = max(line.agreed, note.order)
    return bool(found)


def _against(book: Book, note: Note, said: Sense) -> bool:
    """Whether a line of memory and the note can't both hold; then the line keeps the note."""
    if note.worth.fleeting or note.unit.mark:
        return False
    for line in book.near(said.words):
        if contradicts(line.now, said):
            if not line.notes or line.notes[-1].order < note.order:
                line.against.append(note)
            return True
    return False
