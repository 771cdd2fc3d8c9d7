"""When a dream is due: every zone, each change of a clock, and everything that puts it off."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.dreams.schedule import (
    LATE,
    Conditions,
    DueVerdict,
    Schedule,
    ScheduleKind,
    Skip,
    next_at,
    verdict,
)

ZONES = [
    "UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe",
    "Pacific/Apia", "Pacific/Chatham", "Africa/Cairo", "Asia/Kathmandu", "America/Sao_Paulo",
]  # fmt: skip
DAILY = Schedule(ScheduleKind.DAILY)
MINUTES = st.integers(0, 366 * 24 * 60)
TIMES = st.times().map(lambda at: at.replace(second=0, microsecond=0))
START = datetime(2026, 1, 1, tzinfo=UTC)
NIGHT = datetime(2026, 11, 21, 3, 1, tzinfo=UTC)
LONG_AGO = Conditions(since=datetime(2026, 1, 1, tzinfo=UTC))


def at(minutes: int, zone: str) -> datetime:
    return (START + timedelta(minutes=minutes)).astimezone(ZoneInfo(zone))


def seconds(earlier: datetime, later: datetime) -> float:
    return later.timestamp() - earlier.timestamp()


@given(st.sampled_from(ZONES), MINUTES, TIMES)
def test_the_next_time_is_the_chosen_one_within_two_days(
    zone: str, minutes: int, hour: time
) -> None:
    now = at(minutes, zone)
    schedule = DAILY._replace(at=hour)
    found = next_at(schedule, None, now)
    assert found is not None
    assert 0 < seconds(now, found) <= 2 * 86_400 + 7200
    # A night that leaves the hour out puts it off by as much; Apia left out a whole day in 2011.
    late = (found.hour * 60 + found.minute) - (hour.hour * 60 + hour.minute)
    assert late in (0, 30, 60)
    # None lies between: a second before it is still the next one.
    assert next_at(schedule, None, found - timedelta(seconds=1)) == found


def test_a_machine_that_tells_only_an_offset_keeps_the_hour_over_a_change_of_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The machine's clock tells +01:00, and the night to come goes to +02:00."""
    import time as clock

    monkeypatch.setenv("TZ", "Europe/Berlin")
    clock.tzset()
    try:
        now = datetime(2026, 3, 28, 12).astimezone()
        assert type(now.tzinfo) is timezone
        found = next_at(DAILY, None, now)
        assert found is not None
        assert (found.date(), found.time()) == (date(2026, 3, 29), time(3))
        assert seconds(now, found) == 14 * 3600
    finally:
        monkeypatch.undo()
        clock.tzset()


def test_a_clock_that_is_set_back_neither_repeats_a_dream_nor_stops_them_for_ever() -> None:
    done = LONG_AGO._replace(last=NIGHT)
    assert not verdict(DAILY, done, NIGHT - timedelta(hours=1)).due
    assert not verdict(DAILY, done, NIGHT - timedelta(minutes=1)).due
    assert verdict(DAILY, done, NIGHT + timedelta(days=1)).due
    wrong = LONG_AGO._replace(last=NIGHT + timedelta(days=400))  # dreamt under a wrong clock
    assert verdict(DAILY, wrong, NIGHT).due


def test_a_time_that_passed_before_the_schedule_was_made_is_not_caught_up() -> None:
    noon = NIGHT.replace(hour=12)
    fresh = Conditions(since=noon - LATE)
    assert verdict(DAILY, fresh, noon) == DueVerdict(
        False, Skip.NOT_YET, NIGHT.replace(day=22, minute=0)
    )
    assert verdict(DAILY, Conditions(), noon).why == Skip.NOT_YET
    assert verdict(DAILY, Conditions(), NIGHT).due  # it has only just passed


def test_a_missed_time_is_caught_up_once_and_said() -> None:
    morning = NIGHT.replace(hour=9)
    found = verdict(DAILY, LONG_AGO, morning)
    assert (found.due, found.missed) == (True, True)
    assert verdict(DAILY, LONG_AGO, NIGHT).missed is False
    assert not verdict(DAILY, LONG_AGO._replace(last=morning), morning).due


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"enabled": False}, Skip.DISABLED),
        ({"paused": "You paused them."}, Skip.PAUSED),
        ({"running": True}, Skip.RUNNING),
        ({"unsaved": True}, Skip.UNSAVED),
        ({}, None),
    ],
)
def test_what_keeps_a_dream_from_beginning(change: dict[str, object], why: Skip | None) -> None:
    found = verdict(DAILY, LONG_AGO._replace(**change), NIGHT)
    assert (found.due, found.why) == (why is None, why)


def test_a_dream_comes_so_many_days_after_the_last_one_at_its_time() -> None:
    weekly = DAILY._replace(days=7)
    done = LONG_AGO._replace(last=NIGHT)
    for days in range(1, 7):
        found = verdict(weekly, done, NIGHT + timedelta(days=days))
        assert (found.why, found.next_at) == (Skip.NOT_YET, NIGHT.replace(day=28, minute=0))
    assert verdict(weekly, done, NIGHT + timedelta(days=7)).due
    late = LONG_AGO._replace(last=NIGHT.replace(hour=9))  # it was caught up in the morning
    assert verdict(weekly, late, NIGHT + timedelta(days=7)).due
    assert verdict(weekly, done._replace(last=None), NIGHT).due
