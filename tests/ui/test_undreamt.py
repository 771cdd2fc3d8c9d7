"""Days that no dream has read: how many there are, said on Memory, with the dream a click away."""

import asyncio
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from desktop_app.memory import Memory
from desktop_app.settings import Places
from desktop_app.ui.look.theme import theme
from tests.support.program import click, quiet, running, sample
from tests.support.waiting import until


def notebook(root: Path, days: int) -> Path:
    """So many days up to today, each with a line of its own."""
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n\n## Work\n- The report is due in May.\n")
    for back in range(days):
        day = (date.today() - timedelta(days=back)).isoformat()
        (root / f"memory/{day}.md").write_text(f"# {day}\n\n- The tide of {day} was high.\n")
    return root


def test_days_count_until_a_dream_has_read_them_as_they_are(tmp_path: Path) -> None:
    root, today = notebook(tmp_path / "Memory", 38), date.today()
    with closing(Memory.open(root, Places(tmp_path / "data", tmp_path / "config"))) as memory:
        assert memory.dreams.undreamt() == (38, None)
        asyncio.run(memory.dreams.dream(7))
        assert memory.dreams.undreamt() == (31, today - timedelta(days=7))
        (root / f"memory/{today}.md").write_text(f"# {today}\n\n- Something else.\n")
        assert memory.dreams.undreamt() == (32, None), "the next dream reads today again"


def test_a_day_that_changed_is_new_also_where_the_next_dream_does_not_reach(
    tmp_path: Path,
) -> None:
    root, today = notebook(tmp_path / "Memory", 12), date.today()
    with closing(Memory.open(root, Places(tmp_path / "data", tmp_path / "config"))) as memory:
        day = root / f"memory/{today - timedelta(days=9)}.md"
        asyncio.run(memory.dreams.dream())
        assert memory.dreams.undreamt() == (0, None)
        day.write_text(f"{day.read_text()}- The boat is wet.\n")
        assert memory.dreams.undreamt() == (1, None)
        assert memory.dreams.undreamt(2) == (1, today - timedelta(days=9))


async def test_memory_says_how_many_days_and_a_click_dreams(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = program.window.page
        await until(lambda: page.dream_button.isVisible())
        count = program.memory.dreams.undreamt()[0]
        assert page._undreamt.text() == f"{count} days not yet dreamt"
        click(page.dream_button)
        await until(lambda: program.memory.dreams.proposals())
        left = program.memory.dreams.undreamt()[0]
        assert left < count
        await until(lambda: page._undreamt.text() == f"{left} days not yet dreamt")
        await quiet(program)
        assert program.window.page is page, "a dream takes nobody away from what they write"


async def test_conversations_have_no_place_until_there_is_one(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, notebook(tmp_path / "Memory", 1)) as program:
        rail = program.window.rail.buttons
        await quiet(program)
        shown = [name for name, button in rail.items() if button.isVisible()]
        assert shown == ["memory", "days", "dreams", "search", "settings"]
        assert [rail[name].text() for name in shown[:4]] == ["Memory", "Days", "Dreams", "Search"]
        theme().set_zoom(1.5)  # all is measured anew, while one of them is not seen
        wide = program.window.rail.width()
        program.actions["page.conversation"].trigger()
        assert rail["conversation"].isVisible(), "where one is, one sees it"
        assert program.window.rail.width() == wide, "nothing moves for it"
        room = rail["conversation"].width()
        assert rail["search"].needed() < rail["conversation"].needed() == room < wide
        program.window.show_page("memory")
        await until(lambda: not rail["conversation"].isVisible())
