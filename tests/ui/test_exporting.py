"""Exporting from the window: a name is asked for, the file is written, and the window tells."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog, QLineEdit

from desktop_app.settings import Places
from desktop_app.ui.parts.folders import beside
from tests.support.program import click, quiet, running, sample
from tests.support.waiting import until


async def test_the_notebook_is_written_where_a_person_says(
    tmp_path: Path, qapp: Any, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.actions["print"].trigger()
        await quiet(program)
        click(program.exporting.database_button)
        dialog = program.window.findChild(QFileDialog)
        assert beside(Places.default().data / "Sample notebook") == beside(None) == Path.home()
        named = dialog.findChild(QLineEdit, "fileNameEdit")
        assert named.text() == "Memory.db"
        dialog.accept()
        await quiet(program)
        assert str(tmp_path / "Memory.db") in program.window._toast.words
        with closing(sqlite3.connect(tmp_path / "Memory.db")) as database:
            assert database.execute("select count(*) from bullets").fetchone()[0] > 0


async def test_another_file_stays_and_the_window_says_why(
    tmp_path: Path, qapp: Any, qtbot: Any
) -> None:
    mine = tmp_path / "mine.db"
    mine.write_text("mine")
    async with running(tmp_path, sample(tmp_path)) as program:
        program.exporting.write(mine)
        await quiet(program)
        assert "is there already" in program.window.banner.words
        assert mine.read_text() == "mine"


async def test_a_notebook_is_packed_and_unpacked_and_opened(
    tmp_path: Path, qapp: Any, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("settings")
        program.settings_page.row("carry")
        program.settings_page.form.buttons["archive"].click()
        dialog = program.window.findChild(QFileDialog)
        assert dialog.findChild(QLineEdit, "fileNameEdit").text() == "Memory.nightstand"
        dialog.accept()
        await quiet(program)
        packed = tmp_path / "Memory.nightstand"
        assert str(packed) in program.window._toast.words
        program.exporting.unarchive(packed, tmp_path / "Moved")
        await until(lambda: program.memory.root == tmp_path / "Moved")
        await quiet(program)
        (tmp_path / "cut.nightstand").write_bytes(packed.read_bytes()[:5000])
        program.exporting.unarchive(tmp_path / "cut.nightstand", tmp_path / "Cut")
        await quiet(program)
        assert "not whole" in program.window.banner.words
        assert not (tmp_path / "Cut").exists()
