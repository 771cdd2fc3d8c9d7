"""The life of a bullet: followed through versions and diaries, forward and back."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.dreams.life import Life, reworded, step_in_words
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.history import Cause, Version
from desktop_app.notebook.timeline import Timeline, end_of
from tests.support.dreaming import StillClock, opened

TEXT = """# Memory

## People
- Ana lives in Porto.

## Work
- The report is due in May.
- 周會在週四
"""
DIARY = """# Dream Diary: 2026-11-21

## A move (12:00)

Prose.

### What changed

- **Merged** in People: Ana lives in Lyon with her cat.
  - was: Ana lives in Porto.
  - was: Ana has a cat.
  - from [memory/2026-11-20.md, line 5](../2026-11-20.md): “moved to Lyon”
- **Removed** in Work: The report is due in May.
"""


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    folder = tmp_path / "notebook"
    (folder / "memory").mkdir(parents=True)
    (folder / "MEMORY.md").write_text(TEXT, encoding="utf-8")
    return opened(folder, tmp_path, StillClock())


def write(memory: Memory, text: str, cause: str = "dream") -> None:
    memory._clock.forward(days=1)  # type: ignore[attr-defined]
    memory.files.save("MEMORY.md", text.encode(), memory.files.read("MEMORY.md"), cause)  # type: ignore[arg-type]


def life(memory: Memory, words: str) -> Life:
    return memory.history.life(*memory.history.find(words))


def told(found: Life) -> list[tuple[str, str]]:
    return [(step.kind, step.text) for step in found.steps]


def test_a_bullet_is_followed_over_its_wordings_and_headings(memory: Memory) -> None:
    second = TEXT.replace("Porto.", "Porto, near the river.")
    write(memory, second, "edit")
    third = second.replace("- Ana lives in Porto, near the river.\n", "") + (
        "\n## Friends\n- Ana lives in Porto, near the river Douro.\n"
    )
    write(memory, third, "outside")
    found = life(memory, "Ana")
    assert told(found) == [
        ("first", "Ana lives in Porto."),
        ("reworded", "Ana lives in Porto, near the river."),
        ("reworded", "Ana lives in Porto, near the river Douro."),
    ]
    assert [step.cause for step in found.steps[1:]] == ["edit", "outside"]
    assert told(life(memory, "Ana lives in Porto.")) == told(found)  # from its oldest wording on


def test_a_dream_names_its_engine_its_sources_and_what_it_merged(memory: Memory) -> None:
    diary = memory.root / "memory" / "dreams" / "2026-11-22.md"
    diary.parent.mkdir()
    diary.write_text(DIARY.replace("11-21", "11-22"), encoding="utf-8")
    new = TEXT.replace("lives in Porto", "lives in Lyon with her cat")
    write(memory, new.replace("- The report is due in May.\n", ""))
    last = life(memory, "Lyon").steps[-1]
    assert (last.kind, last.change, last.others) == ("reworded", "merged", ("Ana has a cat.",))
    assert [(one.path, one.quote) for one in last.sources] == [
        ("memory/2026-11-20.md", "moved to Lyon")
    ]
    gone = life(memory, "report")
    assert gone.is_gone
    assert (gone.steps[-1].change, gone.steps[-1].diary) == (
        "removed",
        "memory/dreams/2026-11-22.md",
    )


def test_a_damaged_version_is_passed_over_and_counted(memory: Memory) -> None:
    memory.index.refresh()
    write(memory, TEXT + "- One.\n")
    write(memory, TEXT + "- One and two.\n")
    sha = memory.history.timeline().versions[1].sha
    with sqlite3.connect(memory._notebook.own / "history.db") as database:
        database.execute("update contents set packed = x'00' where sha = ?", [sha])
    database.close()
    found = life(memory, "One and two")
    assert (found.unread, told(found)) == (1, [("written", "One and two.")])


def test_a_bullet_goes_back_over_its_later_wording_or_to_its_old_place(memory: Memory) -> None:
    write(memory, TEXT.replace("Porto", "Lisbon").replace("- The report is due in May.\n", ""))
    first = memory.history.timeline().versions[0].version
    now = memory.files.read("MEMORY.md").text
    for words, instead in (("report", ""), ("Ana", "Ana lives in Lisbon.")):
        changed = memory.history.put_bullet_back(
            first, memory.history.bullet_in(first, words), instead
        )
        assert changed
    assert memory.files.read("MEMORY.md").text == TEXT
    memory.files.take_back(changed)
    assert memory.files.read("MEMORY.md").text == now.replace(
        "## Work\n", "## Work\n- The report is due in May.\n"
    )
    there = memory.history.bullet_in(first, "report")
    assert memory.history.put_bullet_back(first, there) is None


def test_a_pinned_wording_is_not_replaced_by_an_older_one(memory: Memory) -> None:
    pinned = TEXT.replace("Porto.", "Lisbon. <!-- pinned -->")
    write(memory, pinned, "edit")
    first = memory.history.timeline().versions[0].version
    bullet = memory.history.bullet_in(first, "Ana")
    with pytest.raises(Problem, match="pinned"):
        memory.history.put_bullet_back(first, bullet, "Ana lives in Lisbon.")
    assert memory.files.read("MEMORY.md").text == pinned


LINES = ("the red boat", "a red boat", "tea at four", "周會", "rope")


@settings(max_examples=6, deadline=None)
@given(st.lists(st.lists(st.sampled_from(LINES), unique=True), min_size=2, max_size=7))
def test_every_step_of_every_life_is_true_of_its_version(
    tmp_path_factory: pytest.TempPathFactory, states: list[list[str]]
) -> None:
    place = tmp_path_factory.mktemp("life")
    (place / "notebook" / "memory").mkdir(parents=True)
    (place / "notebook" / "MEMORY.md").write_text("# Memory\n", encoding="utf-8")
    clock = StillClock()
    memory = opened(place / "notebook", place, clock)
    for state in states:
        clock.forward(days=1)
        data = ("# Memory\n" + "".join(f"- {one}\n" for one in state)).encode()
        memory.history.keep("MEMORY.md", data, Cause.DREAM)
    (memory.root / "MEMORY.md").write_bytes(data)
    texts = {
        one.version: MemoryFile(memory.history.content(one.version))
        for one in memory.history.timeline().versions
    }
    now = memory.files.bullets()
    for version, file in texts.items():
        for bullet in file.bullets:
            found = memory.history.life(bullet, version)
            for step in found.steps:
                held = texts[step.version].find(step.text) is not None
                assert held is (step.kind != "gone")
            assert bullet.text in {step.text for step in found.steps}
            assert (now.find(found.wording) is None) is found.is_gone


def test_a_moment_has_the_version_that_stood_then_also_after_a_clock_that_went_back() -> None:
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    hours = (0, 2, 1, 5)  # the third was written with the clock set back
    versions = [
        Version(n + 1, "MEMORY.md", noon + timedelta(hours=h), "edit", 1, str(n))  # type: ignore[arg-type]
        for n, h in enumerate(hours)
    ]
    timeline = Timeline(versions)
    at = [
        timeline.at(noon + timedelta(hours=h, minutes=m))
        for h, m in ((0, -1), (0, 0), (1, 30), (2, 0), (9, 0))
    ]
    assert [one and one.version for one in at] == [None, 1, 1, 3, 4]
    assert timeline.at(end_of(noon.date(), UTC)) == versions[-1]


def test_likeness_pairs_the_most_alike_first_and_each_once() -> None:
    before = MemoryFile(b"- The boat is red.\n- The boat is blue now.\n").bullets
    after = MemoryFile(b"- The boat is blue now and then.\n- Tea.\n").bullets
    assert reworded(before, after) == {"The boat is blue now.": "The boat is blue now and then."}


def test_a_split_bullet_is_followed_to_its_parts(memory: Memory) -> None:
    path = memory.root / "memory/dreams/2026-11-22.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "## Two of one (12:00)\n\nProse.\n\n### What changed\n\n"
        "- **Split** in Work: The report is due.\n  May is the month.\n"
        "  - was: The report is due in May.\n",
        encoding="utf-8",
    )
    parts = TEXT.replace("- The report is due in May.", "- The report is due.\n- May is the month.")
    write(memory, parts)
    for part in ("The report is due.", "May is the month."):
        last = life(memory, part).steps[-1]
        assert (last.kind, last.change, last.text) == ("reworded", "split", part)
        assert step_in_words(last).startswith("Split by ")
