"""The picture of all dreams: chosen by keys, told in words, with a table behind it."""

from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from desktop_app.ui.dreams.history_picture import HistoryPicture
from desktop_app.ui.dreams.history_view import HistoryView
from desktop_app.ui.look.theme import Theme, theme
from desktop_app.ui.parts.actions import Actions
from tests.support.program import press, quiet, running, sample
from tests.support.runs import nights
from tests.support.waiting import until

NOW = datetime(2026, 11, 21, 12).astimezone()


def shown(qtbot: Any, count: int) -> HistoryView:
    Theme(QApplication.instance(), "light")
    view = HistoryView(Actions())
    qtbot.addWidget(view)
    view.resize(700, 520)
    view.show_runs(tuple(nights(count, NOW))[::-1], NOW)
    view.show()
    return view


def colours(picture: HistoryPicture, x: float) -> set[str]:
    """The colours in one column of what is painted."""
    image = picture.grab().toImage()
    return {QColor(image.pixel(int(x), y)).name() for y in range(image.height())}


def test_the_arrows_walk_through_the_dreams_and_words_and_table_follow(
    qapp: Any, qtbot: Any
) -> None:
    view = shown(qtbot, 40)
    view.focus()
    assert view.picture.current == 39
    assert view.table.currentIndex().row() == 39
    press(view.picture, Qt.Key.Key_Left)
    assert view.table.currentIndex().row() == 38
    press(view.picture, Qt.Key.Key_Home)
    assert view.picture.current == 0
    assert "nothing new" in view.words.text()
    press(view.picture, Qt.Key.Key_PageDown)
    press(view.picture, Qt.Key.Key_Right)
    assert view.picture.current == 11
    view.table.selectRow(17)
    assert view.picture.current == 17
    assert "failed: Ollama is not running." in view.words.text()


def test_a_click_chooses_the_dream_that_is_drawn_there(qapp: Any, qtbot: Any) -> None:
    view = shown(qtbot, 12)
    x = view.picture.places().centres[4]
    qtbot.mouseClick(view.picture, Qt.MouseButton.LeftButton, pos=QPoint(int(x), 40))
    assert view.picture.current == 4


def test_size_changes_and_failures_are_painted_in_the_themes_colours(qapp: Any, qtbot: Any) -> None:
    view = shown(qtbot, 30)
    places = view.picture.places()
    look = theme()
    assert look.hex("danger").lower() in colours(view.picture, places.centres[17])
    assert look.hex("accent").lower() in colours(view.picture, places.centres[7])
    assert look.hex("danger").lower() not in colours(view.picture, places.centres[7])


def test_the_table_says_all_that_the_picture_shows(qapp: Any, qtbot: Any) -> None:
    view = shown(qtbot, 30)
    model = view.table.model()
    rows = [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]
    assert len(rows) == 30
    failed = "failed: Ollama is not running."
    assert rows[17][1:] == ["0", "", failed, "caught up", "", "", "qwen3:8b"]
    assert rows[1][1:4] == ["7", "42 (+2)", "applied"]
    assert view.table.accessibleName() == "All dreams, the oldest first"
    assert "30 dreams; memory went from 40 to" in view.picture.accessibleDescription()


def test_without_a_dream_there_is_a_sentence_and_no_picture(qapp: Any, qtbot: Any) -> None:
    view = shown(qtbot, 0)
    assert view.words.text() == "Nobody has dreamt here yet."
    assert not view.picture.isVisible()
    press(view, Qt.Key.Key_Return)


async def test_the_page_shows_it_by_a_button_enter_opens_a_dream_and_esc_leaves(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = program.dreams_page
        program.window.show_page("dreams")
        page.dream()
        await until(lambda: page.review.proposal is not None)
        await quiet(program)
        page.show_over_time()
        await until(lambda: page.over_time.picture.isVisible())
        assert page.over_time.table.model().rowCount() >= 1
        await quiet(program)
        assert page.over_time.isVisible(), "what was read meanwhile does not close it"
        press(page.over_time.picture, Qt.Key.Key_Escape)
        await until(lambda: not page.over_time.isVisible())
        page.show_over_time()
        await quiet(program)
        press(page.over_time.picture, Qt.Key.Key_Return)
        await until(page.review.isVisible)
        await quiet(program)
        page.list.rows.clicked.emit(page.list.rows.currentIndex())  # its review is read once more
        page.show_over_time()
        await quiet(program)
        assert page.over_time.isVisible(), "a review that comes late does not take its place"


async def test_the_palette_leads_there_before_the_page_of_dreams_was_made(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        assert not program.window.is_made("dreams")
        program.actions["dreams.history"].trigger()
        await until(lambda: program.window.is_made("dreams"))
        await quiet(program)
        page = program.dreams_page
        assert program.window.page is page
        assert page.over_time.isVisible()
        program.actions["dreams.schedule"].trigger()
        await quiet(program)
        assert program.window.page is program.settings_page
        assert program.settings_page.nightly.title.text() == "Dreams by themselves"
