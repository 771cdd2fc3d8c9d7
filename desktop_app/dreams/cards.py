"""Cards: what the days themselves mark as worth keeping. Knows statements, no memory and no model.

A card is a section whose heading says rule, lesson, decision and the like, a line that begins so or
has such a tag, a preference that somebody tells of himself, or a request to remember. Its lines
stay as they are.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache

from desktop_app import resources
from desktop_app.dreams.talk.worth import is_preference, is_rule
from desktop_app.language.remembering import (
    IN_HEADINGS,
    asks_to_remember,
    label_of,
    tag_of,
    without_mark,
)
from desktop_app.language.spans import flat
from desktop_app.language.tokens import is_cjk, tokens
from desktop_app.notebook.statements.markdown import StatementForm
from desktop_app.notebook.statements.reader import Statement
from desktop_app.notebook.text.records import Role

_LEAST = 2  # words of a heading behind its mark
_SAID_BY = re.compile(r"[\"”“»」』]\s*\(@")  # a title such as: "Less is more" (@ana)


class Mark(StrEnum):
    """What marks a card, in the order in which cards are shown; a label begins a line."""

    REMEMBER = "remember"
    PREFERENCE = "preference"
    RULE = "rule"
    LESSON = "lesson"
    DECISION = "decision"
    LABEL = "label"


_IN_HEADINGS = tuple(map(Mark, IN_HEADINGS))


@dataclass(frozen=True)
class Card:
    """Lines of a day that are marked together.

    `section` is the heading that they would stand under in memory, "" for requests: those stand
    under `topic`, what is above the lines in the day, only where memory has such a section.
    """

    mark: Mark
    day: date
    topic: str
    section: str
    lines: tuple[Statement, ...]

    @property
    def title(self) -> str:
        """What it is called: `Boat / Lessons (2026-11-20)`."""
        names = " / ".join(dict.fromkeys(filter(None, (self.topic, self.section))))
        return f"{names} ({self.day})" if names else str(self.day)

    def heading(self, line: Statement) -> str:
        """The heading that a line would stand under: each label is one by itself."""
        return _label(line) if self.mark == Mark.LABEL else self.section

    def text(self, line: Statement) -> str:
        """A line as it would stand in memory, without what marks it: below a label that is not the
        section, behind it."""
        label = line.label
        if label and label.text == (self.section or self.topic):
            return without_mark(line.text)
        whole, text = line.full_text, line.text
        return f"{whole.removesuffix(text)}{without_mark(text)}"


def cards_of(statements: Iterable[Statement]) -> list[Card]:
    """The cards of one file of a day, in its order; of nested sections the innermost marked ones.

    A request to remember is a card of its own. Of what stands in a line of such a section, only the
    line is on its card, which ends at a heading below its own.
    """
    sections: dict[tuple[Mark, tuple[str, ...], int], list[Statement]] = {}
    for line in _whole(statements):
        place = _place(line)
        if place is not None and not (line.parent and place[0] in _IN_HEADINGS):
            sections.setdefault(place, []).append(line)
    paths = {path for mark, path, _ in sections if mark in _IN_HEADINGS}
    outer = {path[:n] for path in paths for n in range(1, len(path))}
    return [
        card
        for (mark, path, _), lines in sections.items()
        if mark not in _IN_HEADINGS or path not in outer
        for card in _cards(mark, path, lines)
    ]


def _cards(mark: Mark, path: tuple[str, ...], lines: list[Statement]) -> Iterator[Card]:
    """The card of one marked section. What stands below further headings in it is about these: it
    is left out where the section has lines of its own, else each of them is a card.
    """
    if mark not in _IN_HEADINGS or not path:
        yield _card(mark, path, lines)
        return
    below: dict[tuple[str, ...], list[Statement]] = {}
    for line in lines:
        joins = line.label is not None and line.label.joins  # a part of its text, and no heading
        depth = max(len(path), len(line.headings) - joins)
        below.setdefault(line.headings[:depth], []).append(line)
    own = {path: below[path]} if path in below else below
    for headings, some in own.items():
        yield _card(mark, headings, some)


def section_asked(language: str) -> str:
    """What a new section of requests to remember is called in a language: see `words.script`."""
    return _table()["remember"][language]


def _card(mark: Mark, path: tuple[str, ...], lines: list[Statement]) -> Card:
    first = lines[0]
    above = first.label.text if first.label else ""  # none that only tells the time of day
    if mark == Mark.REMEMBER:
        topic, section = above, ""
    elif mark == Mark.LABEL:
        topic, section = above, _label(first)
    else:
        topic, section = "".join(path[-2:-1]), "".join(path[-1:])
    return Card(mark, first.day, topic, section, tuple(lines))


def _whole(statements: Iterable[Statement]) -> Iterator[Statement]:
    """The statements, those of one line of a note put together again."""
    whole: Statement | None = None
    for one in statements:
        goes_on = whole and (whole.path, whole.pieces[-1].line) == (one.path, one.pieces[0].line)
        if whole and goes_on and one.form != StatementForm.TURN:
            space = "" if is_cjk(whole.text[-1]) or whole.text[-1] in "。！？；" else " "
            text = f"{whole.text}{space}{one.text}"
            whole = replace(whole, text=text, pieces=(*whole.pieces, *one.pieces))
            continue
        if whole:
            yield whole
        whole = one
    if whole:
        yield whole


def by_person(line: Statement) -> bool:
    """Whether a person may have said it: it is no answer of an agent in a conversation."""
    return line.form != StatementForm.TURN or line.speaker == Role.USER


def leans(line: Statement) -> bool:
    """Whether a line says nothing without the one before it: *Or at minimum: two people look*."""
    return _words("leans").match(flat(line.text).lstrip("*_ ")) is not None


def _place(line: Statement) -> tuple[Mark, tuple[str, ...], int] | None:
    """Which card a line belongs to: its mark, its headings and, where it is one by itself, its
    number; None for no card. What an agent said in a conversation is none, nor is what has a box;
    a quotation, or what stands below a title that is one, is a card only below a heading that
    marks it.
    """
    level, in_talk = flat(line.text), line.form == StatementForm.TURN
    quoted = line.quoted or any(map(_SAID_BY.search, line.headings))
    if not by_person(line) or line.mark:
        return None
    if asks_to_remember(line.text) and not quoted:
        return Mark.REMEMBER, line.headings, line.pieces[0].line
    if _words("soon").search(level):
        return None
    if any(_words("open").search(flat(title)) for title in line.headings):
        return None
    for depth in range(0 if in_talk else len(line.headings), 0, -1):
        if mark := _mark_of(line.headings[depth - 1]):
            return mark, line.headings[:depth], 0
    if quoted:
        return None
    if is_preference(line.text) or (in_talk and is_rule(line.text)):
        return Mark.PREFERENCE, (), 0
    marked = _words("told").search(level) or (_label(line) and not in_talk)
    return (Mark.LABEL, line.headings, 0) if marked else None


def _label(line: Statement) -> str:
    label, tag = label_of(line.text), tag_of(line.text)
    return label[1] if label else tag["tag"].replace("-", " ").capitalize() if tag else ""


def _mark_of(title: str) -> Mark | None:
    level, label = flat(title), label_of(title)
    if label and len(tokens(title[label.end() :])) < _LEAST:
        return None
    return next((mark for mark in _IN_HEADINGS if _words(mark).search(level)), None)


def kind_of_title(title: str) -> Mark | None:
    """The mark that a title is and says no more than, as *Decided* and *決定*; None for others."""
    level = flat(title).strip()
    return next((mark for mark in _IN_HEADINGS if _words(mark).fullmatch(level)), None)


@cache
def _words(name: str) -> re.Pattern[str]:
    row = _table()[name]
    return re.compile(rf"(?<![^\W\d_])(?:{row['words']})(?![^\W\d_])|{row['chinese']}")


def _table() -> dict[str, dict[str, str]]:
    return resources.table("language/cards")
