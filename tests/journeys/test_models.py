"""From no Ollama to a model that dreams, and back: through the real window, with our server."""

import asyncio
from pathlib import Path
from typing import Any

from desktop_app.settings import Settings
from tests.support.ollama import OurOllama, Served, Talk, kept_port
from tests.support.program import click, quiet, running, sample, write
from tests.support.waiting import until

MODEL = Served("qwen3:4b", 2_600_000_000, 40_960, ("completion", "thinking"))
SHA = "sha256:3e4cb1417446"


async def _stands_at_half(talk: Talk) -> None:
    await talk.head()
    for done in (100, 500):
        row = {"status": f"pulling {SHA}", "digest": SHA, "total": 1000, "completed": done}
        await talk.line(row)
    await talk.pause(3600)


async def test_ollama_comes_a_model_is_installed_chosen_lost_and_deleted(
    qtbot: Any, tmp_path: Path
) -> None:
    with kept_port() as port:
        Settings(tmp_path / "config" / "settings.toml").set("models.address", f"127.0.0.1:{port}")
        async with running(tmp_path, sample(tmp_path)) as program:
            program.server._clock.setInterval(100)
            status, page = program.window.status.engine, program.settings_page
            page.show_section("models")
            buttons = page.form.buttons
            rows = lambda: page.form.rows
            core = (program.memory.root / "MEMORY.md").read_bytes()
            assert status.words == "Dreams without a model"
            click(status)
            await until(lambda: "again" in buttons)
            assert "Ollama is not running" in page.row("installed").explanation.text()
            ollama = OurOllama(MODEL)
            ollama.models.clear()
            ollama.library[MODEL.name] = MODEL
            ollama.port = port
            with ollama:
                await until(lambda: "install" in rows())  # found by itself
                ollama.next("/api/pull", _stands_at_half)
                write(page.control("install"), f"{MODEL.name}\n")
                await until(lambda: "50 %" in rows()[f"pull {MODEL.name}"].explanation.text())
                click(buttons[f"cancel {MODEL.name}"])
                await until(lambda: f"pull {MODEL.name}" not in rows())
                assert await asyncio.to_thread(ollama.asked("/api/pull")[0].left.wait, 60)
                write(page.control("install"), f"{MODEL.name}\n")
                await until(lambda: f"model {MODEL.name}" in rows())
                assert status.words == "Dreams without a model · Ollama found", (
                    "offered, not assumed"
                )
                box = page.control("dreams.model")
                box.activated.emit(box.findText(MODEL.name))
                await until(lambda: status.words == "Ollama · qwen3:4b")
                told = rows()[f"model {MODEL.name}"].explanation.text()
                assert told.startswith("Dreams · ")
            await until(lambda: status.words == "Ollama is not running")
            await until(lambda: "again" in buttons)
            again = OurOllama(MODEL)
            again.port = port
            with again:
                await until(lambda: status.words == "Ollama · qwen3:4b")
                await quiet(program)
                click(buttons[f"delete {MODEL.name}"])
                (yes,) = page.menu.actions()
                page.menu.close()
                yes.trigger()
                await until(lambda: f"model {MODEL.name}" not in rows())
                await until(lambda: status.words == "qwen3:4b is not installed")
                click(page.control("dreams.engine").part("builtin"))
                assert status.words == "Dreams without a model"
            assert (program.memory.root / "MEMORY.md").read_bytes() == core
