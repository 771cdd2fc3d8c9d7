"""Sleep: a conversation compressed, and what of it memory is to keep. Pure.

Specification: memory-flow, 'Sleep Mode Phases'; semantics, 'Context tier'. The rules act at once: a
line is a message's own words, clipped. A model may word the summary anew later.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from desktop_app import resources
from desktop_app.dreams.talk.extract import TalkLine, chosen, clipped, copied, telling
from desktop_app.dreams.talk.speech import own_sentences, shown_sentences
from desktop_app.dreams.talk.worth import Frequencies, WordRarity, is_rule, signs, worth
from desktop_app.language.phrases import Phrases, listed
from desktop_app.language.remembering import asks_to_remember
from desktop_app.language.spans import flat
from desktop_app.language.speakers import name_of
from desktop_app.language.tokens import script
from desktop_app.models.tokens import rough
from desktop_app.notebook.text.marks import bare
from desktop_app.sessions.live_events import LiveMessage, SleepStrategy, TurnKind

LASTING = 0.7
"""What matters more than this, and is of a lasting kind, is for MEMORY.md. See semantics."""
OLDEST = 0.5
"""How much less, in the measure of `worth`, the oldest message matters than the newest."""


class MemoryKind(StrEnum):
    """What kind of memory a sentence is."""

    FACT = "fact"
    PREFERENCE = "preference"
    DECISION = "decision"
    EVENT = "event"
    LEARNING = "learning"


_LASTING_KINDS = frozenset({MemoryKind.FACT, MemoryKind.PREFERENCE, MemoryKind.LEARNING})
_AS_PREFERENCE = ("preference", "convention")


@dataclass(frozen=True)
class Memorable:
    """Words of a conversation that memory may keep, verbatim; `importance` is from 0 to 1."""

    text: str
    kind: MemoryKind
    importance: float
    message_id: str

    @property
    def is_long_term(self) -> bool:
        """Whether it is for MEMORY.md rather than for the day alone: said to be kept, a rule, or
        important and of a lasting kind.
        """
        important = self.importance > LASTING and self.kind in _LASTING_KINDS
        always = signs(self.text).keys() >= {"own", *_AS_PREFERENCE}  # `I always prefer ...`
        return important or always or is_rule(self.text) or asks_to_remember(self.text)


def kind_of(text: str) -> MemoryKind:
    """What kind of memory a text is: the one with the most signs, the first of equals.

    A preference says less of itself than the others, so it comes last of equals but for facts.
    """
    level = flat(text)
    found = _phrases().count(level)
    told = signs(text)
    found[MemoryKind.PREFERENCE] = sum(told.get(kind, 0) for kind in _AS_PREFERENCE)
    order = (
        MemoryKind.DECISION,
        MemoryKind.LEARNING,
        MemoryKind.EVENT,
        MemoryKind.PREFERENCE,
        MemoryKind.FACT,
    )
    return max(order, key=lambda kind: found.get(kind, 0.5 if kind is MemoryKind.FACT else 0))


def importance(worth: float, age: float) -> float:
    """How much something matters, from 0 to 1: 0.5 for what is just worth keeping when it is new.

    `worth` is that of `dreams.talk.worth`; `age` is 0 for the newest message and 1 for the oldest.
    """
    return 1 / (1 + math.exp(OLDEST * age - worth))


@cache
def _phrases() -> Phrases:
    table = resources.table("language/memories")["phrases"]
    return Phrases({kind: listed(words) for kind, words in table.items()})


KEPT_SHARE, SUMMARY_SHARE, VERBATIM_SHARE = 1 / 2, 1 / 8, 1 / 8
"""Of the window, at most: the last messages, the running summary, older messages that matter."""
LEAST_SUMMARY = 256
"""Tokens that a running summary may take however small the window is."""
WORTH_KEEPING = 0.5
"""What matters less goes nowhere: it is small talk."""


class SleepPhase(StrEnum):
    """What a sleep is doing, in this order."""

    PROCESS = "process"
    SUMMARIZE = "summarize"
    CONSOLIDATE = "consolidate"
    SAVE = "save"


@dataclass(frozen=True)
class TiredTalk:
    """A conversation looked through: the `recent` messages stay, and `old` ones may go.

    `lines` are what the old messages say, clipped, by their place in `old`; `rarity` is that of
    their words, and `telling` the sentences of the person's that matter most by themselves.
    """

    old: tuple[LiveMessage, ...]
    recent: tuple[LiveMessage, ...]
    lines: tuple[TalkLine, ...]
    rarity: WordRarity
    telling: tuple[str, ...]

    def importance(self, line: TalkLine) -> float:
        """How much a line matters; newer ones weigh more."""
        age = 1 - line.message / max(1, len(self.old) - 1)
        return importance(line.worth, age)

    def written(self, line: TalkLine) -> str:
        """A line with its speaker."""
        return written(self.old[line.message].role, line.text)


def processed(
    messages: Sequence[LiveMessage],
    keep: int = 10,
    window: int = 8_192,
    known: Frequencies | None = None,
) -> TiredTalk:
    """First phase: find what matters in all but the last messages."""
    first = _first_kept(messages, keep, int(window * KEPT_SHARE))
    old, known = tuple(messages[:first]), known or Frequencies()
    said = [(m.role, m.content if m.kind is TurnKind.TALK else "") for m in old]
    rarity = known.among([content for _, content in said])
    lines = tuple(chosen(said, len(said), known))
    return TiredTalk(old, tuple(messages[first:]), lines, rarity, tuple(telling(said, known)))


def summarized(
    talk: TiredTalk, strategy: SleepStrategy, summary: str, window: int = 8_192
) -> tuple[str, tuple[LiveMessage, ...]]:
    """Second phase: the running summary, and the messages that stay in the prompt word for word.

    Sliding window: only the last messages stay, and the summary is as it was. Progressive summary:
    the old messages join it, and what matters least leaves it. Importance-based: the messages that
    matter most stay. Hybrid: half of the room for such messages, and a summary of the others.
    """
    verbatim: tuple[LiveMessage, ...] = ()
    if strategy is SleepStrategy.IMPORTANCE_BASED:
        verbatim = _most_important(talk, window * VERBATIM_SHARE)
    elif strategy is SleepStrategy.HYBRID:
        verbatim = _most_important(talk, window * VERBATIM_SHARE / 2)
    if strategy in (SleepStrategy.PROGRESSIVE_SUMMARY, SleepStrategy.HYBRID):
        summary = _progressive(talk, verbatim, summary, window)
    return summary, (*verbatim, *talk.recent)


def summed(summary: str, gone: Sequence[LiveMessage], window: int) -> str:
    """The running summary once these messages have left the prompt as well."""
    return _progressive(processed(gone, 0, window), (), summary, window)


def shortened(summary: str, window: int) -> str:
    """A running summary without what matters least where it is too long for the window (tokens)."""
    room = _room(window)
    if rough(summary) <= room:
        return summary
    return summed(summary, (), window) or summary[-int(room) :]


def consolidated(talk: TiredTalk) -> tuple[tuple[Memorable, ...], tuple[Memorable, ...]]:
    """Third phase: what the day and MEMORY.md are to keep of the old messages."""
    daily: list[Memorable] = []
    long_term: list[Memorable] = []
    for line in talk.lines:
        message, matters = talk.old[line.message], talk.importance(line)
        if not message.lasts or matters < WORTH_KEEPING:
            continue
        lasting = _lasting(talk, message, matters)
        long_term += lasting
        text = _rest(talk, message, lasting) if lasting else line.text
        if text:
            daily.append(Memorable(text, kind_of(text), matters, message.id))
    return tuple(daily), tuple(long_term)


def written(role: str, text: str) -> str:
    """Words with their speaker, as a line of a day."""
    language = script(text)
    return f"- {name_of(role, language)}{': ' if language == 'en' else '：'}{text}"


def _room(window: int) -> float:
    return max(window * SUMMARY_SHARE, LEAST_SUMMARY)


def _first_kept(messages: Sequence[LiveMessage], keep: int, room: int) -> int:
    """Where the last messages begin: at most `keep` in `room` tokens, one in any case.

    They never begin with what a tool answered: its call would be gone.
    """
    first = len(messages)
    while first and len(messages) - first < keep:
        room -= messages[first - 1].size
        if room < 0 and first < len(messages):
            break
        first -= 1
    while 0 < first < len(messages) and messages[first].kind is not TurnKind.TALK:
        first -= 1
    return first


def _most_important(talk: TiredTalk, room: float) -> tuple[LiveMessage, ...]:
    """The old messages that matter most, in their order, as many as have room in tokens."""
    numbers: list[int] = []
    for line in sorted(talk.lines, key=lambda line: (-talk.importance(line), line.message)):
        size = talk.old[line.message].size
        if size <= room and talk.importance(line) >= WORTH_KEEPING:
            room -= size
            numbers.append(line.message)
    return tuple(talk.old[n] for n in sorted(numbers))


def _progressive(
    talk: TiredTalk, verbatim: Iterable[LiveMessage], summary: str, window: int
) -> str:
    """The running summary with the old messages in it; what matters least is gone from it."""
    staying = {message.id for message in verbatim}
    before = [line for line in summary.splitlines() if line.strip()]
    lines = [(text, importance(worth(text, talk.rarity), 1)) for text in before]
    lines += [
        (talk.written(line), talk.importance(line))
        for line in talk.lines
        if talk.old[line.message].id not in staying
    ]
    taken: set[str] = set()
    room = _room(window)
    lines.reverse()  # of equals the newest stays
    for text, _ in sorted(lines, key=lambda line: -line[1]):
        size = rough(f"{text}\n")
        if size <= room and text not in taken:
            room -= size
            taken.add(text)
    return "\n".join(dict.fromkeys(text for text, _ in reversed(lines) if text in taken))


def _lasting(talk: TiredTalk, message: LiveMessage, matters: float) -> list[Memorable]:
    """The sentences of a message that are for MEMORY.md."""
    if message.role != "user":
        return []
    own = {bare(sentence) for sentence in own_sentences(message.content, message.role)}
    every = (Memorable(text, kind_of(text), matters, message.id) for text in talk.telling)
    return [one for one in every if one.text in own and one.is_long_term]


def _rest(talk: TiredTalk, message: LiveMessage, lasting: Iterable[Memorable]) -> str:
    """What a message says beside these sentences, "" if that is nothing worth keeping."""
    own = {one.text for one in lasting}
    rest = [one for one in shown_sentences(message.content, message.role) if bare(one) not in own]
    text = clipped(copied(rest, before=""), talk.rarity)
    return text if text and worth(text, talk.rarity) > 0 else ""
