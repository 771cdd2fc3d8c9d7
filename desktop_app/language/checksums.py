"""Numbers that prove themselves: cards, accounts and national ids with a check digit.

Knows arithmetic and the usual ways to write such numbers, not what stands around them.
"""

import re
from collections.abc import Callable

_FIGURE = re.compile(r"\d")
_FEWEST = 6  # figures in any of the numbers below
_BANK_CARD = re.compile(r"(?<![\d.:/+-])(?:3[47]|[2456]\d)(?:[ -]?\d){11,17}(?![\d.:/])")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b", re.IGNORECASE)
_CHINESE = re.compile(r"(?<![\dA-Za-z])\d{6} ?(?:19|20)\d{2} ?\d{4} ?\d{3}[\dXx](?![\dA-Za-z])")
_TAIWANESE = re.compile(r"(?<![A-Za-z\d])[A-Z][1289]\d{8}(?!\d)")
_HONG_KONG = re.compile(r"(?<![A-Za-z\d])[A-Z]{1,2}\d{6} ?[(（][\dA][)）]")
_SPANISH = re.compile(r"(?<![\dA-Za-z])(?:\d{8}|[XYZ][ -]?\d{7})[ -]?[A-HJ-NP-TV-Z](?![A-Za-z\d])")
_FRENCH = re.compile(r"(?<!\d)[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?!\d)")
_GERMAN = re.compile(r"(?<![\d.+/-])[1-9]\d \d{3} \d{3} \d{3}(?![\d./-])")  # bare, it is any number
_ITALIAN = re.compile(r"\b[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]\b")
_BRAZILIAN = re.compile(r"(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)")

_IBAN_LENGTHS = dict(
    re.findall(
        r"(\w\w)(\d\d)",
        "AD24 AE23 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GR27 HR21 HU28"
        " IE22 IL23 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SA24"
        " SE24 SI19 SK24 SM27 TR26 UA29",
    )
)
_SPANISH_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_TAIWANESE_LETTERS = "ABCDEFGHJKLMNPQRSTUVXYWZIO"


def holds_checked_number(line: str) -> bool:
    """Whether a card, an IBAN or a national id with a true check digit stands in `line`."""
    if len(_FIGURE.findall(line)) < _FEWEST:
        return False
    return any(
        is_true(re.sub(r"[\s().（）-]", "", match[0]).upper())
        for pattern, is_true in _FORMS
        for match in pattern.finditer(line)
    )


def _card(number: str) -> bool:
    lengths = (15,) if number[0] == "3" else (16,) if number[0] != "6" else (16, 17, 18, 19)
    if len(number) not in lengths or len(set(number)) < 2:
        return False
    doubled = [int(d) * (2 if place % 2 else 1) for place, d in enumerate(reversed(number))]
    return sum(n // 10 + n % 10 for n in doubled) % 10 == 0


def _iban(number: str) -> bool:
    length = int(_IBAN_LENGTHS.get(number[:2], 0))
    if not length or len(number) < length:
        return False
    digits = "".join(str(int(c, 36)) for c in number[4:length] + number[:4])
    return int(digits) % 97 == 1


def _chinese(number: str) -> bool:
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    total = sum(int(d) * weight for d, weight in zip(number, weights, strict=False))
    return number[-1] == "10X98765432"[total % 11]


def _taiwanese(number: str) -> bool:
    place = _TAIWANESE_LETTERS.index(number[0]) + 10
    digits = (place // 10, place % 10, *map(int, number[1:]))
    return (
        sum(d * weight for d, weight in zip(digits, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True))
        % 10
        == 0
    )


def _hong_kong(number: str) -> bool:
    values = [36 if c == " " else int(c, 36) for c in number.rjust(9)]
    return sum(v * weight for v, weight in zip(values, range(9, 0, -1), strict=True)) % 11 == 0


def _spanish(number: str) -> bool:
    digits = number[:-1].translate(str.maketrans("XYZ", "012"))
    return _SPANISH_LETTERS[int(digits) % 23] == number[-1]


def _french(number: str) -> bool:
    return 97 - int(number[:13]) % 97 == int(number[13:])


def _german(number: str) -> bool:
    """The tax id: among its first ten digits one or two come twice or thrice."""
    if not 8 <= len(set(number[:10])) <= 9:
        return False
    product = 10
    for digit in number[:10]:
        product = ((int(digit) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(number[10])


def _brazilian(number: str) -> bool:
    def check(digits: str) -> int:
        weighted = (
            int(d) * weight for d, weight in zip(digits, range(len(digits) + 1, 1, -1), strict=True)
        )
        return sum(weighted) * 10 % 11 % 10

    return number[9:] == f"{check(number[:9])}{check(number[:10])}"


def _by_its_form(number: str) -> bool:
    return bool(number)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = (
    (_BANK_CARD, _card),
    (_IBAN, _iban),
    (_CHINESE, _chinese),
    (_TAIWANESE, _taiwanese),
    (_HONG_KONG, _hong_kong),
    (_SPANISH, _spanish),
    (_FRENCH, _french),
    (_GERMAN, _german),
    (_ITALIAN, _by_its_form),
    (_BRAZILIAN, _brazilian),
)
