"""The sample notebook: true to itself, copied to end today, and with work for a dream."""

import re
from datetime import date
from pathlib import Path

import pytest

from desktop_app import resources
from desktop_app.dreams.dreamer import DayText, Draft
from desktop_app.errors import Problem
from desktop_app.notebook import diaries
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.sample import copy_sample
from tests.dreams.dreaming import TODAY, applied, dream

LAYOUT = Layout()
PROPOSED = [
    (
        "updated",
        "People",
        "林怡君帶翻譯小組，聚會在每月第二個星期六，地點是河邊書店。",
        "the notes say it moved",
        ["memory/2026-11-20.md:22", "MEMORY.md:10"],
    ),
    (
        "updated",
        "Work",
        "The harbour survey report is due on 4 December; Jonas signs it off.",
        "the notes say it moved",
        ["memory/2026-11-20.md:6", "MEMORY.md:14"],
    ),
    (
        "added",
        "Preferences",
        "Prefers printed charts on field days; the tablet screen is useless in the sun.",
        "marked as a preference, said on 2 days",
        ["memory/2026-11-19.md:6", "memory/2026-11-21.md:5"],
    ),
    (
        "added",
        "Decisions",
        "Decided to stop drinking coffee after 14:00, sleep has been better this week.",
        "marked as a decision",
        ["memory/2026-11-20.md:13"],
    ),
    (
        "added",
        "Work",
        "Remember: the key of the gauge hut hangs behind the tide board.",
        "the notes ask to remember it",
        ["memory/2026-11-21.md:7"],
    ),
    (
        "added",
        "People",
        "Mara comes to visit on 9 January; she asked for the blue suitcase.",
        "an event in somebody's life",
        ["memory/2026-11-20.md:12"],
    ),
    (
        "added",
        "Decisions",
        "決定校對時先讀中文，再對原文。",
        "marked as a decision",
        ["memory/2026-11-21.md:12"],
    ),
    (
        "question",
        "Home",
        "The boiler service contract renews in April; the reference is in the blue folder.",
        "the notes give another month and no word of change",
        ["memory/2026-11-21.md:6", "MEMORY.md:21"],
    ),
]


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    copy_sample(tmp_path / "sample", TODAY)
    return tmp_path / "sample"


def _days(sample: Path, count: int) -> list[DayText]:
    """The last days, newest first."""
    found = []
    for path in sorted((sample / LAYOUT.days).glob("*.md"), reverse=True):
        day = date.fromisoformat(path.stem)
        if (TODAY - day).days < count:
            found.append(DayText(day, LAYOUT.day(day), path.read_text(encoding="utf-8")))
    return found


def _dreamt(sample: Path, count: int, memory: bytes | None = None) -> Draft:
    texts = {TODAY.toordinal() - day.date.toordinal(): day.text for day in _days(sample, count)}
    days = [texts.get(back, "# Nothing\n") for back in reversed(range(count))]
    return dream(memory or (sample / LAYOUT.memory).read_bytes(), *days)


def _proposed(draft: Draft) -> list[tuple[str, str, str | None, str, list[str]]]:
    return [
        (
            change.kind,
            change.heading,
            change.new,
            change.reason,
            [f"{source.path}:{source.line}" for source in change.sources],
        )
        for change in draft.changes
    ]


@pytest.mark.parametrize("days", [3, 4])
def test_a_dream_proposes_what_was_planted_and_nothing_else(sample: Path, days: int) -> None:
    draft = _dreamt(sample, days)
    assert _proposed(draft) == PROPOSED
    assert [change.accepted for change in draft.changes] == [True] * 7 + [False]
    assert draft.title == "The harbour survey report is due on 4 December"


@pytest.mark.parametrize("days", [14, 30])
def test_older_days_add_only_lines_that_were_not_dreamt_into_memory(
    sample: Path, days: int
) -> None:
    found = _proposed(_dreamt(sample, days))
    assert [change for change in found if change in PROPOSED] == PROPOSED
    assert {change[0] for change in found if change not in PROPOSED} == {"added"}
    assert len(found) < 20


def test_two_days_hold_all_of_it_too(sample: Path) -> None:
    kinds = [change.kind for change in _dreamt(sample, 2).changes]
    assert kinds == ["updated"] * 2 + ["added"] * 5 + ["question"]


