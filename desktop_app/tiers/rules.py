"""Rules: in which tier an entry belongs, by its age and its use. Pure.

Specification: production memory, 'Tiered Storage Management'; semantics, 'Tiers by access'.
"""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum

HOT_DAYS = 7  # since it was used, or since the day that it is of
WARM_DAYS = 90
_A_DAY = 1.0  # accesses; so many a day keep it hot
_A_WEEK = 1 / 7  # and fewer than that let it grow cold


class Tier(StrEnum):
    """Where an entry is kept: nearest first."""

    HOT = "hot"
    WARM = "warm"
    COLD = "cold"


def tier_of(now: Tier, born: date, accesses: Mapping[date, int], today: date) -> Tier:
    """Where an entry belongs that is kept in `now`.

    `born` is the day that it is of; `accesses` counts its uses by day. What no rule names stays
    where it is. So does all that is later than `today`: then the clock was set back.
    """
    if max((born, *accesses)) > today:
        return now
    age = (today - born).days
    rest = min(age, *((today - day).days for day in accesses)) if accesses else age
    if rest <= HOT_DAYS:
        return Tier.HOT
    often = _a_day(age, accesses, today)
    if often >= _A_DAY:
        return Tier.HOT
    if age <= WARM_DAYS:
        return Tier.WARM
    return Tier.COLD if often < _A_WEEK else now


def _a_day(age: int, accesses: Mapping[date, int], today: date) -> float:
    """How often it was used a day, in the last WARM_DAYS at most."""
    days = min(max(age, 1), WARM_DAYS)
    return sum(n for day, n in accesses.items() if (today - day).days <= days) / days
