"""What of a message its writer says, sentence by sentence, without what is pasted in."""

import re
from functools import cache

from desktop_app import resources
from desktop_app.language.phrases import listed
from desktop_app.language.spans import flat
from desktop_app.language.tokens import is_cjk
from desktop_app.notebook.statements.sentences import sentences as places
from desktop_app.notebook.text.fences import fenced
from desktop_app.notebook.text.marks import LIST_MARK, bare
from desktop_app.notebook.text.program_text import said
from desktop_app.notebook.text.records import Role
from desktop_app.regex import regex

_LOOKED_AT = 10_000  # characters at either end: what a person says stands around what he pastes
_LONGEST = 480  # characters of a sentence; nobody is shown more
_WRAPPED = 50  # characters from which on a line may end because the page does

# Colours of a terminal, control characters, halves of characters: nothing that anybody says.
_NOISE = regex("\x1b\\[[0-9;]*[A-Za-z]|[\x00-\x08\x0e-\x1b\x7f\ud800-\udfff]")
_QUOTE = regex(r"^(?:(?:>|#{1,6}\s)\s*)+")
_RULE = regex(r"[\s|:+=*_~`#.-]*$")
_PASTED = regex(  # tables, logs, terminals; programs, by how their lines begin or end
    rf"\s*\||[^\t]*\t[^\t]*\t|(?:    |\t)\s*(?!{LIST_MARK}\s)\S"
    r"|\s*[\[(]?(?:(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d|(?:DEBUG|INFO|WARN(?:ING)?|ERROR)\b)"
    r"|\s*(?:at [\w$.<>]+\(|File \".+\", line \d|Traceback |\w[\w.]*(?:Error|Exception):\s"
    r"|[$%]\s|>>>\s|\w+@\w+:|[{\[]\s*[\"{\[]|[{}\[\]()]+[,;]?$|</?\w|#include|//|/\*)"
    r"|.*(?:[{}]|[=(].*;|=>.*|\):)\s*$"
)
_ODD = regex(r"[{}\[\]<>=;_/\\|$#@^&+]")
_TROUBLE = regex(r"error|exception|fail|fatal|denied|refused|错误|錯誤|异常|異常|失败|失敗", re.I)
_PARTING = regex(r"\s*(?:[,!.:;~…—–，。！、：；～-]+\s*|$)")
_NAME = regex(r"[ ,，]+(?:there|everyone|all|again|guys|team|[A-Z][a-z]+)\b")
_CLOSED = regex(r"[.!?:;。！？：；…]\W*$")
_BREAK = regex(r"[。！？\n]|[.!?]\s")


def shown_sentences(content: str, role: str = Role.USER) -> tuple[str, ...]:
    """What somebody says in a message; a mere paste is represented by its first telling line."""
    words, pasted = _parted(content, role)
    worded = [line for line in pasted[:1000] if len(re.findall(r"[^\W_]+", line[:_LONGEST])) > 1]
    first = next(filter(_TROUBLE.search, worded), next(iter(worded or pasted), ""))
    return _sentences(words) or ((first[:_LONGEST],) if first else ())


def own_sentences(content: str, role: str = Role.USER) -> tuple[str, ...]:
    """The sentences of a message in order, verbatim up to white space; of a huge one both ends.

    Greetings at its beginning, code, logs and tables are left out.
    """
    return _sentences(_parted(content, role)[0])


def sentences(line: str) -> list[str]:
    """The sentences of a line, verbatim and in order; what has no word goes with the one before."""
    spans: list[tuple[int, int]] = []
    for start, end in places(line, spoken=True):
        if spans and not any(map(str.isalpha, line[start:end])):
            start = spans.pop()[0]
        spans.append((start, end))
    parts = (line[start:end].strip() for start, end in spans)
    return [part for part in parts if part]


def asks(sentence: str) -> bool:
    """Whether a sentence is a question."""
    level = flat(sentence).rstrip(" \"'”’」』)）*_`~.。!！")
    return level.endswith(("?", "？", "吗", "呢", "么"))


def begs(sentence: str) -> bool:
    """Whether a sentence begins as a request does: `Please ...`."""
    return regex(_any("polite")).match(flat(bare(sentence))) is not None


def requested(sentence: str) -> str:
    """What a sentence asks for that asks for an answer now, as flat text; "" for any other."""
    level = flat(bare(sentence))
    return level[opener.end() :].strip() if (opener := _requests().match(level)) else ""


def joined(one: str, other: str) -> str:
    """Two pieces of text as they would be written on one line."""
    close = (
        one[-1:] in tuple("。！？；…，、") and other and (is_cjk(other[0]) or other[0] in "「『“")
    )
    return f"{one}{other}" if close else f"{one} {other}".strip()


def _sentences(lines: list[str]) -> tuple[str, ...]:
    first = [bare(line[_after_openers(line) :]) for line in lines[:1]]
    return tuple(part[:_LONGEST] for line in first + lines[1:] for part in sentences(line))


def _outer(text: str) -> str:
    """Both ends of a text without end, in whole sentences only: half a secret looks like none."""
    if len(text) <= 2 * _LOOKED_AT:
        return text
    breaks = [match.end() for match in _BREAK.finditer(text, 0, _LOOKED_AT)]
    after = _BREAK.search(text, len(text) - _LOOKED_AT)
    return f"{text[: breaks[-1] if breaks else _LONGEST]}\n{text[after.end() :] if after else ''}"


def _parted(content: str, role: str) -> tuple[list[str], list[str]]:
    """The lines somebody says, those that a line break only wraps put together; and the pasted."""
    content = "" if role == Role.SYSTEM else said(content, by_person=role == Role.USER)
    lines: list[str] = []
    pasted: list[str] = []
    wraps = False
    every = _outer(_NOISE.sub("", content)).splitlines()
    shown = fenced(every, to_end=True)
    for n, raw in enumerate(every):
        line = " ".join(raw.split())
        if n in shown or _is_pasted(raw):
            pasted += [] if shown.get(n) or _RULE.match(line) else [line]
            wraps = False
            continue
        goes_on = wraps and line[:1].islower()
        long = len(line) >= _WRAPPED or goes_on or line[:1].isupper()
        wraps = long and not _CLOSED.search(line[-8:])
        if goes_on:
            lines[-1] = joined(lines[-1], line)
        elif not _RULE.match(line):
            lines.append(_QUOTE.sub("", line))
    return lines, pasted


def _is_pasted(line: str) -> bool:
    """Whether a line is of a table, a log or a program, or no words at all."""
    words = line.strip()[:_LONGEST]
    unbroken = len(words) > 60 and words.isascii() and " " not in words
    odd = len(_ODD.findall(words)) > max(3, 0.15 * len(words))
    return unbroken or odd or _PASTED.match(line[:_LONGEST]) is not None


def _after_openers(text: str) -> int:
    level, start = flat(text[:_LONGEST]), 0
    while start < len(level) and (opener := _openers().match(level, start)):
        name = _NAME.match(text, opener.end())
        if not (parting := _PARTING.match(level, name.end() if name else opener.end())):
            break
        start = parting.end()
    return start


@cache
def _openers() -> re.Pattern[str]:
    return regex(rf"(?:{_any('openers')})+")


@cache
def _requests() -> re.Pattern[str]:
    before = rf"(?:{_any('linking')}|{_any('polite')})[,，]?\s*"
    return regex(rf"(?:{before})*{_any('requests')}")


def _any(name: str) -> str:
    phrases = sorted(listed(resources.table("language/talk")[name]), key=len, reverse=True)
    some = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in phrases)
    return rf"(?:(?:{some})(?![a-z']))"
