"""Lines that order or allow an agent to act, by weights learnt from labelled lines.

Knows how such lines read, not which acts they name: the weights belong to words, to what stands
beside them and to the shape of a sentence.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from desktop_app.language.dictionary import bare
from desktop_app.language.learnt import LearntKind
from desktop_app.language.orders import acts_in
from desktop_app.language.shown import readings
from desktop_app.language.spans import flat

_HAN = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(rf"[{_HAN}]|[^\W\d_{_HAN}]+(?:'[^\W\d_{_HAN}]+)?|[:,]")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|[。！？；\n]+")
_ENDINGS = ("ing", "ed", "ly", "ion", "s")
_AT_ONCE, _APART = 48, 24  # tokens of a sentence that are judged together
_ENOUGH = 4.0  # of likeness; of an unknown writer's innocent lines one in ten has more


@lru_cache(maxsize=8_000)
def gives_leave(text: str) -> bool:
    """Whether a sentence of `text` orders or allows an agent to act, or takes a check away."""
    return any(map(LEAVE.holds, readings(text)))


def _signs(text: str) -> Iterator[set[str]]:
    """The names of the signs of each sentence; a long one comes in pieces."""
    for sentence in _SENTENCE_END.split(text):
        tokens = list(_TOKEN.finditer(sentence))
        for start in range(0, max(1, len(tokens) - _APART), _APART):
            if piece := tokens[start : start + _AT_ONCE]:
                whole = sentence[piece[0].start() : piece[-1].end()]
                yield {*_names([token[0] for token in piece]), *_acts(whole)}


def _acts(sentence: str) -> Iterator[str]:
    acts = acts_in(bare(flat(sentence)))
    yield from (f"<{act}>" for act in acts)
    yield from map(">".join, combinations(acts, 2))


def _names(tokens: Sequence[str]) -> Iterator[str]:
    """Words and their beginnings, alone and with what stands up to three words before."""
    plain = [bare(flat(token)) for token in tokens]
    words = ["^", "^", "^", *plain, "$"]
    shapes = ["^", "^", "^", _shape(plain[0], plain[0]), *map(_shape, tokens[1:], plain[1:]), "$"]
    for at in range(3, len(words)):
        third, second, before, word = words[at - 3 : at + 1]
        yield from (word, f"{before} {word}", f"{second}  {word}", f"{third}   {word}")
        yield f"{second} {before} {word}"
        if len(word) > 4:
            yield from (word[:4] + "*", word[:5] + "*")
        third, second, before, shape = shapes[at - 3 : at + 1]
        yield from (f"{before}/{shape}", f"{second}//{shape}", f"{second}/{before}/{shape}")


def _shape(token: str, plain: str) -> str:
    """Short words as they are, of long ones only the ending, of names nothing."""
    if len(plain) <= 4:
        return plain
    if token[0].isupper() and not token.isupper():
        return "X"
    return next((f"~{ending}" for ending in _ENDINGS if plain.endswith(ending)), "~")


LEAVE = LearntKind("leave", 1 << 17, _signs, _ENOUGH)
