"""The window has a model open an almanac: sentences lead to lines; Cancel leaves the model."""

from pathlib import Path
from typing import Any

from desktop_app.notebook.almanacs import AlmanacPart
from desktop_app.ui.parts.controls import Chip
from tests.memory.test_almanacs import WEEK
from tests.support.model_dream import MODEL, QWEN, meet
from tests.support.ollama import OurOllama, says, silent
from tests.support.program import click, quiet, running
from tests.support.waiting import until
from tests.ui.test_dreams_page import empty_notebook, opened, said

TOLD = "We decided to keep SQLite for the field tablets."


async def test_a_model_opens_a_week_or_is_left_and_the_week_is_written(
    tmp_path: Path, qtbot: Any
) -> None:
    root = empty_notebook(tmp_path)
    with OurOllama(QWEN) as server:
        async with running(tmp_path, root) as program:
            program.server.stop()
            day = program.memory.layout.day(program.memory.today())
            (root / day).write_text(f"- {TOLD}\n- [ ] Book the boat for the sounding run.\n")
            meet(program.memory, server)
            program.settings.set("dreams.engine", "ollama")
            program.settings.set("dreams.model", MODEL)
            page = await opened(program)
            click(page.list.filter.part("week"))
            await quiet(program)
            server.next("/api/chat", silent)
            click(page.list.write_button)
            await until(lambda: server.asked("/api/chat") and page.list.opening.isVisible())
            assert not page.list.write_button.isEnabled()
            click(page.list.opening.cancel_button)
            await until(lambda: bool(page.list.all()))
            await quiet(program)
            toast = program.window._toast.words
            assert "is written." in toast and "The model was stopped." in toast
            assert not page.list.opening.isVisible() and page.list.write_button.isEnabled()
            server.next("/api/chat", says(f"SQLite stays\n{TOLD} Mara wants a motorboat."))
            click(page.list.write_button)
            await until(lambda: "1 sentence was left out" in program.window._toast.words)
            await quiet(program)
            [row] = page.list.all()
            assert row.thing.span.kind == WEEK
            assert row.thing.sections[0].part is AlmanacPart.OPENING
            view = page.reading.almanac
            assert TOLD.rstrip(".") in said(view) and "motorboat" not in said(view)
            with qtbot.waitSignal(page.opened) as way:
                view.findChildren(Chip)[0].click()
            assert way.args[0] == day
