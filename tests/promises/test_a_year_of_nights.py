"""Dreams by themselves, night after night: no bullet is lost or invented, and one dream a night."""

import random
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.support.nights import Night, Year, told

_NAMES = ("Ana", "Jonas", "Mira", "Pavel", "Ines", "Tomas", "Lucie", "Henrik", "Sofia", "Emil")
_THINGS = (
    "the boat", "the quarterly report", "the harbour survey", "the boiler", "the mooring permit",
    "the garden fence", "the tide gauge", "the printed charts", "the spare key", "the piano",
)  # fmt: skip
_SAID = (
    "Remember that {name} looks after {thing}.",
    "{name} prefers to talk about {thing} in the morning, please remember.",
    "Please remember: {name} is allergic to the paint of {thing}.",
    "Rule: ask {name} before anybody moves {thing}.",
    "Decided: {thing} is sold to {name} for {price} euros.",
    "The price of {thing} is now {price} euros, no longer 900 euros.",
    "Nothing much today.",
)
MEMORY = "# Memory\n\nWords of my own.\n\n## Home\n\n- The price of the piano is 900 euros.\n"


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
    name, thing = chance.choice(_NAMES), chance.choice(_THINGS)
    price = 50 * chance.randint(1, 20)
    return chance.choice(_SAID).format(name=name, thing=thing, price=price)


def must_hold(nights: list[Night]) -> None:
    assert [(night.day, night.lost, night.invented) for night in nights
            if night.lost or night.invented] == []  # fmt: skip
    assert [night.day for night in nights if len(night.causes) != 1] == []
    causes = Counter(cause for night in nights for cause in night.causes)
    late = sum(n % 30 == 11 or n % 7 == 3 for n in range(len(nights)))  # see `Year.night`
    assert causes["caught up"] == late
    assert causes.total() == len(nights)


@pytest.mark.parametrize("accept", [False, True])
def test_some_nights_around_a_change_of_the_clock(accept: bool, tmp_path: Path) -> None:
    nights = lived(tmp_path, 14, date(2026, 10, 18), accept=accept)
    must_hold(nights)
    assert sum(night.written for night in nights) > 5


@pytest.mark.prove
@pytest.mark.parametrize("accept", [False, True])
def test_a_whole_year_of_nights(accept: bool, tmp_path: Path) -> None:
    nights = lived(tmp_path, 365, date(2026, 1, 1), accept=accept)
    print(told("accepted" if accept else "as the table allows", nights))
    must_hold(nights)
