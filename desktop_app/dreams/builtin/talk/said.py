"""What of a message its writer says, and what is only pasted in. Knows one message, no worth."""

import re
from functools import cache

from desktop_app import resources
from desktop_app.dreams.builtin.talk.worth import sentences, weight
from desktop_app.language.spans import flat
from desktop_app.language.words import is_cjk
from desktop_app.notebook.text.fences import fenced
from desktop_app.notebook.text.marks import LIST_MARK

_LOOKED_AT = 10_000  # characters at either end: what a person says stands around what he pastes
_LONGEST = 480  # characters of a sentence; nobody is shown more
_WRAPPED = 50  # characters from which on a line may end because the page does
_TELLING = 2  # words a pasted line must have

# Colours of a terminal, control characters, halves of characters: nothing that anybody says.
_NOISE = re.compile("\x1b\\[[0-9;]*[A-Za-z]|[\x00-\x08\x0e-\x1b\x7f\ud800-\udfff]")
_BULLET = re.compile(rf"\s*{LIST_MARK}\s+")
_QUOTE = re.compile(r"^(?:(?:>|#{1,6}\s)\s*)+")
_RULE = re.compile(r"[\s|:+=*_~`#.-]*$")
_TABLE = re.compile(r"\s*\||[^\t]*\t[^\t]*\t")
_LOG = re.compile(
    r"\s*(?:[\[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[\[(]?\d\d:\d\d:\d\d"
    r"|[\[(]?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b|npm (?:ERR|WARN)"
    r"|at [\w$.<>]+\(|File \".+\", line \d|Traceback |[\w.]*(?:Error|Exception):\s"
    r"|[$%]\s|>>>\s|\w+@\w+:)"
)
_CODE = re.compile(
    r"\s*(?:import [\w.]+(?: as \w+)?;?$|from [\w.]+ import\b|@\w+(?:\(.*)?$|#include|//|/\*|</?\w"
    r"|(?:async )?(?:def|function|func|fn) \w+\(|class \w+[(:{]|(?:const|let|var)\s+\w+\s*="
    r"|(?:if|for|while|switch)\s*\(|[{\[]\s*[\"{\[]|\"[\w .-]{1,40}\"\s*:\s|[{}\[\]()]+[,;]?$"
    r"|SELECT .* FROM |INSERT INTO |UPDATE \w+ SET |DELETE FROM |CREATE TABLE "
    r"|.*(?:[{}]|[=(].*;|=>.*|\):)\s*$)"
)
_ODD = re.compile(r"[{}\[\]<>=;_/\\|$#@^&+]")
_PARTING = re.compile(r"\s*(?:[,!.:;~…—–，。！、：；～-]+\s*|$)")
_NAME = re.compile(r"[ ,，]+(?:there|everyone|everybody|all|again|guys|team|folks|[A-Z][a-z]+)\b")
_GOES_ON = re.compile(r"[a-z(]")
_BREAK = re.compile(r"[。！？]|[.!?]\s")
_CLOSED = re.compile(r"[.!?:;。！？：；…]\W*$")


def told(content: str) -> tuple[str, ...]:
    """What somebody says in a message; a mere paste is represented by its first telling line."""
    words, pasted = _parted(_NOISE.sub("", content))
    line = _telling(pasted)
    return _sentences(words) or ((line[:_LONGEST],) if line else ())


def said(content: str) -> tuple[str, ...]:
    """The sentences of a message in order, each verbatim up to white space.

    Greetings at its beginning, code, logs and tables are left out. Of a huge message only both
    ends are read.
    """
    return _sentences(_parted(_NOISE.sub("", content))[0])


def _sentences(lines: list[str]) -> tuple[str, ...]:
    if lines:
        lines[0] = unmarked(lines[0][_after_openers(lines[0]) :])
    return tuple(part[:_LONGEST] for line in _outer(lines) for part in sentences(line))


def _outer(lines: list[str]) -> list[str]:
    """Of lines without end only the first and the last."""
    size, first = 0, 0
    while first < len(lines) and size < _LOOKED_AT:
        size, first = size + len(lines[first]), first + 1
    size, last = 0, len(lines)
    while last > first and size < _LOOKED_AT:
        size, last = size + len(lines[last - 1]), last - 1
    return lines[:first] + lines[last:]


