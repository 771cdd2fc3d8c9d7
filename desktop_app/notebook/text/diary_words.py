"""The fixed words of a diary in each language: written in one, read in all. Knows single lines."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from desktop_app import resources
from desktop_app.notebook.text import plain_text

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


@dataclass(frozen=True)
class Words:
    """One language's words; the patterns find what its templates have written."""

    language: str
    changed: str
    untitled: str
    kinds: dict[str, str]
    opening: str
    opening_plain: str
    was: str
    source: str
    to: str
    by: str
    own: str
    quote: tuple[str, str]
    undone: str
    earlier: dict[str, str]
    remarks: dict[str, str]


@cache
def words(language: str) -> Words:
    """The words of a language; English for one that has none."""
    table: dict[str, Any] = resources.table("language/diary")
    name = language if language in LANGUAGES else "en"
    own = dict(table[name])
    first, last = own.pop("quote")
    return Words(language=name, source=own.pop("from"), quote=(first, last), **own)


@cache
def pattern(template: str) -> re.Pattern[str]:
    """A pattern for lines that were written with this template, up to their own text."""
    parts = re.split(r"\{(\w+)\}", template.rstrip())
    pieces = [_NAMES[part] if n % 2 else re.escape(part) for n, part in enumerate(parts)]
    return re.compile("".join(pieces) + "[ \t]?", re.IGNORECASE)


def changed_titles() -> set[str]:
    """The titles under which a diary says what changed."""
    return {words(language).changed.casefold() for language in LANGUAGES}


def opening(kind: str, heading: str, language: str) -> str:
    """What leads a change: its kind and the heading it is about."""
    own = words(language)
    name = own.kinds.get(kind, kind)
    if not heading:
        return own.opening_plain.format(kind=name)
    return own.opening.format(kind=name, heading=plain_text.inline(heading).replace(":", r"\:"))


def read_opening(line: str) -> tuple[str, str, str] | None:
    """Kind, heading and the text after them, of a line that leads a change."""
    for own in map(words, LANGUAGES):
        kinds = own.earlier | {name.casefold(): kind for kind, name in own.kinds.items()}
        for template in (own.opening, own.opening_plain):
            match = pattern(template).match(line)
            if match and match["kind"].casefold() in kinds:
                heading = match.groupdict().get("heading") or ""
                kind = kinds[match["kind"].casefold()]
                return kind, plain_text.read(heading), line[match.end() :]
    return None


def _read(template: str, line: str) -> re.Match[str] | None:
    """A line that was written with this template of any language."""
    matches = (pattern(getattr(words(language), template)).match(line) for language in LANGUAGES)
    return next(filter(None, matches), None)


def read_was(line: str) -> str | None:
    """The earlier text that a line tells."""
    match = _read("was", line)
    return line[match.end() :] if match else None


def source(path: str, line: int, link: str, quote: str, language: str) -> str:
    """Where a change comes from."""
    own = words(language)
    first, last = own.quote
    start = own.source.format(path=_label(path), line=line, link=link)
    return f"{start}{first}{plain_text.inline(quote)}{last}"


def went(path: str, link: str, language: str) -> str:
    """The topic file that a bullet moved to."""
    return words(language).to.format(path=_label(path), link=link)


def read_went(line: str) -> str:
    """The path in a line that tells where a bullet moved to; "" where it tells none."""
    match = _read("to", line)
    return plain_text.read(match["path"]) if match else ""


def by(engine: str, language: str) -> str:
    """Which of two engines proposed a change."""
    return words(language).by.format(engine=plain_text.inline(remark(engine, language)))


def read_by(line: str) -> str:
    """The engine in a line that tells who proposed a change; "" where it tells none."""
    match = _read("by", line)
    return remark(plain_text.read(match["engine"])) if match else ""


def is_own(line: str) -> bool:
    """Whether a line says that a person worded the change."""
    return line.strip().casefold() in {words(language).own.casefold() for language in LANGUAGES}


def remark(text: str, language: str = "en") -> str:
    """A remark on a dream in this language, whichever it is in; what is not known stays."""
    return " · ".join(_remarked(part, words(language).remarks) for part in text.split(" · "))


def _remarked(part: str, templates: dict[str, str]) -> str:
    for own in map(words, LANGUAGES):
        for name, template in own.remarks.items():
            if match := pattern(template).fullmatch(part):
                return templates[name].format(**match.groupdict())
    return part


def read_source(line: str) -> tuple[str, int, str] | None:
    """Path, line and quote of a line that tells a source."""
    for own in map(words, LANGUAGES):
        if match := pattern(own.source.rstrip(":： ")).match(line):
            quote = _unquoted(line[match.end() :].strip(":： \t"))
            return plain_text.read(match["path"]), int(match["line"]), plain_text.read(quote)
    return None


def _label(path: str) -> str:
    return re.sub(r"([\[\]])", r"\\\1", plain_text.inline(path))


def _unquoted(text: str) -> str:
    for first, last in (words(language).quote for language in LANGUAGES):
        if len(text) > 1 and text.startswith(first) and text.endswith(last):
            return text[len(first) : -len(last)]
    return text


def read_undone(line: str) -> str | None:
    """Date and time at which a run was taken back."""
    for own in map(words, LANGUAGES):
        if match := pattern(f"*{own.undone}*").fullmatch(line.strip()):
            return f"{match['date']} {match['time']}"
    return None
