"""What a text is worth that somebody says in talk: a sum of few signals. Knows one text only."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from desktop_app import resources
from desktop_app.dreams.talk.speech import asks, begs, sentences
from desktop_app.errors import Problem
from desktop_app.language.phrases import Phrases, listed
from desktop_app.language.remembering import asks_to_remember
from desktop_app.language.spans import flat
from desktop_app.language.tokens import is_cjk, tokens
from desktop_app.notebook.notebook import Notebook
from desktop_app.regex import regex

WordRarity = Callable[[str], float]
"""How rare a word (one of `tokens`) is: 0 for one that stands everywhere."""

_RAREST = 12  # words; more of them would only measure length
_AS_IF = 30  # texts more, without any of the words: a young notebook is no proof of anything
_SHORT, _FEWEST = 3, 2  # words
_SIGNS = 1.6  # Chinese signs that say as much as a word
_ME = regex(r"^(?:(?:i|we|my|our)\s+|我们?)")
THING = regex(  # code, paths, names of files and options
    r"`[^`]{1,80}`|(?<![\w/.~:-])[A-Za-z~][\w.~:-]{0,40}/[\w./-]+|\b[A-Za-z0-9]{1,40}_\w+"
    r"|\b\w{1,40}\.[a-z]{2,4}\b|\s--?[A-Za-z][\w-]+"
)
_VALUE = regex(  # and numbers and times
    rf"{THING.pattern}|\d+(?:[.,:/-]\d+)*|[周週][一二三四五六日]|[一二三四五六七八九十百千万两半]+[年月日号點点天周週次个個只元块塊期批]"
)
_IS = regex(  # a name, and who or what it is: `Ben Ray is our cook`; `The cook is Ben`
    r"(?:The )?([A-Z]\S*(?: [^\s,]+){0,3}?|(?<=The )\w+(?: \w+)?) (?:is|are) (?:now )?"
    r"(?:(?:the|our|an?)\b|[A-Z]\w)"
)
_WORD, _SIGN = regex(r"[^\W_\u3400-\u9fff]+"), regex(r"[\u3400-\u9fff]")


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
        """See `WordRarity`. The same measure, up to 1, whether the texts are many or few."""
        texts = self.lines + _AS_IF
        return max(0.0, math.log(texts / (self.of[word] + 0.5)) / math.log(2 * texts))

    def among(self, texts: Sequence[str]) -> WordRarity:
        """How rare words are, these `texts` counted in: 1 for the usual word of theirs."""
        here = Frequencies.counted(texts)
        rarity = (self + here).rarity
        whole = math.fsum(rarity(word) * many for word, many in here.of.items())
        usual = whole / here.of.total() if whole else 1.0
        return lambda word: rarity(word) / usual


def worth(text: str, rarity: WordRarity, *, own: bool = True) -> float:
    """How much speaks for keeping `text`, one sentence or some; more than 0 is worth keeping.

    Nothing in a question, or in a request that names nothing, counts for it. `own`: its writer may
    tell of himself, and at length.
    """
    parts = sentences(text)
    statements = [part for part in parts if not asks(part) and not _only_begs(part)]
    plain = " ".join(statements)
    signs_found = signs(plain)
    rare = sorted(map(rarity, set(tokens(plain))), reverse=True)[:_RAREST]
    said = THING.sub(" ", plain)  # of a file alone nobody says anything
    words = len(_WORD.findall(said)) + len(_SIGN.findall(said)) / _SIGNS
    says_what = any((found := _IS.match(one)) and tokens(found[1]) for one in statements)
    amounts = {
        "any": 1.0,
        "words": min(50 if own else 20, words) / 10,
        "short": words < _SHORT,
        "rare": sum(rare) / max(1, len(rare)),
        "own": min(3, signs_found.get("own", 0)) if own else 0,
        "values": min(3, len(_VALUE.findall(plain))),
        "kinds": says_what or any(kind != "own" for kind in signs_found),
        "asks": 1 - len(statements) / max(1, len(parts)),
        "exclaims": sum(part.endswith(("!", "！")) for part in statements) / max(1, len(parts)),
    }
    return math.fsum(table()["worth"][name] * amount for name, amount in amounts.items())


def _only_begs(sentence: str) -> bool:
    """Whether a sentence is a short request that names nothing: `Please look again`."""
    named = signs(sentence) or _VALUE.search(sentence) or asks_to_remember(sentence)
    words = sum(1 / _SIGNS if is_cjk(word[0]) else 1 for word in tokens(sentence))
    return begs(sentence) and not named and words < _SHORT


def table() -> dict[str, Any]:
    """The lists and weights of this room."""
    return resources.table("language/talk")


def signs(text: str) -> dict[str, int]:
    """How many words of whoever tells of himself a text has, as `own`, and of each kind of fact."""
    return _phrases().count(flat(text))


def is_rule(text: str) -> bool:
    """Whether a text begins as a standing rule does: `Never ...`, `From now on ...`."""
    return "convention" in _phrases().begin(flat(text)) and len(tokens(text)) >= _SHORT


def is_preference(text: str) -> bool:
    """Whether a text begins with what its writer likes or does each time: `I prefer ...`."""
    level = flat(text)
    begins = _phrases().begin(level) | _phrases().begin(_ME.sub("", level))
    return begins >= {"own", "preference"} and len(tokens(text)) >= _FEWEST


@cache
def _phrases() -> Phrases:
    return Phrases({kind: listed(words) for kind, words in table()["phrases"].items()})


_ENOUGH = 200_000  # characters: some 0.2 s to read, and more would change nothing


def familiar(notebook: Notebook) -> Frequencies:
    """The words of MEMORY.md and of the newest days, by lines. An unreadable one is left."""
    return Frequencies.counted(_lines(notebook))


def _lines(notebook: Notebook) -> Iterator[str]:
    dated = [path for path in notebook.paths() if notebook.layout.date_of(path)]
    characters_left = _ENOUGH
    for path in (notebook.layout.memory, *sorted(dated, reverse=True)):
        try:
            text = notebook.read(path).text[:characters_left]
        except Problem:  # told when it is needed; here it only means fewer words
            continue
        yield from filter(str.strip, text.split("\n"))
        characters_left -= len(text)
        if characters_left <= 0:
            return
