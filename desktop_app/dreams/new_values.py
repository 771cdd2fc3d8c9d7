"""Questions of a dream without a model: whether a line of memory has the new value of a note.

Knows notes and lines of memory, no cards.
"""

from functools import partial

from desktop_app.dreams.cards import by_person
from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.comparing.memory_lines import (
    Book,
    BookLine,
    is_about,
    known,
    new_value,
    says_otherwise,
)
from desktop_app.dreams.material import Material
from desktop_app.dreams.proposal import Change, ChangeKind, bullet_change, source_of
from desktop_app.language.remembering import without_mark
from desktop_app.notebook.statements.blocks import StatementPiece
from desktop_app.notebook.statements.reader import Statement
from desktop_app.words import tr

_NEW_VALUE = tr("the notes give a new value for the same thing")


class NewValues:
    """Of each line of memory the newest other value that a note gives, until a newer note says
    again what memory says. `lines` are the places of all notes that give one, `otherwise` the notes
    that say something else in a way that only a mind can judge."""

    def __init__(self, book: Book, material: Material) -> None:
        self._book, self._material = book, material
        self.asked: dict[int, Change] = {}
        self.lines: set[StatementPiece] = set()
        self.otherwise: list[Statement] = []

    def hear(self, note: Statement) -> None:
        """Notes come in the order of their days."""
        said = gist(without_mark(note.full_text))
        if not by_person(note):
            return
        if line := known(self._book, said):
            self.asked.pop(line.number, None)
            return
        among = partial(is_about, note=note)
        if found := new_value(self._book, said, among=among):
            self.lines.update(note.pieces)
            if not self._material.is_newer(found[0].bullet, note.day):
                self.asked[found[0].number] = asked_about(note, self._book, *found)
        elif says_otherwise(self._book, said, among):
            self.otherwise.append(note)


def asked_about(note: Statement, book: Book, line: BookLine, new: str) -> Change:
    """The question whether a line of memory has the new value that a note gives."""
    sources = [*note.sources, source_of(book.path, line.bullet)]
    return bullet_change(line.bullet, ChangeKind.QUESTION, sources, _NEW_VALUE, new)
