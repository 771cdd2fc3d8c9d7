"""Conversations that programs wrote into notes, read as turns. Knows lines, not what they are worth.

A dump is known by its structure: a heading, perhaps facts about the session, then lines that name
who speaks, all in one form. What programs put between the words is left out: calls and answers of
tools, blobs of JSON, envelopes around messages, events, polls and the replies to them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from desktop_app.notebook.text.fences import fenced
from desktop_app.notebook.text.marks import LIST_MARK
from desktop_app.notebook.text.speakers import Spoken, speaker

_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.+)")
_CONVERSATION = re.compile(
    r"\b(?:session|conversation|chat|transcript|dialogue)\b|会话|會話|对话|對話|聊天|交谈|交談",
    re.I,
)
_ABOUT = re.compile(rf"\s*{LIST_MARK}\s+(?:\*\*|__)?([^:：*]{{1,40}})(?:\*\*|__)?\s*[:：]")
_ABOUT_A_SESSION = re.compile(r"\b(?:session|conversation)|会话|會話|对话|對話", re.I)
_LIST = re.compile(rf"\s*(?:{LIST_MARK}|>)\s")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")

_EVENT = re.compile(r"\s*System:\s*\[")
_QUEUED = re.compile(r"\s*Queued #\d+\s*$", re.I)
_IN_BRACKETS = re.compile(r"\s*\[(?![ xX]\])[^\[\]]{3,}\]\s*$")
_BY_A_PROGRAM = re.compile(r"\s*(?:\[[^\]]*\]\s*)*\[(?:system message|cron\b|heartbeat)", re.I)
_TOKEN = r"[A-Z]{2,}(?:_[A-Z]+)+"
_POLL = re.compile(
    rf"(?:reply|respond|answer|return|回复|回覆|回答|返回).{{0,60}}?\b{_TOKEN}\b", re.I
)
_REPLY_TO_A_POLL = re.compile(rf"[\s*`]*{_TOKEN}[\s*`.]*$")
_ENVELOPE = re.compile(  # when it came, from whom, which message it answers
    r"(?:\s*(?:\[\[\w+(?::[^\]\s]*)?\]\]|\[(?=[^\]]*(?:\d:\d\d|\b\w*id\b[:=]))[^\[\]]+\](?!\()))+\s*"
)
_ID_BEHIND = re.compile(r"\s*\[\w*id[:=][^\]]*\]\s*$", re.I)

_Lines = list[tuple[int, str]]


@dataclass(frozen=True)
class Turn:
    """What somebody said in one go, from line `first` to `last` (from 1).

    `lines` are those of them that hold his words, with their numbers, as they stand; only the
    speaker's name and what surrounds a message on its own line is cut off.
    """

    speaker: Literal["user", "assistant"]
    first: int
    last: int
    lines: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Dump:
    """A conversation in a note, from its heading at line `first` to line `last` (from 1)."""

    first: int
    last: int
    turns: tuple[Turn, ...]


def turns(lines: Sequence[str]) -> list[Turn] | None:
    """The turns of the conversations dumped into a text; None where there is no dump."""
    found = dumps(lines)
    return [turn for dump in found for turn in dump.turns] if found else None


def dumps(lines: Sequence[str]) -> list[Dump]:
    """The conversations dumped into a text, in order; what stands outside them is somebody's note.

    Below a heading that names no conversation, both have to speak, and one of them twice: keys of
    a list stand once.
    """
    page = _Page(lines)
    begun = [
        (n, top) for n in page.spoken if (top := page.top(n)) is not None and page.is_dump(n, top)
    ] + [(None, top) for top in page.without_words()]
    begun.sort(key=lambda each: each[1])
    starts = [top for _, top in begun] + [len(lines)]
    found = []
    for (first, top), (_, next_top) in zip(begun, pairwise(starts), strict=True):
        spoken = page.turns_from(first, next_top) if first is not None else []
        end = page.end(top, spoken[-1] if spoken else top, next_top)
        found.append(Dump(top + 1, end, page.read(spoken, end)))
    return found


class _Page:
    """The lines of a text by what they are. Lines are counted from 0 here."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        shown = fenced(lines)
        rest = [(n, line) for n, line in enumerate(lines) if n not in shown]
        self._headings = {n: match for n, line in rest if (match := _HEADING.match(line))}
        self.spoken: dict[int, Spoken] = {
            n: begun
            for n, line in rest
            if not _LIST.match(line) and n not in self._headings and (begun := speaker(line))
        }

    def top(self, n: int) -> int | None:
        """The heading under which a turn is the first thing; None when something stands between."""
        top, around = None, self._around(range(n - 1, -1, -1))
        for k in around:
            if k in self._headings and (top is None or self._names(k)):
                top = k
        return top if top is not None or n == 0 or 0 in around else None

    def is_dump(self, n: int, top: int) -> bool:
        form = self.spoken[n].form
        if top in self._headings and self._names(top):
            return True
        said = [each.role for k, each in self.spoken.items() if k >= n and each.form == form]
        return "user" in said and "assistant" in said and len(said) > 2
