"""A conversation from the first page into a new notebook, and a transcript into the next."""

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QInputDialog

from tests.support.bringing import drop
from tests.support.program import click, quiet, running, sample, write
from tests.support.waiting import until

TALK = "User: My sister Ines moved to Lyon in October.\nAssistant: Noted: Ines lives in Lyon.\n"


def transcript(tmp_path: Path) -> Path:
    """As an agent writes it."""
    rows = [
        {"type": "summary", "summary": "Boats"},
        {"type": "user", "message": {"role": "user", "content": "The boat is in Ana's yard."}},
        {"type": "user", "message": {"role": "user", "content": [{"type": "tool_result"}]}},
        {
            "type": "assistant",
            "message": {"role": "assistant", "content": [{"type": "text", "text": "Noted."}]},
        },
    ]
    path = tmp_path / "session.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


async def test_a_new_notebook_begins_with_a_conversation_which_search_finds_and_undo_takes_back(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    async with running(tmp_path) as program:
        first = program.opening.first_run
        click(first.create_button)
        asked = program.window.findChild(QInputDialog)
        asked.setTextValue(str(tmp_path / "New"))
        asked.accept()
        await until(lambda: program.memory is not None)
        await quiet(program)
        program.actions["conversation"].trigger()
        memory, talk = program.memory, program.conversation_page.sheet
        assert talk.isVisible()
        write(talk.field, TALK.strip())
        click(talk.read_button)
        await until(talk.shown.isVisible)
        click(talk.act_button)
        await until(lambda: talk.banner.words.startswith("Added to today"))
        await quiet(program)
        day = memory.layout.day(memory.today())
        assert "moved to Lyon in October" in memory.files.read(day).text
        assert [hit.path for hit in memory.search.find("Lyon").hits][:1] == [day]

        click(talk.banner.button)
        await until(lambda: "moved to Lyon" in program.days_page.editor.text())
        program.window.show_page("conversation")
        click(talk.banner.other)
        await until(lambda: not memory.files.read(day).exists)
        await quiet(program)
        assert not memory.search.find("Lyon").hits
        assert [path.name for path in (memory.root / "memory").glob("*.md")] == []


async def test_a_transcript_dropped_on_the_window_becomes_part_of_the_next_dream(
    qtbot: Any, tmp_path: Path
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        path, memory = transcript(tmp_path), program.memory
        drop(program.window, path)
        talk = program.conversation_page.sheet
        await until(talk.shown.isVisible)
        assert talk.told.text().startswith("2 messages · 2 tool lines skipped · Chosen")
        click(talk.act_button)
        await until(lambda: talk.banner.words.startswith("Added to today"))
        await quiet(program)
        day = memory.files.read(memory.layout.day(memory.today())).text
        assert "- User: The boat is in Ana's yard." in day
        with path.open("a") as file:
            row = {
                "type": "user",
                "message": {"role": "user", "content": "She wants it gone by May."},
            }
            file.write(f"{json.dumps(row)}\n")
        drop(program.window, path)
        await until(talk.shown.isVisible)
        assert "3 messages · 1 new" in talk.told.text()
