"""The server as a process: `nightstand serve`, killed, and beside others."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from desktop_app.errors import Problem
from desktop_app.faces.doors.keys import Keys
from desktop_app.faces.doors.policy import Scope
from desktop_app.faces.doors.serving import DoorServer
from tests.support.dreaming import MEMORY, a_notebook
from tests.support.served import ServedNotebook

ROOT = Path(__file__).parents[3]


@contextmanager
def process(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """`nightstand serve` on the notebook in `folder`: the process, its address and its key."""
    env = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    run = [sys.executable, "-m", "desktop_app", "--notebook", str(folder / "notebook"), "serve"]
    started = subprocess.Popen(
        [*run, "--port", "0", *words], cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True
    )
    try:
        assert started.stderr is not None
        told = started.stderr.readline()
        url = told.partition(" at ")[2].split(". ")[0]
        assert url.startswith("http://127.0.0.1:"), told
        yield started, url, Keys(folder / "nightstand" / "agents.json").token(Scope.WRITE)
    finally:
        started.kill()
        started.wait(30)
        if started.stderr is not None:
            started.stderr.close()


def test_serve_answers_until_it_is_told_to_end(tmp_path: Path) -> None:
    a_notebook(tmp_path)
    with process(tmp_path) as (server, url, key):
        head = {"authorization": f"Bearer {key}"}
        assert httpx.get(f"{url}/api/memory/main", headers=head).json()["text"] == MEMORY
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) == 130


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_server_killed_while_it_writes_leaves_whole_lines_and_nothing_that_was_answered_is_lost(
    tmp_path: Path,
) -> None:
    """P2 through the doors."""
    root = a_notebook(tmp_path)
    said: list[str] = []
    for round_ in range(3):
        with process(tmp_path) as (server, url, key):
            head = {"authorization": f"Bearer {key}"}

            def agent(name: str, url: str = url, head: dict[str, str] = head) -> None:
                with httpx.Client(headers=head | {"x-client": name}, timeout=30) as client:
                    for n in range(1000):
                        line = f"line {n} of {name} is whole"
                        path = "daily" if n % 2 else "main"
                        try:
                            answer = client.post(f"{url}/api/memory/{path}", json={"text": line})
                        except httpx.HTTPError:
                            return
                        if answer.status_code == 201:
                            said.append(line)

            agents = [threading.Thread(target=agent, args=(f"a{round_}{n}",)) for n in range(3)]
            for one in agents:
                one.start()
            while len(said) < 20 * (round_ + 1):
                time.sleep(0.01)
            server.send_signal(signal.SIGKILL)
            for one in agents:
                one.join()
    text = "".join(path.read_text() for path in (root / "MEMORY.md", *root.glob("memory/*.md")))
    lines = [line for line in text.split("\n") if "line" in line]
    assert all(line.startswith("- line ") and line.endswith(" is whole") for line in lines)
    assert len(said) >= 60 and {f"- {line}" for line in said} <= set(lines)
    for _ in range(2):  # the first look tells what the kill left
        doctor = asked_of(tmp_path, "doctor")
    assert all(one["ok"] for one in doctor), doctor
    assert not [path for path in root.rglob(".*") if path.is_file() and path.suffix != ".toml"]


def asked_of(folder: Path, *words: str) -> Any:
    """What a command answers on the notebook in `folder`."""
    env = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    run = [sys.executable, "-m", "desktop_app", "--notebook", str(folder / "notebook"), "--json"]
    ended = subprocess.run([*run, *words], cwd=ROOT, capture_output=True, text=True, env=env)
    return json.loads(ended.stdout)


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


def test_two_servers_on_one_notebook_lose_nothing(house: ServedNotebook) -> None:
    other = DoorServer(house.memory, house.settings, house.places.data, port=0)
    other.start()
    try:
        with httpx.Client(headers=house.agent().headers, timeout=60) as client:
            for n in range(20):
                url = (house.server.url, other.url)[n % 2]
                answer = client.post(f"{url}/api/memory/daily", json={"text": f"note {n}"})
                assert answer.status_code == 201
    finally:
        other.stop()
    text = house.text("memory/2026-11-21.md")
    assert all(f"- note {n}\n" in text for n in range(20))


def test_a_port_that_is_taken_is_a_problem(house: ServedNotebook) -> None:
    with pytest.raises(Problem, match="is taken"):
        data = house.places.data
        DoorServer(house.memory, house.settings, data, port=house.server.port)


def test_a_stopped_server_lets_its_port_go(house: ServedNotebook) -> None:
    port = house.server.port
    house.server.stop()
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