def _outer_sentences(line: str) -> str:
    """Of a line without end the same, in whole sentences only: half a secret looks like none."""
    if len(line) <= 2 * _LOOKED_AT:
        return line
    breaks = [match.end() for match in _BREAK.finditer(line, 0, _LOOKED_AT)]
    after = _BREAK.search(line, len(line) - _LOOKED_AT)
    return line[: breaks[-1] if breaks else _LONGEST] + (line[after.end() :] if after else "")


def unmarked(sentence: str) -> str:
    """A sentence without the marker of the list it stands in."""
    marker = _BULLET.match(sentence)
    return sentence[marker.end() :] if marker else sentence


def joined(one: str, other: str) -> str:
    """Two pieces of text as they would be written on one line."""
    close = (
        one and other and one[-1] in "。！？；…，、" and (is_cjk(other[0]) or other[0] in "「『“")
    )
    return f"{one}{other}" if close else f"{one} {other}".strip()


def _parted(content: str) -> tuple[list[str], list[str]]:
    """The lines somebody says, those that a line break only wraps put together; and the pasted."""
    lines: list[str] = []
    pasted: list[str] = []
    wraps = False
    every = content.splitlines()
    shown = fenced(every, to_end=True)
    for n, raw in enumerate(every):
        line = " ".join(_outer_sentences(raw).split())
        if n in shown:
            if not shown[n]:
                pasted.append(line)
            wraps = False
        elif not line:
            wraps = False
        elif _is_pasted(raw):
            pasted.append(line)
            wraps = False
        elif wraps and _GOES_ON.match(line):
            lines[-1] = joined(lines[-1], line)
            wraps = _may_wrap(line)
        else:
            lines.append(_QUOTE.sub("", line, count=1))
            wraps = _may_wrap(line)
    return [line for line in lines if not _RULE.match(line)], pasted


def _may_wrap(line: str) -> bool:
    return len(line) >= _WRAPPED and not _CLOSED.search(line[-8:])


def _is_pasted(line: str) -> bool:
    """Whether a line is of a table, a log or a program, or no words at all."""
    if _TABLE.match(line) or _LOG.match(line) or _CODE.match(line[:_LONGEST]):
        return True
    if line.startswith(("    ", "\t")) and not _BULLET.match(line):
        return True
    bare = line.strip()
    unbroken = len(bare) > 60 and bare.isascii() and " " not in bare
    odd = len(_ODD.findall(bare[:_LONGEST]))
    return unbroken or odd > max(3, 0.15 * min(len(bare), _LONGEST))


def _telling(pasted: list[str]) -> str:
    """The first pasted line that tells of trouble, else the first with words, else the first."""
    worded = [line for line in pasted[:1000] if weight(line[:_LONGEST]) >= _TELLING]
    trouble = _trouble()
    for line in worded:
        if trouble.search(flat(line[:_LONGEST])):
            return line
    return next(iter(worded or [line for line in pasted if not _RULE.match(line)]), "")


def _after_openers(text: str) -> int:
    """Where a text begins behind its greetings, thanks and nods."""
    level = flat(text[:_LONGEST])
    start = 0
    while opener := _openers().match(level, start):
        name = _NAME.match(text, opener.end())
        parting = _PARTING.match(level, name.end() if name else opener.end())
        if parting is None:
            break
        start = parting.end()
        if start == len(level):
            break
    return start


@cache
def _openers() -> re.Pattern[str]:
    return re.compile(rf"(?:{_any_of('openers')})+")


@cache
def _trouble() -> re.Pattern[str]:
    return re.compile(rf"{_any_of('trouble')}|\w(?:error|exception)\b")


def _any_of(name: str) -> str:
    """A pattern of the phrases of a list: English ones as whole words, Chinese ones anywhere."""
    row: dict[str, list[str]] = resources.table("language/talk")[name]
    english, chinese = (
        "|".join(sorted(map(re.escape, row[language]), key=len, reverse=True))
        for language in ("english", "chinese")
    )
    return rf"(?<![\w'])(?:{english})(?![\w'])|{chinese}".replace(r"\ ", r"\s+")
