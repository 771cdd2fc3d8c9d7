"""The program without its window: closing hides it where the person chose so, quitting ends it.

The tray is simulated: a screen of tests has none.
"""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from desktop_app.app import Program
from desktop_app.settings import Places
from desktop_app.system.presence import Presence
from desktop_app.ui.frame import staying
from desktop_app.ui.frame.staying import STAY
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.program import all_windows, quiet, running, sample
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("systemTrayWindowChanged", "This plugin does not support")


@pytest.fixture
def trays(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the desktop has a tray: its last word holds."""
    there = [True]
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: there[-1])
    monkeypatch.setattr(staying, "_CALLED_MS", 20)
    return there


def chosen(program: OpenNotebook) -> None:
    program.settings.set(STAY, True)
    program.background.staying.tray.follow()


def said(program: OpenNotebook, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    heard = list[str]()
    monkeypatch.setattr(
        program.background.notifier,
        "notify",
        lambda title, text, page="dreams": heard.append(title),
    )
    return heard


async def test_closing_saves_and_hides_the_window_and_says_so_once(
    tmp_path: Path, qtbot: Any, trays: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        chosen(program)
        heard = said(program, monkeypatch)
        page: Any = program.window.made("memory")
        page.editor.insertPlainText("- Typed just now.\n")
        for _ in range(2):
            program.window.close()
            assert not program.window.isVisible()
            await quiet(program)
            assert program.memory is not None, "it goes on"
            text = (program.memory.root / "MEMORY.md").read_text(encoding="utf-8")
            assert "- Typed just now." in text
            program.background.staying.tray.open.trigger()
            assert program.window.isVisible()
        assert heard == ["Nightstand stays in the tray"]

        # The next start brings the hidden window up.
        caller = Presence(tmp_path / "data")
        assert not await asyncio.to_thread(caller.call, None)
        program.window.close()
        assert await asyncio.to_thread(caller.call, None)
        await until(program.window.isVisible)
        assert not await asyncio.to_thread(caller.call, None), "a second window is as before"

        # A dream from the menu ends with a word and without the window.
        program.window.close()
        heard.clear()
        program.background.staying.tray.dream.trigger()
        await until(lambda: heard)
        assert heard == ["Nightstand has dreamt"]
        assert not program.window.isVisible()


@pytest.mark.parametrize("how", ["menu", "keys", "system"])
async def test_quit_really_quits(tmp_path: Path, qtbot: Any, trays: list[bool], how: str) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    program = Program(app, Places(tmp_path / "data", tmp_path / "config"))
    opened = program.front
    task = asyncio.ensure_future(program.run(sample(tmp_path)))
    await until(lambda: opened.memory is not None)
    await quiet(opened)
    chosen(opened)
    opened.window.close()
    assert not task.done()
    if how == "menu":
        opened.background.staying.tray.quit.trigger()
    elif how == "keys":
        opened.actions["quit"].trigger()
    else:
        program.end()
    await asyncio.wait_for(task, 60)
    opened.window.deleteLater()


@pytest.mark.parametrize("there", [True, False])
async def test_without_a_tray_or_the_wish_closing_ends_the_program(
    tmp_path: Path, qtbot: Any, trays: list[bool], there: bool
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    trays.append(there)
    program = Program(app, Places(tmp_path / "data", tmp_path / "config"))
    opened = program.front
    task = asyncio.ensure_future(program.run(sample(tmp_path)))
    await until(lambda: opened.memory is not None)
    await quiet(opened)
    if not there:  # a way back would be missing
        chosen(opened)
    opened.window.close()
    await asyncio.wait_for(task, 60)
    opened.window.deleteLater()


async def test_the_menu_pauses_dreams_by_themselves_and_lets_them_go_on(
    tmp_path: Path, qtbot: Any, trays: list[bool]
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.settings.set("dreams.schedule", "daily")
        memory, tray = program.memory, program.background.staying.tray
        assert memory is not None
        for paused in (True, False):
            tray.pause.trigger()
            await until(
                lambda paused=paused: (
                    bool(memory.schedule.state(program.settings.get).paused) == paused
                )
            )
            await quiet(program)
            assert tray.pause.isChecked() == paused
        memory.schedule.pause()  # by another door
        program.background.look()
        await until(tray.pause.isChecked)


async def test_the_icon_is_for_all_notebooks_and_the_last_window_stays(
    tmp_path: Path, qtbot: Any, trays: list[bool]
) -> None:
    other = tmp_path / "R&D"
    other.mkdir()
    (other / "MEMORY.md").write_text("# Other\n")
    async with all_windows(tmp_path, sample(tmp_path)) as program:
        one, tray = program.front, program.staying.tray
        chosen(one)
        program.open(str(other))
        two = program.notebooks[-1]
        await until(lambda: two.memory is not None)
        await quiet(two)
        tray.pause.trigger()
        await until(lambda: one.background.paused and two.background.paused)
        two.window.close()
        await until(lambda: program.notebooks == [one])
        assert one.window.isVisible()
        one.window.close()
        assert not one.window.isVisible(), "the last one only hides"
