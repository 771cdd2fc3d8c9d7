"""Speakers: plain text that names them, as `User: …`, `**Me:** …`, `## Assistant`. Knows no files.

A turn goes on until the next speaker. A line inside a code fence never names one.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from desktop_app.notebook.text.fences import fenced
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
    """The turns of a text, and the number of lines before the first speaker.

    There are no turns if the text names nobody.
    """
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
