"""What a sentence says, as far as it can be compared: words, values, denial. Knows one text.

Computed once for each text; pairs are compared in `relate`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.spans import flat
from desktop_app.language.values import Value, values, without_values
from desktop_app.language.words import is_cjk, normal, stem, stop_words, tokens

_MARKUP = re.compile(r"[*_`~\"“”‘’「」『』\\]")
_NAME = re.compile(r"(?<![.!?。！？:：]\s)(?<!^)\b[A-Z][\w-]+")
_LETTER = re.compile(r"(?<=[a-z] )[A-HJ-Z](?![\w.'’])")  # room B; I is no room
_WORD = re.compile(r"[a-z']+")


Fact = tuple[str, str]
"""Kind and key of a value, or `letter` and the letter in `room B`."""


@dataclass(frozen=True)
class Sense:
    """A text made comparable.

    `key` is equal for equal sentences. `words` are its content words in order (stems, pairs of
    Chinese characters), `bag` the same without order; `facts` are its values.
    """

    text: str
    key: str
    words: tuple[str, ...]
    bag: frozenset[str]
    values: tuple[Value, ...]
    facts: frozenset[Fact]
    names: tuple[str, ...]
    denies: bool
    doubts: bool


@lru_cache(maxsize=20_000)
def sense(text: str) -> Sense:
    """What `text` says."""
    found = values(text)
    plain = without_values(text)
    words = content_words(plain)
    names = _names(plain)
    facts = frozenset((value.kind, value.key) for value in found)
    facts |= {("letter", match[0]) for match in _LETTER.finditer(text)}
    doubts = bool(_doubts().search(flat(plain)))  # the month May is no doubt
    return Sense(
        text, key(text), words, frozenset(words), found, facts, names, denies(text), doubts
    )


def key(text: str) -> str:
    """Equal for texts that differ only in width, script, case, spaces, emphasis or a final stop."""
    plain = " ".join(_MARKUP.sub("", normal(text)).split())
    return plain.rstrip(" .。!！;；,，…")


def content_words(text: str) -> tuple[str, ...]:
    """The words of `text` that carry it, in order: stemmed, without light words."""
    level = _chinese_light().sub(" ", _label().sub("", _MARKUP.sub("", flat(text))))
    same = _same()
    found = (same.get(word, word) for word in tokens(level))
    kept = tuple(word for word in found if word not in _light())
    # Go and Will are names in the middle of a sentence, whatever go and will are.
    return kept + tuple(name for name in _names(text) if name in _light() | stop_words())


def _names(text: str) -> tuple[str, ...]:
    plain = _MARKUP.sub("", text).strip()
    label = _label().match(flat(plain))
    plain = plain[label.end() :].strip() if label else plain
    return tuple(stem(match[0].lower()) for match in _NAME.finditer(plain))


def denies(text: str) -> bool:
    """Whether the sentence as a whole says that something is not so."""
    level = flat(text)
    said = sum(word in _table("denials") for word in _WORD.findall(level))
    chinese = _chinese_no_denials().sub("", level)
    return bool((said + sum(map(chinese.count, _table("chinese_denials")))) % 2)


def compares(text: str) -> bool:
    """Whether the sentence sets one thing before, over or after another."""
    return _comparisons().search(flat(text)) is not None


def ends_in_copula(text: str) -> bool:
    """Whether what follows `text` would say what something is."""
    return _copulas().search(flat(text)) is not None


def chinese(words: Iterable[str]) -> frozenset[str]:
    """Those of the words that are Chinese characters."""
    return frozenset(word for word in words if is_cjk(word[0]))


@cache
def _table(name: str) -> frozenset[str]:
    return frozenset(resources.table("language/relate")[name].split())


@cache
def _light() -> frozenset[str]:
    words = _table("light") | _table("denials")
    return words | frozenset(map(stem, words))


@cache
def _same() -> dict[str, str]:
    rows = [row.split() for row in resources.table("language/relate")["same"]]
    return {stem(word): stem(row[0]) for row in rows for word in row[1:]}


def _any_of(name: str) -> str:
    return "|".join(sorted(map(re.escape, _table(name)), key=len, reverse=True))


@cache
def _label() -> re.Pattern[str]:
    return re.compile(rf"^\s*(?:{_any_of('labels')}|{_any_of('chinese_labels')})\s*[:：]")


@cache
def _chinese_light() -> re.Pattern[str]:
    return re.compile(_any_of("chinese_light"))


@cache
def _chinese_no_denials() -> re.Pattern[str]:
    return re.compile(_any_of("chinese_no_denials"))


@cache
def _doubts() -> re.Pattern[str]:
    return _bordered("doubts")


@cache
def _comparisons() -> re.Pattern[str]:
    return _bordered("comparisons")


@cache
def _copulas() -> re.Pattern[str]:
    return re.compile(rf"(?:(?<![a-z])(?:{_any_of('copulas')}))\s*(?:(?:a|an|the)\s+)?$")


def _bordered(name: str) -> re.Pattern[str]:
    latin = [re.escape(word) for word in _table(name) if word.isascii()]
    other = [re.escape(word) for word in _table(name) if not word.isascii()]
    return re.compile(rf"(?<![a-z])(?:{'|'.join(latin)})(?![a-z])|{'|'.join(other)}")
