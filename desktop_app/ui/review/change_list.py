"""The list beside a review: each change in a line, with its state. Knows changes, no card."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame

from desktop_app.dreams.proposal import Change, Support
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
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
from desktop_app.ui.review.change_words import (
    ACCEPTED,
    BOTH,
    HELD,
    OPEN,
    REJECTED,
    asks,
    detail_of,
    state_of,
    state_word,
    title_of,
)
from desktop_app.ui.review.doubting import verdict_of
from desktop_app.words import tr

_SIGNS = {
    ACCEPTED: ("check", "ok"),
    BOTH: ("checks", "ok"),
    REJECTED: ("cross", "danger"),
    HELD: ("warn", "warn"),
    OPEN: ("question", "warn"),
}


class ChangeList(QFrame):
    """Chooses a change; `back_asked` leads to the list of dreams."""

    chosen = Signal(int)
    back_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "side")
        self.back_button = IconButton("arrow-left", tr("All dreams"))
        self.back_button.clicked.connect(self.back_asked)
        header = PaneHeader(tr("Proposed changes"))
        header.lead(self.back_button)
        self.rows = RowsView(tr("Proposed changes"))
        self.rows.setItemDelegate(RowDelegate(self.rows, 54))
        self._model = QStandardItemModel(self)
        self._known: dict[int, tuple[Change, bool]] = {}  # what each row tells
        self.rows.setModel(self._model)
        self.rows.selectionModel().currentChanged.connect(self._choose)
        stacked(self, header, self.rows, grows=self.rows)

    def show_changes(self, changes: Sequence[Change], gone: Collection[int] = ()) -> None:
        """Each change with its state, the chosen one still chosen; `gone` can't be applied."""
        rows = self._model.rowCount()
        if rows > len(changes):
            with QSignalBlocker(self.rows.selectionModel()):
                self._model.removeRows(len(changes), rows - len(changes))
            for place in range(len(changes), rows):
                self._known.pop(place, None)
        for place, change in enumerate(changes):
            if place >= self._model.rowCount():
                self._model.appendRow(QStandardItem())
            item = self._model.item(place)
            if self._known.get(place) != (change, change.n in gone):
                self._known[place] = change, change.n in gone
                self._fill(item, change, change.n in gone)

    def show_current(self, number: int) -> None:
        """The change that the keys mean."""
        for place in range(self._model.rowCount()):
            if self._known[place][0].n == number:
                with QSignalBlocker(self.rows.selectionModel()):
                    self.rows.setCurrentIndex(self._model.index(place, 0))
                self.rows.scrollTo(self._model.index(place, 0))
                self.rows.viewport().update()

    def _fill(self, item: QStandardItem, change: Change, gone: bool) -> None:
        icon, token = _SIGNS[HELD] if gone else _sign_of(change)
        detail = tr("Edited since the dream") if gone else detail_of(change)
        item.setData(title_of(change), TITLE)
        item.setData(detail, DETAIL)
        item.setData(change.heading, ASIDE)
        item.setData(icon, ICON)
        item.setData(token, ICON_TOKEN)
        item.setData(change.n, THING)
        row = (title_of(change), detail, change.heading, "" if gone else state_word(change))
        item.setAccessibleText(". ".join(filter(None, row)))

    def _choose(self) -> None:
        number = self.rows.currentIndex().data(THING)
        if number is not None:
            self.chosen.emit(number)


def _sign_of(change: Change) -> tuple[str, str]:
    state = state_of(change)
    if state == OPEN and verdict_of(change) == Support.PARTLY:
        return "partly", "warn"
    if state == REJECTED and (asks(change) or change.new is None):
        return "check", "text2"  # a line was kept, which is nothing bad
    return _SIGNS[state]
