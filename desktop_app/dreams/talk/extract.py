"""The extract of a conversation that is written without a model: its own words, clipped; and what a
turn says that is worth remembering.

Lines are verbatim up to white space and in order, with their speaker; 'I' never becomes 'she'.
Whether memory knows a sentence is asked of a `Recall`, which whoever calls brings along.
"""

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from itertools import islice
from typing import NamedTuple

from desktop_app.dreams.proposal import Why
from desktop_app.dreams.talk.speech import asks, joined, own_sentences, requested, shown_sentences
from desktop_app.dreams.talk.worth import (
    THING,
    Frequencies,
    WordRarity,
    is_rule,
    signs,
    table,
    worth,
)
from desktop_app.language.gate import Held, held
from desktop_app.language.remembering import asks_to_remember
from desktop_app.language.spans import flat
from desktop_app.language.speakers import name_of
from desktop_app.language.tokens import script, tokens
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.text.marks import bare
from desktop_app.notebook.text.records import Role

LINES = 10
"""So many lines are written without being worth more than small talk, or half as many as there
are messages."""
LONGEST = 240
"""Characters of a line, without its speaker and the sign that its message said more."""
SMALL_TALK = -0.5
"""What is worth no more is small talk, and not written however much room there is."""

_FULL_ANSWER = 80  # characters of a line; a shorter answer gains less by being one


@dataclass(frozen=True)
class TalkLine:
    """What is shown of one message (by its number), and how much speaks for it."""

    message: int
    text: str
    worth: float
    words: frozenset[str]


@dataclass(frozen=True)
class UnsafeLine:
    """What is not written of one message (by its number), since it looks like a secret or gives
    orders to a model; `text` as it would be written."""

    message: int
    text: str
    why: Why


class Extract(NamedTuple):
    """`- Speaker: words` lines, "" for none. `unsafe` are the sentences that would be there if they
    were safe, and `more` counts the lines for which there was no room."""

    text: str
    unsafe: tuple[UnsafeLine, ...]
    more: int


