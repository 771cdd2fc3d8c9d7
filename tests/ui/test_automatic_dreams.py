"""The settings of automatic dreams, and what is shown before it is written."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication

from desktop_app.system import here
from tests.support.desk import Desk, desk
from tests.support.waiting import until


def click(qtbot: Any, button: Any) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@asynccontextmanager
async def dreams(folder: Path, app: QApplication) -> AsyncIterator[Desk]:
    """Settings, at its section of dreams."""
    async with desk(folder, app) as made:
        made.window.show_page("settings")
        made.settings_page.show_section("dreams")
        yield made


def units(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "home/xdg_config_home/systemd/user").glob("*"))


@pytest.fixture
def systemctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tool of the system's that answers well; one may write another answer into it."""
    tool = tmp_path / "bin/systemctl"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    monkeypatch.setattr(here, "_has_systemd", lambda: True)
    monkeypatch.setenv("PATH", str(tool.parent), prepend=":")
    return tool


async def test_only_what_matters_for_the_chosen_kind_is_shown(
    tmp_path: Path, qapp: Any, qtbot: Any, systemctl: Path
) -> None:
    async with dreams(tmp_path, qapp) as made:
        page = made.settings_page
        for kind, shown in (
            ("daily", [True, True, True]), ("off", [False, False, False]),
        ):  # fmt: skip
            click(qtbot, page.control("dreams.schedule").part(kind))
            assert made.settings.get("dreams.schedule") == kind
            parts = [page.row(key) for key in ("dreams.time", "dreams.unattended", "closed")]
            assert [part.isVisible() for part in parts] == shown

        # A time is typed over what is there.
        click(qtbot, made.settings_page.control("dreams.schedule").part("daily"))
        field = made.settings_page.control("dreams.time")
        by_tab = (
            QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason[f"{way}FocusReason"])
            for way in ("Tab", "Backtab")
        )
        for come, time in (
            (lambda: click(qtbot, field), "22:45"),
            (field.selectAll, "07:30"),
            (lambda: QApplication.sendEvent(field, next(by_tab)), "19:05"),
            (lambda: QApplication.sendEvent(field, next(by_tab)), "05:10"),
        ):
            field.clearFocus()
            come()
            qtbot.keyClicks(field, time)
            qtbot.keyClick(field, Qt.Key.Key_Return)
            assert made.settings.get("dreams.time") == time

        # A timer of the system is shown with its path and text before it is written.
        page = made.settings_page
        click(qtbot, page.control("dreams.schedule").part("daily"))
        closed, switch = started(made, "closed")
        closed.look()
        await until(switch.isEnabled)
        click(qtbot, switch)
        await until(lambda: closed.box)
        shown, files = closed.box, here.timer(closed._start).files
        assert shown.defaultButton().text() == "Cancel"
        for file in files:
            assert file.text.rstrip() in shown.informativeText()
            assert file.path.name in shown.informativeText()
        assert units(tmp_path) == [], "nothing is written before the person agrees"
        answer(closed, "Cancel")
        assert not switch.isChecked()
        click(qtbot, switch)
        await until(lambda: closed.box)
        answer(closed, "Write it")
        await until(lambda: closed.on)
        assert switch.isChecked()
        assert {path.read_text() for path in units(tmp_path)} == {file.text for file in files}
        click(qtbot, switch)
        await until(lambda: closed.box)
        assert "would be removed" in closed.box.text()
        assert len(units(tmp_path)) == len(files)
        answer(closed, "Remove it")
        await until(lambda: not closed.on)
        assert units(tmp_path) == []


def answer(closed: Any, word: str) -> None:
    """Presses this button of the question."""
    box, closed.box = closed.box, None
    next(one for one in box.buttons() if one.text() == word).click()


def started(made: Desk, key: str) -> tuple[Any, Any]:
    """What the system is to start, and its switch."""
    return made.settings_page.closed, made.settings_page.control(key)


def refuses(tool: Path) -> None:
    tool.write_text("#!/bin/sh\necho No medium found >&2\nexit 1\n")


async def test_what_the_system_refuses_is_said_and_the_switch_stays_off(
    tmp_path: Path, qapp: Any, qtbot: Any, systemctl: Path
) -> None:
    refuses(systemctl)
    async with dreams(tmp_path, qapp) as made:
        page = made.settings_page
        click(qtbot, page.control("dreams.schedule").part("daily"))
        closed, switch = started(made, "closed")
        closed.look()
        await until(switch.isEnabled)
        click(qtbot, switch)
        await until(lambda: closed.box)
        assert "--if-due" in closed.box.informativeText()
        answer(closed, "Write it")
        await until(lambda: made.window.banner.words and not switch.isChecked())
        assert "No medium found" in made.window.banner.words
