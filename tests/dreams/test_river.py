"""What days speak of, month by month."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from desktop_app.dreams.almanac.river import MOST, River, river
from desktop_app.dreams.almanac.spoken import SpokenWords, spoken
from desktop_app.memory import Memory
from desktop_app.notebook.notebook import Notebook
from desktop_app.settings import Places

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


class _StillClock:
    def now(self) -> datetime:
        return NOW


def months(**texts: list[str]) -> dict[date, SpokenWords]:
    """Words of months such as `m2026_03`, with a text for each day."""
    made = {}
    for name, days in texts.items():
        year, month = name[1:].split("_")
        words = made[date(int(year), int(month), 1)] = SpokenWords()
        for text in days:
            words.add_day([text])
    return made


def streams(made: River) -> dict[str, tuple[int, ...]]:
    return {stream.name: stream.days for stream in made.streams}


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("- The boats of Ana's yard", {"boats", "Ana", "yard"}),
        ("## Boats (09:12)", set()),
        ("```\nboats\n```", set()),
        ("- See [the yard](https://example.org/quay) and `quay`", {"See", "yard"}),
        ("- Password: Tr0ub4dor&3 of the yard", set()),
        ("- On Monday in November, in the morning", set()),
        ("- 我们去火锅", {"火锅"}),
        ("- 翻譯小組的报告", {"翻譯", "譯小", "小組", "翻譯小組", "报告"}),
    ],
)
def test_words_that_say_something_are_spoken_of(text: str, forms: set[str]) -> None:
    assert {form for _, form in spoken(text)} >= forms
    if not forms:
        assert not list(spoken(text))


def test_days_are_counted_by_month_and_empty_months_stand_between() -> None:
    made = river(
        months(m2025_12=["- The boat leaks", "- Two boats, boats"], m2026_02=["- Boat sold"]), 3
    )
    assert made.months == (date(2025, 12, 1), date(2026, 1, 1), date(2026, 2, 1))
    assert streams(made)["boat"] == (2, 0, 1)


def test_both_scripts_are_one_topic_and_a_piece_of_a_word_is_none() -> None:
    made = river(months(m2026_01=["- 翻譯小組", "- 翻译小组"], m2026_02=["- 翻譯小組"]), 3)
    assert list(streams(made).values()) == [(2, 1)]
    assert len(made.streams[0].name) == 4


def test_what_memory_names_comes_before_what_only_comes_back() -> None:
    days = ["- alpha bravo delta echoes foxtrot golfing hotels india juliet kilos", ""] * 3
    told = months(m2026_01=days)
    assert "kilos" in streams(river(told, 6, {"kilo"}))
    assert len(river(told, 6).streams) == MOST
    assert "kilos" not in streams(river(told, 6))


def test_words_that_come_and_go_together_are_one_topic() -> None:
    together = {f"m2026_{n:02}": ["- garden tomato"] * n for n in range(1, 9)}
    assert len(river(months(**together), 36).streams) == 1


def test_a_river_of_nothing_is_empty() -> None:
    assert river({}, 0) == River()
    assert river(months(m2026_01=["- once"]), 1).streams == ()


def test_only_a_month_that_changed_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "notes"
    (root / "memory").mkdir(parents=True)
    for day in ("2026-10-01", "2026-10-02", "2026-11-01"):
        (root / f"memory/{day}.md").write_text(f"# Daily Memory: {day}\n\n- The boat.\n")
    (root / "memory/2026-12-24.md").write_text("- A boat to come.\n")
    (root / "MEMORY.md").write_text("# Memory\n")
    memory = Memory.open(root, Places(tmp_path / "data", tmp_path / "config"), _StillClock())
    assert streams(memory.rivers.river()) == {"boat": (2, 1)}
    read: list[str] = []
    whole = Notebook.read
    monkeypatch.setattr(Notebook, "read", lambda one, path: read.append(path) or whole(one, path))
    (root / "memory/2026-11-01.md").write_text("# Daily Memory: 2026-11-01\n\n- A tent, long.\n")
    (root / "memory/2026-11-02.md").write_text("# Daily Memory: 2026-11-02\n\n- Boats again.\n")
    assert streams(memory.rivers.river()) == {"boat": (2, 1)}
    assert {path for path in read if "2026-1" in path} == {
        "memory/2026-11-01.md",
        "memory/2026-11-02.md",
    }
    memory.close()
