"""What a turn of a conversation says that is worth remembering, and whether memory knows it.

Knows messages and the book of memory, no files: it lists and writes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from desktop_app.dreams.comparing.book import Book
from desktop_app.dreams.comparing.relate import relate
from desktop_app.dreams.comparing.points import points as sense
from desktop_app.dreams.builtin.talk.extract import copied
from desktop_app.dreams.builtin.talk.said import said, unmarked
from desktop_app.dreams.builtin.talk.worth import Frequencies, counts, worth
from desktop_app.notebook.bullets import Bullet

Category = Literal["preference", "project", "workflow", "tool", "convention", "general"]
State = Literal["known", "changed", "new"]

MOST = 5
# What speaks for a category, by kinds of words in `language/talk.toml`; the first of equals holds.
_SIGNS: dict[Category, tuple[str, ...]] = {
    "preference": ("taste",),
    "convention": ("rule",),
    "workflow": ("workflow", "lesson"),
    "tool": ("things", "tool"),
    "project": ("project", "decision"),
}
_STATES: tuple[tuple[State, frozenset[str]], ...] = (
    ("known", frozenset({"duplicate"})),
    ("changed", frozenset({"update", "merged", "conflict"})),
)


@dataclass(frozen=True)
class Fact:
    """A sentence of the person's, verbatim, and the bullet that says it or something else of it.

    `known`: the bullet says it; `changed`: it would change the bullet; `new`: there is none.
    """

    text: str
    category: Category
    state: State
    bullet: Bullet | None


def facts(messages: Sequence[tuple[str, str]], book: Book, known: Frequencies) -> tuple[Fact, ...]:
    """At most five facts from the user's `(role, content)` messages, in the order of the talk.

    Only sentences that are worth keeping by themselves, no questions, secrets or orders. `book`
    is memory, `known` the words of the notebook.
    """
    return tuple(_fact(text, book) for text in _telling(messages, known))


def category(text: str) -> Category:
    """What kind of fact a sentence states."""
    many = counts(text)
    signs = {name: sum(many.get(sign, 0) for sign in kinds) for name, kinds in _SIGNS.items()}
    best = max(signs, key=lambda name: signs[name])
    return best if signs[best] else "general"


def _telling(messages: Sequence[tuple[str, str]], known: Frequencies) -> list[str]:
    """The best sentences of the user's, each once, in their order."""
    spoken = [(role, said(content)) for role, content in messages if role != "system"]
    rarity = (known + Frequencies.counted(" ".join(parts) for _, parts in spoken)).rarity
    told = [(role, part) for role, parts in spoken for part in parts]
    worths = {n: worth(part, rarity) for n, (role, part) in enumerate(told) if role == "user"}
    found: dict[str, int] = {}
    for n in sorted((n for n in worths if worths[n] > 0), key=lambda n: (-worths[n], n)):
        if len(found) == MOST:
            break
        if copied([told[n][1]], before=told[n - 1][1] if n else ""):
            found.setdefault(key(unmarked(told[n][1])), n)
    return [unmarked(told[n][1]) for n in sorted(found.values())]


def _fact(text: str, book: Book) -> Fact:
    note = sense(text)
    related = [(relate(line.now, note, book.rarity), line.bullet) for line in book.near(note)]
    for state, kinds in _STATES:
        found = [(relation.close, bullet) for relation, bullet in related if relation.kind in kinds]
        if found:
            return Fact(text, category(text), state, max(found, key=lambda one: one[0])[1])
    return Fact(text, category(text), "new", None)
