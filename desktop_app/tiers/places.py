"""Chosen: where each tier is kept, as the person's settings say. Knows places, moves nothing.

A tier is in the search index, in Parquet files beside it, or on a server. A place that is chosen no
more is remembered until it is empty, so that nothing is forgotten there.
"""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.own_files import one_writer
from desktop_app.settings import must_be_own, write_own_file
from desktop_app.tiers.server import ServerKind, TierServer, host_of, server
from desktop_app.tiers.store import Away, Tier, TierStore
from desktop_app.words import tr

NAME = "servers.json"


class Passwords:
    """One for each address, as `TierServer.address` spells it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def beside(cls, settings: Path) -> Self:
        """Those that lie beside the file of the settings."""
        return cls(settings.with_name(NAME))

    def get(self, address: str) -> str:
        """The password, "" where none is kept. Raises Problem where the file can't be trusted."""
        return self._all().get(address, "")

    def set(self, address: str, password: str) -> None:
        """Keep this one; "" forgets it. Raises Problem."""
        with one_writer(self.path):
            every = self._all() | {address: password}
            kept = {one: secret for one, secret in every.items() if secret}
            write_own_file(self.path, json.dumps(kept, indent=1).encode())

    def _all(self) -> dict[str, str]:
        if not self.path.exists():
            return {}
        must_be_own(self.path)
        try:
            found = own_files.json_in(self.path)
            return {str(one): str(secret) for one, secret in found.items()}
        except (OSError, ValueError, AttributeError) as error:
            raise Problem(
                tr("{path} holds no passwords that can be read.").format(path=self.path),
                tr("Delete it, and type the passwords again."),
            ) from error


INDEX, LOCAL = "", "local"
TIERS = {f"tiers.{tier}": tier for tier in Tier}
"""The settings that say where the tiers are kept."""
EXTRA = "pip install 'nightstand[tiers]'"
_TEAMS = "pip install 'nightstand[teams]'"
_PARQUET = ("pyarrow", "numpy")
_CLIENTS = {
    ServerKind.REDIS: ("redis",),
    ServerKind.POSTGRES: ("psycopg",),
    ServerKind.S3: _PARQUET,
}


@cache
def _are_there(names: tuple[str, ...]) -> bool:
    return all(find_spec(name) is not None for name in names)


def is_there() -> bool:
    """Whether Parquet files can be read and written here."""
    return _are_there(_PARQUET)


@dataclass(frozen=True)
class TierChoice:
    """The place of each tier: INDEX, LOCAL, or the address of a server.

    `consents` are the names of other computers to which a person lets notes go.
    """

    places: Mapping[Tier, str] = field(default_factory=dict)
    consents: tuple[str, ...] = ()


def choice_of(get: Callable[[str], Any]) -> TierChoice:
    """The choice of the person's settings; `get` is that of `Settings`."""
    places = {tier: get(key) for key, tier in TIERS.items()}
    cold = LOCAL if places[Tier.COLD] == "off" else places[Tier.COLD]
    return TierChoice(places | {Tier.COLD: cold}, tuple(get("tiers.consent")))


def checked(typed: str, consents: tuple[str, ...]) -> TierServer:
    """The server of an address. Raises Problem as `server` does, and without its client."""
    found = server(typed, consents)
    if not _are_there(_CLIENTS[found.kind]):
        raise Problem(
            tr("The client for {server} is not installed.").format(server=found.named), _TEAMS
        )
    return found


def servers_of(choice: TierChoice) -> list[TierServer]:
    """The servers that are used, each once."""
    found: dict[str, TierServer] = {}
    for place in choice.places.values():
        with suppress(Problem):
            one = server(place, choice.consents)
            found[one.named] = one
    return list(found.values())


def named(place: str) -> str:
    """A place in words."""
    if place in (INDEX, LOCAL):
        return tr("files beside the index") if place else tr("the search index")
    with suppress(Problem):
        return server(place, (host_of(place),)).named
    return place


def moves(get: Callable[[str], Any]) -> bool:
    """Whether a person's settings let notes leave the index."""
    return any(get(key) not in (INDEX, "off") for key in TIERS)


