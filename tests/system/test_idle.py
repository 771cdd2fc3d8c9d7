"""How long nobody touched the computer, as each desktop tells it. The desktops are played here."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.system import idle
from desktop_app.system.idle import Impatient
from tests.support.desktop_bus import Service, bus

_MUTTER, _LOGIN = "org.gnome.Mutter.IdleMonitor", "org.freedesktop.login1"
needs_bus = pytest.mark.skipif(
    shutil.which("dbus-daemon") is None, reason="dbus-daemon is not installed"
)


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with bus(tmp_path) as where:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", where)
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", where)
        yield where


@needs_bus
def test_gnome_tells_milliseconds(address: str) -> None:
    assert idle.of_gnome() is None, "nobody answers yet"
    mutter = Service(address, _MUTTER, {"GetIdletime": lambda: ("t", (125_500,))})
    try:
        assert idle.of_gnome() == 125.5
    finally:
        mutter.close()


@needs_bus
def test_a_desktop_that_refuses_tells_nothing(address: str) -> None:
    mutter = Service(address, _MUTTER, {})
    try:
        assert idle.of_gnome() is None
        assert mutter.calls == [("GetIdletime", ())]
    finally:
        mutter.close()


@needs_bus
@pytest.mark.parametrize(("hint", "told"), [(True, 40.0), (False, None)])
def test_the_login_manager_tells_only_by_a_hint_that_is_set(
    hint: bool, told: float | None, address: str
) -> None:
    values = {"IdleHint": ("b", hint), "IdleSinceHint": ("t", 1_000_000_000)}
    login = Service(address, _LOGIN, {"Get": lambda _, name: ("v", (values[name],))})
    try:
        assert idle.of_login(1_040.0) == told
    finally:
        login.close()


def test_x11_under_wayland_is_not_asked_as_it_sees_only_its_own_windows() -> None:
    assert idle.of_x11({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}) is None
    assert idle.of_x11({}) is None
    assert idle.of_x11({"DISPLAY": ":4711"}) is None, "no such screen"


def test_the_first_that_tells_is_believed() -> None:
    assert idle.first_told([lambda: None, lambda: 0.0, lambda: 5.0]) == 0.0
    assert idle.first_told([lambda: None]) is None


def test_the_ticks_of_windows_begin_anew_after_seven_weeks() -> None:
    assert idle.between_ticks(1_000, 61_000) == 60.0
    assert idle.between_ticks(0xFFFFFFFF - 999, 1_000) == 2.0


def test_a_system_that_hangs_is_asked_no_second_time_until_it_answers() -> None:
    asked, free = list[int](), threading.Event()

    def hang() -> float:
        asked.append(1)
        free.wait(60)
        return 1.0

    impatient = Impatient(hang, 0.01)
    assert impatient.ask() is None
    assert impatient.ask() is None
    assert asked == [1]
    free.set()
    patient = Impatient(lambda: 7.0, 60.0)
    assert patient.ask() == 7.0


def test_this_computer_answers_or_does_not_tell() -> None:
    told = idle.idle_seconds()
    assert told is None or told >= 0
