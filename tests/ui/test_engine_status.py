"""The engine in the status bar: found and lost while the program runs. Our server plays Ollama."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.app import log_to
from desktop_app.settings import Settings
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.ollama import OurOllama, Served
from tests.support.program import click, running, sample
from tests.support.waiting import until

BIG = Served("qwen3:8b", 5_225_388_164, 40_960, ("completion", "tools", "thinking"))


@asynccontextmanager
async def at(tmp_path: Path, port: int, **dreams: object) -> AsyncIterator[OpenNotebook]:
    """A program that looks for Ollama at this port, every tenth of a second."""
    settings = Settings(tmp_path / "config" / "settings.toml")
    settings.set("models.address", f"127.0.0.1:{port}")
    for name, value in dreams.items():
        settings.set(f"dreams.{name}", value)
    async with running(tmp_path, sample(tmp_path)) as program:
        program.server._clock.setInterval(100)
        yield program


def words(program: OpenNotebook) -> str:
    return program.window.status.engine.words


async def test_nobody_is_asked_while_the_window_cannot_be_seen(tmp_path: Path, qtbot) -> None:
    with OurOllama(BIG) as ollama:
        async with at(tmp_path, ollama.port, model="qwen3:8b") as program:
            await until(lambda: words(program) == "Ollama · qwen3:8b")
            program.window.showMinimized()
            await until(lambda: not program.jobs.running("ollama.look"))
            before = len(ollama.requests)
            await asyncio.sleep(0.5)
            assert len(ollama.requests) == before
            program.window.showNormal()
            await until(lambda: len(ollama.requests) > before)

            # A press leads to the models.
            program.window.show_page("memory")
            click(program.window.status.engine)
            page = program.settings_page
            assert program.window.page is page
            assert page.sections.currentIndex().data() == "Models"
            await until(page.row("installed").isVisible)
            program.window.activateWindow()
            await until(program.window.isActiveWindow)
            program.window.show_page("memory")
            program.window.status.engine.setFocus()
            QTest.keyClick(program.window.status.engine, Qt.Key.Key_Space)
            assert page.control("dreams.model").hasFocus()

        # And the program has ended, which `running` would not wait for much longer.


def test_looking_leaves_no_line_in_the_log(tmp_path: Path) -> None:
    root = logging.getLogger()
    before, level, own = list(root.handlers), root.level, logging.getLogger("httpx").level
    try:
        log_to(tmp_path)
        logging.getLogger("httpx").info("HTTP Request: GET http://127.0.0.1:11434/api/version")
        logging.getLogger("desktop_app").info("Something of ours")
        told = (tmp_path / "nightstand.log").read_text()
        assert "Something of ours" in told and "HTTP Request" not in told
    finally:
        for handler in set(root.handlers) - set(before):
            root.removeHandler(handler)
            handler.close()
        root.setLevel(level)
        logging.getLogger("httpx").setLevel(own)
        logging.raiseExceptions = True


# -- before there is a notebook ---------------------------------------------------------------


async def test_the_first_page_names_the_model_that_is_there(
    tmp_path: Path, qtbot, monkeypatch
) -> None:
    with OurOllama(BIG) as ollama:
        monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{ollama.port}")
        async with running(tmp_path) as program:
            assert program.opening.first_run.models.text() == ""
            await until(lambda: "qwen3:8b" in program.opening.first_run.models.text())
            assert program.opening.first_run.models.isVisible()
            click(program.opening.first_run.sample_button)
            await until(lambda: program.memory is not None)
            await until(lambda: "Ollama found" in words(program))
