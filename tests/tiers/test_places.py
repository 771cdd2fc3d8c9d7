"""Where a person's settings keep the tiers: in files, on servers, on servers that are away."""

import json
import os
import select
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.forgetting.cutting import CHOSEN
from desktop_app.settings import Settings
from desktop_app.tiers.places import LOCAL, NAME, Passwords
from desktop_app.tiers.server import server
from desktop_app.tiers.store import Tier
from tests.support.cli import run
from tests.support.dreaming import a_notebook, opened
from tests.support.every_byte import standing
from tests.support.servers import PASSWORD, RunningServer

for client in ("pyarrow", "redis", "psycopg"):
    pytest.importorskip(client, reason="the extra `teams` is not installed")

OLD = "memory/2024-05-01.md"
NEWER = "memory/2026-10-01.md"
DAYS = {
    "d20240501": "# Garden\n\n- The hedge was cut\n- Anna planted xyzzy roses\n",
    "d20261001": "- The quiet boiler has a qwxyz valve\n",
    "d20261120": "- The plumber plvugh came at noon\n",
}
NOBODY = "redis://127.0.0.1:1/0"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = opened(a_notebook(tmp_path, "# Memory\n\n- Anna likes roses\n", **DAYS), tmp_path)
    memory.index.refresh()
    return memory


@pytest.fixture
def settings(memory: Memory) -> Settings:
    return Settings(memory._config / "settings.toml")


def found(memory: Memory, text: str) -> list[tuple[str, int]]:
    return [(hit.path, hit.line) for hit in memory.search.find(text).hits]


def test_a_server_that_is_away_is_told_and_skipped_and_the_way_back_is_open(
    memory: Memory, settings: Settings
) -> None:
    memory.tiers.move()
    settings.set("tiers.cold", NOBODY)
    skipped = memory.search.find("hedge").skipped
    assert skipped == "Not searched: Redis at 127.0.0.1:1 can't be reached."
    assert found(memory, "plumber") == [("memory/2026-11-20.md", 1)]
    cold = memory.tiers.status().tiers[-1]
    assert cold.trouble.startswith("Redis at 127.0.0.1:1 can't be reached. Look")
    assert memory.tiers.status().earlier == (LOCAL,)
    with pytest.raises(Problem, match="can't be reached"):
        memory.tiers.move()
    memory.tiers.mend()
    assert memory.tiers.status().earlier == (LOCAL,), "nothing is emptied while it is away"
    settings.set("tiers.cold", "local")
    assert found(memory, "hedge") == [(OLD, 3)]
    assert memory.tiers.status().earlier == ()


def test_a_place_that_is_chosen_no_more_is_emptied(memory: Memory, settings: Settings) -> None:
    memory.tiers.move()
    memory.tiers.stores._remember([LOCAL, f"{NOBODY}?tls=off"])
    settings.set("tiers.cold", "s3://nobody@127.0.0.1:1/team/notes")  # its password is missing
    with pytest.raises(Problem, match="Redis at"):
        memory.tiers.forget()
    assert memory.tiers.status().earlier == (f"{NOBODY}?tls=off",), "what is near is emptied"
    assert not standing("hedge", memory._notebook.own / "tiers")
    assert "refuses the name or the password" in memory.search.find("hedge").skipped
    settings.set("tiers.cold", "off")
    memory.tiers.mend()
    assert found(memory, "hedge") == [(OLD, 3)]


def test_an_address_is_kept_without_a_password_and_for_this_computer_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = "desktop_app.settings.platformdirs.user_config_path"
    monkeypatch.setattr(config, lambda *_, **__: tmp_path)
    assert run("settings", "tiers.hot", "redis://me:secret@127.0.0.1/0") == 3
    assert "Leave the password out" in capsys.readouterr().err
    far = "postgresql://me@db.example.org/notes"
    assert run("settings", "tiers.warm", far) == 3
    assert "“db.example.org” is another computer" in capsys.readouterr().err
    assert run("settings", "tiers.consent", "db.example.org") == 0
    assert run("settings", "tiers.warm", far) == 0
    read, write = os.pipe()
    os.write(write, b"p:/@ss\n")
    os.close(write)
    with os.fdopen(read) as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        root = str(a_notebook(tmp_path))
        assert run("--notebook", root, "tiers", "password", "--tier", "warm") == 0
    assert "Kept for PostgreSQL at db.example.org:5432." in capsys.readouterr().out
    kept = tmp_path / NAME
    address = server(far, ["db.example.org"]).address
    assert json.loads(kept.read_text("utf-8")) == {address: "p:/@ss"}
    if os.name == "posix":
        assert kept.stat().st_mode & 0o077 == 0
        kept.chmod(0o644)
        with pytest.raises(Problem, match="Others on this computer can read"):
            Passwords(kept).get(address)


