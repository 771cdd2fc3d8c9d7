"""The server as a process: `nightstand serve`, killed, and beside others."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from desktop_app.errors import Problem
from desktop_app.faces.doors.policy import Keys, Scope
from desktop_app.faces.doors.server import DoorServer
from tests.support.dreaming import MEMORY, a_notebook
from tests.support.served import ServedNotebook

ROOT = Path(__file__).parents[3]


def in_background() -> None:
    """As a shell starts what ends with `&`: Ctrl-C is for others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def process(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """`nightstand serve` on the notebook in `folder`: the process, its address and its key."""
    env = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    run = [sys.executable, "-m", "desktop_app", "--notebook", str(folder / "notebook"), "serve"]
    started = subprocess.Popen(
        [*run, "--port", "0", *words], cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True,
        preexec_fn=in_background,
    )  # fmt: skip
    try:
        assert started.stderr is not None
        told = started.stderr.readline()
        url = told.partition(" at ")[2].split(". ")[0]
        assert url.startswith("http://127.0.0.1:"), told
        yield started, url, Keys(folder / "nightstand" / "agents.json").token(Scope.WRITE)
    finally:
        started.kill()
        started.wait(120)
        if started.stderr is not None:
            started.stderr.close()


def test_serve_says_what_a_client_needs_and_ends_quietly_when_it_is_told_to(tmp_path: Path) -> None:
    a_notebook(tmp_path)
    with process(tmp_path) as (server, url, key):
        assert server.stderr is not None
        mcp, rest, keys = (server.stderr.readline().split() for _ in range(3))
        assert json.loads(Path(keys[-5].rstrip(":")).read_text())["write"] == key
        head = {"authorization": f"Bearer {key}"}
        assert httpx.get(rest[1], headers=head).json()["openapi"]
        with httpx.Client(headers=head) as client:
            assert initialized(client, mcp[1]).status_code == 200
        assert httpx.get(f"{url}/api/memory/main", headers=head).json()["text"] == MEMORY
        server.send_signal(signal.SIGTERM)
        assert server.wait(120) == 143
        assert server.stderr.read().strip() == "Stopped. Agents are not answered any more."


def test_a_killed_server_loses_no_message_that_it_has_answered(tmp_path: Path) -> None:
    root, said = a_notebook(tmp_path), "We decided to paint the hull green."
    body = {"messages": [{"role": "user", "content": said}]}
    with process(tmp_path) as (server, url, key):
        head = {"authorization": f"Bearer {key}"}
        told = httpx.post(f"{url}/api/sessions/one/messages", json=body, headers=head, timeout=120)
        assert told.status_code == 200
        server.kill()
        server.wait(120)
        assert not any(said in path.read_text() for path in root.rglob("*.md"))
    with process(tmp_path) as (_, url, key):
        head = {"authorization": f"Bearer {key}"}
        assert httpx.get(f"{url}/api/status", headers=head, timeout=120).status_code == 200
        assert [said in path.read_text() for path in root.rglob("*.md")].count(True) == 1


def initialized(client: httpx.Client, url: str, session: str = "") -> httpx.Response:
    """What an agent is told that opens a session of MCP, or asks in one that it has."""
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "once",
        "version": "1"}}  # fmt: skip
    method, given = ("tools/list", {}) if session else ("initialize", about)
    head = {"accept": "application/json, text/event-stream"}
    head |= {"mcp-session-id": session} if session else {}
    asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": given}
    return client.post(url, json=asked, headers=head, timeout=60)


def test_the_session_that_was_quiet_longest_gives_way_to_a_new_one(house: ServedNotebook) -> None:
    url, client = f"{house.server.url}/mcp", house.agent("read")
    opened = [initialized(client, url) for _ in range(100)]
    ids = [one.headers["mcp-session-id"] for one in opened]
    assert initialized(client, url, ids[0]).status_code == 200
    assert all(initialized(client, url).status_code == 200 for _ in range(5))
    answers = [initialized(client, url, one).status_code for one in ids]
    assert answers == [200, *[404] * 5, *[200] * 94]


def test_connections_that_ask_nothing_keep_nobody_out(house: ServedNotebook) -> None:
    address = ("127.0.0.1", house.server.port)
    with ExitStack() as open_ones:
        waiting = [open_ones.enter_context(socket.create_connection(address)) for _ in range(250)]
        for n, one in enumerate(waiting):
            with suppress(OSError):
                one.sendall(b"GET / HTTP/1.1\r\nX: " if n % 2 else b"")
        for _ in range(3):
            with house.agent("read") as agent:
                assert agent.get("/api/status").status_code == 200


def test_many_agents_add_to_memory_at_once_and_meet_nobody(house: ServedNotebook) -> None:
    house.settings.set("agents.may_write", ["*"])
    answers: list[int] = []

    def add(name: str) -> None:
        with httpx.Client(base_url=house.server.url, timeout=120) as client:
            client.headers = house.agent(name=name).headers
            for n in range(10):
                fact = {"text": f"{name} keeps fact number {n} of its own"}
                answers.append(client.post("/api/memory/main", json=fact).status_code)

    agents = [threading.Thread(target=add, args=(f"agent{n}",)) for n in range(8)]
    for one in agents:
        one.start()
    for one in agents:
        one.join()
    assert answers == [201] * 80
    assert house.text().count("keeps fact number") == 80
    assert sorted(path.name for path in house.root.glob("*.md")) == ["MEMORY.md"]


def test_a_port_that_is_taken_is_a_problem(house: ServedNotebook) -> None:
    with pytest.raises(Problem, match="is taken"):
        data = house.places.data
        DoorServer(house.memory, house.settings, data, port=house.server.port)


def test_a_stopped_server_lets_its_port_go(house: ServedNotebook) -> None:
    port = house.server.port
    house.server.stop()
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
