"""Notes beside the days: undated topics and further files of a day can be seen and opened."""

from pathlib import Path

from PySide6.QtCore import Qt

from desktop_app.memory.days import Topic
from desktop_app.ui.parts.rows import DETAIL
from tests.support.notes import DAY, MEMORY, Notes, notes
from tests.support.waiting import until

FILES = {
    "MEMORY.md": MEMORY,
    "memory/2026-11-20.md": DAY,
    "memory/2026-11-20-harbour.md": "# Harbour\n\n- The crane is green.\n",
    "memory/garden.md": "# Garden\n\n- Tomatoes like sun.\n",
    "memory/港口.md": "# 港口\n\n- 起重機是綠色的。\n",
    "memory/empty.md": "",
}


def names(made: Notes) -> list[str]:
    """Which notes without a date stand below the days."""
    things = made.days_page.pane.list.rows.things
    return [one.name for one in things if isinstance(one, Topic)]


async def listed(made: Notes) -> None:
    await until(lambda: made.days_page.heads)


async def test_topics_stand_below_the_days_and_open_by_a_click(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, FILES, "days") as made:
        await listed(made)
        page = made.days_page
        await until(lambda: page.file.path)
        assert names(made) == ["empty", "garden", "港口"]
        view = page.pane.list
        index = view.model().index(2, 0)
        assert (index.data(), index.data(DETAIL)) == ("garden", "Tomatoes like sun.")
        view.scrollTo(index)
        place = view.visualRect(index).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        await until(lambda: page.file.path == "memory/garden.md")
        assert page.header.title.text() == "garden"
        await until(lambda: "Tomatoes" in page.editor.text())
        assert view.currentIndex().row() == 2
        page.go_to("memory/2026-11-20.md", 0)
        await until(lambda: page.file.path == "memory/2026-11-20.md")
        assert view.currentIndex().row() == 0
