"""The extract of a conversation that is written without a model: its own words, clipped.

Lines are verbatim and in order, with their speaker; 'I' never becomes 'she'.
"""

import re
from collections.abc import Sequence

from desktop_app.language.words import is_cjk, tokens

LINES, LINES_OF_A_LONG_TALK, LONG_TALK = 10, 15, 40
LONGEST = 240

_SENTENCE_END = re.compile(r"(?<=[。！？；…!?])|(?<=[.!?])(?=\s)")
_SPEAKERS = {
    "user": ("User", "用户"),
    "assistant": ("Assistant", "助手"),
    "system": ("System", "系统"),
    "tool": ("Tool", "工具"),
}


def extract(messages: Sequence[tuple[str, str]]) -> str:
    """Up to 10 `- Speaker: words` lines (15 of more than 40 messages) of `(role, content)` pairs.

    Which ones: those that say most that the others chosen do not say. "" for no words at all.
    """
    texts = [(role, _clip(" ".join(content.split()))) for role, content in messages]
    texts = [(role, text) for role, text in texts if text]
    most = LINES_OF_A_LONG_TALK if len(messages) > LONG_TALK else LINES
    chosen = _telling([text for _, text in texts], most)
    chinese = (
        sum(map(is_cjk, "".join(text for _, text in texts)))
        > sum(len(text) for _, text in texts) / 3
    )
    return "\n".join(
        f"- {_SPEAKERS.get(role, (role, role))[chinese]}{'：' if chinese else ': '}{text}"
        for role, text in (texts[index] for index in sorted(chosen))
    )


def _telling(texts: Sequence[str], most: int) -> list[int]:
    """Indexes of the texts that together say most: greedy cover, each word counted once."""
    words = [set(tokens(text)) for text in texts]
    often: dict[str, int] = {}
    for said in words:
        for word in said:
            often[word] = often.get(word, 0) + 1
    left = set(range(len(texts)))
    told: set[str] = set()
    chosen: list[int] = []
    while left and len(chosen) < most:
        best = max(left, key=lambda i: (sum(1 / often[w] for w in words[i] - told), -i))
        chosen.append(best)
        told |= words[best]
        left.discard(best)
    return chosen


def _clip(text: str) -> str:
    """The text up to 240 characters, cut after a sentence when one ends there."""
    if len(text) <= LONGEST:
        return text
    kept = ""
    for sentence in _SENTENCE_END.split(text):
        if len(kept) + len(sentence) > LONGEST:
            break
        kept += sentence
    return f"{kept.strip() or text[:LONGEST].rstrip()} …"
