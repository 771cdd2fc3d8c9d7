"""The list beside a review: each change in a line, with its state. Knows a Proposal, no card."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QVBoxLayout

from desktop_app.dreams.proposal import Change, Proposal
from desktop_app.language.difference import differing
from desktop_app.ui.parts.change_card import ACCEPTED, REJECTED, state_of
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
from desktop_app.ui.theme import Theme


class ChangeList(QFrame):
    """Chooses a change; `back_asked` leads to the list of dreams."""

    chosen = Signal(int)
    back_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("surface", "side")
        back = IconButton(theme, "chevron-left", self.tr("All dreams"))
        back.clicked.connect(self.back_asked)
        header = PaneHeader(theme, self.tr("Proposed changes"))
        header.add(back)
        self.rows = RowsView(theme, self.tr("Proposed changes"))
        self.rows.setItemDelegate(RowDelegate(theme, self.rows, 54))
        self._model = QStandardItemModel(self)
        self.rows.setModel(self._model)
        self.rows.selectionModel().currentChanged.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self.rows, 1)

    def show_proposal(self, proposal: Proposal) -> None:
        """Each change with its state, the chosen one still chosen."""
        while self._model.rowCount() > len(proposal.changes):
            self._model.removeRow(self._model.rowCount() - 1)
        for place, change in enumerate(proposal.changes):
            if place >= self._model.rowCount():
                self._model.appendRow(QStandardItem())
            self._fill(self._model.item(place), change)

    def show_current(self, number: int) -> None:
        """The change that the keys mean."""
        for place in range(self._model.rowCount()):
            if self._model.item(place).data(THING) == number:
                self.rows.selectionModel().blockSignals(True)
                self.rows.setCurrentIndex(self._model.index(place, 0))
                self.rows.selectionModel().blockSignals(False)
                self.rows.viewport().update()

    def _fill(self, item: QStandardItem, change: Change) -> None:
        signs = {ACCEPTED: ("check", "ok"), REJECTED: ("cross", "danger")}
        icon, token = signs.get(state_of(change), ("question", "warn"))
        title = (change.new or change.old[0]).split("\n")[0]
        item.setData(title, TITLE)
        item.setData(self._said(change), DETAIL)
        item.setData(change.heading, ASIDE)
        item.setData(icon, ICON)
        item.setData(token, ICON_TOKEN)
        item.setData(change.n, THING)
        item.setAccessibleText(f"{title}. {state_of(change)}")

    def _said(self, change: Change) -> str:
        if change.verdict != "supported":
            return self.tr("No source found")
        if change.kind == "updated" and change.new:
            gone, come = differing(change.old[0], change.new)
            if gone and come:
                before = " … ".join(change.old[0][start:end] for start, end in gone)
                after = " … ".join(change.new[start:end] for start, end in come)
                return f"{before} → {after}"
        return {
            "added": self.tr("New bullet"),
            "updated": self.tr("New wording"),
            "merged": self.tr("%1 bullets merged into one").replace("%1", str(len(change.old))),
            "removed": self.tr("Stands there twice"),
            "question": self.tr("Which one holds?"),
        }[change.kind]

    def _choose(self) -> None:
        number = self.rows.currentIndex().data(THING)
        if number is not None:
            self.chosen.emit(number)
