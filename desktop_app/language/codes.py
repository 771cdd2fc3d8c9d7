"""Numbers that open something, and numbers of persons and accounts. Knows what may stand around."""

import re
from collections.abc import Iterator

from desktop_app.language.labels import IS, Line, ends_sentence
from desktop_app.language.lexicon import Found

_UNITS = (
    r"位|个|年|月|元|块|人|次|号楼|公|bit|char|digit|day|user|time|min|hour|eur|usd|gbp|pound|dollar"
    r"|km|kg|cm|mm|kwh|ml|uhr|people|step|grit|words?\b|[mhgk]\b|[ap]m\b|[€$£%°]"
)
_NUMBER = re.compile(
    r"(?<!\d[.,:/])(?<![\da-z_€$£+-])(?<![a-z]/)#?"
    r"(?P<plain>\d{4,8}|\d{3}[ -]\d{3,4}|\d{2,4}[#*]\d{2,4}|[零〇一二两三四五六七八九]{4,8}"
    r"|(?P<single>\d(?:[ -]\d){3,7})"
    r"|(?P<grouped>\d{1,2}(?:[ /-]\d{1,2}){2,3}|\d{1,3}-\d{1,2}-\d{3,5})"
    r"|(?P<lettered>\d{2}[a-f]\d{1,3}|\d{3,4}[a-f]\d{0,2}))"
    rf"(?!\d|[.,:/-]\d|[a-z]|\s?(?:{_UNITS}))"
)
_YEAR = re.compile(r"(?:19[6-9]|20[0-4])\d$")  # one that notes speak of
# 'in 2024', 'room 4471', 'call 0441'
_OTHER_NUMBER = re.compile(
    r"\b(?:in|since|until|till|by|from|on|at|for|after|before|of|no|nr|room|line|port|page|version"
    r"|every|about|around|over|than|costs?|paid|price|year|call|phone|tel|ring)[.:]? $|[第年月]$"
)
_GIVEN = re.compile(rf"(?:{IS}|\b(?:with|mit|avec|con|com)\b|用)[\s\"'*]*$")
# What is pressed after a number, or who is rung.
_KEYED = re.compile(
    r"\s?(?:[#*✓✔☑⏎🔔🔑]|井|星号|\+ ?(?:call|bell|enter|ok)"
    r"|,? (?:then|and|und|puis|y) (?:the )?(?:bell|key|hash|star|pound|tick|enter|ok|[a-z\d]\b))"
)
_CLAUSE_END = re.compile(r"(?: now| jetzt| maintenant| ahora)?\s*(?:$|[,.;(])")
_SAID_BEFORE = re.compile(
    r"(?<!\d)(?:\d{4,8}|\d{3}[ -]\d{3})[#*]? (?:is|opens|for|=|ist|est|es|é|è) "
    r"(?:(?:the|my|your|our|their|his|her|der|die|mein|le|la|mi|el|il|o) )?$"
)
_TURN = re.compile(
    r"(?:\b(?:right|left|clockwise|anticlockwise|rechts|links|droite|gauche|derecha|izquierda|r|l)\b"
    r"|[右左])[^\d\n]{0,12}\d{1,2}(?!\d)"
    r"|(?<!\d)\d{1,2} (?:right|left|clockwise|anticlockwise|rechts|links)\b"
)
_LONG_NUMBER = re.compile(
    r"(?<![a-z\d])[a-z]{0,3} ?\d(?:[ ./-]?\d){5,18}(?:[ -]?[a-z]{1,2})?(?![a-z\d])"
)
_MIXED_NUMBER = re.compile(r"\b(?=[a-z]{0,6}\d)[a-z\d]{8,18}\b")
_SORT_CODE = re.compile(r"(?<!\d)\d\d-\d\d-\d\d(?!\d)")
_DATE = re.compile(r"\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{4}")
_THREE_FIGURES = re.compile(r"\D{0,16}(?<!\d)\d{3,4}(?!\d)")
_BASE32 = re.compile(r"\b[A-Z2-7]{16,64}\b")
_SPARE = re.compile(
    r"(?<![\w-])(?:[a-z0-9]{4,8}(?:-[a-z0-9]{4,8})+|[a-z2-7]{4}(?: [a-z2-7]{4}){3,}"
    r"|\d{6,10}|\d{4} \d{4})(?![\w-])"
)


