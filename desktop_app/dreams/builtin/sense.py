"""What a sentence says, as far as it can be compared: words, values, denial. Knows one text.

Computed once for each text; pairs are compared in `relate`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.dreams.builtin.terms import Term, clauses, terms
from desktop_app.dreams.builtin.vocabulary import topics
from desktop_app.language.signals import Signal, sure_signals
from desktop_app.language.spans import flat
from desktop_app.language.values import Value, values, without_values
from desktop_app.language.words import bigrams, is_cjk, normal, stem, stop_words, tokens

_MARKUP = re.compile(r"[*_`~\"“”‘’「」『』\\]")
_NAME = re.compile(r"(?<![.!?。！？:：]\s)(?<!^)\b[A-Z][\w-]+")
_MAY = re.compile(r"May(?![a-z])")  # a month or a name, no doubt
_LETTER = re.compile(r"(?<=[a-z] )[A-HJ-Z](?![\w.'’])")  # room B; I is no room
_WORD = re.compile(r"[a-z']+")
_BREAK = re.compile(r"[,;:()，；：（）。！？!?\n]|\.(?=\s|$)")


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
    terms: tuple[Term, ...]
    marks: frozenset[str]  # by what it is told from others: keys of terms, pairs of Chinese
    keys: frozenset[str]  # of the terms
    pairs: frozenset[str]  # of Chinese characters in the terms
    signs: frozenset[str]  # ... and the characters
    changes: tuple[Signal, ...]  # words of change that are not doubted
    clauses: tuple[int, ...]  # where they begin
    topics: tuple[tuple[str, int], ...]

    @property
    def level(self) -> str:
        """The text made flat, character by character."""
        return flat(self.text)

    def clause(self, at: int) -> int:
        """In which clause a place stands."""
        return bisect_right(self.clauses, at) - 1

    def denied(self, numbers: frozenset[int]) -> bool:
        """Whether these clauses together say that something is not so."""
        ends = (*self.clauses[1:], len(self.text))
        said = " ".join(self.text[self.clauses[n] : ends[n]] for n in sorted(numbers))
        return denies(said)

    def breaks(self, start: int, end: int) -> bool:
        """Whether a sentence stops between two places."""
        return _BREAK.search(self.text, start, end) is not None


@lru_cache(maxsize=20_000)
def sense(text: str) -> Sense:
    """What `text` says."""
    found = values(text)
    plain = without_values(text)
    words = content_words(plain)
    names = _names(plain)
    facts = frozenset((value.kind, value.key) for value in found)
    facts |= {("letter", match[0]) for match in _LETTER.finditer(text)}
    doubts = bool(_doubts().search(flat(_MAY.sub("", plain))))
    own = terms(text)
    runs = [term.key for term in own if term.kind in ("han", "person", "title")]
    keys = frozenset(term.key for term in own)
    pairs = frozenset(pair for run in runs for pair in bigrams(run))
    return Sense(
        text,
        key(text),
        words,
        frozenset(words),
        found,
        facts,
        names,
        denies(text),
        doubts,
        own,
        keys | pairs,
        keys,
        pairs,
        frozenset("".join(runs)),
        sure_signals(text),
        clauses(text),
        topics(text),
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
    level = _no_denials().sub(" ", flat(text))
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
def _no_denials() -> re.Pattern[str]:
    phrases = resources.table("language/relate")["no_denials"].split(",")
    return re.compile("|".join(re.escape(" ".join(phrase.split())) for phrase in phrases))


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
