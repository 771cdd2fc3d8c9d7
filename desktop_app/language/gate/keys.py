"""Strings that are secrets by their form alone. Knows issuers, check digits and habits of people.

The text around a string is read by `secrets`.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from desktop_app import resources
from desktop_app.language.tokens import stop_words
from desktop_app.regex import regex


class SecretSpan(NamedTuple):
    """Where a secret stands in a text."""

    start: int
    end: int


_CARD = r"(?:3[47](?:[ -]?\d){13}|[245]\d(?:[ -]?\d){14}|6\d(?:[ -]?\d){14,17})"
_IBAN = (
    r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"
    r"|[a-z]{2}\d\d(?: ?[a-z]{4})?(?: ?\d{4}){2,6}(?: ?\d{1,3})?"
)
_FRENCH = r"[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}"
_IN_ONE = r"[\w!#$%&*+^?~.-]"
ALL_SIGNS = r"(?=\S{0,60}[a-z])(?=\S{0,60}[A-Z])(?=\S{0,60}\d)(?!\S{0,60}[/@])[!-{}~]{8,60}"
"""A word with small letters, capitals and figures, as rules for passwords ask for."""
_THOUGHT_UP = (  # words and figures joined by signs: n0t!The%ferry, Rain&bus307
    rf"(?<!{_IN_ONE})(?=(?:{_IN_ONE}{{0,30}}?[A-Za-z]){{5}})(?={_IN_ONE}{{0,60}}\d)(?!\S{{0,60}}!imp)"
    rf"(?=(?={_IN_ONE}{{0,60}}(?:[A-Za-z\d][!$^][A-Za-z\d]|[A-Za-z\d]%(?![A-F][\dA-F])[A-Za-z]))"
    rf"|(?<![/:=@(\[])(?={_IN_ONE}{{0,60}}[A-Za-z\d][#&~*?][A-Za-z\d]){ALL_SIGNS})"
    rf"[A-Za-z\d_!#$%&*+^?~.-]{{8,80}}"
)
# Its form, and who proves its check digits.
_FORMS = (
    (rf"(?<![\d.:/+=-]){_CARD}(?![\d.:/]|-\d)", "luhn"),
    (rf"\b(?:{_IBAN})\b", "iban"),
    (r"(?<!\w)\d{6} ?(?:19|20)\d{2} ?\d{4} ?\d{3}[\dXx](?!\w)", "cn.ric"),
    (r"(?<!\w)\d{8}[ -]?[A-HJ-NP-TV-Z](?!\w)", "es.dni"),
    (r"(?<!\w)[XYZ][ -]?\d{7}[ -]?[A-HJ-NP-TV-Z](?!\w)", "es.nie"),
    (rf"(?<!\d){_FRENCH}(?!\d)", "fr.nir"),
    (r"(?<![\d.+/-])[1-9]\d \d{3} \d{3} \d{3}(?![\d./-])", "de.idnr"),
    (r"\b[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]\b", "it.codicefiscale"),
    (r"(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)", "br.cpf"),
    (r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])", ""),
    (r"\b[A-Z]{1,2}\d{6}[(（][\dA][)）]|\b[A-Z]{2}(?: ?\d\d){3} ?[A-D]\b", ""),
    (r"://[^\s:/@]{0,80}:(?![A-Z_]+@|[<{$%*])([^\s@/]{3,120})@", ""),
    (r"\b(?:mysql\b[^\n]{0,40}\s-p|sshpass -p ?)([^\s-]\S{2,80})", ""),
    (r"\bredis-cli\b[^\n]{0,60}\s-a ['\"]?([^\s'\"]{4,80})", ""),
    (r"\bcurl\b[^\n]{0,60}\s-u ?[^\s:]{1,80}:(\S{3,80})", ""),
    (rf"\w@[\w.-]{{3,60}}(?: / | ?[|,] ?| with )({ALL_SIGNS})", ""),
    (_THOUGHT_UP, ""),
)
PROOFS = frozenset(f"stdnum.{name}" for _, name in _FORMS if name)
"""The modules that prove check digits; imported when a line is first looked at."""

_ROW = regex(
    r"(?<![a-z'])(?:(?:\d{1,2}[.)]? ?)?[a-z]{3,8}[ ,|]{1,3}){11,23}"
    r"(?:\d{1,2}[.)]? ?)?[a-z]{3,8}(?![a-z'])"
)
_NAME_AND_NUMBER = regex(r"[a-z]+(?:[-_][a-z]+)*[-_]?\d{1,4}$")  # berth-4, worker3
_ID = regex(r"(?:price|prod|cus|sub|inv|evt|req|msg|run|thread|call|toolu|om|oc|ou|user|sess)_")
_BORING = regex(
    r"v?\d+(?:\.\d+)+\w*|[A-Za-z]+v\d{1,2}"  # a version
    r"|[~<>=^]*\d+[a-zA-Z%°€$£/]{1,8}|\d{1,4}-?[a-z]{3,}"  # a number with its unit
    r"|[A-Z_]*@[A-Z_]+\S*"  # USER@HOST stands for them
    r"|[A-Z]{0,3}[$€£]\d.*|[\d.]+[a-z]{0,3}(?:\d\d)?(?:[^\w\s][\d.]+[a-z]{0,3}(?:\d\d)?)+"  # 2k-3k
    r"|[\d:./,+-]+|\d{4}-\d\d-\d\dT[\d:.Z+-]+"  # a date, a time, a telephone
    r"|[A-Z]{1,6}-?\d{1,6}|[A-Za-z][\w.-]*=\d{1,6}|[A-Z\d]+(?:_[A-Z\d]+)+"  # PR1234, a setting
    r"|(?:(?:[\w~.-]*/)+[\w.?=&%-]*|[\w.-]+\.[a-z]\w{0,4})(?::\d+(?:-\d+)?)?"  # a file, a host
    r"|\w[\w.+-]*@[\w-]+(?:\.\w+)+|\w+://.*|[\w.-]+@v?\d[\w.]*"  # mail, address, package
    r"|[A-Za-z][\w-]*[=<>~]=[\w.]+|[a-z][a-z_-]*#\d+"  # numpy==1.26, an issue
    r"|[$%]?[{<\[(*].*|\$[A-Z_]+"  # a placeholder
    r"|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"  # a UUID
)

_LONG = regex(  # no name of a folder: capitals, small letters and figures, in no order
    r"^(?!\w+://)[\w+/-]*?(?=[\w+]{0,30}[a-z])(?=[\w+]{0,30}[A-Z])(?=(?:[A-Za-z_+]{0,9}\d){3})[\w+]{24}",
    re.ASCII,
)


def by_form(line: str) -> Iterator[SecretSpan]:
    """What in `line` can only be a secret, whatever the words around it say."""
    for form, name in _forms():
        for match in form.finditer(line):
            if len(set(match[0])) > 2 and _proof(name)(re.sub("[ -]", "", match[0])):
                yield SecretSpan(*match.span(match.lastindex or 0))
    for row in _ROW.finditer(line):
        words = re.findall("[a-z]+", row[0])
        # A wallet takes no small words, and its words in the singular; sentences and lists do not.
        plural = len(re.findall(r"[a-rt-z]s\b", row[0]))
        if stop_words().isdisjoint(words) and plural <= len(words) // 6:
            yield SecretSpan(*row.span())


def is_mixed(token: str) -> bool:
    """Whether `token` mixes letters with figures or signs as no word, number or name does."""
    if len(token) < 6 or is_name_and_number(token) or _ID.match(token):
        return False
    if _BORING.fullmatch(token) and not _LONG.search(token):
        return False
    letters, digits = any(map(str.isalpha, token)), any(map(str.isdigit, token))
    return letters and (digits or re.search(r"\w[!#$%^*?@]+\w", token) is not None)


def is_name_and_number(token: str) -> bool:
    """Whether `token` is a word with a number: a berth, a machine, or a weak password."""
    return len(token) >= 6 and _NAME_AND_NUMBER.match(token) is not None


@cache
def _proof(name: str) -> Callable[[str], bool]:
    """Whether a number is one of its kind: loaded when one looks so, since it takes 2 MB."""
    return import_module(f"stdnum.{name}").is_valid if name else bool


@cache
def _forms() -> list[tuple[re.Pattern[str], str]]:
    shapes: dict[str, Any] = resources.table("language/secrets")["shapes"]
    issuers = "|".join(map(re.escape, shapes["issuers"].split()))
    typed = rf"(?:{issuers})(?=[a-z_-]*(?:[A-Z\d]|[a-z]{{16}}))[\w.=/+-]{{10,400}}"
    keys = rf"(?<![A-Za-z0-9])(?:{typed}|{'|'.join(shapes['typed'])})"
    return [(regex(form), name) for form, name in ((keys, ""), *_FORMS)]
