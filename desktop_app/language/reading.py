"""A line read once: its sentences, clauses and words, each where it stands.

Knows text, not what it is compared with.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app.language.spans import flat
from desktop_app.language.tokens import is_light, joints
from desktop_app.regex import regex

# A letter that is not Chinese, Japanese or Korean.
_CJK = "\u3005-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9d"
_LETTER = rf"[^\W\d_{_CJK}]"
_WORD = regex(
    rf"{_LETTER}+n['’]t(?!\w)|(?<![\d_])(?=[\d_]*{_LETTER})[^\W{_CJK}]+"
    rf"(?:['’][a-z]{{1,2}}(?![a-z]))?"
)
_AMOUNT = regex(r"\d+(?=[a-z]+$)")  # 5kg is a number and the word kg
_SENTENCE = regex(r"(?<=[.!?;])[\"'”’)*_]*\s+|[。！？；\n]+|\s[-–—]+\s")
_CLAUSE = regex(
    r"[,;:!?()](?!\d)|(?<!\d)[,:]|\.(?=\s|$)|[，。；：！？（）…\n]|\s[-–—]+\s|\s(?:->|→|=>)\s"
)
_TITLE = regex(r"(?<!\w)(Dr|Mr|Mrs|Ms|Prof|St|vs|ca|prob|poss|approx)\.(?=\s)")  # ends no sentence
_MARKUP = regex(r"^\s*(?:[-*+](?=\s)|•|\d{1,3}[.)](?!\d))?\s*(?:\[[ xX]\])?\s*")
_OPENING = " \t\"'“‘`*_(["
_HAN = regex("[\u3400-\u4dbf\u4e00-\u9fff]+")


@dataclass(frozen=True)
class Word:
    """A word of letters that is no Chinese. `level` is lower case without `'s`.

    `first` says that a sentence begins with it, `capital` that its first letter is one.
    """

    text: str
    level: str
    start: int
    end: int
    first: bool

    @property
    def capital(self) -> bool:
        """Whether it begins with a capital letter."""
        return self.text[0].isupper()

    @property
    def content(self) -> bool:
        """Whether it says something by itself."""
        return len(self.level) > 1 and not is_light(self.level)


@dataclass(frozen=True, eq=False)
class Reading:
    """A text read once. `clauses` and `sentences` are spans in reading order that leave nothing out
    but marks between.
    """

    text: str
    level: str
    words: tuple[Word, ...]
    sentences: tuple[tuple[int, int], ...]
    clauses: tuple[tuple[int, int], ...]

    def within(self, span: tuple[int, int]) -> tuple[Word, ...]:
        """The words of a span."""
        return tuple(word for word in self.words if span[0] <= word.start < span[1])


@lru_cache(maxsize=20_000)
def read(text: str) -> Reading:
    """The text as words and clauses."""
    level = flat(text)
    begun = _MARKUP.match(text)
    start = begun.end() if begun else 0
    whole = _TITLE.sub(r"\1 ", text)
    sentences = _cut(whole, _SENTENCE, start)
    clauses = tuple(clause for span in sentences for clause in _clauses(flat(whole), span))
    words = []
    for begin, end in sentences:
        for match in _WORD.finditer(level, begin, end):
            amount = _AMOUNT.match(match[0])
            at = match.start() + (amount.end() if amount else 0)
            plain = _bare(level[at : match.end()])
            before = _behind(level, start, at)
            first = before <= begin or level[before - 1] in ":：|"
            first = first or not any(map(str.isalnum, level[begin:before]))  # behind a sign: ✅
            words.append(Word(text[at : at + len(plain)], plain, at, at + len(plain), first))
    return Reading(text, level, tuple(words), sentences, clauses)


def han(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The runs of Chinese characters in a span."""
    return [match.span() for match in _HAN.finditer(text, start, end)]


def _behind(level: str, start: int, at: int) -> int:
    """Where ends what stands before `at`, without what opens a word."""
    while at > start and level[at - 1] in _OPENING:
        at -= 1
    return at


def _bare(word: str) -> str:
    """`ana's` is `ana`."""
    return word if "'" not in word or word.endswith("n't") else word.split("'")[0]


def _cut(text: str, at: re.Pattern[str], start: int) -> tuple[tuple[int, int], ...]:
    spans = []
    for match in at.finditer(text, start):
        spans.append((start, match.start()))
        start = match.end()
    return tuple((a, b) for a, b in [*spans, (start, len(text))] if text[a:b].strip())


def _clauses(level: str, span: tuple[int, int]) -> list[tuple[int, int]]:
    spans = []
    start, stop = span
    for match in _joints().finditer(level, start, stop):
        spans.append((start, match.start()))
        start = match.end()
    return [(a, b) for a, b in [*spans, (start, stop)] if level[a:b].strip()]


@cache
def _joints() -> re.Pattern[str]:
    """What stands between two clauses."""
    return regex(rf"{_CLAUSE.pattern}|\b(?:{'|'.join(joints())})\b")
