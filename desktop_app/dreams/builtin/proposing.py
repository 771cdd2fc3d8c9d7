"""Proposed changes with their sources and reasons. Knows the book and the additions, no rules.

Updates come first, then lines that grow, repetitions and what is to be forgotten, additions by
importance, and questions last.
"""

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_app.dreams.builtin.additions import Addition, Additions
from desktop_app.dreams.builtin.book import Book, Double, Line, Note
from desktop_app.dreams.builtin.following import question
from desktop_app.dreams.builtin.headings import Headings
from desktop_app.dreams.builtin.notes.aside import SetAside
from desktop_app.dreams.builtin.tidying import Pair
from desktop_app.dreams.proposal import Change, Source, change_key, line_sha
from desktop_app.language.conditions import ON_CONDITION, conditional, is_open
from desktop_app.language.orders import needs_a_look
from desktop_app.notebook.bullets import Bullet
from desktop_app.notebook.lines import split

MOST_ADDITIONS = 20
_ELSEWHERE = "the same line stands under “{}”, too"
_LATER = "a later line of the notes says something else"


@dataclass(frozen=True)
class Found:
    """All changes, numbered from 1, and the texts of additions beyond the twenty most important."""

    changes: tuple[Change, ...]
    over: frozenset[str]


def changes_of(
    book: Book,
    twice: Sequence[Pair],
    additions: Additions,
    headings: Headings,
    rejected: frozenset[str],
    aside: SetAside,
) -> Found:
    """What the notes change. What a person rejected is left out; what is `over` is set aside."""
    offered = [(_added(one, headings), one.best.unit) for one in _by_importance(additions)]
    wanted = [(change, unit) for change, unit in offered if change_key(change) not in rejected]
    over = wanted[MOST_ADDITIONS:]
    for _, unit in over:
        aside.add("over", unit)
    found = [
        *_wanted(_updates(book, merged=False), rejected),
        *_wanted(_updates(book, merged=True), rejected),
        *_wanted((_removed(book, double) for double in book.doubles), rejected),
        *_wanted((_merged(book, pair) for pair in twice), rejected),
        *_wanted(_forgotten(book), rejected),
        *(change for change, _ in wanted[:MOST_ADDITIONS]),
        *_wanted(_questions(book), rejected),
    ]
    changes = tuple(dataclasses.replace(change, n=n) for n, change in enumerate(found, start=1))
    return Found(changes, frozenset(change.new or "" for change, _ in over))


def _wanted(changes: Iterable[Change], rejected: frozenset[str]) -> list[Change]:
    return [change for change in changes if change_key(change) not in rejected]


def _updates(book: Book, merged: bool) -> Iterator[Change]:
    for line in book.lines:
        bullet, notes = line.bullet, line.notes
        if not notes or line.now.text == bullet.text or line.merged != merged or line.forget:
            continue
        asked = question(line)
        held = _LATER if asked else line.held or _on_condition(line)
        later = [asked[0]] if asked else []
        sources = (*_sources([*notes, *later]), *_memory_sources(book, bullet))
        reason = f"{line.reason}, but {held}" if held else line.reason
        kind = "merged" if merged else "updated"
        yield _change(kind, bullet, (bullet.text,), line.now.text, sources, reason, not held)


def _on_condition(line: Line) -> str:
    came = is_open(line.now.text) and not conditional(line.bullet.text)
    return ON_CONDITION if came else ""


def _removed(book: Book, double: Double) -> Change:
    first, again = double.first, double.again
    sources = (*_memory_sources(book, first), *_memory_sources(book, again))
    reason = "the same line stands here twice" if double.alike else _ELSEWHERE.format(first.heading)
    return _change("removed", again, (again.text,), None, sources, reason, double.alike)


def _merged(book: Book, pair: Pair) -> Change:
    """The line that says more takes the place of the first of both."""
    first, second = sorted((pair.keeps, pair.goes), key=lambda line: line.number)
    old = (first.bullet.text, second.bullet.text)
    sources = (*_memory_sources(book, first.bullet), *_memory_sources(book, second.bullet))
    reason = "one of these lines says all that the other one says"
    new = pair.keeps.bullet.text
    return _change("merged", first.bullet, old, new, sources, reason, False)


def _forgotten(book: Book) -> Iterator[Change]:
    for line in book.lines:
        if line.forget:
            sources = (*_sources(line.forget), *_memory_sources(book, line.bullet))
            reason = "the notes ask to forget it"
            old = (line.bullet.text,)
            yield _change("removed", line.bullet, old, None, sources, reason, False)


def _questions(book: Book) -> Iterator[Change]:
    for line in book.lines:
        asked = question(line)
        if line.notes or line.forget or not asked:
            continue
        note, relation = asked
        sources = (*_sources([note]), *_memory_sources(book, line.bullet))
        old = (line.bullet.text,)
        new = relation.new or note.sense.text
        yield _change("question", line.bullet, old, new, sources, relation.reason, False)


def _by_importance(additions: Additions) -> list[Addition]:
    return sorted(additions.all, key=lambda one: (-one.importance, one.notes[0].order))


def _added(one: Addition, headings: Headings) -> Change:
    worth = one.best.worth
    reason = worth.why if one.days == 1 else f"{worth.why}, said on {one.days} days"
    held = one.held or _to_look_at(one)
    reason = f"{reason}, but {held}" if held else reason
    return Change(
        n=0,
        kind="added",
        heading=headings.best(one.said.text, worth.kind),
        line=0,
        old=(),
        new=one.said.text,
        sources=_sources([*one.notes, *one.changed_by]),
        verdict="supported",
        accepted=not held and not one.best.unit.foreign,
        reason=reason,
    )


def _to_look_at(one: Addition) -> str:
    """Why a person should look first, though the notes say it in these words."""
    if one.said.tells_change and one.said.passing:
        return "it may not have come to pass, or not for good"
    if is_open(one.said.text):
        return ON_CONDITION
    if one.best.unit.its_own:
        return "an assistant says it of itself"
    return "it sets a rule of a risky kind" if needs_a_look(one.said.text) else ""


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
