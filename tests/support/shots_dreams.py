"""A dream with a model, for `make shots`: asked about, under way, reviewed, failed."""

import asyncio
import os
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import QPoint

from desktop_app import languages
from desktop_app.ui.dreams.dream_rows import RowKind
from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.model_dream import EMBEDDER, MODEL, QWEN, THINKER, dreams, meet
from tests.support.ollama import OurOllama, lines, said, silent
from tests.support.program import quiet, running, sample
from tests.support.shots import SIZES, save
from tests.support.waiting import until

CHAT = "/api/chat"


async def take(place: Path, folder: Path) -> None:
    """All of them, in both themes and every size; `place` is where the notebook stands."""
    os.environ["HOME"] = str(place)
    with OurOllama(QWEN, THINKER, EMBEDDER) as server:
        with patch.object(languages, "chosen", lambda: "en"):  # which the model's answers are about
            notes = sample(place)
        async with running(place, notes) as program:
            meet(program.memory, server)
            program.settings.set("dreams.engine", "ollama")
            program.settings.set("dreams.model", MODEL)
            for ending, (width, height, zoom) in SIZES.items():
                program.window.resize(width, height)
                theme().set_zoom(zoom)
                for mode in ("light", "dark"):
                    theme().set_mode(mode)
                    await _states(program, server, folder, f"{mode}{ending}.png")
            theme().set_zoom(1.0)


async def _states(program: OpenNotebook, server: OurOllama, folder: Path, name: str) -> None:
    page = program.dreams_page
    program.window.show_page("dreams")
    await quiet(program)
    menu = page.list.menu
    menu.popup(page.mapToGlobal(QPoint(0, 0)))
    await until(lambda: program.server.sight.models and not program.server.looking)
    await asyncio.sleep(0.2)
    menu.grab().save(str(folder / f"dream-menu-{name}"))
    menu.close()

    program.settings.set("models.agreed", [])
    page.dream(force=True)
    await until(page.ask.isVisible)
    await save(program, folder / f"dream-asked-{name}")

    heard = [said(thinking=f"{n} days. ") for n in range(40)]
    server.next(CHAT, lines(*heard, then=silent))
    page.ask.first.click()
    await until(lambda: "token" in page.dreaming.spent.text())
    program.window.grab().save(str(folder / f"dream-running-{name}"))
    page.work.cancel()
    await until(lambda: not page.work.running)
    program.window._toast.hide()

    server.next(CHAT, lines(said("[MEM"), {"error": f"model '{MODEL}' not found"}))
    page.dream(force=True)
    await until(page.failed.isVisible)
    await save(program, folder / f"dream-failed-{name}")

    server.next(CHAT, dreams())
    page.failed.first.click()
    await until(page.review.isVisible)
    await save(program, folder / f"dream-made-{name}")
    await quiet(program)
    page.list.choose(next(row for row in page.list.all() if row.kind != RowKind.FAILED))
    await save(program, folder / f"dream-list-{name}")
    page._discard()
    await quiet(program)
    page.work.settle()
    await quiet(program)
    program.window._toast.hide()
