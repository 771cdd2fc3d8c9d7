"""The card below a [[: what a link may lead to, by row. Knows offers, no editor and no keys."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.parts.notices import announce, shade
from desktop_app.ui.parts.rows import ASIDE, THING, RowDelegate, RowsView
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.notebook.note_links import LinkOffer

_WIDTH, _ROW, _MOST_ROWS = 380, 34, 7


class LinkList(RowsView):
    """The rows, in a `card` over `parent`; the keyboard stays where it is."""

    taken = Signal(object)  # a LinkOffer

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Notes to link to"))
        self.rows = QStandardItemModel(self)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setModel(self.rows)
        self.setItemDelegate(RowDelegate(self, _ROW))
        self.clicked.connect(lambda index: self.taken.emit(index.data(THING)))
        self.card = surface("card")
        self.card.setParent(parent)
        self.card.hide()
        around = QVBoxLayout(self.card)
        around.setContentsMargins(1, 4, 1, 4)
        around.addWidget(self)
        shade(self.card)

    def show_offers(self, offers: "Sequence[LinkOffer]", today: date, line: QRect) -> None:
        """Shows these, the first one chosen, beside a `line` of the parent."""
        self.rows.clear()
        for offer in offers:
            item = QStandardItem(offer.inside)
            aside = dates.title(offer.day, today) if offer.day else ""
            item.setData(aside, ASIDE)
            item.setData(offer, THING)
            words = ", ".join(filter(None, (offer.inside, aside)))
            item.setData(words, Qt.ItemDataRole.AccessibleTextRole)
            self.rows.appendRow(item)
        self.setCurrentIndex(self.rows.index(0, 0))
        self.place(line)
        if self.card.isHidden():
            self.card.show()
            self.card.raise_()
            many = counted("1 note to link to", "{count} notes to link to", len(offers))
            announce(self, many)

    def place(self, line: QRect) -> None:
        """Goes below the line, or above it where there is no room."""
        px, room = theme().px, self.card.parentWidget()
        width = min(px(_WIDTH), room.width() - px(16))
        height = min(self.rows.rowCount(), _MOST_ROWS) * px(_ROW) + px(10)
        left = max(px(8), min(line.left() - px(20), room.width() - width - px(8)))
        top = line.bottom() + px(8)
        if top + height > room.height():
            top = max(0, line.top() - px(8) - height)
        self.card.setGeometry(left, top, width, height)

    def step(self, by: int) -> None:
        """Chooses another row, and says it."""
        row = (self.currentIndex().row() + by) % self.rows.rowCount()
        self.setCurrentIndex(self.rows.index(row, 0))
        announce(self, self.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole))

    def take(self) -> None:
        """Takes the chosen row."""
        self.taken.emit(self.currentIndex().data(THING))
