"""The left of the page of errors: each error in a row, the one that was met last first."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout

from desktop_app.sessions.hindsight.pattern import ErrorPattern
from desktop_app.ui.hindsight.error_words import STATES, icon_of, times, title_of, when
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.rows import (
    ASIDE,
    DETAIL,
    ICON,
    ICON_TOKEN,
    THING,
    TITLE,
    EnteredRows,
    RowDelegate,
)
from desktop_app.words import tr


class ErrorList(QFrame):
    """Says `asked` at every key in its field, and `chosen` when another row is the current one."""

    asked = Signal()
    chosen = Signal(object)  # an ErrorPattern, or None

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "side")
        self.input = QLineEdit()
        self.input.setAccessibleName(tr("Find an error"))
        self.input.setPlaceholderText(tr("Paste an error, or some words of it"))
        self.input.setClearButtonEnabled(True)
        self.input.textChanged.connect(lambda _words: self.asked.emit())
        self.rows = EnteredRows(tr("Errors"))
        self.rows.setItemDelegate(RowDelegate(self.rows))
        self._head = QVBoxLayout()
        self._head.addWidget(self.input)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(PaneHeader(tr("Errors")))
        column.addLayout(self._head)
        column.addWidget(self.rows, 1)
        self.show_patterns((), datetime.now().astimezone())
        theme().followed_by(self._measure)

    def show_patterns(self, patterns: Sequence[ErrorPattern], now: datetime) -> None:
        """Shows these; the one that was current stays so where it still is there."""
        before = self.current()
        model = QStandardItemModel(self.rows)
        at = 0
        for n, pattern in enumerate(patterns):
            model.appendRow(_row(pattern, now))
            at = n if before and pattern.key == before.key else at
        old = self.rows.model()
        self.rows.setModel(model)
        if old is not None:
            old.deleteLater()
        self.rows.selectionModel().currentChanged.connect(
            lambda index, _before: self.chosen.emit(index.data(THING))
        )
        self.rows.setCurrentIndex(model.index(at, 0))
        if not patterns:
            self.chosen.emit(None)

    def current(self) -> ErrorPattern | None:
        """The error of the current row."""
        found = self.rows.currentIndex().data(THING) if self.rows.model() else None
        return found if isinstance(found, ErrorPattern) else None

    def _measure(self) -> None:
        px = theme().px
        self._head.setContentsMargins(px(14), 0, px(14), px(10))


def _row(pattern: ErrorPattern, now: datetime) -> QStandardItem:
    item = QStandardItem()
    icon, token = icon_of(pattern)
    title = title_of(pattern)
    detail = " · ".join(filter(None, (times(pattern), STATES[pattern.state])))
    last = when(pattern.last, now)
    for role, value in (
        (TITLE, title),
        (DETAIL, detail),
        (ASIDE, last),
        (ICON, icon),
        (ICON_TOKEN, token),
        (THING, pattern),
    ):
        item.setData(value, role)
    item.setToolTip(pattern.title)
    item.setAccessibleText(f"{title}. {detail}. {last}")
    return item
