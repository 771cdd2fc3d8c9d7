"""The tour: three steps on the sample, each ended by doing it; and the first page."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.ui.touring import APPLY, UNDO, Touring
from tests.support.accessible import nameless, reached_by_tab
from tests.support.program import click, press, quiet, running, write
from tests.support.waiting import until

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


def focus(program: Any) -> Any:
    return QApplication.focusWidget() or program.window


async def at_the_sample(program: Any) -> Touring:
    """The tour, begun from the first page with the sample."""
    program.window.activateWindow()
    await until(program.window.isActiveWindow)
    program.actions["tour"].trigger()
    await until(lambda: program.touring.step == 1)
    await quiet(program)
    tour = program.touring
    assert isinstance(tour, Touring) and tour.strip.isVisible()
    return tour


async def test_the_tour_waits_for_each_deed_in_the_window_itself(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path) as program:
        tour = await at_the_sample(program)
        days = program.days_page
        assert program.memory.root == program.opening.sample
        assert tour.strip.button in reached_by_tab(qtbot, program.window)
        assert nameless(program.window) == []
        await until(lambda: days.file.editable and program.touring._text)
        days.editor.go_to_end()
        days.editor.setFocus()
        write(focus(program), "\n- The heron was back at berth four.")
        await until(lambda: program.touring.step == 2)

        program.window.show_page("search")
        program.search_page.pane.input.setText("heron")
        await until(lambda: program.touring.step == 3)
        await quiet(program)

        program.window.show_page("dreams")
        press(focus(program), Key.Key_D, CONTROL | SHIFT)
        await until(lambda: program.touring.deed == APPLY)
        await quiet(program)
        press(focus(program), Key.Key_A)
        await until(lambda: any(one.accepted for one in program.memory.dreams.proposal().changes))
        await quiet(program)
        press(focus(program), Key.Key_Return, CONTROL)
        await until(lambda: program.touring.deed == UNDO)
        program.actions["dream.undo"].trigger()
        await until(lambda: program.touring.step == 0)
        assert not tour.strip.isVisible()
        await quiet(program)


async def test_skip_goes_on_and_esc_ends_the_tour(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path) as program:
        program.opening.first_run.sample_button.click()
        await until(lambda: program.memory is not None)
        await quiet(program)
        tour, strip = program.touring, program.touring.strip
        assert strip.button.text() == "Take the tour", "it is offered once with the sample"
        program.window.toast("Added to today", "Undo")
        program.window.show_page("dreams")
        assert strip.isVisible(), "it waits for its answer, whatever is said or looked at"
        click(strip.button)
        steps = []
        for _ in range(5):
            steps.append(strip.words)
            program.actions["tour"].trigger()  # the palette leads the keyboard to its strip
            press(strip.button, Key.Key_Space)
        assert len(set(steps)) == 5 and tour.step == 0 and not strip.isVisible()
        program.actions["tour"].trigger()
        assert tour.step == 1 and strip.words.startswith("Tour · 1 of 3: Click into the day")
        press(program.window, Key.Key_Escape)
        assert tour.step == 0 and program.window.page is program.days_page
        program.actions["tour"].trigger()
        click(strip.cross)
        assert tour.step == 0
        program.opening.opened.emit(program.memory)
        assert program.state.get("tour.offered") is not None


async def test_the_offer_of_the_tour_goes_when_another_page_was_used(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path) as program:
        program.opening.first_run.sample_button.click()
        await until(lambda: program.memory is not None)
        await quiet(program)
        for name in ("search", "days"):
            assert program.touring.strip.isVisible()
            program.window.show_page(name)
        assert not program.touring.strip.isVisible()
