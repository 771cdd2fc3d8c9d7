"""The list of conversations: look for one, open, rename or delete it, begin another.

Knows heads; what a press leads to is the page's business.
"""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import (
    QModelIndex,
    QPoint,
    QSignalBlocker,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QLineEdit, QMenu, QStyleOptionViewItem, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.sessions.talk_view import TalkHead
from desktop_app.ui.conversation.way import WAYS
from desktop_app.ui.conversation.words import title_of, turns
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.asking_pane import row_item
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import PaneHeader
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
from desktop_app.words import tr

_SOON = 200  # milliseconds after the last key


class TalkDelegate(RowDelegate):
    """A row whose title can be written in place."""

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index
    ) -> QWidget:
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

    @property
    def writes(self) -> bool:
        """Whether a title is being written."""
        return self.state() == TalkRows.State.EditingState

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.writes:
            event.accept()  # a key that the line of a title let pass
        else:
            super().keyPressEvent(event)


class TalkPane(QFrame):
    """Says what is chosen and asked; shows what it is handed."""

    asked = Signal(str)  # what is looked for
    chosen = Signal(str)  # the id of a conversation
    entered = Signal()  # the person wants to go on in it
    renamed = Signal(str, str)
    deleted = Signal(str)
    way_chosen = Signal(str)

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self._heads: tuple[TalkHead, ...] = ()
        self._shown = ""
        self.setProperty("surface", "side")
        header = PaneHeader(tr("Conversations"))
        self.menu = QMenu(self)
        for way, words, _icon in WAYS:
            act = self.menu.addAction(words)
            act.triggered.connect(lambda _=False, w=way: self.way_chosen.emit(w))
        self.menu.addSeparator()
        self.menu.addAction(actions["talk.private"])
        self.add_button = IconButton("more", tr("Other ways to begin"), 32)
        self.add_button.setMenu(self.menu)
        self.add_button.setPopupMode(self.add_button.ToolButtonPopupMode.InstantPopup)
        self.new_button = IconButton.of(actions["talk.new"], "plus")
        header.add(self.new_button, self.add_button)
        self.input = QLineEdit()
        self.input.setAccessibleName(tr("Search the conversations"))
        self.input.setPlaceholderText(tr("Search the conversations"))
        self.input.setClearButtonEnabled(True)
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(lambda: self.asked.emit(self.query))
        self.input.textChanged.connect(lambda _words: self._soon.start())
        self.nothing = text("", "meta", "text2", wrap=True)
        self.rows = TalkRows(tr("Conversations"))
        self.rows.setItemDelegate(TalkDelegate(self.rows))
        self.rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._model = QStandardItemModel(self)
        self.rows.setModel(self._model)
        self._connect()
        self._inset = QVBoxLayout()
        self._inset.addWidget(self.input)
        self._inset.addWidget(self.nothing)
        stacked(self, header, self._inset, self.rows, grows=self.rows)
        theme().followed_by(self._measure)

    @property
    def query(self) -> str:
        """What is looked for."""
        return self.input.text().strip()

    @property
    def heads(self) -> tuple[TalkHead, ...]:
        """Those that are listed."""
        return self._heads

    def show_heads(self, heads: Sequence[TalkHead], now: datetime) -> None:
        """Lists these; the one that is shown stays chosen."""
        if heads and tuple(heads) == self._heads and self._model.rowCount() == len(heads):
            return
        if self.rows.writes:
            self._soon.start()  # ask once more: a title is being written in a row
            return
        self._heads = tuple(heads)
        place = self.rows.verticalScrollBar().value()
        with QSignalBlocker(self.rows.selectionModel()):
            self._model.removeRows(0, self._model.rowCount())
            for head in heads:
                self._model.appendRow(_item(head, now))
        self.show_chosen(self._shown)
        self.rows.verticalScrollBar().setValue(place)
        none = tr("No conversation has these words.") if self.query else tr("None yet.")
        self.nothing.setText(none)
        self.nothing.setVisible(not heads)

    def show_chosen(self, talk_id: str) -> None:
        """Marks the conversation that is shown; "" for none."""
        self._shown = talk_id
        at = next((n for n, head in enumerate(self._heads) if head.id == talk_id), -1)
        with QSignalBlocker(self.rows.selectionModel()):
            if at < 0:
                self.rows.setCurrentIndex(QModelIndex())
                self.rows.clearSelection()
            else:
                self.rows.setCurrentIndex(self._model.index(at, 0))
        self.rows.viewport().update()

    def rename(self) -> None:
        """Has the title of the chosen one written in place."""
        index = self.rows.currentIndex()
        if index.isValid():
            self.rows.edit(index)

    def delete(self) -> None:
        """Asks for the chosen one to be deleted."""
        if (head := self._head()) is not None:
            self.deleted.emit(head.id)

    def clear(self) -> None:
        """Nothing is listed nor looked for."""
        self._heads, self._shown = (), ""
        with QSignalBlocker(self.input):
            self.input.clear()
        self._model.clear()

    def _connect(self) -> None:
        self.rows.selectionModel().currentChanged.connect(lambda _now, _before: self._choose())
        self.rows.entered.connect(self.entered)
        self.rows.customContextMenuRequested.connect(self._ask_what)
        self._model.itemChanged.connect(self._written)

    def _head(self) -> TalkHead | None:
        found = self.rows.currentIndex().data(THING)
        return found if isinstance(found, TalkHead) else None

    def _choose(self) -> None:
        head = self._head()
        if head is not None and head.id != self._shown:
            self._shown = head.id
            self.chosen.emit(head.id)

    def _written(self, item: QStandardItem) -> None:
        head, words = item.data(THING), str(item.data(TITLE)).strip()
        if isinstance(head, TalkHead) and words != title_of(head):
            self.renamed.emit(head.id, words)

    def _ask_what(self, where: QPoint) -> None:
        index = self.rows.indexAt(where)
        if not index.isValid():
            return
        self.rows.setCurrentIndex(index)
        menu = QMenu(self)
        menu.addAction(tr("Rename"), self.rename)
        menu.addAction(tr("Delete"), self.delete)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.rows.viewport().mapToGlobal(where))

    def _measure(self) -> None:
        px = theme().px
        self._inset.setContentsMargins(px(14), 0, px(14), px(8))
        self._inset.setSpacing(px(8))


def _item(head: TalkHead, now: datetime) -> QStandardItem:
    said = [turns(head.messages)]
    if head.model:
        said.append(head.model)
    if head.private:
        said.insert(0, tr("Private"))
    today = now.date()
    day = head.changed.date()
    aside = f"{head.changed:%H:%M}" if day == today else dates.short(day, today)
    values = {TITLE: title_of(head), DETAIL: " · ".join(said), ASIDE: aside, THING: head}
    if head.private:
        values[ICON] = "lock"
    item = row_item(values, ". ".join((title_of(head), aside, *said)), "")
    item.setEditable(True)
    return item
