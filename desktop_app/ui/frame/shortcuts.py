"""The shortcut sheet, made from the live registry. Knows how to lay out what the registry tells."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.actions import ALWAYS, NOTEBOOK, Actions, Known
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.labels import section, text
from desktop_app.ui.parts.overlay import Overlay


class ShortcutSheet(Overlay):
    """Every action that has a key, grouped by where it works."""

    def __init__(
        self, parent: QWidget, theme: Theme, actions: Actions, titles: dict[str, str]
    ) -> None:
        """`titles` are the pages' names with the words for them, in the rail's order."""
        super().__init__(parent, theme, "", 760, 600)
        self.card.setAccessibleName(self.tr("Keyboard shortcuts"))
        self._actions = actions
        self._titles = titles
        self._close = IconButton(theme, "cross", self.tr("Close"), 28)
        self._close.clicked.connect(self.close_card)
        top = QHBoxLayout()
        top.addWidget(text(self.tr("Keyboard shortcuts"), "section"))
        top.addStretch()
        top.addWidget(self._close)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(theme.px(24), theme.px(16), theme.px(12), theme.px(16))
        column.setSpacing(theme.px(12))
        column.addLayout(top)
        column.addWidget(self._scroll, 1)

    def ask(self) -> None:
        """Opens with what the registry knows now."""
        self._scroll.setWidget(self._sheet())
        self.open_card(self._close)

    def groups(self) -> list[tuple[str, list[Known]]]:
        """Headings with the actions below them; actions without a key are left out."""
        told = [known for known in self._actions if known.keys]
        common = [known for known in told if known.where in (ALWAYS, NOTEBOOK)]
        families = {"page": self.tr("Pages"), "view": self.tr("View")}
        found = [
            (title, [known for known in common if known.id.partition(".")[0] == family])
            for family, title in families.items()
        ]
        rest = [known for known in common if known.id.partition(".")[0] not in families]
        found.insert(0, (self.tr("Everywhere"), rest))
        found += [
            (title, [known for known in told if known.where == name])
            for name, title in self._titles.items()
        ]
        return [group for group in found if group[1]]

    def _sheet(self) -> QWidget:
        sheet = QWidget()
        sheet.setProperty("clear", "true")
        columns = QHBoxLayout(sheet)
        columns.setContentsMargins(0, 0, self.theme.px(12), 0)
        columns.setSpacing(self.theme.px(40))
        groups = self.groups()
        half = sum(len(actions) + 1 for _, actions in groups) / 2
        sides: list[list[tuple[str, list[Known]]]] = [[], []]
        filled = 0
        for group in groups:
            sides[filled >= half].append(group)
            filled += len(group[1]) + 1
        for side in sides:
            columns.addLayout(self._column(side), 1)
        return sheet

    def _column(self, groups: list[tuple[str, list[Known]]]) -> QGridLayout:
        grid = QGridLayout()
        grid.setVerticalSpacing(self.theme.px(6))
        grid.setColumnStretch(0, 1)
        for title, actions in groups:
            row = grid.rowCount()
            heading = section(title)
            heading.setContentsMargins(0, self.theme.px(12), 0, self.theme.px(4))
            grid.addWidget(heading, row, 0, 1, 2)
            for known in actions:
                row += 1
                grid.addWidget(text(known.action.text(), wrap=True), row, 0)
                grid.addLayout(_keys(known), row, 1, Qt.AlignmentFlag.AlignRight)
        grid.setRowStretch(grid.rowCount(), 1)
        return grid


def _keys(known: Known) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(4)
    for sequence in known.action.shortcuts():
        label = QLabel(sequence.toString(QKeySequence.SequenceFormat.NativeText))
        label.setProperty("kind", "key")
        row.addWidget(label)
    return row
