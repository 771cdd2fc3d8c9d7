"""Query: what a person or an agent typed, as steps for the index. Knows text, not the database.

While typing, every word must be there and the last one may be unfinished. A question is rarely
answered by a line with all of its words, so its words are joined by OR and ranked.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from desktop_app.language import words

Mode = Literal["auto", "typing", "question"]
By = Literal["line", "file"]
Column = Literal["body", "head", "around"]

ENOUGH = 10  # hits with all words; below that, lines with some of them are added
_LONGEST = 2000  # characters of a query that are looked at
_MOST_TERMS = 32
_QUESTION_TERMS = 4


@dataclass(frozen=True)
class Query:
    """What to look for. `since` and `until` are inclusive and leave out what has no date.

    `kinds` are where to look: memory, days, topics (without a date), dreams, sessions; none: all.
    `path` narrows to one file, whose lines were folded before. `explain`: each hit tells why.
    """

    text: str
    mode: Mode = "auto"
    limit: int = 10
    kinds: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    by: By = "line"
    path: str = ""
    explain: bool = False


@dataclass(frozen=True)
class Step:
    """One look into a full-text table; `within` narrows it to rows that match there too.

    An empty `table` is a plain look for `match` in the text. `newest` orders by day, not by rank.
    """

    table: Literal["stemmed", "typed", ""]
    match: str
    within: str = ""
    newest: bool = False


@dataclass(frozen=True)
class Marks:
    """What to mark in a hit: by words, by unstemmed words, and single CJK characters."""

    stemmed: str = ""
    typed: str = ""
    characters: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Plan:
    """Steps to take until there are enough hits, and what to mark in them.

    `cheaper` are steps to take instead when time runs out before there is any hit. `marks` are
    tried in order. Where hits contain `literal` as it was typed, they come first. `columns` are
    those of a line that are looked at: its text, its headings and date, the lines around it.
    """

    steps: tuple[Step, ...] = ()
    cheaper: tuple[Step, ...] = ()
    marks: tuple[Marks, ...] = ()
    literal: str = ""
    columns: tuple[Column, ...] = ("body", "head", "around")


def plan(text: str, mode: Mode = "auto") -> Plan:
    """How to look for `text`. Any text will do; one without words may find nothing."""
    cleaned = text[:_LONGEST].encode("utf-8", "ignore").decode().replace("\0", " ")
    folded = words.fold(unicodedata.normalize("NFKC", cleaned))
    terms = _terms(folded)
    if not terms:
        sought = cleaned.strip()
        return Plan((Step("", sought),), literal=sought) if sought else Plan()
    asked = "?" in folded
    if mode == "question" or (mode == "auto" and (asked or _weight(terms) >= _QUESTION_TERMS)):
        unfinished = mode == "auto" and not asked and _is_open(folded)
        return _question(terms, unfinished)
    return _typing(terms, _is_open(folded), cleaned.strip())


def alike(text: str) -> Plan:
    """How to look for lines that share the telling words of `text`, whole words and their own."""
    folded = words.fold(unicodedata.normalize("NFKC", text[:_LONGEST].replace("\0", " ")))
    terms = _terms(folded)
    parts = _telling_parts(terms) if terms else []
    match = f"{{body}} : ({_either(parts)})"
    if not parts:
        return Plan()
    return Plan((Step("stemmed", match),), (), (Marks(match),), columns=("body",))


def _typing(terms: list[str], unfinished: bool, literal: str) -> Plan:
    *complete, last = map(_exact, terms)
    told = _told(terms)
    long = _weight(terms) >= _QUESTION_TERMS
    parts = _telling_parts(terms) if long else [part for term in told for part in _loose(term)]
    start = f"{last}*" if unfinished and not words.is_cjk(terms[-1][0]) else last
    if not complete and len(terms[0]) <= 2 and terms[0].isascii() and terms[0].isalpha():
        steps = [Step("typed", start, newest=True)]
    else:
        steps = [
            Step("typed", _all([*complete, start])),
            Step("stemmed", _own_words(_all([*complete, last]))),
        ]
        if complete:
            steps.append(Step("stemmed", _own_words(_all(complete)), within=start))
        if len(parts) > 1 or told != terms:
            steps.append(Step("stemmed", _own_words(_either(parts))))
        if complete and told[-1] == terms[-1]:
            steps.append(Step("typed", start))
    latin = [term for term in told if not words.is_cjk(term[0])]
    stemmed = [_exact(term) for term in told if term in latin or len(term) > 1]
    exact = Marks(
        _either(stemmed),
        start if terms[-1] in latin else "",
        frozenset(term for term in told if len(term) == 1 and term not in latin),
    )
    loose = Marks(_either(parts))
    symbols = any(not (c.isalnum() or c.isspace()) for c in literal)
    newest = Step("typed", steps[0].match, newest=True)
    literal = literal if symbols else ""
    return Plan(tuple(steps), (newest,), (exact, loose), literal, ("body", "head"))


def _question(terms: list[str], unfinished: bool) -> Plan:
    parts = _telling_parts(terms)
    last = terms[-1]
    if unfinished and not words.is_cjk(last[0]) and last in _told(terms):
        parts.append(f"{_exact(last)}*")
    match = _either(dict.fromkeys(parts))
    own = _own_words(
        match
    )  # a question also looks at what stands around a line, which takes longer
    cheaper = (Step("stemmed", own), Step("stemmed", own, newest=True))
    return Plan((Step("stemmed", match),), cheaper, (Marks(match),))


def _telling_parts(terms: list[str]) -> list[str]:
    """What of the terms says something, each once as FTS5 finds it; all of it when none does."""
    telling = [part for term in terms for part in _telling(term)]
    longer = [part for part in telling if len(part) > 1 or not words.is_cjk(part)]
    return list(dict.fromkeys(p for term in longer or telling or terms for p in _loose(term)))


def _told(terms: list[str]) -> list[str]:
    """The terms that say something, all of them when none does: only these are marked."""
    return [term for term in terms if _telling(term)] or terms


def _terms(folded: str) -> list[str]:
    """The words and CJK runs that can be looked up, each once, the last one typed at the end."""
    parts = [part for word in folded.split() for part in words.runs(word) if _is_word(part)]
    backwards = dict.fromkeys(reversed(parts[:_MOST_TERMS]))
    return list(backwards)[::-1]


def _telling(term: str) -> list[str]:
    """What of a term says something: no stop words, no question words."""
    if words.is_cjk(term[0]):
        return [part for part in words.question_words().split(term) if part]
    return [] if term.casefold().strip("?!.,;:'\"") in words.stop_words() else [term]


def _exact(term: str) -> str:
    """The term as FTS5 finds it whole: a phrase; one CJK character begins a pair or is the last."""
    if not words.is_cjk(term[0]):
        return _quoted(term)
    return _quoted(" ".join(words.bigrams(term))) + ("*" if len(term) == 1 else "")


def _loose(term: str) -> list[str]:
    """The term as FTS5 finds parts of it: any pair of a CJK run."""
    if len(term) == 1 or not words.is_cjk(term[0]):
        return [_exact(term)]
    return [_quoted(pair) for pair in words.bigrams(term)]


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def _all(parts: Sequence[str]) -> str:
    return " AND ".join(parts)


def _either(parts: Iterable[str]) -> str:
    return " OR ".join(parts)


def _own_words(match: str) -> str:
    """While typing, a line is not found by the words of its neighbours."""
    return f"{{body head}} : ({match})"


def _is_word(part: str) -> bool:
    return any(_is_token(character) for character in part)


def _is_token(character: str) -> bool:
    """Whether FTS5 takes the character as part of a word."""
    category = unicodedata.category(character)
    return category[0] in "LN" or category == "Co"


def _is_open(folded: str) -> bool:
    """Whether the last word may still be typed: no blank and no sign stands after it."""
    return _is_token(folded[-1])


def _weight(terms: list[str]) -> float:
    """How many words these are; two CJK characters count as one."""
    return sum(max(1, len(t) / 2) if words.is_cjk(t[0]) else 1 for t in terms)
