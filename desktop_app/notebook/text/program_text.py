"""What programs put into a conversation, told from what somebody says there. By form only.

A program marks its text: by elements whose names nobody types, JSON, brackets with a time or an id
in them, or a word such as NO_REPLY that it wants for an answer. Knows the lines of one message.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from desktop_app.notebook.text.fences import fenced
from desktop_app.regex import regex

_LONGEST_BLOB = 500  # lines

# Elements: <system-reminder>…</system-reminder>, <<<UNTRUSTED>>>…<<<END_UNTRUSTED>>>.
_TAG = regex(r"<<<(?P<end>END_)?(?P<marker>[A-Z_]{3,})|<(?P<close>/)?(?P<name>[A-Za-z][\w-]*)")
_SAID_INSIDE = regex(r"user_(?!instructions\b)\w+|[\w-]+\s[^>]*\b(?:sender|from|user|author)=")
_CLOSING = regex(r"[^>]*>+[ \t]*")

_TOKEN = r"[A-Z]{2,}(?:_[A-Z]+)+"  # what an agent says instead of nothing
_ASKS_FOR_A_TOKEN = regex(
    r"(?:(?i:reply|respond|answer)(?:\W+(?:with|only|exactly|just|back|the|token|word|a|by|and))*"
    rf"|回复|回覆|回答)\W{{1,3}}(?:{_TOKEN}|[A-Z]{{2,}}(?=\W*(?:$|if\b|when\b)))"
)
_EVENT = regex(r"\s*System(?: \([^)]*\))?:\s*\[")
_REPORT = regex(  # what begins a turn that nobody asked for
    r"\s*(?:\[[^\]]*\]\s*)*(?:[\[【](?:(?:system|cron|heartbeat|scheduled?|tool|webhook|subagent"
    r"|background)\b|(?:job|task|event|timer|trigger|hook|alert)[:#]\S|系[统統]|[定排][时時程]|心跳)"
    r"|(?:cron|scheduled)\s(?:job|task)\b[^.\n]{0,60}:\s|heartbeat(?: \w+)?:"
    r"|(?:a )?(?:subagent|background)\s(?:job|task|process|command)\b)",
    re.IGNORECASE,
)
_OF_THE_TALK = regex(  # a prompt or a summary speaks of the talk that it stands in
    r"[\s>*_]*(?:\w[\w -]{0,20}:\s*)?(?:"
    r"(?:this|the)\s(?:\w+\s)?(?:session|conversation|messages?|chat)\b[\w ]{0,40}?"
    r"\b(?:is being|was|were|has been|have been)\s(?:continued|compacted|summari[sz]ed|generated)"
    r"|a new session (?:was|is)\b"
    r"|(?=[^.\n]{0,120}\b(?:pre|post|auto|before|near\w*|was|is|be)[ -]?compact(?:ion|ed)\b)"
    r"[^.\n]{0,120}\b(?:session|context|memory)\b"
    r"|[^。\n]{0,12}(?:会话|會話|对话|對話|上下文)[^。\n]{0,20}(?:压缩|壓縮|延续|延續))",
    re.IGNORECASE,
)
_LIMIT = regex(
    r"api error\b|(?:you['’]ve|you have|your|claude)\b[^.\n]{0,60}\blimit\b.{0,60}\breset",
    re.IGNORECASE,
)
_QUEUED = regex(r"\s*Queued #\d+\s*$", re.IGNORECASE)
_FIELD = regex(r"\s*\w[\w ]{0,30}:\s")
_ABOUT_A_MESSAGE = regex(r"\s*\[[^\]]*\b(?:context|metadata)\b[^\]]*\]\s*$", re.IGNORECASE)
_NO_WORDS = (
    _QUEUED,
    regex(rf"[\s*`]*{_TOKEN}[\s*`.]*$"),
    regex(r"\s*\[(?![ xX]\])[^\[\]]{3,}\]\s*$"),
    regex(r"\s*(?:-{3,}|\*{3,}|_{3,})?\s*$"),
)
_ENVELOPE = regex(  # when a message came, from whom, which one it answers
    r"(?:\s*(?:\[\[\w+(?::[^\]\s]*)?\]\]"
    r"|\[(?=[^\]]*(?:\d:\d\d|\b(?:\w+_)?id[:=]|\b(?:from|via) \S))[^\[\]]+\](?!\()))+\s*"
)
_ID_BEHIND = regex(r"\s*\[(?:\w+_)?id[:=][^\]]*\]\s*$")


def said(text: str, *, by_person: bool) -> str:
    """The words of a message, "" where all of it is a program's."""
    lines = text.split("\n")
    kept = zip(lines, said_on(lines, by_person=by_person), strict=True)
    return "\n".join(words for line, words in kept if words or not line.strip()).strip()


def said_on(lines: Sequence[str], *, by_person: bool) -> list[str]:
    """What of each line of a message somebody says, "" for nothing.

    `by_person`: it is given out as a person's, who answers no program and knows of none.
    """
    plain = _without_elements("\n".join(line.rstrip("\r\n") for line in lines)).split("\n")
    blobs = _blobs(plain)
    rest = ["" if n in blobs else line for n, line in enumerate(plain)]
    queued = [n for n, line in enumerate(rest) if _QUEUED.match(line)]
    kept: list[str] = []
    for start, end in pairwise([0, *queued, len(rest)]):
        kept += _message(rest[start:end], by_person)
    return kept


