"""One dream of the built-in engine, a pure function: notes and memory in, a draft out.

The notes are followed in the order they were written: each is held against the line of memory that
it is most surely about. What concerns no line is offered, the best first.
"""

import math
import threading
from collections.abc import Callable
from dataclasses import replace

from desktop_app.dreams.builtin.changes import Changes
from desktop_app.dreams.builtin.earlier_days import owner_by_days
from desktop_app.dreams.builtin.offers import offers_of
from desktop_app.dreams.builtin.ranking import ranked
from desktop_app.dreams.comparing.book import Book, BookLine
from desktop_app.dreams.comparing.relate import Relation, RelationKind
from desktop_app.dreams.diary import drafted
from desktop_app.dreams.dreamer import DreamDraft, Material
from desktop_app.dreams.notes.reading import Note, notes_of
from desktop_app.dreams.notes.set_aside import SetAside
from desktop_app.dreams.proposal import Why
from desktop_app.language.cues import CueKind
from desktop_app.language.secrets import looks_secret
from desktop_app.language.words import script
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.text.records import Role
from desktop_app.words import tr

_A_WEEK = 8.0  # offers of a first page: so many times the square root of the days, 21 for a week
_FEWEST, _MOST, _MORE = 5, 40, 60  # of the first page, and what 'Show more' has at most
_FULL = 25_000  # characters; a memory over this gets half the offers


class Stopped(Exception):  # noqa: N818  # nothing went wrong
    """The dream was cancelled."""


def dreamt(material: Material, report: Callable[[str], None], stop: threading.Event) -> DreamDraft:
    """What the notes would change in memory. Raises Stopped soon after `stop` is set."""

    def go_on() -> None:
        if stop.is_set():
            raise Stopped

    report(tr("Going through every line"))
    aside = SetAside()
    notes = notes_of(material.days, aside, go_on)
    language = script("\n".join(day.text for day in material.days))
    report(tr("Comparing with memory"))
    book = Book(material.memory, material.memory_path, go_on)
    changes = Changes(book, material, language, aside)
    free = [note for note in notes if _is_free(book, note, changes, aside, go_on)]
    report(tr("Choosing what to offer"))
    owners = (material.owner, owner_by_days(book, material.earlier, go_on))
    order = ranked(offers_of(free), book, material.memory, owners)
    better = sum(one.score > 0 for one in order)  # more speaks for them than against
    shown = min(_page_size(len(material.dates), material.memory), max(_FEWEST, better))
    offered = order[: shown + _MORE]
    proposed = changes.all(offered, shown)
    for one in order[len(offered) :]:
        for note in one.offer.notes:
            aside.add(Why.TRIVIA, note.unit)
    report(tr("Writing the diary"))
    return drafted(DreamDraft(proposed, "", "", aside.counts(), aside.places()), material)


def _page_size(days: int, memory: MemoryFile) -> int:
    """How many offers are shown at once: more for more days, fewer where memory is large."""
    fill = min(1.0, len(memory.data) / _FULL)
    size = round(_A_WEEK * math.sqrt(max(1, days)) * (1 - fill / 2))
    return min(_MOST, max(_FEWEST, size))


def _is_free(
    book: Book,
    note: Note,
    changes: Changes,
    aside: SetAside,
    go_on: Callable[[], None],
) -> bool:
    """Whether a note concerns no line of memory, and so may be offered."""
    go_on()
    if changes.is_settled(note):
        aside.add(Why.REPEATED, note.unit)
        return False
    line, relation = _relation(book, note)
    if note.secret and not (line and looks_secret(line.bullet.text)):
        aside.add(Why.SECRET, note.unit)
        return False
    if line is None or relation.kind == RelationKind.DIFFERENT:
        return not (_is_to_forget(note, aside) or _is_answer(note, aside))
    if relation.kind == RelationKind.DUPLICATE:
        changes.confirm(line, note)
        aside.add(Why.REPEATED, note.unit)
        return False
    if relation.kind == RelationKind.NEAR:
        changes.warn(note, line)
        return True
    changes.take(line, note, relation)
    return False


def _is_answer(note: Note, aside: SetAside) -> bool:
    """Whether it is what an assistant said in a conversation: the notes tell what came of it."""
    by_assistant = note.unit.speaker == Role.ASSISTANT
    if by_assistant:
        aside.add(Why.TRIVIA, note.unit)
    return by_assistant


def _is_to_forget(note: Note, aside: SetAside) -> bool:
    """Whether a note asks to forget what memory does not say."""
    cues = note.points.cues
    asks = CueKind.FORGET in cues and CueKind.NOT not in cues
    if asks:
        aside.add(Why.FORGET, note.unit)
    return asks


def _relation(book: Book, note: Note) -> tuple[BookLine | None, Relation]:
    """How a note stands to memory; of a language that is not read only sameness is known."""
    line, relation = book.relation(note.points, note.unit.text)
    if note.unit.foreign and relation.kind != RelationKind.DUPLICATE:
        return None, replace(relation, kind=RelationKind.DIFFERENT)
    return line, relation
