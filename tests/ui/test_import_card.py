"""An import in the window: dropped or chosen, counted, brought, stopped, taken back."""

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_app.sessions.imports.entry import ImportKind
from desktop_app.ui.conversation.bring_sheet import BringSheet
from desktop_app.ui.open_notebook import OpenNotebook
from tests.sessions.imports.given import chatgpt, claude, folder, packed, written
from tests.support.bringing import drop, open_sheet
from tests.support.program import click, press, quiet, tick
from tests.support.waiting import until


def days(program: OpenNotebook) -> list[str]:
    return sorted(
        path.name
        for path in (program.memory.root / "memory").glob("*.md")
        if path.name != "2026-11-01.md"
    )


def export(tmp_path: Path) -> Path:
    return packed(tmp_path / "export.zip", conversations_json=[chatgpt(), claude()])


def said(part: BringSheet) -> list[str]:
    return [item.text() for item in part.lines.boxes()]


async def looked(program: OpenNotebook, part: BringSheet) -> None:
    await until(lambda: part.step is part.shown or part.banner.words)
    await quiet(program)


async def test_an_export_is_counted_brought_and_taken_back(qtbot: Any, tmp_path: Path) -> None:
    async with open_sheet(tmp_path, "import") as (program, part):
        assert part.isVisible() and part.file_button.hasFocus()
        assert drop(program.window, export(tmp_path))
        await looked(program, part)
        assert part.name.text() == "export.zip"
        assert part.told.text() == (
            "2 entries in 2 days, from 22 November 2025 to 23 November 2025"
        )
        assert part.kinds == (ImportKind.CHATGPT, ImportKind.CLAUDE)
        assert said(part) == [
            "ChatGPT conversations: 1 new",
            "Claude conversations: 1 new · guessed: read by its public description",
        ]
        assert days(program) == [], "nothing is written before it is asked for"
        assert part.act_button.text() == "Import 2 entries"
        assert part.lines.hasFocus()
        press(part.lines, Qt.Key.Key_Return)
        await until(lambda: part.banner.words == "Imported: 2 entries in 2 days")
        await quiet(program)
        assert days(program) == ["2025-11-22.md", "2025-11-23.md"]
        click(part.banner.other)
        told = "Undone. 2 days are as before the import."
        await until(lambda: part.banner.words == told)
        await quiet(program)
        assert days(program) == [] and part.banner.other.isHidden()


async def test_a_kind_can_be_left_out(qtbot: Any, tmp_path: Path) -> None:
    async with open_sheet(tmp_path, "import") as (program, part):
        part.take(str(export(tmp_path)))
        await looked(program, part)
        tick(part.lines, 0)
        assert part.told.text() == "1 entry in 1 day: 23 November 2025"
        tick(part.lines, 1)
        assert part.told.text() == "Nothing is chosen."
        assert not part.act_button.isEnabled()
        tick(part.lines, 1)
        click(part.act_button)
        await until(lambda: part.banner.words == "Imported: 1 entry in 1 day")
        await quiet(program)
        assert days(program) == ["2025-11-23.md"]
        click(part.banner.button)
        await quiet(program)
        assert program.window.page.name == "days"


async def test_what_cannot_be_read_is_told_in_place(qtbot: Any, tmp_path: Path) -> None:
    async with open_sheet(tmp_path, "import") as (program, part):
        (tmp_path / "x.zip").write_bytes(b"no zip")
        part.take(str(tmp_path / "x.zip"))
        await looked(program, part)
        assert "x.zip is damaged, or is no archive that Nightstand can read." in part.banner.words
        assert part.step is part.giving and part.file_button.isEnabled()
        assert part.file_button.hasFocus()


@pytest.mark.parametrize("when", ["looking", "bringing"])
async def test_it_can_be_stopped_and_leaves_nothing(qtbot: Any, tmp_path: Path, when: str) -> None:
    many = [chatgpt(f"c{n}", f"Talk {n}") for n in range(200)]
    path = written(tmp_path / "conversations.json", many)
    async with open_sheet(tmp_path, "import") as (program, part):
        if when == "bringing":
            part.take(str(path))
            await looked(program, part)
            part.stepped.connect(lambda step: "5 of" in step and part.cancel())
            click(part.act_button)
        else:
            part.stepped.connect(lambda _step: part.cancel())
            part.take(str(path))
        await until(lambda: part.banner.words)
        assert part.banner.words == "Cancelled. Nothing was written."
        assert part.step is (part.shown if when == "bringing" else part.giving)
        assert days(program) == [] and part.running.isHidden()


async def test_folders_and_zips_go_to_the_import_and_texts_to_the_conversation(
    qtbot: Any, tmp_path: Path
) -> None:
    async with open_sheet(tmp_path, "import") as (program, part):
        program.window.show_page("memory")
        talk = tmp_path / "talk.txt"
        talk.write_text("User: My sister Ines moved to Lyon in October.\n")
        assert drop(program.window, talk)
        await quiet(program)
        page = program.conversation_page
        assert page.adding.isVisible()
        notes = folder(tmp_path / "notes", **{"2024-01-05": "- Tea."})
        assert drop(program.window, notes)
        await looked(program, part)
        assert part is page.importing and part.name.text() == "notes"
        journal = {"metadata": {"version": "1.0"}, "entries": []}
        (tmp_path / "Journal.json").write_text(json.dumps(journal))
        assert drop(program.window, tmp_path / "Journal.json"), "the part that is in front takes it"
        await until(lambda: part.banner.words)
        assert part.isVisible()
