"""One dream of the built-in engine, a pure function: notes and memory in, a draft out.

The notes are followed through a working copy of memory first, in the order they were written; what
no line has to do with, and is worth keeping, is new.
"""

import threading
from collections.abc import Callable

from desktop_app.dreams.builtin.additions import Additions
from desktop_app.dreams.builtin.book import Book, Note
from desktop_app.dreams.builtin.diary.record import Told, prose, title
from desktop_app.dreams.builtin.following import Later, follow
from desktop_app.dreams.builtin.headings import Headings
from desktop_app.dreams.builtin.notes.aside import SetAside
from desktop_app.dreams.builtin.notes.reading import notes_of
from desktop_app.dreams.builtin.proposing import Found, changes_of
from desktop_app.dreams.builtin.settling import settled
from desktop_app.dreams.builtin.tidying import Forgetting, said_twice
from desktop_app.dreams.dreamer import Draft, Material
from desktop_app.dreams.proposal import Change
from desktop_app.language.words import script
from desktop_app.notebook.bullets import MemoryFile


class Stopped(Exception):  # noqa: N818  # nothing went wrong
    """The dream was cancelled."""


def dreamt(material: Material, report: Callable[[str], None], stop: threading.Event) -> Draft:
    """What the notes would change in memory. Raises Stopped soon after `stop` is set."""
    report("Going through every line")
    skipped = SetAside()
    notes = notes_of(material.days, skipped, lambda: _go_on(stop))
    language = script("\n".join(day.text for day in material.days))

    def look(memory: MemoryFile, tidy: bool) -> tuple[Found, SetAside]:
        aside = skipped.copy()
        book = Book(memory, material.memory_path)
        additions = _compared(book, notes, aside, stop)
        headings = Headings(memory, language)
        twice = said_twice(book, lambda: _go_on(stop)) if tidy else []
        return changes_of(book, twice, additions, headings, material.rejected, aside), aside

    def look_again(memory: MemoryFile) -> tuple[Change, ...]:
        # What says a line twice always waits, so it moves nothing; what was over the cap still is.
        again = look(memory, tidy=False)[0].changes
        return tuple(one for one in again if one.kind != "added" or one.new not in found.over)

    report("Comparing with memory")
    found, aside = look(material.memory, tidy=True)
    report("Looking once more")
    changes = settled(material.memory, found.changes, look_again)
    report("Writing the diary")
    told = Told(
        language=language,
        days=len(material.dates),
        changes=changes,
        aside=aside.counts(),
        notes=tuple(notes),
        again=aside.texts("repeated"),
        over=aside.texts("over"),
        unknown=aside.texts("forget"),
    )
    return Draft(changes, title(told), prose(told), aside.counts(), aside.places())


def _go_on(stop: threading.Event) -> None:
    if stop.is_set():
        raise Stopped


def _compared(book: Book, notes: list[Note], aside: SetAside, stop: threading.Event) -> Additions:
    """Change the book by the notes; what it has no line for comes back as additions."""
    read = [note for note in notes if not note.unit.foreign]
    rest = [note for note in read if not _said_again(book, note, aside)]
    forgetting = Forgetting(rest)
    rest = [note for note in rest if note.order not in forgetting.orders]
    later = Later(read)  # a change that memory tells in full still outdates earlier notes
    fates = follow(book, rest, later, lambda: _go_on(stop))
    for note in forgetting.mark(book):
        aside.add("forget", note.unit)
    additions = Additions()
    unmarked: list[Note] = []
    for note in rest:
        _go_on(stop)
        fate = fates.get(note.order, "")
        if fate in ("known", "past"):
            aside.add("repeated" if fate == "known" else "trivia", note.unit)
        elif not fate and not note.worth.kept:
            unmarked.append(note)
        elif not fate:
            said, changed_by = later.wording(note)
            if said is None:
                aside.add("trivia", note.unit)
            elif changed_by and book.has(said):
                aside.add("repeated", note.unit)
            elif forgetting.means(book, said, note.order):
                aside.add("trivia", note.unit)
            else:
                additions.offer(note, said, changed_by)
    for note in unmarked:
        _go_on(stop)
        if not additions.support(note, note.sense):
            additions.oppose(note)
            aside.add("trivia", note.unit)
    for note in rest:
        if fates.get(note.order) == "asked":
            if additions.support(note, note.sense):
                book.withdraw(note)
            else:
                additions.oppose(note)
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


def _said_again(book: Book, note: Note, aside: SetAside) -> bool:
    same = book.same(note.sense)
    for line in same:
        line.agreed = note.order
    if same:
        aside.add("repeated", note.unit)
    return bool(same)
