"""Older notes in Settings and in searches: they move, are found a moment later, and come back."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_app.tiers.rules import Tier
from tests.support.program import press, quiet, running, sample, write
from tests.support.waiting import until

pytest.importorskip("pyarrow", reason="the extra `tiers` is not installed")

OLD = "memory/2019-03-04.md"


def rows(page: Any) -> Any:
    """What the search page lists."""
    return page.pane.list.hits.rows


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
        (root / "memory/2026-11-20.md").write_text("- Another wombat came\n")
        program.memory.index.refresh()
        await until(lambda: page.settled and len(page.pane.list.hits.rows) == 2)
        older_chip = page.pane.chips["older"]
        await until(older_chip.isVisible)
        older_chip.click()
        await until(lambda: page.settled and [row.path for row in rows(page)] == [OLD])
        page.pane.clear.click()
        await until(lambda: page.pane.tally.text() == "Older notes")
        assert [row.path for row in rows(page)] == [OLD]
        program.window.show_page("settings")
        await until(older.back_button.isEnabled)
        older.back_button.click()
        await until(lambda: "0 older ones" in older.stand.explanation.text())
        program.window.show_page("search")
        await until(lambda: not older_chip.isVisible() and page.pane.chips["all"].isChecked())


async def test_a_server_is_typed_its_trouble_told_and_its_password_kept_apart(
    tmp_path: Path, qtbot: Any
) -> None:
    pytest.importorskip("redis", reason="the extra `teams` is not installed")
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("settings")
        await quiet(program)
        older, kept = program.window.page.older, program.settings.get
        servers = older.servers
        assert not servers.isVisible()
        older.choice.part("server").click()
        hot = servers.rows[Tier.HOT]
        await until(hot.isVisible)
        for typed, told in (
            ("redis://me:secret@127.0.0.1/0", "Leave the password out"),
            ("redis://db.example.org/0", "is not this computer"),
            ("ftp://127.0.0.1/0", "not the address of a server"),
        ):
            hot.address.setText(typed)
            press(hot.address, Qt.Key.Key_Return)
            assert told in hot.explanation.text() and kept("tiers.hot") == ""
        hot.address.setText("redis://127.0.0.1:1/0")
        press(hot.address, Qt.Key.Key_Return)
        await until(lambda: "can't be reached" in hot.explanation.text())
        assert kept("tiers.hot") == "redis://127.0.0.1:1/0"
        write(hot.password, "s3cret\n")
        file = program.settings.path.with_name("servers.json")
        await until(file.exists)
        assert "s3cret" in file.read_text("utf-8") and not hot.password.text()
        warm = servers.rows[Tier.WARM]
        warm.address.setText("postgresql://me@db.example.org/notes")
        press(warm.address, Qt.Key.Key_Return)
        assert kept("tiers.warm") == ""
        write(servers.consent, "db.example.org\n")
        assert kept("tiers.warm") == "postgresql://me@db.example.org/notes"
        promise = program.window.page.privacy.promise
        assert promise.label.text() == "Notes leave this computer"
        assert "PostgreSQL at db.example.org:5432" in promise.explanation.text()
        older.choice.part("off").click()
        await until(lambda: not servers.isVisible())
        assert (kept("tiers.hot"), kept("tiers.warm"), kept("tiers.cold")) == ("", "", "off")
        assert promise.label.text() == "Nothing leaves this computer"