def _message(lines: list[str], by_person: bool) -> list[str]:
    kept = [""] * len(lines)
    silent = (*_NO_WORDS, _EVENT if by_person else _LIMIT)
    for blank, group in groupby(range(len(lines)), key=lambda n: not lines[n].strip()):
        paragraph = [] if blank else list(group)
        whole = " ".join(lines[n] for n in paragraph)
        words = whole[_envelope(whole) :]
        if by_person and _ASKS_FOR_A_TOKEN.search(whole):
            return [""] * len(lines)
        if by_person and (_REPORT.match(whole) or _OF_THE_TALK.match(words)):
            break  # a program's, to its end
        if silent[-1].match(words):
            continue
        for n in paragraph[_head([lines[n] for n in paragraph]) :]:
            if by_person and _OF_THE_TALK.match(lines[n]):
                break  # a program's, to the paragraph's end
            if not any(each.match(lines[n]) for each in silent):
                kept[n] = _ID_BEHIND.sub("", lines[n][_envelope(lines[n]) :])
    return kept


def _head(lines: list[str]) -> int:
    if not lines or not _ABOUT_A_MESSAGE.match(lines[0]):
        return 0
    return next((n for n, line in enumerate(lines) if n and not _FIELD.match(line)), len(lines))


def _envelope(line: str) -> int:
    envelope = _ENVELOPE.match(line)
    return envelope.end() if envelope else 0


# -- elements ---------------------------------------------------------------------------------


Span = tuple[int, int]


def _without_elements(text: str) -> str:
    """The text without the elements that programs put into it, its lines as many as before."""
    if "<" not in text:
        return text
    if around := list(_elements(text, _is_around_words)):
        ends = [0, *(at for _, inner in around for at in inner), len(text)]
        text = _without(text, list(zip(ends[::2], ends[1::2], strict=True)))
    return _without(text, [whole for whole, _ in _elements(text, _is_programs)])


def _without(text: str, spans: Sequence[Span]) -> str:
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end
    return "".join([*parts, text[at:]])


def _elements(text: str, wanted: Callable[[str, Span, Span], bool]) -> Iterator[tuple[Span, Span]]:
    """Where each element stands and what is between its tags; of nested ones the outer."""
    opened: list[tuple[str, int, int]] = []
    closed: dict[str, list[int]] = {}
    for tag in _TAG.finditer(text):
        name = tag["marker"] or tag["name"]
        if tag["end"] or (tag["close"] and text.startswith(">", tag.end())):
            closed.setdefault(name, []).append(tag.start())
        elif not tag["close"]:
            opened.append((name, *tag.span()))
    at, bracket = 0, -1
    for name, start, begun in opened:
        ends = closed.get(name, [])
        if start < at or not ends:
            continue
        if bracket < begun and (bracket := text.find(">", begun)) < 0:
            return
        nearest = bisect_right(ends, bracket)
        if nearest == len(ends):
            continue
        closing = _CLOSING.match(text, ends[nearest])
        whole, inner = (
            (start, closing.end() if closing else len(text)),
            (bracket + 1, ends[nearest]),
        )
        if wanted(text, whole, inner):
            yield whole, inner
            at = whole[1]


def _is_around_words(text: str, whole: Span, inner: Span) -> bool:
    return _SAID_INSIDE.match(text, whole[0] + 1, inner[0]) is not None


def _is_programs(text: str, whole: Span, inner: Span) -> bool:
    """Whether nobody types it: by its name, or a block of lines that is no HTML."""
    name = _TAG.match(text, whole[0])
    if name is None or name["marker"] or re.search("[-_]", name["name"]):
        return True
    beside = text[max(0, whole[0] - 1) : whole[0]] + text[whole[1] : whole[1] + 1]
    if beside.strip() or "\n" not in text[slice(*inner)]:
        return False
    from markdown_it.common.html_blocks import block_names  # seldom wanted

    return name["name"].lower() not in block_names


# -- JSON -------------------------------------------------------------------------------------


def _blobs(lines: list[str]) -> set[int]:
    """The indices of the lines that are JSON, in fences or bare, and of the labels above fences."""
    fences = fenced(lines)
    blobs: set[int] = set()
    marks = [n for n, mark in fences.items() if mark]
    for opened, closed in zip(marks[::2], marks[1::2], strict=False):
        if "json" in lines[opened] or _json_to("\n".join(lines[opened + 1 : closed])):
            blobs |= set(range(opened, closed + 1))
            label = lines[opened - 1].rstrip() if opened else ""
            if label.endswith((":", "：")) and (opened == 1 or len(label.split()) < 6):
                blobs.add(opened - 1)
    for n, line in enumerate(lines):
        if n not in fences and n not in blobs and line.lstrip().startswith(("{", "[")):
            text = "\n".join(lines[n : n + _LONGEST_BLOB])
            blobs |= set(range(n, n + text.count("\n", 0, _json_to(text)) + bool(_json_to(text))))
    return blobs


def _json_to(text: str) -> int:
    """How far a text is an object or a list of JSON that ends with its line; 0 when it is none."""
    start = len(text) - len(text.lstrip())
    try:
        value, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return 0
    behind = text[end:].split("\n", 1)[0].strip()
    return end if isinstance(value, dict | list) and value and not behind else 0
