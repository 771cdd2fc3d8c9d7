"""Flush: whether the extract written without a model holds what a conversation is worth.

LoCoMo (github.com/snap-research/locomo, data/locomo10.json) as `locomo-dev.json` in the data
folder: conversations of two people, with observations that somebody drew from them and the turn
each rests on. A session is flushed as the notebook stood then: with the sessions before it.
Evidence: the share of observations whose turn is among the chosen lines. Words: the share of an
observation's words, the speakers' names aside, that the lines have. The weights of
`language/talk.toml` were set on conversations 0 and 1; 2 to 4 were only measured.

Chinese chats come with the project, labelled before anything was run on them: recall and
precision of the messages to keep among ten lines, how many others were kept (small talk), and
precision of the facts.

Every baseline chooses among the same clipped lines.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from desktop_app.dreams.talk.extract import TalkLine, chosen, telling
from desktop_app.dreams.talk.worth import Frequencies
from desktop_app.language.tokens import tokens

BUDGETS = (10, 15, 20)
TUNED = 2  # conversations
LABELLED = Path(__file__).parents[1] / "fixtures" / "labelled"


@dataclass(frozen=True, eq=False)
class Talk:
    """A conversation to choose from, what the notebook held before, and what is wanted.

    `wanted` are (words of an observation, numbers of the messages it rests on).
    """

    messages: tuple[tuple[str, str], ...]
    known: Frequencies
    wanted: tuple[tuple[frozenset[str], frozenset[int]], ...]


Choice = Callable[[Talk, int], Sequence[TalkLine]]


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print. `data` holds LoCoMo, None for the Chinese chats alone; `work` is not used."""
    path = (data or Path()) / "locomo-dev.json"
    if data and path.is_file():
        conversations = [_talks(one) for one in json.loads(path.read_text(encoding="utf-8"))]
        yield from _locomo(conversations)
    else:
        yield "locomo-dev.json: not measured, see tests/benchmarks/flush.py and --data"
    for half in ("tune", "test"):
        path = LABELLED / f"chat-zh-{half}.jsonl"
        if path.is_file():
            yield from _chats(path.read_text(encoding="utf-8"), half)
        else:
            yield f"{path.name}: not there"


# -- ways to choose --------------------------------------------------------------------------


def _ours(talk: Talk, most: int) -> Sequence[TalkLine]:
    return chosen(talk.messages, most, talk.known)


def _first(talk: Talk, most: int) -> Sequence[TalkLine]:
    return _all(talk)[:most]


def _longest(talk: Talk, most: int) -> Sequence[TalkLine]:
    return sorted(_all(talk), key=lambda line: -len(line.text))[:most]


def _tf_idf(talk: Talk, most: int) -> Sequence[TalkLine]:
    """By the sum of the rarities of all words, those said twice counted twice."""
    texts = Frequencies.counted(content for _, content in talk.messages)
    rarity = (talk.known + texts).rarity
    return sorted(_all(talk), key=lambda line: -math.fsum(map(rarity, tokens(line.text))))[:most]


@cache
def _all(talk: Talk) -> list[TalkLine]:
    """Every line there is to choose."""
    return chosen(talk.messages, len(talk.messages), talk.known, least=-math.inf)


CHOICES: dict[str, Choice] = {
    "ours": _ours,
    "TF-IDF": _tf_idf,
    "longest": _longest,
    "first": _first,
}


# -- LoCoMo ----------------------------------------------------------------------------------


def _talks(conversation: dict[str, Any]) -> list[Talk]:
    """The sessions of a conversation, the oldest first."""
    known = Frequencies()
    talks = []
    for name, turns in conversation["conversation"].items():
        if not isinstance(turns, list):
            continue
        number = {turn["dia_id"]: n for n, turn in enumerate(turns)}
        speakers = {word for turn in turns for word in tokens(turn["speaker"])}
        told = conversation["observation"].get(f"{name}_observation", {})
        wanted = tuple(
            (
                frozenset(tokens(text)) - speakers,
                frozenset(number[i] for i in _as_list(ids) if i in number),
            )
            for observations in told.values()
            for text, ids in observations
        )
        talks.append(Talk(tuple((turn["speaker"], turn["text"]) for turn in turns), known, wanted))
        known += Frequencies.counted(turn["text"] for turn in turns)
    return talks


