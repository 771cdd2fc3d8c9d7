"""Forms: rows of label, explanation and control, in groups that keep what is chosen at once.

Knows keys and values, not what they mean.
"""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import text

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
        self._row = sized(QBoxLayout(QBoxLayout.Direction.LeftToRight, self), (16, 10, 16, 10))
        self._row.addLayout(words, 1)
        # By alignment, not by stretches: those would let a row, and so its group, grow for ever.
        self._row.setAlignment(words, Qt.AlignmentFlag.AlignVCenter)
        self._box = QWidget()
        self._controls = sized(Flow(self._box, centred=True), gap=12)
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
        self.setMinimumHeight(theme().px(56))
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


class Lined(QFrame):
    """Widgets one below the other with a hairline between, whichever of them are shown."""

    def __init__(self, surface: str = "") -> None:
        super().__init__()
        self.setProperty("surface", surface)
        self.column = QVBoxLayout(self)
        edge = 1 if surface else 0
        self.column.setContentsMargins(edge, edge, edge, edge)
        self.column.setSpacing(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        below = False
        for at in range(self.column.count()):
            item = self.column.itemAt(at)
            if item is not None and not item.isEmpty():
                if below:
                    line = item.geometry().top() - 1
                    painter.fillRect(0, line, self.width(), 1, theme().color("border"))
                below = True


class SettingGroup(QWidget):
    """A heading, and its rows on one card with hairlines between."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = text(title, "section")
        self.card = Lined("card")
        column = stacked(self, self.title, self.card)
        column.setSpacing(theme().px(10))

    def add(self, *rows: QWidget) -> None:
        for row in rows:
            self.card.column.addWidget(row)


class NumberField(QSpinBox):
    """A number with its unit, kept once it was typed to its end."""

    def __init__(self, name: str, low: int, high: int, step: int, unit: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setSuffix(unit)
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        OnlyWithFocus(self)
        theme().followed_by(self._measure)

    def show_kept(self, value: int) -> None:
        """Shows a value without saying that it changed."""
        self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(False)

    def _measure(self) -> None:
        # The style sheet's padding does not reach the line inside.
        self.lineEdit().setTextMargins(theme().px(8), 0, 0, 0)


class OnlyWithFocus(QObject):
    """Lets a wheel that turns the page pass over a control that would take it for a choice."""

    def __init__(self, control: QWidget) -> None:
        super().__init__(control)
        self._control = control
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        control.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and not self._control.hasFocus():
            event.ignore()
            return True
        return False
