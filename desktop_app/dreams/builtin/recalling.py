"""What memory says of a sentence of a conversation. Knows the book, not who talks."""

from desktop_app.dreams.builtin.book import Book
from desktop_app.dreams.builtin.relating.relate import relate
from desktop_app.dreams.builtin.relating.sense import sense
from desktop_app.dreams.talk.facts import Recall, State
from desktop_app.notebook.bullets import Bullet

_STATES: tuple[tuple[State, frozenset[str]], ...] = (
    ("known", frozenset({"duplicate"})),
    ("changed", frozenset({"update", "merged", "conflict"})),
)


def recall_in(book: Book) -> Recall:
    """Compares sentences with the bullets of a memory."""

    def recall(text: str) -> tuple[State, Bullet | None]:
        note = sense(text)
        related = [(relate(line.now, note, book.rarity), line.bullet) for line in book.near(note)]
        for state, kinds in _STATES:
            found = [
                (relation.close, bullet) for relation, bullet in related if relation.kind in kinds
            ]
            if found:
                return state, max(found, key=lambda one: one[0])[1]
        return "new", None

    return recall
