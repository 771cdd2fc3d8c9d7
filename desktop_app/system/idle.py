"""Idle: how long nobody has touched keyboard or mouse. Knows what each system tells, not who asks.

On Linux, GNOME tells it, then X11, then the login manager's hint, which a desktop sets when it
counts as idle. Under another Wayland desktop nothing may tell it: X11 there knows only a part.
"""

import ctypes
import ctypes.util
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from desktop_app.system.bus import Bus, NoAnswer, ask

T = TypeVar("T")


class Impatient(Generic[T]):
    """Asks `work` in a thread of its own, and waits for at most so many seconds.

    While an earlier question has no answer, no second one is asked.
    """

    def __init__(self, work: Callable[[], T | None], seconds: float = 1.0) -> None:
        self._work, self._seconds = work, seconds
        self._thread: threading.Thread | None = None
        self._answer: list[T | None] = []

    def ask(self) -> T | None:
        """The answer; None where it did not come in time."""
        if self._thread is not None and self._thread.is_alive():
            return None
        self._answer = answer = []
        self._thread = threading.Thread(
            target=lambda: answer.append(self._work()), name="system", daemon=True
        )
        self._thread.start()
        self._thread.join(self._seconds)
        return answer[0] if answer else None


_MUTTER = ("org.gnome.Mutter.IdleMonitor", "/org/gnome/Mutter/IdleMonitor/Core",
           "org.gnome.Mutter.IdleMonitor")  # fmt: skip
_LOGIN = "org.freedesktop.login1"
_MANAGER = (_LOGIN, "/org/freedesktop/login1/user/self", "org.freedesktop.DBus.Properties")


def idle_seconds() -> float | None:
    """Seconds since somebody touched keyboard or mouse; None where the system does not tell.

    It takes a second at most.
    """
    return _ASKED.ask()


def first_told(ways: "list[Callable[[], float | None]]") -> float | None:
    """What the first of these ways tells that tells anything."""
    return next((told for way in ways if (told := way()) is not None), None)


def of_gnome() -> float | None:
    """As GNOME's window manager counts it."""
    try:
        (milliseconds,) = ask(Bus.SESSION, _MUTTER, "GetIdletime")
    except NoAnswer:
        return None
    return float(milliseconds) / 1000


def of_login(now: float) -> float | None:
    """By the hint of logind; `now` in seconds since 1970.

    Only a set hint tells anything: many desktops never set it.
    """
    try:
        ((_, idle),) = ask(Bus.SYSTEM, _MANAGER, "Get", "ss", f"{_LOGIN}.User", "IdleHint")
        ((_, since),) = ask(Bus.SYSTEM, _MANAGER, "Get", "ss", f"{_LOGIN}.User", "IdleSinceHint")
    except NoAnswer:
        return None
    return max(0.0, now - since / 1e6) if idle and since else None


def of_x11(environment: Mapping[str, str]) -> float | None:
    """As the X server counts it; one that serves a Wayland desktop knows only its own windows."""
    display = environment.get("DISPLAY")
    if not display or environment.get("WAYLAND_DISPLAY"):
        return None
    try:
        x11, saver = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXss.so.1")
    except OSError:
        return None
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    connection = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    if not connection:
        return None
    try:
        info, spare = _ScreenSaver(), ctypes.c_int()
        known = saver.XScreenSaverQueryExtension(
            connection, ctypes.byref(spare), ctypes.byref(spare)
        )
        root = ctypes.c_ulong(x11.XDefaultRootWindow(connection))
        told = known and saver.XScreenSaverQueryInfo(connection, root, ctypes.byref(info))
        return info.idle / 1000 if told else None
    finally:
        x11.XCloseDisplay(connection)


class _ScreenSaver(ctypes.Structure):
    """XScreenSaverInfo; `idle` in milliseconds."""

    _fields_ = (
        ("window", ctypes.c_ulong),
        ("state", ctypes.c_int),
        ("kind", ctypes.c_int),
        ("til_or_since", ctypes.c_ulong),
        ("idle", ctypes.c_ulong),
        ("event_mask", ctypes.c_ulong),
    )


def of_macos() -> float | None:
    """As Quartz counts it for this session."""
    found = ctypes.util.find_library("ApplicationServices")
    if found is None:
        return None
    ask_quartz = ctypes.CDLL(found).CGEventSourceSecondsSinceLastEventType
    ask_quartz.restype = ctypes.c_double
    session, any_event = ctypes.c_int32(0), ctypes.c_uint32(0xFFFFFFFF)
    return float(ask_quartz(session, any_event))


def of_windows() -> float | None:
    """As Windows counts it for this session."""
    if sys.platform != "win32":
        return None
    last = (ctypes.c_uint32 * 2)(8)  # LASTINPUTINFO: its size, and a tick
    if not ctypes.windll.user32.GetLastInputInfo(ctypes.byref(last)):
        return None
    return between_ticks(last[1], ctypes.windll.kernel32.GetTickCount() & 0xFFFFFFFF)


def between_ticks(then: int, now: int) -> float:
    """Seconds between two ticks of Windows, in milliseconds that begin anew after 49 days."""
    return ((now - then) & 0xFFFFFFFF) / 1000


def _told() -> float | None:
    if sys.platform == "win32":
        return of_windows()
    if sys.platform == "darwin":
        return of_macos()
    return first_told([of_gnome, lambda: of_x11(os.environ), lambda: of_login(time.time())])


_ASKED = Impatient(_told)
