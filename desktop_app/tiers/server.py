"""Server: where a team keeps a tier, as a person typed it. Knows spellings, asks no name server.

Entries hold a person's notes. So only a server on this computer is used, unless the person typed
the other computer's name as consent. The password is never part of an address.
"""

import re
from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from desktop_app.errors import Problem
from desktop_app.models.address import this_computer
from desktop_app.tiers.store import Away
from desktop_app.words import tr


class ServerKind(StrEnum):
    """What program keeps it. The value begins its address."""

    REDIS = "redis"
    POSTGRES = "postgresql"
    S3 = "s3"


class Tls(StrEnum):
    """Whether a connection is encrypted, and whether the server's certificate is checked."""

    ON = "on"
    UNCHECKED = "unchecked"
    OFF = "off"


_PORTS = {ServerKind.REDIS: 6379, ServerKind.POSTGRES: 5432}
_NAMES = {ServerKind.REDIS: "Redis", ServerKind.POSTGRES: "PostgreSQL", ServerKind.S3: "S3"}
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?")
_PLACES = {
    ServerKind.REDIS: re.compile("[0-9]{1,4}"),
    ServerKind.POSTGRES: re.compile(r"[^/\0]+"),
    ServerKind.S3: re.compile(r"[a-z0-9][a-z0-9.-]+(/[^/\0]+)*"),
}
EXAMPLES = {
    ServerKind.REDIS: "redis://127.0.0.1:6379/0",
    ServerKind.POSTGRES: "postgresql://name@127.0.0.1:5432/database",
    ServerKind.S3: "s3://key@s3.example.org/bucket/folder?region=eu-central-1",
}


class TierServer(NamedTuple):
    """A server that a person chose.

    `place` is the number of Redis' database, the name of PostgreSQL's, or a bucket with a folder.
    `host` is literally this computer, unless the person consented.
    """

    kind: ServerKind
    host: str
    port: int
    user: str
    place: str
    tls: Tls
    region: str = ""

    @property
    def named(self) -> str:
        """The server in words."""
        return tr("{program} at {host}").format(program=_NAMES[self.kind], host=self.where)

    @property
    def address(self) -> str:
        """The address in one spelling, made of checked parts."""
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        region = f"&region={quote(self.region, safe='')}" if self.region else ""
        place = quote(self.place)
        return f"{self.kind}://{user}{self.where}/{place}?tls={self.tls}{region}"

    @property
    def where(self) -> str:
        """The host and the port."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def server(typed: str, consents: Collection[str] = ()) -> TierServer:
    """The server that an address means, such as those in EXAMPLES.

    Raises Problem where it is none or holds a password, and where the server is not literally on
    this computer and none of `consents` is its host's name. `tls` is on outside, and off here,
    unless the address says it.
    """
    try:
        parts = urlsplit(typed.strip())
        kind, port = ServerKind(parts.scheme), parts.port
        options = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
        host = (parts.hostname or "").casefold()
        here = this_computer(host)
        tls = Tls(options.pop("tls", Tls.OFF if here else Tls.ON))
    except ValueError:
        raise _unread() from None
    if parts.password is not None:
        raise Problem(
            tr("An address must not hold a password."),
            tr("Leave the password out, and set it with: nightstand tiers password"),
        )
    region, place = options.pop("region", ""), unquote(parts.path).strip("/")
    odd = not typed.isprintable() or options or parts.fragment or port == 0
    odd = odd or (kind is ServerKind.S3 and tls is Tls.UNCHECKED)  # its client always checks
    if odd or not _PLACES[kind].fullmatch(place or ("0" if kind is ServerKind.REDIS else "")):
        raise _unread()
    if not here and (not _HOST.fullmatch(host) or host not in _folded(consents)):
        raise Problem(
            tr("“{host}” is another computer, and notes would be sent there.").format(host=host),
            tr("Nightstand uses it only after you allow it by its name."),
        )
    usual = _PORTS.get(kind) or (80 if tls is Tls.OFF else 443)
    user = unquote(parts.username or "")
    return TierServer(kind, here or host, port or usual, user, place or "0", tls, region)


def host_of(typed: str) -> str:
    """The name of the computer in an address; "" where there is none."""
    try:
        return urlsplit(typed.strip()).hostname or ""
    except ValueError:
        return ""


def certificates() -> str | None:
    """The file of those whose certificates this system believes."""
    import ssl  # it takes long to load, and few need it

    paths = ssl.get_default_verify_paths()
    return paths.cafile or paths.openssl_cafile


def _folded(consents: Collection[str]) -> set[str]:
    return {host.strip().casefold() for host in consents}


def _unread() -> Problem:
    return Problem(
        tr("This is not the address of a server for older notes."),
        tr("Examples: {examples}").format(examples="  ".join(EXAMPLES.values())),
    )


SECONDS = 3.0  # in which a server has to answer


def refused(server: str, code: str = "", *, password: bool = False) -> Away:
    """Why a server did not do what it was asked: it was not reached, it believed no `password`, or
    it said a `code`, which is never what it quotes."""
    if password:
        return Away(
            tr("{server} refuses the name or the password.").format(server=server),
            tr("Type the name and the password again."),
        )
    if code:
        return Away(
            tr("{server} answers with an error: {detail}.").format(server=server, detail=code),
            tr("Its own log says more."),
        )
    return Away(
        tr("{server} can't be reached.").format(server=server),
        tr("Look whether it runs, and whether the address is right."),
    )
