"""A group of settings and the rows in it. Knows label, explanation and control, not what is set."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import rule, surface, text

_WORDS = 190  # pixels; where the words would get less, the control stands below them


class SettingRow(QWidget):
    """Label and a line of explanation at the left, the control at the right or, in a narrow
    window, below."""

    def __init__(self, label: str, explanation: str, *controls: QWidget) -> None:
        super().__init__()
        self.label = text(label, "strong")
        self.explanation = text(explanation, "meta", "text2", wrap=True)
        self.explanation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if not explanation:  # never shown here: without a parent it would be a window of its own
            self.explanation.hide()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.words = words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.label)
        words.addWidget(self.explanation)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.addLayout(words, 1)
        # By alignment, not by stretches: those would let a row, and so its group, grow for ever.
        self._row.setAlignment(words, Qt.AlignmentFlag.AlignVCenter)
        self._box = QWidget()
        self._controls = Flow(self._box, centred=True)
        self._row.addWidget(self._box, 0, Qt.AlignmentFlag.AlignVCenter)
        for control in controls:
            if not control.accessibleName() and not isinstance(control, QLabel):
                control.setAccessibleName(label)
            control.setAccessibleDescription(explanation)
            self._controls.addWidget(control)
        theme().followed_by(self._measure)

    def explain(self, explanation: str) -> None:
        """Another explanation, e.g. counts that were just read."""
        self.explanation.setText(explanation)
        self.explanation.setVisible(bool(explanation))

    def _measure(self) -> None:
        px = theme().px
        self.setMinimumHeight(px(56))
        self._row.setContentsMargins(px(16), px(10), px(16), px(10))
        self._controls.setSpacing(px(12))
        self._fit()

    def _fit(self) -> None:
        px, way = theme().px, QBoxLayout.Direction
        inside = self.width() - 2 * px(16)
        asked = self._controls.sizeHint().width()
        words = max(px(_WORDS), self.words.minimumSize().width())
        below = bool(asked) and inside - asked - px(12) < words
        self._box.setMinimumWidth(0 if below else asked)
        self._row.setDirection(way.TopToBottom if below else way.LeftToRight)
        spacing = px(8 if below else 12)
        if spacing != self._row.spacing():  # the same one, too, would ask for the layout anew: for
            self._row.setSpacing(spacing)  # ever, as that is what asks here

    def minimumSizeHint(self) -> QSize:
        """As narrow as with its control below; else a row that has it at the right keeps the page
        too wide for the window, and never learns that it should have it below."""
        hint = super().minimumSizeHint()
        narrow = max(self.words.minimumSize().width(), self._controls.minimumSize().width())
        return QSize(min(hint.width(), narrow + 2 * theme().px(16)), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a control came or went
            self._fit()
        return super().event(event)


class SettingGroup(QWidget):
    """A heading, and its rows on one card with hairlines between."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = text(title, "section")
        self._card: QFrame = surface("card")
        self._rows = QVBoxLayout(self._card)
        self._rows.setContentsMargins(1, 1, 1, 1)
        self._rows.setSpacing(0)
        column = stacked(self, self.title, self._card)
        column.setSpacing(theme().px(10))

    def add(self, *rows: QWidget) -> None:
        """Puts rows at the end."""
        for row in rows:
            if self._rows.count():
                self._rows.addWidget(rule())
            self._rows.addWidget(row)
