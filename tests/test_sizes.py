"""Sizes in words."""

import pytest

from desktop_app.words import size


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (24, "24 bytes"),
        (999.4, "999 bytes"),
        (999.6, "1.0 kB"),
        (3_400, "3.4 kB"),
        (9_940, "9.9 kB"),
        (9_960, "10 kB"),
        (999_400, "999 kB"),
        (999_600, "1.0 MB"),
        (274_302_450, "274 MB"),
        (999_960_000, "1.0 GB"),
        (5_225_388_164, "5.2 GB"),
        (404_000_000_000, "404 GB"),
        (4_040_000_000_000, "4,040 GB"),
    ],
)
def test_sizes_are_told_as_a_person_reads_them(count: float, words: str) -> None:
    assert size(count) == words