@contextmanager
def slow_to_let_in(port: int, seconds: float) -> Iterator[int]:
    """A port that leads to another one, whose connections take so long to be made."""

    class LetIn(BaseRequestHandler):
        def handle(self) -> None:
            time.sleep(seconds)
            with socket.create_connection(("127.0.0.1", port)) as there:
                ways = {self.request: there, there: self.request}
                while data := (said := select.select([*ways], [], [])[0][0]).recv(1 << 16):
                    ways[said].sendall(data)

    with ThreadingTCPServer(("127.0.0.1", 0), LetIn) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_how_fast_a_server_answers_is_told_without_the_time_to_reach_it(
    memory: Memory, settings: Settings, postgres_server: RunningServer
) -> None:
    with slow_to_let_in(postgres_server.port, 2.0) as port:
        address = postgres_server.address.replace(f":{postgres_server.port}/", f":{port}/")
        settings.set("tiers.cold", address)
        Passwords.beside(settings.path).set(server(address).address, PASSWORD)
        cold = memory.tiers.status().tiers[-1]
        assert not cold.trouble and cold.milliseconds and cold.milliseconds < 1900
        memory.tiers.stores.close()


def test_a_team_keeps_every_tier_on_servers(
    memory: Memory,
    settings: Settings,
    redis_server: RunningServer,
    postgres_server: RunningServer,
    s3_server: RunningServer,
) -> None:
    every = (redis_server, postgres_server, s3_server)
    for tier, one in zip(Tier, every, strict=True):
        settings.set(f"tiers.{tier}", one.address)
        Passwords.beside(settings.path).set(server(one.address).address, PASSWORD)
    own, words = memory._notebook.own, ("hedge", "qwxyz", "plvugh", "roses")
    at_home = {word: found(memory, word) for word in words}
    memory._clock.at += timedelta(days=5)  # type: ignore[attr-defined]
    assert memory.tiers.move().files == 3
    status = memory.tiers.status()
    assert [one.files for one in status.tiers] == [2, 1, 1], "MEMORY.md stays at hand"
    assert not any(one.trouble for one in status.tiers)
    assert all(one.milliseconds for one in status.tiers)
    assert memory.index.counts().chunks == 2
    assert not standing("qwxyz", own), "nothing of it is in the index"
    assert {word: found(memory, word) for word in words} == at_home

    postgres_server.kill()
    told = memory.search.find("roses")
    assert "PostgreSQL" in told.skipped and told.hits
    with pytest.raises(Problem, match="PostgreSQL"):
        memory.tiers.move()
    postgres_server.start()
    assert found(memory, "qwxyz") == [(NEWER, 1)]

    redis_server.kill()  # it keeps nothing on its disk
    redis_server.start()
    assert found(memory, "plvugh") == []
    assert memory.tiers.mend() == ["memory/2026-11-20.md"]
    assert found(memory, "plvugh") == [("memory/2026-11-20.md", 1)]
    memory.tiers.move()

    assert standing("xyzzy", s3_server.folder)
    for line in ("Anna planted xyzzy roses", "The quiet boiler has a qwxyz valve"):
        memory.forgetting.forget(memory.forgetting.find(line), CHOSEN)
    assert found(memory, "xyzzy") == found(memory, "qwxyz") == []
    assert not standing("xyzzy", s3_server.folder)
    assert not standing("qwxyz", postgres_server.folder / "data" / "base")
    memory.tiers.back()
    assert memory.index.counts().files == 4
    for tier in Tier:
        settings.set(f"tiers.{tier}", "off" if tier is Tier.COLD else "")
    memory.tiers.mend()
    assert memory.tiers.status().earlier == ()
