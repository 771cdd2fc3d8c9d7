"""Layout: names to kinds and dates, and back."""

from datetime import date

import pytest

from desktop_app.notebook.layout import Layout

LAYOUT = Layout()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("MEMORY.md", "memory"),
        ("memory/2026-11-20.md", "days"),
        ("memory/2026-02-30.md", "days"),
        ("memory/travel.md", "days"),
        ("memory/2026-11-20-harbour.md", "days"),
        ("memory/dreams/2026-11-20.md", "dreams"),
        ("sessions/a.jsonl", "sessions"),
        ("README.md", None),
        ("memory.md", None),
        ("memory", None),
        ("memory/2026-11-20.txt", None),
        ("memory/.2026-11-20.md", None),
        ("memory/archive/2026-11-20.md", "days"),
        ("memory/people/ana.md", "days"),
        ("memory/.obsidian/x.md", None),
        ("memory/node_modules/x/README.md", None),
        ("memory/dreams/old/2026-11-20.md", None),
        ("sessions/a.md", None),
        ("sessions/2026/a.jsonl", None),
        ("../MEMORY.md", None),
        ("memory/../memory/2026-11-20.md", None),
        ("", None),
    ],
)
def test_each_path_has_its_kind(path: str, kind: str | None) -> None:
    assert LAYOUT.kind(path) == kind


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("memory/2026-11-20.md", date(2026, 11, 20)),
        ("memory/9999-12-31.md", date(9999, 12, 31)),
        ("memory/0001-01-01.md", date(1, 1, 1)),
        ("memory/2024-02-29.md", date(2024, 2, 29)),
        ("memory/2026-02-29.md", None),
        ("memory/0000-00-00.md", None),
        ("memory/2026-13-01.md", None),
        ("memory/2026-1-2.md", date(2026, 1, 2)),
        ("memory/20261120.md", date(2026, 11, 20)),
        ("memory/24. November 2026.md", date(2026, 11, 24)),
        ("memory/2026年11月24日.md", date(2026, 11, 24)),
        ("memory/Nov 22nd, 2026.md", date(2026, 11, 22)),
        ("memory/05-01-2026.md", None),
        ("memory/party of 2026-11-20.md", None),
        ("memory/2026-11-20-harbour.md", date(2026, 11, 20)),
        ("memory/2026-11-20 two words.md", date(2026, 11, 20)),
        ("memory/2026-11-20港口.md", date(2026, 11, 20)),
        ("memory/2026-11-201.md", None),
        ("memory/2026-02-30-x.md", None),
        ("memory/2026-11-20 (conflict 2026-11-21 101010).md", None),
        ("memory/2026-11-20 2.md", None),
        ("memory/2026-11-20-DESKTOP-4F2K9QX.md", None),
        ("memory/2026-11-20-Annas-MacBook-Pro.md", None),
        ("memory/2026-11-20-ANNA-PC.md", None),
        ("memory/2026-11-20 2 boats.md", date(2026, 11, 20)),
        ("memory/x2026-11-20.md", None),
        ("memory/2026-11-20.md\n", None),
        ("memory/2026-11-20.MD", None),
        ("memory/２０２６-11-20.md", None),
        ("memory/dreams/2026-11-20.md", None),
        ("2026-11-20.md", None),
    ],
)
def test_a_name_that_begins_with_a_day_of_the_calendar_counts_to_it(
    path: str, day: date | None
) -> None:
    beside = LAYOUT._replace(is_there="memory/2026-11-20.md".__eq__)
    assert beside.date_of(path) == day


def test_paths_are_made_from_dates_and_found_again() -> None:
    for day in (date(2026, 11, 21), date(9999, 12, 31), date(7, 1, 2)):
        assert LAYOUT.date_of(LAYOUT.day(day)) == day
        assert LAYOUT.kind(LAYOUT.diary(day)) == "dreams"
        assert LAYOUT.dated(LAYOUT.diary(day)) == day
    assert LAYOUT.day(date(2026, 11, 21)) == "memory/2026-11-21.md"
    assert LAYOUT.diary(date(2026, 11, 21)) == "memory/dreams/2026-11-21.md"


def test_another_layout_is_read_by_its_own_names() -> None:
    layout = Layout(memory="Memory.md", days="daily", dreams="daily/dreams", sessions="chats")
    assert layout.kind("Memory.md") == "memory"
    assert layout.kind("MEMORY.md") is None
    assert layout.date_of("daily/2026-11-20.md") == date(2026, 11, 20)
    assert layout.kind("memory/2026-11-20.md") is None
    assert layout.kind("chats/a.jsonl") == "sessions"
