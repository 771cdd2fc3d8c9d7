"""Lines that try to command a model. Knows wordings and hidden characters, not who reads them.

A courtesy, not a defence: nothing in a notebook is ever obeyed. This only keeps such lines from
being copied into memory, and new wordings will get past it.

No single word gives an order. Words are sorted into kinds (who is spoken to, what must be done, to
what), and an order is a few kinds close together: `resources/language/orders.toml` says which.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable
from functools import cache, reduce
from operator import or_
from typing import Any

from desktop_app import resources
from desktop_app.language.lexicon import Found, Lexicon
from desktop_app.language.spans import flat

# A joiner belongs into emoji and Indic or Persian words, not between Latin letters.
_JOINER_IN_LATIN = re.compile(r"[A-Za-z][\u200c\u200d][A-Za-z]")
# Tags spell the flags of regions after a black flag; anywhere else they hide a text.
_HIDDEN_TAGS = re.compile(r"(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0000-\U000e007f]")
# A Cyrillic letter inside a Latin word is there to be taken for its Latin twin.
_TWIN = re.compile(r"[a-z][аеорсухіјѕ][a-z]", re.IGNORECASE)
_FIGURES_IN_WORDS = re.compile(
    r"(?<![a-z\d])(?=[a-z]*\d)(?=\d*[a-z]+[\da-z]*)[a-z\d]{3,24}(?![a-z\d])"
)
_LETTER_BY_LETTER = re.compile(r"(?<!\w)(?:\w[ .*_-]){5}\w(?!\w)")
_BETWEEN_LETTERS = re.compile(r"(?<=(?<!\w)\w)[ .*_-](?=\w(?!\w))")
_AS_LETTERS = str.maketrans("0134578", "oieastb")
_NEXT = 1  # characters between a teller and what he tells: 'we never ...'
_HAILED_AFTER = re.compile(
    r"(?: (?:and|or|&) [a-z ]{2,24})?"
    r"(?: (?:only\)?|please|instructions?|notice|note|memo|directive|update))?"
    r"(?:へ|様|们)?\s*(?:[,:，：、—–]|\s-|(?<=only\)) |请(?!假|客|教|问)|注意)"
)
_HAILED_LATER = re.compile(r"[^.:：!?\n]{0,40}[:：](?!/)")
_CLAUSE_START = re.compile(r"(?:^|[.!?:;。！？：；>(（\[*#/\"“「])[\s*_]*$")
_BETWEEN = re.compile(r"[\w '/-]{0,24}")  # 'dear', 'any' or 'note to' and the model


def gives_orders(line: str) -> bool:
    """Whether `line` addresses a model with orders, or hides characters from the eye."""
    level = flat(line)
    return (
        hides_characters(line)
        or _markup().search(level) is not None
        or any(_orders(_evidence(level)))
        or (_is_disguised(level) and any(_orders(_evidence(_undisguised(level)))))
    )


def needs_a_look(line: str) -> bool:
    """Whether `line` sets a rule that sends things to an address, or takes a guard away."""
    level = flat(line)
    sends = _risk("address").search(level) and _risk("binding").search(level)
    return bool(sends or _risk("unguarding").search(level))


@cache
def _risk(name: str) -> re.Pattern[str]:
    return re.compile(resources.table("language/orders")["risks"][name])


def hides_characters(line: str) -> bool:
    """Whether there are characters that show nothing or turn the order of the text around."""
    if line.isascii():
        return False
    return bool(
        _invisible().search(line)
        or _JOINER_IN_LATIN.search(line)
        or _HIDDEN_TAGS.search(line)
        or _TWIN.search(line)
    )


def _is_disguised(level: str) -> bool:
    return len(_FIGURES_IN_WORDS.findall(level)) > 1 or _LETTER_BY_LETTER.search(level) is not None


def _undisguised(level: str) -> str:
    """The text with letters for figures (1gn0re) and words for letters set apart (i g n o r e)."""
    joined = _BETWEEN_LETTERS.sub("", level)
    return _FIGURES_IN_WORDS.sub(lambda word: word[0].translate(_AS_LETTERS), joined)


def _evidence(level: str) -> list[Found]:
    """What of a flat line could belong to an order, in the order of the text."""
    words = _without_stories(_lexicon().find(level))
    found = [_called(level, words, place) for place in range(len(words))]
    for match in _signs().finditer(level):
        name = str(match.lastgroup)
        found.append(Found(*match.span(name), frozenset([name])))
    return sorted(found)


def _without_stories(words: Iterable[Found]) -> list[Found]:
    """Leave out what someone tells of himself or of others: 'we ignored', 'they must add'."""
    kept: list[Found] = []
    told_until = -_NEXT - 1
    for word in words:
        if "narrator" in word.kinds or word.start - told_until <= _NEXT:
            told_until = word.end
        elif "nothing" not in word.kinds:
            kept.append(word)
    return kept


def _called(level: str, words: list[Found], place: int) -> Found:
    """The word; a model that someone turns to is also `called`."""
    word = words[place]
    if word.kinds.isdisjoint(("model", "helper")):
        return word
    first = place
    while first and word.start - words[first - 1].end <= 1 and "model" in words[first - 1].kinds:
        first -= 1  # 'AI assistants' are one
    start = words[first].start
    before = words[first - 1] if first else None
    near = before is not None and _BETWEEN.fullmatch(level, before.end, start) is not None
    kinds = before.kinds if before and near else frozenset[str]()
    if "supposing" in kinds:
        return word._replace(kinds=word.kinds | {"supposed"})
    hailed = "hail" in kinds
    if hailed or _CLAUSE_START.search(level, max(0, start - 8), start):
        after = _HAILED_LATER if hailed else _HAILED_AFTER
        if after.match(level, word.end) or _HAILED_AFTER.match(level, word.end):
            return word._replace(kinds=word.kinds | {"called"})
    return word


def _orders(found: list[Found]) -> Iterable[str]:
    """The rules that the evidence fulfils."""
    for reach, rules in _rules():
        near: deque[Found] = deque()
        often: Counter[int] = Counter()  # how many words of the same kinds are near
        known = 0
        for one in found:
            near.append(one)
            often[_bits(one.kinds)] += 1
            while near and one.end - near[0].start > reach:
                gone = _bits(near.popleft().kinds)
                often[gone] -= 1
                if not often[gone]:
                    del often[gone]
            present = reduce(or_, often, 0)
            if present != known:
                known = present
                for name, first, others in rules:
                    if (
                        present & first
                        and all(present & part for part in others)
                        and _in_different_words(near, [first, *others])
                    ):
                        yield name


def _in_different_words(near: Iterable[Found], parts: list[int]) -> bool:
    """Whether the parts of a rule are more than one word that is of several kinds."""
    kinds = reduce(or_, parts)
    return sum(1 for one in near if _bits(one.kinds) & kinds) >= len(parts)


@cache
def _rules() -> list[tuple[int, list[tuple[str, int, list[int]]]]]:
    """By how many characters: the rules, each with the kinds that may be its parts as bits."""
    return [
        (within["characters"], [_rule(rule) for rule in within["all"]])
        for within in _table()["within"]
    ]


def _rule(rule: str) -> tuple[str, int, list[int]]:
    first, *others = (_bits(frozenset(part.split("/"))) for part in rule.split())
    return rule, first, others


@cache
def _bits(kinds: frozenset[str]) -> int:
    """A set of kinds as one number, by which a long line is looked through in time."""
    return sum(1 << _numbers().setdefault(kind, len(_numbers())) for kind in kinds)


@cache
def _numbers() -> dict[str, int]:
    return {}


@cache
def _lexicon() -> Lexicon:
    words = _table()["words"]
    return Lexicon(words | {"model": f"{words['model']},{words['audience']}"})


@cache
def _signs() -> re.Pattern[str]:
    """Matches before each sign, so that one may begin inside another."""
    signs: dict[str, str] = _table()["signs"]
    return re.compile(f"(?={'|'.join(f'(?P<{name}>{sign})' for name, sign in signs.items())})")


@cache
def _markup() -> re.Pattern[str]:
    return re.compile("|".join(_table()["markup"]["patterns"]))


@cache
def _invisible() -> re.Pattern[str]:
    return re.compile(f"[{_table()['characters']['invisible']}]")


def _table() -> dict[str, Any]:
    return resources.table("language/orders")
