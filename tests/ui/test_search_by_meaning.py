"""The search page with an embedder: words answer at once, meaning sorts the list when it comes."""

import asyncio
from threading import Event

from PySide6.QtCore import Qt

from desktop_app.models.address import address
from desktop_app.models.ollama import Ollama
from desktop_app.search.meaning.embedder_choice import EmbedderChoice
from tests.support.ollama import OurOllama, Script, Served, Talk, status
from tests.support.waiting import until
from tests.ui.test_search_page import Scene, a_scene

EMBEDS = Served("bge-m3:latest", capabilities=("embedding",))


async def read(scene: Scene, server: OurOllama) -> None:
    """Has every line read by a model of the server."""
    server.models[EMBEDS.name] = EMBEDS
    scene.memory.models.ollama = Ollama(address(server.url))
    scene.memory.meaning.choose(EmbedderChoice("ollama", "bge-m3", 0.7))
    await asyncio.to_thread(lambda: asyncio.run(scene.memory.meaning.keep_up()))


def held_back(go: Event) -> Script:
    """An answer that comes when `go` is set."""

    async def script(talk: Talk) -> None:
        while not go.is_set():
            await talk.pause(0.01)
        await talk.reply({"embeddings": [[1.0, 0.0, 0.0, 0.0]]})

    return script


def tally(scene: Scene) -> str:
    return str(scene.pane.tally.text())


def whys(scene: Scene) -> list[str]:
    return [row.why for row in scene.pane.rows.rows.things]


async def test_a_hit_says_that_its_meaning_found_it(qtbot, qapp, tmp_path, ollama) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await read(scene, ollama)
        await scene.find(qtbot, "harbour report")
        await until(lambda: "with meaning" in tally(scene))
        assert any(why == "contains “harbour”, “report”, similar in meaning" for why in whys(scene))


async def test_the_words_answer_while_the_model_is_slow(qtbot, qapp, tmp_path, ollama) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await read(scene, ollama)
        before, go = len(ollama.asked("/api/embed")), Event()
        ollama.next("/api/embed", held_back(go))
        await scene.find(qtbot, "harbour report")
        assert whys(scene)[0] == "contains “harbour”, “report”"
        await until(lambda: len(ollama.asked("/api/embed")) > before)
        assert "meaning" not in tally(scene)
        go.set()
        await until(lambda: "with meaning" in tally(scene))


async def test_while_the_meaning_is_looked_for_nothing_is_not_said_to_be_here(
    qtbot, qapp, tmp_path, ollama
) -> None:
    go = Event()
    async with a_scene(tmp_path, qapp) as scene:
        await read(scene, ollama)
        ollama.next("/api/embed", held_back(go))
        told = scene.page.empty._sentence
        qtbot.keyClicks(scene.pane.input, "zeppelin")
        await until(lambda: "means “zeppelin”" in told.text())
        assert scene.page.empty.isVisible() and not scene.page.empty.button.isVisible()
        go.set()
        await until(lambda: "with meaning" in tally(scene))
        assert scene.titles or told.text().startswith("Nothing here says “zeppelin”")


async def test_the_line_that_was_picked_stays_when_the_list_is_sorted_anew(
    qtbot, qapp, tmp_path, ollama
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await read(scene, ollama)
        scene.page._meaning_soon.setInterval(600)
        scene.pane.input.setText("")
        qtbot.keyClicks(scene.pane.input, "harbour")
        await until(lambda: scene.page.asked.query == "harbour" and scene.page.answered)
        qtbot.keyClick(scene.pane.input, Qt.Key.Key_Down)
        picked = scene.pane.rows.thing
        assert picked is not None
        await until(lambda: "with meaning" in tally(scene))
        assert scene.pane.rows.thing.path == picked.path


async def test_what_fails_leaves_the_words_and_says_so(qtbot, qapp, tmp_path, ollama) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await read(scene, ollama)
        ollama.next("/api/embed", status(500, {"error": "llama runner has terminated"}))
        await scene.find(qtbot, "harbour report")
        await until(lambda: "by words alone" in tally(scene))
        assert whys(scene)[0] == "contains “harbour”, “report”"
