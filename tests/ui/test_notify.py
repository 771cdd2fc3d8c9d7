"""What the desktop is told while nobody looks at the window; its notify-send is played here."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QSystemTrayIcon

from tests.support.program import quiet, running, sample
from tests.support.waiting import until

SAID = ("Nightstand has dreamt", "3 < 4 & more")


@pytest.mark.qt_log_ignore("systemTrayWindowChanged", "This plugin does not support")
async def test_a_click_on_a_notification_leads_to_the_review(
    tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.hide()
        notifier = program.background.notifier
        assert notifier.notify(*SAID)
        notifier.icon.messageClicked.emit()
        await until(program.window.isVisible)
        await until(lambda: program.window.page is program.dreams_page)
        await quiet(program)


async def test_without_a_tray_the_desktops_own_tool_shows_it(
    tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, tool = tmp_path / "told", tmp_path / "notify-send"
    tool.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" > '{kept}'\n")
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.hide()
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
        assert not program.background.notifier.notify(*SAID), "there is no tool"
        tool.chmod(0o755)
        assert program.background.notifier.notify(*SAID)
        await until(lambda: kept.exists() and kept.read_text())
        told = kept.read_text().splitlines()
        assert told[-3:] == ["--", "Nightstand has dreamt", "3 &lt; 4 &amp; more"]
        monkeypatch.setattr(program.window, "isVisible", lambda: True)
        monkeypatch.setattr(program.window, "isActiveWindow", lambda: True)
        assert not program.background.notifier.notify(*SAID), "somebody looks at the window"
