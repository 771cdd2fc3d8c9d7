"""The explicit changes of all notes, in the order they were written. Knows notes and the book.

A change is for one line of memory: the one most about its subject. A line that has the new thing
already is where the change has been before, so that a second dream leaves everything alone.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from desktop_app.dreams.builtin.book import Book, Line, Note
from desktop_app.dreams.builtin.relate import (
    Subject,
    aboutness,
    has_new,
    has_old,
    loses,
    outdated,
    same_thing,
    spliced,
    subjects,
)
from desktop_app.dreams.builtin.sense import Sense, sense

_CLOSE = 0.9  # two lines this equally about a subject could both be meant
_MOST = 50  # later changes looked at for one note
_EVERYWHERE = 200  # a word in more changes than this finds none


@dataclass(frozen=True)
class Move:
    """One explicit change and the note that says it."""

    note: Note
    subject: Subject


class Moves:
    """All explicit changes, the oldest first, found by the words of their subjects."""

    def __init__(self, notes: list[Note]) -> None:
        self.all = [Move(note, subject) for note in notes for subject in subjects(note.sense.text)]
        self._by_word: dict[str, list[int]] = defaultdict(list)
        for number, move in enumerate(self.all):
            for word in move.subject.words or move.subject.old_words:
                self._by_word[word].append(number)

    def wording_now(self, note: Note) -> tuple[Sense | None, tuple[Note, ...]]:
        """What the note says after all later changes, and the notes that changed it.

        None when it is the past: a later change ended it in a way that can't be written into it,
        or it told of a change itself and that went on.
        """
        said = note.sense
        by: list[Note] = []
        own = [subject.shift.new for subject in subjects(said.text)]
        for move in self._later(said, note.order):
            shift = move.subject.shift
            if not aboutness(said, move.subject):
                continue
            if any(new and same_thing(new, shift.old) for new in own):
                return None, ()
            if own or not has_old(said, shift) or has_new(said, shift):
                continue
            text = spliced(said, shift)
            if text is None:
                return None, ()
            said = sense(text)
            by.append(move.note)
        return said, tuple(by)

    def returns(self, line: Line, move: Move) -> bool:
        """Whether a later change brings the line's old thing back."""
        old = move.subject.shift.old
        return any(
            same_thing(later.subject.shift.new or "", old) and aboutness(line.now, later.subject)
            for later in self._later(line.now, move.note.order)
        )

    def _later(self, said: Sense, order: int) -> Iterator[Move]:
        lists = [self._by_word[word] for word in said.bag if word in self._by_word]
        found = {number for numbers in lists if len(numbers) <= _EVERYWHERE for number in numbers}
        later = [number for number in sorted(found) if self.all[number].note.order > order]
        return (self.all[number] for number in later[:_MOST])


def apply(book: Book, moves: Moves, move: Move) -> bool:
    """Change the line that the move is about; False when memory has none."""
    subject, note = move.subject, move.note
    shift = subject.shift
    nearby = book.near(subject.words | subject.old_words)
    about = [(aboutness(line.now, subject), line) for line in nearby]
    about = [
        (share, line)
        for share, line in about
        if share and (has_old(line.now, shift) or has_new(line.now, shift))
    ]
    if not about:
        return False
    best = max(share for share, _ in about)
    meant = [line for share, line in about if share >= _CLOSE * best]
    if any(has_new(line.now, shift) for line in meant):
        return True
    line = meant[0]
    if line.said > note.order or moves.returns(line, move):
        return True
    ended = shift.new is None
    if ended and line.now.denies and not shift_denied(line.now, shift.old):
        return True
    text = spliced(line.now, shift)
    held = ""
    if text is None:
        text = note.sense.text
        alone = len(subjects(text)) == 1 and "\n" not in line.now.text
        if not alone or loses(line.now, note.sense, shift):
            held = "it says less than the line it would replace"
    elif outdated(sense(text), note.sense, shift):
        held = "the notes give more than one new value"
    if any(other.now.key != line.now.key for other in meant):
        held = "more than one line could be meant"
    for other in meant:
        if other.now.key == line.now.key:
            book.update(other, text, note, shift.how, held)
    return True


def shift_denied(said: Sense, old: str) -> bool:
    """Whether the old thing is itself a denial: 'no longer avoids', 不再不吃."""
    return said.denies == sense(old).denies
