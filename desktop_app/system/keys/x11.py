"""A key of the whole desktop under X11. Knows libxcb, which tells a refusal to the caller.

The connection is its own: Qt's hears nothing of it.
"""

import ctypes
import select
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

from desktop_app.errors import Problem
from desktop_app.system.keys.taking import ALT, CTRL, META, SHIFT, DesktopKey, KeyEar
from desktop_app.words import tr

_MASKS = {SHIFT: 1, CTRL: 4, ALT: 8, META: 64}
_LOCKS = (2, 16)  # Caps Lock and Num Lock, which may be on while the key is pressed
_ASYNC, _PRESS, _MAPPING = 1, 2, 34
_F1, _SPACE = 0xFFBE, 0x20


class _Cookie(ctypes.Structure):
    """The number of a request, by which its refusal is asked for."""

    _fields_ = (("sequence", ctypes.c_uint),)


class _Screens(ctypes.Structure):
    """An iterator over screens; the first word of a screen is its root window."""

    _fields_ = (
        ("data", ctypes.POINTER(ctypes.c_uint32)),
        ("rem", ctypes.c_int),
        ("index", ctypes.c_int),
    )


def hold(key: DesktopKey, ear: KeyEar) -> None:
    """See `taking.Way`."""
    with _connected() as server, ear.bell() as bell:
        server.grab(key)
        ear.held()
        while not ear.ended:
            while kind := server.heard():
                if kind == _PRESS:
                    ear.pressed()
                elif kind == _MAPPING:  # another layout: the letter may be on another key
                    server.grab(key)
            server.need()
            select.select([server.socket, bell], [], [])


def _keysym(key: str) -> int:
    if key == "Space":
        return _SPACE
    return _F1 + int(key[1:]) - 1 if len(key) > 1 else ord(key.lower())


class _XServer:
    """A connection to the X server that `DISPLAY` names."""

    def __init__(self) -> None:
        self._xcb, self._syms = _libraries()
        self._c = ctypes.c_void_p(self._xcb.xcb_connect(None, None))
        self.need()
        screens = self._xcb.xcb_setup_roots_iterator(self._xcb.xcb_get_setup(self._c))
        self._root: int = screens.data[0]
        self.socket: int = self._xcb.xcb_get_file_descriptor(self._c)
        self._grabbed: list[tuple[int, int]] = []

    def need(self) -> None:
        """Raise Problem where there is no server, or none any more."""
        if self._xcb.xcb_connection_has_error(self._c):
            raise Problem(tr("The screen does not answer."))

    def grab(self, key: DesktopKey) -> None:
        """Take this key and no other. Raises Problem where another program has it."""
        while self._grabbed:
            code, held = self._grabbed.pop()
            self._xcb.xcb_ungrab_key(self._c, code, self._root, held)
        codes = self._codes(_keysym(key.key))
        if not codes:
            raise Problem(tr("No key of this keyboard is {key}.").format(key=key.key))
        held = sum(_MASKS[one] for one in key.held)
        locks = [sum(some) for n in range(3) for some in combinations(_LOCKS, n)]
        for code, lock in ((code, lock) for code in codes for lock in locks):
            cookie = self._xcb.xcb_grab_key_checked(
                self._c, 0, self._root, held | lock, code, _ASYNC, _ASYNC
            )
            if refusal := self._xcb.xcb_request_check(self._c, cookie):
                _free(refusal)
                raise key.taken
            self._grabbed.append((code, held | lock))

    def heard(self) -> int:
        """The kind of the next event that has come; 0 for none."""
        event = self._xcb.xcb_poll_for_event(self._c)
        if not event:
            return 0
        kind: int = ctypes.cast(event, ctypes.POINTER(ctypes.c_uint8))[0] & 0x7F
        _free(event)
        return kind

    def close(self) -> None:
        """Leave; the server gives back what was grabbed."""
        self._xcb.xcb_disconnect(self._c)

    def _codes(self, keysym: int) -> list[int]:
        symbols = ctypes.c_void_p(self._syms.xcb_key_symbols_alloc(self._c))
        found = self._syms.xcb_key_symbols_get_keycode(symbols, keysym)
        codes: list[int] = []
        if found:
            numbers = ctypes.cast(found, ctypes.POINTER(ctypes.c_uint8))
            while numbers[len(codes)]:
                codes.append(numbers[len(codes)])
            _free(found)
        self._syms.xcb_key_symbols_free(symbols)
        return list(dict.fromkeys(codes))


@contextmanager
def _connected() -> Iterator[_XServer]:
    server = _XServer()
    try:
        yield server
    finally:
        server.close()


def _libraries() -> tuple[ctypes.CDLL, ctypes.CDLL]:
    """libxcb and what knows its keys; Qt's own window needs both. Raises Problem."""
    try:
        xcb, syms = ctypes.CDLL("libxcb.so.1"), ctypes.CDLL("libxcb-keysyms.so.1")
    except OSError as error:
        raise Problem(str(error)) from error
    pointer, word, byte, short = (
        ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint8, ctypes.c_uint16,
    )  # fmt: skip
    for call, answer, takes in (
        (xcb.xcb_connect, pointer, (ctypes.c_char_p, pointer)),
        (xcb.xcb_connection_has_error, ctypes.c_int, (pointer,)),
        (xcb.xcb_get_setup, pointer, (pointer,)),
        (xcb.xcb_setup_roots_iterator, _Screens, (pointer,)),
        (xcb.xcb_get_file_descriptor, ctypes.c_int, (pointer,)),
        (xcb.xcb_grab_key_checked, _Cookie, (pointer, byte, word, short, byte, byte, byte)),
        (xcb.xcb_request_check, pointer, (pointer, _Cookie)),
        (xcb.xcb_ungrab_key, _Cookie, (pointer, byte, word, short)),
        (xcb.xcb_poll_for_event, pointer, (pointer,)),
        (xcb.xcb_disconnect, None, (pointer,)),
        (syms.xcb_key_symbols_alloc, pointer, (pointer,)),
        (syms.xcb_key_symbols_get_keycode, pointer, (pointer, word)),
        (syms.xcb_key_symbols_free, None, (pointer,)),
    ):
        call.restype, call.argtypes = answer, takes
    return xcb, syms


def _free(memory: int) -> None:
    ctypes.CDLL(None).free(ctypes.c_void_p(memory))
