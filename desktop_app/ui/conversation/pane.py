"""The list of talks at the left of their page. Knows what is listed, and no talk."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QStyleOptionViewItem, QWidget

from desktop_app import dates
from desktop_app.sessions.talk_view import TalkHead
from desktop_app.ui.conversation.talk_words import title_of, turns
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.asking_pane import AskingPane
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.rows import THING, Index, RowDelegate, RowWords, ThingRows
from desktop_app.words import tr


class TalkDelegate(RowDelegate):
    """A row whose title can be written in place."""

    written = Signal(object, str)  # a TalkHead, and its title

    def createEditor(self, parent: QWidget, _option: object, _index: Index) -> QWidget:
        line = QLineEdit(parent)
        line.setAccessibleName(tr("Name of the conversation"))
        return line

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        px = theme().px
        editor.setGeometry(option.rect.adjusted(px(12), px(8), -px(12), -px(8)))

    def setModelData(self, editor: QWidget, _model: QObject, index: Index) -> None:
        head = index.data(THING)
        if isinstance(editor, QLineEdit) and (words := editor.text().strip()) != title_of(head):
            self.written.emit(head, words)


class TalkRows(ThingRows):
    """The rows, in which a title can be written."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.state() == TalkRows.State.EditingState:
            event.accept()  # a key that the line of a title let pass
        else:
            super().keyPressEvent(event)


class TalkPane(AskingPane):
    """The talks."""

    chosen = Signal(str)  # the id of a talk
    renamed = Signal(str, str)  # and its title
    deleted = Signal(object)  # a TalkHead

    def __init__(self, actions: Actions) -> None:
        title, search = tr("Conversations"), tr("Search the conversations")
        self.heads: tuple[TalkHead, ...] = ()
        self._now = datetime.now().astimezone()
        delegate = TalkDelegate()
        delegate.written.connect(lambda head, words: self.renamed.emit(head.id, words))
        super().__init__(title, search, search, TalkRows(title, self._told, delegate))
        self.rows.rows.named = True
        self._shown = ""
        menu = QMenu(self)
        menu.addActions([actions[way] for way in ("conversation", "import", "talk.private")])
        add_button = IconButton("more", tr("Other ways to begin"), 32)
        add_button.setMenu(menu)
        add_button.setPopupMode(add_button.ToolButtonPopupMode.InstantPopup)
        self.header.add(IconButton.of(actions["talk.new"], "plus"), add_button)
        self.nothing = text("", "meta", "text2", wrap=True)
        self.add(self.nothing)
        self.rows.moved.connect(self._choose)
        self.rows.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def show_rows(self, heads: Sequence[TalkHead], now: datetime) -> None:
        """Lists these; the one that is shown stays chosen."""
        none = tr("Conversations with a model are listed here. What you add goes into your days.")
        self.nothing.setText(tr("No conversation has these words.") if self.query else none)
        self.nothing.setVisible(not heads)
        if tuple(heads) == self.heads:
            return
        if self.rows.state() == TalkRows.State.EditingState:
            self.asked.emit()  # once more: a title is being written in a row
            return
        self.heads, self._now = tuple(heads), now
        self.rows.show_things(self.heads)
        self.show_chosen(self._shown)

    def show_chosen(self, talk_id: str) -> None:
        """Marks the talk that is shown; "" for none."""
        self._shown = talk_id
        self.rows.choose(next((n for n, one in enumerate(self.heads) if one.id == talk_id), -1))

    def rename(self) -> None:
        if self.rows.thing is not None:
            self.rows.edit(self.rows.currentIndex())

    def delete(self) -> None:
        if self.rows.thing is not None:
            self.deleted.emit(self.rows.thing)

    def clear(self) -> None:
        """Another notebook: nothing is known of it yet."""
        self.heads, self._shown = (), ""
        self.forget()
        self.rows.rows.show(())

    def _choose(self) -> None:
        if (head := self.rows.thing) is not None and head.id != self._shown:
            self._shown = head.id
            self.chosen.emit(head.id)

    def _told(self, head: TalkHead) -> RowWords:
        said = [*filter(None, (tr("Private") * head.private, turns(head.messages), head.model))]
        today, day, title = self._now.date(), head.changed.date(), title_of(head)
        aside = f"{head.changed:%H:%M}" if day == today else dates.short(day, today)
        icon = "lock" if head.private else ""
        return RowWords(title, " · ".join(said), aside, icon)
