"""A dream by any chat, in the window: the question copied, the answer pasted, the review."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.dreams.test_question import DAY, MEMORY, good_answer
from tests.support.program import click, press, quiet, running
from tests.support.waiting import until


def notebook(folder: Path) -> Path:
    root = folder / "Notes"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(MEMORY)
    (root / "memory/2026-11-20.md").write_text(DAY)
    return root


async def test_a_chat_is_the_mind_from_the_menu_to_the_review(tmp_path: Path, qtbot: Any) -> None:
    root = notebook(tmp_path)
    async with running(tmp_path, root) as program:
        page = program.dreams_page
        program.window.show_page("dreams")
        await quiet(program)
        page.list.menu.chat_asked.emit()
        await until(page.chat.isVisible)
        assert "leave this computer" in page.chat._warning.text()
        assert page.chat.copy.hasFocus()
        click(page.chat.copy)
        question = QGuiApplication.clipboard().text()
        assert "Mara is allergic to peanuts." in question
        assert not page.chat.propose.isEnabled()
        QGuiApplication.clipboard().setText("I would rather talk about the weather.")
        click(page.chat.paste)
        click(page.chat.propose)
        await until(page.chat.trouble.isVisible)
        assert "agreed form" in page.chat.trouble.text()
        assert "weather" in page.chat.answer.toPlainText()
        QGuiApplication.clipboard().setText(good_answer(question))
        click(page.chat.paste)
        click(page.chat.propose)
        await until(lambda: page.review.proposal is not None and page.review.isVisible())
        assert [one.accepted for one in page.review.proposal.changes] == [True, True, False]
        assert (root / "MEMORY.md").read_text() == MEMORY


async def test_escape_leaves_the_chat_and_nothing_waits(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, notebook(tmp_path)) as program:
        page = program.dreams_page
        program.window.show_page("dreams")
        await quiet(program)
        page.list.menu.chat_asked.emit()
        await until(page.chat.isVisible)
        press(page.chat.copy, Qt.Key.Key_Escape)
        await until(lambda: not page.chat.isVisible())
        assert program.memory.dreams.proposals() == []
