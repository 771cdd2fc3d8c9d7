"""Notifications of a Linux desktop: says one, and hears whether it was clicked. Knows no window."""

from typing import TYPE_CHECKING, NamedTuple

from desktop_app.system.bus import NoAnswer, answer, connect

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.blocking import DBusConnection

_SERVICE = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"
_CLICK = "default"  # the action of the whole notification
_DESKTOP_ENTRY = "app.nightstand.Nightstand"


class Notification(NamedTuple):
    """One that was shown; what becomes of it is heard by `connection`."""

    connection: "DBusConnection"
    id: int

    def close(self) -> None:
        """Hear no more of it; it stands on."""
        self.connection.close()


class NotificationEvent(NamedTuple):
    """What became of it. `token` lets a window come to the front, where a desktop asks for one."""

    clicked: bool = False
    gone: bool = False
    token: str = ""


def say(title: str, text: str, word: str) -> Notification:
    """Show it; `word` is what a click does. Blocks.

    Raises NoAnswer where no desktop shows notifications.
    """
    import html  # its table of signs is wanted by no first picture

    from jeepney import DBusAddress, MatchRule, message_bus, new_method_call

    place = DBusAddress(_PATH, _SERVICE, _SERVICE)
    connection = connect()
    try:
        rule = MatchRule(type="signal", interface=_SERVICE, path=_PATH)
        answer(connection, message_bus.AddMatch(rule))
        (can,) = answer(connection, new_method_call(place, "GetCapabilities"))
        body = html.escape(text, quote=False) if "body-markup" in can else text
        hints = {"desktop-entry": ("s", _DESKTOP_ENTRY)}
        asked = ("Nightstand", 0, _DESKTOP_ENTRY, title, body, [_CLICK, word], hints, -1)
        (number,) = answer(connection, new_method_call(place, "Notify", "susssasa{sv}i", asked))
    except NoAnswer:
        connection.close()
        raise
    return Notification(connection, number)


def hear(shown: Notification) -> NotificationEvent:
    """What came since; never waits."""
    heard = NotificationEvent()
    try:
        while True:
            heard = _with(heard, shown.connection.receive(timeout=0), shown.id)
    except TimeoutError:
        return heard
    except OSError:  # the bus has ended
        return heard._replace(gone=True)


def _with(heard: NotificationEvent, message: "Message", number: int) -> NotificationEvent:
    from jeepney import HeaderFields

    if not message.body or message.body[0] != number:
        return heard  # an answer, or about a notification of somebody else
    match message.header.fields.get(HeaderFields.member):
        case "ActionInvoked":
            return heard._replace(clicked=True)
        case "NotificationClosed":
            return heard._replace(gone=True)
        case "ActivationToken":
            return heard._replace(token=str(message.body[1]))
    return heard
