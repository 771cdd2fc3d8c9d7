"""Help: the manual, page by page. Knows how a page is read, not what it says."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QWidget

from desktop_app import manual
from desktop_app.ui.help import keys
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import Header, PaneHeader
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.parts.rows import THING, EnteredRows, RowDelegate
from desktop_app.ui.plans import HELP
from desktop_app.ui.reading.find_bar import FindBar
from desktop_app.ui.reading.reader import Reader
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs


class HelpPage(Page):
    """The pages in a list, one of them to read. It works before a notebook is open, too."""

    plan = HELP

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.path = ""
        self.header = Header(actions, self.title)
        self.header.add(IconButton.of(actions["help.close"], "cross"))
        self.reader = Reader(jobs, self.title)
        self.find_bar = FindBar(self.reader.find_area)
        self.rows = EnteredRows(tr("Pages of the manual"))
        self._pane = self._make_pane()
        stacked(self, self.header, self.find_bar, self.reader, grows=self.reader)
        self.setFocusProxy(self.reader)
        self.reader.link_opened.connect(lambda path, _line: self._choose(path))
        self.rows.entered.connect(self.setFocus)
        self.rows.clicked.connect(lambda _index: self.went.emit(self.path, 0))
        self.rows.selectionModel().currentChanged.connect(
            lambda index, _before: self._choose(index.data(THING))
        )
        self.go_to(manual.FIRST, 0)

    def list_pane(self) -> QWidget:
        return self._pane

    def go_to(self, path: str, line: int) -> None:
        every = manual.pages()
        row = next((row for row, page in enumerate(every) if page.path == path), 0)
        page = every[row]
        self.path = page.path
        with QSignalBlocker(self.rows.selectionModel()):
            self.rows.setCurrentIndex(self.rows.model().index(row, 0))
        self.rows.viewport().update()
        self.header.say(self.title, page.title if row else "")
        more = keys.as_markdown(self.registry) if page.path == manual.KEYS else ""
        self.reader.show_markdown(page.text + more, page.path, line=line)

    def focus_search(self) -> None:
        self.find_bar.open()

    def _choose(self, path: str) -> None:
        if path == manual.KEYS:
            self.registry["shortcuts"].trigger()  # the window has every page tell its keys first
        else:
            self.go_to(path, 0)
            self.went.emit(self.path, 0)

    def _make_pane(self) -> QWidget:
        model = QStandardItemModel(self.rows)
        for page in manual.pages():
            item = QStandardItem(page.title)
            item.setData(page.path, THING)
            model.appendRow(item)
        self.rows.setModel(model)
        self.rows.setItemDelegate(RowDelegate(self.rows, 38))
        pane = surface("side")
        stacked(pane, PaneHeader(self.title), self.rows, grows=self.rows)
        return pane
