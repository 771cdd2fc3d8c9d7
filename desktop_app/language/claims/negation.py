"""Words that deny. Knows text only."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims.vocabulary import words
from desktop_app.language.reading import Reading
from desktop_app.language.tokens import is_light, stem

_PART = re.compile(r"-[a-z]")  # of a word that is put together: fail-safe, drop-down
WITHOUT = re.compile(r"(?<=[a-z]-)(?:free|less)(?![a-z-])")  # debt-free denies the word before it
_PLAINLY = re.compile(r"n't$|no longer")


@dataclass(frozen=True)
class DenyingWord:
    """A word that denies; an `implied` one does so without saying not, a `weak` one hardly."""

    text: str
    start: int
    end: int
    implied: bool
    weak: bool = False


@lru_cache(maxsize=20_000)
def cues(reading: Reading) -> tuple[DenyingWord, ...]:
    """The words of a text that deny, those of idioms left out: `no problem`."""
    level = _idioms().sub(lambda match: " " * len(match[0]), reading.level)
    found = []
    for match in re.finditer(r"no longer|w/o|[a-z]+(?:'t\b)?", level):
        word = match[0]
        plain = word in words("denying") or _PLAINLY.search(word) is not None
        part = _PART.match(level, match.end()) or level[: match.start()].endswith("-")
        root = "" if part or is_light(word) else stem(word)
        implied = root in _stems("implied") or bool(WITHOUT.match(level, match.start()))
        weak = (word in words("weak") and not part) or root in _stems("weak")
        if plain or implied or weak:
            found.append(DenyingWord(word, *match.span(), not plain, weak and not plain))
    for match in _chinese().finditer(level):
        found.append(DenyingWord(match[0], *match.span(), match[0] in words("chinese_implied")))
    return tuple(found)


@cache
def _stems(name: str) -> frozenset[str]:
    return frozenset(map(stem, words(name)))


@cache
def _idioms() -> re.Pattern[str]:
    patterns: list[str] = resources.table("language/grounding")["idioms"]
    english = (rf"\b(?:{one})(?!\w)".replace(" ", r"\s+") for one in patterns)
    chinese = words("chinese_plain")
    return re.compile("|".join([*english, r"([\u4e00-\u9fff])不\1", *chinese]))


@cache
def _chinese() -> re.Pattern[str]:
    listed = sorted(words("chinese_denying") | words("chinese_implied"), key=len, reverse=True)
    return re.compile("|".join(listed))
