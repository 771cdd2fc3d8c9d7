"""A key that is heard everywhere, as each system lets a program have one. The systems are played.

X11 is a real server where one is installed.
"""

import ctypes
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from jeepney import DBusAddress, new_signal

from desktop_app.errors import Problem
from desktop_app.system.keys import portal, windows, x11
from desktop_app.system.keys.taking import HeldKey, Way, read
from tests.support.desktop_bus import Service, bus

_SECONDS = 60


class Heard:
    """What a held key tells, in the order in which it comes."""

    def __init__(self, way: Way, words: str) -> None:
        self._told: Queue[str] = Queue()
        self.key = HeldKey(way, read(words), self._pressed, self._tell)

    def next(self) -> str:
        """What comes next; waits for it."""
        return self._told.get(timeout=_SECONDS)

    def _pressed(self, token: str) -> None:
        self._told.put(f"pressed {token}".strip())

    def _tell(self, problem: Problem | None, words: str) -> None:
        self._told.put(problem.message if problem else f"held {words}".strip())


@pytest.mark.parametrize("words", ["N", "Shift+N", "Ctrl+Alt", "Ctrl+!", "Ctrl+Num+1", "", "F25"])
def test_words_that_name_no_key_for_the_whole_desktop_are_refused(words: str) -> None:
    with pytest.raises(Problem):
        read(words)
    assert read("Ctrl+Alt+N").held == ("Ctrl", "Alt") and read("F9").key == "F9"


class PlayedWindows:
    """The calls of user32 for one thread; `taken` are those of another program."""

    def __init__(self, taken: tuple[int, int]) -> None:
        self.messages: Queue[int] = Queue()
        self.registered: list[tuple[int, int]] = []
        self._taken = taken

    def PeekMessageW(self, *_: object) -> int:
        return 0

    def RegisterHotKey(self, _window: None, _id: int, held: int, code: int) -> int:
        self.registered.append((held, code))
        return int((held, code) != self._taken)

    def UnregisterHotKey(self, _window: None, _id: int) -> None:
        self.registered.clear()

    def GetMessageW(self, message: Any, *_: object) -> int:
        message._obj.message = self.messages.get(timeout=_SECONDS)
        return int(message._obj.message != 0x0012)

    def PostThreadMessageW(self, _thread: int, message: int, *_: object) -> None:
        self.messages.put(message)


def test_windows_tells_each_press_and_gets_the_key_back_at_the_end() -> None:
    user32 = PlayedWindows(taken=(0x4003, ord("K")))
    heard = Heard(lambda key, ear: windows.listen(user32, 7, key, ear), "Ctrl+Alt+N")
    assert heard.next() == "held"
    assert user32.registered == [(0x4003, ord("N"))]
    user32.messages.put(0x0400)  # of somebody else
    user32.messages.put(0x0312)
    assert heard.next() == "pressed"
    heard.key.end()
    assert user32.registered == []
    refused = Heard(lambda key, ear: windows.listen(user32, 7, key, ear), "Ctrl+Alt+K")
    assert refused.next() == "Another program has Ctrl+Alt+K."
    assert ctypes.sizeof(windows._Message) >= 44


class PlayedPortal:
    """A desktop's portal of global shortcuts; `code` is what the person answers."""

    def __init__(self, address: str, code: int) -> None:
        self._code, self.closed = code, threading.Event()
        answers = {
            "CreateSession": self._made,
            "BindShortcuts": self._bound,
            "Close": lambda: (self.closed.set(), ("", ()))[1],
        }
        self.service = Service(address, portal._SERVICE, answers)

    def say(self, path: str, interface: str, member: str, signature: str, *body: object) -> None:
        place = DBusAddress(path, interface=interface)
        self.service.say(new_signal(place, member, signature, body))

    def _respond(self, options: dict[str, Any], told: dict[str, Any]) -> tuple[str, Any]:
        request = f"/request/{options['handle_token'][1]}"
        self.say(request, portal._REQUEST, "Response", "ua{sv}", self._code, told)
        return "o", (request,)

    def _made(self, options: dict[str, Any]) -> tuple[str, Any]:
        return self._respond(options, {"session_handle": ("s", "/session")})

    def _bound(self, _s: str, keys: Any, _w: str, options: dict[str, Any]) -> tuple[str, Any]:
        ((name, about),) = keys
        assert about["preferred_trigger"] == ("s", "CTRL+ALT+n")
        told = [(name, {"trigger_description": ("s", "Super+J")})]
        return self._respond(options, {"shortcuts": ("a(sa{sv})", told)})


@pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="dbus-daemon is not installed")
def test_a_portal_tells_which_key_the_person_chose_and_each_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        without = Heard(portal.hold, "Ctrl+Alt+N")
        assert without.next() == "This desktop gives no keys to programs."
        played = PlayedPortal(address, code=0)
        heard = Heard(portal.hold, "Ctrl+Alt+N")
        assert heard.next() == "held Super+J"
        pressed = ("/session", "capture", 1, {"activation_token": ("s", "let me")})
        place = (portal._PATH, portal._SHORTCUTS, "Activated", "osta{sv}")
        played.say(*place, "/another", *pressed[1:])
        played.say(*place, *pressed)
        assert heard.next() == "pressed let me"
        heard.key.end()
        assert played.closed.wait(_SECONDS)
        played.service.close()
        declined = PlayedPortal(address, code=1)
        assert Heard(portal.hold, "Ctrl+Alt+N").next().startswith("This desktop gives no keys")
        declined.service.close()


@contextmanager
def _x_server() -> Iterator[str]:
    words = ["Xvfb", "-displayfd", "1", "-screen", "0", "320x240x24"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()


@pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="there is no X server to start"
)
def test_x11_gives_a_key_to_one_program_also_with_caps_lock_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with _x_server() as display:
        monkeypatch.setenv("DISPLAY", display)
        press = lambda keys: subprocess.run(["xdotool", "key", keys], check=True)  # noqa: E731
        heard = Heard(x11.hold, "Ctrl+Alt+N")
        assert heard.next() == "held"
        assert Heard(x11.hold, "Ctrl+Alt+N").next() == "Another program has Ctrl+Alt+N."
        press("ctrl+alt+n")
        assert heard.next() == "pressed"
        press("Caps_Lock")
        press("ctrl+alt+n")
        assert heard.next() == "pressed"
        heard.key.end()
        again = Heard(x11.hold, "Ctrl+Alt+N")
        assert again.next() == "held", "it was given back"
        again.key.end()
    monkeypatch.setenv("DISPLAY", ":4711")
    assert Heard(x11.hold, "Ctrl+Alt+N").next() == "The screen does not answer."
