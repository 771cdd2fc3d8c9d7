"""P14: every note, flush and dream goes into the person's day: zones, clock changes, midnight."""

import asyncio
import os
import re
import time
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pytest

from desktop_app.clock import SystemClock
from desktop_app.dreams.dream import deep_dream
from desktop_app.memory import Memory
from desktop_app.notebook.text.records import Message
from tests.support.dreaming import COFFEE, DAY, ToldDreamer, a_notebook, places

ZONES = [
    "UTC", "Europe/Lisbon", "Europe/Berlin", "America/New_York", "America/St_Johns",
    "America/Sao_Paulo", "Asia/Shanghai", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe",
    "Pacific/Apia", "Pacific/Chatham", "Africa/Cairo",
]  # fmt: skip
HEADING = re.compile(r"## .* \(([0-9]{2}:[0-9]{2})\)$", re.MULTILINE)
TALK = [Message("user", "Decided: the boat goes to Ana on 4 December."), Message("assistant", "OK")]


class HandClock:
    """A clock set by hand, or one that goes on by a second whenever it is looked at."""

    def __init__(self, at: datetime, zone: ZoneInfo, *, ticks: bool = False) -> None:
        self.at, self.zone, self.ticks = at.astimezone(UTC), zone, ticks

    def now(self) -> datetime:
        now = self.at.astimezone(self.zone)
        if self.ticks:
            self.at += timedelta(seconds=1)
        return now


def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        pytest.skip("this system has no table of time zones")


def moments(zone: ZoneInfo) -> list[datetime]:
    """Around midnight, and around each change of the clock in 2026; as UTC."""
    midnight = datetime(2026, 11, 21, tzinfo=zone).astimezone(UTC)
    found = [midnight]
    hour = datetime(2026, 1, 1, tzinfo=UTC)
    while hour.year == 2026:
        after = hour + timedelta(hours=1)
        if hour.astimezone(zone).utcoffset() != after.astimezone(zone).utcoffset():
            found += [after, after.replace(minute=30)]
            found.append(datetime.combine(after.astimezone(zone).date(), datetime.min.time(), zone))
        hour = after
    return [at.astimezone(UTC) + timedelta(seconds=off) for at in found for off in (-1, 0, 1)]


def times_in(text: str) -> list[str]:
    return HEADING.findall(text)


@pytest.mark.parametrize("name", ZONES)
def test_a_note_a_talk_and_a_dream_go_into_the_local_day(tmp_path: Path, name: str) -> None:
    zone = zone_of(name)
    root = a_notebook(tmp_path, d20260101=DAY)
    clock = HandClock(datetime(2026, 1, 1, 12, tzinfo=UTC), zone)
    with closing(Memory.open(root, places(tmp_path), clock)) as memory:
        for number, at in enumerate(moments(zone)):
            clock.at = at
            local = at.astimezone(zone)
            path = f"memory/{local.year:04}-{local.month:02}-{local.day:02}.md"
            before = memory.files.read(path).data
            assert memory.days.remember(f"note {number}").path == path
            text = memory.files.read(path).text
            assert memory.files.read(path).data.startswith(before)
            assert text.startswith(f"# Daily Memory: {local:%Y-%m-%d}\n")
            assert times_in(text)[-1] == f"{local:%H:%M}"
            assert memory.today() == local.date()
        flushed = asyncio.run(memory.sessions.flush(TALK, "session", session=name))
        assert flushed.path == path
        outcome = asyncio.run(dream(memory, clock))
        applied = memory.dreams.apply(outcome, {1})
        assert applied.proposal.diary == f"memory/dreams/{local:%Y-%m-%d}.md"
        entry = memory.dreams.diaries()[0]
        assert (entry.date, entry.time) == (local.date(), f"{local:%H:%M}")


async def dream(memory: Memory, clock: HandClock) -> str:
    outcome = await deep_dream(
        memory._notebook,
        memory._store,
        ToldDreamer(COFFEE),
        now=clock.now(),
        lookback_days=9,
        force=True,
    )
    assert outcome.proposal is not None
    return outcome.id


