"""The conversation page: the list of talks, one of them to go on with, and other ways in.

Knows its parts. What is shown of a talk, and done with it, is the desk's business.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMenu,
    QStackedWidget,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app import dates
from desktop_app.notebook.layout import FileKind
from desktop_app.sessions.talk_view import TalkHead
from desktop_app.ui.conversation.bringing import ADD, IMPORT, WAYS, BringSheet
from desktop_app.ui.conversation.desk import TalkDesk
from desktop_app.ui.conversation.talk_files import is_import
from desktop_app.ui.conversation.words import title_of, turns
from desktop_app.ui.look.theme import theme
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.asking_pane import AskingPane, row_item
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.rows import (
    ASIDE,
    DETAIL,
    ICON,
    THING,
    TITLE,
    EnteredRows,
    Index,
    RowDelegate,
)
from desktop_app.ui.plans import CONVERSATION
from desktop_app.words import together, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.settings import Settings

FLUSH, STOP = "talk.flush", "talk.stop"
_MODEL = "sessions.model"
_LIST_LATER = 250  # milliseconds


class TalkDelegate(RowDelegate):
    """A row whose title can be written in place."""

    def createEditor(self, parent: QWidget, _option: object, _index: Index) -> QWidget:
        line = QLineEdit(parent)
        line.setAccessibleName(tr("Name of the conversation"))
        return line

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        px = theme().px
        editor.setGeometry(option.rect.adjusted(px(12), px(8), -px(12), -px(8)))


class TalkRows(EnteredRows):
    """The rows, in which a title can be written."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.state() == TalkRows.State.EditingState:
            event.accept()  # a key that the line of a title let pass
        else:
            super().keyPressEvent(event)


class TalkPane(AskingPane):
    """The talks."""

    chosen = Signal(str)  # the id of a conversation
    kind_of_rows = TalkRows

    def __init__(self, actions: Actions, desk: TalkDesk) -> None:
        title, search = tr("Conversations"), tr("Search the conversations")
        super().__init__(title, search, search, title)
        self._desk = desk
        self.heads: tuple[TalkHead, ...] = ()
        self._shown = ""
        self.menu = QMenu(self)
        for way, words, _icon in WAYS:
            self.menu.addAction(words, partial(desk.way_chosen.emit, way))
        self.menu.addSeparator()
        self.menu.addAction(actions["talk.private"])
        add_button = IconButton("more", tr("Other ways to begin"), 32)
        add_button.setMenu(self.menu)
        add_button.setPopupMode(add_button.ToolButtonPopupMode.InstantPopup)
        self.header.add(IconButton.of(actions["talk.new"], "plus"), add_button)
        self.nothing = text("", "meta", "text2", wrap=True)
        self.add(self.nothing)
        self.rows.setItemDelegate(TalkDelegate(self.rows))
        self.rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.rows.customContextMenuRequested.connect(self._ask_what)

    def show_rows(self, heads: Sequence[TalkHead], now: datetime) -> None:
        """Lists these; the one that is shown stays chosen."""
        none = tr("No conversation yet. What you add goes into your days.")
        self.nothing.setText(tr("No conversation has these words.") if self.question else none)
        self.nothing.setVisible(not heads)
        if tuple(heads) == self.heads:
            return
        if self.rows.state() == TalkRows.State.EditingState:
            self.asked.emit()  # once more: a title is being written in a row
            return
        place = self.rows.verticalScrollBar().value()
        self.heads = tuple(heads)
        self.put(_item(head, now) for head in heads)
        self.rows.model().itemChanged.connect(self._written)  # type: ignore[attr-defined]
        self.rows.selectionModel().currentChanged.connect(self._choose)
        self.show_chosen(self._shown)
        self.rows.verticalScrollBar().setValue(place)

    def show_chosen(self, talk_id: str) -> None:
        """Marks the conversation that is shown; "" for none."""
        self._shown = talk_id
        ids = [head.id for head in self.heads]
        at = ids.index(talk_id) if talk_id in ids else -1
        with QSignalBlocker(self.rows.selectionModel()):
            self.rows.setCurrentIndex(self.rows.model().index(at, 0))
            if at < 0:
                self.rows.clearSelection()
        self.rows.viewport().update()

    def rename(self) -> None:
        """The title of the current row can be written."""
        if isinstance(self.thing(), TalkHead):
            self.rows.edit(self.rows.currentIndex())

    def delete(self) -> None:
        """The talk of the current row goes."""
        if isinstance(head := self.thing(), TalkHead):
            self._desk.delete(head)

    def clear(self) -> None:
        """Another notebook: nothing is known of it yet."""
        self.heads, self._shown = (), ""
        with QSignalBlocker(self.input):
            self.input.clear()
        self.put(())

    def _choose(self, index: QModelIndex) -> None:
        head = index.data(THING)
        if isinstance(head, TalkHead) and head.id != self._shown:
            self._shown = head.id
            self.chosen.emit(head.id)

    def _written(self, item: QStandardItem) -> None:
        head, words = item.data(THING), str(item.data(TITLE)).strip()
        if isinstance(head, TalkHead) and words != title_of(head):
            self._desk.rename(head.id, words)

    def _ask_what(self, where: QPoint) -> None:
        index = self.rows.indexAt(where)
        if isinstance(index.data(THING), TalkHead):
            self.rows.setCurrentIndex(index)
            menu = QMenu(self)
            menu.addAction(tr("Rename"), self.rename)
            menu.addAction(tr("Delete"), self.delete)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.rows.viewport().mapToGlobal(where))


