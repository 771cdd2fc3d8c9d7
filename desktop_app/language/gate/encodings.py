"""Texts that are written in a code which a program can read, and what they say.

Every standard code is tried wherever its signs stand, and a code within a code. What comes out
counts when it reads as language. Knows codes, not what a text asks for.
"""

import base64
import html
import re
import string
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from desktop_app import resources
from desktop_app.language.dictionary import bare
from desktop_app.language.spans import flat
from desktop_app.regex import regex


class DecodedText(NamedTuple):
    """Where a text is encoded, the name of the code (the outer one), and what it says."""

    start: int
    end: int
    way: str
    says: str


_DEPTH = 3  # codes within codes
_SHORTEST = 6  # characters that are taken for a text
_RUN = 20  # letters from which a run of words is turned and shifted
_MOST = 400  # characters of a run that are turned and shifted
_READS = 6.2  # what a pair of letters costs on average in a text that reads as language; in nats
_STRANGE, _BETTER = 5.6, 0.35  # what it costs where it may be turned, and how much less then
_MORSE_SIGNS = """
.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..-
-.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----. .-.-.- --..-- -..-. .--.-.
---... ..--..
"""
_MORSE = dict(
    zip(_MORSE_SIGNS.split(), f"{string.ascii_lowercase}{string.digits}.,/@:?", strict=True)
)
_FIGURES = str.maketrans("0134578@$", "oieastbas")
_LATIN = regex("[a-z]+")
_HAN = regex("[\u3040-\u30ff\u3400-\u9fff]")
_WORDS = regex(r"(?<![^\W\d_])[^\W\d_]+(?:[ ,.;!?'’-]+[^\W\d_]+){2,}")
_FIGURED = regex(r"(?<![\w@$])[\w@$]+(?:[ ,.;!?'’-]+[\w@$]+){2,}")
_FIGURE = regex(r"(?<=[a-z])[0134578@$]|[0134578@$](?=[a-z])")
_APART = regex(r"(?<!\w)(?:[^\W\d_](?:[ ._*-]|  +)){8,}[^\W\d_](?!\w)")
_BETWEEN = regex(r"(?<=[^\W\d_])[ ._*-](?=[^\W\d_](?:\W|$))")


def decoded(line: str, depth: int = _DEPTH) -> Iterator[DecodedText]:
    """All that is encoded in a line and reads as language."""
    for way, pattern, decode in _CODES:
        for found in pattern.finditer(line):
            said = decode(found[0])
            says = said if said == found[0] or reads(said) else _inside(said, depth - 1)
            if says and says != found[0]:
                yield DecodedText(*found.span(), way, says)
    yield from _turned(line)


def reads(text: str) -> bool:
    """Whether a text reads as language: almost all letters, in an order that languages have."""
    if len(text) < _SHORTEST:
        return False
    return _letters(text) and (len(_HAN.findall(text)) > 3 or _cost(text) <= _READS)


def _letters(text: str) -> bool:
    return sum(one.isalpha() or one == " " for one in text) >= 0.7 * len(text)


def _inside(text: str, depth: int) -> str:
    """What is said by a text that is itself in a code; "" where it is in none."""
    return max((one.says for one in decoded(text, depth)), key=len, default="") if depth else ""


def _cost(text: str) -> float:
    """How unusual its pairs of letters are, on average."""
    level = f" {' '.join(_LATIN.findall(text.lower() if text.isascii() else bare(flat(text))))} "
    costs = _costs()
    return sum(costs[level[at : at + 2]] for at in range(len(level) - 1)) / (len(level) - 1)


@cache
def _costs() -> dict[str, float]:
    """What each pair of letters costs; a space stands for all that is none."""
    rows = resources.table("language/gate")["letters"]["pairs"].split()
    letters = f" {string.ascii_lowercase}"
    return {
        one + other: int(cost, 36) / 3
        for one, row in zip(letters, rows, strict=True)
        for other, cost in zip(letters, row, strict=True)
    }


# -- letters for letters ------------------------------------------------------------------------


def _turned(line: str) -> Iterator[DecodedText]:
    """Runs of words that read only from the end, with other letters, or joined."""
    for run in _APART.finditer(line):
        says = " ".join(_BETWEEN.sub("", run[0]).split())
        yield DecodedText(*run.span(), "apart", says)
    if any(map(str.isdigit, line)) or "@" in line or "$" in line:
        for run in _FIGURED.finditer(line.lower()):
            if len(_FIGURE.findall(run[0])) > 2 and reads(says := run[0].translate(_FIGURES)):
                yield DecodedText(*run.span(), "figures", says)
    for run in _WORDS.finditer(line):
        text = run[0][:_MOST]
        if len(text) < _RUN or not text.isascii() or (cost := _cost(text)) < _STRANGE:
            continue
        tried = ((way, turn(text)) for way, turn in _turns())
        least, way, says = min((_cost(one), way, one) for way, one in tried)
        if least < min(_READS, cost - _BETTER):
            yield DecodedText(*run.span(), way, says)
    if not line.isascii() and line.strip(" -*>")[:1] in tuple("。！？，"):
        yield DecodedText(0, len(line), "backwards", line[::-1].strip())


