"""Notifications of a Linux desktop, and whether they were clicked. The desktop is played here."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jeepney import new_signal

from desktop_app.system import notification
from desktop_app.system.bus import NoAnswer
from desktop_app.system.notification import NotificationEvent
from tests.support.desktop_bus import Service, bus, place

_NAME, _PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
pytestmark = pytest.mark.skipif(
    shutil.which("dbus-daemon") is None, reason="dbus-daemon is not installed"
)


def shows(*can: str) -> dict[str, Callable[..., Any]]:
    """A desktop that shows notifications and can do this; each gets the number 7."""
    return {
        "GetCapabilities": lambda: ("as", (list(can),)),
        "Notify": lambda *_: ("u", (7,)),
    }


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with bus(tmp_path) as where:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", where)
        yield where


def heard(shown: notification.Notification) -> NotificationEvent:
    """What is heard as soon as anything is."""
    import select

    assert select.select([shown.connection.sock], [], [], 30)[0]
    return notification.hear(shown)


def test_it_is_said_with_title_text_and_a_click(address: str) -> None:
    desktop = Service(address, _NAME, shows())
    try:
        shown = notification.say("Dream", "a < b & c", "Review")
        (values,) = [values for method, values in desktop.calls if method == "Notify"]
        assert values[3:6] == ("Dream", "a < b & c", ["default", "Review"])
        assert values[6]["desktop-entry"] == ("s", "app.nightstand.Nightstand")
        assert notification.hear(shown) == NotificationEvent()
        for number in (8, 7):
            said = new_signal(place(_NAME, _PATH), "ActionInvoked", "us", (number, "default"))
            desktop.say(said)
            if number == 8:
                other = new_signal(place(_NAME, _PATH), "NotificationClosed", "uu", (8, 2))
                desktop.say(other)
        event = heard(shown)
        while not event.clicked:  # the other one's signals came first
            assert not event.gone
            event = heard(shown)
        shown.close()
    finally:
        desktop.close()


def test_a_desktop_that_reads_markup_gets_none(address: str) -> None:
    desktop = Service(address, _NAME, shows("body", "body-markup"))
    try:
        notification.say("Dream", "a <b> & c", "Review").close()
        (values,) = [values for method, values in desktop.calls if method == "Notify"]
        assert values[4] == "a &lt;b&gt; &amp; c"
    finally:
        desktop.close()


def test_one_that_was_closed_is_gone(address: str) -> None:
    desktop = Service(address, _NAME, shows())
    try:
        shown = notification.say("Dream", "text", "Review")
        desktop.say(new_signal(place(_NAME, _PATH), "NotificationClosed", "uu", (7, 2)))
        assert heard(shown) == NotificationEvent(gone=True)
        shown.close()
    finally:
        desktop.close()


def test_without_a_desktop_nobody_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoAnswer):
        notification.say("Dream", "text", "Review")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
    with pytest.raises(NoAnswer):
        notification.say("Dream", "text", "Review")
