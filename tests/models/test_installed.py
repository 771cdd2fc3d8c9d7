"""Models as Ollama describes them, also where it says little or something odd."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import pytest

from desktop_app.models.client import _lines
from desktop_app.models.endings import Ending, ModelProblem, of_error_line, of_status
from desktop_app.models.installed import context_of, listed, model_info
from desktop_app.words import size
from tests.models.asking import ended, the_server
from tests.support.ollama import OurOllama, Served, status

SHOWN = {"capabilities": ["completion"], "model_info": {}}


async def test_a_model_is_described_as_it_is(ollama: OurOllama) -> None:
    served = Served("deep:8b", capabilities=("completion", "thinking"), context=40_960)
    ollama.models = {served.name: served}
    (info,) = await the_server(ollama).models()
    assert (info.name, info.size, info.context) == ("deep:8b", 4_000_000_000, 40_960)
    assert info.parameters == "4.0B"
    assert info.chats and info.thinks and not info.embeds and info.local


async def test_a_damaged_model_does_not_hide_the_others(ollama: OurOllama) -> None:
    ollama.models["other"] = Served("other")
    ollama.next("/api/show", status(500, {"error": "invalid file magic"}))
    damaged, other = await the_server(ollama).models()
    assert (damaged.name, damaged.chats) == ("small:latest", False)
    assert other.chats


async def test_a_server_too_old_to_say_what_a_model_can_do_is_not_asked(ollama: OurOllama) -> None:
    ollama.next("/api/show", status(200, {"details": {}, "model_info": {}}))
    assert await ended(the_server(ollama).models()) is Ending.TOO_OLD


@pytest.mark.parametrize("path", ["/api/version", "/api/tags", "/api/ps"])
@pytest.mark.parametrize("said", [[], {}, {"version": 3, "models": "none"}, b"<html>", b"", 7])
async def test_another_program_at_the_address_is_not_understood(
    ollama: OurOllama, path: str, said: object
) -> None:
    ollama.next(path, status(200, said))
    server = the_server(ollama)
    asking: dict[str, Coroutine[Any, Any, object]] = {
        "/api/version": server.version(),
        "/api/tags": server.models(),
        "/api/ps": server.context("small"),
    }
    for other in asking.keys() - {path}:
        asking[other].close()
    assert await ended(asking[path]) is Ending.NOT_UNDERSTOOD


@pytest.mark.parametrize("odd", [None, 7, "x", [], {"a": 1}, -1, True, 1e300, 10**400])
def test_odd_replies_do_no_harm(odd: object) -> None:
    keys = ("size", "details", "name")
    info = model_info("small", dict.fromkeys(keys, odd), {**SHOWN, "model_info": odd})
    assert info.size >= 0 and info.context == 4_096 and size(info.size)
    architecture = {"general.architecture": odd, f"{odd}.context_length": odd}
    model_info("small", {}, {**SHOWN, "model_info": architecture})
    assert listed({"models": [odd, {"name": odd}, {"name": "small"}]})[-1] == {"name": "small"}
    assert context_of("small", {"models": [{"name": "small", "context_length": odd}]}) in (7, None)


async def test_a_name_of_megabytes_and_a_list_without_end_are_not_shown(ollama: OurOllama) -> None:
    ollama.models = {name: Served(name) for name in ("n" * 3_000_000, "small:latest")}
    assert [info.name for info in await the_server(ollama).models()] == ["small:latest"]
    entries = [{"name": f"model-{number}"} for number in range(50_000)]
    assert len(listed({"models": entries})) == 1_000
    odd = {"capabilities": ["completion", "x" * 5_000_000], "details": {"family": "f" * 5_000_000}}
    info = model_info("small", {"digest": "d" * 5_000_000}, odd)
    assert info.chats and len(repr(info)) < 1_000


@pytest.mark.parametrize("depth", [50, 200, 400, 900, 5_000])
def test_however_deep_an_error_is_nested_it_is_a_problem(depth: int) -> None:
    async def told() -> None:
        chunks = _given(b'{"error":' + b"[" * depth + b"]" * depth + b"}\n")
        async for _ in _lines(chunks):
            pytest.fail("an error was let through")

    with pytest.raises(ModelProblem):
        asyncio.run(told())


def test_a_long_complaint_is_read_in_its_beginning_only() -> None:
    """One of the patterns looks at every rest of it: for a megabyte that takes an hour."""
    said = "exceeds " * 120_000
    assert of_error_line(said).ending is of_status(500, said).ending is Ending.SERVER_FAULT


async def _given(data: bytes) -> AsyncIterator[bytes]:
    yield data
