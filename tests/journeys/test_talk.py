"""A talk from its first word: a tool, a stop, a search, a new start, a flush, and its undo."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from tests.support.ollama import OurOllama, called, calls, lines, said, says, silent
from tests.support.program import click, press, quiet
from tests.support.talk_page import (
    answered,
    ask,
    messages,
    notebook,
    shown,
    talking,
    today,
)
from tests.support.talk_page import said as shown_text
from tests.support.waiting import until

FACT = "We decided to keep the boat in the yard until March."


async def test_a_talk_is_typed_stopped_found_opened_again_flushed_and_taken_back(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    root = notebook(tmp_path)
    searches = calls(called("memory_search", query="spare key"))
    ollama.next("/api/chat", searches, says("**Ana** has it."))
    async with talking(tmp_path, ollama, root) as (program, page):
        program.settings.set("sessions.remember", False)
        await ask(page, "Who has the spare key?")
        await answered(page)
        assert messages(page)[1] == ("assistant", "**Ana** has it.")
        assert [use.name for use in shown(page)[1].tools] == ["memory_search"]
        asked = ollama.asked("/api/chat")
        result = next(one for one in asked[1].body["messages"] if one["role"] == "tool")
        assert "MEMORY.md" in result["content"] and "Ana" in result["content"]

        ollama.next("/api/chat", lines(said("Noted: the "), said("boat"), then=silent))
        await ask(page, FACT)
        await until(lambda: "boat" in shown_text(page))
        press(page.desk.composer.field, Qt.Key.Key_Escape)
        await answered(page)
        assert shown(page)[-1].stopped
        program.settings.set("sessions.remember", False)
        (transcript,) = (root / "sessions").glob("*.jsonl")
        assert "Noted: the boat" in transcript.read_text()

    day = today_of(root)
    assert FACT in day.read_text(), "a talk that is left is flushed by the rules"
    async with talking(tmp_path, ollama, root) as (program, page):
        await until(lambda: len(messages(page)) == 4)
        assert shown(page)[-1].stopped, "the talk that was open is open again"
        program.memory.index.refresh()
        program.window.show_page("search")
        pane = program.search_page.pane
        pane.input.setText("yard until March")
        await quiet(program)
        kinds = [row.path for row in pane.rows.rows.things]
        assert any(path.startswith("sessions/") for path in kinds)

        program.window.show_page("conversation")
        ollama.next("/api/chat", says("It is."))
        await ask(page, "The surveyor comes on 4 December at 9:30.")
        await answered(page)
        before = day.read_text()
        ollama.next("/api/chat", says("- The surveyor comes on 4 December at 9:30."))
        click(page.desk.meter.flush_button)
        await until(page.desk.news.isVisible)
        assert page.desk.news.words.startswith("Notes saved in memory/")
        assert "surveyor comes on 4 December" in today(program).read_text()
        assert today(program).read_text().count(FACT) == 1, "nothing is flushed twice"
        click(page.desk.news.other)
        await until(lambda: today(program).read_text() == before)
        await quiet(program)


def today_of(root: Path) -> Path:
    """The newest day of a notebook."""
    return max((root / "memory").glob("2*.md"))
