"""How often the inbox asks: the rule. Pure.

At most three questions a day. One that nobody answers comes again after a day, then after a week,
and then no more, unless one of its lines changes. *Later* is a week. That a line is old is asked
once a year at most, and not where another question was about it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from desktop_app.dreams.inbox.item import InboxAnswer, InboxItem, InboxKind

MOST = 3
"""Questions a day."""

_AGAIN = (timedelta(days=1), timedelta(days=7))
_LATER = timedelta(days=7)
_STILL = timedelta(days=365)


@dataclass(frozen=True)
class AskedBefore:
    """What became of a question: the last day that it was `chosen` for and `seen` on, how often it
    was seen since the last answer, the answer ("" for none) and the day of it, and its lines.
    """

    key: str
    chosen: date
    seen: date | None = None
    times: int = 0
    answer: str = ""
    answered: date | None = None
    texts: tuple[str, ...] = ()


def choose(
    items: Iterable[InboxItem], asked: Mapping[str, AskedBefore], today: date
) -> list[InboxItem]:
    """The open questions of a day: those chosen for it already, then as many more as may come."""
    ranked = _once(sorted(items, key=lambda one: _rank(one, asked.get(one.key))))
    of_today = {one.key for one in asked.values() if one.chosen == today}
    chosen = [one for one in ranked if one.key in of_today and _open(asked[one.key], today)]
    room = MOST - len(of_today)
    taken = {text for one in chosen for text in (one.text, one.other)}
    for item in ranked:
        if room <= 0:
            break
        if item.key in of_today or not is_due(item, asked.get(item.key), today):
            continue
        if item.kind == InboxKind.OLD and _spoken_of(item, asked.values(), today):
            continue
        if taken.isdisjoint((item.text, item.other)):
            chosen.append(item)
            taken |= {item.text, item.other} - {""}
            room -= 1
    return chosen


def is_due(item: InboxItem, asked: AskedBefore | None, today: date) -> bool:
    """Whether a question may be asked on this day."""
    if asked is None:
        return True
    rest = _rest(item, asked)
    if rest is None:
        return False
    if asked.times and asked.seen is not None:
        return asked.times <= len(_AGAIN) and today >= asked.seen + _AGAIN[asked.times - 1]
    return asked.answered is None or today >= asked.answered + rest


def _spoken_of(item: InboxItem, asked: Iterable[AskedBefore], today: date) -> bool:
    """Whether another question was about this line: within a year, or never to be asked again."""
    others = (one for one in asked if one.key != item.key and item.text in one.texts)
    return any(
        one.answer == InboxAnswer.NEVER or today - (one.seen or date.min) < _STILL for one in others
    )


def _rest(item: InboxItem, asked: AskedBefore) -> timedelta | None:
    """How long an answer lets a question rest; None for good."""
    if asked.answer == InboxAnswer.STILL:
        return _STILL if item.kind == InboxKind.OLD else None
    return {"": timedelta(), InboxAnswer.LATER: _LATER}.get(asked.answer)


def _open(asked: AskedBefore, today: date) -> bool:
    """Whether a question of today has no answer of today."""
    return asked.answered != today and asked.answer in ("", InboxAnswer.LATER, InboxAnswer.STILL)


def _rank(item: InboxItem, asked: AskedBefore | None) -> tuple[int, bool, float, str]:
    """Its place: by kind, what is new before what comes again, then the weightiest."""
    again = asked is not None and asked.times > 0
    return list(InboxKind).index(item.kind), again, -item.weight, item.key


def _once(items: Iterable[InboxItem]) -> list[InboxItem]:
    """Each question once, by the first of its kinds."""
    first: dict[str, InboxItem] = {}
    for item in items:
        first.setdefault(item.key, item)
    return list(first.values())