def extract(
    messages: Sequence[tuple[str, str]],
    notebook_words: Frequencies | None = None,
    *,
    done: int = 0,
) -> Extract:
    """What is worth a line of `(role, content)` pairs.

    All that the person says is, if it is worth more than 0. Of the rest, without small talk, come
    the best, until there are 10 lines or half as many as there are messages. What looks like a
    secret or gives orders to a model is left out. A word says little when it is frequent in the
    talk and in `notebook_words`. The first `done` messages were dealt with before; the others may
    answer them.
    """
    most = max(LINES, (len(messages) - done) // 2)
    unsafe: list[UnsafeLine] = []
    lines: list[TalkLine] = []
    more = 0
    for line in _ranked(messages, notebook_words, done, SMALL_TALK, unsafe):
        if len(lines) < most or (line.worth > 0 and messages[line.message][0] == Role.USER):
            lines.append(line)
        else:
            more += 1
    language = script(" ".join(one.text for one in lines or unsafe))
    sign = ": " if language == "en" else "："

    def written(one: TalkLine | UnsafeLine) -> str:
        return f"- {name_of(messages[one.message][0], language)}{sign}{one.text}"

    once: dict[str, UnsafeLine] = {}  # each sentence
    for one in sorted(unsafe, key=lambda one: one.message):
        once.setdefault(written(one), one)
    text = "\n".join(map(written, sorted(lines, key=lambda line: line.message)))
    return Extract(text, tuple(replace(one, text=line) for line, one in once.items()), more)


def chosen(
    messages: Sequence[tuple[str, str]],
    most: int,
    notebook_words: Frequencies | None = None,
    *,
    least: float = SMALL_TALK,
) -> list[TalkLine]:
    """The `most` best lines of a talk, in its order, each worth more than `least`."""
    best = islice(_ranked(messages, notebook_words, 0, least, []), most)
    return sorted(best, key=lambda line: line.message)


def _ranked(
    messages: Sequence[tuple[str, str]],
    notebook_words: Frequencies | None,
    done: int,
    least: float,
    unsafe: list[UnsafeLine],
) -> Iterator[TalkLine]:
    """The lines of a talk, the best first; `unsafe` gets what is held back.

    A helper's line has to be worth more than `least` by what nobody said before.
    """
    talk = [shown_sentences(content, role) for role, content in messages]
    rarity = (notebook_words or Frequencies()).among([" ".join(parts) for parts in talk])
    weights = table()["line"]

    def line(n: int, sentences: Sequence[str]) -> TalkLine:
        text, role = clipped(sentences, rarity), messages[n][0]
        value = worth(text, rarity, own=role != Role.ASSISTANT) + weights.get(role, 0.0)
        if n and talk[n - 1] and messages[n - 1][0] != role and asks(talk[n - 1][-1]):
            value += weights["answers"] * min(1, len(text) / _FULL_ANSWER)
        return TalkLine(n, text, value, frozenset(tokens(text)))

    # What is said can only grow, so no gain is ever more than it was: only the first is asked anew.
    words_said: frozenset[str] = frozenset()
    waiting = [(-line(n, talk[n]).worth, n) for n in range(done, len(messages)) if talk[n]]
    heapq.heapify(waiting)
    safe: dict[int, TalkLine] = {}
    while waiting:
        _, n = heapq.heappop(waiting)
        if n not in safe:
            judged = list(_judged(talk[n], talk[n - 1][-1] if n and talk[n - 1] else ""))
            unsafe += (UnsafeLine(n, s, Why(why)) for s, why in judged if why)
            safe[n] = line(n, [sentence for sentence, why in judged if why is None])
        one = safe[n]
        whole = math.fsum(map(rarity, one.words))
        again = math.fsum(map(rarity, one.words & words_said)) / whole if whole else 1.0
        gain = one.worth - weights["overlap"] * again**2  # a word or two may well recur
        if waiting and -gain > waiting[0][0]:
            heapq.heappush(waiting, (-gain, n))
        elif again < 1 and (gain if messages[n][0] == Role.ASSISTANT else one.worth) > least:
            words_said |= one.words
            yield one


def clipped(sentences: Sequence[str], rarity: WordRarity) -> str:
    """The best of the sentences in their order, up to 240 characters; ` …` where more was said.

    A single one that is longer is cut behind a clause or a word when one ends in its half.
    """
    whole = reduce(joined, sentences, "")
    if len(whole) <= LONGEST:
        return whole
    best, *others = sorted(range(len(sentences)), key=lambda n: -worth(sentences[n], rarity))
    kept = [best]
    for n in others:
        if sum(len(sentences[k]) + 1 for k in (*kept, n)) <= LONGEST + 1:
            kept.append(n)
    text = reduce(joined, (sentences[n] for n in sorted(kept)), "")
    clause = max(text.rfind(sign, 0, LONGEST) for sign in ",;:，；：、")
    ends = (len(text) if len(text) <= LONGEST else 0, clause, text.rfind(" ", 0, LONGEST + 1))
    return text[: next((end for end in ends if end > LONGEST / 2), LONGEST)] + " …"


def copied(sentences: Sequence[str], before: str) -> tuple[str, ...]:
    """The sentences without secrets and orders, also where the one `before` makes it one."""
    return tuple(sentence for sentence, why in _judged(sentences, before) if why is None)


def _judged(sentences: Sequence[str], before: str) -> Iterator[tuple[str, Held | None]]:
    """The sentences, each with why it is not copied."""
    for sentence in sentences:
        # An answer stands behind its question as a value behind its label.
        both = f"{before.rstrip(' ?？')}{':' if asks(before) else ''} {sentence}"
        yield sentence, held(sentence) or (None if held(before) else held(both))
        before = sentence


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
    said = [(role, part) for role, parts in spoken for part in parts]
    worths = {
        n: math.inf if asks_to_remember(part) or is_rule(part) else worth(part, rarity)
        for n, (role, part) in enumerate(said)
        if role == Role.USER and not _only_asks(part)
    }
    chosen: dict[str, int] = {}  # by their words
    for n in sorted((n for n in worths if worths[n] > 0), key=lambda n: (-worths[n], n)):
        part, before = said[n][1], said[n - 1][1] if n else ""
        if len(chosen) < MOST and copied([part], before=before):
            chosen.setdefault(flat(bare(part)).rstrip(".!。！"), n)
    return [bare(said[n][1]) for n in sorted(chosen.values())]


def _only_asks(sentence: str) -> bool:
    """Whether a sentence asks for an answer and tells nothing of the person, nor of a rule."""
    rest = requested(sentence)
    return bool(rest) and not signs(rest).keys() & {"own", Category.PREFERENCE, Category.CONVENTION}


def category(text: str) -> Category:
    """What kind of fact a sentence states: the one with the most signs, the first of equals."""
    counts = signs(text)
    counts[Category.TOOL] = counts.get(Category.TOOL, 0) + len(THING.findall(text))
    return max(Category, key=lambda kind: counts.get(kind, 0.5 if kind == Category.GENERAL else 0))
