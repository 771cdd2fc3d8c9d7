"""Lines that may hold a secret though no rule knows it, told by weights learnt from lines.

Knows the shapes of what is written and what stands beside them: `plum-Kettle-77b` is `a-A-9a`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from desktop_app.language.dictionary import bare
from desktop_app.language.learnt import Kind
from desktop_app.language.secrets import labels_in
from desktop_app.language.spans import flat

_HAN = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(
    r"\d{1,4}(?:(?:, ?|[ -])\d{1,4}){1,7}(?![\w.:-])"  # 4 0 9 7
    r"|[零〇一二两三四五六七八九]{3,8}"
    rf"|[{_HAN}]|[^\s\"'“”‘’「」『』`()（）,;:：=，。；、！？{_HAN}](?:[^\s\"“”「」『』`()（）,;:：=，。；、！？{_HAN}]*"
    r"[^\s\"'“”‘’「」『』`()（）,;:：=，。；、！？.!?{_HAN}])?"
    r"|[\"“”「」『』`:=]"
)
_AT_ONCE, _APART = 32, 16  # tokens that are judged together
_YEAR = re.compile(r"(?:19|20)\d\d")
_RUNS = re.compile(r"A?a+|A+|9+")


@lru_cache(maxsize=8_000)
def may_hold_secret(text: str) -> bool:
    """Whether a line is like lines that hold a password, a key or a code."""
    return SECRET.likeness(text) > 0


def _signs(text: str) -> Iterator[set[str]]:
    level = bare(flat(text))
    kinds = {at: kind for start, end, kind in labels_in(level) for at in range(start, end)}
    tokens = list(_TOKEN.finditer(text))
    words = [level[slice(*token.span())] for token in tokens]
    shapes = [
        f"<{kinds[token.start()]}>" if token.start() in kinds else _shape(token[0], word)
        for token, word in zip(tokens, words, strict=True)
    ]
    for start in range(0, max(1, len(tokens) - _APART), _APART):
        piece = slice(start, start + _AT_ONCE)
        if tokens[piece]:
            yield {
                *_names([w if not any(map(str.isdigit, w)) else s for w, s in zip(words[piece],shapes[piece])]),
                *_rows([_coarse(s) for s in shapes[piece]]),
                *shapes[piece],
                *_pairs({_coarse(s) for s in shapes[piece]}),
            }


def _names(words: Sequence[str]) -> Iterator[str]:
    words = ["^", "^", *words, "$"]
    for at in range(2, len(words)):
        second, before, word = words[at - 2 : at + 1]
        yield from (word, f"{before} {word}", f"{second}  {word}")
        if len(word) > 4:
            yield word[:4] + "*"


def _rows(shapes: Sequence[str]) -> Iterator[str]:
    shapes = ["^", "^", *shapes, "$"]
    for at in range(2, len(shapes)):
        second, before, shape = shapes[at - 2 : at + 1]
        yield from (f"{before}/{shape}", f"{second}//{shape}", f"{second}/{before}/{shape}")


def _pairs(shapes: set[str]) -> Iterator[str]:
    labels = [s for s in shapes if s[0] == "<"] + ["<>"]
    values = [s for s in shapes if s[0] == "#"]+["#"]
    yield from (f"{label}&{value}" for label in labels for value in values)


def _shape(token: str, word: str) -> str:
    """Short words as they are, of long ones only the case; of all else how it is built."""
    if word.replace("'", "").isalpha():
        return word if len(word) <= 4 else "X" if token[0].isupper() else "~"
    if not any(map(str.isalnum, word)):
        return word
    if _YEAR.fullmatch(word):
        return "#year"
    form = re.sub(r"[^\W\d_]", lambda m: "A" if m[0].isupper() else "a", token)
    form = re.sub(r"\d", "9", form)
    return "#" + (form if not "a" in form.lower() else _RUNS.sub(lambda m: m[0][0], form))


def _coarse(shape: str) -> str:
    if shape[0] != "#" or shape == "#year":
        return shape
    letters = "a" in shape.lower()
    if letters:
        return "#mixed" if "9" in shape else "#joined"
    return "#" + ("".join(sorted(set(shape[1:]) - {"9"})) or str(min(len(shape) - 1,9)))


SECRET = Kind("secret", 1 << 16, _signs)