@cache
def _turns() -> list[tuple[str, Callable[[str], str]]]:
    """The ways in which letters stand for others."""
    low = string.ascii_lowercase
    tables = [("ROT13" if by == 13 else "Caesar", low[by:] + low[:by]) for by in range(1, 26)]
    tables.append(("Atbash", low[::-1]))
    shifted = [
        (way, str.maketrans(low + low.upper(), other + other.upper())) for way, other in tables
    ]
    return [
        ("backwards", lambda text: text[::-1]),
        *((way, _shift(table)) for way, table in shifted),
    ]


def _shift(table: dict[int, int]) -> Callable[[str], str]:
    return lambda text: text.translate(table)


# -- bytes --------------------------------------------------------------------------------------


def bytes_text(data: bytes) -> str:
    """The text that bytes are, if it is mostly letters; "" if not."""
    text = _text(data)
    return text if len(text) >= _SHORTEST and _letters(text) else ""


def bits_text(bits: str) -> str:
    """The text that is spelled by figures 0 and 1, eight a byte; "" where none is."""
    return bytes_text(bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8)))


def _text(data: bytes) -> str:
    """The text that bytes are, "" where they are none."""
    with suppress(UnicodeDecodeError):
        text = data.decode("utf-16-le" if b"\0" in data else "utf-8").strip("\0").strip()
        seen = text.replace("\n", "").replace("\t", "")
        if not any(unicodedata.category(one) in ("Cc", "Cn", "Co") for one in seen):
            return text
    return ""


def _tried(*ways: Callable[[str], bytes]) -> Callable[[str], str]:
    """Says what the first way reads that makes language; "" where there is nothing to decode."""

    def told(text: str) -> str:
        said = []
        for decode in ways:
            with suppress(ValueError):
                said.append(_text(decode(text)))
        return next(filter(reads, said), max(said, default=""))

    return told


def _base64(text: str) -> bytes:
    body = text.strip("=").replace("-", "+").replace("_", "/")
    if (body.isalpha() and (body.islower() or body.isupper())) or body.isdecimal():
        return b""  # a word, a number
    return base64.b64decode(body + "=" * (-len(body) % 4), validate=True)


def _base32(text: str) -> bytes:
    body = text.rstrip("=").upper()
    return base64.b32decode(body + "=" * (-len(body) % 8))


def _numbers(one: str, base: int) -> Callable[[str], str]:
    """Reads numbers of this form, a byte each."""
    return _tried(lambda text: bytes(int(number, base) for number in re.findall(one, text)))


def _escapes(text: str) -> str:
    """A text with the characters, or the bytes, that its escapes stand for."""
    for form, base in _ESCAPES:
        text = re.sub(form, lambda one: chr(min(int(one[1], base), 0x10FFFF)), text)  # noqa: B023
    text = html.unescape(text).strip()
    try:
        return _text(text.encode("latin-1")) or text
    except UnicodeEncodeError:
        return text


def _morse(text: str) -> str:
    words = re.split(r" ?[/|] ?| {2,}", text.strip())
    letters = [[_MORSE.get(sign, "\0") for sign in word.split()] for word in words]
    says = " ".join("".join(word) for word in letters)
    return "" if "\0" in says or not any(sign in says for sign in "aeiou") else says


_HEX = "[0-9a-fA-F]"
_ESCAPES = (
    (r"\\([0-3][0-7]{2})", 8),
    (rf"[%=]({_HEX}{{2}})", 16),
    (rf"(?:\\[uU]|U\+)\{{?({_HEX}{{4,8}})\}}? ?", 16),
)
_ESCAPE = "|".join((*(form for form, _ in _ESCAPES), r"&#x?[0-9a-fA-F]{1,6};"))
_CODES = tuple(  # its name, where it may stand, how it is read
    (way, regex(pattern), decode)
    for way, pattern, decode in (
        (
            "base64",
            r"(?<![\w+/-])={0,2}[A-Za-z0-9+/_-]{16,}={0,2}(?![\w+/])",
            _tried(_base64, lambda text: _base64(text[::-1])),
        ),
        (  # of a path
            "base64",
            r"(?<=/)[\w+-]{16,}={0,2}(?![\w+])",
            _tried(_base64),
        ),
        ("base32", r"(?<!\w)(?:[A-Z2-7]{16,}|[a-z2-7]{16,})={0,6}(?!\w)", _tried(_base32)),
        ("base85", r"(?<!\S)(?=\S*[~|{}`<>;^])[!-~]{25,}(?!\S)", _tried(base64.b85decode)),
        (
            "hex",
            rf"(?<!\w)(?:(?:0x|\\x)?{_HEX}{{2}}(?:, ?|[ :])?){{6,}}(?!\w)",
            _numbers(f"{_HEX}{{2}}", 16),
        ),
        ("bits", r"(?<!\w)(?:[01]{8}[ ,]?){4,}(?!\w)", _numbers("[01]{8}", 2)),
        ("numbers", r"(?<![\w.])(?:\d{2,3}(?:, ?| )){7,}\d{2,3}(?![\w.])", _numbers(r"\d+", 10)),
        ("escapes", rf"(?<!\w)\w{{0,40}}(?:(?:{_ESCAPE})[\w ,.~/?:+-]{{0,12}}){{3,}}", _escapes),
        ("Morse", r"(?<![\w.-])[.-]{1,6}(?:[ /|]+[.-]{1,6}){7,}(?![\w.-])", _morse),
    )
)
