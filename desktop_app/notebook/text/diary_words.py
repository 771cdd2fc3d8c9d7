"""The fixed words of a diary in each language: written in one, read in all. Knows single lines."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from desktop_app import resources
from desktop_app.regex import regex

_BACKSLASH = regex(r"\\(?=[!-/:-@\[-`{-~]|$)")
_ESCAPED = regex(r"\\([!-/:-@\[-`{-~])")
_TAG = regex(r"<(?=[!/?A-Za-z])")
# What would begin a block: heading, list, quote, fence, table, definition; a line of rule or
# underline signs; a line that is emphasised as a whole, as our own remarks in diaries are.
_BLOCK = regex(r"#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|```|~~~|\||\[|[-=*_:|][-=*_:|\s]*$|([*_]).*\1\s*$")
_ORDERED = regex(r"([0-9]{1,9})([.)])(?=\s|$)")


def inline(text: str) -> str:
    """Text for the middle of a line."""
    return _TAG.sub(r"\\<", _BACKSLASH.sub(r"\\\\", text))


def line(text: str) -> str:
    """Text for a line of its own; its indent stays."""
    bare = text.lstrip(" \t")
    safe = _ORDERED.sub(r"\1\\\2", inline(bare), count=1) if _ORDERED.match(bare) else inline(bare)
    return text[: len(text) - len(bare)] + ("\\" if _BLOCK.match(safe) else "") + safe


def read(text: str) -> str:
    """The text that a line of Markdown shows for its escapes."""
    return _ESCAPED.sub(r"\1", text)


_NAMES = {
    "kind": r"(?P<kind>[^*]+)",
    "heading": r"(?P<heading>(?:\\.|[^\\])*?)",
    "path": r"(?P<path>(?:\\.|[^\\])+?)",
    "line": r"(?P<line>[0-9]+)",
    "link": r"[^)]*",
    "date": r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})",
    "engine": r"(?P<engine>.+)",
    "time": r"(?P<time>[0-9]{2}:[0-9]{2})",
    "n": "(?P<n>[0-9,]+)",
    "all": "(?P<all>[0-9,]+)",
    "seconds": "(?P<seconds>[0-9.]+)",
}
LANGUAGES = ("en", "zh-Hant", "zh-Hans")


@cache
def words(language: str, part: str = "") -> dict[str, str]:
    """The words of a language by name, or a part of them; English for one that has none."""
    table: dict[str, Any] = resources.table("language/diary")
    own: dict[str, Any] = table[language if language in LANGUAGES else "en"]
    return own[part] if part else own


@cache
def pattern(template: str) -> re.Pattern[str]:
    """A pattern for lines that were written with this template, up to their own text."""
    parts = re.split(r"\{(\w+)\}", template.rstrip())
    pieces = [_NAMES[part] if n % 2 else re.escape(part) for n, part in enumerate(parts)]
    return re.compile("".join(pieces) + "[ \t]?", re.IGNORECASE)


def opening(kind: str, heading: str, language: str) -> str:
    """What leads a change: its kind and the heading it is about."""
    own, name = words(language), words(language, "kinds").get(kind, kind)
    if not heading:
        return own["opening_plain"].format(kind=name)
    return own["opening"].format(kind=name, heading=inline(heading).replace(":", r"\:"))


def read_opening(line: str) -> tuple[str, str, str] | None:
    """Kind, heading and the text after them, of a line that leads a change."""
    for language in LANGUAGES:
        kinds = {name.casefold(): kind for kind, name in words(language, "kinds").items()}
        kinds |= words(language, "earlier")
        for template in ("opening", "opening_plain"):
            match = pattern(words(language)[template]).match(line)
            if match and match["kind"].casefold() in kinds:
                heading = match.groupdict().get("heading") or ""
                kind = kinds[match["kind"].casefold()]
                return kind, read(heading), line[match.end() :]
    return None


def _every(name: str) -> list[str]:
    return [words(language)[name] for language in LANGUAGES]


def told(name: str, line: str) -> re.Match[str] | None:
    """A line that was written with the words of this name, in any language."""
    return _read(line, _every(name))


def _read(line: str, templates: Iterable[str]) -> re.Match[str] | None:
    return next(filter(None, (pattern(one).match(line) for one in templates)), None)


def source(path: str, line: int, link: str, quote: str, language: str) -> str:
    """Where a change comes from."""
    own = words(language)
    start = own["from"].format(path=_label(path), line=line, link=link)
    return start + inline(quote).join(own["quote"])


def went(path: str, link: str, language: str) -> str:
    """The topic file that a bullet moved to."""
    return words(language)["to"].format(path=_label(path), link=link)


def by(engine: str, language: str) -> str:
    """Which of two engines proposed a change."""
    return words(language)["by"].format(engine=inline(remark(engine, language)))


def is_line(name: str, line: str) -> bool:
    """Whether a line is these words and nothing else, in any language."""
    return line.strip(" \t\r\n\ufeff").casefold() in map(str.casefold, _every(name))


def remark(text: str, language: str = "en") -> str:
    """A remark on a dream in this language, whichever it is in; what is not known stays."""
    return " · ".join(_remarked(part, words(language, "remarks")) for part in text.split(" · "))


def _remarked(part: str, templates: dict[str, str]) -> str:
    for language in LANGUAGES:
        for name, template in words(language, "remarks").items():
            if match := pattern(template).fullmatch(part):
                return templates[name].format(**match.groupdict())
    return part


def read_source(line: str) -> tuple[str, int, str] | None:
    """Path, line and quote of a line that tells a source."""
    if match := _read(line, (one.rstrip(":： ") for one in _every("from"))):
        quote = line[match.end() :].strip(":： \t")
        quoted = len(quote) > 1 and quote[0] + quote[-1] in _every("quote")
        return read(match["path"]), int(match["line"]), read(quote[1:-1] if quoted else quote)
    return None


def _label(path: str) -> str:
    return re.sub(r"([\[\]])", r"\\\1", inline(path))


def read_undone(line: str) -> str | None:
    """Date and time at which a run was taken back."""
    match = _read(line.strip(), (f"*{one}*" for one in _every("undone")))
    return f"{match['date']} {match['time']}" if match and match[0] == line.strip() else None
