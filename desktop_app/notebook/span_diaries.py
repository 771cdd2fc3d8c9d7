"""Diaries of a week or a month as Markdown, written and read again. Knows text only.

Each line has the lines of the days below it that it rests on, as the changes of a diary have.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from desktop_app import resources
from desktop_app.notebook.diaries import SPAN, DiarySource, list_items, source_line
from desktop_app.notebook.lines import split
from desktop_app.notebook.spans import Span, named_span
from desktop_app.notebook.text import diary_words, plain_text
from desktop_app.visible import visible


@dataclass(frozen=True)
class SpanLine:
    """A line of such a diary, and the lines of days that it rests on."""

    text: str
    sources: tuple[DiarySource, ...] = ()


@dataclass(frozen=True)
class SpanSection:
    """Lines under their title; a person may have written some."""

    title: str
    lines: tuple[SpanLine, ...]


@dataclass(frozen=True)
class SpanDiary:
    """What was told of a week or a month. `meta` is its remark in numbers."""

    span: Span
    path: str
    meta: str
    title: str
    sections: tuple[SpanSection, ...]


def words(language: str) -> dict[str, Any]:
    """The fixed words of such a diary in a language."""
    fixed: dict[str, Any] = resources.table("language/span_diary")[language]
    return fixed


def render(diary: SpanDiary, language: str) -> str:
    """The diary as Markdown."""
    parts = [f"{SPAN}{diary.span.name}"]
    parts += map(plain_text.line, filter(None, diary.title.split("\n\n")))
    parts.append("*" + plain_text.inline(diary.meta).replace("*", "\\*") + "*")
    for section in diary.sections:
        parts.append(f"## {section.title}")
        parts.append("\n".join(_item(one, diary.path, language) for one in section.lines))
    return visible("\n\n".join(filter(None, parts)) + "\n")


def is_span_diary(path: str, text: str) -> bool:
    """Whether a file of diaries tells of a week or a month: by its name and its first words."""
    return _span(path) is not None and text.lstrip("\ufeff \t\r\n").startswith(SPAN)


def parse(path: str, text: str) -> SpanDiary | None:
    """What such a diary says, also when people have edited it; None for any other file."""
    span = _span(path)
    if span is None or not is_span_diary(path, text):
        return None
    lines = [line.rstrip("\r\n") for line in split(text.lstrip("\ufeff"))]
    starts = [n for n, line in enumerate(lines) if line.startswith("## ")]
    head = lines[1 : starts[0]] if starts else lines[1:]
    remarks = [line for line in head if line.startswith("*") and line.endswith("*") and "·" in line]
    title = "\n".join(plain_text.read(line) for line in head if line not in remarks).strip()
    return SpanDiary(
        span,
        path,
        plain_text.read(remarks[-1][1:-1]) if remarks else "",
        title,
        tuple(_section(lines[a:b]) for a, b in pairwise([*starts, len(lines)])),
    )


def _span(path: str) -> Span | None:
    return named_span(path.rpartition("/")[2].removesuffix(".md"))


def _section(lines: Sequence[str]) -> SpanSection:
    found = []
    for first, *parts in list_items(list(lines[1:])):
        sources = filter(None, map(diary_words.read_source, parts))
        found.append(SpanLine(plain_text.read(first), tuple(DiarySource(*s) for s in sources)))
    return SpanSection(lines[0][3:].strip(), tuple(found))


def _item(item: SpanLine, path: str, language: str) -> str:
    lines = ["- " + plain_text.inline(item.text)]
    return "\n".join([*lines, *(source_line(one, path, language) for one in item.sources)])
