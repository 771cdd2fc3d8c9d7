"""MCP: the SDK's own client through every tool and the prompt, over both transports."""

import json
import os
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from desktop_app.settings import Settings
from tests.support.dreaming import MEMORY, a_notebook
from tests.support.served import ServedNotebook, served

ROOT = Path(__file__).parents[3]
FACT = "Ana has the spare key to the boat shed."
NAMES = {
    "memory_search", "memory_get", "memory_save", "memory_update", "memory_context",
    "hindsight_search", "read_memory", "append_memory", "search_memory", "append_daily_log",
    "memory_inbox", "dream_begin", "dream_propose",
}  # fmt: skip
READING = {
    "memory_context", "memory_inbox", "hindsight_search", "memory_search",
    "memory_get", "read_memory", "search_memory",
}  # fmt: skip
Connect = Callable[..., AbstractAsyncContextManager[Client]]


@asynccontextmanager
async def over_http(
    house: ServedNotebook, scope: str = "write", **more: Any
) -> AsyncIterator[Client]:
    headers = {"authorization": f"Bearer {house.token(scope)}"}
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=60) as http,
        Client(streamable_http_client(f"{house.server.url}/mcp", http_client=http), **more) as one,
    ):
        yield one


@asynccontextmanager
async def over_stdio(folder: Path, *words: str, **more: Any) -> AsyncIterator[Client]:
    """`nightstand mcp` as an agent starts it."""
    started = StdioServerParameters(
        command=sys.executable,
        args=["-m", "desktop_app", "--notebook", str(folder / "notebook"), "mcp", *words],
        cwd=str(ROOT),
        env={**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
    )
    async with Client(stdio_client(started), **more) as one:
        yield one


async def said(client: Client, name: str, ok: bool = True, **arguments: Any) -> str:
    result = await client.call_tool(name, arguments)
    text = "".join(part.text for part in result.content)
    assert result.is_error is not ok, text
    return text


async def go_through(client: Client, text: Callable[[str], str], day: str) -> None:
    """Every tool and resource, and the prompt."""
    tools = {one.name: one for one in (await client.list_tools()).tools}
    assert set(tools) == NAMES
    assert {one for one in tools if tools[one].annotations.read_only_hint} == READING
    assert not any(one.annotations.destructive_hint for one in tools.values())
    assert await said(client, "read_memory") == MEMORY
    assert "Written to" in await said(client, "memory_save", text="The ferry leaves at eight.")
    await said(client, "append_daily_log", entry="Tea with Mara.")
    assert "The ferry leaves at eight." in text(day) and "Tea with Mara." in text(day)
    await said(client, "append_memory", fact=FACT, category="project")
    await said(client, "memory_update", mode="append", text="- The cat is called Mio.")
    assert FACT in text("MEMORY.md") and "Mio" in text("MEMORY.md")
    assert "memory/" in await said(client, "memory_search", query="ferry", limit=3)
    assert "ferry" in await said(client, "search_memory", query="ferry")
    assert "The report moves" in await said(
        client, "memory_get", path="memory/2026-11-20.md", **{"from": 5, "lines": 1}
    )
    kept = text("MEMORY.md")
    told = await said(client, "memory_update", mode="replace", text=f"{kept}- Otis keeps bees.\n")
    assert "Written to" in told and text("MEMORY.md") == f"{kept}- Otis keeps bees.\n"
    assert "no note" in await said(client, "memory_get", ok=False, path="../../etc/passwd")
    assert "There is no tool" in await said(client, "forget_everything", ok=False)
    assert "missing" in await said(client, "memory_search", ok=False)
    await consolidated(client, text)


async def consolidated(client: Client, text: Callable[[str], str]) -> None:
    """A dream whose mind is the agent: what is not proved is named at once, and nothing written."""
    memory = text("MEMORY.md")
    asked = json.loads(await said(client, "dream_begin", days=30))
    again = json.loads(await said(client, "dream_begin", id=asked["id"], part=1))
    assert asked["parts"] == 1 and again["id"] == asked["id"]
    named = {says: mark for mark, says in re.findall(r"^([MD][\d:.-]+) (.+)$", asked["text"], re.M)}
    report = next(mark for says, mark in named.items() if "moves from" in says)
    answer = f"[MEMORY]\n- The report moves to 5 December. {{{report}}}\n"
    first = json.loads(await said(client, "dream_propose", id=asked["id"], answer=answer))
    (wrong,) = first["changes"]
    assert not wrong["proved"] and "5 December" in "".join(wrong["not_backed"])
    mended = answer.replace("5 December", "4 December")
    second = json.loads(await said(client, "dream_propose", id=asked["id"], answer=mended))
    (right,) = second["changes"]
    assert right["proved"] and second["proposal"]
    assert "agreed form" in await said(
        client, "dream_propose", ok=False, id=asked["id"], answer="Well."
    )
    assert text("MEMORY.md") == memory


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_sdks_client_goes_through_all_of_it_over_http(
    house: ServedNotebook, mode: str
) -> None:
    house.settings.set("agents.may_write", ["*"])
    async with over_http(house, mode=mode) as client:
        await go_through(client, house.text, "memory/2026-11-21.md")
    assert any(version.cause.client for version in house.memory.history.versions("MEMORY.md"))


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_sdks_client_goes_through_all_of_it_over_stdio(tmp_path: Path, mode: str) -> None:
    from desktop_app.clock import SystemClock

    root = a_notebook(tmp_path)
    Settings(tmp_path / "nightstand" / "settings.toml").set("agents.may_write", ["*"])
    day = f"memory/{SystemClock().now().date()}.md"
    async with over_stdio(tmp_path, mode=mode) as client:
        await go_through(client, lambda path: (root / path).read_text("utf-8"), day)


@pytest.mark.anyio
async def test_a_client_that_may_only_read_is_offered_and_given_only_that(
    house: ServedNotebook, tmp_path: Path
) -> None:
    before = house.state()
    async with over_http(house, "read") as client:
        assert {one.name for one in (await client.list_tools()).tools} == READING
        for name in NAMES - READING:
            given = {"text": FACT, "fact": FACT, "entry": FACT, "mode": "append"}
            assert "only reads" in await said(client, name, ok=False, **given)
    assert house.state() == before


@pytest.mark.anyio
async def test_a_read_scope_on_stdio_writes_nothing(tmp_path: Path) -> None:
    root = a_notebook(tmp_path)
    async with over_stdio(tmp_path, "--scope", "read") as client:
        assert "only reads" in await said(client, "memory_save", ok=False, text=FACT)
    assert not list((root / "memory").glob("*21.md"))
    assert (root / "MEMORY.md").read_text() == MEMORY


@pytest.mark.anyio
async def test_who_may_decide_replaces_and_nobody_else(tmp_path: Path) -> None:
    text = MEMORY.replace("March", "April")
    with served(tmp_path) as house:
        async with over_http(house, "decide") as client:
            waits = await said(client, "memory_update", mode="replace", text=text)
            assert "a person is asked first" in waits and house.text() == MEMORY
        house.settings.set("agents.decide", True)
        async with over_http(house, "decide") as client:
            await said(client, "memory_update", mode="replace", text=text)
        assert "serviced in April" in house.text()


@pytest.mark.anyio
async def test_the_book_of_calls_knows_the_client_by_its_own_name(house: ServedNotebook) -> None:
    from mcp_types import Implementation

    info = Implementation(name="Otis' agent", version="1")
    async with over_http(house, client_info=info) as client:
        await said(client, "memory_save", text=FACT)
    house.memory.agents.keep()
    (agent,) = house.memory.agents.known()
    assert (agent.client, agent.door, agent.last[0].name) == ("Otis agent", "mcp", "memory_save")
    assert agent.last[0].ok
    assert house.memory.history.versions("memory/2026-11-21.md")[0].cause == "note:Otis agent"


STATELESS = "2026-07-28"


def posted(
    house: ServedNotebook, method: str, head: dict[str, str], version: str = "", **params: Any
) -> httpx.Response:
    """What a request is answered, of `version` where one is given."""
    meta = {"_meta": {"io.modelcontextprotocol/protocolVersion": version}} if version else {}
    asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, **meta}}
    return house.agent().post("/mcp", json=asked, headers=head)


