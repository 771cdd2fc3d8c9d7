"""The states of Settings > Models, for `make shots`. Knows our own server, no real Ollama."""

from collections.abc import Iterator
from contextlib import contextmanager

from desktop_app.app import Program
from tests.support.ollama import OurOllama, Served, Talk, lines
from tests.support.program import quiet
from tests.support.waiting import until

MODELS = (
    Served("qwen3:8b", 5_225_388_164, 40_960, ("completion", "tools", "thinking")),
    Served("gemma3:4b", 3_338_801_804, 131_072, ("completion", "vision")),
    Served("nomic-embed-text:latest", 274_302_450, 2_048, ("embedding",)),
    Served("gpt-oss:120b-cloud", 384, 131_072, remote_host="https://ollama.com"),
)
_SHA = "sha256:3e4cb1417446"


@contextmanager
def server() -> Iterator[OurOllama]:
    """Our server with four models."""
    with OurOllama(*MODELS) as ours:
        yield ours


async def slow(talk: Talk) -> None:
    """A pull that stands at 43 %."""
    await talk.head()
    for done in (2_200_000_000, 2_246_900_000):
        row = {"status": f"pulling {_SHA}", "digest": _SHA, "total": 5_225_000_000}
        await talk.line({**row, "completed": done})
        await talk.pause(0.5)
    await talk.pause(3600)


async def models(program: Program, ours: OurOllama) -> None:
    """Engine, model, bounds."""
    program.server.move(ours.url, "")
    program.settings.set("dreams.model", "qwen3:8b")
    await shown(program)


async def shown(program: Program) -> None:
    program.window.show_page("memory")
    program.window.status.engine.click()
    await quiet(program)


async def manager(program: Program, ours: OurOllama) -> None:
    """What is installed: one asked about, one on its way, one cancelled, one not found."""
    await models(program, ours)
    manager = program.settings_page.models.manager
    ours.next(
        "/api/pull",
        lines({"error": "pull model manifest: file does not exist"}),
        slow,
    )
    for name in ("qwen33:8b", "llama3.2:3b"):
        if name not in manager.pulls:
            manager.name.setText(name)
            manager.install.click()
            await until(lambda: len(ours.asked("/api/pull")) > 1 or "qwen33:8b" in manager.pulls)
            await until(
                lambda name=name: (
                    not manager.pulls[name].running or manager.pulls[name]._percent > 42
                )
            )
    manager.rows["gemma3:4b"].ask()
    await low(program)


async def low(program: Program) -> None:
    page = program.settings_page
    await until(lambda: page.models.manager.y() > 0)
    page._scroll.verticalScrollBar().setValue(
        page.models.y()
        + page.models.manager.mapTo(page.models, page.models.manager.rect().topLeft()).y()
        - 20
    )


async def away(program: Program, ours: OurOllama) -> None:
    """Ollama is not running."""
    program.server.move("127.0.0.1:9", "")
    await shown(program)
    await low(program)


async def empty(program: Program, ours: OurOllama) -> None:
    """No model is installed."""
    held, ours.models = ours.models, {}
    await models(program, ours)
    await low(program)
    ours.models = held


async def outside(program: Program, ours: OurOllama) -> None:
    """The consent to another computer."""
    await models(program, ours)
    row = program.settings_page.models.address
    row.field.setText("nas.local:11434")
    row.field.editingFinished.emit()
    row.name.setText("nas.lo")
    await quiet(program)
