"""The days page: heat grid, list, reading, editing, writing about today."""

import asyncio
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot

from desktop_app.errors import Problem
from desktop_app.ui.days.day_list import Calendar, HeatGrid, levels, month_step
from desktop_app.ui.days_page import DaysPage
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.controls import IconButton
from tests.support.notes import DAY, FILES, NOW, Notes, notes
from tests.support.waiting import until

TODAY = NOW.date()
DAYS = {
    **FILES,
    "memory/2025-11-20.md": f"# Daily Memory: 2025-11-20\n\n- {'A year before. ' * 20}\n",
    "memory/2026-10-31.md": "# Daily Memory: 2026-10-31\n\n- Pumpkins.\n",
    "memory/2026-11-18.md": "# Daily Memory: 2026-11-18\n\n- Boiler made the noise.\n",
}


async def shown(made: Notes, day: str) -> DaysPage:
    """The days page once it shows a day."""
    page = made.days_page
    await until(lambda: page.file.path == f"memory/{day}.md" and page.heads)
    return page


@pytest.fixture
def grid(theme: Theme, qtbot: QtBot) -> HeatGrid:
    made = HeatGrid()
    qtbot.addWidget(made)
    made.show_days({date(2026, 11, 20): 40}, (), TODAY)
    made.show_day(TODAY)
    made.resize(270, made.height())
    made.show()
    return made


# -- the heat grid --------------------------------------------------------------------------------


def test_heat_tells_thirds_of_the_notebooks_days() -> None:
    words = {date(2026, 11, n): n * 10 for n in range(1, 10)}
    words[date(2026, 11, 10)] = 0
    found = levels(words)
    assert [found.get(date(2026, 11, n), 0) for n in range(1, 11)] == [1, 1, 1, 1, 2, 2, 2, 3, 3, 0]
    assert levels({}) == {}


@pytest.mark.parametrize(
    ("key", "day"),
    [
        (Qt.Key.Key_Left, date(2026, 11, 20)),
        (Qt.Key.Key_Up, date(2026, 11, 14)),
        (Qt.Key.Key_PageUp, date(2026, 10, 21)),
    ],
)
def test_keys_move_by_day_week_and_month(
    grid: HeatGrid, qtbot: QtBot, key: Qt.Key, day: date
) -> None:
    with qtbot.waitSignal(grid.chosen) as heard:
        qtbot.keyClick(grid, key)
    assert heard.args == [day]
    assert grid.day == day
    assert grid.month == day.replace(day=1)


@pytest.mark.parametrize("key", [Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown])
def test_no_key_reaches_a_day_after_today(grid: HeatGrid, qtbot: QtBot, key: Qt.Key) -> None:
    qtbot.keyClick(grid, key)
    assert grid.day == TODAY


def test_a_click_chooses_a_day_but_none_after_today(grid: HeatGrid, qtbot: QtBot) -> None:
    heard: list[date] = []
    grid.chosen.connect(heard.append)
    for day in (date(2026, 11, 2), date(2026, 11, 22)):
        place = grid.cell(day).center().toPoint()
        qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=place)
    assert heard == [date(2026, 11, 2)]


def test_the_grid_says_the_day_to_a_screen_reader(grid: HeatGrid) -> None:
    grid.show_day(date(2026, 11, 20))
    assert grid.accessibleName() == "Days: Friday, 20 November 2026, 40 words"


def test_another_month_is_shown_by_a_step_and_its_day_chosen_by_a_click(
    theme: Theme, qtbot: QtBot
) -> None:
    calendar, heard = Calendar(), []
    qtbot.addWidget(calendar)
    calendar.grid.show_days({date(2026, 10, 20): 40}, (), NOW.date())
    calendar.grid.show_day(NOW.date())
    calendar.resize(276, calendar.minimumSizeHint().height())
    calendar.show()
    calendar.grid.chosen.connect(heard.append)
    before, after = calendar.findChildren(IconButton)
    qtbot.mouseClick(before, Qt.MouseButton.LeftButton)
    assert calendar.name.text() == "October 2026" and heard == []
    place = calendar.grid.cell(date(2026, 10, 20)).center().toPoint()
    qtbot.mouseClick(calendar.grid, Qt.MouseButton.LeftButton, pos=place)
    assert heard == [date(2026, 10, 20)]
    qtbot.mouseClick(after, Qt.MouseButton.LeftButton)
    assert calendar.name.text() == "November 2026"


def test_months_are_stepped_over_years() -> None:
    assert month_step(date(2024, 2, 29), -12) == date(2023, 2, 28)
    assert month_step(date(2026, 1, 31), 13) == date(2027, 2, 28)
    assert month_step(date(9999, 11, 5), 12) == date(9999, 11, 5)
    assert month_step(date(1, 2, 5), -12) == date(1, 2, 5)


# -- the page -------------------------------------------------------------------------------------


async def test_previous_and_next_pass_over_days_without_a_file(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, DAYS, "days") as made:
        page = await shown(made, "2026-11-20")
        made.actions["days.before"].trigger()
        await shown(made, "2026-11-18")
        made.actions["days.before"].trigger()
        await shown(made, "2026-10-31")
        assert page.pane.month.grid.month == date(2026, 10, 1)
        made.actions["days.after"].trigger()
        await shown(made, "2026-11-18")


