"""Dreams and flushes with the real client and our server of Ollama's protocol, through Memory."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.dreams.engine_choice import Engine
from desktop_app.memory import Memory
from desktop_app.models.address import Address
from desktop_app.models.contexts import USUAL_ROOM
from desktop_app.models.ollama import Ollama
from desktop_app.models.transport import Patience
from tests.dreams.model.told_model import GOOD, MEMORY, TODAYS, YESTERDAY
from tests.support.dreaming import a_notebook, opened
from tests.support.ollama import OurOllama, Served, Talk, said, says
from tests.support.ollama_faults import FAULTS, Fault
from tests.support.waiting import until

CHAT = "/api/chat"
PATIENT = Patience(pauses=(0.0, 0.0))


@pytest.fixture(scope="module")
def server() -> Iterator[OurOllama]:
    models = (
        Served(),
        Served("thinks:latest", capabilities=("completion", "thinking")),
        Served("embeds:latest", capabilities=("embedding",)),
        Served("far:latest", remote_host="https://elsewhere.example"),
    )
    with OurOllama(*models) as found:
        yield found


@pytest.fixture
def memory(tmp_path: Path, server: OurOllama) -> Memory:
    root = a_notebook(tmp_path, MEMORY, d20261120=YESTERDAY, d20261121=TODAYS)
    found = opened(root, tmp_path)
    found.models.ollama = Ollama(Address("127.0.0.1", server.port), PATIENT)
    server.requests.clear()
    server.loaded = {"small:latest": 4_096, "thinks:latest": 4_096}  # what scripted answers rest on
    server.honours, server.room = True, None
    return found


def asked(model: str) -> Engine:
    return Engine("ollama", model, USUAL_ROOM)


def unchanged(memory: Memory) -> bool:
    return (memory.root / "MEMORY.md").read_bytes() == MEMORY.encode()


async def test_what_is_sent_is_whole_and_asks_for_room(memory: Memory, server: OurOllama) -> None:
    server.next(CHAT, says(GOOD))
    await memory.dreams.dream(engine=asked("small:latest"))
    (request,) = server.asked(CHAT)
    assert request.body["truncate"] is False
    assert request.body["shift"] is False
    assert request.body["options"]["num_ctx"] == 4_096
    assert request.body["options"]["num_predict"] > 0
    assert "Clara has piano" in request.body["messages"][1]["content"]


def sampled(each: Iterable[Any], step: int) -> list[Any]:
    """All of them, of which `make test` runs one in `step` and `make prove` the others."""
    return [
        pytest.param(one, marks=() if n % step == 0 else pytest.mark.prove, id=str(one))
        for n, one in enumerate(each)
    ]


@pytest.mark.parametrize("fault", sampled(FAULTS, 3))
async def test_whatever_the_server_does_memory_stays(
    memory: Memory, server: OurOllama, fault: Fault
) -> None:
    address = Address("127.0.0.1", server.port)
    memory.models.ollama = Ollama(address, fault.patience)
    # An answer's own faults are retried once, in words and by number.
    server.next(CHAT, *[fault.script] * fault.times * 4)
    try:
        outcome = await memory.dreams.dream(engine=asked("small:latest"))
    finally:
        server._scripts.clear()
    assert outcome.kind == "failed"
    assert outcome.problem is not None
    assert outcome.problem.message
    assert unchanged(memory)
    assert memory.dreams.proposals() == []


@pytest.mark.parametrize("kind", ["content", "thinking"])
async def test_a_model_that_repeats_itself_for_ever_is_stopped_and_hung_up_on(
    memory: Memory, server: OurOllama, kind: str
) -> None:
    async def forever(talk: Talk) -> None:
        await talk.head()
        while True:
            await talk.line(said(**{kind: "The gauge is fine. "}))
            await talk.pause(0.0005)

    server.next(CHAT, *[forever] * 4)  # twice in words, twice by number
    outcome = await memory.dreams.dream(engine=asked("small:latest"))
    assert outcome.reason == "small:latest repeated itself without end and was stopped."
    assert unchanged(memory)
    for request in server.asked(CHAT):
        await until(request.left.is_set)