def test_the_secret_and_the_order_are_left_out_and_counted(sample: Path) -> None:
    draft = _dreamt(sample, 4)
    written = draft.title + draft.prose + "".join(change.new or "" for change in draft.changes)
    assert "Kelp" not in written and "Delta Marine" not in written
    assert draft.set_aside == {
        "order": 1,
        "question": 1,
        "repeated": 1,
        "secret": 1,
        "todo": 2,
        "trivia": 11,
    }


def test_a_second_dream_leaves_only_the_question(sample: Path) -> None:
    memory = applied((sample / LAYOUT.memory).read_bytes(), _dreamt(sample, 14))
    assert [change.kind for change in _dreamt(sample, 14, memory).changes] == ["question"]


def test_all_but_the_changed_lines_stays(sample: Path) -> None:
    before = (sample / LAYOUT.memory).read_bytes()
    after = applied(before, _dreamt(sample, 4)).decode().split("\n")
    gone = [line for line in before.decode().split("\n") if line not in after]
    assert gone == [
        "- 林怡君帶翻譯小組，聚會在每月第一個星期五，地點是河邊書店。",
        "- The harbour survey report is due on 27 November; Jonas signs it off.",
    ]


def _entries(sample: Path) -> list[diaries.Entry]:
    paths = sorted((sample / LAYOUT.dreams).glob("*.md"))
    texts = [(f"{LAYOUT.dreams}/{path.name}", path.read_text(encoding="utf-8")) for path in paths]
    return [entry for path, text in texts for entry in diaries.parse(path, text)]


def test_every_source_of_the_earlier_diaries_holds(sample: Path) -> None:
    entries = _entries(sample)
    assert len(entries) == 4
    for told in (told for entry in entries for told in entry.told):
        assert told.sources
        for source in told.sources:
            lines = (sample / source.path).read_text(encoding="utf-8").split("\n")
            assert source.quote in lines[source.line - 1]


def test_what_the_earlier_diaries_brought_is_in_memory(sample: Path) -> None:
    bullets = {bullet.text for bullet in MemoryFile((sample / LAYOUT.memory).read_bytes()).bullets}
    told = [told for entry in _entries(sample) for told in entry.told]
    outdated = {old for one in told for old in one.old}
    assert {one.new for one in told} - outdated <= bullets


def test_the_last_diary_is_some_days_old(sample: Path) -> None:
    assert max(entry.date for entry in _entries(sample)) == date(2026, 11, 18)


def test_the_copy_ends_today_in_names_and_texts(tmp_path: Path) -> None:
    copy_sample(tmp_path, date(2031, 3, 2))
    names = sorted(path.name for path in (tmp_path / LAYOUT.days).glob("*.md"))
    assert names[0] == "2031-02-17.md" and names[-1] == "2031-03-02.md"
    for path in tmp_path.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"2026-\d\d-\d\d", text)
        if path.parent.name == LAYOUT.days:
            assert text.startswith(f"# Daily Memory: {path.stem}\n")
        for link in re.findall(r"\]\((\.\./.*?)\)", text):
            assert (path.parent / link).is_file()


def test_the_copy_of_today_is_the_sample_to_the_byte(sample: Path) -> None:
    source = resources.folder() / "sample_notebook"
    paths = [path for path in source.rglob("*") if path.is_file()]
    assert len(paths) == 18
    for path in paths:
        assert (sample / path.relative_to(source)).read_bytes() == path.read_bytes()


def test_a_folder_that_holds_anything_is_not_written_into(tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_bytes(b"mine")
    with pytest.raises(Problem, match="is not empty"):
        copy_sample(tmp_path, TODAY)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.md"]


def test_a_file_in_the_way_is_said_so_and_stays(tmp_path: Path) -> None:
    target = tmp_path / "sample"
    target.write_bytes(b"mine")
    with pytest.raises(Problem, match="in the way"):
        copy_sample(target, TODAY)
    assert target.read_bytes() == b"mine"


def test_no_day_names_a_time_after_the_early_hours_of_today(sample: Path) -> None:
    today = (sample / LAYOUT.day(TODAY)).read_text(encoding="utf-8")
    assert max(re.findall(r"\((\d\d:\d\d)\)", today)) < "01:00"
