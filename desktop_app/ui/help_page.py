"""Help: the manual, page by page. Knows how a page is read, not what it says."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop_app import manual
from desktop_app.notebook.text.links import with_line
from desktop_app.search import manual_hits
from desktop_app.ui.frame import keys
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.asking_pane import AskingPane, row_item
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import LinkStrip, announce
from desktop_app.ui.parts.rows import (
    DETAIL,
    ICON,
    MARKS,
    THING,
    TITLE,
    RowDelegate,
    WordsDelegate,
)
from desktop_app.ui.plans import HELP
from desktop_app.ui.reading.find_bar import FindBar
from desktop_app.ui.reading.page import PageView
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs


class HelpPage(Page):
    """The pages in a list, one of them to read. It works before a notebook is open, too."""

    plan = HELP

    keys_wanted = Signal()  # every page is to tell its keys, now

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.path = ""
        self.header = Header(actions, self.title)
        self.header.add(IconButton.of(actions["help.close"], "cross"))
        self.ask, self.reader = LinkStrip(), PageView(self.title)
        self.find_bar = FindBar(self.reader)
        self._pane = AskingPane(self.title, tr("Search the manual"), "", tr("Pages of the manual"))
        self.rows, self.input = self._pane.rows, self._pane.input
        self.nothing = text(tr("No matches"), "meta", "text2")
        self._pane.add(self.nothing)
        self._looks = RowDelegate(self.rows, 38), WordsDelegate(self.rows)
        stacked(self, self.header, self.find_bar, self.ask, self.reader, grows=self.reader)
        self.setFocusProxy(self.reader)
        self.ask.inside.connect(lambda path, _line: self._choose(path))
        self.reader.anchorClicked.connect(lambda url: self.ask.follow(self.path, url.toString()))
        self.input.installEventFilter(self)
        self._pane.asked.connect(self._look)
        self.rows.entered.connect(self._enter)
        self.rows.clicked.connect(lambda _index: self._enter())
        actions.keys_changed.connect(self._tell_keys)
        self._tell_keys()
        self._look()

    def list_pane(self) -> QWidget:
        return self._pane

    def go_to(self, path: str, line: int) -> None:
        every = manual.pages()
        page = next((page for page in every if page.path == path), every[0])
        if page.path != self.path:
            self.ask.clear()
            self.reader.setExtraSelections([])
            self.reader.show_html("")
        self.path = page.path
        if not self._pane.question:
            self._stand(every.index(page))
        self.header.say(self.title, page.title if page is not every[0] else "")
        more = keys.as_markdown(self.registry) if page.path == manual.KEYS else ""
        self.reader.show_html(as_html(page.text + more))
        if line:
            self.reader.show_line(line)

    def focus_search(self) -> None:
        self.find_bar.open()

    def focus_list(self) -> None:
        self.bring_list()
        self._pane.take_keyboard()

    def _choose(self, path: str) -> None:
        if path == manual.KEYS:
            self.keys_wanted.emit()
        self.go_to(path, 0)
        self.went.emit(self.path, 0)

    def _tell_keys(self) -> None:
        asks = f" ({self.registry.known('help').keys})" if "help" in self.registry else ""
        self.input.setPlaceholderText(tr("Search the manual") + asks)
        self.go_to(self.path, 0)

    # -- the list: the pages, or what was found in them -----------------------------------------

    def _look(self) -> None:
        asked = self._pane.question
        hits = manual_hits.find(asked) if asked else []
        self.nothing.setVisible(bool(asked) and not hits)
        self.rows.setItemDelegate(self._looks[bool(asked)])
        if asked:
            values = [{TITLE: hit.title, ICON: "note", THING: hit, DETAIL: hit.snippet,
                       MARKS: hit.marks} for hit in hits]  # fmt: skip
            self._pane.put(
                row_item(one, f"{hit.title}, {hit.snippet}", hit.title)
                for one, hit in zip(values, hits, strict=True)
            )
            announce(self.input, counted("{count} section", "{count} sections", len(hits)))
            self._stand(0)
        else:
            pages = manual.pages()
            self._pane.put(row_item({TITLE: one.title, THING: one}, one.title, "") for one in pages)
            self._stand([page.path for page in pages].index(self.path))
        self.rows.selectionModel().currentChanged.connect(
            lambda index, _before: self._show(index.data(THING))
        )

    def _stand(self, row: int) -> None:
        if self.rows.selectionModel() is not None:
            with QSignalBlocker(self.rows.selectionModel()):
                self.rows.setCurrentIndex(self.rows.model().index(row, 0))
        self.rows.scrollTo(self.rows.currentIndex())
        self.rows.viewport().update()

    def _show(self, thing: object) -> None:
        if isinstance(thing, manual.ManualPage):
            self._choose(thing.path)
        elif isinstance(thing, manual_hits.ManualHit):
            self.go_to(thing.page.path, 0)
            self.reader.show_line(thing.line, manual_hits.words_of(thing))
            self.went.emit(self.path, thing.line)

    def _enter(self) -> None:
        if (thing := self._pane.thing()) is not None:
            self._show(thing)
            self.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif event.key() == Qt.Key.Key_Down:
            self.rows.setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() == Qt.Key.Key_Escape and self.input.text():
            self.input.clear()
        else:
            return False
        return True


def as_html(text: str) -> str:
    """Markdown as HTML for a page, each line with its number."""
    from desktop_app.export.markup import Surroundings, markup  # takes a moment to load

    return "".join(markup(text, Surroundings("", with_line, numbered=True)))
