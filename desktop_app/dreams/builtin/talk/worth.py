"""What a text is worth that somebody says in talk. Knows one text, not who says it or to whom.

Talk is not notes: it has no headings, and what lasts is said in passing. So it counts whether
somebody tells of himself, of his people, of a time, of what is to hold from now on; what only
pleases or serves the other counts against.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from desktop_app import resources
from desktop_app.language.phrases import Phrases
from desktop_app.language.spans import flat
from desktop_app.language.words import is_cjk, tokens

Rarity = Callable[[str], float]
"""How rare a word (one of `tokens`) is: 0 for one that stands everywhere, 1 for one nowhere."""

_RAREST = 12  # words; more of them would only measure length
_SIGNS_A_WORD = 1.6  # Chinese characters that say as much as one English word
_SHORT = 3  # words
_AS_IF = 30  # texts more, without any of the words: a young notebook is no proof of anything

# Many write in small letters, so behind a word a new sentence may begin with one as well.
_END = re.compile(
    r"(?<=[。！？；…!?])(?![。！？；…!?」』”\"')）])"
    r"|(?<=[.!?])[\"')\]*_]*\s+(?=[\"'(*_`]*[A-Z0-9À-Þ\u3400-\u9fff])"
    r"|(?<=[a-z0-9]{3}[.])\s+(?=[a-z])"
)
_ABBREVIATION = re.compile(
    r"\b(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|etc|no|nos|inc|ltd|ca|approx|dept|min|max|vol|fig|est"
    r"|incl|excl|resp|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)\.$",
    re.IGNORECASE,
)
_SHAPES = {
    "numbers": re.compile(r"\d+(?:[.,:/]\d+)*"),
    "names": re.compile(r"(?<=[a-z,;] )[A-Z][\w'’-]+"),
    "things": re.compile(  # code, paths, names of files and options
        r"`[^`]{1,80}`|(?<![\w/.~:-])(?=[\d./-]{0,20}[A-Za-z~])[A-Za-z0-9_.~:-]{0,40}/[A-Za-z0-9_./-]+"
        r"|\b[A-Za-z0-9]{1,40}_\w+|\b\w{1,40}\.[a-z]{2,4}\b|\s--?[A-Za-z][\w-]+"
    ),
}
_LATIN_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Frequencies:
    """In how many of `lines` texts each word stands: what makes a word rare."""

    lines: int = 0
    of: Counter[str] = field(default_factory=Counter)

    @classmethod
    def counted(cls, texts: Iterable[str]) -> "Frequencies":
        """The words of `texts`; a text counts once for each of its words."""
        each = [set(tokens(text)) for text in texts]
        return cls(len(each), Counter(word for words in each for word in words))

    def __add__(self, other: "Frequencies") -> "Frequencies":
        return Frequencies(self.lines + other.lines, self.of + other.of)

    def rarity(self, word: str) -> float:
        """See `Rarity`. The same measure whether the texts are many or few."""
        texts = self.lines + _AS_IF
        return max(0.0, math.log(texts / (self.of[word] + 0.5)) / math.log(2 * texts))


def sentences(line: str) -> list[str]:
    """The sentences of a line, verbatim and in order."""
    found = []
    start = 0
    for end in _END.finditer(line):
        if not _ABBREVIATION.search(line, max(start, end.start() - 8), end.start()):
            found.append(line[start : end.start() + len(end[0].rstrip())])
            start = end.end()
    found.append(line[start:])
    return [sentence.strip() for sentence in found if sentence.strip()]


def asks(sentence: str) -> bool:
    """Whether a sentence is a question."""
    bare = flat(sentence).rstrip(" \"'”’」』)）*_`~.。!！")
    return bare.endswith(("?", "？", *_table()["asking"]["chinese_end"]))


def worth(text: str, rarity: Rarity) -> float:
    """How much speaks for keeping `text`, one sentence or some; more than 0 is worth keeping.

    What it asks counts against it, and nothing in a question counts for it.
    """
    weights: dict[str, float] = _table()["weights"]
    return sum(weights[name] * amount for name, amount in _amounts(text, rarity).items())


def _amounts(text: str, rarity: Rarity) -> dict[str, float]:
    parts = sentences(text)
    told = [part for part in parts if not asks(part)]
    plain = " ".join(told)
    most: dict[str, float] = _table()["most"]
    rare = sorted(map(rarity, set(tokens(plain))), reverse=True)[:_RAREST]
    words = weight(plain)
    return {
        "any": 1.0,
        "words": min(most["words"], words) / 10,
        "short": float(words < _SHORT),
        "rare": sum(rare) / len(rare) if rare else 0.0,
        "asks": 1 - len(told) / len(parts) if parts else 0.0,
        "exclaims": sum(part.endswith(("!", "！")) for part in told) / max(1, len(parts)),
        **{kind: min(most[kind], many) for kind, many in counts(plain).items() if kind in most},
    }


def counts(text: str) -> dict[str, int]:
    """How many words and signs of each kind a text has: lists of `language/talk.toml`, shapes."""
    shapes = {kind: len(shape.findall(text)) for kind, shape in _SHAPES.items()}
    return _lists().count(flat(text)) | shapes


def weight(text: str) -> float:
    """How many words a text has, Chinese ones estimated by their characters."""
    signs = sum(map(is_cjk, text)) if not text.isascii() else 0
    latin = "".join(" " if is_cjk(sign) else sign for sign in text) if signs else text
    return len(_LATIN_WORD.findall(latin)) + signs / _SIGNS_A_WORD


@cache
def _lists() -> Phrases:
    rows = {name: row for name, row in _table().items() if "english" in row}
    return Phrases({name: row["english"] + row["chinese"] for name, row in rows.items()}, {})


def _table() -> dict[str, Any]:
    return resources.table("language/talk")
