"""What a turn of a conversation says that is worth remembering. Knows messages, no memory.

Whether memory knows a sentence is asked of a `Recall`, which whoever calls brings along.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.dreams.talk.extract import copied
from desktop_app.dreams.talk.speech import own_sentences, requested
from desktop_app.dreams.talk.worth import THING, Frequencies, is_rule, signs, worth
from desktop_app.language.remembering import asks_to_remember
from desktop_app.language.spans import flat
from desktop_app.notebook.bullets import Bullet
from desktop_app.notebook.text.marks import bare
from desktop_app.notebook.text.records import Role

MOST = 5


class Category(StrEnum):
    """What kind of fact a sentence states; the names are those of the signs in `talk.toml`."""

    PREFERENCE = "preference"
    CONVENTION = "convention"
    WORKFLOW = "workflow"
    TOOL = "tool"
    PROJECT = "project"
    GENERAL = "general"


class Recalled(StrEnum):
    """What memory has of a sentence: a bullet that says it, one that it would change, or none."""

    KNOWN = "known"
    CHANGED = "changed"
    NEW = "new"


Recall = Callable[[str], tuple[Recalled, Bullet | None]]
"""What memory has to say of a sentence, and in which bullet."""


@dataclass(frozen=True)
class Fact:
    """A sentence of the person's, verbatim, and the bullet that says it or something else of it."""

    text: str
    category: Category
    state: Recalled
    bullet: Bullet | None


def facts(
    messages: Sequence[tuple[str, str]], recall: Recall, known_words: Frequencies
) -> tuple[Fact, ...]:
    """The `telling` sentences, and what memory knows of them."""
    return tuple(
        Fact(text, category(text), *recall(text)) for text in telling(messages, known_words)
    )


def telling(messages: Sequence[tuple[str, str]], known_words: Frequencies) -> list[str]:
    """At most five sentences of the user's that are worth keeping by themselves, in their order;
    a request to remember and a rule go before others.

    No questions, requests, secrets or orders, each once. `known_words` are those of the notebook.
    """
    spoken = [(role, own_sentences(content, role)) for role, content in messages]
    rarity = known_words.among([" ".join(parts) for _, parts in spoken])
    parts_said = [(role, part) for role, parts in spoken for part in parts]
    worths = {
        n: math.inf if asks_to_remember(part) or is_rule(part) else worth(part, rarity)
        for n, (who, part) in enumerate(parts_said)
        if who == Role.USER and not _only_asks(part)
    }
    by_words: dict[str, int] = {}
    for n in sorted((n for n in worths if worths[n] > 0), key=lambda n: (-worths[n], n)):
        if len(by_words) < MOST and copied(
            [parts_said[n][1]], before=parts_said[n - 1][1] if n else ""
        ):
            by_words.setdefault(flat(bare(parts_said[n][1])).rstrip(".!。！"), n)
    return [bare(parts_said[n][1]) for n in sorted(by_words.values())]


def _only_asks(sentence: str) -> bool:
    """Whether a sentence asks for an answer and tells nothing of the person, nor of a rule."""
    rest = requested(sentence)
    return bool(rest) and not signs(rest).keys() & {"own", Category.PREFERENCE, Category.CONVENTION}


def category(text: str) -> Category:
    """What kind of fact a sentence states: the one with the most signs, the first of equals."""
    counts = signs(text)
    counts[Category.TOOL] = counts.get(Category.TOOL, 0) + len(THING.findall(text))
    return max(Category, key=lambda kind: counts.get(kind, 0.5 if kind == Category.GENERAL else 0))
