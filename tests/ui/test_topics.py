"""Notes beside the days: undated topics and further files of a day can be seen and opened."""

from pathlib import Path

from PySide6.QtCore import Qt

from desktop_app.ui.parts.inspector import SideLine
from tests.support.notes import DAY, MEMORY, Notes, notes
from tests.support.program import press, quiet
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
    """What the group below the days says."""
    model = made.days_page.pane.topics.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


async def listed(made: Notes) -> None:
    await until(lambda: made.days_page.heads)


async def test_topics_stand_below_the_days_and_open_by_a_click(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, FILES, "days") as made:
        await listed(made)
        page = made.days_page
        topics = page.pane.topics
        assert topics.isVisible()
        assert names(made) == ["empty", "garden", "港口"]
        view = topics.view
        place = view.visualRect(view.model().index(1, 0)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        await until(lambda: page.file.path == "memory/garden.md")
        assert page.header.title.text() == "garden"
        await until(lambda: "Tomatoes" in page.editor.text())
        assert not page.pane.list.view.currentIndex().isValid(), "no day is chosen beside it"
        assert view.currentIndex().row() == 1
        page.go_to("memory/2026-11-20.md", 0)
        await until(lambda: page.file.path == "memory/2026-11-20.md")
        assert not view.currentIndex().isValid(), "and no topic beside a day"


async def test_a_topic_is_edited_and_an_empty_one_begun_under_its_name(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp, FILES, "days") as made:
        await listed(made)
        page = made.days_page
        page.go_to("memory/empty.md", 0)
        await until(lambda: page.file.path == "memory/empty.md")
        assert page.stack.currentWidget() is page.empty
        page.empty.acted.emit()
        assert page.editor.text() == "# empty\n\n- "
        qtbot.keyClicks(page.editor.engine, "First")
        page.file.flush()
        await until(lambda: made.bytes_of("memory/empty.md") == b"# empty\n\n- First")
        assert not (made.root / "memory" / "2026-11-21.md").exists()


async def test_the_files_of_a_day_are_told_beside_it(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, FILES, "days") as made:
        await listed(made)
        page = made.days_page
        await until(lambda: page.file.path == "memory/2026-11-20.md")
        lines = lambda: page.side.files.findChildren(SideLine)  # noqa: E731
        await until(lambda: [line.text() for line in lines()] == ["The day itself", "harbour"])
        line = lines()[1]
        line.click()
        await until(lambda: page.file.path == "memory/2026-11-20-harbour.md")
        assert page.header.title.text().endswith("· harbour")
        assert page.pane.list.view.currentIndex().isValid(), "its day stays chosen"


async def test_without_topics_there_is_no_group_and_new_ones_appear(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp, page="days") as made:
        await listed(made)
        topics = made.days_page.pane.topics
        assert not topics.isVisible()
        made.outside("memory/boat.md", "# Boat\n\n- It leaks.\n")
        await until(topics.isVisible)
        assert names(made) == ["boat"]
        topics.fold.click()
        assert not topics.view.isVisible()
        assert topics.fold.accessibleName() == "Show the topics"
        topics.fold.click()
        assert topics.view.isVisible()


async def test_arrows_and_enter_lead_through_topics(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, FILES, "days") as made:
        await listed(made)
        page = made.days_page
        await until(lambda: page.file.path)
        view = page.pane.topics.view
        shown = page.file.path
        view.setFocus()
        await quiet(made)
        assert page.file.path == shown, "coming by opens nothing"
        press(view, Qt.Key.Key_Down)
        await until(lambda: page.file.path == "memory/garden.md")
        press(view, Qt.Key.Key_Return)
        assert page.editor.isAncestorOf(qapp.focusWidget())


async def test_many_topics_leave_the_days_most_of_the_pane(tmp_path: Path, qapp, qtbot) -> None:
    topics = {f"memory/topic-{n}.md": f"# {n}\n\n- Words.\n" for n in range(9)}
    days = {f"memory/2026-10-{n:02}.md": DAY for n in range(1, 31)}
    async with notes(tmp_path, qapp, {**FILES, **days, **topics}, "days") as made:
        await listed(made)
        pane = made.days_page.pane
        for height, seen in ((640, 1), (800, 2), (1400, 3)):
            made.window.resize(1280, height)
            await until(lambda: made.window.height() == height)  # noqa: B023
            await until(lambda: pane.topics.view.height() // 50 == seen)  # noqa: B023
            assert pane.list.height() > 1.5 * pane.topics.height() or height < 700
