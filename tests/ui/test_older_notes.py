"""Older notes in Settings and in searches: they move, are found a moment later, and come back."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.program import quiet, running, sample, write
from tests.support.waiting import until

pytest.importorskip("pyarrow", reason="the extra `tiers` is not installed")

OLD = "memory/2019-03-04.md"


async def test_older_notes_move_out_are_found_and_come_back(tmp_path: Path, qtbot: Any) -> None:
    root = sample(tmp_path)
    (root / OLD).write_text("- The wombat is called Nilo\n")
    async with running(tmp_path, root) as program:
        program.window.show_page("settings")
        await quiet(program)
        older = program.window.page.older
        await until(lambda: "1 would move" in older.stand.explanation.text())
        older.choice.part("local").click()
        await until(lambda: "1 older one beside it" in older.stand.explanation.text())
        assert program.settings.get("tiers.cold") == "local"
        program.window.show_page("search")
        await quiet(program)
        page = program.window.page
        write(page.pane.input, "wombat")
        await until(lambda: page.settled and page.pane.list.hits.rows)
        await until(lambda: "wombat is called Nilo" in page.note.reader.page.toPlainText())
        program.window.show_page("settings")
        await until(older.back_button.isEnabled)
        older.back_button.click()
        await until(lambda: "0 older ones" in older.stand.explanation.text())
