"""The frame: rail, drawers, history, words said, and a way through all of it by keyboard."""

from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QAbstractButton, QApplication, QSplitter

from desktop_app.ui.parts.actions import INSPECTOR, LIST
from desktop_app.ui.parts.notices import Toast
from tests.support.desk import Desk, desk
from tests.support.program import open_another, running, sample
from tests.support.waiting import until

DAY = "memory/2026-11-20.md"


def press(qtbot, made: Desk, key: Qt.Key, *held: Qt.KeyboardModifier) -> None:
    """A key pressed wherever the keyboard is."""
    modifiers = Qt.KeyboardModifier.NoModifier
    for modifier in held:
        modifiers |= modifier
    qtbot.keyClick(QApplication.focusWidget() or made.window, key, modifiers)


CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)

# -- pages ---------------------------------------------------------------------------------------


async def test_a_notebook_opens_on_its_first_page_and_keys_and_the_rail_bring_the_others(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with desk(tmp_path, qapp) as made:
        assert made.window.page is made.memory_page
        assert made.memory_page.isVisible()
        assert made.window.windowTitle() == "notebook – Nightstand"

        for key, page in (
            (Qt.Key.Key_2, made.days_page),
            (Qt.Key.Key_3, made.search_page),
            (Qt.Key.Key_4, made.settings_page),
            (Qt.Key.Key_1, made.memory_page),
            (Qt.Key.Key_Comma, made.settings_page),
        ):
            press(qtbot, made, key, CTRL)
            assert made.window.page is page
            assert page.isVisible()

        buttons = made.window.workspace.rail.buttons
        qtbot.mouseClick(buttons["days"], Qt.MouseButton.LeftButton)
        qtbot.mouseClick(buttons["days"], Qt.MouseButton.LeftButton)
        assert [name for name, button in buttons.items() if button.isChecked()] == ["days"]
        assert list(buttons)[-1] == "settings"
        assert buttons["settings"].y() > buttons["search"].y() + 200


# -- going somewhere -----------------------------------------------------------------------------


async def test_what_a_page_wants_opened_is_opened_where_it_belongs_or_refused_in_words(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with desk(tmp_path, qapp) as made:
        made.memory_page.opened.emit(DAY, 5)
        assert made.window.page is made.days_page
        assert made.days_page.asked == [(DAY, 5)]

        made.window.open("letters/draft.txt")
        assert made.window.page is made.days_page
        assert "letters/draft.txt" in made.window.banner.words


async def test_alt_left_and_right_walk_through_what_was_seen(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.open(DAY, 5)
        made.days_page.went.emit("memory/2026-11-21.md", 1)
        made.window.show_page("search")
        made.days_page.asked.clear()
        press(qtbot, made, Qt.Key.Key_Left, ALT)
        press(qtbot, made, Qt.Key.Key_Left, ALT)
        assert made.days_page.asked == [("memory/2026-11-21.md", 1), (DAY, 5)]
        press(qtbot, made, Qt.Key.Key_Left, ALT)
        assert made.window.page is made.memory_page
        press(qtbot, made, Qt.Key.Key_Right, ALT)
        assert made.days_page.asked[-1] == (DAY, 5)


async def test_the_next_start_is_where_the_last_one_ended(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp, 1100, 700) as made:
        made.window.open(DAY, 5)
        made.window.leave()
    async with desk(tmp_path, qapp, empty=True) as again:
        again.window.resize(QSize(*again.state.get("size")))
        again.open_notebook()
        assert again.window.size() == QSize(1100, 700)
        assert again.window.page is again.days_page
        assert again.days_page.asked[-1] == (DAY, 5)


async def test_the_palette_leads_to_a_heading_of_the_notebook(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        press(qtbot, made, Qt.Key.Key_K, CTRL)
        line = QApplication.focusWidget()
        qtbot.keyClicks(line, "#work")
        await until(lambda: made.window.finder.shown == ["Work"])
        qtbot.keyClick(line, Qt.Key.Key_Return)
        await until(lambda: ("MEMORY.md", 6) in made.memory_page.asked)


# -- room ----------------------------------------------------------------------------------------


async def test_a_wide_window_shows_all_four_parts(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("days")
        assert made.days_page.list is not None
        await until(lambda: made.days_page.list.width() == 304)
        assert made.days_page.details is not None and made.days_page.details.width() == 272
        rail = made.window.workspace.rail
        words = [one for one in rail.buttons.values() if one.there]
        assert 64 <= rail.width() <= 72, "no wider than its longest word needs"
        assert all(
            one.fontMetrics().horizontalAdvance(one.text()) < one.width() < rail.width()
            for one in words
        )
        assert made.window.status.height() == 26
        assert not made.actions[LIST].isVisible()


async def test_the_lists_width_is_remembered_and_has_its_limits(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("days")
        split = made.window.findChild(QSplitter)
        assert split is not None and made.days_page.list is not None
        for asked, given in ((100, 240), (900, 420), (350, 350)):
            split.handle(1).moveSplitter(asked)
            assert made.days_page.list.width() == given
        assert made.state.get("list_width") is None  # dragging waits for no disk
        made.window.leave()
    async with desk(tmp_path, qapp) as again:
        again.window.show_page("days")
        assert again.days_page.list is not None
        await until(lambda: again.days_page.list.width() == 350)


async def test_below_1040_the_inspector_is_a_drawer_that_waits(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp, 1000, 700) as made:
        page = made.memory_page
        assert page.details is not None
        assert not page.details.isVisible()
        width = page.width()
        made.actions[INSPECTOR].trigger()
        assert page.details.isVisible()
        assert page.width() == width
        press(qtbot, made, Qt.Key.Key_Escape)
        assert not page.details.isVisible()


async def test_the_window_gets_no_smaller_than_640_by_480(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp, 100, 100) as made:
        for page in ("memory", "days", "search", "settings"):
            made.window.show_page(page)
            await until(made.window.isVisible)
            assert made.window.size() == QSize(640, 480)


async def test_focus_mode_leaves_nothing_but_the_document_and_esc_ends_it(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("days")
        press(qtbot, made, Qt.Key.Key_F8)
        parts = (made.window.workspace.rail, made.days_page.list, made.days_page.details)
        assert not any(part.isVisible() for part in (*parts, made.window.status))
        await until(lambda: made.days_page.width() == made.window.width())
        press(qtbot, made, Qt.Key.Key_Escape)
        assert all(part.isVisible() for part in (*parts, made.window.status))


# -- words ---------------------------------------------------------------------------------------


async def test_a_problem_is_said_in_place_and_a_toast_offers_its_action_once(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with desk(tmp_path, qapp) as made:
        made.memory_page.told.emit("The disk is full.", "Free some space, then try again.")
        assert made.window.banner.isVisible()
        assert made.window.banner.words == "The disk is full. Free some space, then try again."
        made.memory_page.told.emit("", "")
        assert not made.window.banner.isVisible()

        undone: list[int] = []
        made.memory_page.toast("5 changes applied", "Undo", lambda: undone.append(1))
        toast, status = made.window.findChild(Toast), made.window.status
        status.show_engine("Without a model")
        assert toast.isVisible()
        place = toast.button.mapTo(status, toast.button.rect().center())
        assert status.agents.isVisible() and toast.geometry().right() < status.agents.x()
        assert not status.engine.isVisible(), "it stands in place of the left ones"
        qtbot.mouseClick(toast.button, Qt.MouseButton.LeftButton)
        assert undone == [1]
        assert not toast.isVisible() and status.engine.isVisible()
        assert not isinstance(status.childAt(place), QAbstractButton), "for a late click"

        toast, timer = made.window._toast, made.window._toast._timer
        toast.say("Renamed.", "Undo")
        assert toast.isVisible() and not timer.isActive()
        made.window.show_page("days")
        assert timer.isActive()
        toast.say("Renamed.", "Undo")
        assert not timer.isActive()
        made.window.page.acted.emit()
        assert timer.isActive()


async def test_a_toast_goes_by_itself_but_not_from_under_the_keyboard(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with desk(tmp_path, qapp) as made:
        QCursor.setPos(made.window.mapToGlobal(QPoint(300, 300)))
        toast = Toast(seconds=0.05)
        made.window.centralWidget().layout().addWidget(toast)
        toast.say("Saved")
        await until(lambda: not toast.isVisible())
        toast.say("Saved", "Undo")
        toast.button.setFocus()
        ended = made.jobs.call  # a round trip through a thread outlasts several toasts
        answers: list[int] = []
        for turn in range(3):
            ended("wait", lambda turn=turn: turn, answers.append)
            await until(lambda turn=turn: turn in answers)
        assert toast.isVisible()
        made.memory_page.field.setFocus()
        toast.pass_by()
        await until(lambda: not toast.isVisible())


async def test_a_toast_goes_with_its_notebook(tmp_path: Path, qapp, qtbot) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        undone: list[int] = []
        program.window.toast("Renamed.", "Undo", lambda: undone.append(1))
        await open_another(program, tmp_path)
        assert not program.window._toast.isVisible()
        program.actions["undo"].trigger()
        assert undone == []