def test_a_version_that_is_not_spoken_is_refused(house: ServedNotebook) -> None:
    for version in ("1999-01-01", "2025-03-26"):
        told = posted(house, "ping", {"mcp-protocol-version": version})
        assert told.status_code == 400
        assert "2025-11-25" in told.json()["error"]["data"]["supported"]
    for version in ("2025-06-18", "2025-11-25"):
        assert posted(house, "ping", {"mcp-protocol-version": version}).status_code == 200
    told = posted(house, "ping", {"mcp-protocol-version": "2027-01-01"}, "2027-01-01")
    assert (told.status_code, told.json()["error"]["code"]) == (400, -32022)
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    for version, status in (("1999-01-01", 400), ("2025-06-18", 202)):
        head = {"mcp-protocol-version": version}
        assert house.agent().post("/mcp", json=note, headers=head).status_code == status
    about = {"protocolVersion": "2025-03-26", "clientInfo": {"name": "old", "version": "1"}}
    assert (
        posted(house, "initialize", {}, **about).json()["result"]["protocolVersion"]
        != (about["protocolVersion"])
    )


def test_an_unknown_method_is_not_found_and_ends_no_session(house: ServedNotebook) -> None:
    told = posted(house, "none", {}, STATELESS)
    assert (told.status_code, told.json()["error"]["code"]) == (404, -32601)
    opened = posted(house, "initialize", {}, clientInfo={"name": "one", "version": "1"})
    head = {"mcp-session-id": opened.headers["mcp-session-id"]}
    told = posted(house, "none", head)
    assert (told.status_code, told.json()["error"]["code"]) == (200, -32601)


