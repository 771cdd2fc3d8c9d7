"""A real window on a real notebook for tests of the frame. Knows the frame, with plain pages."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from desktop_app.faces.doors.controller import DoorDesk
from desktop_app.jobs import Jobs
from desktop_app.memory import Memory
from desktop_app.settings import Places, RememberedState, Settings
from desktop_app.ui.agents.doors import AgentDoors
from desktop_app.ui.first_run import FirstRun
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.models.meaning_work import MeaningWork
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.page import Page, PageParts
from desktop_app.ui.pages import made
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.header import Header, PaneHeader
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.plans import HELP, SETTINGS, Plan
from desktop_app.ui.settings_page import SettingsPage
from desktop_app.ui.window import Window
from tests.support.waiting import until

MEMORY = "# Memory\n\n## People\n- Mara lives in Porto.\n\n## Work\n- The report is due in May.\n"
DAYS = {"2026-11-20": "Talked to Mara.", "2026-11-21": "Boiler made the noise."}


class PlainPage(Page):
    """A page with one field, that remembers what the window asked of it."""

    def __init__(self, given: PageParts, name: str, begins: str, parts: str = "") -> None:
        """It shows paths that begin with `begins`; `parts` names companions: `list inspector`."""
        super().__init__(given)
        self.plan = Plan(name, name.title(), f"All {name}")
        self._begins = begins
        self.asked: list[object] = []
        self.field = QLineEdit()
        self.field.setAccessibleName(f"{name} field")
        column = QVBoxLayout(self)
        column.addWidget(Header(self.registry, self.title))
        column.addWidget(self.field)
        self.list = self.pane = self._companion("list") if "list" in parts else None
        self.has_side = "inspector" in parts
        self.side = self.details = self._companion("details") if self.has_side else None

    def _companion(self, what: str) -> QWidget:
        pane = surface("side")
        column = QVBoxLayout(pane)
        column.addWidget(PaneHeader(self.title))
        field = QLineEdit()
        field.setAccessibleName(f"{self.name} {what}")
        column.addWidget(field)
        return pane

    def shows(self, path: str) -> bool:
        return bool(self._begins) and path.startswith(self._begins)

    def go_to(self, path: str, line: int) -> None:
        self.asked.append((path, line))

    def leave(self) -> None:
        self.asked.append("leave")

    def focus_search(self) -> None:
        self.field.setFocus()


def _itself(page: Page) -> Page:
    return page


class Desk:
    """Everything a test of the frame wants to hold in its hands."""

    def __init__(self, folder: Path, app: QApplication) -> None:
        self.places = Places(folder / "data", folder / "config")
        self.state = RememberedState(self.places.data / "state.json")
        self.settings = Settings(self.places.config / "settings.toml")
        self.theme = Theme(app, "light")
        self.bugs: list[BaseException] = []
        self.jobs = Jobs(self.bugs.append)
        self.actions = Actions()
        self.server = OllamaServer(self.jobs, self.settings)
        self.first_run = FirstRun(home=folder)
        self.reading = MeaningWork(self.jobs, self.settings)
        self.server.changed.connect(self.reading.retry)
        self.doors = AgentDoors(self.jobs, self.settings, self._desk)
        parts = PageParts(
            self.jobs, self.actions, self.settings, self.server, self.reading, self.doors
        )
        self.memory_page = PlainPage(parts, "memory", "MEMORY.md", "inspector")
        self.days_page = PlainPage(parts, "days", "memory/", "list inspector")
        self.search_page = PlainPage(parts, "search", "", "list")
        plain = (self.memory_page, self.days_page, self.search_page)
        makers: dict[Plan, Callable[[], Page]] = {
            page.plan: partial(_itself, page) for page in plain
        }
        makers |= {plan: partial(made, plan, parts) for plan in (HELP, SETTINGS)}
        self.window = Window(self.jobs, self.actions, makers, lambda: self.first_run, self.state)
        self.window.show_first_run()
        for page in plain:
            self.window.made(page.name)
        self.notebook = folder / "notebook"
        (self.notebook / "memory").mkdir(parents=True, exist_ok=True)
        (self.notebook / "MEMORY.md").write_text(MEMORY)
        for day, text in DAYS.items():
            (self.notebook / "memory" / f"{day}.md").write_text(
                f"# Daily Memory: {day}\n\n{text}\n"
            )
        self.memory: Memory | None = None

    @property
    def settings_page(self) -> SettingsPage:
        """Made when it is first asked for, as in the program."""
        return self.window.made(SETTINGS.name)

    def _desk(self) -> DoorDesk:
        return DoorDesk(self.settings, self.places.data)

    def open_notebook(self) -> None:
        """Shows the notebook in the window."""
        self.memory = Memory.open(self.notebook, self.places)
        self.server.follow(self.memory)
        self.reading.follow(self.memory)
        self.doors.follow(self.memory)
        self.window.show_notebook(self.memory)
        self.window.workspace.show_beside()  # as the program does once the text is painted

    async def close(self) -> None:
        """Ends everything in good order; a mistake of ours on the way fails the test."""
        self.window.let_go()
        self.server.stop()
        await self.jobs.close()
        self.doors.leave(self.memory)
        if self.memory is not None:
            self.memory.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # its loop ends with us
        assert self.bugs == []


@asynccontextmanager
async def desk(
    folder: Path, app: QApplication, width: int = 1280, height: int = 800, *, empty: bool = False
) -> AsyncIterator[Desk]:
    """A shown window of this size, on a notebook unless `empty`."""
    made = Desk(folder, app)
    made.window.resize(width, height)
    made.window.show()
    if not empty:
        made.open_notebook()
    made.window.activateWindow()
    try:
        await until(made.window.isActiveWindow)  # only then do keys arrive
        yield made
    finally:
        await made.close()
