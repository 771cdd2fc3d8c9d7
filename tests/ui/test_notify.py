"""What the desktop is told while nobody looks at the window; the desktop is played here."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from jeepney import new_signal

from tests.support.desktop_bus import Service, bus, place
from tests.support.program import quiet, running, sample
from tests.support.waiting import until

_NAME, _PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
ANSWERS = {"GetCapabilities": lambda: ("as", ([],)), "Notify": lambda *_: ("u", (7,))}
pytestmark = pytest.mark.skipif(
    shutil.which("dbus-daemon") is None, reason="dbus-daemon is not installed"
)


async def test_a_click_on_a_notification_leads_to_the_review(
    tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        desktop = Service(address, _NAME, ANSWERS)
        try:
            async with running(tmp_path, sample(tmp_path)) as program:
                program.window.hide()
                assert program.notifier.notify("Nightstand has dreamt", "3 changes to review")
                await until(lambda: program.notifier._ear is not None)
                ((_, values),) = [call for call in desktop.calls if call[0] == "Notify"]
                assert values[3:6] == (
                    "Nightstand has dreamt", "3 changes to review", ["default", "Review"],
                )  # fmt: skip
                clicked = new_signal(place(_NAME, _PATH), "ActionInvoked", "us", (7, "default"))
                desktop.say(clicked)
                await until(program.window.isVisible)
                await until(lambda: program.window.page is program.dreams_page)
                assert program.notifier._ear is None, "it was heard"
                await quiet(program)
        finally:
            desktop.close()


async def test_somebody_who_looks_at_the_window_is_told_nothing_by_the_desktop(
    tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        monkeypatch.setattr(program.window, "isActiveWindow", lambda: True)
        assert not program.notifier.notify("Nightstand has dreamt", "3 changes to review")


async def test_without_any_desktop_the_program_goes_on(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.hide()
        assert program.notifier.notify("Nightstand has dreamt", "3 changes to review")
        await quiet(program)
        assert program.notifier._ear is None
