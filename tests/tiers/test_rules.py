"""Where an entry belongs by its age and its use."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.tiers.store import Tier, tier_of

TODAY = date(2026, 3, 1)
TIERS = st.sampled_from(Tier)
AGES = st.integers(0, 2000)
USES = st.dictionaries(AGES, st.integers(1, 40), max_size=8)


def _tier(now: Tier, age: int, uses: dict[int, int], today: date = TODAY) -> Tier:
    ago = {TODAY - timedelta(days): times for days, times in uses.items()}
    return tier_of(now, TODAY - timedelta(age), ago, today)


@pytest.mark.parametrize(
    ("age", "uses", "belongs"),
    [
        (0, {}, Tier.HOT),
        (7, {}, Tier.HOT),
        (8, {}, Tier.WARM),
        (90, {}, Tier.WARM),
        (91, {}, Tier.COLD),
        (400, {7: 1}, Tier.HOT),
        (400, {8: 90}, Tier.HOT),  # once a day over ninety days
        (400, {8: 12}, Tier.COLD),  # less than once a week
        (400, {91: 900}, Tier.COLD),
        (30, {8: 30}, Tier.HOT),
    ],
)
def test_an_entry_belongs_where_the_specification_says(
    age: int, uses: dict[int, int], belongs: Tier
) -> None:
    assert {_tier(now, age, uses) for now in Tier} == {belongs}


@given(TIERS, st.integers(91, 2000), st.integers(8, 90), st.integers(13, 89))
def test_what_is_old_and_used_weekly_stays_where_it_is(
    now: Tier, age: int, rest: int, times: int
) -> None:
    assert _tier(now, age, {rest: times}) == now


@given(TIERS, AGES, USES, st.integers(1, 4000))
def test_a_clock_set_back_moves_nothing(
    now: Tier, age: int, uses: dict[int, int], back: int
) -> None:
    """To before the last day that anything is known of."""
    last = min((age, *uses))
    assert _tier(now, age, uses, TODAY - timedelta(last + back)) == now


@given(TIERS, AGES, USES, st.integers(0, 300))
def test_more_use_never_moves_an_entry_farther_away(
    now: Tier, age: int, uses: dict[int, int], ago: int
) -> None:
    order = list(Tier)
    more = uses | {ago: uses.get(ago, 0) + 1}
    assert order.index(_tier(now, age, more)) <= order.index(_tier(now, age, uses))


@given(TIERS, AGES, USES)
def test_who_was_moved_is_not_moved_again_the_same_day(
    now: Tier, age: int, uses: dict[int, int]
) -> None:
    moved = _tier(now, age, uses)
    assert _tier(moved, age, uses) == moved
