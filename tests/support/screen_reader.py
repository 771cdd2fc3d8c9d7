"""The window as a screen reader meets it on the accessibility bus (AT-SPI 2)."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.low_level import MessageType

from tests.support.desktop_bus import bus

_LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
_ATSPI = "org.a11y.atspi"
_SHOWING = 25  # of AtspiStateType
HERE = _LAUNCHER.exists() and bool(shutil.which("Xvfb")) and bool(shutil.which("dbus-daemon"))
"""Whether this computer has a screen to be started, and the accessibility bus."""


@dataclass(frozen=True)
class Thing:
    """One thing on the bus: who has it, its path, what it is called and what it is."""

    owner: str
    path: str
    name: str
    role: str
    shown: bool


class ScreenReader:
    """Reads what programs show and presses it; it sees no pixel and no object of Qt."""

    def __init__(self, connection: DBusConnection) -> None:
        self._connection = connection

    def everything(self) -> list[Thing]:
        """All that is shown, in the order of the tree."""
        found: list[Thing] = []
        waiting = [(f"{_ATSPI}.Registry", f"/{_ATSPI.replace('.', '/')}/accessible/root")]
        while waiting:
            owner, path = waiting.pop()
            try:
                thing = self._thing(owner, path)
                if thing.shown or not found or thing.role == "application":
                    found.append(thing)
                    waiting += reversed(self._call(owner, path, "Accessible", "GetChildren")[0])
            except LookupError:
                continue  # it went while the tree was read
        return found

    def find(self, words: str, role: str = "", timeout: float = 60) -> Thing:
        """The first shown thing whose name matches this pattern wholly, as soon as there is one."""
        end = time.monotonic() + timeout
        while True:
            seen = self.everything()
            for thing in seen:
                if re.fullmatch(words, thing.name) and role in ("", thing.role):
                    return thing
            names = [f"{one.role}: {one.name:.60}" for one in seen if one.name]
            assert time.monotonic() < end, f"no {role} {words!r} among {names}"
            time.sleep(0.2)

    def press(self, words: str, role: str = "", timeout: float = 60) -> None:
        """Does what a thing does first, such as a button's press."""
        thing = self.find(words, role, timeout)
        assert self._call(thing.owner, thing.path, "Action", "DoAction", "i", (0,)) == (True,), (
            thing
        )

    def _thing(self, owner: str, path: str) -> Thing:
        read = lambda name: self._property(owner, path, name)  # noqa: E731
        states = self._call(owner, path, "Accessible", "GetState")[0]
        shown = bool(states and states[_SHOWING // 32] >> (_SHOWING % 32) & 1)
        role = self._call(owner, path, "Accessible", "GetRoleName")[0]
        return Thing(owner, path, str(read("Name")), str(role), shown)

    def _property(self, owner: str, path: str, name: str) -> Any:
        address = DBusAddress(path, owner, "org.freedesktop.DBus.Properties")
        return self._ask(address, "Get", "ss", (f"{_ATSPI}.Accessible", name))[0][1]

    def _call(
        self,
        owner: str,
        path: str,
        face: str,
        name: str,
        kinds: str = "",
        values: tuple[Any, ...] = (),
    ) -> tuple[Any, ...]:
        return self._ask(DBusAddress(path, owner, f"{_ATSPI}.{face}"), name, kinds, values)

    def _ask(
        self, address: DBusAddress, name: str, kinds: str, values: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        message = new_method_call(address, name, kinds or None, values)
        answer = self._connection.send_and_get_reply(message, timeout=30)
        if answer.header.message_type == MessageType.error:
            raise LookupError(answer.body)
        return tuple(answer.body)


@contextmanager
def read_aloud(folder: Path, notebook: Path) -> Iterator[ScreenReader]:
    """A started program on a screen of its own, with this notebook, and who reads it."""
    with ExitStack() as all_of_it:
        home = folder / "home"
        home.mkdir()
        environment = os.environ | {
            "DBUS_SESSION_BUS_ADDRESS": all_of_it.enter_context(bus(folder)),
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "HOME": str(home),
            **{f"XDG_{one}_HOME": str(home / one.lower()) for one in ("DATA", "CONFIG", "CACHE")},
        }
        screen_in, screen_out = os.pipe()
        screen = ["Xvfb", "-displayfd", str(screen_out), "-screen", "0", "1400x900x24"]
        _start(all_of_it, screen, environment, pass_fds=(screen_out,))
        os.close(screen_out)
        with os.fdopen(screen_in) as told:
            environment["DISPLAY"] = f":{told.readline().strip()}"
        _start(all_of_it, [str(_LAUNCHER), "--launch-immediately", "--a11y=1"], environment)
        connection = all_of_it.enter_context(
            open_dbus_connection(_accessibility_bus(environment["DBUS_SESSION_BUS_ADDRESS"]))
        )
        program = [sys.executable, "-m", "desktop_app", "open", str(notebook)]
        _start(all_of_it, program, environment)
        yield ScreenReader(connection)


def _accessibility_bus(session: str) -> str:
    """Its address, once its launcher is there."""
    asked = new_method_call(
        DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus"), "GetAddress"
    )

    def address() -> str:
        with open_dbus_connection(session) as connection:
            answer = connection.send_and_get_reply(asked, timeout=10)
            told = answer.header.message_type != MessageType.error and answer.body[0]
            return str(told).partition(",guid")[0] if told else ""

    return _soon(address)


def _soon(what: Callable[[], str], timeout: float = 30) -> str:
    end = time.monotonic() + timeout
    while not (found := what()):
        assert time.monotonic() < end, f"waited {timeout} s in vain"
        time.sleep(0.1)
    return found


def _start(
    until: ExitStack, words: list[str], environment: dict[str, str], pass_fds: tuple[int, ...] = ()
) -> None:
    process = subprocess.Popen(words, env=environment, pass_fds=pass_fds, stderr=subprocess.DEVNULL)
    until.callback(process.wait, 30)
    until.callback(process.terminate)
