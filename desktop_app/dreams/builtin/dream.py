"""One dream of the built-in engine, a pure function: notes and memory in, a draft out.

Explicit changes are applied to a working copy of memory first, in the order they were written;
then every other line is compared with that copy; what is left over and marked is new.
"""

import threading
from collections import Counter
from collections.abc import Callable

from desktop_app.dreams.builtin.additions import Additions
from desktop_app.dreams.builtin.book import Book, Note
from desktop_app.dreams.builtin.headings import Headings
from desktop_app.dreams.builtin.moves import Moves, apply
from desktop_app.dreams.builtin.proposing import changes_of
from desktop_app.dreams.builtin.record import Told, prose, title
from desktop_app.dreams.builtin.relate import contradicts, repeats
from desktop_app.dreams.builtin.salience import worth
from desktop_app.dreams.builtin.sense import Sense, sense
from desktop_app.dreams.builtin.split import Unit, units
from desktop_app.dreams.dreamer import Draft, Material
from desktop_app.language.cues import marks
from desktop_app.language.orders import gives_orders
from desktop_app.language.secrets import looks_secret
from desktop_app.language.words import script

MOST_UNITS = 5_000
"""Of one day; what comes after them is counted as `long` and left alone."""

# Notes that contradict each other may need several rounds; notes that go in circles get no more.
_ROUNDS = 4


class Stopped(Exception):  # noqa: N818  # nothing went wrong
    """The dream was cancelled."""


def dreamt(material: Material, report: Callable[[str], None], stop: threading.Event) -> Draft:
    """What the notes would change in memory. Raises Stopped soon after `stop` is set."""
    days = sorted(material.days, key=lambda day: day.date)
    report("Going through every line")
    aside: Counter[str] = Counter()
    notes: list[Note] = []
    for day in days:
        for count, unit in enumerate(units(day)):
            _go_on(stop)
            reason = "long" if count >= MOST_UNITS else _set_aside(unit)
            if reason:
                aside[reason] += 1
            else:
                notes.append(Note(len(notes), unit, sense(unit.text), worth(unit)))
    report("Comparing with memory")
    book = Book(material.memory, material.memory_path)
    additions = _compared(book, notes, aside, stop)
    report("Writing the diary")
    language = script("\n".join(day.text for day in days))
    headings = Headings(material.memory, language)
    changes = changes_of(book, additions, headings, material.rejected, aside)
    told = Told(language, len(days), changes, aside, tuple(notes))
    counts = {name: count for name, count in sorted(aside.items()) if count}
    return Draft(changes, title(told), prose(told), counts)


def _go_on(stop: threading.Event) -> None:
    if stop.is_set():
        raise Stopped


def _set_aside(unit: Unit) -> str:
    """Why a unit is not even compared, or an empty string."""
    if unit.mark == "long":
        return "long"
    if looks_secret(unit.text):
        return "secret"
    if gives_orders(unit.text):
        return "order"
    found = marks(unit.text)
    if unit.mark == "todo" or "todo" in found:
        return "todo"
    return "question" if "question" in found else ""


def _compared(
    book: Book, notes: list[Note], aside: Counter[str], stop: threading.Event
) -> Additions:
    """Change the book by the notes; what it can't hold comes back as additions."""
    rest = [note for note in notes if not _said_again(book, note, aside)]
    moves = Moves(notes)  # a change that memory tells in full still outdates earlier notes
    changed = _moved(book, moves, {note.order for note in rest}, stop)
    written = {note.order for line in book.lines for note in line.notes}
    additions = Additions()
    unmarked: list[tuple[Note, Sense]] = []
    for note in rest:
        _go_on(stop)
        if note.order in changed:
            aside["repeated"] += note.order not in written
            continue
        said, changed_by = moves.wording_now(note)
        if said is None:
            aside["trivia"] += 1
        elif _known(book, note, said):
            aside["repeated"] += 1
        elif _against(book, note, said):
            pass
        elif note.worth.kept:
            additions.offer(note, said, changed_by)
        else:
            unmarked.append((note, said))
    for note, said in unmarked:
        _go_on(stop)
        aside["trivia"] += not additions.support(note, said)
    return additions


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


def _said_again(book: Book, note: Note, aside: Counter[str]) -> bool:
    same = book.same(note.sense)
    for line in same:
        line.said = line.agreed = note.order
    aside["repeated"] += bool(same)
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
