"""Where the old and the new thing of a change begin and end. Knows slots, not forms of change."""

import re
from functools import cache

from desktop_app import resources
from desktop_app.language.spans import flat
from desktop_app.language.values import Value, values
from desktop_app.language.words import is_cjk

STOP = ",，、:：()（）"
"""Where a slot stops at the latest; a colon or comma between digits does not count."""

_STOPS = re.compile(rf"(?<!\d)[{STOP}]|[{STOP}](?!\d)")

Span = tuple[int, int]
_WRAPPING = "\"'`*_“”‘’「」『』 \t"
_OPENING = {"”": "“", "’": "‘", "」": "「", "』": "『"}
_NUMBERED = re.compile(r"[A-Z][\w'-]* \d+$")  # OpenSearch 2
_LATIN_NAME = re.compile(r"(?:[A-Z][\w'-]*|`[^`]+`|\w*\d\w*)(?: (?:[A-Z][\w'-]*|\d[\w.]*))*$")


def kinds(text: str) -> tuple[str, ...]:
    """The kinds of the values in `text`, in order; a year beside a date does not count."""
    return tuple(value.kind for value in values(text) if value.kind != "year")


def is_name(text: str) -> bool:
    """Whether the whole text is written as a name: capitals, code or figures."""
    return _LATIN_NAME.match(text) is not None


def alike(old: str, new: str) -> bool:
    """Whether both are values of the same kinds, or both are names."""
    if kinds(old) or kinds(new):
        return kinds(old) == kinds(new)
    return is_name(old) and is_name(new)


def narrowed(text: str, old: Span, new: Span, needs: str) -> tuple[Span, Span]:
    """Both slots without the words that only one of them has a reason to carry."""
    level = flat(text)
    if _article().match(level, *old) or _article_before().search(level, 0, old[0]):
        old, new = (_without_article(level, slot) for slot in (old, new))
    if needs == "moment":
        inside = [v for v in values(text[slice(*old)]) if v.kind != "year"]
        if inside:
            old = old[0] + inside[0].start, old[0] + inside[-1].end
    leading = re.match(r"[a-z]+(?=\s)", level[slice(*new)])
    if leading and not is_name(text[slice(*new)]):
        same = re.search(rf"(?<![a-z]){leading[0]}(?=\s)", level[slice(*old)])
        rest = new[0] + leading.end() + 1, new[1]
        if same:  # lives in Porto -> in Lisbon
            old = old[0] + same.start(), old[1]
        elif is_name(text[slice(*old)]) and is_name(text[slice(*rest)]):  # Porto -> in Lisbon
            new = rest
    return old, new


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without what cannot belong to a slot: a because-clause, quotes, 'now', 了."""
    level = flat(text)
    cut = _enders().search(level, start, end)
    # An ender right at the start would leave nothing: then it is part of the slot after all.
    if cut and cut.start() > start:
        end = cut.start()
    while True:
        before = (start, end)
        start, end = _unwrapped(text, start, end)
        tail = _tails().search(level, start, end)
        if tail and tail.start() > start:
            end = tail.start()
        if before == (start, end):
            return start, end


def fitted(text: str, old: Span, new: Span) -> Span:
    """The new span cut where it has as many values of the same kinds as the old one."""
    wanted = kinds(text[slice(*old)])
    if not wanted:
        return new
    offset = new[0]
    found: list[str] = []
    for value in values(text[slice(*new)]):
        if value.kind == "year":
            continue
        found.append(value.kind)
        if tuple(found) == wanted:
            return new[0], _with_unit(text, old, offset + value.end)
    return new


def _with_unit(text: str, old: Span, end: int) -> int:
    """The end moved behind what follows the old value too: 3500元 -> 3800元."""
    last = values(text[slice(*old)])[-1].end
    unit = text[old[0] + last : old[1]]
    return end + len(unit) if unit and text.startswith(unit, end) else end


def left_slot(text: str, start: int, end: int, other: Span | None) -> Span | None:
    """What stands right before `end` and matches the other slot in kind; None if nothing does."""
    stops = [stop.end() for stop in _STOPS.finditer(text, start, end)]
    begin, end = _unwrapped(text, max([start, *stops]), end)
    if begin >= end:
        return None
    opposite = text[slice(*other)] if other else ""
    if kinds(opposite):
        found = _last_values(text, begin, end, opposite)
        if found or not _NUMBERED.match(opposite):
            return found
    if any(map(is_cjk, text[begin:end])) and not text[end - 1].isascii():
        # Chinese has no word ends: only a slot that is all of its clause is certain.
        known = _chinese_hollow().match(flat(text), begin, end) is None
        return (begin, end) if known and end - begin <= 8 and not kinds(text[begin:end]) else None
    return _last_words(text, begin, end, opposite)


def _unwrapped(text: str, start: int, end: int) -> Span:
    while start < end and text[start] in _WRAPPING:
        start += 1
    while start < end and text[end - 1] in _WRAPPING:
        opening = _OPENING.get(text[end - 1])
        if opening and opening in text[start : end - 1]:
            break  # it closes something inside: 譯名「甲板」
        end -= 1
    return start, end


def _last_values(text: str, start: int, end: int, opposite: str) -> Span | None:
    wanted = kinds(opposite)
    inside: list[Value] = [v for v in values(text[start:end]) if v.kind != "year"]
    last = inside[-len(wanted) :]
    if tuple(value.kind for value in last) != wanted:
        return None
    begin = start + last[0].start
    before = flat(opposite)[: values(opposite)[0].start]
    if before.strip() and flat(text)[start:begin].endswith(before):  # Postgres 15 -> Postgres 16
        begin -= len(before)
    return begin, start + last[-1].end


def _last_words(text: str, start: int, end: int, opposite: str) -> Span | None:
    if is_name(opposite):
        name = _LATIN_NAME.search(text[start:end])
        return (start + name.start(), end) if name else None
    there = list(re.finditer(r"\S+", text[start:end]))
    wanted = [word for word in flat(opposite).split() if word not in word_list("articles")]
    first = there[max(0, len(there) - max(1, len(wanted)))]
    slot = start + first.start(), end
    hollow = any(word in word_list("hollow") for word in flat(text[slice(*slot)]).split())
    return None if hollow or kinds(text[slice(*slot)]) else slot


def _without_article(level: str, slot: Span) -> Span:
    article = _article().match(level, *slot)
    return (article.end(), slot[1]) if article else slot


@cache
def _article() -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of('articles')})\s+")


@cache
def _article_before() -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{any_of('articles')})\s+$")


@cache
def _chinese_hollow() -> re.Pattern[str]:
    return re.compile(any_of("chinese_hollow"))


@cache
def _enders() -> re.Pattern[str]:
    return re.compile(rf"\s+(?:{any_of('enders')})\b|{any_of('chinese_enders')}")


@cache
def _tails() -> re.Pattern[str]:
    return re.compile(rf"(?:\s+|(?<=[\u4e00-\u9fff]))(?:{any_of('tails')})$")


@cache
def word_list(name: str) -> frozenset[str]:
    """A list of words from the table of changes."""
    return frozenset(resources.table("language/changes")["words"][name].split())


@cache
def any_of(name: str) -> str:
    """The same list as the inside of a pattern, longest first."""
    return "|".join(sorted(map(re.escape, word_list(name)), key=len, reverse=True))
