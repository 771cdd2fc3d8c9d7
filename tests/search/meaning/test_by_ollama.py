"""An embedding model of Ollama: what it is sent, what is refused, and how it may go."""

import asyncio
import math
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from desktop_app.models.address import address
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.ollama import Ollama
from desktop_app.models.transport import Patience
from desktop_app.search.meaning.by_ollama import ByOllama, model_row, opened
from desktop_app.search.meaning.embedder_choice import EmbedderChoice, Embedders
from desktop_app.search.meaning.meaning import Meaning
from desktop_app.search.query import Query
from tests.search.meaning.conftest import Desk
from tests.support.ollama import OurOllama, Script, Served, Talk, embeds, silent, status

QUICK = Patience(pauses=(0.01,))
EMBEDS = ("embedding",)
NOMIC = Served("nomic-embed-text:latest", context=2048, capabilities=EMBEDS)
CHOICE = EmbedderChoice("ollama", "bge-m3", 0.7)
BGE = Served("bge-m3:latest", context=64, capabilities=EMBEDS)


@pytest.fixture
def server() -> Iterator[OurOllama]:
    with OurOllama(NOMIC, BGE, Served("talks:latest")) as server:
        yield server


def client(server: OurOllama) -> Ollama:
    return Ollama(address(server.url), QUICK)


def model(server: OurOllama, name: str = "nomic-embed-text") -> ByOllama:
    return asyncio.run(opened(client(server), name, {}))


def sent(server: OurOllama) -> list[str]:
    return [text for asked in server.asked("/api/embed") for text in asked.body["input"]]


def test_questions_and_lines_are_given_the_words_that_the_model_was_made_for(
    server: OurOllama,
) -> None:
    embedder = model(server)
    asyncio.run(embedder.embed(["who?"], "query"))
    asyncio.run(embedder.embed(["Ana", "Hugo"], "passage"))
    assert sent(server)[1:] == [
        "search_query: who?",
        "search_document: Ana",
        "search_document: Hugo",
    ]


def test_what_is_known_of_a_model_is_told_by_the_beginning_of_its_name() -> None:
    assert model_row("nomic-embed-text:v1.5")["languages"] == ["en"]
    assert "languages" not in model_row("nomic-embed-text-v2-moe")
    assert model_row("me/MXBAI-embed-large")["languages"] == ["en"]
    assert model_row("something-else") == {}


def test_a_model_that_only_talks_is_refused(server: OurOllama) -> None:
    with pytest.raises(ModelProblem) as refused:
        model(server, "talks")
    assert refused.value.ending is Ending.UNABLE


def test_a_model_that_runs_elsewhere_is_sent_nothing(server: OurOllama) -> None:
    cloud = Served("far:latest", capabilities=EMBEDS, remote_host="https://ollama.com")
    server.models["far:latest"] = cloud
    with pytest.raises(ModelProblem) as refused:
        model(server, "far")
    assert refused.value.ending is Ending.CLOUD
    assert sent(server) == []


def test_a_text_too_long_for_the_model_is_read_in_parts(server: OurOllama) -> None:
    embedder = model(server, "bge-m3")
    long = "harbour " * 200
    found = asyncio.run(embedder.embed(["short", long], "passage"))
    assert len(found) == 2
    assert math.isclose(math.hypot(*found[1]), 1, abs_tol=1e-5)
    assert found[0] == asyncio.run(embedder.embed(["short"], "passage"))[0]


def test_a_vector_of_another_length_is_not_taken(server: OurOllama) -> None:
    embedder = model(server)
    server.next("/api/embed", status(200, {"embeddings": [[1.0, 2.0]]}))
    with pytest.raises(ModelProblem) as refused:
        asyncio.run(embedder.embed(["Ana"], "passage"))
    assert refused.value.ending is Ending.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    "numbers",
    ["0, 0, 0, 0", "1e308, 1e308, 1e308, 1e308", f"1{'0' * 400}, 1, 1, 1", "NaN, 1, 1, 1"],
)
def test_what_points_nowhere_is_no_vector_and_is_not_kept(
    desk: Desk, read: Meaning, server: OurOllama, numbers: str
) -> None:
    async def says(talk: Talk) -> None:
        await talk.reply(b'{"embeddings": [[' + numbers.encode() + b"]]}")

    desk.keep_up()
    server.next("/api/embed", says)
    assert desk.search("harbour xxx").note == "The answer does not look like one from Ollama."
    assert desk.search("harbour xxx").arms == ("words", "meaning")


