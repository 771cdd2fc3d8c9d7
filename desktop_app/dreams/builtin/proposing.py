"""Proposed changes with their sources and reasons. Knows the book and the additions, no rules.

Updates come first, then repetitions that go, additions by importance, and questions last.
"""

import dataclasses
from collections.abc import Iterable, Iterator

from desktop_app.dreams.builtin.additions import Addition, Additions
from desktop_app.dreams.builtin.aside import SetAside
from desktop_app.dreams.builtin.book import Book, Line, Note
from desktop_app.dreams.builtin.headings import Headings
from desktop_app.dreams.proposal import Change, Source, change_key, line_sha
from desktop_app.notebook.bullets import Bullet
from desktop_app.notebook.lines import split

MOST_ADDITIONS = 20
_REASONS = {
    "moved": "the notes say it moved",
    "replaced": "the notes say it was replaced",
    "renamed": "the notes say it was renamed",
    "ended": "the notes say it ended",
}
_LATER = "a later line of the notes says something else"


def changes_of(
    book: Book,
    additions: Additions,
    headings: Headings,
    rejected: frozenset[str],
    aside: SetAside,
) -> tuple[Change, ...]:
    """All changes, numbered from 1. What a person rejected is left out.

    Additions beyond the twenty most important are set aside as `over`.
    """
    offered = [(_added(one, headings), one.best.unit) for one in _by_importance(additions)]
    wanted = [(change, unit) for change, unit in offered if change_key(change) not in rejected]
    for _, unit in wanted[MOST_ADDITIONS:]:
        aside.add("over", unit)
    found = [
        *_wanted(_updates(book), rejected),
        *_wanted((_removed(book, first, double) for first, double in book.doubles), rejected),
        *(change for change, _ in wanted[:MOST_ADDITIONS]),
        *_wanted(_questions(book), rejected),
    ]
    return tuple(dataclasses.replace(change, n=n) for n, change in enumerate(found, start=1))


def _wanted(changes: Iterable[Change], rejected: frozenset[str]) -> list[Change]:
    return [change for change in changes if change_key(change) not in rejected]


def _updates(book: Book) -> Iterator[Change]:
    for line in book.lines:
        bullet, notes = line.bullet, line.notes
        if not notes or line.now.text == bullet.text:
            continue
        later = _unanswered(line)
        held = _LATER if later else line.held
        sources = (*_sources([*notes, *later[-1:]]), *_memory_sources(book, bullet))
        reason = f"{_REASONS[line.how]}, but {held}" if held else _REASONS[line.how]
        yield _change("updated", bullet, (bullet.text,), line.now.text, sources, reason, not held)


def _removed(book: Book, first: Bullet, double: Bullet) -> Change:
    sources = (*_memory_sources(book, first), *_memory_sources(book, double))
    reason = "the same line stands here twice"
    return _change("removed", double, (double.text,), None, sources, reason, True)


def _questions(book: Book) -> Iterator[Change]:
    for line in book.lines:
        later = _unanswered(line)
        if line.notes or not later:
            continue
        note = later[-1]
        sources = (*_sources([note]), *_memory_sources(book, line.bullet))
        reason = "memory says something else, and the notes do not say that it changed"
        old = (line.bullet.text,)
        yield _change("question", line.bullet, old, note.sense.text, sources, reason, False)


def _unanswered(line: Line) -> list[Note]:
    """The notes against a line that came after the last one that agrees with it."""
    return [note for note in line.against if note.order > line.agreed]


def _by_importance(additions: Additions) -> list[Addition]:
    return sorted(additions.all, key=lambda one: (-one.importance, one.notes[0].order))


def _added(one: Addition, headings: Headings) -> Change:
    worth = one.best.worth
    reason = worth.why if one.days == 1 else f"{worth.why}, said on {one.days} days"
    reason = f"{reason}, but {one.held}" if one.held else reason
    return Change(
        n=0,
        kind="added",
        heading=headings.best(one.said.text, worth.kind),
        line=0,
        old=(),
        new=one.said.text,
        sources=_sources([*one.notes, *one.changed_by]),
        verdict="supported",
        accepted=not one.held and not one.best.unit.foreign,
        reason=reason,
    )


def _change(
    kind: str,
    bullet: Bullet,
    old: tuple[str, ...],
    new: str | None,
    sources: tuple[Source, ...],
    reason: str,
    accepted: bool,
) -> Change:
    return Change(
        0, kind, bullet.heading, bullet.line, old, new, sources, "supported", accepted, reason
    )


def _sources(notes: Iterable[Note]) -> tuple[Source, ...]:
    found = [
        Source(note.unit.path, piece.line, piece.quote, piece.sha)
        for note in notes
        for piece in note.unit.pieces
    ]
    return tuple(dict.fromkeys(found))


def _memory_sources(book: Book, bullet: Bullet) -> tuple[Source, ...]:
    """The bullet's first line; what belongs to it stands below."""
    line = split(bullet.raw)[0]
    text = bullet.text.split("\n", 1)[0]
    return (Source(book.path, bullet.line, text, line_sha(line)),)
