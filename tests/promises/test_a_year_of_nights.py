"""Dreams by themselves, night after night: no bullet is lost or invented, and one dream a night."""

import random
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.support.nights import Night, Year, told
from tests.support.quick import quick_folder

_THINGS = ("boat", "report", "survey", "boiler", "permit", "fence", "invoice", "garden", "bridge")
_SAID = (
    "Decided to paint the {thing} number {n} blue.",
    "The {thing} number {n} is due on {day} November.",
    "The {thing} number {n} moves to {day} December.",
    "Prefers to look after the {thing} number {n} in the morning.",
    "Ana keeps the key of the {thing} number {n}.",
)
MEMORY = "# Memory\n\nWords of my own.\n\n## Work\n\n- The survey number 3 is due on 4 November.\n"


def lived(folder: Path, nights: int, begins: date, *, accept: bool) -> list[Night]:
    chance = random.Random(1)
    year = Year(folder, MEMORY, accept, begins)
    for n in range(nights):
        day = begins + timedelta(days=n)
        lines = [_line(chance) for _ in range(chance.randint(0, 4))]
        year.note(day, lines[::2], lines[1::2])
        year.night(day)
    assert "Words of my own.\n" in year.open.files.read("MEMORY.md").text
    year.close()
    return year.nights


def _line(chance: random.Random) -> str:
    thing, n, day = chance.choice(_THINGS), chance.randint(1, 9), chance.randint(1, 28)
    return chance.choice(_SAID).format(thing=thing, n=n, day=day)


def must_hold(nights: list[Night]) -> None:
    assert [(night.day, night.lost, night.invented) for night in nights
            if night.lost or night.invented] == []  # fmt: skip
    assert [night.day for night in nights if len(night.causes) != 1] == []
    causes = Counter(cause for night in nights for cause in night.causes)
    assert causes["caught up"] == sum(n % 30 == 11 for n in range(len(nights)))
    assert causes.total() == len(nights)


@pytest.mark.parametrize("accept", [False, True])
def test_some_nights_around_a_change_of_the_clock(accept: bool) -> None:
    with quick_folder() as folder:
        nights = lived(folder, 14, date(2026, 10, 18), accept=accept)
    must_hold(nights)
    assert sum(night.written for night in nights) > 5


@pytest.mark.prove
@pytest.mark.parametrize("accept", [False, True])
def test_a_whole_year_of_nights(accept: bool) -> None:
    with quick_folder() as folder:
        nights = lived(folder, 365, date(2026, 1, 1), accept=accept)
    print("\n" + "\n".join(told("accepted" if accept else "as the table allows", nights)))
    must_hold(nights)