def test_another_model_under_the_same_name_has_another_id(server: OurOllama) -> None:
    before = model(server).traits.id
    server.models["nomic-embed-text:latest"] = Served(
        "nomic-embed-text:latest", capabilities=EMBEDS, digest="1" * 64
    )
    assert model(server).traits.id != before


@pytest.fixture
def read(desk: Desk, server: OurOllama) -> Iterator[Meaning]:
    """Ten lines, to be read by a model of a server."""
    desk.put("MEMORY.md", "".join(f"- Line {'x' * n} of the harbour\n" for n in range(40)))
    meaning = Meaning(desk.path, desk.shelf.index, Embedders(lambda: client(server)))
    meaning.choose(CHOICE)
    desk.meaning.close()
    desk.meaning = meaning
    yield meaning
    meaning.close()


def test_a_model_deleted_in_the_middle_of_a_run_ends_it_and_what_was_done_stays(
    desk: Desk, read: Meaning, server: OurOllama
) -> None:
    def delete(done: int, lines: int) -> None:
        server.models.pop("bge-m3:latest", None)

    with pytest.raises(ModelProblem):
        desk.keep_up(delete)
    assert read.status().done == 16
    assert "bge-m3" in read.status().trouble
    server.models["bge-m3:latest"] = BGE
    desk.keep_up()
    assert read.status().done == 40


def after(seconds: float) -> Script:
    """Embeds when so much time has passed."""

    async def script(talk: Talk) -> None:
        await talk.pause(seconds)
        await embeds(talk)

    return script


def test_a_search_waits_little_for_a_server_that_hangs_and_then_lets_it_rest(
    desk: Desk, read: Meaning, server: OurOllama, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.keep_up()
    monkeypatch.setattr("desktop_app.search.meaning.questions.HURRIED", 0.6)
    asked = len(server.asked("/api/embed"))
    server.next("/api/embed", silent)
    notes = [desk.search(f"harbour {word}").note for word in ("xxx", "xxxx", "xxxxx")]
    assert notes == ["ollama bge-m3 took longer than 1 s to read the question."] * 3
    assert len(server.asked("/api/embed")) == asked + 1
    monkeypatch.setattr("desktop_app.search.meaning.questions.HURRIED", 60.0)
    desk.keep_up()
    assert desk.search("harbour xxx").arms == ("words", "meaning"), "it was seen to answer again"


def test_who_shows_words_first_waits_longer_for_the_meaning(
    desk: Desk, read: Meaning, server: OurOllama, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.keep_up()
    monkeypatch.setattr("desktop_app.search.meaning.questions.HURRIED", 0.2)
    server.next("/api/embed", silent, after(0.4))
    assert desk.search("harbour xxx").arms == ("words",)
    read.questions.forget()  # a busy machine may have waited long enough for a rest
    read.questions.patient = True
    assert desk.search("harbour xxx").arms == ("words", "meaning")


def test_a_search_asks_once_and_does_not_pause_where_ollama_is_not_running(desk: Desk) -> None:
    with OurOllama(BGE) as server:
        slow = replace(QUICK, pauses=(60.0, 60.0))
        rack = Embedders(lambda: Ollama(address(server.url), slow))
        desk.put("MEMORY.md", "- Line x of the harbour\n- Line y of the harbour\n")
        reading = Meaning(desk.path, desk.shelf.index, rack)
        reading.choose(CHOICE)
        asyncio.run(reading.keep_up())
    begun = time.monotonic()
    assert reading.search(Query("harbour")).note == "Ollama is not running."
    reading.forget_servers()
    assert reading.search(Query("harbour")).note == "Ollama is not running."
    reading.close()
    assert time.monotonic() - begun < 50.0


def test_closing_waits_for_no_server(desk: Desk, read: Meaning, server: OurOllama) -> None:
    desk.keep_up()
    read.questions.patient = True
    server.next("/api/embed", silent)
    notes: list[str] = []
    asked = len(server.asked("/api/embed"))
    search = threading.Thread(target=lambda: notes.append(desk.search("harbour xxx").note))
    search.start()
    while len(server.asked("/api/embed")) == asked:
        time.sleep(0.01)
    begun = time.monotonic()
    read.close()
    search.join()
    assert time.monotonic() - begun < 10.0  # and not the fifteen that a patient one waits
    assert notes == ["The notebook was closed meanwhile."]
