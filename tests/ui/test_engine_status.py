"""The engine in the status bar: found and lost while the program runs. Our server plays Ollama."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.app import log_to
from desktop_app.settings import Settings
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.ollama import OurOllama, Served, kept_port, silent
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


async def test_ollama_is_found_and_lost_while_the_program_runs(tmp_path: Path, qtbot) -> None:
    with kept_port() as port:
        async with at(tmp_path, port, model="qwen3:8b") as program:
            await until(lambda: words(program) == "Ollama is not running")
            again = OurOllama(BIG)
            again.port = port
            with again:
                await until(lambda: words(program) == "Ollama · qwen3:8b")
                assert len(again.asked("/api/tags")) == 1
                await until(lambda: len(again.asked("/api/version")) > 3)
                assert len(again.asked("/api/tags")) == 1, "what is installed is asked once"
            await until(lambda: words(program) == "Ollama is not running")
            assert "without a model" in program.window.status.engine.toolTip()


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


async def test_a_server_that_never_answers_holds_nothing_up(tmp_path: Path, qtbot) -> None:
    with OurOllama(BIG) as ollama:
        ollama.next("/api/version", *[silent] * 20)
        async with at(tmp_path, ollama.port, model="qwen3:8b") as program:
            await until(lambda: ollama.asked("/api/version"))
            assert words(program) == "qwen3:8b"
            program.window.show_page("search")
            await asyncio.sleep(0.5)
            assert len(ollama.asked("/api/version")) == 1, "one question at a time"
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


def test_nothing_is_loaded_while_nobody_answers(tmp_path: Path) -> None:
    """The HTTP library takes a tenth of a second and ten megabytes."""
    code = f"""
import asyncio, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
import qasync
from desktop_app.ui.frame.loop import collected_here
from tests.support.program import running, sample
from tests.support.waiting import until

async def look():
    async with running(Path({str(tmp_path)!r}), sample(Path({str(tmp_path)!r}))) as program:
        await until(lambda: program.server.sight.problem is not None)
        loaded = sorted(set(("httpx", "ollama", "pydantic")).intersection(sys.modules))
        print(program.server.sight.problem.message, loaded)

app = QApplication([])
app.setQuitOnLastWindowClosed(False)
with collected_here(), qasync.QEventLoop(app) as loop:
    loop.run_until_complete(look())
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert run.stdout.strip() == "Ollama is not running. []", run.stderr


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
