"""The extract of a conversation that is written without a model: its own words, clipped.

Lines are verbatim up to white space and in order, with their speaker; 'I' never becomes 'she'.
"""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app import resources
from desktop_app.dreams.builtin.talk.said import joined, told
from desktop_app.dreams.builtin.talk.worth import Frequencies, Rarity, asks, worth
from desktop_app.language.orders import gives_orders
from desktop_app.language.secrets import looks_secret
from desktop_app.language.speakers import name_of
from desktop_app.language.words import script, tokens

LINES, LINES_OF_A_LONG_TALK, LONG_TALK = 10, 15, 40
LONGEST = 240
"""Characters of a line, without its speaker and the sign that its message said more."""

_MORE = " …"
_CLAUSE_ENDS = ",;:，；：、"


@dataclass(frozen=True)
class Line:
    """What is shown of one message (by its number), and how much speaks for it."""

    message: int
    text: str
    worth: float
    words: frozenset[str]


def extract(
    messages: Sequence[tuple[str, str]], known: Frequencies | None = None, *, seen: int = 0
) -> str:
    """Up to 10 `- Speaker: words` lines (15 of more than 40 messages) of `(role, content)` pairs.

    Which ones: those worth most that say what the others chosen do not say; words that are
    frequent in the talk and in `known`, the notebook, say little. System messages, greetings,
    what looks like a secret and what gives orders to a model are left out. "" for nothing else.
    The first `seen` messages were dealt with before: they are only what the others answer.
    """
    most = LINES_OF_A_LONG_TALK if len(messages) - seen > LONG_TALK else LINES
    lines = chosen(messages, most, known, seen=seen)
    language = script(" ".join(line.text for line in lines))
    sign = ": " if language == "en" else "："
    return "\n".join(
        f"- {name_of(role, language)}{sign}{line.text}"
        for role, line in ((messages[line.message][0], line) for line in lines)
    )


def chosen(
    messages: Sequence[tuple[str, str]],
    most: int,
    known: Frequencies | None = None,
    *,
    seen: int = 0,
) -> list[Line]:
    """The `most` lines that `extract` would write, in the order of the talk."""
    talk = _Talk(messages, known or Frequencies())
    lines = {n: line for n in range(seen, len(messages)) if (line := talk.line(n))}
    # What is told can only grow, so no gain is ever more than it was: only the first is asked anew.
    waiting = [(-talk.gain(line, frozenset()), n) for n, line in lines.items()]
    heapq.heapify(waiting)
    told: frozenset[str] = frozenset()
    found: list[Line] = []
    while waiting and len(found) < most:
        _, n = heapq.heappop(waiting)
        gain = talk.gain(lines[n], told)
        if waiting and -gain > waiting[0][0]:
            heapq.heappush(waiting, (-gain, n))
            continue
        safe = talk.safe_line(n)
        if safe == lines[n]:
            found.append(safe)
            told |= safe.words
        elif safe:  # what is left of it competes anew
            lines[n] = safe
            heapq.heappush(waiting, (-talk.gain(safe, told), n))
    return sorted(found, key=lambda line: line.message)


class _Talk:
    """The messages of a conversation as sentences, and how rare their words are."""

    def __init__(self, messages: Sequence[tuple[str, str]], known: Frequencies) -> None:
        self._roles = [role for role, _ in messages]
        self._said = [() if role == "system" else told(content) for role, content in messages]
        self._rarity = (known + Frequencies.counted(map(" ".join, self._said))).rarity

    def line(self, n: int) -> Line | None:
        """What would be shown of message `n`; None when it says nothing."""
        return self._line(n, self._said[n])

    def safe_line(self, n: int) -> Line | None:
        """The same without what may not be copied."""
        return self._line(n, copied(self._said[n], self._before(n)))

    def gain(self, line: Line, told: frozenset[str]) -> float:
        """The worth of a line beside others that tell the words `told`."""
        whole = math.fsum(map(self._rarity, line.words))
        again = math.fsum(map(self._rarity, line.words & told))
        share = again / whole if whole else 0.0
        return line.worth - _table("line")["overlap"] * share**2  # a word or two may well recur

    def _line(self, n: int, sentences: Sequence[str]) -> Line | None:
        text = clipped(sentences, self._rarity)
        if not text:
            return None
        value = worth(text, self._rarity) + _table("roles").get(self._roles[n], 0.0)
        if n and self._roles[n - 1] != self._roles[n] and asks(self._before(n)):
            value += _table("line")["answers"]
        return Line(n, text, value, frozenset(tokens(text)))

    def _before(self, n: int) -> str:
        """The last sentence of the message before."""
        return self._said[n - 1][-1] if n and self._said[n - 1] else ""


def clipped(sentences: Sequence[str], rarity: Rarity) -> str:
    """The best of the sentences in their order, up to 240 characters; ` …` where more was said."""
    whole = _together(sentences)
    if len(whole) <= LONGEST:
        return whole
    best = sorted(range(len(sentences)), key=lambda n: -worth(sentences[n], rarity))
    kept = best[:1]
    for n in best[1:]:
        if sum(len(sentences[k]) + 1 for k in kept) + len(sentences[n]) <= LONGEST:
            kept.append(n)
    return _cut(_together([sentences[n] for n in sorted(kept)])) + _MORE


def copied(sentences: Sequence[str], before: str) -> tuple[str, ...]:
    """The sentences without secrets and orders, also where the one `before` makes it one."""
    kept = []
    for sentence in sentences:
        if not _unsafe(sentence) and (_unsafe(before) or not _unsafe(_read_on(before, sentence))):
            kept.append(sentence)
        before = sentence
    return tuple(kept)


def _read_on(before: str, sentence: str) -> str:
    """Both as one line; an answer stands behind its question as a value behind its label."""
    return f"{before.rstrip(' ?？')}{':' if asks(before) else ''} {sentence}"


def _unsafe(text: str) -> bool:
    return looks_secret(text) or gives_orders(text)


def _together(sentences: Sequence[str]) -> str:
    text = ""
    for sentence in sentences:
        text = joined(text, sentence)
    return text


def _cut(text: str) -> str:
    """The text up to 240 characters, cut behind a clause or a word when one ends in its half."""
    if len(text) <= LONGEST:
        return text
    clause = max(text.rfind(sign, 0, LONGEST) for sign in _CLAUSE_ENDS)
    word = text.rfind(" ", 0, LONGEST + 1)
    for end in (clause, word):
        if end > LONGEST / 2:
            return text[:end]
    return text[:LONGEST]


def _table(name: str) -> dict[str, float]:
    found: dict[str, float] = resources.table("language/talk")[name]
    return found
