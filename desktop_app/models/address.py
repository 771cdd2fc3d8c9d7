"""Addresses: where a model server may be. Knows spellings of hosts; asks no name server.

Prompts hold a person's notes. So only this computer is asked, unless the person typed another
computer's name as consent. Names are compared as written and never looked up: a name that leads to
this computer today may lead elsewhere tomorrow.
"""

import ipaddress
import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from desktop_app.errors import Problem
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.words import tr

PORT = 11434
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?")


class Address(NamedTuple):
    """The address of a server: `host` is literally this computer, unless the person consented."""

    host: str
    port: int = PORT
    secure: bool = False

    @property
    def url(self) -> str:
        """The URL, made of checked parts, never of the typed text."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.secure else 'http'}://{host}:{self.port}"

    @property
    def outside(self) -> bool:
        """Whether this is another computer, for which the person gave consent."""
        return this_computer(self.host) is None


HERE = Address("127.0.0.1")


def address(typed: str, consent: str = "") -> Address:
    """The address a person or a variable means: `host`, `host:port` or a whole URL without path.

    Raises ModelProblem(OUTSIDE) unless it is literally on this computer (127.0.0.0/8, ::1,
    localhost) or `consent` names the same host: a person typed it, knowing that notes go there.
    """
    scheme, host, port = _parts(typed)
    ours = this_computer(host)
    if ours is None:
        if consent.strip().casefold() != host or not _HOST.fullmatch(host):
            raise ModelProblem(Ending.OUTSIDE)
        ours = host
    return Address(ours, port, scheme == "https")


def from_environment(environment: Mapping[str, str]) -> Address:
    """`OLLAMA_HOST` when it names this computer, else Ollama's usual address."""
    try:
        return named_by(environment)
    except ModelProblem:
        return HERE


def named_by(environment: Mapping[str, str]) -> Address:
    """The same. Raises ModelProblem(OUTSIDE) where `OLLAMA_HOST` does not name this computer."""
    typed = environment.get("OLLAMA_HOST", "").strip()
    scheme, host, port = _parts(typed)
    if host in {"0.0.0.0", "::"}:
        return Address("127.0.0.1", port, scheme == "https")
    return address(typed)


def server_address(typed: str, consent: str, environment: Mapping[str, str]) -> Address:
    """Where Ollama is asked: the address a person typed, else that of the environment.

    Raises Problem when it is not on this computer and `consent` does not name its host.
    """
    if not typed.strip():
        return from_environment(environment)
    return address(typed, consent)


def address_refused(typed: str, consent: str, environment: Mapping[str, str]) -> Problem | None:
    """Why Ollama is not asked where the settings, or else `OLLAMA_HOST`, say; None where it is."""
    name, value = "models.address", typed.strip()
    try:
        if value:
            server_address(typed, consent, environment)
        else:
            name, value = "OLLAMA_HOST", environment.get("OLLAMA_HOST", "").strip()
            named_by(environment)
    except Problem as problem:
        shown = value.encode("utf-8", "replace").decode()
        return Problem(
            tr("{name} is “{shown}”. {message}").format(
                name=name, shown=shown, message=problem.message
            ),
            problem.hint,
        )
    return None


def _parts(typed: str) -> tuple[str, str, int]:
    text = typed.strip()
    if not text.isascii() or not text.isprintable() or "\\" in text:
        raise ModelProblem(Ending.OUTSIDE)
    scheme = "" if "://" in text else "http://"
    try:
        parts = urlsplit(scheme + text)
        port = parts.port
    except ValueError:
        raise ModelProblem(Ending.OUTSIDE) from None
    extra = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
    if extra or parts.scheme not in {"http", "https"} or port == 0:
        raise ModelProblem(Ending.OUTSIDE)
    usual = PORT if scheme else {"http": 80, "https": 443}[parts.scheme]
    return parts.scheme, (parts.hostname or "127.0.0.1").casefold(), port or usual


def this_computer(host: str) -> str | None:
    """The literal address of this computer that a host as it is written means, None for another."""
    if host == "localhost":
        return "127.0.0.1"  # literal, so that no file or name server can send it elsewhere
    try:
        literal = ipaddress.ip_address(host)
    except ValueError:
        return None
    mapped = getattr(literal, "ipv4_mapped", None)
    return str(literal) if literal.is_loopback and mapped is None and "%" not in host else None
