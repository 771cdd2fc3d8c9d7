"""Conversations that programs wrote into notes, read as turns. Knows lines, not their worth.

A dump is known by its structure: a heading, perhaps facts about the session, then lines that name
who speaks, all in one form. What programs put between the words is left out: calls and answers of
tools, blobs of JSON, envelopes around messages, events, polls and the replies to them.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from desktop_app.notebook.text.fences import fenced
from desktop_app.notebook.text.marks import LIST_MARK
from desktop_app.notebook.text.program_text import said_on
from desktop_app.notebook.text.records import Message, Role
from desktop_app.regex import regex

_USER = r"user|me|you|human|you said|i said|用户|用戶|使用者|人类|人類|我|你|我说|我說|你说|你說"
_ASSISTANT = (
    r"assistant|ai(?: assistant)?|bot|chat ?bot|chatgpt(?: said)?|gpt[-\d.o]{0,8}|copilot"
    r"|claude(?:[- ](?:code|opus|sonnet|haiku|[\d.]+)){0,4}(?: said)?"
    r"|gemini(?:[- ](?:pro|flash|ultra|[\d.]+)){0,4}|openclaw|cowagent"
    r"|(?:deepseek|qwen)[-\w.]{0,12}(?::\w{1,8})?"
    r"|助手|助理|机器人|機器人|智能助手|ai ?助手|ai ?助理|人工智能"
)
_SYSTEM = r"system|系统|系統"
_TOOL = r"tool(?:[ _-]?(?:result|output|call|use))?|function|工具(?:结果|結果)?"
_MARK = r"(?:\#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+)?(?P<strong>\*\*|__|\*|_)?"
_DATE = r"\d{{2,4}}[-/.年]\d{{1,2}}[-/.月]\d{{1,2}}日?[ T,]*"
_HOUR = r"\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:[ \t]?[ap]\.?m\.?)?"
_TIME = rf"[\[(（]?[ \t]*(?P<{{}}>(?:{_DATE})?{_HOUR})[ \t]*[\])）]?"
_WHO = rf"(?P<who>(?P<user>{_USER})|(?P<assistant>{_ASSISTANT})|(?P<system>{_SYSTEM})"
_WHO += rf"|(?P<tool>{_TOOL}))"
_SPEAKER = regex(
    rf"[ \t]{{0,3}}{_MARK}(?:{_TIME.format('before')}[ \t]*[-–]?[ \t]*)?(?P<mark>\*\*|__)?{_WHO}"
    rf"(?:[ \t]*{_TIME.format('after')})?"
    r"(?:(?P<end>\*\*|__|\*|_)?[ \t]*[:：]"
    r"(?(end)|(?(strong)(?:\*\*|__|\*|_)?|(?(mark)(?:\*\*|__)?)))[ \t]*(?P<words>.*)"
    r"|(?:\*\*|__)?[ \t]*$)",
    re.IGNORECASE,
)
_BARE = regex(r"[ \t]{0,3}(?:\#{1,6}[ \t]|\*\*|__)")  # a name without a colon, but with a mark
_TALKERS = (Role.USER, Role.ASSISTANT)
_LONGEST = 120  # characters in which a speaker is named


class Spoken(NamedTuple):
    """The beginning of a turn. `form` is how the name of the speaker is written: the signs before
    it, and whether it is in small letters."""

    role: Role
    time: str
    words: str
    form: tuple[str, bool]


def turns(lines: Sequence[str]) -> tuple[tuple[Message, ...], int]:
    """The turns of a text, and the number of lines before the first speaker."""
    shown = fenced(lines)
    spoken: list[tuple[Spoken, list[str]]] = []
    before = 0
    for n, line in enumerate(lines):
        begun = None if n in shown else speaker(line)
        if begun and begun.role in (_TALKERS if spoken else (*_TALKERS, Role.SYSTEM)):
            spoken.append((begun, [begun.words]))
        elif spoken:  # also "System: Debian 12": somebody tells of one
            spoken[-1][1].append(line)
        elif line.strip():
            before += 1
    messages = [
        Message(start.role, "\n".join(words).strip(), start.time) for start, words in spoken
    ]
    return tuple(filter(lambda message: message.content, messages)), before


def speaker(line: str) -> Spoken | None:
    """The speaker that a line names, with the time and the first words; None if it names none."""
    match = _SPEAKER.match(line[:_LONGEST])
    if match is None or (match["words"] is None and not _BARE.match(line)):
        return None
    role = next(role for role in Role if match[role])
    words = "" if match["words"] is None else line[match.start("words") :]
    form = (re.sub(r"[\d\s]", "", line[: match.start("who")]), match["who"][0].islower())
    return Spoken(role, match["before"] or match["after"] or "", words, form)


_HEADING = regex(r" {0,3}(#{1,6})\s+(.+)")
_CONVERSATION = regex(
    r"\b(?:session|conversation|chat|transcript|dialogue)\b|会话|會話|对话|對話|聊天", re.IGNORECASE
)
_ABOUT = regex(rf"\s*{LIST_MARK}\s+(?:\*\*|__)?([^:：*]{{1,40}})(?:\*\*|__)?\s*[:：]")
_LISTED = regex(rf"\s*(?:{LIST_MARK}|>)\s")
_NO_WORDS = regex(r"\s*(?:-{3,}|\*{3,}|_{3,})?\s*$")


class Turn(NamedTuple):
    """What somebody said in one go, from line `first` to `last` (from 1).

    `lines` are those of them that hold his words, with their numbers, as they stand: only the
    speaker's name and the envelope of a message are cut off the line they share.
    """

    speaker: str
    first: int
    last: int
    lines: tuple[tuple[int, str], ...]


class Dump(NamedTuple):
    """A conversation in a note, from its heading at line `first` to line `last` (from 1)."""

    first: int
    last: int
    turns: tuple[Turn, ...]


def dumps(lines: Sequence[str]) -> list[Dump]:
    """The conversations dumped into a text, in order; what stands outside them is a note.

    Below a heading that names no conversation both have to speak, and one of them twice: keys of
    a list stand once.
    """
    shown = fenced(lines)
    rest = [(n, line) for n, line in enumerate(lines) if n not in shown]
    headings = {n: match for n, line in rest if (match := _HEADING.match(line))}
    beginnings = {
        n: begun for n, line in rest if not _LISTED.match(line) and (begun := speaker(line))
    }
    headings = {n: match for n, match in headings.items() if n not in beginnings}
    tops = {top for n in beginnings if (top := _top(n, lines, headings)) is not None}
    tops |= {n for n in headings if _is_empty(n, lines, headings)}
    conversations = []
    for top, end in pairwise([*sorted(tops), len(lines)]):
        starts = [n for n in beginnings if top <= n < end]
        starts = [n for n in starts if beginnings[n].form == beginnings[starts[0]].form]
        both = {Role.USER, Role.ASSISTANT} <= {beginnings[n].role for n in starts}
        headed = any(lines[n].lstrip().startswith("#") for n in starts)
        named = _names(top, headings) and (both or not headed)  # "## AI" may head a note, too
        if starts and not named and not (both and len(starts) > 2):
            continue
        level = len(headings[top][1]) if top in headings else 0
        behind = (n for n in headings if max([top, *starts]) < n < end)
        end = next((n for n in behind if len(headings[n][1]) <= level), end)
        spans = pairwise([*starts, end])
        each = (_turn(beginnings[n], n, list(lines[n:last])) for n, last in spans)
        conversations.append(Dump(top + 1, end, tuple(turn for turn in each if turn)))
    return conversations


def _top(n: int, lines: Sequence[str], headings: Mapping[int, re.Match[str]]) -> int | None:
    """Where a dump begins whose first turn stands in line `n`; None if something else is before."""
    top, behind_facts = None, False
    for k in range(n - 1, -1, -1):
        if k in headings:
            named = _CONVERSATION.search(headings[k][2]) is not None
            if top is None or (named and (behind_facts or not _names(top, headings))):
                top, behind_facts = k, False
        elif _ABOUT.match(lines[k]):
            behind_facts = True
        elif not _NO_WORDS.match(lines[k]):
            return top
    return 0 if top is None else top


def _is_empty(n: int, lines: Sequence[str], headings: Mapping[int, re.Match[str]]) -> bool:
    """Whether there are only facts about a session below a heading, and nothing was said."""
    if not _names(n, headings):
        return False
    next_one = min((k for k in headings if k > n and not _names(k, headings)), default=len(lines))
    below = filter(str.strip, lines[n + 1 : next_one])
    facts = [_ABOUT.match(line) for line in below if not _HEADING.match(line)]
    return all(facts) and any(fact and _CONVERSATION.search(fact[1]) for fact in facts)


def _names(n: int, headings: Mapping[int, re.Match[str]]) -> bool:
    return n in headings and _CONVERSATION.search(headings[n][2]) is not None


def _turn(begun: Spoken, start: int, lines: list[str]) -> Turn | None:
    if begun.role not in (Role.USER, Role.ASSISTANT):
        return None
    kept = said_on([begun.words, *lines[1:]], by_person=begun.role == Role.USER)
    words = tuple((n, line) for n, line in enumerate(kept, start=start + 1) if line.strip())
    last = start + max(n for n, line in enumerate(lines, start=1) if line.strip())
    return Turn(begun.role, start + 1, last, words) if words else None
