"""What memory itself asks for: lines that say again what others say, and lines to be forgotten.

Knows the book. What is found here is only proposed: nothing of it is accepted beforehand, but for
lines that stand twice, word for word, in one section.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_app.dreams.builtin.book import Book, Line, Note
from desktop_app.dreams.builtin.relating.comparing import Comparison
from desktop_app.dreams.builtin.relating.relate import relate
from desktop_app.dreams.builtin.relating.sense import Sense, sense
from desktop_app.dreams.builtin.relating.terms import VALUES
from desktop_app.language.forgetting import to_forget

_MOST = 20  # pairs of lines that one dream proposes to merge
_ALIKE = 0.6  # of the marks of the shorter line that the longer one must have
_ENOUGH = 0.7  # of what is to be forgotten that a line must have
_Share = tuple[float, bool, float]
_NOTHING: _Share = (0.0, False, 0.0)
_MEANT = 3  # lines that one note may mean


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


class Forgetting:
    """The notes that ask to forget something, and what that is."""

    def __init__(self, notes: Sequence[Note]) -> None:
        found = ((note, to_forget(note.sense.text)) for note in notes)
        self._asked = [(note, sense(thing)) for note, thing in found if thing]
        self.orders = frozenset(note.order for note, _ in self._asked)

    def mark(self, book: Book) -> list[Note]:
        """Mark the lines that are meant, unless a later note says them; the notes that found none.

        Several lines are marked only if they are equally near.
        """
        lost = []
        for note, thing in self._asked:
            near = [(_share(book, line.now, thing), line) for line in book.near(thing)]
            near = [(share, line) for share, line in near if share >= (_ENOUGH,)]
            meant = [line for share, line in near if share == max(near, key=_first)[0]][:_MEANT]
            for line in meant:
                if line.agreed < note.order:
                    line.forget.append(note)
            if not meant:
                lost.append(note)
        return lost

    def means(self, book: Book, said: Sense, order: int) -> bool:
        """Whether a later note asks to forget this."""
        return any(
            note.order > order and _share(book, said, thing) >= (_ENOUGH,)
            for note, thing in self._asked
        )


def _first(one: tuple[_Share, Line]) -> _Share:
    return one[0]


def _share(book: Book, said: Sense, thing: Sense) -> _Share:
    """How much of the thing stands in a text, whether in its words, how much of the text it is."""
    if said.marks.isdisjoint(thing.marks):
        return _NOTHING
    found = Comparison(said, thing, book.rarity)
    known = found.weight(found.note.shared)
    if not known or any(term.kind in VALUES for term in found.note.left):
        return _NOTHING
    whole = found.weight(said.terms) or 1.0
    share = known / (known + found.weight(found.note.left))
    words = thing.level.removeprefix("the ")
    return round(share, 3), words in said.level, round(found.weight(found.memory.shared) / whole, 3)