async def test_who_goes_to_today_writes_on_at_its_end(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, DAYS, "memory") as made:
        today = "memory/2026-11-21.md"
        (made.root / today).write_text("# Daily Memory: 2026-11-21\n\n- Early.\n- ")
        made.window.open("memory/2026-11-20.md", 5)
        await until(lambda: made.days_page.editor.hasFocus())
        made.actions["days.today"].trigger()
        await until(lambda: made.days_page.file.path == today)
        await until(lambda: made.days_page.editor.hasFocus())
        qtbot.keyClicks(made.days_page.editor, "Late.")
        await until(lambda: made.bytes_of(today).endswith(b"- Early.\n- Late.\n"))
        made.days_page.pane.list.setFocus()
        qtbot.keyClick(made.days_page.pane.list, Qt.Key.Key_Return)
        editor = made.days_page.editor
        await until(lambda: editor.hasFocus() and editor.line() == 4)


async def test_a_day_that_cannot_be_read_leaves_the_one_that_is_shown(
    tmp_path: Path, qapp, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str) -> None:
        raise Problem("The disk refuses.", "Look whether it is still there.")

    async with notes(tmp_path, qapp, DAYS, "days") as made:
        page = await shown(made, "2026-11-20")
        title = page.header.title.text()
        monkeypatch.setattr(made.memory.files, "look_at", refuse)
        page.go_to("memory/2026-11-18.md", 0)
        await until(lambda: made.window.banner.words)
        page.draw()
        assert page.header.title.text() == title and title.endswith("20 November")
        assert page.day == date(2026, 11, 20) == page.pane.month.grid.day
        monkeypatch.undo()
        page._choose(date(2026, 11, 18))  # asked once more, it is looked at again
        page = await shown(made, "2026-11-18")
        assert page.header.title.text().endswith("18 November")


async def test_an_empty_notebook_greets_with_write_about_today(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, {"MEMORY.md": "# Memory\n"}, "days") as made:
        page = made.days_page
        await until(lambda: page.file.path == "memory/2026-11-21.md")
        assert page.empty.isVisible()
        assert page.empty.button.text() == "Write about today"
        page.empty.button.click()
        await until(page.editor.hasFocus)
        await asyncio.sleep(0)
        assert not (made.root / "memory/2026-11-21.md").exists()  # nothing was typed yet
        qtbot.keyClicks(page.editor, "Rain on the skylight.")
        page.leave()
        await until(lambda: (made.root / "memory/2026-11-21.md").exists())
        assert made.bytes_of("memory/2026-11-21.md").decode() == (
            "# Daily Memory: 2026-11-21\n\n## Notes (14:30)\n\n- Rain on the skylight.\n"
        )
        await until(lambda: TODAY in page.heads)


async def test_a_note_is_renamed_and_deleted_and_each_is_taken_back(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp, DAYS, "days") as made:
        page = await shown(made, "2026-11-20")
        made.actions["days.rename"].trigger()
        name(made, "harbour", "2026-11-20")
        await until(lambda: page.file.path == "memory/harbour.md")
        assert not (made.root / "memory/2026-11-20.md").exists()
        await until(lambda: made.actions["undo"].isEnabled())
        made.undo()
        await until(lambda: page.file.path == "memory/2026-11-20.md")
        assert made.bytes_of("memory/2026-11-20.md") == DAY.encode()
        made.actions["days.delete"].trigger()
        await until(lambda: not (made.root / "memory/2026-11-20.md").exists())
        await until(lambda: page.file.path not in ("", "memory/2026-11-20.md"))
        made.undo()
        await until(lambda: page.file.path == "memory/2026-11-20.md")
        assert made.bytes_of("memory/2026-11-20.md") == DAY.encode()


def name(made, new: str, before: str) -> None:
    """Types another name into the dialog that asks for one."""
    dialog = made.window.findChildren(QInputDialog)[-1]
    assert dialog.textValue() == before
    dialog.setTextValue(new)
    dialog.accept()


async def test_the_page_moves_on_when_the_day_changes_while_it_is_open(
    tmp_path: Path, qapp, qtbot
) -> None:
    today = {"memory/2026-11-21.md": "# Daily Memory: 2026-11-21\n\n- Late.\n"}
    async with notes(tmp_path, qapp, DAYS | today, "days") as made:
        page = await shown(made, "2026-11-21")
        made.clock.forward(hours=10)
        made.window.show_again()  # as the lookout does when it meets another day
        await until(lambda: page.file.path == "memory/2026-11-22.md")
        assert page.header.title.text() == "Sunday, 22 November"
        assert page.empty.button.text() == "Write about today"
        assert page.pane.month.grid.today == page.pane.month.grid.day == date(2026, 11, 22)
        assert not page.pane.list.currentIndex().isValid(), "nothing is written yet"
        made.note.show_notebook(made.memory)
        made.note.ask()
        made.clock.forward(days=1)
        made.note.tell_day()
        assert made.note.day.text().startswith("Monday, 23 November")
        made.note.box.setPlainText("After midnight.")
        made.note.add_button.click()
        await until((made.root / "memory/2026-11-23.md").exists)


async def test_who_writes_at_midnight_stays_in_the_text(tmp_path: Path, qapp, qtbot) -> None:
    today = {"memory/2026-11-21.md": "# Daily Memory: 2026-11-21\n\n- Late.\n"}
    async with notes(tmp_path, qapp, DAYS | today, "days") as made:
        page = await shown(made, "2026-11-21")
        page.write_on()
        await until(page.editor.hasFocus)
        made.clock.forward(hours=10)
        made.window.show_again()
        await until(lambda: page.pane.month.grid.today == date(2026, 11, 22))
        assert page.file.path == "memory/2026-11-21.md"
