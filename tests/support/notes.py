"""The pages of notes in a real window, on a real notebook whose clock stands still."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.jobs import Jobs
from desktop_app.memory import Memory
from desktop_app.settings import Places, RememberedState, Settings
from desktop_app.ui.agents.doors import AgentDoors
from desktop_app.ui.days_page import DaysPage
from desktop_app.ui.history_page import HistoryPage
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.memory_page import MemoryPage
from desktop_app.ui.models.meaning_work import MeaningWork
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.note_card import NoteCard
from desktop_app.ui.page import Page, PageParts
from desktop_app.ui.pages import made
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.plans import CONVERSATION, DAYS, HISTORY, SEARCH
from desktop_app.ui.plans import MEMORY as MEMORY_PAGE
from desktop_app.ui.window import Window
from tests.support.dreaming import StillClock
from tests.support.waiting import until

NOW = datetime(2026, 11, 21, 14, 30, tzinfo=UTC)
MEMORY = "# Memory\n\n## People\n- Mara lives in Porto.\n\n## Work\n- The report is due in May.\n"
DAY = "# Daily Memory: 2026-11-20\n\n## Notes (09:12)\n\n- Talked to Mara.\n- Tea at four.\n"
FILES = {"MEMORY.md": MEMORY, "memory/2026-11-20.md": DAY}


class Notes:
    """Everything a test of the pages wants to hold in its hands."""

    def __init__(self, folder: Path, app: QApplication, files: Mapping[str, str | bytes]) -> None:
        self.places = Places(folder / "data", folder / "config")
        self.root = folder / "notebook"
        for path, text in files.items():
            self.write(path, text)
        self.clock = StillClock(NOW)
        self.memory = Memory.open(self.root, self.places, self.clock)
        self.theme = Theme(app, "light")
        self.bugs: list[BaseException] = []
        self.jobs = Jobs(self.bugs.append)
        self.actions = Actions()
        self.settings = Settings(self.places.config / "settings.toml")
        known = (self.jobs, self.settings)
        about = (OllamaServer(*known), MeaningWork(*known), AgentDoors(*known, lambda: None))
        parts = PageParts(self.jobs, self.actions, self.settings, *about)
        shown = (MEMORY_PAGE, DAYS, HISTORY, SEARCH, CONVERSATION)
        makers = {plan: partial(made, plan, parts) for plan in shown}
        state = RememberedState(self.places.data / "state.json")
        self.window = Window(self.jobs, self.actions, makers, QWidget, state)
        self.note = NoteCard(self.window, self.jobs)
        self.actions.add("note", "Add a line to today", self.note.ask, "Ctrl+Shift+N")
        self.window.page_made.connect(self._hear)

    @property
    def memory_page(self) -> MemoryPage:
        """Made when it is first asked for, as in the program; so are the others."""
        return self.window.made(MEMORY_PAGE.name)

    @property
    def days_page(self) -> DaysPage:
        return self.window.made(DAYS.name)

    @property
    def history_page(self) -> HistoryPage:
        return self.window.made(HISTORY.name)

    @property
    def told(self) -> str:
        """What the toast says."""
        return self.window._toast.words

    def undo(self) -> None:
        """A press on *Undo* beside it."""
        assert self.window._toast.button.text() == "Undo", self.told
        self.window._toast.button.click()

    def _hear(self, page: Page) -> None:
        page.history_asked.connect(lambda *asked: self.history_page.show_file(*asked))
        if isinstance(page, HistoryPage):
            page.file_asked.connect(lambda: page.show_file(self.window.page.shown_path()))

    def write(self, path: str, text: str | bytes) -> None:
        """As another program would."""
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(text if isinstance(text, bytes) else text.encode())

    def bytes_of(self, path: str) -> bytes:
        """What is on the disk."""
        return (self.root / path).read_bytes()

    def outside(self, path: str, text: str | bytes) -> None:
        """Another program writes, and the watcher has noticed."""
        self.memory.index.refresh()
        self.write(path, text)
        self.memory.index.refresh()

    async def close(self) -> None:
        """Ends everything in good order; a mistake of ours on the way fails the test."""
        self.window.leave()
        self.window.let_go()
        await self.jobs.close()
        self.memory.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # its loop ends with us
        assert self.bugs == []


@asynccontextmanager
async def notes(
    folder: Path,
    app: QApplication,
    files: Mapping[str, str | bytes] = FILES,
    page: str = "memory",
    kind: type[Notes] = Notes,
) -> AsyncIterator[Any]:
    """A shown window on a notebook of these files, at one of its pages."""
    made = kind(folder, app, files)
    made.window.resize(1280, 800)
    made.window.show()
    made.window.show_notebook(made.memory)
    made.window.show_page(page)
    made.window.workspace.show_beside()  # as the program does once the text is painted
    loop = asyncio.get_running_loop()
    made.memory.listen(lambda changed: loop.call_soon_threadsafe(made.window.show_changed, changed))
    made.window.activateWindow()
    try:
        await until(made.window.isActiveWindow)  # only then do keys arrive
        await until(lambda: made.memory_page.file.path)
        yield made
    finally:
        await made.close()
