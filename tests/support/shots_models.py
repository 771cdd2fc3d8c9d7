"""The states of Settings > Models, for `make shots`. Knows our own server, no real Ollama."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.ollama import OurOllama, Served, Talk, lines
from tests.support.program import quiet, running
from tests.support.waiting import until

MODELS = (
    Served("qwen3:8b", 5_225_388_164, 40_960, ("completion", "tools", "thinking")),
    Served("gemma3:4b", 3_338_801_804, 131_072, ("completion", "vision")),
    Served("nomic-embed-text:latest", 274_302_450, 2_048, ("embedding",)),
    Served("gpt-oss:120b-cloud", 384, 131_072, remote_host="https://ollama.com"),
)
_SHA = "sha256:3e4cb1417446"
_HALF = "43"


async def models(program: OpenNotebook, ours: OurOllama) -> None:
    """Engine, model, bounds."""
    program.server.move(ours.url.removeprefix("http://"), "")
    program.settings.set("dreams.model", "qwen3:8b")
    await _lead(program)


async def models_installed(program: OpenNotebook, ours: OurOllama) -> None:
    """What is installed: one not in the library, one on its way."""
    await models(program, ours)
    page = program.settings_page
    page.show_section("models")
    ours.next("/api/pull", lines({"error": "pull model manifest: file does not exist"}), _half)
    for name in ("qwen33:8b", "llama3.2:3b"):
        page.control("install").setText(name)
        page.form.buttons["install"].click()
        pull = page.models.pulls[name]
        await until(lambda pull=pull: pull.again or _HALF in pull.words)
    _down(program)


async def models_outside(program: OpenNotebook, ours: OurOllama) -> None:
    """The consent to another computer, half typed."""
    await models(program, ours)
    page = program.settings_page
    page.control("models.address").setText("nas.local:11434")
    page.control("models.address").editingFinished.emit()
    page.control("consent").setText("nas.lo")


async def models_none(program: OpenNotebook, ours: OurOllama) -> None:
    """No model is installed."""
    held, ours.models = ours.models, {}
    await models(program, ours)
    _down(program)
    ours.models = held


async def models_away(program: OpenNotebook, ours: OurOllama) -> None:
    """Ollama is not running."""
    program.server.move("127.0.0.1:9", "")
    await _lead(program)
    _down(program)


SCENES = (models, models_installed, models_outside, models_none, models_away)


async def take(folder: Path, place: Path, sizes: Mapping[str, tuple[int, int, float]]) -> None:
    """Each scene in a program of its own, since some leave work under way."""
    for ending, (width, height, zoom) in sizes.items():
        for mode in ("light", "dark"):
            for scene in SCENES:
                with OurOllama(*MODELS) as ours:
                    async with running(place, place / "Memory") as program:
                        program.window.resize(width, height)
                        theme().set_zoom(zoom)
                        theme().set_mode(mode)
                        await scene(program, ours)
                        await asyncio.sleep(0.3)
                        path = folder / f"{scene.__name__.replace('_', '-')}-{mode}{ending}.png"
                        program.window.grab().save(str(path))
                        print(path)


async def _half(talk: Talk) -> None:
    """A pull that stands at 43 %."""
    await talk.head()
    for done in (2_200_000_000, 2_246_900_000):
        row = {"status": f"pulling {_SHA}", "digest": _SHA, "total": 5_225_000_000}
        await talk.line({**row, "completed": done})
        await talk.pause(0.5)
    await talk.pause(3600)


async def _lead(program: OpenNotebook) -> None:
    program.window.status.engine.click()
    await quiet(program)


def _down(program: OpenNotebook) -> None:
    """The list of models at the top."""
    page = program.settings_page
    manager = page.row("installed")
    top = manager.mapTo(page._scroll.widget(), manager.rect().topLeft()).y()
    page._scroll.verticalScrollBar().setValue(top - 20)