class ChosenStores(Mapping[str, TierStore]):
    """The stores of one notebook's tiers that are not the index, as `choice` says now.

    A tier whose place can't be asked at all raises Away where it is looked up.
    """

    def __init__(
        self,
        folder: Path,
        notebook: str,
        choice: Callable[[], TierChoice] = TierChoice,
        passwords: Passwords | None = None,
    ) -> None:
        """`folder` holds the Parquet files and the list of places that were ever used."""
        self._folder, self._notebook = folder, notebook
        self.choice, self._passwords = choice, passwords
        self._lock = threading.RLock()
        self._open: dict[str, TierStore] = {}

    def place(self, tier: str) -> str:
        """INDEX, LOCAL, or the address of a server."""
        place = self.choice().places.get(Tier(tier), LOCAL if tier == Tier.COLD else INDEX)
        return INDEX if place == LOCAL and not is_there() else place

    def __contains__(self, tier: object) -> bool:
        return isinstance(tier, str) and self.place(tier) != INDEX

    def __iter__(self) -> Iterator[str]:
        return iter([tier for tier in Tier if tier in self])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __getitem__(self, tier: str) -> TierStore:
        place = self.place(tier)
        if place == INDEX:
            raise KeyError(tier)
        return self._at(place, self.choice().consents)

    @property
    def earlier(self) -> list[str]:
        """The places that are chosen no more and may still hold something."""
        now = {self._spelt(self.place(tier)) for tier in self}
        return [place for place in self._used() if place not in now]

    def remember(self, tier: str) -> None:
        """Entries are about to go to this tier's place. Raises Away when it does not answer."""
        self[tier].size()
        if (place := self._spelt(self.place(tier))) not in (used := self._used()):
            self._remember([*used, place])

    def leave(self) -> None:
        """Empty the earlier places. Raises Away when one is away, once the others were emptied."""
        away: Away | None = None
        for place in self.earlier:
            try:
                store = self._at(place, (host_of(place),))  # what is removed tells nobody anything
                store.remove(store.ids())
                self._remember([one for one in self._used() if one != place])
            except Away as error:
                away = error
        if away is not None:
            raise away

    def close(self) -> None:
        """Close what was opened."""
        with self._lock:
            for store in self._open.values():
                store.close()
            self._open.clear()

    def _at(self, place: str, consents: tuple[str, ...]) -> TierStore:
        with self._lock:
            try:
                if place == LOCAL:
                    return self._opened(LOCAL, self._local)
                found = checked(place, consents)
                password = self._passwords.get(found.address) if self._passwords else ""
            except Away:
                raise
            except Problem as problem:
                raise Away(problem.message, problem.hint) from problem
            return self._opened(found.address, lambda: self._server(found, password))

    def _opened(self, place: str, make: Callable[[], TierStore]) -> TierStore:
        if place not in self._open:
            self._open[place] = make()
        return self._open[place]

    def _local(self) -> TierStore:
        from pyarrow import fs

        from desktop_app.tiers.parquet import ParquetStore

        return ParquetStore(fs.LocalFileSystem(), str(self._folder / "cold"))

    def _server(self, at: TierServer, password: str) -> TierStore:
        match at.kind:
            case ServerKind.REDIS:
                from desktop_app.tiers.redis_store import RedisStore

                return RedisStore(at, password, self._notebook)
            case ServerKind.POSTGRES:
                from desktop_app.tiers.postgres_store import PostgresStore

                return PostgresStore(at, password, self._notebook)
            case ServerKind.S3:
                from desktop_app.tiers.s3 import S3Store

                return S3Store(at, password, self._notebook)

    def _spelt(self, place: str) -> str:
        """A place in one spelling; as it was typed where it is no address."""
        with suppress(Problem):
            return place if place == LOCAL else server(place, (host_of(place),)).address
        return place

    def _used(self) -> list[str]:
        try:
            found = own_files.json_in(self._folder / "places.json")
        except (OSError, ValueError):
            return []
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []

    def _remember(self, places: list[str]) -> None:
        write_own_file(self._folder / "places.json", json.dumps(places).encode())
