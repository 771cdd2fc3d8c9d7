"""Notes beside the days: undated topics and further files of a day can be seen and opened."""

from pathlib import Path

from PySide6.QtCore import Qt

from desktop_app.memory.days import Topic
from desktop_app.ui.parts.inspector import SideLine
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


async def test_topics_stand_under_words_of_their_own(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, FILES, "days") as made:
        await listed(made)
        view = made.days_page.pane.list
        await until(lambda: view.model().rowCount() == 4)

        def colours_above(row: int) -> set[int]:
            index = view.model().index(row, 0)
            view.scrollTo(index)
            above = view.visualRect(index).adjusted(16, 4, -40, -50)
            picture = view.viewport().grab(above).toImage()
            size = picture.size()
            return {picture.pixel(x, y) for x in range(size.width()) for y in range(size.height())}

        assert len(colours_above(1)) > 4, "the name of the group"
        assert len(colours_above(2)) == 1


async def test_a_topic_is_edited_and_an_empty_one_begun_under_its_name(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp, FILES, "days") as made:
        await listed(made)
        page = made.days_page
        page.go_to("memory/empty.md", 0)
        await until(lambda: page.file.path == "memory/empty.md")
        assert page.stack.currentWidget() is page.empty
        page.empty.button.click()
        assert page.editor.text() == "# empty\n\n- "
        qtbot.keyClicks(page.editor, "First")
        page.file.flush()
        await until(lambda: made.bytes_of("memory/empty.md") == b"# empty\n\n- First\n")
        assert not (made.root / "memory" / "2026-11-21.md").exists()


async def test_the_files_of_a_day_are_told_beside_it(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, FILES, "days") as made:
        await listed(made)
        page = made.days_page
        await until(lambda: page.file.path == "memory/2026-11-20.md")
        lines = lambda: page.side.files.findChildren(SideLine)
        await until(lambda: [line.text() for line in lines()] == ["The day itself", "harbour"])
        line = lines()[1]
        line.click()
        await until(lambda: page.file.path == "memory/2026-11-20-harbour.md")
        assert page.header.title.text().endswith("· harbour")
        assert page.pane.list.currentIndex().isValid(), "its day stays chosen"


async def test_new_ones_appear(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, page="days") as made:
        await listed(made)
        assert names(made) == []
        made.outside("memory/boat.md", "# Boat\n\n- It leaks.\n")
        await until(lambda: names(made) == ["boat"])


async def test_the_open_note_stays_in_sight_where_its_list_gets_less_room(
    tmp_path: Path, qapp, qtbot
) -> None:
    days = {f"memory/2026-10-{day:02}.md": DAY for day in range(1, 31)}
    async with notes(tmp_path, qapp, {**FILES, **days}, "days") as made:
        await listed(made)
        page, view = made.days_page, made.days_page.pane.list
        page.go_to("memory/garden.md", 0)
        await until(lambda: view.thing and view.thing.path == "memory/garden.md")
        made.window.resize(1280, 520)
        shown = lambda: view.viewport().rect()
        await until(lambda: shown().height() < 200)
        await until(lambda: shown().contains(view.visualRect(view.currentIndex())))
