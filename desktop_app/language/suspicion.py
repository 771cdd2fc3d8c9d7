"""Lines that may hold a secret though no rule knows it, by weights learnt from lines.

Knows the shapes of what is written and what stands beside them: `plum-Kettle-77b` is `a-A-9a`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from desktop_app.language.dictionary import bare
from desktop_app.language.keys import is_mixed, is_name_and_number
from desktop_app.language.learnt import LearntKind
from desktop_app.language.secrets import labels_in
from desktop_app.language.shown import readings
from desktop_app.language.spans import flat

_APART_FROM = r"\s\"'“”‘’「」『』`()（）,;:：=，。；、！？\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(
    r"\d{1,4}(?:(?:, ?|[ -])\d{1,4}){1,7}(?![\w.:-])"  # 4 0 9 7
    r"|[零〇一二两三四五六七八九]{3,8}"
    r"|[\u3040-\u30ff\u3400-\u9fff\"“”「」『』`:：=]"
    rf"|[^{_APART_FROM}](?:[^{_APART_FROM}]|'(?=\w))*"
)
_ENDS = ".!?"
_AT_ONCE, _APART = 32, 16  # tokens that are judged together
_YEAR = re.compile(r"(?:19|20)\d\d")
_RUNS = re.compile(r"A?a+|A+|9+")
ShapedToken = tuple[str, str, str]
"""A word, or its shape where it has a figure; the shape; the class of the shape."""


@lru_cache(maxsize=8_000)
def may_hold_secret(text: str) -> bool:
    """Whether a line is like lines that hold a password, a key or a code."""
    return any(map(SECRET.holds, readings(text)))


def _signs(text: str) -> Iterator[set[str]]:
    tokens = list(_tokens(text))
    for start in range(0, max(1, len(tokens) - _APART), _APART):
        if piece := tokens[start : start + _AT_ONCE]:
            words, shapes, classes = (list(part) for part in zip(*piece, strict=True))
            yield {*_beside(words), *shapes, *_rows(classes), *_pairs(words, classes)}


def _tokens(text: str) -> Iterator[ShapedToken]:
    level = bare(flat(text))
    labels = {at: kind for start, end, kind in labels_in(level) for at in range(start, end)}
    for match in _TOKEN.finditer(text):
        token = match[0].rstrip(_ENDS) or match[0]
        word = level[match.start() : match.start() + len(token)]
        if match.start() in labels:
            shape = kind = f"<{labels[match.start()]}>"
        else:
            shape, kind = _shape(token, word)
        yield shape if any(map(str.isdigit, word)) else word, shape, kind


def _beside(words: Sequence[str]) -> Iterator[str]:
    words = ["^", "^", *words, "$"]
    for at in range(2, len(words)):
        second, before, word = words[at - 2 : at + 1]
        yield from (word, f"{before} {word}", f"{second}  {word}")
        if len(word) > 4:
            yield word[:4] + "*"


def _rows(classes: Sequence[str]) -> Iterator[str]:
    classes = ["^", "^", *classes, "$"]
    for at in range(2, len(classes)):
        second, before, kind = classes[at - 2 : at + 1]
        yield from (f"{before}/{kind}", f"{second}//{kind}", f"{second}/{before}/{kind}")


def _pairs(words: Sequence[str], classes: Sequence[str]) -> Iterator[str]:
    """What could be a secret, with each word and label of the piece."""
    values = {kind for kind in classes if kind[0] == "#"} or {"#"}
    both = zip(words, classes, strict=True)
    others = {name for word, kind in both if kind[0] != "#" for name in (word[:5], kind)}
    yield from values
    yield from (f"{other}&{value}" for other in others for value in values)


def _shape(token: str, word: str) -> tuple[str, str]:
    """Short words as they are, of long ones only the case; of all else how it is built."""
    if word.replace("'", "").isalpha():
        shape = word if len(word) <= 4 else "X" if token[0].isupper() else "~"
        return shape, shape
    if not any(map(str.isalnum, word)):
        return word, word
    if _YEAR.fullmatch(word):
        return "#year", "#year"
    form = re.sub(r"\d", "9", re.sub(r"[^\W\d_]", _case, token))
    if "a" not in form.lower():
        signs = "".join(sorted({*form} - {"9"}))
        return f"#{form}", f"#{signs or min(len(form), 9)}"
    shape = "#" + _RUNS.sub(lambda run: run[0][0], form)
    if is_mixed(token):
        return shape, "#!"
    if is_name_and_number(token.lower()):
        return shape, "#~9"
    return shape, "#mixed" if "9" in form else "#joined"


def _case(letter: re.Match[str]) -> str:
    return "A" if letter[0].isupper() else "a"


SECRET = LearntKind("secret", 1 << 16, _signs, least=-12)
