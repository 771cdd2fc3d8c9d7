"""How long things take, as a person would say it."""

import pytest

from desktop_app.dates import about, clock, lasted


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.04, "0.0 s"), (9.9, "9.9 s"), (9.96, "10 s"), (61, "1 min 1 s"), (3_840, "1 h 4 min")],
)
def test_how_long_it_lasted(seconds: float, said: str) -> None:
    assert lasted(seconds) == said


def test_a_running_clock_counts_whole_seconds() -> None:
    assert [clock(n) for n in (0, 59, 60)] == ["0 s", "59 s", "1 min 0 s"]


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        (1, 4, "about 10 seconds"),
        (12, 44, "about 10 to 40 seconds"),
        (20, 100, "about 1 to 2 minutes"),
        (70, 110, "about 1 to 2 minutes"),
        (180, 460, "about 3 to 8 minutes"),
        (3_000, 9_000, "about 1 to 3 hours"),
    ],
)
def test_a_guess_is_said_as_one(first: float, last: float, said: str) -> None:
    assert about(first, last) == said
