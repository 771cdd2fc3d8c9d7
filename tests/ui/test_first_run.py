"""The first page: three ways in, what was open before, and what to do when it fails."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtWidgets import QFileDialog

from desktop_app import release
from desktop_app.ui.first_run import FirstRun
from tests.support.bringing import drop
from tests.support.program import quiet, running, sample
from tests.support.waiting import until


@pytest.fixture
def page(tmp_path: Path, theme, qtbot) -> FirstRun:
    made = FirstRun(["/srv/notes", "/srv/diary"], home=tmp_path)
    qtbot.addWidget(made)
    made.resize(900, 640)
    made.show()
    made.activateWindow()
    return made


def click(qtbot, button) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_open_asks_for_a_folder_without_holding_up_the_window(
    page: FirstRun, tmp_path: Path, qtbot
) -> None:
    click(qtbot, page.open_button)
    dialog = page.findChild(QFileDialog)
    assert dialog is not None and dialog.isVisible()
    with qtbot.waitSignal(page.open_folder) as asked:
        dialog.fileSelected.emit(str(tmp_path))
    assert asked.args == [str(tmp_path)]
    dialog.close()


async def test_a_folder_dropped_on_the_first_page_is_opened(tmp_path: Path, qtbot) -> None:
    root = sample(tmp_path)
    async with running(tmp_path) as program:
        assert not drop(program.window, "https://example.org/notes")
        assert drop(program.window, root)
        await until(lambda: program.memory is not None)
        assert program.memory.root == root
        await quiet(program)


def vault(tmp_path: Path) -> Path:
    root = tmp_path / "Vault"
    for path, text in {".obsidian/daily-notes.json": '{"folder": "Log"}',
                       "Log/2026-03-14.md": "- x\n", "Boat.md": "- y\n"}.items():  # fmt: skip
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def names(root: Path) -> set[str]:
    return {path.name for path in root.rglob("*")}


@pytest.mark.parametrize("way", ["open", "create"])
async def test_a_folder_of_notes_says_what_it_holds_before_anything_is_written(
    tmp_path: Path, qtbot, way: str
) -> None:
    root = vault(tmp_path)
    before = names(root)
    async with running(tmp_path) as program:
        page = program.opening.first_run
        program.opening.open(root, create=way == "create")
        await until(page.banner.isVisible)
        assert (
            "Obsidian: days in Log/, diaries in Log/dreams/.\n"
            "1 day has notes, the newest of 14 March 2026.\n"
            "1 note has no date.\n"
            "There is no MEMORY.md yet. It is created with the first line that is kept."
        ) in page.banner.words
        assert names(root) == before
        click(qtbot, page.banner.button)
        await until(lambda: program.memory is not None)
        await quiet(program)
        assert names(root) == before | {".nightstand.toml"}
        assert len(program.memory.days.heads()) == 1


async def test_another_notebook_opens_in_a_window_of_its_own(
    tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(QProcess, "startDetached", lambda *words: begun.append(words))
    async with running(tmp_path, sample(tmp_path)) as program:
        program.actions["open.new"].trigger()
        dialog = program.window.findChild(QFileDialog)
        dialog.fileSelected.emit(str(tmp_path))
        dialog.close()
        ((started, words),) = begun
        assert [started, *words] == [*release.command(window=True), "open", str(tmp_path)]
        assert program.root == tmp_path / "Memory"
