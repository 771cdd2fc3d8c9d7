"""PostgreSQL: one connection to the server that a person chose, and what its errors mean."""

import os
import socket
from contextlib import suppress
from typing import Any

import psycopg
from psycopg import errors

from desktop_app.tiers.server import Refusal, TierServer, Tls, certificates, refused
from desktop_app.tiers.store import Away

_TLS = {Tls.ON: "verify-full", Tls.UNCHECKED: "require", Tls.OFF: "disable"}


class Connected:
    """A connection that is made when it is wanted, and made again when it broke."""

    def __init__(self, server: TierServer, password: str, seconds: float) -> None:
        self._seconds = seconds
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._limit = 0
        # What is left out is read from the environment, which may name another server.
        self._options: dict[str, Any] = {
            "host": server.host,
            "hostaddr": "",
            "port": server.port,
            "user": server.user or "nightstand",
            "password": password,
            "passfile": "",
            "dbname": server.place,
            "sslmode": _TLS[server.tls],
            "sslrootcert": (certificates() or "system") if server.tls is Tls.ON else "",
            "gssencmode": "disable",
            "connect_timeout": max(2, round(seconds)),
            "application_name": "nightstand",
            "client_encoding": "UTF8",
            "options": "",
        }

    def connection(self, times: int = 1) -> psycopg.Connection[tuple[Any, ...]]:
        """The connection, whose statements end after `times` the seconds."""
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(autocommit=True, **self._options)
            self._limit = 0
        if self._limit != times:
            limit = str(round(self._seconds * times * 1_000))
            self._connection.execute("select set_config('statement_timeout', %s, false)", [limit])
            self._limit = times
        return self._connection

    def hang_up(self) -> None:
        """Free who waits for the server: the server seems to be gone."""
        connection = self._connection
        if connection is not None:
            # Closing it would take it from under the thread that waits for it.
            with (
                suppress(psycopg.Error, OSError),
                socket.socket(fileno=os.dup(connection.fileno())) as same,
            ):
                same.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close()


def make_schema(connection: psycopg.Connection[Any]) -> None:
    """Make the schema in which everything of ours stands."""
    with suppress(errors.UniqueViolation):  # another program makes it at the same time
        connection.execute("create schema if not exists nightstand")


def why(server: TierServer, error: Exception) -> Away | None:
    """What an error of the client means, None for a mistake of ours."""
    if not isinstance(error, psycopg.Error):
        return None
    code = error.sqlstate or ""
    ours = code.startswith(("22", "42")) and code not in _REFUSALS
    if ours or not (code or isinstance(error, psycopg.OperationalError)):
        return None
    return refused(server.named, _REFUSALS.get(code) or _said(code, str(error)), code)


_REFUSALS = {
    "28P01": Refusal.PASSWORD,
    "28000": Refusal.PASSWORD,
    "42501": Refusal.RIGHTS,
    "3D000": Refusal.MISSING,
    "53100": Refusal.FULL,
    "53200": Refusal.FULL,
    "25006": Refusal.READ_ONLY,
    "53300": Refusal.BUSY,
    "57P03": Refusal.BUSY,
    "57014": Refusal.BUSY,
    "55P03": Refusal.BUSY,
}
_WORDS = (
    ("password", Refusal.PASSWORD),
    ("no pg_hba.conf entry", Refusal.RIGHTS),
    ("does not exist", Refusal.MISSING),
    ("starting up", Refusal.BUSY),
    ("too many", Refusal.BUSY),
)


def _said(code: str, text: str) -> Refusal:
    """Without a code it is an error while connecting, which comes in words only."""
    if code and not code.startswith(("08", "57P")):
        return Refusal.OTHER
    return next((why for word, why in _WORDS if word in text), Refusal.UNREACHED)
