"""A D-Bus of a test's own, with the services of a desktop that the test plays."""

import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, HeaderFields, Message, message_bus, new_error, new_method_return
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.low_level import MessageType

_CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow own="*"/>
<allow eavesdrop="true"/><allow user="*"/></policy></busconfig>"""

Answers = dict[str, Callable[..., tuple[str, tuple[Any, ...]]]]
"""For each method its answer to the values of a call: a signature, and values."""


@contextmanager
def bus(folder: Path) -> Iterator[str]:
    """A bus; yields its address."""
    config, socket = folder / "bus.conf", folder / "bus"
    config.write_text(_CONFIG.format(socket=socket))
    words = ["dbus-daemon", f"--config-file={config}", "--print-address=1", "--nofork"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        try:
            yield daemon.stdout.readline().strip().partition(",guid")[0]
        finally:
            daemon.terminate()


class Service:
    """One service of the desktop; it answers in a thread of its own."""

    def __init__(self, address: str, name: str, answers: Answers) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self._answers = answers
        self._connection: DBusConnection = open_dbus_connection(address)
        asked = self._connection.send_and_get_reply(message_bus.RequestName(name), timeout=60)
        assert asked.body == (1,)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def say(self, message: Message) -> None:
        """Send a signal."""
        self._connection.send(message)

    def close(self) -> None:
        """Leave the bus."""
        self._connection.send(message_bus.ReleaseName("org.example.None"))  # wakes the thread up
        self._answers = {}
        self._closing = True
        self._thread.join(60)
        self._connection.close()

    _closing = False

    def _serve(self) -> None:
        while not self._closing:
            try:
                message = self._connection.receive(timeout=0.2)
            except TimeoutError:
                continue
            except OSError:
                return
            if message.header.message_type is MessageType.method_call:
                self._connection.send(self._answered(message))

    def _answered(self, message: Message) -> Message:
        method = message.header.fields[HeaderFields.member]
        self.calls.append((method, tuple(message.body)))
        if method not in self._answers:
            return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
        signature, values = self._answers[method](*message.body)
        return new_method_return(message, signature, values)


def place(service: str, path: str) -> DBusAddress:
    """Where a signal comes from."""
    return DBusAddress(path, service, service)
