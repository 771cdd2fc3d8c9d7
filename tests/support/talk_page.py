"""The conversation page driven as a person would, with the scripted server behind it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import Qt, QUrl

from desktop_app.sessions.talk_view import TalkRecord
from desktop_app.ui.conversation_page import ConversationPage
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.model_dream import MODEL, QWEN, meet
from tests.support.ollama import OurOllama
from tests.support.program import press, quiet, running, write
from tests.support.waiting import until

KEY = "The spare key is with Ana."
NOTES = {
    "MEMORY.md": f"# Memory\n\n## Home\n\n- {KEY}\n- The boiler is serviced in March.\n",
    "memory/2026-11-01.md": "# Daily Memory: 2026-11-01\n\n- Tea.\n",
}


def notebook(tmp_path: Path, **files: str) -> Path:
    """A small notebook, with more files where wanted."""
    root = tmp_path / "Notes"
    for path, text in (NOTES | files).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@asynccontextmanager
async def talking(
    tmp_path: Path, server: OurOllama | None, root: Path | None = None
) -> AsyncIterator[tuple[OpenNotebook, ConversationPage]]:
    """The program with the page in front; with a server a model can answer at once."""
    if server is not None and MODEL not in server.models:
        server.models = {MODEL: QWEN}
    async with running(tmp_path, root or notebook(tmp_path)) as program:
        if server is not None:
            meet(program.memory, server)
            program.server.look_closely()
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        program.window.show_page("conversation")
        page = program.conversation_page
        if server is not None:
            await until(lambda: page.desk.composer.model.currentText() == MODEL)
        await quiet(program)
        yield program, page


async def ask(page: ConversationPage, words: str) -> None:
    """Type it and press Enter."""
    field = page.desk.composer.field
    write(field, words)
    press(field, Qt.Key.Key_Return)
    await until(lambda: page.work.answering is not None or not page.desk.composer.words)


async def answered(page: ConversationPage) -> None:
    """The answer is there, and what was due after it is done."""
    await until(lambda: page.work.answering is None)
    await until(lambda: not page.jobs.running("talk.rest"))


def holding(folder: Path, words: bytes) -> list[Path]:
    """The files below a folder that have these words."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if words in path.read_bytes()]


def messages(page: ConversationPage) -> list[tuple[str, str]]:
    """What was said, by whom."""
    return [(one.role, one.content) for one in shown(page)]


def shown(page: ConversationPage) -> tuple[TalkRecord, ...]:
    """The messages on the page."""
    view = page.desk.column.view
    return view.messages if view is not None else ()


def said(page: ConversationPage, number: int = -1) -> str:
    """What stands on the page of a message; -1 is the last one."""
    return page.desk.column.said(number)


def press_link(page: ConversationPage, words: str) -> None:
    """The last link of these words on the page."""
    column, href = page.desk.column, ""
    block = column.document().begin()
    while block.isValid():
        for part in block.begin():
            fragment = part.fragment()
            if words in fragment.text() and fragment.charFormat().anchorHref():
                href = fragment.charFormat().anchorHref()
        block = block.next()
    assert href, words
    column.anchorClicked.emit(QUrl(href))


def today(program: OpenNotebook) -> Path:
    """The file of today."""
    memory = program.memory
    assert memory is not None
    return memory.root / memory.layout.day(memory.today())