@pytest.mark.parametrize("act", ["remember", "flush", "apply", "discard"])
@pytest.mark.parametrize("before", [0, 1, 2, 3])
def test_an_act_that_midnight_overtakes_has_one_moment(
    tmp_path: Path, act: str, before: int
) -> None:
    """The clock goes on at each look: an act that looks twice would mix two days."""
    zone = zone_of("Europe/Lisbon")
    midnight = datetime(2026, 11, 22, tzinfo=zone)
    clock = HandClock(midnight - timedelta(hours=1), zone)
    root = a_notebook(tmp_path, d20261121=DAY)
    with closing(Memory.open(root, places(tmp_path), clock)) as memory:
        made = asyncio.run(dream(memory, clock))
        clock.at, clock.ticks = (midnight - timedelta(seconds=before)).astimezone(UTC), True
        first = clock.at.astimezone(zone)
        if act == "remember":
            path = memory.days.remember("at midnight").path
        elif act == "flush":
            path = asyncio.run(memory.sessions.flush(TALK, "session", session="s")).path
        elif act == "apply":
            path = memory.dreams.apply(made, {1}).proposal.diary or ""
        else:
            path = memory.dreams.discard(made).diary or ""
        text = memory.files.read(path).text
    if act in ("remember", "flush"):
        assert path == f"memory/{first:%Y-%m-%d}.md"
        assert times_in(text)[-1] == f"{first:%H:%M}"
    else:  # a dream is told under the day it was dreamt
        assert path == "memory/dreams/2026-11-21.md"


def test_a_clock_set_back_goes_on_in_the_earlier_day_and_loses_nothing(tmp_path: Path) -> None:
    zone = zone_of("Europe/Berlin")
    clock = HandClock(datetime(2026, 11, 22, 0, 1, tzinfo=zone), zone)
    root = a_notebook(tmp_path, d20261120=DAY)
    with closing(Memory.open(root, places(tmp_path), clock)) as memory:
        memory.days.remember("after midnight")
        for hours in (1, 30, 24 * 400):
            clock.at -= timedelta(hours=hours)
            memory.days.remember(f"{hours} back")
        texts = [path.read_text() for path in sorted((root / "memory").glob("*.md"))]
        words = "".join(texts)
        assert all(word in words for word in ("after midnight", "1 back", "30 back", "9600 back"))
        assert any(text.startswith(DAY) for text in texts)
        clock.at += timedelta(days=900)
        memory.days.remember("and on")
        assert memory.files.read(f"memory/{clock.now():%Y-%m-%d}.md").text.endswith("- and on\n")


@pytest.mark.parametrize("day", [date(1, 1, 2), date(999, 3, 1), date(9999, 12, 30)])
def test_any_year_of_the_calendar_is_a_day(tmp_path: Path, day: date) -> None:
    zone = zone_of("UTC")
    clock = HandClock(datetime(day.year, day.month, day.day, 23, 59, tzinfo=UTC), zone)
    root = a_notebook(tmp_path, d20261120=DAY)
    with closing(Memory.open(root, places(tmp_path), clock)) as memory:
        assert memory.days.remember("so late").path == f"memory/{day.isoformat()}.md"
        assert [head.date for head in memory.days.heads()][-1 if day.year < 2000 else 0] == day
        asyncio.run(dream_or_nothing(memory))


async def dream_or_nothing(memory: Memory) -> None:
    outcome = await memory.dreams.dream(9, force=True)
    assert outcome.kind in ("done", "nothing")


def test_the_machines_clock_tells_the_local_day_in_every_zone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not hasattr(time, "tzset"):
        pytest.skip("this system sets its zone in another way")
    before = os.environ.get("TZ")
    try:
        for name in ZONES:
            monkeypatch.setenv("TZ", name)
            time.tzset()
            told, true = SystemClock().now(), datetime.now(UTC).astimezone(zone_of(name))
            assert told.utcoffset() == true.utcoffset(), name
            assert abs(told - true) < timedelta(seconds=5)
    finally:
        monkeypatch.undo()
        if before is None:
            os.environ.pop("TZ", None)
        time.tzset()
