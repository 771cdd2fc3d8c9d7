"""Chinese characters of a claim that its sources lack. Knows text in simplified characters.

Chinese has no spaces, so a character counts as said when it stands in a pair that a source has, in
a word that only reports, or in a word one of whose synonyms a source has.
"""

import itertools
import re
from collections.abc import Iterator
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims.sources import Finding, Sources
from desktop_app.language.reading import Reading, han
from desktop_app.language.words import is_cjk, light_characters

Span = tuple[int, int]
_DENYING = tuple("不没未无别非勿")


def missing(claim: Reading, sources: Sources, taken: list[Span]) -> list[Finding]:
    """Characters, words and names that no source says, outside of `taken` spans."""
    level = claim.level
    covered = _covered(level, sources, taken)
    found = [*_turned(claim, sources), *_called(claim, sources)]
    inside = [finding.span for finding in found]
    for start, end in _gaps(level, covered):
        if any(a < end and start < b for a, b in inside):
            continue
        name = _is_name(level, start, end)
        if end - start == 1 and level[start] in sources.characters and not name:
            continue  # one character may be said in another way: 修复, where the notes say 修
        kind = "name" if name else "words"
        found.append(Finding(kind, (claim.text[start:end],), (start, end)))
    return found


def _covered(level: str, sources: Sources, taken: list[Span]) -> bytearray:
    """1 for every character that needs no source or has one."""
    covered = bytearray(len(level))
    for start, end in taken:
        covered[start:end] = b"\1" * (end - start)
    for start, end in han(level, 0, len(level)):
        for at in range(start, end):
            if (
                level[at] in light_characters()
                or _is_placing(level, at)
                or (end - start == 1 and level[at] in sources.characters)
            ):
                covered[at] = 1
            if level[at : at + 2] in sources.pairs:
                covered[at : at + 2] = b"\1\1"
        heavy = [at for at in range(start, end) if level[at] not in light_characters()]
        for one, other in itertools.pairwise(heavy):
            if level[one] + level[other] in sources.pairs:
                covered[one] = covered[other] = 1
    for match in _frame().finditer(level):
        covered[match.start() : match.end()] = b"\1" * len(match[0])
    rows = rows_of(sources.level)
    for match in _known().finditer(level):
        if not _row_numbers()[match[0]].isdisjoint(rows):
            covered[match.start() : match.end()] = b"\1" * len(match[0])
    return covered


def _is_placing(level: str, at: int) -> bool:
    """Whether a character only says where: 里 in `legacy/` 里的文件, not in 里面 or 公里."""
    before, after = level[at - 1 : at], level[at + 1 : at + 2]
    ends = not is_cjk(after or " ") or after in light_characters()
    where = level[at] in "里中内上下前后" and (ends or (bool(before) and not is_cjk(before)))
    done = level[at] in "下上出起住成" and (ends or after in "一二两三四五六七八九十几半")
    return where or done  # 剩下一包, 写出


def _gaps(level: str, covered: bytearray) -> Iterator[Span]:
    for start, end in han(level, 0, len(level)):
        at = start
        while at < end:
            if covered[at]:
                at += 1
                continue
            begin = at
            while at < end and not covered[at]:
                at += 1
            yield begin, at


def _turned(claim: Reading, sources: Sources) -> Iterator[Finding]:
    """Where the claim has one word and the sources have its opposite at the same place."""
    level = claim.level
    for start, end in han(level, 0, len(level)):
        for at in range(start, end):
            for other in "" if _is_placing(level, at) else _opposites().get(level[at], ""):
                after, before = level[at : at + 2], level[max(start, at - 1) : at + 1]
                turned = (
                    len(after) == 2
                    and after not in sources.pairs
                    and other + after[1] in sources.pairs
                ) or (
                    len(before) == 2
                    and before not in sources.pairs
                    and before[0] + other in sources.pairs
                    and after not in sources.pairs
                )
                if turned:
                    yield Finding("words", (claim.text[at],), (at, at + 1), other)
    for match in _turning().finditer(level):
        denied = level[match.start() - 1 : match.start()] in _DENYING
        if match[0] not in sources.level and not denied:
            there = [word for word in _words_against()[match[0]] if word in sources.level]
            if there:
                yield Finding(
                    "words", (claim.text[match.start() : match.end()],), match.span(), there[0]
                )


def _called(claim: Reading, sources: Sources) -> Iterator[Finding]:
    """Family names before a title that no source has before one: 曾老师, where it is 陈老师."""
    for match in _titled().finditer(claim.level):
        start = match.start()
        if claim.level[start : start + 2] not in sources.pairs:
            yield Finding("name", (claim.text[start : match.end()],), match.span())


def _is_name(level: str, start: int, end: int) -> bool:
    """Whether a gap looks like a person's name: 小杨, 潘老师, 詩涵 does not."""
    if level[max(0, start - 1)] in _table()["before_names"] and start and end - start <= 2:
        return True
    if level[start] not in _table()["surnames"]:
        return False
    return _titles().match(level, end) is not None or 2 <= end - start <= 3


@lru_cache(maxsize=2_000)
def rows_of(level: str) -> frozenset[int]:
    """The rows of synonyms of which a text has a word."""
    rows = _row_numbers(answering=True)
    return frozenset(number for match in _words_in(level) for number in rows.get(match, ()))


def _words_in(level: str) -> set[str]:
    """Every known word of a text, those inside of others too."""
    longest = max(map(len, _row_numbers(answering=True)))
    return {
        level[at : at + length]
        for start, end in han(level, 0, len(level))
        for at in range(start, end)
        for length in range(1, longest + 1)
    }


@cache
def _row_numbers(answering: bool = False) -> dict[str, frozenset[int]]:
    """Rows by word: those a claim's word may be taken from, or those a source's answers for."""
    found: dict[str, set[int]] = {}
    same = [row.split() for row in _table()["same"]]
    for number, row in enumerate(same):
        for word in row:
            found.setdefault(word, set()).add(number)
    for number, line in enumerate(_table()["kinds"], len(same)):
        general, *special = line.split()
        for word in special if answering else [general]:
            found.setdefault(word, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


@cache
def _known() -> re.Pattern[str]:
    return _any_of(tuple(_row_numbers()))


@cache
def _frame() -> re.Pattern[str]:
    return _any_of(tuple(str(_table()["frame"]).split()))


@cache
def _titles() -> re.Pattern[str]:
    return _any_of(tuple(str(_table()["after_names"]).split()))


@cache
def _titled() -> re.Pattern[str]:
    return re.compile(rf"[{''.join(str(_table()['surnames']).split())}](?:{_titles().pattern})")


@cache
def _turning() -> re.Pattern[str]:
    return _any_of(tuple(_words_against()))


@cache
def _opposites() -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in str(_table()["opposites"]).split():
        one, other = pair[0], pair[1]
        found[one] = found.get(one, "") + other
        found[other] = found.get(other, "") + one
    return found


@cache
def _words_against() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for row in _table()["opposite_words"]:
        one, other = row.split()
        if len(one) > 1:
            found[one] = (*found.get(one, ()), other)
            found[other] = (*found.get(other, ()), one)
    return found


def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(sorted(words, key=len, reverse=True)))


def _table() -> dict[str, list[str]]:
    table: dict[str, list[str]] = resources.table("language/grounding_chinese")
    return table
