"""A line as a reader shows it: without markup, entities, and characters that nobody sees.

Knows Markdown, HTML and characters, not what a line says. What tests a line for secrets or orders
looks at both `readings`, since an agent reads the bytes and a person the page.
"""

import html
import re
from functools import cache, lru_cache

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\ufe00-\ufe0f"
)
CONTROL = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_UNSEEN = re.compile(f"[{INVISIBLE}{CONTROL}]+")
_STRUCK = re.compile(r"~~.*?~~|<(del|s|strike)\b[^<>]*>.*?</\1>", re.IGNORECASE)
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\(([^()\s]*)[^()]*\)|!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_EMPHASIS = re.compile(
    r"(?<!\\)(?:(?<=\S)\*+|\*+(?=\S)|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w)|(?<=\w)`+(?=\w))"
)
_BRIGHT = re.compile(r"==(\S(?:[^=\n]*\S)?)==")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_SPACED = re.compile(r"(?<!\S)[^\W\d_](?: [^\W\d_]){4,}(?!\S)", re.ASCII)  # p a s s w o r d
_ITEM = re.compile(r"\s*(?:(?:[-*+>•·]|#{1,6}|\d{1,3}[.)])\s+)+(?:\[[ xX]\]\s+)?")
_PIECE = 4_000  # characters of a long line that are read together
_MARKS = frozenset("*_`=~<[\\&")

# Letters of other scripts that look like a Latin one: Cyrillic, Greek, Armenian, Cherokee.
TWINS = dict(
    zip(
        "аеорсухіјѕԁԛԝһӏԍьвАВЕКМНОРСТУХІЈЅԚԜҮγνορυιαχκΑΒΕΖΗΙΚΜΝΟΡΤΥΧոսօցհԼՕՍᎪᎬᎡᎢᎳᏃᏒᏚ",
        "aeopcyxijsdqwhlgbbABEKMHOPCTYXIJSQWYyvopuiaxkABEZHIKMNOPTYXnuoghLOUAERTWZRS",
        strict=True,
    )
)
_TWIN = re.compile(f"[{''.join(TWINS)}]")
_WORD = re.compile(r"[^\W\d_]{2,}")


def readings(text: str) -> tuple[str, ...]:
    """A text as it stands and, where that is another, as it is shown."""
    shown = as_shown(text)
    return (text,) if shown == text else (text, shown)


@lru_cache(maxsize=20_000)
def as_shown(text: str) -> str:
    """A text as it is read: struck words are gone, and neither emphasis nor spaces part a word."""
    if not _MARKS.isdisjoint(text):
        pieces = (text[at : at + _PIECE] for at in range(0, len(text), _PIECE))
        text = "".join(map(_unmarked, pieces))
    text = _SPACED.sub(lambda word: word[0].replace(" ", ""), text)
    return text if text.isascii() and text.isprintable() else seen(text)


def _unmarked(text: str) -> str:
    text = _TAG.sub("", _STRUCK.sub("", html.unescape(text)))
    targets = [link[2] for link in _LINK.finditer(text) if link[2]]
    text = _LINK.sub(lambda link: link[1] or link[3] or "", text)
    text = _ESCAPED.sub(r"\1", _EMPHASIS.sub("", _BRIGHT.sub(r"\1", text)))
    return " ".join([text, *targets])


def without_item(text: str) -> str:
    """A text without the marks of a list, a quote or a heading before it."""
    return _ITEM.sub("", text, count=1) if _ITEM.match(text) else text


def seen(text: str) -> str:
    """A text with nothing invisible in it, and twins as the letters that they look like."""
    bare = _UNSEEN.sub("", text).replace("\u00a0", " ")
    return _WORD.sub(lambda word: latin(word[0]), bare) if mixed_words(bare) else bare


def latin(word: str) -> str:
    """A word with Latin letters for those that look like one."""
    return word.translate(_twin_table())


def mixed_words(line: str) -> list[re.Match[str]]:
    """The words that are spelled with letters of two scripts, where each could be Latin.

    In a line of Latin words, a word of twins alone is one, too.
    """
    if not _TWIN.search(line):
        return []
    words = list(_WORD.finditer(line))
    latin_words = [word for word in words if word[0].isascii()]
    mixed = []
    for word in words:
        twins = sum(letter in TWINS for letter in word[0])
        if not twins or any(not one.isascii() and one not in TWINS for one in word[0]):
            continue
        if twins < len(word[0]) or (len(latin_words) > 2 and len(latin_words) >= len(words) - 2):
            mixed.append(word)
    return mixed


@cache
def _twin_table() -> dict[int, str]:
    return {ord(twin): letter for twin, letter in TWINS.items()}
