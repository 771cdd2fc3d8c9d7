"""Older notes in searches: they are found a moment later; servers for them are told."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.support.program import quiet, running, sample, write
from tests.support.waiting import until

pytest.importorskip("pyarrow", reason="the extra `tiers` is not installed")

OLD = "memory/2019-03-04.md"


def rows(page: Any) -> Any:
    """What the search page lists."""
    return page.pane.rows.rows.things


async def test_older_notes_move_out_are_found_and_come_back(tmp_path: Path, qtbot: Any) -> None:
    root = sample(tmp_path)
    (root / OLD).write_text("- The wombat is called Nilo\n")
    async with running(tmp_path, root) as program:
        program.settings.set("tiers.cold", "local")
        await asyncio.to_thread(program.memory.tiers.move)
        program.window.show_page("search")
        await quiet(program)
        found = program.window.page
        write(found.pane.input, "wombat")
        await until(lambda: found.settled and found.pane.rows.rows.things)
        await until(lambda: "wombat is called Nilo" in found.reader.editor.toPlainText())
        (root / "memory/2026-11-20.md").write_text("- Another wombat came\n")
        program.memory.index.refresh()
        await until(lambda: found.settled and len(rows(found)) == 2)
        await asyncio.to_thread(program.memory.tiers.back)
        await until(lambda: found.settled and len(rows(found)) == 2)


async def test_servers_of_the_file_are_told(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.settings.set("tiers.consent", ["db.example.org"])
        program.settings.set("tiers.warm", "postgresql://me@db.example.org/notes")
        program.window.show_page("settings")
        page = program.settings_page
        promise = page.row("privacy")
        assert promise.explanation.text().startswith("Notes leave this computer")
        assert "PostgreSQL at db.example.org:5432" in promise.explanation.text()
