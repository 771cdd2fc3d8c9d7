"""The tour: three steps on the sample, each ended by doing it, by keys alone."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication

from desktop_app.ui.frame.callout import Callout, beside
from tests.support.accessible import nameless, reached_by_tab
from tests.support.program import click, press, quiet, running
from tests.support.waiting import until

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


def focus(program: Any) -> Any:
    return QApplication.focusWidget() or program.window


async def at_the_sample(program: Any) -> Callout:
    """The tour, begun from the first page with the sample."""
    program.window.activateWindow()
    await until(program.window.isActiveWindow)
    program.actions["tour"].trigger()
    await until(lambda: program.touring.step == 1)
    await quiet(program)
    callout = program.touring.callout
    assert isinstance(callout, Callout) and callout.isVisible()
    return callout


async def test_the_tour_is_done_by_doing_its_steps(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path) as program:
        callout = await at_the_sample(program)
        dreams = program.dreams_page
        assert program.memory.root == program.opening.sample
        assert callout.pointed_at is dreams.list.dream_button
        assert not callout.geometry().intersects(program.window.rail.geometry())
        assert callout.next in reached_by_tab(qtbot, program.window)
        assert nameless(program.window) == []
        press(focus(program), Key.Key_D, CONTROL | SHIFT)
        await until(lambda: program.touring.step == 2)
        await quiet(program)
        assert callout.pointed_at is dreams.review.footer.apply
        press(focus(program), Key.Key_A)
        await until(lambda: program.memory.dreams.proposals()[0].changes[0].accepted)
        await quiet(program)
        press(focus(program), Key.Key_Return, CONTROL)
        await until(lambda: program.touring.step == 3)
        rail = program.window.rail.buttons
        await until(lambda: callout.pointed_at in (dreams.diary.undo_button, rail["memory"]))
        program.window.show_page("memory")
        assert callout.pointed_at is program.window.page.inspector(), "beside a line, its origin"
        program.actions["dream.undo"].trigger()
        await until(lambda: program.touring.step == 0)
        assert not callout.isVisible()
        await quiet(program)


async def test_next_goes_on_and_esc_ends_the_tour(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path) as program:
        program.opening.first_run.sample_button.click()
        await until(lambda: program.memory is not None)
        await quiet(program)
        toast = program.window._toast
        assert toast.button.text() == "Take the tour", "it is offered once with the sample"
        click(toast.button)
        callout = program.touring.callout
        titles = []
        for _ in range(3):
            titles.append(callout.title.text())
            program.actions["tour"].trigger()  # the palette leads the keyboard to its card
            press(callout.next, Key.Key_Space)
        assert len(set(titles)) == 3 and program.touring.step == 0
        program.actions["tour"].trigger()
        assert program.touring.step == 1 and callout.isVisible()
        press(program.dreams_page.list.rows, Key.Key_Escape)
        assert program.touring.step == 0 and program.window.page is program.dreams_page
        program.opening.opened.emit(program.memory)
        assert program.state.get("tour.offered") is not None


def test_a_card_covers_nothing_of_what_it_points_at() -> None:
    room, size = QRect(0, 0, 900, 640), QSize(320, 170)
    for x in range(0, 900, 60):
        for y in range(0, 640, 40):
            spot = QRect(x, y, 110, 36).intersected(room)
            card = QRect(beside(spot, size, room), size)
            assert room.contains(card) and not card.intersects(spot)
    assert beside(QRect(), size, room) == QPoint(900 - 16 - 320, 16 + 48)
