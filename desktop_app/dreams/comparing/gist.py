"""What a line says, in a form that can be compared, how rare words are, and whether one line says
what another one says. Knows lines only, no files and no order."""

import math
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain

from desktop_app.language.cues import CueKind, cues, words_of
from desktop_app.language.reading import Reading, read
from desktop_app.language.spans import flat
from desktop_app.language.tokens import is_cjk, light_characters, normal, tokens
from desktop_app.language.values import Value, ValueKind, values, without_values

_MARKUP = re.compile(r"[*_`~\"“”‘’「」『』《》\\#>]")
_LABEL = re.compile(
    r"\W{0,6}([^:：*|]{1,40}?)(?:\*\*)?\s?(?!(?<=\d):\d)[:：](?:\*\*)?(?!//)\s*(?=\S)"
)
_UNIT = re.compile(r"\s?([a-z%°µ$€£¥]+|[\u3400-\u9fff]{1,2})?")
_LATIN = re.compile(r"[A-Za-z][\w.+-]*")
_CODE = re.compile(
    r"(?<![\w.-])[a-z]{2,}-?\d{1,3}(?![\w.%-])|(?<![\w.])\d{1,3}[a-f](?!\w)|[a-z](?=[区组班栋馆])"
)


Said = tuple[str, bool, bool]
"""A word or value, and whether its clause denies or ends, and changes something."""


@dataclass(frozen=True)
class Gist:
    """A line made comparable. Each of its properties is read when it is first asked for."""

    text: str

    @cached_property
    def key(self) -> str:
        """Equal for lines that differ in width, script, case, emphasis, spaces or a final stop."""
        plain = " ".join(_MARKUP.sub("", normal(self.text)).split())
        return plain.rstrip(" .。!！;；,，…")

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Stems and pairs of Chinese characters in reading order, values left out."""
        return tuple(tokens(_MARKUP.sub(" ", without_values(self.text))))

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Its dates, numbers and other values."""
        return values(self.text)

    @cached_property
    def label(self) -> str:
        """What stands before a colon at its beginning."""
        label = _LABEL.match(self.text)
        return flat(label[1]).strip() if label else ""

    @cached_property
    def names(self) -> frozenset[str]:
        """Words written as names."""
        return _names(_MARKUP.sub(" ", self.text))

    @cached_property
    def cues(self) -> frozenset[CueKind]:
        """What its words tell of it, such as a change or a plan."""
        return cues(self.text)

    @cached_property
    def bag(self) -> frozenset[str]:
        """The words without order."""
        return frozenset(self.words)

    @cached_property
    def value_keys(self) -> frozenset[str]:
        """Kind and key of each value."""
        return frozenset(value.mark for value in self.values)

    @cached_property
    def by_kind(self) -> dict[ValueKind, list[Value]]:
        """The values of each kind that there is."""
        return {
            kind: [v for v in self.values if v.kind == kind]
            for kind in {v.kind for v in self.values}
        }

    @cached_property
    def marks(self) -> frozenset[str]:
        """What sets the line apart from others: its words and its values."""
        return frozenset(chain(self.words, (value.mark for value in self.values)))

    @cached_property
    def said(self) -> frozenset[Said]:
        """Its words and values, each with what its clause makes of it."""
        how = dict.fromkeys(self.marks, (False, False))
        for start, end in self.reading.clauses:
            clause = gist(self.text[start:end])
            is_denied = bool({CueKind.NOT, CueKind.END} & clause.cues)
            made = (is_denied, CueKind.CHANGE in clause.cues)
            how.update(dict.fromkeys(clause.marks & how.keys(), made))
        return frozenset((mark, *made) for mark, made in how.items())

    @cached_property
    def codes(self) -> frozenset[str]:
        """What tells one of a kind from another by a number or a letter: heron-05, 2B, A区."""
        return frozenset(_CODE.findall(flat(self.text)))

    @cached_property
    def rivals(self) -> frozenset[str]:
        """Its words that set one thing apart from another of the same kind."""
        return words_of(CueKind.RIVAL, self.text)

    @property
    def reading(self) -> Reading:
        """The line's sentences and clauses."""
        return read(self.text)

    def unit(self, value: Value) -> str:
        """What is written behind a value: kg, 元, pm."""
        match = _UNIT.match(flat(self.text), value.end)
        return match[1] or "" if match else ""


@lru_cache(maxsize=30_000)  # the statements that memory may have, and those of many days
def gist(text: str) -> Gist:
    """What `text` says."""
    return Gist(text)


def _names(text: str) -> frozenset[str]:
    chinese = any(map(is_cjk, text))
    if chinese:
        return frozenset(word.lower() for word in _LATIN.findall(text) if len(word) > 1)
    words = read(text).words
    return frozenset(
        word.level
        for word in words
        if word.content
        and any(map(str.isupper, word.text))
        and not (word.first and word.text[1:].islower())
    )


_PRIOR = 8  # lines that are taken as read: in a memory of six lines every word looks rare


@dataclass(frozen=True)
class Rarity:
    """The weight of a word, above 0 and at most 1; `weights` are those of words that were seen in
    `lines` lines.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    lines: int = 0

    @staticmethod
    def of(lines: Iterable[frozenset[str]]) -> "Rarity":
        """Counted over the words of each line."""
        every = list(lines)
        often, count = Counter(chain.from_iterable(every)), _PRIOR + len(every)
        whole = math.log(1 + count)
        weights = {word: math.log(1 + count / n) / whole for word, n in often.items()}
        return Rarity(weights, len(every))

    def weight(self, words: Iterable[str]) -> float:
        """The sum of the weights, the same in any order; a word that was never seen weighs 1."""
        return math.fsum(map(self._weight, words))

    def _weight(self, word: str) -> float:
        return self.weights.get(word, 1.0)

    def share(self, words: Sequence[str], others: Container[str]) -> float:
        """How much of some words in reading order others are, by weight: of Chinese the characters
        that say something, since of its pairs half belong to no word."""
        whole = shared = 0.0
        for n, word in enumerate(words):
            for at, sign in enumerate(word if is_cjk(word[0]) else [word]):
                beside = words[n - 1] if n and not at else ""
                if at and n + 1 < len(words) and words[n + 1][0] == sign:
                    continue  # it comes again, as the first of the next pair
                if sign in light_characters():
                    continue
                in_words = [word, beside] if beside[1:] == sign else [word]
                weight = min(map(self._weight, in_words)) / (2 if is_cjk(sign[0]) else 1)
                whole += weight
                shared += weight if any(one in others for one in in_words) else 0.0
        return shared / whole if whole else 0.0


NEUTRAL = Rarity()
"""For a pair of lines without a memory around them."""


_CHANGES = frozenset({CueKind.CHANGE, CueKind.END})


def repeats(memory: Gist, note: Gist) -> bool:
    """Whether `note` says nothing that `memory` does not say: every word and value of it stands
    there, denied alike, and nothing changes or ends."""
    if memory.key == note.key:
        return True
    denials = {len(words_of(CueKind.NOT, one.text)) for one in (memory, note)}
    within = len(note.marks) > 1 and note.marks <= memory.marks
    return within and len(denials) == 1 and not _CHANGES & note.cues - memory.cues
