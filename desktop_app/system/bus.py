"""D-Bus, by which parts of a Linux desktop speak with each other. Knows no question."""

import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.blocking import DBusConnection

_SECONDS = 0.4  # for one answer; the desktop's own parts need a thousandth of it


class NoAnswer(Exception):  # noqa: N818  # most computers have only some of what can be asked
    """Nobody is there who answers, or the answer is a refusal."""


def connect() -> "DBusConnection":
    """A connection to the bus of the person's session. Raises NoAnswer."""
    from jeepney.io.blocking import open_dbus_connection

    try:
        return open_dbus_connection(_address(), auth_timeout=_SECONDS)
    except (OSError, ValueError, RuntimeError) as error:
        raise NoAnswer(str(error)) from error


def answer(
    connection: "DBusConnection", message: "Message", seconds: float = _SECONDS
) -> tuple[Any, ...]:
    """What is answered to a call within so many seconds. Raises NoAnswer."""
    from jeepney.wrappers import DBusErrorResponse, unwrap_msg

    try:
        return tuple(unwrap_msg(connection.send_and_get_reply(message, timeout=seconds)))
    except (OSError, ValueError, DBusErrorResponse) as error:
        raise NoAnswer(str(error)) from error


def _address() -> str:
    """Where the bus listens; a service of the system has no word for the session's one."""
    if sys.platform == "win32" or "DBUS_SESSION_BUS_ADDRESS" in os.environ:
        return "SESSION"
    return f"unix:path=/run/user/{os.getuid()}/bus"
