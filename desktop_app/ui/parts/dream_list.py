"""The dreams' list pane: Dream now, what is under way, what waits, and every diary entry.

Shows rows and says which is chosen; starts nothing itself.
"""

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QMenu, QVBoxLayout, QWidget

from desktop_app.ui.parts import dates
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.dream_rows import FAILED, NOTHING, TOLD, WAITING, Dreams, Row
from desktop_app.ui.parts.dreaming import Dreaming
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.rows import (
    ASIDE,
    DETAIL,
    ICON,
    ICON_TOKEN,
    THING,
    TITLE,
    RowDelegate,
    RowsView,
)
from desktop_app.ui.theme import Theme

SPANS = (0, 2, 7, 14, 30)
"""Offered windows in days; 0 is every day since the last dream."""


class DreamList(QFrame):
    """The list, with the button that starts a dream."""

    dream_asked = Signal()
    span_chosen = Signal(int)
    again_asked = Signal()
    chosen = Signal(object)  # a Row

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("surface", "side")
        self.dream_button = Button(self.tr("Dream now"), "primary")
        self.dream_button.clicked.connect(self.dream_asked)
        self.span_button = IconButton(theme, "chevron-down", self.tr("Which days to read"), 32)
        self.span_button.setMenu(self._make_menu())
        self.span_button.setPopupMode(self.span_button.ToolButtonPopupMode.InstantPopup)
        header = PaneHeader(theme, self.tr("Dreams"))
        header.add(self.dream_button, self.span_button)
        self.dreaming = Dreaming(theme)
        self.rows = RowsView(theme, self.tr("Dreams"))
        self.rows.setItemDelegate(RowDelegate(theme, self.rows, 56))
        self._model = QStandardItemModel(self)
        self.rows.setModel(self._model)
        self.rows.selectionModel().currentChanged.connect(self._choose)
        self.rows.clicked.connect(self._choose)
        self._held = QWidget()
        held = QVBoxLayout(self._held)
        held.setContentsMargins(theme.px(12), 0, theme.px(12), theme.px(8))
        held.addWidget(self.dreaming)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self._held)
        column.addWidget(self.rows, 1)

    def show_span(self, days: int) -> None:
        """Which window Dream now reads."""
        for action in self._spans.actions():
            action.setChecked(action.data() == days)

    def show_running(self, running: bool) -> None:
        """While a dream runs, no other starts."""
        self.dream_button.setEnabled(not running)
        self.span_button.setEnabled(not running)

    def show_dreams(self, dreams: Dreams) -> Row | None:
        """All rows; returns the one that stays chosen, None when it is gone or was none."""
        before = self.row()
        self.rows.selectionModel().blockSignals(True)
        self._model.clear()
        for row in dreams.rows:
            self._model.appendRow(self._item(row, dreams.now))
        kept = self._place_of(before)
        if kept is not None:
            self.rows.setCurrentIndex(self._model.index(kept, 0))
        self.rows.selectionModel().blockSignals(False)
        self.rows.viewport().update()
        return self.row()

    def choose(self, wanted: Row | None) -> None:
        """Brings a row to the front, as if it had been clicked."""
        place = self._place_of(wanted)
        if place is not None:
            self.rows.setCurrentIndex(self._model.index(place, 0))

    def row(self) -> Row | None:
        """The row that is chosen."""
        found = self.rows.currentIndex().data(THING)
        return found if isinstance(found, Row) else None

    def all(self) -> list[Row]:
        """Every row, from the top."""
        return [self._model.item(n).data(THING) for n in range(self._model.rowCount())]

    def _place_of(self, wanted: Row | None) -> int | None:
        """A row for the same thing, also when its words have changed."""
        if wanted is None:
            return None
        for place, row in enumerate(self.all()):
            if (row.kind, row.at, row.title) == (wanted.kind, wanted.at, wanted.title):
                return place
        return None

    def _item(self, row: Row, now: datetime) -> QStandardItem:
        item = QStandardItem()
        titles = {
            NOTHING: self.tr("Nothing new to keep"),
            FAILED: self.tr("The dream failed"),
        }
        details = {WAITING: self._waits(row)}
        icons = {
            WAITING: ("dreams", "accent"),
            TOLD: ("dreams", "text2"),
            NOTHING: ("check", "ok"),
            FAILED: ("warn", "danger"),
        }
        title = row.title or titles.get(row.kind, self.tr("A dream"))
        detail = details.get(row.kind, row.detail)
        item.setData(title, TITLE)
        item.setData(detail, DETAIL)
        item.setData(dates.short(row.at[0], now.date()), ASIDE)
        item.setData(icons[row.kind][0], ICON)
        item.setData(icons[row.kind][1], ICON_TOKEN)
        item.setData(row, THING)
        item.setAccessibleText(f"{title}. {detail}")
        return item

    def _waits(self, row: Row) -> str:
        count = len(getattr(row.thing, "changes", ()))
        words = self.tr("1 change to review") if count == 1 else self.tr("%1 changes to review")
        return words.replace("%1", str(count))

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        self._spans = QActionGroup(self)
        for days in SPANS:
            words = self.tr("The last %1 days").replace("%1", str(days))
            action = menu.addAction(words if days else self.tr("Every day since the last dream"))
            action.setCheckable(True)
            action.setData(days)
            action.triggered.connect(lambda _checked, days=days: self.span_chosen.emit(days))
            self._spans.addAction(action)
        menu.addSeparator()
        again = menu.addAction(self.tr("Dream again, even if no day has changed"))
        again.triggered.connect(lambda: self.again_asked.emit())
        return menu

    def _choose(self) -> None:
        if (row := self.row()) is not None:
            self.chosen.emit(row)
