"""Several notebooks in one program: each has its window, and none reaches into another."""

import gc
import json
import weakref
from pathlib import Path
from typing import Any

import pytest

from desktop_app.app import Program
from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.program import all_windows, click, quiet
from tests.support.waiting import until


def notebook(root: Path) -> Path:
    root.mkdir()
    (root / "MEMORY.md").write_text(f"# {root.name}\n")
    return root


async def opened(program: Program, folder: Path) -> OpenNotebook:
    """Its window, once the notebook is in it."""
    program.open(str(folder))
    one = program.notebooks[-1]
    await until(lambda: one.root == folder)
    await quiet(one)
    return one


async def refused(program: Program, folder: Path) -> "weakref.ref[OpenNotebook]":
    """A window that tells why its notebook could not be opened, and closes then."""
    program.open(str(folder))
    one = program.notebooks[-1]
    await until(lambda: one.opening.page is not None and one.opening.page.banner.words)
    one.window.made("search")
    one.window.close()
    return weakref.ref(one)


async def test_two_notebooks_live_side_by_side_and_both_come_back(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, home = notebook(tmp_path / "work"), notebook(tmp_path / "home")
    async with all_windows(tmp_path, work) as program:
        one = program.front
        two = await opened(program, home)
        both = [one, two]
        assert [each.window.windowTitle() for each in both] == [
            "work – Nightstand",
            "home – Nightstand",
        ]

        # Each has its own text, worker and history.
        for each in both:
            page: Any = each.window.page
            page.editor.go_to_end()
            page.editor.insertPlainText(f"- typed at {each.memory.name}\n")
        for each in both:
            core = each.root / "MEMORY.md"
            text = f"# {core.parent.name}\n- typed at {core.parent.name}\n"
            await until(lambda core=core, text=text: core.read_text() == text)

        monkeypatch.setattr(one.background, "is_dreaming", lambda: True)
        assert two.background.others_dream(), "dreams by themselves come one after the other"
        monkeypatch.undo()

        # A notebook that is open is gone to, not opened twice.
        two.actions["open.new"].trigger()
        assert two.window.finder.shown[0] == "Go to work"
        two.opening.open(work)
        await quiet(two)
        assert [each.root for each in both] == [work, home]

        # One that cannot be opened says so in its own window, which leaves nothing when it closes.
        left = await refused(program, tmp_path / "away")
        assert not any(each.window.banner.words for each in both)
        await until(lambda: len(program.notebooks) == 2)
        await until(lambda: gc.collect() is not None and left() is None)
        theme().set_zoom(1.25)  # no widget of the closed window hears of it

        # Quitting asks where something would be lost, and closes nothing before the answer.
        lost = ["a note for today"]
        monkeypatch.setattr(two.note, "unkept", lambda: lost)
        program.quit()
        await until(lambda: two.window.banner.words)
        assert all(each.window.isVisible() and each.window.isEnabled() for each in both)
        click(two.window.banner.button)
        await until(lambda: not program.notebooks)
    async with all_windows(tmp_path) as program:
        await until(lambda: {each.root for each in program.notebooks} == {work, home})
        for each in program.notebooks:
            await quiet(each)
        closing, staying = program.notebooks
        closing.actions["close"].trigger()
        await until(lambda: program.notebooks == [staying])
        assert staying.window.isVisible()
    kept = json.loads((tmp_path / "data/state.json").read_text(encoding="utf-8"))
    assert kept["open"] == [str(staying.root)]