def code(line: Line, label: Found) -> bool:
    """A number behind it, or one before it: '4471 is the gate code'."""
    said_before = _SAID_BEFORE.search(line.level, max(0, label.start - 36), label.start)
    return said_before is not None or any(_numbers(line, label, 36))


def loose_code(line: Line, label: Found) -> bool:
    """A 'code' of any kind: six figures, or fewer where there is a door."""
    door = line.has("place", "site", "number")
    return any(
        door or sum(map(str.isdigit, number["plain"])) == 6 or re.search("[#*]", number["plain"])
        for number in _numbers(line, label, 36 if door else 20)
    )


def place(line: Line, label: Found) -> bool:
    """A number that nobody would give for anything else: 'gate: 4471', 'gate 4471#'."""
    for number in _numbers(line, label, 32):
        gap = line.level[label.end : number.start()]
        plain = not _YEAR.match(number["plain"])
        if number["single"] or _KEYED.match(line.level, number.end()):
            return True
        if (plain and _GIVEN.search(gap)) or (number["lettered"] and gap == " "):
            return True
        if number["grouped"] and not label.kinds.isdisjoint(("box", "lock")):
            return True
        alone = not gap.strip() or (plain and _CLAUSE_END.match(line.level, number.end()))
        if "box" in label.kinds and alone:
            return True
    return len(_TURN.findall(line.after(label, 80))) >= 2


def site(line: Line, label: Found) -> bool:
    """A number with the key that is pressed after it."""
    return any(_KEYED.match(line.level, number.end()) for number in _numbers(line, label, 32))


def dial(line: Line, label: Found) -> bool:
    """A number that is pressed or typed, where a door is."""
    door = line.has("place", "site", "code")
    return any(
        _KEYED.match(line.level, number.end()) or (door and not _YEAR.match(number["plain"]))
        for number in _numbers(line, label, 16)
    )


def spelled(line: Line) -> bool:
    """Four figures in words beside a door or a code."""
    if not line.has("place", "code"):
        return False
    row = 0
    end = -9
    for label in line.labels:
        row = 0 if "digit" not in label.kinds else row + 1 if label.start - end <= 2 else 1
        end = label.end
        if row == 4:
            return True
    return False


def number(line: Line, label: Found) -> bool:
    """A long number of a person or an account, no date."""
    rest = line.after(label, 48)
    return (
        any(not _DATE.search(match[0]) for match in _LONG_NUMBER.finditer(rest))
        or any(sum(map(str.isdigit, match[0])) > 4 for match in _MIXED_NUMBER.finditer(rest))
        or _SORT_CODE.search(rest) is not None
    )


def check_figures(line: Line, label: Found) -> bool:
    """The three figures on the back of a card."""
    return _THREE_FIGURES.match(line.level, label.end) is not None


def spare_code(line: Line, label: Found) -> bool:
    """A code for the day when all else is lost, or what makes one-time codes."""
    rest = line.after(label, 80)
    return _BASE32.search(line.text, label.end, label.end + len(rest)) is not None or any(
        any(map(str.isdigit, match[0])) and not _DATE.search(match[0])
        for match in _SPARE.finditer(rest)
    )


def _numbers(line: Line, label: Found, reach: int) -> Iterator[re.Match[str]]:
    """Numbers behind a label that could be codes: no price, no year of an event, no room."""
    level = line.level
    for match in _NUMBER.finditer(level, label.end, min(len(level), label.end + reach + 12)):
        if match.start() > label.end + reach or ends_sentence(level, label.end, match.start()):
            return
        if not _OTHER_NUMBER.search(level, max(0, match.start() - 10), match.start()):
            yield match
