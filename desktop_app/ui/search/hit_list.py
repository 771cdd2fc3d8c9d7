"""The list of hits: an icon, where it stands, and two lines with the words that were found.

Knows rows and how they look, not how they were found.
"""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QWidget

from desktop_app.notebook.layout import FileKind
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.marked_text import Span, TextLook, paint_some
from desktop_app.ui.parts.rows import ASIDE, ICON, THING, TITLE, Index, RowDelegate, RowsView
from desktop_app.ui.search.hit_rows import HitRow

ROW = 70
_ICONS = {kind: str(kind) for kind in FileKind} | {FileKind.SESSIONS: "conversation"}


class MarkedSnippet(Protocol):
    """What a row is painted from."""

    @property
    def snippet(self) -> str:
        """A few of its words."""

    @property
    def marks(self) -> Sequence[Span]:
        """The places in them that were sought."""


class HitModel(QAbstractListModel):
    """The rows of one search."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[HitRow, ...] = ()

    def show(self, rows: Sequence[HitRow]) -> None:
        """Other rows."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = TITLE) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (row.title, row.aside, row.snippet)))
        if role == Qt.ItemDataRole.ToolTipRole:
            return " · ".join(filter(None, (row.path, row.why)))
        is_topic = row.kind is FileKind.DAYS and row.day is None
        icon = "note" if is_topic else _ICONS.get(row.kind, "note")
        return {TITLE: row.title, ASIDE: row.aside, ICON: icon, THING: row}.get(role)


class HitDelegate(RowDelegate):
    """Draws one hit: a title as every list has it, and below it what was found."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, ROW)

    def paint_row(self, painter: QPainter, box: QRect, index: Index, selected: bool) -> None:
        row: MarkedSnippet = index.data(THING)
        px = theme().px
        top = box.top() + px(7)
        head = QRect(box.left(), top, box.width(), px(20))
        super().paint_row(painter, head, index, selected)
        look = TextLook(
            theme().font("meta"),
            px(17),
            theme().color("text2"),
            theme().color("text"),
            theme().color("hit"),
            px(3),
        )
        left = box.left() + px(34)
        below = QRect(left, top + px(20), box.right() - px(10) - left, px(34))
        paint_some(painter, below, row.snippet, row.marks, look)


class HitList(RowsView):
    """The view; the page moves through it while the keyboard stays in the input."""

    picked = Signal()  # the person chose another row, by key or mouse
    pressed_row = Signal()  # with the mouse

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._quiet = False
        self.hits = HitModel()
        self.setModel(self.hits)
        self.setItemDelegate(HitDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.selectionModel().currentChanged.connect(lambda *_: self._moved())
        self.clicked.connect(lambda _index: self.pressed_row.emit())

    @property
    def chosen(self) -> HitRow | None:
        """The row that is chosen now."""
        index = self.currentIndex()
        return self.hits.rows[index.row()] if index.isValid() else None

    @property
    def number(self) -> int:
        """The number of the chosen row, from 0; -1 for none."""
        return self.currentIndex().row()

    def show_rows(self, rows: Sequence[HitRow], number: int) -> None:
        """Other rows, with one of them chosen (-1: none); says nothing."""
        self._quiet = True
        self.hits.show(rows)
        self.scrollToTop()
        self._choose(number)
        self._quiet = False

    def choose(self, number: int) -> None:
        """Chooses a row by its number without saying so."""
        self._quiet = True
        self._choose(number)
        self._quiet = False

    def step(self, by: int) -> None:
        """Chooses a row further down or up, no further than an end; the first when none is."""
        self._choose(max(0, self.number + by) if self.number >= 0 else 0)

    def _choose(self, number: int) -> None:
        if number < 0 or not self.hits.rows:
            self.setCurrentIndex(QModelIndex())
            return
        index = self.hits.index(min(number, len(self.hits.rows) - 1))
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def _moved(self) -> None:
        if not self._quiet and self.chosen is not None:
            self.picked.emit()
