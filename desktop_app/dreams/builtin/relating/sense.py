"""What a sentence says, as far as it can be compared: words, values, denial. Knows one text.

Computed once for each text; pairs are compared in `relate`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from desktop_app import resources
from desktop_app.dreams.builtin.relating.terms import Term, clauses, terms
from desktop_app.dreams.builtin.relating.vocabulary import topics
from desktop_app.language.changes import shifts
from desktop_app.language.phrases import listed
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


@dataclass(frozen=True)
class Sense:
    """A text made comparable.

    `level` is the text made flat, character by character; `key` is equal for equal sentences.
    `words` are its content words in order (stems, pairs of Chinese characters), `bag` the same
    without order; `terms` are its words, names and values with their places. By `marks` a text is
    told from others: the `keys` of its terms and the `pairs` of its Chinese `signs`. `changes` are
    its words of change that are not doubted, by the `passing` ones it tells what did not happen or
    holds once. `since` says that some value tells from when on it holds, `topics` what its verbs
    are about, `clauses` where its clauses begin.
    """

    text: str
    level: str
    key: str
    words: tuple[str, ...]
    bag: frozenset[str]
    values: tuple[Value, ...]
    names: tuple[str, ...]
    letters: frozenset[str]  # of `room B`
    doubts: bool
    passing: frozenset[str]
    terms: tuple[Term, ...]
    marks: frozenset[str]
    keys: frozenset[str]
    pairs: frozenset[str]
    signs: frozenset[str]
    changes: tuple[Signal, ...]
    since: bool
    topics: tuple[tuple[str, int], ...]
    clauses: tuple[int, ...]

    @cached_property
    def tells_change(self) -> bool:
        """Whether a word of it says that something is no longer as it was."""
        return bool(self.changes or self.since or shifts(self.text))

    @cached_property
    def content(self) -> frozenset[str]:
        """Its content words, the keys of its values, and its letters."""
        return self.bag | self.letters | {value.key for value in self.values}

    def clause(self, at: int) -> int:
        """In which clause a place stands."""
        return bisect_right(self.clauses, at) - 1

    @cached_property
    def _denials(self) -> tuple[bool, ...]:
        ends = (*self.clauses[1:], len(self.text))
        return tuple(denies(self.text[a:b]) for a, b in zip(self.clauses, ends, strict=True))

    def denied(self, numbers: Iterable[int]) -> bool:
        """Whether these clauses together say that something is not so."""
        return sum(self._denials[number] for number in numbers) % 2 == 1

    def breaks(self, start: int, end: int) -> bool:
        """Whether a sentence stops between two places."""
        return _BREAK.search(self.text, start, end) is not None


@lru_cache(maxsize=20_000)
def sense(text: str) -> Sense:
    """What `text` says."""
    plain = without_values(text)
    words = content_words(plain)
    own = terms(text)
    runs = [term.key for term in own if term.kind in ("han", "person", "title")]
    keys = frozenset(term.key for term in own)
    pairs = frozenset(pair for run in runs for pair in bigrams(run))
    return Sense(
        text=text,
        level=flat(text),
        key=key(text),
        words=words,
        bag=frozenset(words),
        values=values(text),
        names=_names(plain),
        letters=frozenset(_LETTER.findall(text)),
        doubts=_doubts().search(flat(_MAY.sub("", plain))) is not None,
        passing=_passing(text),
        terms=own,
        marks=keys | pairs,
        keys=keys,
        pairs=pairs,
        signs=frozenset("".join(runs)),
        changes=sure_signals(text),
        since=any(term.since for term in own),
        topics=topics(text),
        clauses=clauses(text),
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


def _passing(text: str) -> frozenset[str]:
    return frozenset(match[0] for match in _passing_words().finditer(flat(text)))


@cache
def _passing_words() -> re.Pattern[str]:
    table = resources.table("language/relate")
    inside, first, last, chinese = (
        "|".join(re.escape(phrase) for phrase in listed(table[name]))
        for name in ("passing", "passing_first", "passing_last", "chinese_passing")
    )
    return re.compile(
        rf"(?<![a-z])(?:{inside})(?![a-z])|^[^a-z]*(?:{first})(?![a-z])"
        rf"|(?<![a-z])(?:{last})(?=\s*(?:[.,;:!)]|$))|{chinese}"
    )


@cache
def _doubts() -> re.Pattern[str]:
    return _bordered("doubts")


@cache
def _comparisons() -> re.Pattern[str]:
    return _bordered("comparisons")


def _bordered(name: str) -> re.Pattern[str]:
    latin = [re.escape(word) for word in _table(name) if word.isascii()]
    other = [re.escape(word) for word in _table(name) if not word.isascii()]
    return re.compile(rf"(?<![a-z])(?:{'|'.join(latin)})(?![a-z])|{'|'.join(other)}")
