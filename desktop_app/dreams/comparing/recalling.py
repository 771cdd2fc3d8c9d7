"""What memory says of a sentence of a conversation. Knows the book, not who talks."""

from desktop_app.dreams.comparing.book import Book
from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.comparing.relate import RelationKind
from desktop_app.dreams.talk.facts import Recall, Recalled
from desktop_app.notebook.bullets import Bullet

_CHANGED = (RelationKind.UPDATE, RelationKind.MERGED, RelationKind.REMOVAL, RelationKind.QUESTION)


def recall_in(book: Book) -> Recall:
    """Compares sentences with the bullets of a memory."""

    def recall(text: str) -> tuple[Recalled, Bullet | None]:
        line, relation = book.relation(points(text))
        if line is None or relation.kind not in (RelationKind.DUPLICATE, *_CHANGED):
            return Recalled.NEW, None
        return (
            Recalled.KNOWN if relation.kind == RelationKind.DUPLICATE else Recalled.CHANGED,
            line.bullet,
        )

    return recall
