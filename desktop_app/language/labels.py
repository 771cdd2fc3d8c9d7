"""A line read for labels: password, gate, account. Knows words and their reach, not secrets."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from desktop_app import resources
from desktop_app.language.lexicon import Found, Lexicon, bare
from desktop_app.language.spans import flat
from desktop_app.language.words import stop_words

IS = (
    r"(?::|=|->|→|'s\b|\b(?:is|are|ist|est|es|now|was|takes|wants|accepts|lautet|reads|equals)\b"
    r"|\bc'est\b|换成|改成|改为|是|为)"
)
"""What stands between a name and what it names."""

BESIDE = re.compile(rf"[\s\"')\]*_`]*{IS}[\s:=>\"'`“「『*]*")
"""From the end of a label to what it names, when nothing else is between them."""

_NAMED = re.compile(
    rf"(?:{IS}|\b(?:set|reset|changed|switched|back) to\b|\bauf\b| / )[\s:=>\"'`“「『*]*$"
)
_TOKEN = re.compile(
    r"(?![:：=])[^\s\"'`“”‘’「」『』《》<>()（）\[\],;|，。；、！？\u3040-\u30ff\u3400-\u9fff]{4,200}"
)
_LONGEST = 200  # characters of a token
_EDGES = "/:=.!?*_~→->"
_SENTENCE_END = re.compile(r"(?<=\w\w\w)[.!?]\s|[。！？]")  # not behind 'no.'


class Line(NamedTuple):
    """A line, the same flat, the labels in it and how many there are of each kind."""

    text: str
    level: str
    labels: list[Found]
    counts: Counter[str]

    def has(self, *kinds: str) -> bool:
        """Whether a label of one of these kinds stands in the line."""
        return any(kind in self.counts for kind in kinds)

    def after(self, label: Found, reach: int) -> str:
        """The flat text behind a label, to the end of its sentence at the latest."""
        rest = self.level[label.end : label.end + reach]
        end = _SENTENCE_END.search(rest)
        return rest[: end.start()] if end else rest

    def tokens(self, label: Found, reach: int) -> Iterator["Token"]:
        """What is written without a blank behind a label, in its sentence."""
        end = label.end + len(self.after(label, reach))
        for match in _TOKEN.finditer(self.text, label.end, min(len(self.text), end + _LONGEST)):
            if match.start() > end:
                return
            value = match[0].strip(_EDGES)
            between = self.level[label.end : match.start()]
            if value and not is_innocent(value):
                yield Token(value, match.end(), between)


class Token(NamedTuple):
    """Something behind a label, where it ends and what is between them."""

    value: str
    end: int
    between: str

    @property
    def is_next(self) -> bool:
        """Whether only a blank is between them."""
        return self.between == " "

    @property
    def is_beside(self) -> bool:
        """Whether only an 'is' or a colon is between them."""
        return BESIDE.fullmatch(self.between) is not None

    @property
    def is_named(self) -> bool:
        """Whether an 'is', a colon or nothing stands right before it."""
        return self.is_next or names(self.between)


def read(line: str) -> Line:
    """The line with its labels."""
    level = flat(line)
    labels = _lexicon().find(level)
    return Line(line, level, labels, Counter(kind for label in labels for kind in label.kinds))


def names(between: str) -> bool:
    """Whether what follows is what was spoken of: '... is', '... changed to'."""
    return _NAMED.search(between) is not None


def ends_sentence(level: str, start: int, end: int) -> bool:
    """Whether a sentence ends between two places."""
    return _SENTENCE_END.search(level, start, end) is not None


def is_innocent(word: str) -> bool:
    """Whether a word behind a label is only what sentences say of labels: expired, in, weak."""
    word = bare(word.lower())
    return word in innocent() or word in stop_words()


@cache
def innocent() -> frozenset[str]:
    """What people say of a password without telling it."""
    return frozenset(word.strip() for word in _words()["innocent"].split(","))


@cache
def _lexicon() -> Lexicon:
    return Lexicon({kind: words for kind, words in _words().items() if kind != "innocent"})


def _words() -> dict[str, str]:
    table: dict[str, Any] = resources.table("language/secrets")
    words: dict[str, str] = table["words"]
    return words
