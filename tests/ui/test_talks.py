"""Talking in the window: typed, streamed, stopped, answered again, kept, without a model."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from desktop_app.errors import Problem
from desktop_app.memory.extraction import Extracted
from desktop_app.ui.conversation.talk_words import context_of
from tests.support import ollama as server
from tests.support.model_dream import MODEL
from tests.support.ollama import OurOllama, called, calls, lines, reset, says, silent
from tests.support.program import click, press, press_toast, quiet, write
from tests.support.talk_page import (
    KEY,
    answered,
    ask,
    messages,
    notebook,
    press_link,
    said,
    shown,
    talking,
    today,
)
from tests.support.waiting import heartbeat, until

NEW = f"# Memory\n\n## Home\n\n- {KEY}\n- The boiler is serviced in April.\n"
MARKDOWN = "Yes:\n\n- **Ana** has it\n\n```python\nkey = 1\nprint(key)\n```\n\nThat is all."


def words_of(path: Path) -> str:
    """The text of a file; "" for one that is gone by now."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


# -- a turn ----------------------------------------------------------------------------------


async def test_what_is_typed_is_answered_piece_by_piece_and_kept(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    go = threading.Event()
    ollama.next("/api/chat", says("Ana has the spare key.", go=go))
    async with talking(tmp_path, ollama) as (program, page):
        assert page.desk.composer.field.hasFocus()
        await ask(page, "Who has the spare key?")
        await until(lambda: len(page.desk.column.messages) == 2)
        await until(lambda: "Ana has" in said(page))
        assert page.desk.composer.stop_button.isVisible()
        go.set()
        await answered(page)
        assert messages(page) == [
            ("user", "Who has the spare key?"),
            ("assistant", "Ana has the spare key."),
        ]
        assert said(page).startswith("Ana has the spare key.")
        assert page.desk.header.title.text() == "Who has the spare key?"
        assert page.desk.header.subtitle.text() == f"{MODEL} · 2 messages"
        assert page.desk.composer.send_button.isVisible() and page.desk.composer.words == ""
        await quiet(program)
        (head,) = page.pane.heads
        assert head.title == "Who has the spare key?"
        assert (program.memory.root / head.path).is_file()
        chat = ollama.asked("/api/chat")[0].body
        assert KEY in chat["messages"][0]["content"]

        # The line of memory that was used is named, and opened by a press.
        assert "Used 1 line of your notes: MEMORY · The spare key is with Ana." in said(page)
        press_link(page, "MEMORY · The spare key")
        await quiet(program)
        assert program.window.page is program.window.made("memory")


async def test_markdown_is_set_its_words_are_copied_and_its_links_lead_nowhere(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    text = f"{MARKDOWN}\n\n[Undo](#0) <https://example.org>"
    ollama.next("/api/chat", says(text, thinking="The notes name Ana."))
    async with talking(tmp_path, ollama) as (_program, page):
        await ask(page, "<b>Who</b>?\n")
        await answered(page)
        assert said(page, -2) == "<b>Who</b>?"
        assert "**" not in said(page) and "```" not in said(page) and "Undo" in said(page)
        column = page.desk.column
        column.selectAll()
        column.copy()
        assert "key = 1\nprint(key)" in QGuiApplication.clipboard().text()
        assert column.document().toHtml().count("href=") == len(column._acts)


async def test_an_answer_is_stopped_by_key_and_click_and_keeps_what_came(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    async with talking(tmp_path, ollama) as (program, page):
        # Nothing is sent of nothing, and while an answer is under way; Escape stops it.
        ollama.next("/api/chat", lines(server.said("Ana "), then=silent))
        field = page.desk.composer.field
        write(field, "   ")
        press(field, Qt.Key.Key_Return)
        assert page.work.answering is None
        field.clear()
        await ask(page, "Who?")
        await until(lambda: "Ana" in said(page))
        write(field, "And where?")
        press(field, Qt.Key.Key_Return)
        assert page.desk.composer.words == "And where?"
        press(field, Qt.Key.Key_Escape)
        await answered(page)
        assert len(messages(page)) == 2
        field.clear()

        # A click stops it, too; what came stays, and is told as not whole.
        program.actions["talk.new"].trigger()
        ollama.next("/api/chat", lines(server.said("Ana "), server.said("has "), then=silent))
        await ask(page, "Who?")
        await until(lambda: "Ana has" in said(page))
        click(page.desk.composer.stop_button)
        await answered(page)
        assert messages(page)[1:] == [("assistant", "Ana has ")]
        assert "Stopped: the answer is not whole" in said(page)
        assert not page.desk.banner.isVisible()


async def test_a_model_that_is_gone_in_the_middle_leaves_what_came_and_a_way_to_try_again(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    ollama.next("/api/chat", lines(server.said("Ana "), server.said("has "), then=reset))
    async with talking(tmp_path, ollama) as (_program, page):
        await ask(page, "Who?")
        await answered(page)
        assert messages(page) == [("user", "Who?"), ("assistant", "Ana has ")]
        assert page.desk.banner.isVisible() and page.desk.banner.words
        ollama.next("/api/chat", says("Ana."))
        click(page.desk.banner.button)
        await until(lambda: messages(page)[1:] == [("assistant", "Ana.")])
        await answered(page)
        assert not page.desk.banner.isVisible()


async def test_another_answer_is_made_in_place_of_the_last(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    ollama.next("/api/chat", says("One."), says("Two."))
    async with talking(tmp_path, ollama) as (_program, page):
        await ask(page, "Which?")
        await answered(page)
        press_link(page, "Answer again")
        await answered(page)
        assert messages(page) == [("user", "Which?"), ("assistant", "Two.")]


# -- tools -----------------------------------------------------------------------------------


async def test_tools_are_small_lines_and_what_they_wrote_is_undone_from_there(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    saves = calls(called("memory_save", text="Mara asked for the blue suitcase."))
    ollama.next("/api/chat", saves, says("Noted."))
    async with talking(tmp_path, ollama) as (program, page):
        await ask(page, "Note that Mara asked for the blue suitcase.")
        await answered(page)
        assert "Noted for today: “Mara asked for the blue suitcase.” · Undo" in said(page)
        assert messages(page)[1] == ("assistant", "Noted.")
        assert "blue suitcase" in today(program).read_text()
        press_link(page, "Undo")
        await until(lambda: "blue" not in words_of(today(program)))
        await until(lambda: not page.work.undo)


async def test_what_would_replace_memory_is_proposed(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    replaces = calls(called("memory_update", mode="replace", text=NEW))
    ollama.next("/api/chat", replaces, says("Done."))
    async with talking(tmp_path, ollama) as (program, page):
        await ask(page, "The boiler is serviced in April.")
        await answered(page)
        assert "March" in (program.memory.root / "MEMORY.md").read_text()
        (waiting,) = program.memory.dreams.proposals()
        assert [one.new for one in waiting.changes] == ["The boiler is serviced in April."]
        rewrote = "Rewrites MEMORY.md: not done. Proposed as 1 change, which waits for the person."
        assert rewrote in said(page)


# -- the list --------------------------------------------------------------------------------


async def test_a_talk_is_deleted_and_taken_back(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    ollama.next("/api/chat", says("Ana."), says("In March."))
    async with talking(tmp_path, ollama) as (program, page):
        await ask(page, "Who has the key?")
        await answered(page)
        program.actions["talk.new"].trigger()
        assert not shown(page) and page.desk.composer.field.hasFocus()
        await ask(page, "When is the boiler serviced?")
        await answered(page)
        await quiet(program)
        titles = lambda: [head.title for head in page.pane.heads]
        assert titles() == ["When is the boiler serviced?", "Who has the key?"]
        rows = page.pane.rows
        rows.setCurrentIndex(rows.model().index(1, 0))
        await until(lambda: messages(page)[:1] == [("user", "Who has the key?")])
        rows.setFocus()
        press(rows, Qt.Key.Key_Delete)
        await until(lambda: len(titles()) == 1)
        assert not shown(page)
        assert program.window._toast.words == "Deleted: Who has the key?"
        await press_toast(program)
        await until(lambda: "Who has the key?" in titles())


async def test_an_answer_comes_also_while_another_conversation_is_looked_at(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    go = threading.Event()
    ollama.next("/api/chat", says("First."), says("The second one.", go=go))
    async with talking(tmp_path, ollama) as (program, page):
        await ask(page, "One?")
        await answered(page)
        await quiet(program)
        page.begin()
        await ask(page, "Two?")
        await until(lambda: len(page.pane.heads) == 2)
        page.pane.rows.setCurrentIndex(page.pane.rows.model().index(1, 0))
        await until(lambda: messages(page)[:1] == [("user", "One?")])
        assert not page.desk.composer.stop_button.isVisible()
        write(page.desk.composer.field, "Three?")
        assert not page.desk.composer.send_button.isEnabled()
        go.set()
        await answered(page)
        assert messages(page) == [("user", "One?"), ("assistant", "First.")]
        assert program.window._toast.words == "An answer is there: Two?"
        await press_toast(program)
        await until(lambda: messages(page)[-1:] == [("assistant", "The second one.")])


async def test_facts_that_were_remembered_are_told_with_an_undo(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    async with talking(tmp_path, ollama) as (_program, page):
        await ask(page, "The alarm code is on the fridge.")
        await answered(page)
        page.work.hear(page.talk, Problem("There is no space left."))
        told = "Not done yet, and tried again later: There is no space left."
        assert page.desk.news.words == told
        undone: list[bool] = []
        facts = Extracted(appended=("Ana sails.",), undo=lambda: undone.append(True))
        page.work.hear(page.talk, facts)
        assert page.desk.news.words == "1 fact remembered: Ana sails."
        click(page.desk.news.other)
        await until(lambda: undone == [True])


# -- context ---------------------------------------------------------------------------------


async def test_the_meter_tells_how_full_the_context_is_and_what_comes(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    ollama.next("/api/chat", says("Ana.", prompt_tokens=5_569))
    async with talking(tmp_path, ollama) as (_program, page):
        assert not page.desk.meter.isVisible()
        await ask(page, "Who?")
        await answered(page)
        meter = page.desk.meter
        assert meter.words.text() == "Context 68 % · 5,570 of 8,192 tokens"
        assert meter.words.text() == context_of(page.talk.view)
        assert meter.bar.accessibleDescription() == (
            "Saves notes at 75 %, summarises older messages at 80 %"
        )
        assert meter.bar.value() == 68


async def test_a_long_talk_sleeps_in_four_phases_and_goes_on(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    async with talking(tmp_path, ollama) as (program, page):
        program.settings.set("sessions.sleep_messages", 2)
        program.settings.set("sessions.remember", False)
        told: list[str] = []
        say = page.desk.news.tell
        page.desk.news.tell = lambda words, *more: (told.append(words), say(words, *more))
        for n in range(6):  # the last ten messages stay
            tokens = 7_000 if n == 5 else 500
            ollama.next("/api/chat", says("Noted.", prompt_tokens=tokens))
            await ask(page, f"Sister number {n} moved to Lyon in October.")
            await answered(page)
        for n in (1, 2, 3, 4):
            assert f"Summarises older messages: step {n} of 4" in told
        assert any(words.startswith("Older messages are summarised: ") for words in told)
        assert len(messages(page)) == 12
        view = page.desk.column.view
        assert view.compacted == 2 and view.summary
        assert "2 earlier messages were summed up for the model" in said(page, 2)


# -- no model -------------------------------------------------------------------


async def test_without_a_model_one_line_says_so_and_talks_are_read(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    root = notebook(tmp_path)
    async with talking(tmp_path, ollama, root) as (program, page):
        await ask(page, "We decided to keep the boat in the yard until March.")
        await answered(page)
        ollama.models.clear()
        page.pane.rows.setFocus()
        program.server.look_closely()
        await until(page.desk.note.isVisible)
        assert "You cannot talk without a model" in page.desk.note.text()
        assert page.desk.models_button.isVisible()
        assert len(messages(page)) == 2
        click(page.desk.meter.flush_button)
        await until(page.desk.news.isVisible)
        assert "the yard until March" in today(program).read_text()
        page.begin()
        assert page.desk.empty.isVisible()
        click(page.desk.empty.button)
        assert page.sheet.isVisible()


# -- transcripts -----------------------------------------------------------------------------


async def test_a_transcript_of_another_program_opens_at_its_message_to_be_read(
    qtbot: Any, tmp_path: Path
) -> None:
    turns = ["Morning", "Good morning", "Who has the spare key?", "Ana.", "A key of iron", "Yes"]
    rows = [{"role": ("user", "assistant")[n % 2], "content": t} for n, t in enumerate(turns)]
    path = "sessions/2026-11-20-door.jsonl"
    text = "".join(f"{json.dumps(row)}\n" for row in [{"type": "summary"}, *rows])
    root = notebook(tmp_path, **{path: text})
    async with talking(tmp_path, None, root) as (program, page):
        program.window.show_page("memory")
        program.window.open(path, 5)
        read = page.desk.reader.editor
        await until(lambda: read.lit == (5, 5))
        assert program.window.page is page and page.shown_path() == path
        assert "Ana." in read.toPlainText() and read.hasFocus()
        assert page.desk.header.title.text() == "2026-11-20-door"
        assert not page.desk.composer.isVisible()
        click(page.desk.flush_file)
        await until(page.sheet.shown.isVisible)
        assert "6 messages" in page.sheet.told.text()


# -- many, and everybody ---------------------------------------------------------------------


@pytest.mark.parametrize("whose", ["ours", "another program's"])
async def test_of_ten_thousand_messages_only_those_near_the_view_are_live(
    qtbot: Any, tmp_path: Path, whose: str
) -> None:
    when = "2026-11-20T10:00:00+00:00"
    said_rows: list[dict[str, str]] = [
        {"id": f"{n}", "role": ("user", "assistant")[n % 2],
         "content": f"Message {n} " + "word " * (n % 60), "time": when}
        for n in range(10_000)
    ]  # fmt: skip
    if whose == "ours":
        said_rows.insert(0, {"type": "session", "id": "10aa298d", "made": when})
    path = "sessions/2026-11-20-10aa298d.jsonl"
    root = notebook(tmp_path, **{path: "".join(f"{json.dumps(row)}\n" for row in said_rows)})
    async with talking(tmp_path, None, root) as (program, page):
        async with heartbeat() as gaps:
            program.window.open(path, 0)
            await until(lambda: page.shown_path() == path)
            await quiet(program)
        assert max(gaps) < 2
        if whose != "ours":
            assert "Message 0" in page.desk.reader.editor.toPlainText()
            return
        column = page.desk.column
        bar = column.verticalScrollBar()
        assert bar.value() == bar.maximum()
        assert "Message 9999" in said(page)
        assert len(column._frames) < 60
        bar.setValue(0)
        press_link(page, "Earlier messages")
        await quiet(program)
        assert len(column._frames) < 80 and "Message 9970" in said(page, -30)
        assert bar.value() > bar.maximum() / 4, "what was read stays in sight"
        program.window.open(path, 52)
        await until(lambda: "Message 50" in column.textCursor().block().text())
        assert len(column._frames) < 80
        press_link(page, "Newest messages")
        assert "Message 9999" in said(page)


async def test_of_a_message_of_a_megabyte_the_beginning_is_shown(
    qtbot: Any, tmp_path: Path
) -> None:
    path, when = "sessions/2026-11-20-10aa298d.jsonl", "2026-11-20T10:00:00+00:00"
    head = {"type": "session", "id": "10aa298d", "made": when}
    row = {"id": "1", "role": "user", "content": "word " * 200_000, "time": when}
    root = notebook(tmp_path, **{path: f"{json.dumps(head)}\n{json.dumps(row)}\n"})
    async with talking(tmp_path, None, root) as (program, page):
        program.window.open(path, 0)
        await until(lambda: len(messages(page)) == 1)
        await quiet(program)
        assert len(said(page)) < 40_000 and "Only its beginning is shown" in said(page)


async def test_the_window_closes_and_the_notebook_changes_in_the_middle_of_an_answer(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    other = tmp_path / "Other"
    (other / "memory").mkdir(parents=True)
    (other / "MEMORY.md").write_text("# Other\n")
    root = notebook(tmp_path)
    ollama.next("/api/chat", lines(server.said("Ana "), server.said("has "), then=silent))
    ollama.next("/api/chat", lines(server.said("Ana "), server.said("has it "), then=silent))
    async with talking(tmp_path, ollama, root) as (program, page):
        await ask(page, "My sister Ines moved to Lyon in October. Who has the key?")
        await until(lambda: "Ana has" in said(page))
        program.opening.open(other)
        await until(lambda: program.memory.root == other)
        await quiet(program)
        assert not shown(page) and page.pane.heads == ()
        assert "moved to Lyon" in days_of(root), "what was left unflushed is in the day"
        program.opening.open(root)
        await until(lambda: program.memory.root == root)
        meet(program, ollama)
        await until(lambda: len(page.pane.heads) == 1)
        page.pane.rows.setCurrentIndex(page.pane.rows.model().index(0, 0))
        await until(lambda: messages(page)[1:] == [("assistant", "Ana has ")])
        assert shown(page)[1].stopped
        await until(lambda: page.desk.composer.model.currentText() == MODEL)
        await ask(page, "And now?")
        await until(lambda: "has it" in said(page))
    (transcript,) = (root / "sessions").glob("*.jsonl")
    assert "Ana has it" in transcript.read_text()
    assert days_of(root).count("moved to Lyon") == 1


def days_of(root: Path) -> str:
    """All days of a notebook."""
    return "".join(path.read_text() for path in sorted((root / "memory").glob("2*.md")))


def meet(program: Any, ollama: OurOllama) -> None:
    from tests.support import model_dream

    model_dream.meet(program.memory, ollama)
    program.server.look_closely()