def _as_list(ids: str | list[str]) -> list[str]:
    return [ids] if isinstance(ids, str) else ids


def _locomo(conversations: Sequence[Sequence[Talk]]) -> Iterator[str]:
    for n, talks in enumerate(conversations):
        half = "tuned on" if n < TUNED else "only measured"
        wanted = sum(len(talk.wanted) for talk in talks)
        yield f"conversation {n} ({half}): {len(talks)} sessions, {wanted} observations"
        yield from _compared(talks)
    for half, several in (("0-1", conversations[:TUNED]), ("2-4", conversations[TUNED:])):
        yield f"conversations {half} together, at {' / '.join(map(str, BUDGETS))} lines"
        yield from _compared([talk for talks in several for talk in talks])


def _compared(talks: Sequence[Talk]) -> Iterator[str]:
    for name, choose in CHOICES.items():
        found = [_recall(talks, choose, most) for most in BUDGETS]
        evidence, words, signs = zip(*found, strict=True)
        yield (
            f"  {name:8} evidence {_shares(evidence)}  words {_shares(words)}  "
            f"characters {' / '.join(f'{count:.0f}' for count in signs)}"
        )


def _recall(talks: Sequence[Talk], choose: Choice, most: int) -> tuple[float, float, float]:
    """Evidence recall, word recall, and characters a session."""
    evidence, words, signs = [], [], 0
    for talk in talks:
        lines = choose(talk, most)
        messages = {line.message for line in lines}
        said = {word for line in lines for word in tokens(line.text)}
        signs += sum(len(line.text) for line in lines)
        for sought, numbers in talk.wanted:
            evidence.append(bool(numbers & messages))
            words.append(len(sought & said) / max(1, len(sought)))
    return _mean(evidence), _mean(words), signs / max(1, len(talks))


# -- Chinese ---------------------------------------------------------------------------------


def _chats(text: str, half: str) -> Iterator[str]:
    chats = [json.loads(line) for line in text.splitlines() if line]
    talks = []
    for chat in chats:
        messages = tuple((message["role"], message["content"]) for message in chat["messages"])
        kept = [n for n, message in enumerate(chat["messages"]) if message["keep"]]
        wanted = tuple((frozenset[str](), frozenset([n])) for n in kept)
        talks.append(Talk(messages, Frequencies(), wanted))
    wanted_in_all = sum(len(talk.wanted) for talk in talks)
    messages_in_all = sum(len(talk.messages) for talk in talks)
    yield (
        f"Chinese chats, {half} half: {len(talks)} with {messages_in_all} messages, "
        f"{wanted_in_all} to keep; at 10 lines"
    )
    for name, choose in CHOICES.items():
        picked = [{line.message for line in choose(talk, 10)} for talk in talks]
        right = sum(
            bool(numbers & chosen_here)
            for talk, chosen_here in zip(talks, picked, strict=True)
            for _, numbers in talk.wanted
        )
        written = sum(map(len, picked))
        yield (
            f"  {name:8} recall {right / max(1, wanted_in_all):.3f}  "
            f"precision {right / max(1, written):.3f}  small talk kept {written - right}"
        )
    yield _facts(chats)


def _facts(chats: Sequence[dict[str, Any]]) -> str:
    """How many of the facts, at most five a chat, stand in a message to keep."""
    listed = right = 0
    for chat in chats:
        messages = [(message["role"], message["content"]) for message in chat["messages"]]
        kept = [message["content"] for message in chat["messages"] if message["keep"]]
        found = telling(messages, Frequencies())
        listed += len(found)
        right += sum(any(fact in content for content in kept) for fact in found)
    return f"  facts: {listed} listed, {right / max(1, listed):.3f} from messages to keep"


def _shares(values: Iterable[float]) -> str:
    return " / ".join(f"{value:.3f}" for value in values)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))
