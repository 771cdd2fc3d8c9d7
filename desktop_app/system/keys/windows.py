"""A key of the whole desktop under Windows. Knows RegisterHotKey and a thread's messages."""

import ctypes
import sys
from ctypes import Structure, byref
from typing import Any

from desktop_app.system.keys.taking import ALT, CTRL, META, SHIFT, DesktopKey, KeyEar

_HELD = {ALT: 1, CTRL: 2, SHIFT: 4, META: 8}
_ONCE = 0x4000  # not again and again while the key stays down
_NUMBER, _HOT_KEY, _QUIT = 1, 0x0312, 0x0012
_F1, _SPACE = 0x70, 0x20


class _Message(Structure):
    """MSG."""

    _fields_ = (
        ("window", ctypes.c_void_p),
        ("message", ctypes.c_uint),
        ("word", ctypes.c_size_t),
        ("long", ctypes.c_ssize_t),
        ("time", ctypes.c_uint32),
        ("x", ctypes.c_int32),
        ("y", ctypes.c_int32),
        ("private", ctypes.c_uint32),
    )


def hold(key: DesktopKey, ear: KeyEar) -> None:
    """See `taking.Way`."""
    if sys.platform == "win32":
        listen(ctypes.windll.user32, ctypes.windll.kernel32.GetCurrentThreadId(), key, ear)


def listen(user32: Any, thread: int, key: DesktopKey, ear: KeyEar) -> None:
    """The same with the library that is given, in the thread of this number."""
    message = _Message()
    user32.PeekMessageW(byref(message), None, 0, 0, 0)  # else nobody can send this thread one
    held = sum(_HELD[one] for one in key.held) | _ONCE
    if not user32.RegisterHotKey(None, _NUMBER, held, _code(key.key)):
        raise key.taken
    try:
        with ear.woken_by(lambda: user32.PostThreadMessageW(thread, _QUIT, 0, 0)):
            ear.held()
            while user32.GetMessageW(byref(message), None, 0, 0) > 0:
                if message.message == _HOT_KEY:
                    ear.pressed()
    finally:
        user32.UnregisterHotKey(None, _NUMBER)


def _code(key: str) -> int:
    """The number of a virtual key; those of letters and digits are their own."""
    if key == "Space":
        return _SPACE
    return _F1 + int(key[1:]) - 1 if len(key) > 1 else ord(key)
