"""Almanacs: a week, month or year of days as Markdown, written and read again. Knows text only.

Each line has the lines of the days below it that it rests on, as the changes of a diary have.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from desktop_app import resources
from desktop_app.notebook.diaries import ALMANAC, DiarySource, list_items, source_line
from desktop_app.notebook.lines import split
from desktop_app.notebook.spans import Span, named_span
from desktop_app.notebook.text import diary_words, plain_text
from desktop_app.visible import visible


class AlmanacPart(StrEnum):
    """The sections of an almanac, in their order: `OPENING` holds sentences of a model, `OWN` is
    one that a person wrote."""

    OPENING = "opening"
    ABOUT = "about"
    DECIDED = "decided"
    OWN = ""


PARTS = tuple(part for part in AlmanacPart if part)


@dataclass(frozen=True)
class AlmanacItem:
    """A line of an almanac, and the lines of days that it rests on."""

    text: str
    sources: tuple[DiarySource, ...] = ()


@dataclass(frozen=True)
class AlmanacSection:
    """Lines of one kind under their title."""

    part: AlmanacPart
    title: str
    items: tuple[AlmanacItem, ...]


@dataclass(frozen=True)
class Almanac:
    """What an almanac says. `meta` is its remark in numbers, `prose` stands before the lists."""

    span: Span
    path: str
    meta: str
    prose: str
    sections: tuple[AlmanacSection, ...]


def titles(language: str) -> dict[AlmanacPart, str]:
    """The title of each part in a language."""
    words = resources.table("language/almanac")[language]
    return {part: str(words[part]) for part in PARTS}


def render(almanac: Almanac, language: str) -> str:
    """The almanac as Markdown, its titles as they are given."""
    parts = [f"{ALMANAC}{almanac.span.name}"]
    if almanac.prose:
        parts.append("\n\n".join(map(plain_text.line, almanac.prose.split("\n\n"))))
    parts.append("*" + plain_text.inline(almanac.meta).replace("*", "\\*") + "*")
    for section in almanac.sections:
        parts.append(f"## {section.title}")
        parts.append("\n".join(_item(one, almanac.path, language) for one in section.items))
    return visible("\n\n".join(filter(None, parts)) + "\n")


def is_almanac(path: str, text: str) -> bool:
    """Whether a file of diaries is an almanac: by its name and its first words."""
    return _span(path) is not None and text.lstrip("\ufeff \t\r\n").startswith(ALMANAC)


def parse(path: str, text: str) -> Almanac | None:
    """What an almanac says, also when people have edited it; None for any other file."""
    span = _span(path)
    if span is None or not is_almanac(path, text):
        return None
    lines = [line.rstrip("\r\n") for line in split(text.lstrip("\ufeff"))]
    starts = [n for n, line in enumerate(lines) if line.startswith("## ")]
    head = lines[1 : starts[0]] if starts else lines[1:]
    remarks = [line for line in head if line.startswith("*") and line.endswith("*") and "·" in line]
    prose = "\n".join(plain_text.read(line) for line in head if line not in remarks).strip()
    return Almanac(
        span,
        path,
        plain_text.read(remarks[-1][1:-1]) if remarks else "",
        prose,
        tuple(_section(lines[a:b]) for a, b in pairwise([*starts, len(lines)])),
    )


def _span(path: str) -> Span | None:
    return named_span(path.rpartition("/")[2].removesuffix(".md"))


def _section(lines: Sequence[str]) -> AlmanacSection:
    title = lines[0][3:].strip()
    kinds = {
        text: part for language in diary_words.LANGUAGES for part, text in titles(language).items()
    }
    items = []
    for first, *parts in list_items(list(lines[1:])):
        sources = filter(None, map(diary_words.read_source, parts))
        items.append(AlmanacItem(plain_text.read(first), tuple(DiarySource(*s) for s in sources)))
    return AlmanacSection(kinds.get(title, AlmanacPart.OWN), title, tuple(items))


def _item(item: AlmanacItem, path: str, language: str) -> str:
    lines = ["- " + plain_text.inline(item.text)]
    return "\n".join([*lines, *(source_line(one, path, language) for one in item.sources)])
