"""The window where MEMORY.md is longer than agents read: offered, moved, shown, taken back."""

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication

from desktop_app.dreams.usage import UNUSED, Finds
from tests.support.browsing import follow
from tests.support.program import click, quiet, running, sample
from tests.support.waiting import until

LOG = "\n## Log\n\n" + "".join(f"- Buoy {n} got a coat of paint.\n" for n in range(195))


async def test_a_dream_moves_a_section_that_nobody_used_and_its_diary_leads_there(
    tmp_path: Path, qtbot: Any
) -> None:
    root = sample(tmp_path)
    memory_file = root / "MEMORY.md"
    memory_file.write_bytes(memory_file.read_bytes() + LOG.encode())
    before = memory_file.read_bytes()
    async with running(tmp_path, root) as program:
        Finds(program.memory._notebook.database).since(program.memory.today() - UNUSED)
        page = program.dreams_page
        program.window.show_page("dreams")
        await quiet(program)
        click(page.list.dream_button)
        await until(lambda: page.review.proposal is not None)
        await quiet(program)
        (moved,) = [one for one in page.review.proposal.changes if one.kind == "moved"]
        assert (moved.to, len(moved.old)) == ("memory/log.md", 195)
        program.memory.dreams.apply(page.review.proposal.id, {moved.n})
        await until(lambda: any(one.undoable for one in page.list.all()))
        page.list.choose(next(one for one in page.list.all() if one.undoable))
        await until(lambda: page.diary.isVisible())
        await quiet(program)
        assert "Moved" in page.diary.toPlainText()
        follow(page.diary, "Now in")
        await until(lambda: program.window.page is program.days_page)
        await until(lambda: program.days_page.shown_path() == "memory/log.md")
        program.window.show_page("dreams")
        await quiet(program)
        click(page.diary.undo_button)
        await until(lambda: memory_file.read_bytes() == before)
        assert not (root / "memory" / "log.md").exists()
        assert QApplication.activeModalWidget() is None
