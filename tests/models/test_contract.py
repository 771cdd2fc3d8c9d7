"""What Ollama promises, asked of our server, and of a real one when there is one."""

import asyncio
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import metadata

import pytest

from desktop_app.models.address import Address
from desktop_app.models.asking import OllamaModel
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.model import AnswerPiece, ModelInfo, ModelMessage
from desktop_app.models.ollama import Ollama
from tests.models.asking import ended
from tests.support.ollama import OurOllama, Served, says

QUESTION = (ModelMessage("user", "Tell in one sentence what a harbour is."),)
LONG = (ModelMessage("user", "Count from one to one thousand in words, one number a line."),)


@dataclass(frozen=True)
class Place:
    """A server under test and the names of what it holds."""

    server: Ollama
    chats: str
    embeds: str | None
    ours: OurOllama | None = None

    async def model(self) -> OllamaModel:
        return OllamaModel(self.server, await self.server.describe(self.chats))


@pytest.fixture(params=["ours", "real"])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    if request.param == "real":
        if os.environ.get("NIGHTSTAND_OLLAMA") != "required":
            pytest.skip("a real Ollama is asked with NIGHTSTAND_OLLAMA=required")
        yield request.getfixturevalue("real")
        return
    embedder = Served("embedder:latest", capabilities=("embedding",), context=512, family="bert")
    with OurOllama(Served(), embedder) as ours:
        ours.answer = "harbour"
        server = Ollama(Address("127.0.0.1", ours.port))
        yield Place(server, "small:latest", "embedder:latest", ours)


@pytest.fixture(scope="session")
def real(request: pytest.FixtureRequest) -> Place:
    """The Ollama of this computer, with its smallest model; says whom it asks."""
    found = asyncio.run(Ollama().models())
    chats = min((info for info in found if info.chats), key=lambda info: info.size)
    embeds = next((info.name for info in found if info.embeds), None)
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        version = asyncio.run(Ollama().version())
        names = f"{chats.name} ({chats.parameters}), {embeds}"
        print(f"\nOllama {version}, package {metadata.version('ollama')}: {names}")
    return Place(Ollama(), chats.name, embeds)


async def test_it_tells_its_version(place: Place) -> None:
    assert await place.server.version()


async def test_its_models_are_described(place: Place) -> None:
    found = {info.name: info for info in await place.server.models()}
    info = found[place.chats]
    assert info == await place.server.describe(place.chats)
    assert info.size > 0 and info.context >= 512 and info.chats and info.local


async def test_an_answer_is_streamed_and_whole_and_counted(place: Place) -> None:
    heard: list[AnswerPiece] = []
    model = await place.model()
    answer = await model.chat(QUESTION, context=4096, most=1000, total=300, on_chunk=heard.append)
    assert answer.ended is Ending.DONE and answer.text.strip()
    assert "".join(chunk.text for chunk in heard) == answer.text
    assert answer.prompt_tokens and 3 < answer.prompt_tokens < 600
    assert answer.answer_tokens and answer.seconds > 0


async def test_a_model_in_memory_tells_the_room_it_was_given(place: Place) -> None:
    model = await place.model()
    await model.chat(QUESTION, context=4096, most=1000, total=300)
    assert await place.server.context(place.chats) in {4096, None}


async def test_an_answer_as_long_as_allowed_is_cut_and_not_used(place: Place) -> None:
    if place.ours:
        place.ours.next("/api/chat", says("one two three four five six seven eight"))
    model = await place.model()
    with pytest.raises(ModelProblem) as raised:
        await model.chat(LONG, context=4096, most=5, total=300)
    assert raised.value.ending in {Ending.LENGTH, Ending.ONLY_THINKING}


async def test_a_prompt_longer_than_the_room_is_refused_by_the_server(place: Place) -> None:
    """The budget would refuse it first; here the server itself is asked."""
    wire = place.server.wire
    long = [{"role": "user", "content": "The harbour opens at six. " * 2_000}]
    options = {"num_ctx": 1024, "num_predict": 5}
    assert (
        await ended(
            wire.ask(lambda client: client.chat(place.chats, long, options=options), within=300)
        )
        is Ending.PROMPT_TOO_LONG
    )


