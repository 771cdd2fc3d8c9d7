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
from typing import Any, TypeVar

from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.low_level import MessageType

from tests.support.desktop_bus import bus

_T = TypeVar("_T")
_LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
_ATSPI = "org.a11y.atspi"
_FOCUSED, _SHOWING = 12, 25  # of AtspiStateType
_PROGRAMS = ("Xvfb", "openbox", "xdotool", "dbus-daemon")
HERE = _LAUNCHER.exists() and all(map(shutil.which, _PROGRAMS))
WANTED = f"needs at-spi2-core, {', '.join(_PROGRAMS)}"
"""A screen that can be started, its windows and keys, and the accessibility bus."""


@dataclass(frozen=True)
class Thing:
    """One thing on the bus: who has it, its path, what it is called and what it is."""

    owner: str
    path: str
    name: str
    role: str
    shown: bool
    focused: bool


class ScreenReader:
    """Reads what programs show and presses it; it sees no pixel and no object of Qt."""

    def __init__(self, connection: DBusConnection, environment: dict[str, str]) -> None:
        self._connection, self._environment = connection, environment

    def key(self, *names: str) -> None:
        """Keys of the keyboard, such as `ctrl+3`, for the window in front."""
        subprocess.run(["xdotool", "key", *names], env=self._environment, check=True)

    def reach(self, words: str) -> None:
        """Tab until the thing of this name has the keyboard."""
        self.find(words)
        for _ in range(60):
            if any(one.focused and re.fullmatch(words, one.name) for one in self.everything()):
                return
            self.key("Tab")
            time.sleep(0.1)
        raise AssertionError(f"Tab does not reach {words!r}")

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
        read = lambda name: self._property(owner, path, name)
        states = self._call(owner, path, "Accessible", "GetState")[0]
        shown, focused = (bool(states[n // 32] >> n % 32 & 1) for n in (_SHOWING, _FOCUSED))
        role = self._call(owner, path, "Accessible", "GetRoleName")[0]
        return Thing(owner, path, str(read("Name")), str(role), shown, focused)

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
        answer = self._connection.send_and_get_reply(message, timeout=60)
        if answer.header.message_type == MessageType.error:
            raise LookupError(answer.body)
        return tuple(answer.body)


@contextmanager
def read_aloud(
    folder: Path, notebook: Path | None = None, language: str = "en"
) -> Iterator[ScreenReader]:
    """A started program on a screen of its own, perhaps with a notebook, and who reads it."""
    with ExitStack() as all_of_it:
        home = folder / "home"
        home.mkdir()
        environment = os.environ | {
            "DBUS_SESSION_BUS_ADDRESS": all_of_it.enter_context(bus(folder)),
            "LANGUAGE": language,
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
        _start(all_of_it, ["openbox"], environment)
        _start(all_of_it, [str(_LAUNCHER), "--launch-immediately", "--a11y=1"], environment)
        connection = all_of_it.enter_context(
            open_dbus_connection(_accessibility_bus(environment["DBUS_SESSION_BUS_ADDRESS"]))
        )
        program = [sys.executable, "-m", "desktop_app", "open"]
        _start(all_of_it, program + [str(notebook)] * (notebook is not None), environment)
        yield ScreenReader(connection, environment)


def _accessibility_bus(session: str) -> str:
    """Its address, once its launcher is there."""
    asked = new_method_call(
        DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus"), "GetAddress"
    )

    def address() -> str:
        with open_dbus_connection(session) as connection:
            answer = connection.send_and_get_reply(asked, timeout=60)
            told = answer.header.message_type != MessageType.error and answer.body[0]
            return str(told).partition(",guid")[0] if told else ""

    return soon(address)


def soon(what: Callable[[], _T], timeout: float = 60) -> _T:
    """What this says as soon as it says something; fails after `timeout` seconds."""
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
