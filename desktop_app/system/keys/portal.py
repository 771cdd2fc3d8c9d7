"""A key of the whole desktop under Wayland. Knows the desktop's portal of global shortcuts.

The desktop asks the person, who may choose other keys there; it tells which ones they are.
"""

import select
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Problem
from desktop_app.system.bus import Bus, NoAnswer, answer, connect
from desktop_app.system.keys.taking import ALT, CTRL, META, SHIFT, DesktopKey, KeyEar
from desktop_app.words import tr

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.blocking import DBusConnection

_SERVICE, _PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
_REQUEST, _SESSION = "org.freedesktop.portal.Request", "org.freedesktop.portal.Session"
_REGISTRY = "org.freedesktop.host.portal.Registry"
_APP = "app.nightstand.Nightstand"
_SECONDS = 5.0  # a portal may have to be started first
_NAMES = {CTRL: "CTRL", ALT: "ALT", SHIFT: "SHIFT", META: "LOGO"}
_ID = "capture"


def hold(key: DesktopKey, ear: KeyEar) -> None:
    """See `taking.Way`."""
    try:
        with connect(Bus.SESSION) as connection, ear.bell() as bell:
            _Portal(connection, ear, bell).hold(key)
    except (NoAnswer, OSError) as error:
        raise Problem(
            tr("This desktop gives no keys to programs."),
            tr("Set one in its keyboard settings, for the command below."),
        ) from error


class _Portal:
    """One session with the portal."""

    def __init__(self, connection: "DBusConnection", ear: KeyEar, bell: int) -> None:
        self._connection, self._ear, self._bell = connection, ear, bell
        self._requests = 0
        self._signals: deque[Message] = deque()
        self._responses: dict[str, tuple[int, dict[str, Any]]] = {}
        self._session = ""

    def hold(self, key: DesktopKey) -> None:
        """Ask for the key, and tell of it until nobody listens any more."""
        from jeepney import MatchRule, message_bus

        try:
            with self._connection.filter(MatchRule(type="signal"), queue=self._signals):
                for interface in (_REQUEST, _SHORTCUTS, _SESSION):
                    rule = MatchRule(type="signal", interface=interface, sender=_SERVICE)
                    answer(self._connection, message_bus.AddMatch(rule))
                with suppress(NoAnswer):  # only newer portals want to know who asks
                    self._call(_REGISTRY, "Register", "sa{sv}", _APP, {})
                self._listen(key)
        finally:
            if self._session:
                with suppress(NoAnswer):
                    self._call(_SESSION, "Close", path=self._session)

    def _listen(self, key: DesktopKey) -> None:
        made = self._asked("CreateSession", "a{sv}", {"session_handle_token": ("s", _ID)})
        if made is None:
            return
        self._session = str(made["session_handle"][1])
        plain = key.key if key.key[1:].isdigit() else key.key.lower()
        wanted = "+".join([*(_NAMES[one] for one in key.held), plain])
        about = {
            "description": ("s", tr("Add a note to today")),
            "preferred_trigger": ("s", wanted),
        }
        bound = self._asked(
            "BindShortcuts", "oa(sa{sv})sa{sv}", self._session, [(_ID, about)], "", {}
        )
        if bound is None:
            return
        shortcuts = bound.get("shortcuts", ("", []))[1]
        named = [str(told["trigger_description"][1])
                 for _, told in shortcuts if "trigger_description" in told]  # fmt: skip
        self._ear.held(named[0] if named else "")
        while not self._ear.ended:
            self._hear()

    def _asked(self, method: str, signature: str, *values: Any) -> dict[str, Any] | None:
        """What a request comes to, for which the person may be asked; None where all ended.

        The options stand last in each. Raises NoAnswer where it is refused.
        """
        self._requests += 1
        *before, options = values
        options = {**options, "handle_token": ("s", f"{_ID}{self._requests}")}
        (handle,) = self._call(_SHORTCUTS, method, signature, *before, options)
        while handle not in self._responses:
            if self._ear.ended:
                return None
            self._hear()
        code, told = self._responses.pop(handle)
        if code:
            raise NoAnswer(method)
        return told

    def _call(
        self, interface: str, method: str, signature: str = "", *values: Any, path: str = _PATH
    ) -> tuple[Any, ...]:
        from jeepney import DBusAddress, new_method_call

        place = DBusAddress(path, _SERVICE, interface)
        message = new_method_call(place, method, signature or None, values)
        return answer(self._connection, message, _SECONDS)

    def _hear(self) -> None:
        """Wait for something, and take in what has come."""
        with suppress(TimeoutError):
            while True:
                self._connection.recv_messages(timeout=0)
        if self._signals:
            self._take(self._signals.popleft())
        elif not self._ear.ended:
            select.select([self._connection.sock, self._bell], [], [])

    def _take(self, message: "Message") -> None:
        from jeepney import HeaderFields

        fields = message.header.fields
        match fields.get(HeaderFields.member), message.body:
            case "Response", (code, told):
                self._responses[fields[HeaderFields.path]] = (code, told)
            case "Activated", (self._session, "capture", _, options):
                self._ear.pressed(str(options.get("activation_token", ("s", ""))[1]))
            case "Closed", _ if fields.get(HeaderFields.path) == self._session:
                self._session = ""
                raise NoAnswer("Closed")