def test_headers_that_say_another_are_refused_and_nothing_is_done(house: ServedNotebook) -> None:
    before, save = house.state(), {"name": "memory_save", "arguments": {"text": FACT}}
    right = {
        "mcp-protocol-version": STATELESS, "mcp-method": "tools/call", "mcp-name": "memory_save",
    }  # fmt: skip
    for wrong in (
        {"mcp-protocol-version": "2025-06-18"},
        {"mcp-method": "ping"},
        {"mcp-name": "memory_search"},
        {"mcp-name": "=?base64?bWVtb3J5X3NlYXJjaA==?="},
    ):
        told = posted(house, "tools/call", right | wrong, STATELESS, **save)
        assert (told.status_code, told.json()["error"]["code"]) == (400, -32020)
    assert posted(house, "tools/call", {"mcp-name": "memory_search"}, **save).status_code == 400
    assert house.state() == before
    coded = {"mcp-name": "=?base64?bWVtb3J5X3NhdmU=?="}
    assert posted(house, "tools/call", right | coded, STATELESS, **save).status_code == 200
    assert FACT in house.text("memory/2026-11-21.md")


def test_a_session_that_ends_while_its_request_is_at_work_stays_ended(
    house: ServedNotebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = posted(house, "initialize", {}, clientInfo={"name": "one", "version": "1"})
    head = {"mcp-session-id": opened.headers["mcp-session-id"]}
    ending = house.agent()

    def ended(path: str) -> Any:
        assert ending.delete("/mcp", headers=head).status_code == 204
        return reading(path)

    reading = house.memory.files.read
    monkeypatch.setattr(house.memory.files, "read", ended)
    assert posted(house, "tools/call", head, name="read_memory").status_code == 200
    assert posted(house, "ping", head).status_code == 404


@pytest.mark.parametrize("arguments", [[["text", "x"]], [], 0, "", "x", {"text": "\ud83d"}])
def test_arguments_that_cannot_be_read_are_told_to_the_model(
    house: ServedNotebook, arguments: Any
) -> None:
    before = house.state()
    params = {"name": "memory_save", "arguments": arguments}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    sent, head = json.dumps(asked), {"content-type": "application/json"}
    result = house.agent().post("/mcp", content=sent, headers=head).json()["result"]
    assert result["isError"] and "The arguments are no" in result["content"][0]["text"]
    assert house.state() == before
