"""Check: every finding with a word, and what to do."""

import sqlite3
from pathlib import Path

from PySide6.QtCore import Qt

from tests.support.accessible import nameless
from tests.support.desk import Desk, desk
from tests.support.waiting import until


async def looked(qtbot, made: Desk) -> list[str]:
    """The words of each finding, after a click."""
    made.window.show_page("settings")
    page = made.settings_page
    said = page.row("check").explanation
    qtbot.mouseClick(page.form.buttons["check"], Qt.MouseButton.LeftButton)
    assert said.text().startswith("Looking at every file")
    await until(lambda: not page.looking)
    rows = [page.form.rows[row.key] for row in page.found]
    return [f"{row.label.text()} | {row.explanation.text()}".strip(" |") for row in rows]


async def test_a_good_notebook_is_told_to_be_well(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        found = await looked(qtbot, made)
        assert "OK: Every file can be read." in found
        assert all(row.startswith("OK: ") for row in found)
        said = made.settings_page.row("check").explanation.text()
        assert said.startswith(f"All is well: {len(found)} checks, looked at ")
        assert nameless(made.window) == []

        # What asks for attention comes first with what to do.
        made.memory.files.save("MEMORY.md", b"- one\n", made.memory.files.read("MEMORY.md"))
        (made.notebook / "MEMORY (conflicted copy).md").write_text("- other\n")
        with sqlite3.connect(made.memory._notebook.own / "history.db") as database:
            database.execute("update contents set packed = x'00' where size = 6")
        database.close()
        found = await looked(qtbot, made)
        assert found[0] == (
            "Attention: MEMORY (conflicted copy).md is a copy that a sync program made when two "
            "versions met. | "
            "Open the note in Nightstand to choose; the copy goes then."
        )
        assert "is damaged." in found[1]
        assert found[1].startswith("Attention: ")
        assert found[2].startswith("OK: ")
        said = made.settings_page.row("check").explanation.text()
        assert said.startswith("2 things ask for your attention")

        # What is left out is typed.
        made.memory.days.remember("The zebra came.")
        made.window.show_page("settings")
        page = made.settings_page
        page.show_section("notebook")
        field = page.control("leave_out")
        field.setFocus()
        qtbot.keyClicks(field, "memory, # Private")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: made.memory.layout.leave_out == ("memory", "# Private"))
        await until(lambda: not made.memory.search.find("zebra").hits)
        field.clear()
        qtbot.keyClicks(field, " ")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: made.memory.layout.leave_out == ())
        await until(lambda: len(made.memory.search.find("zebra").hits) == 1)
