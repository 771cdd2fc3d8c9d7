"""Loss: hard facts that dreams took out of memory and that stand nowhere in it any more. Pure.

A hard fact is a number, a date, a name or the like: see `language.claims.terms`. One whose place a
new one of its kind has taken is not lost.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from desktop_app.dreams.proposal import Change, ChangeKind
from desktop_app.language.claims.terms import Term, terms
from desktop_app.language.words import normal
from desktop_app.words import listed, tr

SPAN = timedelta(days=30)
"""For so long what dreams took is counted together."""

_FEW, _SHARE = 3, 0.25  # facts that may always be lost, and the share of all that memory holds
_NAMED = 4  # facts that a sentence names
_STAYS = (ChangeKind.MOVED, ChangeKind.RETITLED, ChangeKind.REMOVED, ChangeKind.ADDED)


def lost(changes: Iterable[Change], result: str, today: date) -> list[str]:
    """The facts that these changes take, no new one replaces, and `result` holds nowhere."""
    level = normal(result)
    gone = dict.fromkeys(fact for one in changes for fact in _taken(one, today))
    return [fact for fact in gone if not _holds(level, fact)]


def sentence(facts: Sequence[str]) -> str:
    """What memory would no longer say, in a sentence; "" for nothing."""
    if not facts:
        return ""
    named, more = listed(facts[:_NAMED]), len(facts) - _NAMED
    if more <= 0:
        return tr("Memory would no longer say: {facts}.").format(facts=named)
    return tr("Memory would no longer say: {facts} and {more} more.").format(facts=named, more=more)


def is_too_much(count: int, statements: Iterable[str], today: date) -> bool:
    """Whether so many lost facts are more than memory may lose, which says these statements now."""
    left = count / _SHARE
    if count <= _FEW:
        return False
    for text in statements:
        left -= len(_hard(text, today))
        if left <= 0:
            return False
    return True


def _taken(change: Change, today: date) -> Iterator[str]:
    """The facts of the old lines that the new ones do not hold, without those that are replaced."""
    if change.kind in _STAYS or change.both:
        return
    new = change.new or ""
    before, level = normal("\n".join(change.old)), normal(new)
    came = Counter(
        one.kind
        for one in _hard(new, today)
        if not _holds(before, normal(new[one.start : one.end]))
    )
    for old in change.old:
        for one in _hard(old, today):
            fact = normal(old[one.start : one.end])
            if not _holds(level, fact):
                if came[one.kind]:
                    came[one.kind] -= 1
                else:
                    yield fact


def _hard(text: str, today: date) -> list[Term]:
    return [one for one in terms(text, today) if one.hard]


def _holds(level: str, fact: str) -> bool:
    return re.search(rf"(?<![0-9a-z]){re.escape(fact)}(?![0-9a-z])", level) is not None
