"""Nothing is sent anywhere but to the server asked, whatever the environment or a server says."""

import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from desktop_app.models.address import Address
from desktop_app.models.asking import OllamaModel
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.ollama import Ollama
from tests.models.asking import PATIENT, PROMPT, an_info, ended, the_model, the_server
from tests.support.ollama import OurOllama, Script, Served, Talk
from tests.support.trap import Trap, set_up


@pytest.fixture
def trap(monkeypatch: pytest.MonkeyPatch) -> Iterator[Trap]:
    """A trap to which every variable of the environment leads."""
    with set_up(monkeypatch) as found:
        yield found


async def test_no_proxy_and_no_variable_moves_a_request(trap: Trap, ollama: OurOllama) -> None:
    ollama.library["new"] = Served("new")
    ollama.models["e"] = Served("e", capabilities=("embedding",))
    server = the_server(ollama)
    assert await server.version()
    assert len(await server.models()) == 2
    assert (await the_model(ollama).chat(PROMPT, context=8192, most=500)).text
    assert await OllamaModel(server, an_info("e", "embedding")).embed(["harbour"])
    await server.pull("new", lambda progress: None)
    await server.context("small")
    await server.delete("new")
    assert len(ollama.requests) > 8
    assert all("authorization" not in request.headers for request in ollama.requests)
    assert trap.caught == []


async def test_a_server_that_is_away_is_not_looked_for_elsewhere(trap: Trap) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(ModelProblem):
            await Ollama(Address("127.0.0.1", unused.getsockname()[1]), PATIENT).version()
    assert trap.caught == []


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
async def test_no_redirect_carries_a_prompt_away(trap: Trap, ollama: OurOllama, code: int) -> None:
    ollama.next("/api/chat", _redirect(code, trap.url))
    assert (
        await ended(the_model(ollama).chat(PROMPT, context=8192, most=500)) is Ending.OTHER_STATUS
    )
    assert trap.caught == []


def test_the_trap_catches(trap: Trap) -> None:
    code = "import urllib.request; urllib.request.urlopen('http://example.invalid', timeout=30)"
    subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert b"a call" in trap.caught


def test_an_odd_environment_stops_nobody(ollama: OurOllama) -> None:
    odd = {
        "ALL_PROXY": "socks5://127.0.0.1:9",
        "HTTP_PROXY": "nonsense:x",
        "OLLAMA_HOST": "http://[::1",
        "SSL_CERT_FILE": "/nowhere",
        "SSLKEYLOGFILE": "/nowhere/keys",
    }
    code = (
        "import asyncio\n"
        "from desktop_app.models.address import Address\n"
        "from desktop_app.models.ollama import Ollama\n"
        f"print(asyncio.run(Ollama(Address('127.0.0.1', {ollama.port})).version()))"
    )
    import os

    ended = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **odd},
        capture_output=True,
        text=True,
    )
    assert ended.stdout.strip() == ollama.version, ended.stderr


CLOUD = [
    Served("gpt-oss:120b-cloud"),
    Served("glm-5:cloud"),
    Served("Large:CLOUD"),
    Served("mine:latest", remote_host="https://ollama.com"),
]


@pytest.mark.parametrize("served", CLOUD, ids=lambda served: served.name)
async def test_a_model_that_runs_elsewhere_is_never_asked(
    ollama: OurOllama, served: Served
) -> None:
    ollama.models = {served.name: served}
    (info,) = await the_server(ollama).models()
    assert not info.local and not info.chats and not info.embeds
    with pytest.raises(ModelProblem) as raised:
        OllamaModel(the_server(ollama), info)
    assert raised.value.ending is Ending.CLOUD


async def test_a_model_that_began_to_run_elsewhere_gets_no_prompt(ollama: OurOllama) -> None:
    model = the_model(ollama)
    ollama.models["small:latest"] = Served(remote_host="https://ollama.com")
    for asking in (model.chat(PROMPT, context=8192, most=500), model.embed(["harbour"])):
        assert await ended(asking) is Ending.CLOUD
    assert not ollama.asked("/api/chat") and not ollama.asked("/api/embed")


async def test_a_model_of_the_cloud_is_not_installed(ollama: OurOllama) -> None:
    assert (
        await ended(the_server(ollama).pull("glm-5:cloud", lambda progress: None)) is Ending.CLOUD
    )
    assert not ollama.requests


def _redirect(code: int, to: str) -> Script:
    async def script(talk: Talk) -> None:
        head = f"HTTP/1.1 {code} Moved\r\nLocation: {to}/api/chat\r\nContent-Length: 0\r\n\r\n"
        await talk.raw(head.encode())

    return script
