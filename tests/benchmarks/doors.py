"""Doors: 50 agents ask and write at once over REST; nothing may be lost.

Baseline in the same run: a bare Starlette application that echoes, served by the same uvicorn. Both
are processes of their own, asked by the same clients. With `locomo-dev.json` also: whether the tool
that agents search with finds what `search` finds.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any

import httpx

from desktop_app.faces.doors.policy import Keys, Scope
from desktop_app.memory import Memory
from desktop_app.memory.search import FOR_MODELS
from desktop_app.settings import Places
from tests.benchmarks._recall import LOCOMO, answerable, measured, sessions

AGENTS, EACH = 50, 200
_ECHO = """
import socket, uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
async def echo(request):
    return Response(await request.body(), media_type="application/json")
door = socket.create_server(("127.0.0.1", 0))
door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
port = door.getsockname()[1]
print("echo at http://127.0.0.1:%d. It echoes." % port, file=sys.stderr, flush=True)
app = Starlette(routes=[Route("/{path:path}", echo, methods=["GET", "POST"])])
uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False)).run([door])
"""


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `data` may hold locomo-dev.json."""
    root = work / "notebook"
    (root / "memory").mkdir(parents=True)
    facts = "".join(f"- Fact {n}: berth {n % 9} has a gauge.\n" for n in range(500))
    (root / "MEMORY.md").write_text(f"# Memory\n\n{facts}")
    with _process([sys.executable, "-c", f"import sys{_ECHO}"], work) as url:
        bare, _ = asyncio.run(_all_ask(url, "none"))
    serve = [sys.executable, "-m", "desktop_app", "--notebook", str(root), "serve", "--port", "0"]
    with _process(serve, work) as url:
        key = Keys(work / "nightstand" / "agents.json").token(Scope.WRITE)
        ours, said = asyncio.run(_all_ask(url, key))
    text = "".join(path.read_text() for path in root.glob("memory/*.md"))
    lost = sum(f"- {line}\n" not in text for line in said)
    for name, took in (("bare echo", bare), ("the doors", ours)):
        yield f"{name}: {_figures(took)}"
    p50, p99 = (_at(ours, n) / _at(bare, n) for n in (50, 99))
    yield f"ratio: p50 {p50:.1f} x, p99 {p99:.1f} x; {len(said):,} lines written, {lost} lost"
    yield from measured(data, LOCOMO, lambda samples: _as_an_agent(samples, work))


@contextmanager
def _process(command: list[str], work: Path) -> Iterator[str]:
    """A server, and where it answers, as it says in its first line."""
    env = os.environ | {"XDG_DATA_HOME": str(work), "XDG_CONFIG_HOME": str(work)}
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            yield server.stderr.readline().partition(" at ")[2].split(". ")[0]
        finally:
            server.terminate()


async def _all_ask(url: str, key: str) -> tuple[list[float], list[str]]:
    """How long each request took, in seconds, and the lines that were said to be written."""
    said: list[str] = []
    many = await asyncio.gather(*(_one_asks(url, key, n, said) for n in range(AGENTS)))
    return [took for one in many for took in one], said


async def _one_asks(url: str, key: str, agent: int, said: list[str]) -> list[float]:
    head = {"authorization": f"Bearer {key}", "x-client": f"agent {agent}"}
    took = []
    async with httpx.AsyncClient(
        base_url=url, headers=head, timeout=120, trust_env=False
    ) as client:
        for n in range(EACH):
            started = time.perf_counter()
            if n % 10 == 9:
                line = f"line {n} of agent {agent}"
                answer = await client.post("/api/memory/daily", json={"text": line})
                said += [line] if answer.status_code == 201 else []
            else:
                path = _READS[n % len(_READS)].format(n=agent + 1)
                answer = await client.get(path)
            took.append(time.perf_counter() - started)
            assert answer.is_success, (answer.status_code, answer.text[:200])
    return took


_READS = (
    "/api/memory/search?q=fact+{n}+gauge", "/api/memory/main", "/api/memory/search?q=berth+{n}",
    "/api/memory/file?path=MEMORY.md&from={n}&lines=5", "/api/history?limit=5",
)  # fmt: skip


def _at(took: list[float], percent: int) -> float:
    return quantiles(took, n=100)[percent - 1]


def _figures(took: list[float]) -> str:
    p50, p99 = (1000 * _at(took, n) for n in (50, 99))
    each = AGENTS * len(took) / sum(took)
    return f"{len(took):,} requests, p50 {p50:.0f} ms, p99 {p99:.0f} ms, about {each:.0f} a second"


def _as_an_agent(conversations: list[dict[str, Any]], work: Path) -> Iterator[str]:
    """Recall of the tool, and of `search` over the same places, of the turn that answers."""
    tool, search = [], []
    for number, sample in enumerate(conversations):
        paths, place_of = sessions(sample, "")
        root = work / f"locomo-{number}"
        for path, text in paths.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        memory = Memory.create(root, Places(work / "data", work / "config"))
        memory.patient = True
        memory.index.refresh()
        for question, places in answerable(sample, place_of):
            found = memory.search.for_a_model(question, 10)
            hits = memory.search.find(question, limit=10, kinds=FOR_MODELS).hits
            tool.append(any((hit.path, hit.line) in places for hit in found))
            search.append(any((hit.path, hit.line) in places for hit in hits))
        memory.close()
    both = f"of the tool {fmean(tool):.3f}, of search {fmean(search):.3f}"
    yield f"LoCoMo, {len(tool)} questions, the turn among 10 hits: {both}"
