"""The left of a page that is asked something: a field, and the answers below it."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.rows import THING, EnteredRows, RowDelegate


class AskingPane(QFrame):
    """Says `asked` at every key in its field."""

    asked = Signal()
    kind_of_rows = EnteredRows

    def __init__(self, title: str, field: str, hint: str, rows: str) -> None:
        """`field` and `rows` are what a screen reader says of them, `hint` stands in the field."""
        super().__init__()
        self.setProperty("surface", "side")
        self.input = QLineEdit()
        self.input.setAccessibleName(field)
        self.input.setPlaceholderText(hint)
        self.input.setClearButtonEnabled(True)
        self.input.textChanged.connect(lambda _words: self.asked.emit())
        self.rows = self.kind_of_rows(rows)
        self.rows.setItemDelegate(RowDelegate(self.rows))
        self.rows.setModel(QStandardItemModel(self.rows))
        self._head = stacked(None, self.input, margins=(14, 0, 14, 10), gap=10)
        self.header = PaneHeader(title)
        stacked(self, self.header, self._head, self.rows, grows=self.rows)

    @property
    def question(self) -> str:
        """What is typed, without the blanks around it."""
        return self.input.text().strip()

    def add(self, *parts: QWidget) -> None:
        """Puts these below the field."""
        for part in parts:
            self._head.addWidget(part)

    def take_keyboard(self) -> None:
        """Lets the person type another question over this one."""
        self.input.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.input.selectAll()

    def thing(self) -> object:
        """What the current row stands for; None where there is none."""
        return self.rows.currentIndex().data(THING)

    def put(self, items: Iterable[QStandardItem]) -> None:
        """Shows these rows in place of those that are there; none is current."""
        model, before = QStandardItemModel(self.rows), self.rows.model()
        for item in items:
            model.appendRow(item)
        self.rows.setModel(model)
        before.deleteLater()


def row_item(values: Mapping[int, object], said: str, tip: str) -> QStandardItem:
    """A row with `values` by their roles; a screen reader says `said`."""
    item = QStandardItem()
    for role, value in values.items():
        item.setData(value, role)
    item.setAccessibleText(said)
    item.setToolTip(tip)
    return item
