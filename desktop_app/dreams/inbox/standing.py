"""Whether a line tells how something stands, so that it may be otherwise by now. Knows one line.

Of public notebooks half of the lines with a number tell of what was done, are addresses or say what
a thing is made of. Nobody wants to be asked about those, so only sure signs count.
"""

import re
from collections.abc import Container

from desktop_app.dreams.comparing.points import Points, points
from desktop_app.language.claims.facts import literals
from desktop_app.language.cues import CueKind, cues
from desktop_app.language.values import Value, ValueKind, without_values
from desktop_app.language.words import is_cjk, tokens
from desktop_app.notebook.bullets import Bullet

_LONGEST = 200  # characters of a line that is asked about by itself
_OVER = re.compile(r"[✅✔✓☑]|\[[xX]\]|~~|\d\S*\s*(?:→|[-=]>)\s*\S*\d")  # the last is 3 -> 4
_LONGEST_NUMBER, _FEW = 6, 1  # digits
_A_YEAR = re.compile(r"(?:19|20)\d\d")
_ASIDE = re.compile(r"[(（\[][^()（）\[\]]*[)）\]]")
_TO_DO, _MEASURE = 2.0, 1.0
_BEFORE, _AFTER = 3.0, 1.0  # words around a value in which a line ends
_PAIR = 0.5  # of a word is a pair of Chinese characters
_HEADS = re.compile(r"\W{0,4}[:：]\s?\D")  # what a time is for comes behind it


def surely_stands(bullet: Bullet, usual: Container[str]) -> float:
    """How surely a line tells how something stands now, 0.0 for not at all.

    Surest is what is still to be done, by its box, label or heading; then a measure whose value is
    not among the `usual` marks. What was done, ended, changed or held for a day stays as true as it
    was, and of many facts none can be answered with one key.
    """
    line = points(bullet.full_text)
    if len(bullet.text) > _LONGEST or "\n" in bullet.text or _OVER.search(bullet.text):
        return 0.0
    if bullet.text.startswith("[ ]") or CueKind.TODO in cues(f"{line.label}\n{bullet.heading}"):
        return _TO_DO
    over = {CueKind.DONE, CueKind.END, CueKind.CHANGE} & line.cues
    if over or {ValueKind.DATE, ValueKind.YEAR} & line.by_kind.keys():
        return 0.0
    own = (one for one in line.values if one.mark not in usual)
    return _MEASURE if any(_measures(line, one) for one in own) else 0.0


def _measures(line: Points, value: Value) -> bool:
    """Whether a line is short and says how much or when: a time that comes again, or the one value
    in which it ends. A few that are counted say what a thing is, a long number and what is spelled
    in an address or in code name one, and an aside is only an aside.
    """
    told = line.text[value.start : value.end]
    around = [match.span() for match in _ASIDE.finditer(line.text)]
    around += [(one.start, one.end) for one in literals(line.text)]
    inside = any(a <= value.start < b and b - a > len(told) for a, b in around)
    if inside or "/" in told:  # 8/3 is a day
        return False
    if value.kind in (ValueKind.TIME, ValueKind.WEEKDAY):
        return CueKind.STANDING in line.cues or bool(_HEADS.match(line.text, value.end))
    is_year = _A_YEAR.fullmatch(told) and line.unit(value) in ("", "年")
    counts = is_year or (told.isdecimal() and not _FEW < len(told) <= _LONGEST_NUMBER)
    if value.kind != ValueKind.NUMBER or len(line.values) > 1 or counts:
        return False
    words = without_values(_ASIDE.sub(lambda aside: " " * len(aside[0]), line.text))
    before = _length(words[: value.start])
    return 0 < before <= _BEFORE and _length(words[value.end + len(line.unit(value)) :]) <= _AFTER


def _length(words: str) -> float:
    return sum(_PAIR if is_cjk(word[0]) else 1.0 for word in tokens(words))
