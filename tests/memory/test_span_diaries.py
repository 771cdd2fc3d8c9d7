"""Diaries of weeks and months: what is told stands in the days, and what a person wrote stays."""

from datetime import date
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.spans import SpanKind, named_span, span_around
from tests.support.dreaming import opened
from tests.support.span_diary import span_diary

WEEK = SpanKind.WEEK
DAYS = {
    "2025-11-18": "- The harbour crane was painted green before the storm season.\n",
    "2026-11-16": (
        "- The harbour crane was painted yellow by the Delta crew before the storm season.\n"
        "- [ ] Book the boat for the second sounding run.\n"
        "- [ ] Send the tide tables to Okafor at the office.\n"
        "- The boat shed's alarm code is 8842.\n"
    ),
    "2026-11-18": (
        "- The Delta crew put a second coat on the yellow harbour crane.\n"
        "- We decided to keep SQLite for the field tablets.\n"
        "- Sent the tide tables to Okafor at the office.\n"
        "- Lunch with Okafor by the water, and the new map for Okafor came.\n"
    ),
}


def notebook(tmp_path: Path) -> Memory:
    root = tmp_path / "notebook"
    (root / "memory/dreams").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n")
    for day, text in DAYS.items():
        (root / f"memory/{day}.md").write_text(f"# Daily Memory: {day}\n\n{text}")
    return opened(root, tmp_path)


def test_weeks_months_and_years_have_names() -> None:
    week = span_around(WEEK, date(2026, 11, 20))
    assert (week.name, week.first, week.last) == (
        "2026-W47", date(2026, 11, 16), date(2026, 11, 22),
    )  # fmt: skip
    assert named_span("2026-11") == span_around(SpanKind.MONTH, date(2026, 11, 3))
    assert named_span("2026") == span_around(SpanKind.YEAR, date(2026, 11, 3))
    assert span_around(WEEK, date(2027, 1, 1)).name == "2026-W53"
    assert [named_span(one) for one in ("2026-W54", "2026-13", "2026-11-20", "0000", "x")] == (
        [None] * 5
    )


def test_one_of_an_earlier_version_with_its_parts_is_still_read(tmp_path: Path) -> None:
    memory = notebook(tmp_path)
    (memory.root / "memory/dreams/2025.md").write_text(
        "# Almanac: 2025\n\n*2025-01-01 – 2025-12-31 · 9 notes · without a model*\n\n"
        "## What the days were about\n\n- “The crane” (2 lines on 2 days)\n"
        "  - from [memory/2025-11-18.md, line 3](../2025-11-18.md): “The crane”\n\n"
        "## Mine\n\n- A good year\n"
    )
    [diary] = memory.span_diaries.every()
    assert [part.title for part in diary.sections] == ["What the days were about", "Mine"]
    assert diary.sections[0].lines[0].sources[0].line == 3
    memory.close()


def test_what_a_person_wrote_into_it_stays(tmp_path: Path) -> None:
    memory = notebook(tmp_path)
    put = lambda: memory.span_diaries.put(span_diary(memory, WEEK), "en")
    first = put()
    path = memory.root / first.path
    plain = path.read_text()
    assert first.changed and not put().changed and path.read_text() == plain
    mine = plain.replace("## In short", "My own thought.\n\n## In short").replace(
        "We decided to keep SQLite", "We did decide to keep SQLite"
    )
    path.write_text(mine)
    day = memory.root / "memory/2026-11-16.md"
    day.write_text(day.read_text() + "- The Delta crew left the yellow harbour crane.\n")
    again = put()
    text = path.read_text()
    assert (again.changed, again.kept) == (True, True)
    assert "My own thought." in text and "We did decide to keep SQLite" in text
    assert "left the yellow harbour crane" in text
    memory.span_diaries.take_back(again)
    assert path.read_text() == mine
    memory.close()


@pytest.mark.parametrize("text", ["# My week\n\nmine\n", "# Almanac: 2026-W47\n\nfrom elsewhere\n"])
def test_a_text_that_nobody_knows_is_not_written_over(tmp_path: Path, text: str) -> None:
    memory = notebook(tmp_path)
    path = memory.root / "memory/dreams/2026-W47.md"
    path.write_text(text)
    with pytest.raises(Problem, match="Nightstand did not write it"):
        memory.span_diaries.put(span_diary(memory, WEEK), "en")
    assert path.read_text() == text
    memory.close()


def test_a_new_one_goes_when_it_is_taken_back_but_not_once_it_was_edited(tmp_path: Path) -> None:
    memory = notebook(tmp_path)
    written = memory.span_diaries.put(span_diary(memory, SpanKind.MONTH), "en")
    path = memory.root / written.path
    text = path.read_text()
    path.write_text(text + "\nmine\n")
    with pytest.raises(Problem, match="edited since"):
        memory.span_diaries.take_back(written)
    path.write_text(text)
    memory.span_diaries.take_back(written)
    assert not path.exists()
    memory.close()
