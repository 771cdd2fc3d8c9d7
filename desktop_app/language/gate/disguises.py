"""What a line says that the eye does not see: hidden characters, look-alike letters, encoded texts.

Knows characters and encodings, not what a text asks for. Legitimate use is left alone: joiners in
emoji and Persian, marks of direction beside right-to-left letters, tags of flags, `µs`, `Δt`.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from desktop_app.language.gate.encodings import bits_text, bytes_text, decoded
from desktop_app.language.gate.visible_text import CONTROL, INVISIBLE, TWINS, latin, mixed_words
from desktop_app.regex import regex


class DisguiseKind(StrEnum):
    """How a text is kept from the eye."""

    CHARACTERS = "hidden characters"
    MARKUP = "hidden markup"
    LETTERS = "look-alike letters"
    PAYLOAD = "encoded text"


class Disguise(NamedTuple):
    """Where something is disguised, the name of the way, and what it says, "" where nothing.

    `strength` is how far from any ordinary use it is, 0 to 1.
    """

    kind: DisguiseKind
    start: int
    end: int
    way: str
    says: str
    strength: float


_RUN = regex(f"[{INVISIBLE}]+")
_CONTROL = regex(f"[{CONTROL}]+")
_PASTED = ("\u00ad", "\ufeff", "\u200e", "\u200f")  # as web pages and dialogs have them
_POSES = 0.2  # from this strength on
_TURNED = regex("[\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = regex("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_JOINED = regex("[\u0600-\u1cff\ua800-\uabff\U0001f000-\U0001faff\u2190-\u2bff\u200d]")
_TAGGED_FLAG = "\U0001f3f4"

# Markdown and HTML that no reader shows. A comment may go on in the next lines.
_MARKUP = (
    ("comment", regex(r"<!--(?P<says>.*?)(?:-->|$)")),
    ("comment", regex(r"^\s*\[[^\]]{0,40}\]:\s*(?:<>|#)\s*[(\"'](?P<says>.+?)[)\"']\s*$")),
    (
        "style",
        regex(
            r"<(?P<tag>[a-z]\w{0,15})\b[^<>]{0,200}?(?:font-size:\s*[01](?:px|pt|em|%)?\b"
            r"|display:\s*none|visibility:\s*hidden|opacity:\s*0(?![.\d]*[1-9])"
            r"|(?<![-\w])color:?[\s=\"']*(?:white|transparent|#fff(?:fff)?\b)|\shidden\b"
            r"|(?:left|top|indent):\s*-\d{3,})[^<>]{0,200}>(?P<says>.*?)(?:</(?P=tag)>|$)",
            re.IGNORECASE,
        ),
    ),
    ("attribute", regex(r"\s(?:alt|title|aria-label|data-[\w-]+)=[\"'](?P<says>[^\"']{12,})")),
)

_ENTITY = r"&#?\w{1,32};"
_COMPOSED = regex(rf"(?<!\w)(?:\w*{_ENTITY})+\w*")
_PUNYCODE = regex(r"(?<![\w-])xn--[a-z0-9-]{2,60}", re.IGNORECASE)


def disguises(line: str, *, in_comment: bool = False) -> Iterator[Disguise]:
    """Everything that is disguised in a line, each by itself; `in_comment`: one began above."""
    if not (line.isascii() and line.isprintable()):
        yield from _hidden(line)
        yield from _twins(line)
    if "&" in line:
        yield from _composed(line)
    if "<" in line or "]:" in line or in_comment:
        yield from _unshown(line, in_comment)
    for way in decoded(line):
        yield Disguise(DisguiseKind.PAYLOAD, way.start, way.end, way.way, way.says, 0.5)


def hides(text: str) -> bool:
    """Whether characters stand in a text that nobody sees, or that pose as others."""
    if text.isascii() and text.isprintable() and "&" not in text:
        return False
    return any(one.strength >= _POSES for one in (*_hidden(text), *_twins(text), *_composed(text)))


def with_signs(line: str, sign: Callable[[int], str]) -> str:
    """The line with a sign for each run of characters that the eye does not see, by their count."""
    if line.isascii() and line.isprintable():
        return line

    def shown(run: re.Match[str]) -> str:
        return run[0] if _belongs(line, run) else sign(len(run[0]))

    return _CONTROL.sub(lambda run: sign(len(run[0])), _RUN.sub(shown, line))


def goes_on(line: str, in_comment: bool) -> bool:
    """Whether a comment is open at the end of a line, as `in_comment` says of its beginning."""
    opened, closed = line.rfind("<!--"), line.rfind("-->")
    return opened > closed or (in_comment and closed < 0)


# -- characters ---------------------------------------------------------------------------------


def _hidden(line: str) -> Iterator[Disguise]:
    for run in _CONTROL.finditer(line):
        strength = 0.8 if "\x1b" in run[0] else 0.35
        yield Disguise(DisguiseKind.CHARACTERS, *run.span(), "control", "", strength)
    runs = [run for run in _RUN.finditer(line) if not _belongs(line, run)]
    if not runs:
        return
    everything = "".join(run[0] for run in runs)
    said = _tags(everything) or _selectors(everything) or _bits_of(everything)
    if said:
        yield Disguise(
            DisguiseKind.CHARACTERS, runs[0].start(), runs[-1].end(), "spelled", said, 0.97
        )
        return
    for run in runs:
        way, says, strength = _unspelled(line, run)
        yield Disguise(DisguiseKind.CHARACTERS, *run.span(), way, says, strength)


def _unspelled(line: str, run: re.Match[str]) -> tuple[str, str, float]:
    """How much hidden characters that spell nothing tell of intent."""
    if _TURNED.search(run[0]):
        return "turned", "", 0.4 if _RIGHT_TO_LEFT.search(line) else 0.85
    if any("\U000e0000" <= sign <= "\U000e007f" for sign in run[0]):
        return "invisible", _tags(run[0]), 0.85
    before, after = line[run.start() - 1 : run.start()], line[run.end() : run.end() + 1]
    if run[0] in _PASTED:
        return "invisible", "", 0.1
    if len(run[0]) >= 8:
        return "invisible", "", 0.85
    in_word = before.isalpha() and after.isalpha() and before.isascii() and after.isascii()
    return "invisible", "", 0.6 if in_word else 0.2


def _belongs(line: str, run: re.Match[str]) -> bool:
    """Whether invisible characters are where scripts and emoji need them."""
    signs, before = run[0], line[run.start() - 1 : run.start()]
    after = line[run.end() : run.end() + 1]
    if signs == "\ufeff" and not run.start():
        return True
    if len(signs) > 3:
        return before == _TAGGED_FLAG and signs[-1] == "\U000e007f" and len(signs) < 9
    if set(signs) <= {"\u200e", "\u200f", "\u061c"}:
        return bool(_RIGHT_TO_LEFT.search(line))
    if set(signs) <= set("\ufe0e\ufe0f\u200d"):  # how a sign is drawn, and emoji joined
        return len(signs) < 3 and not (before.isalpha() and before.isascii())
    if "\ufe00" <= signs <= "\ufe0f" or "\U000e0100" <= signs <= "\U000e01ef":
        return len(signs) == 1 and unicodedata.category(before or " ") in ("Lo", "Sm")  # a variant
    joins = set(signs) <= {"\u200c", "\u200d"}
    return joins and (bool(_JOINED.match(before or " ")) or bool(_JOINED.match(after or " ")))


def _tags(signs: str) -> str:
    codes = bytes(ord(one) - 0xE0000 for one in signs if 0xE0020 <= ord(one) < 0xE007F)
    return bytes_text(codes)


def _selectors(signs: str) -> str:
    """Bytes as variation selectors spell them."""
    codes = [ord(one) for one in signs]
    values = [
        code - 0xFE00 if code < 0xE0000 else code - 0xE0100 + 16
        for code in codes
        if 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF
    ]
    return bytes_text(bytes(values))


def _bits_of(signs: str) -> str:
    """A text spelled with two invisible characters, eight a letter."""
    used = sorted(set(signs) & set("\u200b\u200c\u200d\u2060\u2062\u2063\u2064\ufeff"))
    if not 2 <= len(used) <= 3 or len(signs) < 8 * 4:
        return ""
    for zero in used:
        for one in used:
            bits = "".join("01"[sign == one] for sign in signs if sign in (zero, one))
            if zero != one and len(bits) >= 32 and (found := bits_text(bits)):
                return found
    return ""


# -- look-alikes --------------------------------------------------------------------------------


def _twins(line: str) -> Iterator[Disguise]:
    for word in mixed_words(line):
        letters = latin(word[0])
        strength = 0.75 if len(word[0]) > 3 else 0.15
        yield Disguise(DisguiseKind.LETTERS, *word.span(), "twins", letters, strength)
    for name in _PUNYCODE.finditer(line):
        shown = _unpunycoded(name[0])
        if shown and (mixed_words(shown) or all(one in TWINS or one.isascii() for one in shown)):
            yield Disguise(DisguiseKind.LETTERS, *name.span(), "domain", shown, 0.8)


def _composed(line: str) -> Iterator[Disguise]:
    """Words in which a plain letter is written as an entity of HTML: nobody needs to."""
    for word in _COMPOSED.finditer(line):
        letters = [html.unescape(one) for one in re.findall(_ENTITY, word[0])]
        if any(letter.isascii() and letter.isalnum() for letter in letters):
            says = html.unescape(word[0])
            yield Disguise(DisguiseKind.LETTERS, *word.span(), "entities", says, 0.6)


def _unpunycoded(name: str) -> str:
    try:
        return name[4:].encode("ascii").decode("punycode")
    except (UnicodeError, ValueError, OverflowError):
        return ""


# -- markup -------------------------------------------------------------------------------------


def _unshown(line: str, in_comment: bool) -> Iterator[Disguise]:
    if in_comment:
        says, _, line_rest = line.partition("-->")
        yield Disguise(DisguiseKind.MARKUP, 0, len(says), "comment", says.strip(), 0.3)
        line = " " * (len(line) - len(line_rest)) + line_rest
    for way, pattern in _MARKUP:
        for found in pattern.finditer(line):
            if says := re.sub(r"<[^<>]*>", " ", html.unescape(found["says"])).strip():
                yield Disguise(DisguiseKind.MARKUP, *found.span(), way, says, 0.3)
