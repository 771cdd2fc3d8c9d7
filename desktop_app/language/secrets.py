"""Lines that look like they hold a secret. Knows shapes of keys and words beside them, not memory.

A courtesy, not a defence: what it does not recognise it does not hide.
"""

import re
from functools import cache
from typing import Any

from desktop_app import resources
from desktop_app.language.spans import flat

_REACH = 32  # characters between a label and its token
_FAR = 48  # ... when the token is what the label 'is'
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&*+._~^@/=-]{4,}")
_SEPARATED = re.compile(r"\s*(?:[:=：＝]|\bis\b|\bare\b|是|为)\s*[\"'`“「*]*")
_NAMED = re.compile(r"(?:[:=：＝]|\bis|是|为)\s*[\"'`“「*]*$")
_BORING = (
    re.compile(r"v?\d+(?:\.\d+)+\w?$"),  # a version
    re.compile(r"\d{1,5}[a-z]{1,8}$"),  # a number with its unit
    re.compile(r"[\d:./-]+$"),  # a date, a time, an address
    re.compile(r"[a-z]+(?:-[a-z]+)*-\d{1,4}$"),  # berth-4
    re.compile(r"[A-Z]{1,5}-?\d{1,5}$"),  # PR1234
    re.compile(r"(?:[\w~.-]*/)+[\w.-]*$"),  # a path
    re.compile(r"[\w-]+\.[a-z]{1,4}$"),  # a file
)


def looks_secret(line: str) -> bool:
    """Whether `line` seems to hold a password, a key, a code or an account number."""
    level = flat(line)
    return bool(
        _typed().search(line)
        or _labelled(line, level)
        or _door_code(level)
        or _seed(level)
        or _card(line)
        or _account(line)
        or _random(line)
    )


def _labelled(line: str, level: str) -> bool:
    for label in _labels().finditer(level):
        separated = _SEPARATED.match(level, label.end())
        after = separated.end() if separated else label.end()
        for token in _TOKEN.finditer(line, after, min(len(line), after + _FAR + 40)):
            beside = bool(separated) and token.start() == after
            named = _NAMED.search(level, after, token.start()) is not None
            if token.start() - after > (_FAR if named else _REACH):
                break
            if _is_secret_token(token[0].rstrip(".,;:!"), beside):
                return True
            if beside and _ends_the_line(line, token) and _could_be_a_word(token[0]):
                return True
    return False


def _is_secret_token(token: str, beside: bool) -> bool:
    if len(token) < 6 or token.lower() in _words("innocent"):
        return False
    if not re.search(r"[A-Za-z]", token) or not re.search(r"\d", token):
        return beside and len(re.findall(r"[!#$%&*+^@]", token)) > 0
    return not any(pattern.match(token) for pattern in _BORING)


def _ends_the_line(line: str, token: re.Match[str]) -> bool:
    return not line[token.end() :].strip(" \t\"'`”」*.。!！")


def _could_be_a_word(token: str) -> bool:
    bare = token.rstrip(".!")
    return len(bare) >= 5 and bare.lower() not in _words("innocent") and "/" not in bare


def _door_code(level: str) -> bool:
    return _codes().search(level) is not None


def _seed(level: str) -> bool:
    label = _seeds().search(level)
    if label is None:
        return False
    rest = re.split(r"[:：]", level[label.end() :], maxsplit=1)[-1]
    return len(re.findall(r"[a-z]{3,}", rest)) >= 6 and len(re.findall(r"[,.;]", rest)) <= 1


def _card(line: str) -> bool:
    return any(
        _luhn(re.sub(r"[ -]", "", match[0]))
        for match in re.finditer(r"(?<![\d.])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\d.])", line)
    )


def _luhn(digits: str) -> bool:
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 2:
        return False
    doubled = [int(d) * (2 if place % 2 else 1) for place, d in enumerate(reversed(digits))]
    return sum(n // 10 + n % 10 for n in doubled) % 10 == 0


def _account(line: str) -> bool:
    """An IBAN by its check sum."""
    for match in re.finditer(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b", line):
        number = match[0].replace(" ", "")
        if 15 <= len(number) <= 34:
            digits = "".join(str(int(c, 36)) for c in number[4:] + number[:4])
            if int(digits) % 97 == 1:
                return True
    return False


def _random(line: str) -> bool:
    """A run of 32 or more characters with capitals, small letters and digits mixed."""
    return any(
        all(re.search(kind, match[0]) for kind in ("[a-z]", "[A-Z]", r"\d"))
        and len(re.findall(r"\d", match[0])) >= 4
        for match in re.finditer(r"(?<![\w/.-])[A-Za-z0-9+_=-]{32,}(?![\w/.])", line)
    )


@cache
def _typed() -> re.Pattern[str]:
    patterns: list[str] = _table()["typed"]
    ignoring = [f"(?i:{p.removeprefix('(?i)')})" if p.startswith("(?i)") else p for p in patterns]
    return re.compile("|".join(ignoring))


@cache
def _labels() -> re.Pattern[str]:
    latin = [*_words("labels"), *_table()["phrases"]]
    return re.compile(
        rf"(?<![a-z])(?:{_any_of(latin)})(?![a-z])|{_any_of(_table()['chinese_labels'])}"
    )


@cache
def _codes() -> re.Pattern[str]:
    latin, chinese = _any_of(_table()["codes"]), _any_of(_table()["chinese_codes"])
    label = rf"(?:(?<![a-z])(?:{latin})(?![a-z])|(?:{chinese})(?!长度))"
    number = r"(?<![\d.:/-])#?\d{4,8}#?(?![\d.:/-])"
    counting = r"(?!\s?(?:位|个|年|bit|char|days|user|time))"
    return re.compile(rf"{label}[^\d\n]{{0,16}}?{number}{counting}")


@cache
def _seeds() -> re.Pattern[str]:
    return re.compile(_any_of(_table()["seeds"]))


def _any_of(words: list[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(_table()[name].split())


def _table() -> dict[str, Any]:
    return resources.table("language/secrets")