async def test_a_model_that_is_not_there_is_gone(place: Place) -> None:
    gone = replace(await place.server.describe(place.chats), name="nightstand-none:latest")
    for asking in (
        place.server.describe(gone.name),
        place.server.delete(gone.name),
        OllamaModel(place.server, gone).chat(QUESTION, context=4096, most=5),
        OllamaModel(place.server, gone).embed(["harbour"]),
    ):
        assert await ended(asking) is Ending.MODEL_GONE


async def test_a_cancelled_answer_ends_at_once(place: Place) -> None:
    if place.ours:
        place.ours.next("/api/chat", says("one two three " * 1_000, pause=0.02))
    model = await place.model()
    begun = asyncio.Event()
    task = asyncio.create_task(
        model.chat(LONG, context=4096, most=2_000, on_chunk=lambda chunk: begun.set())
    )
    await asyncio.wait_for(begun.wait(), 300)
    task.cancel()
    async with asyncio.timeout(5):
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_texts_become_vectors_of_one_length(place: Place) -> None:
    info = await _embedder(place)
    model = OllamaModel(place.server.patient(300), info)
    vectors = await model.embed(["harbour", "港口", "train"])
    assert len(vectors) == 3 and len({len(vector) for vector in vectors}) == 1
    for vector in vectors:
        assert sum(x * x for x in vector) == pytest.approx(1.0, abs=0.01)
    assert vectors[0] != vectors[2]
    assert await OllamaModel(place.server, info).embed([]) == ()


async def test_a_text_too_long_for_an_embedder_is_refused_and_not_cut(place: Place) -> None:
    info = await _embedder(place)
    with pytest.raises(ModelProblem) as raised:
        model = OllamaModel(place.server.patient(300), info)
        await model.embed(["harbour " * info.context * 2])
    assert raised.value.ending is Ending.PROMPT_TOO_LONG


async def _embedder(place: Place) -> ModelInfo:
    if place.embeds is None:
        pytest.skip("this Ollama has no model that embeds")
    return await place.server.describe(place.embeds)


async def test_what_is_asked_is_what_the_protocol_says(ollama: OurOllama) -> None:
    ollama.models["deep:latest"] = Served("deep:latest", capabilities=("completion", "thinking"))
    server = Ollama(Address("127.0.0.1", ollama.port))
    for name in ("small", "deep"):
        model = OllamaModel(server, await server.describe(name))
        await model.chat(QUESTION, context=4096, most=7)
    first, second = ollama.asked("/api/chat")
    assert first.headers["host"] == f"127.0.0.1:{ollama.port}"
    assert "authorization" not in first.headers and "cookie" not in first.headers
    assert first.body == {
        "model": "small:latest",
        "messages": [{"role": "user", "content": QUESTION[0].content}],
        "stream": True,
        "truncate": False,
        "shift": False,
        "tools": [],
        "options": {"num_ctx": 4096, "num_predict": 7, "temperature": 0.0},
    }
    assert second.body["think"] is False


async def test_bytes_that_are_no_text_can_be_asked_about(ollama: OurOllama) -> None:
    server = Ollama(Address("127.0.0.1", ollama.port))
    model = OllamaModel(server, await server.describe("small"))
    odd = b"caf\xe9 \xed\xa0\x80".decode("utf-8", "surrogateescape")
    assert (
        await model.chat([ModelMessage("user", odd)], context=4096, most=9)
    ).text == "All quiet."
    sent = json.dumps(ollama.asked("/api/chat")[0].body)
    assert "caf?" in sent


async def test_thinking_stands_apart_from_the_answer(ollama: OurOllama) -> None:
    ollama.next(
        "/api/chat",
        says("The harbour.", thinking="What opens? The harbour."),
        says("<think>\nWhat opens?\n</think>\n\nThe harbour.", per=3),
        says("What opens?\n</think>\n\nThe harbour."),
    )
    server = Ollama(Address("127.0.0.1", ollama.port))
    model = OllamaModel(server, await server.describe("small"))
    for _ in range(3):
        heard: list[AnswerPiece] = []
        answer = await model.chat(QUESTION, context=4096, most=99, on_chunk=heard.append)
        assert answer.text.strip() == "The harbour."
        assert "What opens?" in answer.thinking
