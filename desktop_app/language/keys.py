"""Strings that are secrets by their shape alone. Knows issuers' forms and randomness, not labels.

What the eye of a person would not read as words: keys, tokens, grouped codes, rows of seed words.
"""

import re
from functools import cache
from itertools import pairwise

from desktop_app import resources
from desktop_app.language.words import stop_words

_HINT = re.compile(r"\d|://|-----BEGIN|[A-Za-z_-]{20}")
_RUN = re.compile(r"(?<![\w/.#@-])[A-Za-z0-9+_=-]{20,}(?![\w/.@])")
_GROUPED = re.compile(r"(?<![\w/-])[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,}(?![\w-])")
_THOUGHT_UP = re.compile(r"[\w!$%&*+^?~.-]{8,}")
_JOINED = re.compile(r"[A-Za-z\d](?:[!$^][A-Za-z\d]|%(?![A-F][\dA-F])[A-Za-z])")
_SMALL_WORDS = re.compile(
    r"(?<![a-z'])(?:(?:\d{1,2}[.)] ?)?[a-z]{3,8}[ ,]{1,2}){5,}"
    r"(?:\d{1,2}[.)] ?)?[a-z]{3,8}(?![a-z'])"
)
_ROW = 6
_NAME_AND_NUMBER = re.compile(r"[a-z]+(?:[-_][a-z]+)*[-_]?\d{1,4}$")  # berth-4, worker3
_SEED_LENGTHS = (12, 15, 18, 21, 24)
"""How many words a wallet's phrase has."""

_BORING = tuple(
    map(
        re.compile,
        (
            r"v?\d+(?:\.\d+)+\w*$",  # a version
            r"[~<>=^]*\d+[a-zA-Z%°€$£/]{1,8}$",  # a number with its unit
            r"[\d:./,+-]+$",  # a date, a time, an address, a telephone
            r"[A-Z]{1,6}-?\d{1,6}$",  # PR1234
            r"(?:[\w~.-]*/)+[\w.-]*$",  # a path
            r"[\w.-]+\.[a-z]{1,5}$",  # a file, a host
            r"\w[\w.+-]*@[\w-]+(?:\.\w+)+$",  # a mail address
            r"\w+://",  # an address
            r"[\w.-]+@v?\d[\w.]*$",  # a package
            r"[A-Za-z][\w-]*[=<>~]=[\w.]+$",  # numpy==1.26
            r"[a-z][a-z_-]*#\d+$",  # an issue
            r"\d{1,4}-?[a-z]{3,}$|\d+(?:st|nd|rd|th)$",  # 2nd, 12-inch
            r"[$%]?[{<\[(*]|\$[A-Z_]+$",  # a placeholder
        ),
    )
)


def holds_key(line: str) -> bool:
    """Whether some string in `line` can only be a secret, whatever the words around it say."""
    return any(row in _SEED_LENGTHS for row in rows_of_words(line)) or bool(
        _HINT.search(line)
        and (
            _typed().search(line)
            or any(_is_grouped(run[0]) for run in _GROUPED.finditer(line))
            or any(_is_thought_up(run[0]) for run in _THOUGHT_UP.finditer(line))
        )
    )


def holds_randomness(line: str) -> bool:
    """Whether a long string in `line` looks dealt by chance; keys do, and so do fingerprints."""
    return any(_is_random(run[0]) for run in _RUN.finditer(line))


def is_mixed(token: str) -> bool:
    """Whether `token` mixes letters with figures or signs as no word, number or name does."""
    if len(token) < 6 or _NAME_AND_NUMBER.match(token) or _is_boring(token):
        return False
    letters, digits = any(map(str.isalpha, token)), any(map(str.isdigit, token))
    return letters and (digits or re.search(r"\w[!#$%^*+?@]+\w", token) is not None)


def is_name_and_number(token: str) -> bool:
    """Whether `token` is a word with a number: a berth, a machine, or a weak password."""
    return len(token) >= 6 and _NAME_AND_NUMBER.match(token) is not None and not _is_boring(token)


def _is_boring(token: str) -> bool:
    return any(pattern.match(token) for pattern in _BORING)


def rows_of_words(line: str) -> list[int]:
    """The lengths of rows of small words, from six on, without those that sentences need.

    Wallets take their words in the singular; a list of things to buy or to pack does not.
    """
    rows = []
    for run in _SMALL_WORDS.finditer(line):
        row = 0
        words = re.findall("[a-z]+", run[0])
        if sum(word.endswith("s") and not word.endswith("ss") for word in words) > len(words) // 6:
            continue
        for word in [*words, "the"]:
            if word not in stop_words() and not word.endswith(("ing", "ed", "ly")):
                row += 1
            else:
                rows.append(row)
                row = 0
    return [row for row in rows if row >= _ROW]


def _is_random(run: str) -> bool:
    """Capitals, small letters and figures in turn, as chance deals them."""
    kinds = ["a" if c.islower() else "A" if c.isupper() else "1" for c in run if c.isalnum()]
    turns = sum(one != other for one, other in pairwise(kinds))
    return len(set(kinds)) == 3 and kinds.count("1") >= 2 and turns > 0.4 * len(kinds)


def _is_grouped(run: str) -> bool:
    groups = run.split("-")
    digits = sum(map(str.isdigit, run))
    return len(set(map(len, groups))) == 1 and 2 <= digits < len(run) - len(groups)


def _is_thought_up(run: str) -> bool:
    """Words and figures joined by signs such as ! or $, as people think up passwords."""
    letters = sum(map(str.isalpha, run))
    joined = _JOINED.search(run) is not None and "!imp" not in run
    return joined and letters >= 5 and any(map(str.isdigit, run))


@cache
def _typed() -> re.Pattern[str]:
    shapes: dict[str, list[str]] = resources.table("language/secrets")["shapes"]
    return re.compile(
        f"(?<![A-Za-z0-9])(?:{'|'.join(shapes['typed'])})|{'|'.join(shapes['anywhere'])}"
    )
