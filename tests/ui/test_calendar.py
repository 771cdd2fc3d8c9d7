"""The months of a year, in place of the month of the days page."""

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop_app.ui.days.calendar import Calendar
from desktop_app.ui.days.day_field import month_step
from desktop_app.ui.look.theme import Theme
from tests.support.notes import FILES, NOW, notes
from tests.support.waiting import until

TODAY = NOW.date()
WORDS = {date(2026, 11, 20): 40, date(2026, 3, 2): 10, date(2025, 5, 9): 20, date(2025, 5, 3): 9}


@pytest.fixture
def calendar(theme: Theme, qtbot: QtBot) -> Calendar:
    made = Calendar()
    qtbot.addWidget(made)
    made.show_days(WORDS, (), TODAY)
    made.show_day(TODAY)
    made.resize(276, made.sizeHint().height())
    made.show()
    return made


def test_a_month_of_another_year_is_three_keys_away(calendar: Calendar, qtbot: QtBot) -> None:
    heard: list[date] = []
    calendar.chosen.connect(heard.append)
    calendar.name.click()
    months = calendar.months
    assert months.isVisible() and not calendar.grid.isVisible()
    assert calendar.name.text() == "2026"
    qtbot.keyClick(months, Qt.Key.Key_PageUp)
    qtbot.keyClick(months, Qt.Key.Key_Up)
    qtbot.keyClick(months, Qt.Key.Key_Up)
    assert months.accessibleName() == "Days: May 2025, 2 days with notes"
    qtbot.keyClick(months, Qt.Key.Key_Return)
    assert heard == [date(2025, 5, 9)], "the last day of that month that has words"
    assert calendar.grid.isVisible() and calendar.name.text() == "May 2025"


def test_a_month_without_notes_is_shown_and_opens_no_day(calendar: Calendar, qtbot: QtBot) -> None:
    heard: list[date] = []
    calendar.chosen.connect(heard.append)
    calendar.turn()
    place = calendar.months.cell(date(2026, 2, 1)).center().toPoint()
    qtbot.mouseClick(calendar.months, Qt.MouseButton.LeftButton, pos=place)
    assert heard == [] and calendar.grid.month == date(2026, 2, 1)
    calendar.turn()
    qtbot.keyClick(calendar.months, Qt.Key.Key_Escape)
    assert calendar.grid.isVisible() and calendar.grid.day == TODAY


def test_months_are_stepped_over_years() -> None:
    assert month_step(date(2024, 2, 29), -12) == date(2023, 2, 28)
    assert month_step(date(2026, 1, 31), 13) == date(2027, 2, 28)
    assert month_step(date(9999, 11, 5), 12) == date(9999, 11, 5)
    assert month_step(date(1, 2, 5), -12) == date(1, 2, 5)


async def test_a_key_comes_to_the_months_from_the_page(tmp_path: Path, qapp, qtbot) -> None:
    files = {**FILES, "memory/2025-05-09.md": "# Daily Memory: 2025-05-09\n\n- Lilac.\n"}
    async with notes(tmp_path, qapp, files, "days") as made:
        page = made.days_page
        await until(lambda: page.heads and page.file.path)
        made.actions["days.month"].trigger()
        months = page.pane.month.months
        await until(months.hasFocus)
        for key in (Qt.Key.Key_PageUp, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Return):
            qtbot.keyClick(months, key)
        await until(lambda: page.file.path == "memory/2025-05-09.md")
        assert "Lilac" in page.editor.text()
