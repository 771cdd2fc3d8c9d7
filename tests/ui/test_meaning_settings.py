"""Settings > Search by meaning: who reads the lines, how far it is, how much it counts."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.settings import Settings
from desktop_app.ui.parts.controls import Segmented
from desktop_app.ui.parts.fields import ModelBox
from tests.support.desk import Desk, desk
from tests.support.ollama import OurOllama, Served, Talk
from tests.support.waiting import until

EMBEDS = Served("bge-m3:latest", capabilities=("embedding",))
OTHER = Served("nomic-embed-text:latest", capabilities=("embedding",))
LEFT = Qt.MouseButton.LeftButton


@asynccontextmanager
async def at(
    tmp_path: Path, app: QApplication, address: str, **kept: object
) -> AsyncIterator[Desk]:
    """The settings page in front, Ollama asked at this address. `kept`: settings of the search."""
    async with desk(tmp_path, app, empty=True) as made:
        made.settings.set("models.address", address)
        for name, value in kept.items():
            made.settings.set(f"search.{name}", value)
        made.reading._timer.setInterval(10)
        made.open_notebook()
        assert made.memory is not None
        await asyncio.to_thread(
            made.memory.index.refresh
        )  # as the program's look at the files does
        made.window.show_page("settings")
        sight = made.server
        await until(lambda: sight.sight.problem is not None or sight.sight.models is not None)
        try:
            yield made
        finally:
            made.reading.stop()


def has(*models: Served) -> OurOllama:
    server = OurOllama(*models)
    server.models = {model.name: model for model in models}
    return server


def embedder(made: Desk) -> Segmented:
    chosen: Segmented = made.settings_page.control("search.embedder")
    return chosen


def model(made: Desk) -> ModelBox:
    chosen: ModelBox = made.settings_page.control("search.model")
    return chosen


def told(made: Desk, key: str = "reading") -> str:
    """What the row of this key says."""
    return str(made.settings_page.row(key).explanation.text())


async def test_off_at_first_and_nothing_is_read(qtbot, qapp, tmp_path) -> None:
    with has(EMBEDS) as server:
        async with at(tmp_path, qapp, server.url) as made:
            assert embedder(made).value == "off"
            assert not made.settings_page.row("reading").isVisible()
            assert not made.settings_page.row("search.model").isVisible()
            await asyncio.sleep(0.1)
            assert not server.asked("/api/embed")


async def test_a_model_of_ollama_reads_every_line_and_it_is_told(qtbot, qapp, tmp_path) -> None:
    with has(EMBEDS) as server:
        async with at(tmp_path, qapp, server.url) as made:
            qtbot.mouseClick(embedder(made).part("ollama"), LEFT)
            assert Settings(made.settings.path).get("search.embedder") == "ollama"
            # There is only one, so it is the one.
            assert Settings(made.settings.path).get("search.model") == "bge-m3:latest"
            assert model(made).currentText() == "bge-m3:latest"
            await until(lambda: told(made).startswith("4 of 4 lines."))
            assert made.memory is not None
            assert made.memory.search.find("noise").arms == ("words", "meaning")


async def test_a_model_that_is_missing_is_shown_as_such(qtbot, qapp, tmp_path) -> None:
    with has(OTHER) as server:
        async with at(tmp_path, qapp, server.url, embedder="ollama", model="bge-m3") as made:
            assert model(made).currentText() == "bge-m3 (missing)"
            await until(lambda: "bge-m3" in told(made))
            at_other = model(made).findData("nomic-embed-text:latest")
            model(made).setCurrentIndex(at_other)
            model(made).activated.emit(at_other)
            await until(lambda: told(made).startswith("4 of 4 lines."))


async def test_without_ollama_and_a_model_the_window_says_what_is_missing_in_its_own_words(
    qtbot, qapp, tmp_path
) -> None:
    async with at(tmp_path, qapp, "http://127.0.0.1:9", embedder="ollama") as made:
        await until(lambda: made.reading.problem is not None)
        await until(lambda: told(made).startswith("No model for search by meaning is chosen yet."))
        assert told(made, "search.model").startswith("Ollama is not running.")


async def test_another_embedder_is_told_to_take_over_later(qtbot, qapp, tmp_path) -> None:
    async def slow(talk: Talk) -> None:
        await talk.pause(3600)

    with has(EMBEDS, OTHER) as server:
        async with at(tmp_path, qapp, server.url, embedder="ollama", model="bge-m3") as made:
            await until(lambda: told(made).startswith("4 of 4 lines."))
            made.settings.set("search.model", "nomic-embed-text")
            server.next("/api/embed", slow)
            made.reading.choose()
            made.settings_page._look()
            await until(lambda: "uses the previous model" in told(made))
