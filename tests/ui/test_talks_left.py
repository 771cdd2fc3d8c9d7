"""A conversation that is left in the middle keeps its words and its answer."""

import threading
from pathlib import Path
from typing import Any

from desktop_app.errors import Problem
from desktop_app.memory.talks import Talks
from desktop_app.ui.conversation_page import ConversationPage
from tests.support.ollama import OurOllama, says
from tests.support.program import click, open_another, press_toast, quiet, write
from tests.support.talk_page import answered, ask, holding, messages, notebook, talking
from tests.support.waiting import until


def go_to(page: ConversationPage, row: int) -> None:
    page.pane.rows.setCurrentIndex(page.pane.rows.model().index(row, 0))


async def test_a_first_message_that_was_not_said_comes_back_before_what_was_typed_since(
    qtbot: Any, tmp_path: Path, ollama: OurOllama, monkeypatch: Any
) -> None:
    begun, go = Talks.begin, threading.Event()
    monkeypatch.setattr(Talks, "begin", lambda self: go.wait(60) and begun(self))
    root = notebook(tmp_path)
    async with talking(tmp_path, ollama, root) as (program, page):
        composer = page.desk.composer
        await ask(page, "my question")
        await until(lambda: page.work.answering is not None)
        write(composer.field, "typed meanwhile")
        click(composer.stop_button)
        await until(lambda: page.work.answering is None)
        assert composer.words == "my question\ntyped meanwhile"
        click(composer.send_button)
        await until(lambda: page.work.answering is not None)
        await open_another(program, tmp_path)
        assert composer.words == "", "it belongs to the notebook before"
        program.opening.open(root)
        await until(lambda: program.memory.root == root)
        await until(lambda: composer.words == "my question\ntyped meanwhile")
        go.set()


async def test_a_conversation_that_is_deleted_while_it_is_answered_stays_deleted(
    qtbot: Any, tmp_path: Path, ollama: OurOllama
) -> None:
    go = threading.Event()
    ollama.next("/api/chat", says("A long answer that goes on.", go=go))
    async with talking(tmp_path, ollama) as (program, page):
        await ask(page, "zeppelin?")
        await until(lambda: len(page.pane.heads) == 1 and len(page.desk.column.messages) == 2)
        page.work.delete(page.pane.heads[0])
        go.set()
        await answered(page)
        await until(lambda: program.window._toast.words.startswith("Deleted"))
        await quiet(program)
        assert not holding(program.memory.root / "sessions", b"zeppelin") and not page.pane.heads
        assert not page.desk.banner.words
        await press_toast(program)
        await until(lambda: len(page.pane.heads) == 1)


async def test_a_conversation_that_opens_late_leaves_what_was_chosen_since(
    qtbot: Any, tmp_path: Path, ollama: OurOllama, monkeypatch: Any
) -> None:
    ollama.next("/api/chat", says("First."))
    async with talking(tmp_path, ollama) as (program, page):
        await ask(page, "One?")
        await answered(page)
        page.begin()
        await quiet(program)
        go_to(page, 0)
        program.actions["talk.new"].trigger()
        await quiet(program)
        assert page.talk is None and page.pane.rows.thing is None

        def refuse(_id: str) -> Any:
            raise Problem("It cannot be read.")

        with monkeypatch.context() as now:
            now.setattr(program.memory.talks, "open", refuse)
            go_to(page, 0)
            await until(lambda: "cannot be read" in program.window.banner.words)
        go_to(page, 0)
        await until(lambda: messages(page)[:1] == [("user", "One?")])
