"""The template for new days: filled in for a day, and never taken for what somebody noted."""

from datetime import date
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.archive import unarchive
from desktop_app.notebook.days import header
from desktop_app.notebook.forgetting.cutting import CHOSEN
from desktop_app.notebook.layout import TEMPLATE, Layout
from desktop_app.notebook.template import filled
from tests.support.dreaming import a_notebook, opened

TODAY = date(2026, 11, 21)
TEXT = """## {weekday}, after {yesterday}

- [ ] Water the tomatoes on the balcony
- I moved to a flat in Lisbon in March 2024.
- 我决定以后每天早上六点起床跑步。
- Mood:
- [ ]

My sister Mara prefers voice notes and works at the harbour office.
"""


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return opened(a_notebook(tmp_path, d20261101="# Daily Memory: 2026-11-01\n"), tmp_path)


def begin(memory: Memory, day: date, more: str = "") -> None:
    """Begin a day as the window does."""
    text = header(day) + memory.template.for_day(day) + more
    path = memory.layout.day(day)
    memory.files.save(path, text.encode(), memory.files.read(path))


def test_a_day_is_filled_in_and_other_braces_stay() -> None:
    text = "{date} {weekday} {iso} {yesterday} {week} {} { iso } {{iso}}"
    told = "Sunday, 1 March 2026 Sunday 2026-03-01 [[2026-02-28]] {week} {} { iso } {2026-03-01}"
    assert filled(text, Layout(), date(2026, 3, 1)) == told
    other = Layout(days="journal", form="YYYY/MM/DD")
    assert filled("{yesterday}", other, date(2026, 3, 1)).startswith("[[")
    assert filled("{yesterday}", Layout(), date.min)


async def test_no_line_of_a_template_is_a_note_and_a_day_of_nothing_else_is_empty(
    memory: Memory,
) -> None:
    assert memory.template.for_day(TODAY) == ""
    memory.template.set(TEXT)
    begin(memory, date(2026, 11, 20))
    begin(memory, TODAY)
    outcome = await memory.dreams.dream()
    assert outcome.proposal is None, "there is nothing to dream about"
    assert [head.words for head in memory.days.heads()] == [0, 0, 0]
    memory.template.set(TEXT.replace("Mood", "Weather"))  # the days before keep their lines
    path = memory.layout.day(TODAY)
    ticked = memory.files.read(path).text.replace("[ ] Water", "[x] Water")
    note = "- Decided: stop drinking coffee after 14:00.\n"
    memory.files.save(path, (ticked + note).encode(), memory.files.read(path))
    outcome = await memory.dreams.dream()
    assert outcome.proposal is not None
    (change,) = outcome.proposal.changes
    assert change.new == "Stop drinking coffee after 14:00."
    (source,) = change.sources
    assert memory.files.read(path).text.split("\n")[source.line - 1] == note[:-1]
    assert memory.days.heads()[0].head == note[2:-1]
    memory.close()


def test_agents_write_their_own_format_and_undo_brings_a_template_back(memory: Memory) -> None:
    assert memory.template.set("").before.data == b""
    memory.template.set(TEXT)
    noted = memory.days.remember("The spare key is with Ana")
    text = memory.files.read(noted.path).text
    assert text.startswith("# Daily Memory: 2026-11-21\n\n## Notes (12:00)\n\n- The spare key")
    cleared = memory.template.set(" \n")
    assert not (memory.root / TEMPLATE).exists() and memory.template.text() == ""
    memory.files.take_back(cleared)
    assert memory.template.text() == TEXT
    with pytest.raises(Problem):
        memory.template.set("x" * 20_001)
    assert memory.template.text() == TEXT
    memory.close()


def test_a_template_is_found_by_no_search_moves_along_and_can_be_forgotten(
    memory: Memory, tmp_path: Path
) -> None:
    memory.template.set(TEXT)
    memory.index.refresh()
    assert not memory.search.find("Mara voice notes").hits
    packed = memory.archive(tmp_path / "all.nightstand", lambda key: 0).path
    unarchive(packed, tmp_path / "moved", tmp_path / "elsewhere")
    assert (tmp_path / "moved" / TEMPLATE).read_text() == TEXT
    line = "I moved to a flat in Lisbon in March 2024."
    found = memory.forgetting.find(line)
    memory.forgetting.forget(found, CHOSEN)
    assert "Lisbon" not in memory.template.text() and "Mara" in memory.template.text()
    memory.close()
