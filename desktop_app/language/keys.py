"""Strings that are secrets by their form alone. Knows issuers' forms, check digits and chance.

What stands around a string is for others to read.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from stdnum import iban, luhn
from stdnum.br import cpf
from stdnum.cn import ric
from stdnum.de import idnr
from stdnum.es import dni, nie
from stdnum.fr import nir
from stdnum.it import codicefiscale

from desktop_app import resources
from desktop_app.language.words import stop_words


class Span(NamedTuple):
    """A secret in a text: where it stands and what it is, in the words of a person."""

    start: int
    end: int
    what: str


_TOKEN = re.compile(r"(?<![\w/.#@?&-])[A-Za-z0-9+_=-]{20,}(?![\w/.@])")
_GROUPED = re.compile(r"(?<![\w/-])[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,}(?![\w-])")
_THOUGHT_UP = re.compile(r"[A-Za-z\d_!$%&*+^?~.-]{8,}")
_JOINED = re.compile(r"[A-Za-z\d](?:[!$^][A-Za-z\d]|%(?![A-F][\dA-F])[A-Za-z])")
_ADDRESS = re.compile(r"://[^\s:/@]{0,80}:([^\s@/]{3,120})@")
_COMMAND = re.compile(
    r"\b(?:mysql\b[^\n]{0,40}\s-p|sshpass -p ?|curl\b[^\n]{0,60}\s-u ?[^\s:]{1,80}:)([^\s-]\S{2,80})"
)
_WORDS = re.compile(r"(?<![a-z'])(?:(?:\d{1,2}[.)] ?)?[a-z]{3,8}[ ,]{1,2}){5,}[a-z]{3,8}(?![a-z'])")
_WALLET = (12, 15, 18, 21, 24)  # words
_NAME_AND_NUMBER = re.compile(r"[a-z]+(?:[-_][a-z]+)*[-_]?\d{1,4}$")  # berth-4, worker3
_BORING = re.compile(
    r"v?\d+(?:\.\d+)+\w*"  # a version
    r"|[~<>=^]*\d+[a-zA-Z%°€$£/]{1,8}|\d{1,4}-?[a-z]{3,}"  # a number with its unit
    r"|[\d:./,+-]+|\d{4}-\d\d-\d\dT[\d:.Z+-]+"  # a date, a time, a telephone
    r"|[A-Z]{1,6}-?\d{1,6}"  # PR1234
    r"|(?:[\w~.-]*/)+[\w.?=&%-]*|[\w.-]+\.[a-z]\w{0,4}"  # a path, a file, a host
    r"|[A-Z]{0,3}[$€£]\d.*|[\d.]+[a-z]{0,3}(?:\d\d)?(?:[^\w\s][\d.]+[a-z]{0,3}(?:\d\d)?)+"  # 20k-30k, 9h30-11h
    r"|[A-Za-z][\w.-]*=\d{1,6}"  # a setting
    r"|\w[\w.+-]*@[\w-]+(?:\.\w+)+|\w+://.*|[\w.-]+@v?\d[\w.]*"  # mail, address, package
    r"|[A-Za-z][\w-]*[=<>~]=[\w.]+|[a-z][a-z_-]*#\d+"  # numpy==1.26, an issue
    r"|[$%]?[{<\[(*].*|\$[A-Z_]+"  # a placeholder
    r"|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"  # a UUID
)


def _is_taiwanese(number: str) -> bool:
    place = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(number[0]) + 10
    weights = (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1)
    digits = map(int, f"{place}{number[1:]}")
    return sum(d * weight for d, weight in zip(digits, weights, strict=True)) % 10 == 0


# Whose check digits prove them. Some are only looked at as people write them with blanks.
_CHECKED: tuple[tuple[str, str, Callable[[str], bool]], ...] = (
    ("card number", r"(?<![\d.:/+-])(?:3[47](?:[ -]?\d){13}|[245]\d(?:[ -]?\d){14}|6\d(?:[ -]?\d){14,17})(?![\d.:/]|-\d)", luhn.is_valid),
    ("account number", r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b|\b[a-z]{2}\d\d(?: ?[a-z]{4})?(?: ?\d{4}){2,6}(?: ?\d{1,3})?\b", iban.is_valid),
    ("id number", r"(?<![\dA-Za-z])\d{6} ?(?:19|20)\d{2} ?\d{4} ?\d{3}[\dXx](?![\dA-Za-z])", ric.is_valid),
    ("id number", r"(?<![\dA-Za-z])\d{8}[ -]?[A-HJ-NP-TV-Z](?![A-Za-z\d])", dni.is_valid),
    ("id number", r"(?<![\dA-Za-z])[XYZ][ -]?\d{7}[ -]?[A-HJ-NP-TV-Z](?![A-Za-z\d])", nie.is_valid),
    ("id number", r"(?<!\d)[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?!\d)", nir.is_valid),
    ("id number", r"(?<![\d.+/-])[1-9]\d \d{3} \d{3} \d{3}(?![\d./-])", idnr.is_valid),
    ("id number", r"\b[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]\b", codicefiscale.is_valid),
    ("id number", r"(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)", cpf.is_valid),
    ("id number", r"(?<![A-Za-z\d])[A-Z][1289]\d{8}(?!\d)", _is_taiwanese),
    # These have no check digit, but a form of their own.
    ("id number", r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])", bool),
    ("id number", r"(?<![A-Za-z\d])[A-Z]{1,2}\d{6}[(（][\dA][)）]", bool),
    ("id number", r"\b[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b", bool),
    ("key", r"(?<![\d-])(?:\d{4}(?:-\d{4}){5}|\d{6}(?:-\d{6}){5,7})(?![\d-])", bool),
)  # fmt: skip


def by_form(line: str) -> Iterator[Span]:
    """What in `line` can only be a secret, whatever the words around it say."""
    yield from (Span(*match.span(), "key") for match in _typed().finditer(line))
    for pattern in (_ADDRESS, _COMMAND):
        yield from (Span(*match.span(1), "password") for match in pattern.finditer(line))
    for what, form, is_true in _checked():
        for match in form.finditer(line):
            if len(set(match[0])) > 2 and is_true(match[0]):
                yield Span(*match.span(), what)
    for match in _GROUPED.finditer(line):
        if _is_grouped(match[0]):
            yield Span(*match.span(), "key")
    for match in _THOUGHT_UP.finditer(line):
        if _is_thought_up(match[0]):
            yield Span(*match.span(), "password")
    yield from (row for row, length in rows_of_words(line) if length in _WALLET)


def dealt_by_chance(line: str) -> Iterator[Span]:
    """Long strings that look dealt by chance; keys do, and so do fingerprints."""
    for match in _TOKEN.finditer(line):
        kinds = [
            "a" if c.islower() else "A" if c.isupper() else "1" for c in match[0] if c.isalnum()
        ]
        turns = sum(one != other for one, other in pairwise(kinds))
        if len(set(kinds)) == 3 and kinds.count("1") >= 2 and turns > 0.4 * len(kinds):
            if not is_id(match[0]):
                yield Span(*match.span(), "key")


def is_mixed(token: str) -> bool:
    """Whether `token` mixes letters with figures or signs as no word, number or name does."""
    if len(token) < 6 or is_name_and_number(token) or is_id(token) or _BORING.fullmatch(token):
        return False
    letters, digits = any(map(str.isalpha, token)), any(map(str.isdigit, token))
    return letters and (digits or re.search(r"\w[!#$%^*?@]+\w", token) is not None)


def is_name_and_number(token: str) -> bool:
    """Whether `token` is a word with a number: a berth, a machine, or a weak password."""
    return len(token) >= 6 and _NAME_AND_NUMBER.match(token) is not None


def is_id(token: str) -> bool:
    """Whether `token` names something: a price, a chat, a request."""
    return token.partition("_")[0] in _shapes()["ids"].split() and "_" in token


def rows_of_words(line: str) -> Iterator[tuple[Span, int]]:
    """Rows of small words, from six on, with their length; sentences need other words between.

    Wallets take their words in the singular; a list of things to buy or to pack does not.
    """
    for run in _WORDS.finditer(line):
        words = list(re.finditer("[a-z]+", run[0]))
        plural = sum(word[0].endswith("s") and not word[0].endswith("ss") for word in words)
        if plural > len(words) // 6:
            continue
        row: list[re.Match[str]] = []
        for word in [*words, None]:
            if word and word[0] not in stop_words() and not word[0].endswith(("ing", "ed", "ly")):
                row.append(word)
                continue
            if len(row) >= 6:
                start, end = run.start() + row[0].start(), run.start() + row[-1].end()
                yield Span(start, end, "recovery words"), len(row)
            row = []


def _is_grouped(run: str) -> bool:
    groups = run.split("-")
    digits = sum(map(str.isdigit, run))
    return len(set(map(len, groups))) == 1 and 2 <= digits < len(run) - len(groups)


def _is_thought_up(run: str) -> bool:
    """Words and figures joined by signs such as ! or $, as people think up passwords."""
    joined = _JOINED.search(run) is not None and "!imp" not in run
    return joined and sum(map(str.isalpha, run)) >= 5 and any(map(str.isdigit, run))


@cache
def _typed() -> re.Pattern[str]:
    issuers = "|".join(map(re.escape, _shapes()["issuers"].split()))
    return re.compile(
        rf"(?<![A-Za-z0-9])(?:(?:{issuers})(?=[a-z_-]*(?:[A-Z\d]|[a-z]{{16}}))[\w.=/+-]{{10,400}}|{'|'.join(_shapes()['typed'])})"
    )


@cache
def _checked() -> list[tuple[str, re.Pattern[str], Callable[[str], bool]]]:
    return [(what, re.compile(form), is_true) for what, form, is_true in _CHECKED]


def _shapes() -> dict[str, Any]:
    table: dict[str, Any] = resources.table("language/secrets")["shapes"]
    return table
