"""Forms: rows of label, explanation and control, in groups that keep what is chosen at once.

Knows keys and values, not what they mean.
"""

from PySide6.QtCore import QEvent, QObject, Qt
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
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.labels import restyle, text
from desktop_app.ui.parts.notices import announce

_ACROSS, _DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
_LEFT = Qt.AlignmentFlag.AlignLeft
_WORDS = 190  # pixels; where the words would get less, the control stands below them


class SettingRow(QWidget):
    """Label and a line of explanation at the left, the controls at the right or, in a narrow
    window, below."""

    def __init__(self, label: str, explanation: str, *controls: QWidget) -> None:
        super().__init__()
        self.label = text(label, "strong")
        self.explanation = text(explanation, "meta", "text2", wrap=True)
        if not explanation:  # never shown here: without a parent it would be a window of its own
            self.explanation.hide()
        # Ignored: else its width with controls at the right would keep a small window too wide.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.words = QVBoxLayout()
        self.words.setSpacing(2)
        self.words.addWidget(self.label)
        self.words.addWidget(self.explanation)
        self._row, self._beside = QBoxLayout(_ACROSS, self), QBoxLayout(_ACROSS)
        self._row.addLayout(self.words, 1)
        self._row.addLayout(self._beside)
        # By alignment, not by stretches: those would let a row, and so its group, grow for ever.
        self._row.setAlignment(self.words, Qt.AlignmentFlag.AlignVCenter)
        self._row.setAlignment(self._beside, Qt.AlignmentFlag.AlignVCenter | _LEFT)
        self._controls = controls
        for control in controls:
            if not control.accessibleName() and not isinstance(control, QLabel):
                control.setAccessibleName(label)
            control.setAccessibleDescription(explanation)
            self._beside.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter | _LEFT)
        theme().followed_by(self._measure)

    def explain(self, explanation: str, tone: str = "text2") -> None:
        """Another explanation, e.g. counts that were just read, or in `danger` what went wrong."""
        self.explanation.setText(explanation)
        self.explanation.setVisible(bool(explanation))
        if tone != self.explanation.property("tone"):
            restyle(self.explanation, tone=tone)

    def complain(self, why: str) -> None:
        """Say what went wrong, also to a screen reader."""
        if why != self.explanation.text():
            announce(self, why)
        self.explain(why, "danger")

    def let_select(self) -> None:
        """Its words may be copied by mouse; this makes them three times as slow to lay out."""
        self.explanation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def _measure(self) -> None:
        px = theme().px
        self.setMinimumHeight(px(56))
        self._row.setContentsMargins(px(16), px(10), px(16), px(10))
        self._row.setSpacing(px(10))
        self._beside.setSpacing(px(12))
        self._fit()

    def _fit(self) -> None:
        px, shown = theme().px, [one for one in self._controls if not one.isHidden()]
        inside = self.width() - 2 * px(16)
        widths = (max(one.sizeHint().width(), one.minimumWidth()) for one in shown)
        asked = sum(width + px(12) for width in widths)
        below = bool(shown) and inside - asked < max(px(_WORDS), self.label.sizeHint().width())
        for box, turned in ((self._row, below), (self._beside, below and asked > inside + px(12))):
            if box.direction() != (way := _DOWN if turned else _ACROSS):
                box.setDirection(way)

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