def _item(head: TalkHead, now: datetime) -> QStandardItem:
    said = [turns(head.messages)]
    if head.model:
        said.append(head.model)
    if head.private:
        said.insert(0, tr("Private"))
    today, day = now.date(), head.changed.date()
    aside = f"{head.changed:%H:%M}" if day == today else dates.short(day, today)
    values = {TITLE: title_of(head), DETAIL: " · ".join(said), ASIDE: aside, THING: head}
    if head.private:
        values[ICON] = "lock"
    return row_item(values, ". ".join((title_of(head), aside, *said)), "")


class ConversationPage(Page):
    """Talks with a model of this computer, transcripts to read, conversations to be added."""

    plan = CONVERSATION

    flush_asked = Signal()  # what is typed on other pages is to be saved first
    rehearsal_asked = Signal(str)  # what would a model read of memory for these words?

    def __init__(
        self, jobs: "Jobs", actions: Actions, settings: "Settings", server: OllamaServer
    ) -> None:
        super().__init__(jobs, actions)
        self._settings, self._server = settings, server
        self.desk = TalkDesk(jobs, actions, settings.get)
        self.pane = TalkPane(actions, self.desk)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.desk)
        stacked(self, self._stack)
        self._soon = QTimer(self, singleShot=True, interval=_LIST_LATER)
        self._soon.timeout.connect(self._list)
        self._connect()
        self._add_actions()
        self._show_models()

    def list_pane(self) -> QWidget:
        return self.pane

    @cached_property
    def bringing(self) -> BringSheet:
        """The sheet on which conversations come in, made now if it was not yet."""
        sheet = BringSheet(self.jobs, self.registry, self._settings.get)
        sheet.closed.connect(self._show_desk)
        sheet.opened.connect(self.opened)
        sheet.toasted.connect(self.toasted)
        sheet.about_to_write.connect(self.flush_asked)
        self._stack.addWidget(sheet)
        if self.memory is not None:
            sheet.show_notebook(self.memory)
        return sheet

    @property
    def _parts(self) -> list[Any]:
        """What is made of the desk and the sheet."""
        return [self._stack.widget(n) for n in range(self._stack.count())]

    # -- as a page ------------------------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self._stack.setCurrentWidget(self.desk)
        self.pane.clear()
        for part in self._parts:
            part.show_notebook(memory)
        self._list()

    def show_changed(self, changed: "Changed") -> None:
        if any(map(self.shows, changed.paths)):
            self._soon.start()

    def show_again(self) -> None:
        self._soon.start()

    def shows(self, path: str) -> bool:
        return self.memory is not None and self.memory.layout.kind(path) is FileKind.SESSIONS

    def go_to(self, path: str, line: int) -> None:
        self._stack.setCurrentWidget(self.desk)
        self.desk.open_path(path, line)

    def shown_path(self) -> str:
        return self.desk.path

    def take_focus(self) -> None:
        shown = self._stack.currentWidget()
        first = self.desk.first_focus() if shown is self.desk else shown
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def entered(self) -> None:
        self._server.look_closely()

    def leave(self) -> None:
        for part in self._parts:
            part.leave()

    def unkept(self) -> list[str]:
        return [name for part in self._parts for name in part.unkept()]

    def focus_search(self) -> None:
        self.bring_list()
        self.pane.take_keyboard()

    async def part(self) -> None:
        """The window closes: answers stop, and what was said and not flushed is flushed."""
        await self.desk.part()

    # -- entrances ------------------------------------------------------------------------------

    def begin(self, *, private: bool = False) -> None:
        """A new conversation comes to the front."""
        if self.memory is not None:
            self.come()
            self._show_desk()
            self.desk.begin(private=private)
            self.take_focus()

    def add(self, path: str = "") -> None:
        """A conversation can be added to the days."""
        self.show_way(ADD, path)

    def bring(self) -> None:
        """What another program has can be imported."""
        self.show_way(IMPORT)

    def take_file(self, path: str) -> None:
        """What was dropped goes to the import that is in front, or the way it is for."""
        imports = self._stack.currentWidget().isVisible() and self._way == IMPORT
        self.show_way(IMPORT if imports or is_import(path) else ADD, path)

    @property
    def _way(self) -> str:
        """The way in which something comes in now, where the sheet is in front."""
        return "" if self._stack.currentWidget() is self.desk else self.bringing.way

    def show_way(self, way: str, path: str = "") -> None:
        """The sheet comes to the front, with a file or folder if one was dropped."""
        if self.memory is not None:
            self.come()
            self._stack.setCurrentWidget(self.bringing)
            self.bringing.begin(way)
            self.bringing.take_focus()
            if path:
                self.bringing.take(path)

    def _show_talk(self, talk_id: str) -> None:
        self.come()
        self._show_desk()
        self.desk.open(talk_id)

    def _show_desk(self) -> None:
        now, shown = QApplication.focusWidget(), self._stack.currentWidget()
        had = now is not None and shown.isAncestorOf(now)
        self._stack.setCurrentWidget(self.desk)
        if had:
            self.take_focus()

    def _list(self) -> None:
        if (memory := self.memory) is not None:
            query = self.pane.question
            show = lambda heads: self.pane.show_rows(heads, memory.now())  # noqa: E731
            self.jobs.call("talk.list", lambda: memory.talks.listed(query), show, self.tell)

    def _connect(self) -> None:
        desk, pane = self.desk, self.pane
        desk.failed.connect(self.tell)
        desk.about_to_write.connect(self.flush_asked)
        desk.changed.connect(self._soon.start)
        desk.changed.connect(self._allow)
        desk.toasted.connect(self.toasted)
        desk.opened.connect(self.opened)
        desk.fronted.connect(self._fronted)
        desk.asked_for.connect(self._show_talk)
        desk.way_chosen.connect(self.show_way)
        desk.flush_file.clicked.connect(lambda: self.add(str(self.memory.root / desk.path)))
        composer, names = desk.composer, desk.composer.model
        composer.rehearse_button.clicked.connect(lambda: self.rehearsal_asked.emit(composer.words))
        names.activated.connect(lambda _: self._settings.set(_MODEL, names.currentText()))
        pane.asked.connect(self._soon.start)
        pane.chosen.connect(desk.open)
        pane.chosen.connect(lambda _id: self._show_desk())
        pane.rows.entered.connect(self._show_desk)
        pane.rows.entered.connect(self.take_focus)
        self._server.changed.connect(self._show_models)

    def _fronted(self, talk_id: str, path: str) -> None:
        self.pane.show_chosen(talk_id)
        self.went.emit(path, 0)
        self._allow()

    def _add_actions(self) -> None:
        add, desk, column, pane = self.registry.add, self.desk, self.desk.column, self.pane
        add(FLUSH, tr("Save notes"), desk.flush, "Ctrl+Shift+L", "days", self.name,
            detail=tr("What matters in this conversation goes into today"))  # fmt: skip
        add(STOP, tr("Stop the answer"), desk.stop, "Ctrl+.", "stop", self.name,
            detail=tr("What came of it stays"))  # fmt: skip
        deeds: tuple[tuple[str, str, str, Callable[[], object], QWidget], ...] = (
            ("rename", tr("Rename the conversation"), "F2", pane.rename, pane.rows),
            ("delete", tr("Delete the conversation"), "Delete", pane.delete, pane.rows),
            ("next", tr("Next message"), "J", lambda: column.step(1), column),
            ("previous", tr("Previous message"), "K", lambda: column.step(-1), column),
            ("copy", tr("Copy the message"), "C", lambda: desk.current_deed("copy"), column),
            ("edit", tr("Edit and send again"), "E", lambda: desk.current_deed("edit"), column),
            ("again", tr("Answer again"), "R", lambda: desk.current_deed("again"), column),
            ("forget", tr("Don’t remember this"), "D", lambda: desk.current_deed("forget"), column),
        )
        for name, words, key, act, scope in deeds:
            add(f"talk.{name}", words, act, key, "", self.name, scope=scope, listed=False)
        self._allow()

    def _allow(self) -> None:
        talk = self.desk.talk
        self.registry.allow(STOP, self.desk.answering is not None)
        self.registry.allow(FLUSH, talk is not None and not talk.private)

    def _show_models(self) -> None:
        """Who can answer now, and the one that was chosen last."""
        sight = self._server.sight
        names = [info.name for info in sight.models or () if info.chats]
        kept = self._settings.get(_MODEL) or self._settings.get("dreams.model")
        chosen = kept if kept in names else (names[0] if names else "")
        why = ""
        if not names and sight.known:
            why = tr("No model answers here now: read, paste and drop conversations, save notes.")
            if sight.problem is not None:
                why = together(sight.problem.message, why)
        self.desk.show_models(names, chosen, why)
        words = tr("Conversations with an assistant, to keep what matters.")
        if names:
            words = tr("Ask about what you wrote down: %1 reads your memory, on this computer.")
        self.desk.empty.say(words.replace("%1", chosen))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc among the messages leads to the field."""
        if event.key() == Qt.Key.Key_Escape and self._stack.currentWidget() is self.desk:
            self.take_focus()
        else:
            super().keyPressEvent(event)
