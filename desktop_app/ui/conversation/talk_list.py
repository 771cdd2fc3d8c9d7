"""The list of talks: chosen, deleted. Opens none."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame

from desktop_app import dates
from desktop_app.sessions.talk_view import TalkHead
from desktop_app.ui.conversation.talk_words import title_of, turns
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.rows import RowWords, ThingRows
from desktop_app.words import tr


class TalkPane(QFrame):
    """The talks."""

    chosen = Signal(str)  # the id of a talk
    deleted = Signal(object)  # a TalkHead

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setProperty("surface", "side")
        self.heads: tuple[TalkHead, ...] = ()
        self._now, self._shown = datetime.now().astimezone(), ""
        header = PaneHeader(tr("Conversations"))
        for action, icon in (("talk.new", "plus"), ("conversation", "conversation")):
            header.add(IconButton.of(actions[action], icon))
        none = tr("Conversations with a model are listed here. What you add goes into your days.")
        self.nothing = sized(text(none, "meta", "text2", wrap=True), (18, 0, 14, 10))
        self.rows = ThingRows(tr("Conversations"), self._told, key=lambda head: head.id)
        stacked(self, header, self.nothing, self.rows, grows=self.rows)
        self.rows.moved.connect(self._choose)
        self.rows.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        actions.add("talk.delete", tr("Delete the conversation"), self.delete, "Delete", "",
            "conversation", scope=self.rows, listed=False)  # fmt: skip

    def show_rows(self, heads: Sequence[TalkHead], now: datetime) -> None:
        self.nothing.setVisible(not heads)
        if tuple(heads) == self.heads:
            return
        self.heads, self._now = tuple(heads), now
        self.rows.show_things(self.heads)
        self.show_chosen(self._shown)

    def show_chosen(self, talk_id: str) -> None:
        self._shown = talk_id
        self.rows.choose_key(talk_id)

    def delete(self) -> None:
        if self.rows.thing is not None:
            self.deleted.emit(self.rows.thing)

    def take_keyboard(self) -> None:
        self.rows.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def clear(self) -> None:
        self.heads, self._shown = (), ""
        self.rows.rows.show(())

    def _choose(self) -> None:
        if (head := self.rows.thing) is not None and head.id != self._shown:
            self._shown = head.id
            self.chosen.emit(head.id)

    def _told(self, head: TalkHead) -> RowWords:
        said = " · ".join(filter(None, (turns(head.messages), head.model)))
        today, day, title = self._now.date(), head.changed.date(), title_of(head)
        aside = f"{head.changed:%H:%M}" if day == today else dates.short(day, today)
        return RowWords(title, said, aside)
