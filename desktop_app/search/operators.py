"""Operators in what is typed: "a phrase", -without, in:days, since:2026-11. Knows no index.

Whatever is none of these stays a word, so any text will do, and one without operators is not
changed at all.
"""

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from desktop_app.language import tokens
from desktop_app.regex import regex
from desktop_app.search.query import Query, SearchIn
from desktop_app.words import tr

_PHRASE = '"[^"]+"|“[^“”]+”|「[^「」]+」|『[^『』]+』|＂[^＂]+＂'
_PIECE = regex(
    rf"(?<!\S)(?:(?P<name>in|since|until)[:：](?P<value>\"[^\"]*\"|\S+)"
    rf"|(?P<minus>[-－]?)(?P<phrase>{_PHRASE})(?!\S)"
    rf"|[-－](?!(?:in|since|until)[:：])(?P<word>[^\W\d_]\S*))",
    re.IGNORECASE,
)
_AGE = regex(r"(\d{1,4})([dwmy])", re.IGNORECASE | re.ASCII)
_DAY = regex(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", re.ASCII)
_DAYS_OF = {"d": 1, "w": 7, "m": 30, "y": 365}
_LOOKED_AT = 2000  # characters, as of a query


class Operator(StrEnum):
    """What narrows a search. The names are typed, so they are of no language."""

    IN = "in"
    SINCE = "since"
    UNTIL = "until"
    PHRASE = "phrase"
    WITHOUT = "without"


_PLACES = {kind.value: kind.value for kind in SearchIn} | {"conversations": SearchIn.SESSIONS.value}


class TypedOperator(NamedTuple):
    """An operator that was understood; `typed` is how it stands in the text."""

    operator: Operator
    value: str
    typed: str


class Operators(NamedTuple):
    """What was typed, understood. `text` is what is left to find, the words of phrases among it.

    `places` are parts of the notebook by their names, files, or folders with a "/" behind them.
    `wrong` are operators that make no sense; they are words of the text.
    """

    text: str
    pieces: tuple[TypedOperator, ...] = ()
    places: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    wrong: tuple[str, ...] = ()

    @property
    def phrases(self) -> tuple[str, ...]:
        return tuple(piece.value for piece in self.pieces if piece.operator is Operator.PHRASE)

    @property
    def without(self) -> tuple[TypedOperator, ...]:
        return tuple(piece for piece in self.pieces if piece.operator is Operator.WITHOUT)


def read(text: str, today: date) -> Operators:
    """The operators of a text, and the text without them."""
    pieces: list[TypedOperator] = []
    wrong: list[str] = []

    def instead(match: re.Match[str]) -> str:
        piece = _piece(match, today)
        if piece is None:
            wrong.append(match[0])
            return match[0]
        pieces.append(piece)
        return piece.value if piece.operator is Operator.PHRASE else ""

    left = _PIECE.sub(instead, text[:_LOOKED_AT])
    if not pieces:
        return Operators(text, wrong=tuple(wrong))
    bounds = [
        [day for p in pieces if p.operator is name and (day := bound(p.value, today, last=last))]
        for name, last in ((Operator.SINCE, False), (Operator.UNTIL, True))
    ]
    return Operators(
        " ".join(left.split()),
        tuple(pieces),
        tuple(place for p in pieces if p.operator is Operator.IN for place in _places(p.value)),
        max(bounds[0], default=None),
        min(bounds[1], default=None),
        tuple(wrong),
    )


def narrowed(query: Query, operators: Operators) -> Query:
    """The query, looking for the text of these operators within all that they say."""
    if not operators.pieces:
        return query
    since = max(filter(None, (query.since, operators.since)), default=None)
    until = min(filter(None, (query.until, operators.until)), default=None)
    shut = tuple(match_of(p.value, whole=p.typed[1:] != p.value) for p in operators.without)
    return query._replace(text=operators.text, since=since, until=until, places=operators.places,
        must=tuple(match_of(phrase) for phrase in operators.phrases), must_not=shut,
    )  # fmt: skip


def match_of(text: str, *, whole: bool = True) -> tuple[str, str]:
    """A full-text table, and what finds lines that say `text` there; `whole`: in just this form.

    The signs around a Chinese phrase may be of the same line.
    """
    indexed = tokens.index_text(text).replace("\0", " ").split()
    paired = any(tokens.is_paired(token[0]) for token in indexed)
    alone = bool(indexed) and len(indexed[-1]) == 1 and tokens.is_paired(indexed[-1])
    if alone and len(indexed) > 1 and indexed[-2][-1] == indexed[-1]:
        indexed, alone = indexed[:-1], False  # the run may go on in the line
    phrase = '"' + " ".join(indexed).replace('"', '""') + '"' + "*" * alone
    return ("stemmed", f"{{body}} : {phrase}") if paired or not whole else ("typed", phrase)


def bound(value: str, today: date, *, last: bool) -> date | None:
    """The day of 2026-11-20, 2026-11, 2026, 7d, 2w, today; of a month or year its first or `last`.

    None if it is no day.
    """
    value = value.casefold()
    if value in ("today", "yesterday"):
        return today - timedelta(days=value == "yesterday")
    if (age := _AGE.fullmatch(value)) is not None:
        back = int(age[1]) * _DAYS_OF[age[2]]
        return date.min if back >= today.toordinal() else today - timedelta(days=back)
    if (day := _DAY.fullmatch(value)) is None:
        return None
    year, month = int(day[1]), int(day[2] or (12 if last else 1))
    try:
        end = calendar.monthrange(year, month)[1] if last else 1
        return date(year, month, int(day[3] or end))
    except (ValueError, calendar.IllegalMonthError):
        return None


def told(operators: Operators, known: Callable[[str], bool]) -> str:
    """What a person should know of the operators: "" while all is well. `known` says whether a file
    or folder is there."""
    sentences = [
        tr("“{operator}” is no filter, and is searched as words.").format(operator=wrong)
        for wrong in operators.wrong
    ]
    sentences += [
        tr("There is no note or folder “{path}”.").format(path=place)
        for place in operators.places
        if place not in _PLACES and not known(place)
    ]
    if operators.since and operators.until and operators.since > operators.until:
        sentences.append(tr("No day lies after the one of since: and before the one of until:."))
    if operators.pieces and not operators.text.strip():
        sentences.append(tr("Type a word to search for, too."))
    return " ".join(sentences)


def _piece(match: re.Match[str], today: date) -> TypedOperator | None:
    typed = match[0]
    if match["word"]:
        return (
            TypedOperator(Operator.WITHOUT, match["word"], typed) if _says(match["word"]) else None
        )
    if match["phrase"]:
        operator = Operator.WITHOUT if match["minus"] else Operator.PHRASE
        phrase = " ".join(match["phrase"][1:-1].split())
        return TypedOperator(operator, phrase, typed) if _says(phrase) else None
    operator, value = Operator(match["name"].casefold()), match["value"].strip('"')
    if operator is Operator.IN:
        return TypedOperator(operator, value, typed) if _places(value) else None
    good = bound(value, today, last=operator is Operator.UNTIL)
    return TypedOperator(operator, value, typed) if good else None


def _places(value: str) -> tuple[str, ...]:
    """The places of a list with commas; none if one of them is neither a part nor a path."""
    places: list[str] = []
    for part in filter(None, (part.strip() for part in value.split(","))):
        if part.casefold() in _PLACES:
            places.append(_PLACES[part.casefold()])
        elif "/" in part or "." in part:
            places.append(part.removeprefix("./"))
        else:
            return ()
    return tuple(places)


def _says(text: str) -> bool:
    return any(character.isalnum() for character in text)
