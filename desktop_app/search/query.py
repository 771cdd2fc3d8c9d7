"""Query: the typed words of a person or an agent become steps for the index. Knows no database.

While somebody types, a line must have every word, and the last word may be unfinished. A line that
answers a question rarely has all of its words, so they are joined by OR and ranked.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from desktop_app.language import tokens

ENOUGH = 10  # hits with all words; below that, lines with some of them are added
_LONGEST = 2000  # characters of a query that are looked at
_MOST_TERMS = 32
_QUESTION_TERMS = 4
_SHORT = re.compile("[A-Za-z]{1,2}")


class SearchMode(StrEnum):
    """How to read a text: as words being typed, or as a question. AUTO decides by the text."""

    AUTO = "auto"
    TYPING = "typing"
    QUESTION = "question"


class SearchIn(StrEnum):
    """A part of the notebook; topics are notes without a date, copies second texts of notes."""

    MEMORY = "memory"
    DAYS = "days"
    TOPICS = "topics"
    DREAMS = "dreams"
    SESSIONS = "sessions"
    COPIES = "copies"


class HitPer(StrEnum):
    """Whether each line found is a hit, or each file by its best line."""

    LINE = "line"
    FILE = "file"


class FullText(StrEnum):
    """A full-text table of the index: words by their stems, or as they were typed."""

    STEMMED = "stemmed"
    TYPED = "typed"


class Query(NamedTuple):
    """What to look for. `since` and `until` are inclusive and leave out lines without a date.

    `kinds` are the parts to look in; none means all. `path` narrows the search to one file.
    `rate`: each hit of a question says how surely it
    answers (see `relevance`). `at_hand`: only what the index itself has, at once.
    `for_model`: no hit is marked, says why it was found, or is of a file with a conflict of Git.

    What operators say (see `operators`): `places` are parts, files or folders to look in, `must`
    and `must_not` pairs of a full-text table and what each line matches there, or none does.
    `without` is a file that is not looked into.
    """

    text: str
    mode: SearchMode = SearchMode.AUTO
    limit: int = 10
    kinds: tuple[SearchIn, ...] = ()
    since: date | None = None
    until: date | None = None
    by: HitPer = HitPer.LINE
    path: str = ""
    rate: bool = False
    at_hand: bool = False
    places: tuple[str, ...] = ()
    must: tuple[tuple[str, str], ...] = ()
    must_not: tuple[tuple[str, str], ...] = ()
    for_model: bool = False
    without: str = ""


class SearchStep(NamedTuple):
    """One look into a full-text table; `within` narrows it to rows that match there too.

    Without a `table` it looks for `match` in the text itself. `newest` orders by day, not by rank.
    """

    table: FullText | None
    match: str
    within: str = ""
    newest: bool = False


class AnyOf(NamedTuple):
    """One look for lines that have some of the `words`, as FTS5 finds each, the most telling first.

    With `head` a word counts in a line's headings and date too, with `around` in the lines near it.
    """

    words: tuple[str, ...]
    head: bool = True
    around: bool = False


class Marks(NamedTuple):
    """What to mark in a hit: by words, by unstemmed words, and single CJK characters."""

    stemmed: str = ""
    typed: str = ""
    characters: frozenset[str] = frozenset()


class SearchPlan(NamedTuple):
    """Steps to take until there are enough hits, and what to mark in them.

    `marks` are tried in order. Where hits contain `literal` as it was typed, they come first.
    """

    steps: tuple[SearchStep | AnyOf, ...] = ()
    marks: tuple[Marks, ...] = ()
    literal: str = ""

    @property
    def tops_up(self) -> bool:
        """Whether lines with all words come first, and lines with some of them may follow."""
        return {SearchStep, AnyOf} <= set(map(type, self.steps))


def plan(text: str, mode: SearchMode = SearchMode.AUTO) -> SearchPlan:
    """How to look for `text`. Any text will do; one without words may find nothing."""
    cleaned = text[:_LONGEST].encode("utf-8", "ignore").decode().replace("\0", " ")
    folded = tokens.sought(cleaned)
    terms = _terms(folded)
    if not terms:
        sought = cleaned.strip()
        return SearchPlan((SearchStep(None, sought),), literal=sought) if sought else SearchPlan()
    asked = "?" in folded
    if mode == SearchMode.AUTO and (asked or _weight(terms) >= _QUESTION_TERMS):
        question = _question(terms, not asked and _is_open(folded))
        every = SearchStep(FullText.STEMMED, _all(map(_exact, _of_each(_telling, terms) or terms)))
        return question if asked else question._replace(steps=(every, *question.steps))
    if mode == SearchMode.QUESTION:
        return _question(terms, unfinished=False)
    return _typing(terms, _is_open(folded), cleaned.strip())


def _typing(terms: list[str], unfinished: bool, literal: str) -> SearchPlan:
    telling = _telling_terms(terms)
    long = _weight(terms) >= _QUESTION_TERMS
    parts = _telling_parts(terms) if long else _of_each(_loose, telling)
    last = _exact(terms[-1])
    start = f"{last}*" if unfinished and _is_spaced(terms[-1]) else last
    symbols = any(not (c.isalnum() or c.isspace()) for c in literal)
    return SearchPlan(
        tuple(_steps(terms, telling, start, parts)),
        (_exact_marks(telling, start if telling[-1] == terms[-1] else ""), _marks(parts)),
        literal if symbols or terms[1:] else "",
    )


def _steps(
    terms: list[str], telling: list[str], start: str, parts: list[str]
) -> list[SearchStep | AnyOf]:
    """Steps that look for all terms first, then for some; `start` is how the last one begins."""
    many, last_tells = len(terms) > 1, telling[-1] == terms[-1]
    if not many and _SHORT.fullmatch(terms[0]):  # AI before air and aim
        return [
            SearchStep(FullText.TYPED, _exact(terms[0]), newest=True),
            _as_typed(terms, start)._replace(newest=True),
        ]
    steps: list[SearchStep | AnyOf] = [*_with_all(terms, start)]
    if telling != terms:
        steps += _with_all(telling, start if last_tells else _exact(telling[-1]))
    if len(parts) > 1 or telling != terms:
        steps.append(AnyOf(tuple(parts)))
    if many and last_tells:
        steps.append(_as_typed(terms[-1:], start))
    return steps


def _with_all(terms: list[str], start: str) -> Iterator[SearchStep]:
    """Steps that look for lines with all terms; `start` is how the last one begins."""
    yield _as_typed(terms, start)
    yield SearchStep(FullText.STEMMED, _all(map(_exact, terms)))
    if len(terms) > 1 and _is_spaced(terms[-1]):
        yield SearchStep(FullText.STEMMED, _all(map(_exact, terms[:-1])), within=start)


def _exact_marks(telling: list[str], start: str) -> Marks:
    """Marks for each term as it is typed; `start` is the beginning of the last one, "" if ended."""
    alone = frozenset(term for term in telling if len(term) == 1 and not _is_spaced(term))
    stemmed = _either(_exact(term) for term in telling if term not in alone)
    return Marks(stemmed, start if _is_spaced(telling[-1]) else "", alone)


def _as_typed(terms: list[str], last: str) -> SearchStep:
    """A step that looks for lines with all terms as typed; `last` stands for the last one."""
    parts = [*map(_exact, terms[:-1]), last]
    paired = [part for term, part in zip(terms, parts, strict=True) if not _is_spaced(term)]
    spaced = _all(part for part in parts if part not in paired)
    if not paired:
        return SearchStep(FullText.TYPED, spaced)
    return SearchStep(FullText.STEMMED, f"{{body}} : ({_all(paired)})", within=spaced)


def _question(terms: list[str], unfinished: bool) -> SearchPlan:
    parts = _telling_parts(terms)
    last = terms[-1]
    if unfinished and not tokens.is_paired(last[0]) and last in _telling_terms(terms):
        parts.append(f"{_exact(last)}*")
    parts = list(dict.fromkeys(parts))
    return SearchPlan((AnyOf(tuple(parts), around=True),), (_marks(parts),))


def _marks(parts: list[str]) -> Marks:
    """Marks for each part; a single CJK character is marked alone, not with its neighbour."""
    alone = [part for part in parts if part.endswith("*") and tokens.is_paired(part[1])]
    longer = _either(part for part in parts if part not in alone)
    return Marks(longer, characters=frozenset(part[1] for part in alone))


def _telling_parts(terms: list[str]) -> list[str]:
    """The telling parts of the terms, each once, as FTS5 finds them; all if none is telling."""
    telling = _of_each(_telling, terms)
    longer = [part for part in telling if len(part) > 1 or not tokens.is_paired(part)]
    terms_used = [*(longer or telling), *_of_each(_cut_inside, terms)] or terms
    return list(dict.fromkeys(_of_each(_loose, terms_used)))


def _of_each(parts_of: Callable[[str], list[str]], terms: list[str]) -> list[str]:
    return [part for term in terms for part in parts_of(term)]


def _is_spaced(term: str) -> bool:
    """Whether a term is of a script that has spaces between its words."""
    return not tokens.is_paired(term[0])


def _telling_terms(terms: list[str]) -> list[str]:
    """The telling terms, or all of them if none is; only these are marked."""
    return [term for term in terms if _telling(term)] or terms


def _terms(folded: str) -> list[str]:
    """The words and CJK runs that can be looked up, each once, the last one typed at the end."""
    parts = [part for word in folded.split() for part in tokens.runs(word) if _is_word(part)]
    backwards = dict.fromkeys(reversed(parts[:_MOST_TERMS]))
    return list(backwards)[::-1]


def _telling(term: str) -> list[str]:
    """The parts of a term that are neither stop words nor question words."""
    if tokens.is_paired(term[0]):
        return [part for part in tokens.question_words().split(term) if part]
    return [] if term.casefold().strip("?!.,;:'\"") in tokens.stop_words() else [term]


def _cut_inside(term: str) -> list[str]:
    """Pieces of a CJK run that a question word seems to cut inside a word: 被子 of 被子在哪里."""
    cuts = list(tokens.question_words().finditer(term)) if tokens.is_paired(term[0]) else []
    starts = [0, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), len(term)]
    alone = [start for start, end in zip(starts, ends, strict=True) if end - start == 1 < len(term)]
    return [term[max(start - 1, 0) : start + 2] for start in alone]


def _exact(term: str) -> str:
    """The term as FTS5 finds it whole: a phrase; one CJK character begins a pair or is the last."""
    if not tokens.is_paired(term[0]):
        return _quoted(term)
    return _quoted(" ".join(tokens.bigrams(term))) + ("*" if len(term) == 1 else "")


def _loose(term: str) -> list[str]:
    """The term as FTS5 finds parts of it: any pair of a CJK run."""
    if len(term) == 1 or not tokens.is_paired(term[0]):
        return [_exact(term)]
    return [_quoted(pair) for pair in tokens.bigrams(term)]


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def _all(parts: Iterable[str]) -> str:
    return " AND ".join(parts)


def _either(parts: Iterable[str]) -> str:
    return " OR ".join(parts)


def _is_word(part: str) -> bool:
    return any(_is_token(character) for character in part)


def _is_token(character: str) -> bool:
    """Whether FTS5 takes the character as part of a word."""
    category = unicodedata.category(character)
    return category[0] in "LN" or category == "Co" or character in tokens.signs()


def _is_open(folded: str) -> bool:
    """Whether the last word may still be typed: no blank and no sign stands after it."""
    return _is_token(folded[-1])


def _weight(terms: list[str]) -> float:
    """How many words these are; two CJK characters count as one, so do five of Thai or its like."""
    return sum(max(1, len(term) / _letters_of_a_word(term[0])) for term in terms)


def _letters_of_a_word(character: str) -> float:
    if tokens.is_cjk(character):
        return 2
    return 5 if tokens.is_paired(character) else math.inf
