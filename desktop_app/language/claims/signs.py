"""Chinese, Japanese and Korean characters that another text says, too. Knows text only.

Chinese has no spaces, so a character counts as said when it stands in a pair that the other text
has, or in a word one of whose synonyms that has.
"""

import itertools
import re
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.tokens import cjk_runs, light_characters


@lru_cache(maxsize=20_000)
def said_signs(level: str, other: str) -> bytes:
    """1 for every such character of a flat text that another one says, too, or that is light."""
    covered = bytearray(len(level))
    pairs, source_characters, light = _pairs(other), set(other), light_characters()
    for start, end in cjk_runs(level):
        for at in range(start, end):
            alone = end - start == 1 and level[at] in source_characters
            if level[at] in light or alone:
                covered[at] = 1
        heavy = [at for at in range(start, end) if level[at] not in light]
        for one, two in (*itertools.pairwise(heavy), *itertools.pairwise(range(start, end))):
            if level[one] + level[two] in pairs:
                covered[one] = covered[two] = 1
    rows = _rows_of(other)
    for match in _known_words().finditer(level):
        if rows & _rows().get(match[0], set()):
            covered[match.start() : match.end()] = b"\1" * len(match[0])
    return bytes(covered)


@lru_cache(maxsize=2_000)
def _pairs(level: str) -> frozenset[str]:
    """The pairs of characters of a text, also those with light ones between them."""
    light = light_characters()
    runs = [level[start:end] for start, end in cjk_runs(level)]
    runs += ["".join(c for c in run if c not in light) for run in runs]
    return frozenset(run[n : n + 2] for run in runs for n in range(len(run) - 1))


@lru_cache(maxsize=5_000)
def _rows_of(level: str) -> frozenset[int]:
    """The rows of synonyms of which a text has a word."""
    return frozenset(row for word in _words_in(level) for row in _rows().get(word, ()))


def _words_in(level: str) -> set[str]:
    """Every known word of a text, those inside of others too."""
    longest = max(map(len, _rows()))
    return {
        level[at : at + length]
        for start, end in cjk_runs(level)
        for at in range(start, end)
        for length in range(1, longest + 1)
    }


@cache
def _rows() -> dict[str, set[int]]:
    """The rows of synonyms in which a word stands."""
    rows: dict[str, set[int]] = {}
    table: dict[str, str] = resources.table("language/grounding_words")
    for number, row in enumerate(table["chinese_same"].split(",")):
        for word in row.split():
            rows.setdefault(word, set()).add(number)
    return rows


@cache
def _known_words() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_rows(), key=len, reverse=True)))
