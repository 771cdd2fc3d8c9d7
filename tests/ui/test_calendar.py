"""The month above the days, with a step to the months beside it."""

from datetime import date

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop_app.ui.days.day_list import Calendar, month_step
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.controls import IconButton
from tests.support.notes import NOW


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
