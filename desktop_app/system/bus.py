"""D-Bus, by which parts of a Linux desktop speak with each other. Knows no question."""

import os
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.blocking import DBusConnection

_SECONDS = 0.4  # for one answer; the desktop's own parts need a thousandth of it


class Bus(StrEnum):
    """The bus of the person's session, and that of the whole computer."""

    SESSION = "SESSION"
    SYSTEM = "SYSTEM"


class NoAnswer(Exception):  # noqa: N818  # most computers have only some of what can be asked
    """Nobody is there who answers, or the answer is a refusal."""


def connect(bus: Bus) -> "DBusConnection":
    """A connection to this bus. Raises NoAnswer."""
    from jeepney.io.blocking import open_dbus_connection

    try:
        return open_dbus_connection(_address(bus), auth_timeout=_SECONDS)
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


def ask(
    bus: Bus, place: tuple[str, str, str], method: str, signature: str = "", *values: Any
) -> tuple[Any, ...]:
    """One call and its answer; `place` is service, path and interface. Raises NoAnswer.

    It starts no service that does not run.
    """
    from jeepney import DBusAddress, MessageFlag, new_method_call

    service, path, interface = place
    called = new_method_call(
        DBusAddress(path, service, interface), method, signature or None, values
    )
    called.header.flags |= MessageFlag.no_auto_start
    with connect(bus) as connection:
        return answer(connection, called)


def _address(bus: Bus) -> str:
    """Where the bus listens; a service of the system has no word for the session's one."""
    if sys.platform == "win32" or bus is Bus.SYSTEM or "DBUS_SESSION_BUS_ADDRESS" in os.environ:
        return bus.value
    return f"unix:path=/run/user/{os.getuid()}/bus"
