"""What the notes do to the lines of memory, the oldest note first. Knows the book and its notes.

A note that is older than the last one that says what a line says changes nothing there: so a second
dream over the same days leaves everything alone.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from desktop_app.dreams.builtin.book import Book, Line, Note
from desktop_app.dreams.builtin.relating.relate import Relation, update_of
from desktop_app.dreams.builtin.relating.sense import Sense, sense
from desktop_app.language.changes import shifts

_CLOSE = 0.9  # two lines this equally about a thing could both be meant
_MOST = 50  # later changes looked at for one note
_EVERYWHERE = 200  # a word in more changes than this finds none
_RARE = 20  # a word in no more than this finds by itself


def follow(
    book: Book, notes: Sequence[Note], later: "Later", go_on: Callable[[], None]
) -> dict[int, str]:
    """Change the book by the notes. What became of each note that has to do with a line, by order.

    `used`: a line says it now; `known`: a line said it before; `asked`: the line keeps it as a
    question; `past`: a later note takes it back. `later` knows the notes that tell of changes.
    `go_on` is called often and may raise.
    """
    for note in notes:
        go_on()
        for line, relation in book.related(note):
            if relation.kind in ("duplicate", "merged"):
                line.agreed = max(line.agreed, note.order)
    fates: dict[int, str] = {}
    asked: dict[int, Line] = {}
    for note in notes:
        go_on()
        found = list(book.related(note))
        fate = _take(book, note, found, later)
        if not fate and (asking := _asked_about(note, found)):
            fate = "known" if _in_the_end_known(book, note, later) else "asked"
            if fate == "asked":
                asked[note.order] = _ask(book, note, *asking)
        fates[note.order] = fate
    for note in notes:
        if note.order in asked:
            fates[note.order] = _asked_in_the_end(book, note, asked[note.order])
    return {order: fate for order, fate in fates.items() if fate}


def question(line: Line) -> tuple[Note, Relation] | None:
    """What is asked about a line: by the last note after the last one that says what it says.

    A note that can't hold beside the line goes before one that may mean the same.
    """
    open_ones = [(note, one) for note, one in line.against if note.order > line.agreed]
    conflicts = [(note, one) for note, one in open_ones if one.kind == "conflict"]
    return (conflicts or open_ones)[-1] if open_ones else None


def _asked_in_the_end(book: Book, note: Note, line: Line) -> str:
    """What became of a question, now that later notes have changed the lines."""
    chosen = question(line)
    if chosen and chosen[0] is note:
        return "asked"
    now = [relation.kind for _, relation in book.related(note)]
    return "past" if any(kind not in ("different", "maybe") for kind in now) else ""


def _take(book: Book, note: Note, found: list[tuple[Line, Relation]], later: "Later") -> str:
    same = [line for line, relation in found if relation.kind == "duplicate"]
    if same:
        for line in same:
            line.agreed = max(line.agreed, note.order)
        return "known"
    changes = [one for one in found if one[1].kind == "update"]
    current = [(line, relation) for line, relation in changes if line.agreed <= note.order]
    if current:
        _update(book, note, current)
        return "used"
    if changes:
        return "past"
    grown = [one for one in found if one[1].kind == "merged" and one[0].agreed <= note.order]
    if grown and later.wording(note)[0] is note.sense:
        line, relation = max(grown, key=lambda one: one[1].close)
        for equal in book.same(line.now):
            book.update(equal, note, relation, "")
        return "used"
    return ""


def _update(book: Book, note: Note, found: list[tuple[Line, Relation]]) -> None:
    """Change the line that is meant; equal lines together. Two that may be meant wait for a yes."""
    found.sort(key=lambda one: (-one[1].close, one[0].number))
    line, relation = found[0]
    near = [one for one, other in found if other.close >= _CLOSE * relation.close]
    held = relation.held
    if any(other.now.key != line.now.key for other in near):
        held = "more than one line could be meant"
    for other in [one for one in near if one.now.key == line.now.key]:
        book.update(other, note, relation, held)


def _asked_about(note: Note, found: list[tuple[Line, Relation]]) -> tuple[Line, Relation] | None:
    """The line that the note is most likely a question of."""
    changes = [one for one in found if one[1].held]  # but for a condition
    if not changes and (note.worth.fleeting or note.unit.mark):
        return None
    conflicts = [one for one in found if one[1].kind == "conflict"]
    unsure = [one for one in found if one[1].kind == "maybe" and _may_matter(one[0], note)]
    asked = changes or conflicts or unsure
    if not asked:
        return None
    return max(asked, key=lambda one: one[1].close)


def _in_the_end_known(book: Book, note: Note, later: "Later") -> bool:
    """Whether memory says what later changes made of the note: its own words are the past."""
    said, by = later.wording(note)
    return said is not None and bool(by) and book.has(said)


def _ask(book: Book, note: Note, line: Line, relation: Relation) -> Line:
    """Keep the note as a question of a line, and of those that are equal."""
    for equal in book.same(line.now):
        equal.against.append((note, relation))
    return line


def _may_matter(line: Line, note: Note) -> bool:
    """Whether to ask about what is unsure; always about a line that this dream has changed."""
    return note.worth.kept or (bool(line.notes) and note.sense.tells_change)


class Later:
    """The notes that tell of changes, found by their words, for lines that memory does not have."""

    def __init__(self, notes: Sequence[Note]) -> None:
        self._notes = [note for note in notes if note.sense.tells_change]
        self._orders = [note.order for note in self._notes]
        self._by_mark: dict[str, list[int]] = defaultdict(list)
        for number, note in enumerate(self._notes):
            for mark in note.sense.marks:
                self._by_mark[mark].append(number)

    def wording(self, note: Note) -> tuple[Sense | None, tuple[Note, ...]]:
        """What the note says after all later changes, and the notes that changed it.

        None when it is the past: a later change ended it in a way that can't be written into it, or
        it told of a change itself and that went on.
        """
        said = note.sense
        by: list[Note] = []
        own = {shift.new for shift in shifts(said.text)}
        for later in self._after(said, note.order):
            relation = update_of(said, later.sense)
            if relation is None:
                continue
            if not relation.exact or any(shift.old in own for shift in shifts(later.sense.text)):
                return None, ()
            said = sense(relation.new or said.text)
            by.append(later)
        return said, tuple(by)

    def _after(self, said: Sense, order: int) -> Iterator[Note]:
        """Later changes that share a rare word with the text, or several, the oldest first."""
        shared: dict[int, int] = defaultdict(int)
        for mark in said.marks:
            numbers = self._by_mark.get(mark, ())
            if len(numbers) <= _EVERYWHERE:
                for number in numbers[bisect_left(numbers, self._from(order)) :]:
                    shared[number] += 2 if len(numbers) <= _RARE else 1
        later = sorted(number for number, often in shared.items() if often > 1)
        return (self._notes[number] for number in later[:_MOST])

    def _from(self, order: int) -> int:
        return bisect_right(self._orders, order)
