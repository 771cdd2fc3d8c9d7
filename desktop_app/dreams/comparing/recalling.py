"""What memory says of a sentence of a conversation. Knows the book, not who talks."""

from desktop_app.dreams.comparing.book import Book
from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.talk.facts import Recall, State
from desktop_app.notebook.bullets import Bullet

_CHANGED = ("update", "merged", "removal", "question")


def recall_in(book: Book) -> Recall:
    """Compares sentences with the bullets of a memory."""

    def recall(text: str) -> tuple[State, Bullet | None]:
        line, relation = book.relation(points(text))
        if line is None or relation.kind not in ("duplicate", *_CHANGED):
            return "new", None
        return "known" if relation.kind == "duplicate" else "changed", line.bullet

    return recall
