"""An archive from the window: a name is asked for, the file is written, and the window tells."""

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog, QLineEdit

from desktop_app.settings import Places
from desktop_app.ui.parts.folders import beside
from tests.support.program import quiet, running, sample
from tests.support.waiting import until


async def test_a_notebook_is_packed_and_unpacked_and_opened(
    tmp_path: Path, qapp: Any, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("settings")
        program.settings_page.row("carry")
        program.settings_page.form.buttons["archive"].click()
        assert beside(Places.default().data / "Sample notebook") == beside(None) == Path.home()
        dialog = program.window.findChild(QFileDialog)
        assert dialog.findChild(QLineEdit, "fileNameEdit").text() == "Memory.nightstand"
        dialog.accept()
        await quiet(program)
        packed = tmp_path / "Memory.nightstand"
        assert str(packed) in program.window._toast.words
        program.actions["unarchive"].trigger()
        (asked,) = [one for one in program.window.findChildren(QFileDialog) if one.isVisible()]
        assert asked.nameFilters() == ["*.nightstand"]
        asked.reject()
        program.archiving.unarchive(packed, tmp_path / "Moved")
        await until(lambda: program.memory.root == tmp_path / "Moved")
        await quiet(program)
        (tmp_path / "cut.nightstand").write_bytes(packed.read_bytes()[:5000])
        program.archiving.unarchive(tmp_path / "cut.nightstand", tmp_path / "Cut")
        await quiet(program)
        assert "not whole" in program.window.banner.words
        assert not (tmp_path / "Cut").exists()
