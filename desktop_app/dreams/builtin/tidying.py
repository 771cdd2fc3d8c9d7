"""What memory itself asks for: lines that say again what others say, and lines to be forgotten.

Knows the book. What is found here is only proposed: nothing of it is accepted beforehand, but for
lines that stand twice, word for word, in one section.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_app.dreams.builtin.book import Book, Line, Note
from desktop_app.dreams.builtin.comparing import Comparison
from desktop_app.dreams.builtin.relate import relate
from desktop_app.dreams.builtin.sense import sense
from desktop_app.dreams.builtin.terms import VALUES
from desktop_app.language.forgetting import to_forget

_MOST = 20  # pairs of lines that one dream proposes to merge
_ALIKE = 0.6  # of the marks of the shorter line that the longer one must have
_ENOUGH = 0.7  # of what is to be forgotten that a line must have


@dataclass(frozen=True)
class Pair:
    """Two lines of memory of which `keeps` says all that the other one says."""

    keeps: Line
    goes: Line


def said_twice(book: Book, go_on: Callable[[], None]) -> list[Pair]:
    """Lines of one section, or about one name, of which one says all of the other."""
    found: list[Pair] = []
    taken: set[int] = set()
    for line in book.lines:
        go_on()
        if line.notes or line.number in taken or len(found) >= _MOST:
            continue
        for other in book.near(line.now):
            if other.number <= line.number or other.notes or other.number in taken:
                continue
            pair = _pair(book, line, other)
            if pair:
                found.append(pair)
                taken |= {line.number, other.number}
                break
    return found


def _pair(book: Book, one: Line, other: Line) -> Pair | None:
    shared = len(one.now.marks & other.now.marks)
    if shared < max(2, _ALIKE * min(len(one.now.marks), len(other.now.marks))):
        return None
    if one.bullet.heading != other.bullet.heading and not one.now.names:
        return None  # 'likes tea' may be said of two people
    if one.now.key == other.now.key:
        return None
    for first, second in ((one, other), (other, one)):
        kind = relate(first.now, second.now, book.rarity).kind
        if kind == "duplicate":
            return Pair(first, second)
        if kind == "merged":
            return Pair(second, first)
    return None


def forget(book: Book, notes: Sequence[Note], go_on: Callable[[], None]) -> dict[int, str]:
    """Mark the lines that notes ask to forget. What became of these notes, by order.

    `asked` where a line was found, `nothing` where none was; other notes are left out.
    """
    fates: dict[int, str] = {}
    for note in notes:
        go_on()
        thing = to_forget(note.sense.text)
        if not thing:
            continue
        meant = _meant(book, thing)
        for line in meant:
            line.forget.append(note)
        fates[note.order] = "asked" if meant else "nothing"
    return fates


def _meant(book: Book, thing: str) -> list[Line]:
    """The lines that have most of the thing; several only if they are equally near."""
    said = sense(thing)
    scored: list[tuple[float, float, Line]] = []
    for line in book.near(said):
        found = Comparison(line.now, said, book.rarity)
        known = found.weight(found.note.shared)
        if not known or any(term.kind in VALUES for term in found.note.left):
            continue
        share = known / (known + found.weight(found.note.left))
        of_line = found.weight(found.memory.shared) / (found.weight(line.now.terms) or 1)
        if share >= _ENOUGH:
            scored.append((round(share, 3), round(of_line, 3), line))
    if not scored:
        return []
    best = max(share for share, _, _ in scored)
    nearest = max(of_line for share, of_line, _ in scored if share == best)
    return [line for share, of_line, line in scored if share == best and of_line == nearest][:3]
