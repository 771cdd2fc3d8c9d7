"""The small things one presses. Knows how they look and are named, not what they do."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Self

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QAction,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
)

from desktop_app.ui.look.icons import icon as draw
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import shown_keys
from desktop_app.ui.parts.boxes import sized
from desktop_app.words import headed, remarked

Act = Callable[..., object] | SignalInstance | None


def _pressable(button: QAbstractButton) -> None:
    """By Tab only: a click on a button leaves the keyboard in the text."""
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)


class Button(QPushButton):
    """A button: `plain`, `primary`, `danger`, `quiet`, `chip` (a source) or `link` (no more than
    underlined words).

    A click calls `act`, or emits it.
    """

    def __init__(
        self, text: str, kind: str = "plain", icon: str = "", *, act: Act = None, tip: str = ""
    ) -> None:
        super().__init__(text)
        _pressable(self)
        self.setToolTip(tip)
        if act is not None:
            self.clicked.connect(act)
        self.setProperty("kind", kind)
        self.setAutoDefault(True)  # Enter presses it, too; else only the space bar does
        self._icon = icon
        theme().followed_by(self._draw)

    def _draw(self) -> None:
        if self._icon:
            tokens = {"primary": "accent-on", "danger": "danger", "quiet": "accent",
                      "link": "accent"}  # fmt: skip
            gap = 3 if self.text() else 0  # Qt leaves 4 pixels at any zoom
            ink = tokens.get(self.property("kind"), "text2")
            self.setIcon(draw(self._icon, ink, 16, gap))
            self.setIconSize(QSize(theme().px(16) + theme().px(gap), theme().px(16)))


class IconButton(QToolButton):
    """A picture one can press; its name is its tooltip and what a screen reader says."""

    def __init__(self, icon: str, name: str, size: int = 32, *, act: Act = None) -> None:
        super().__init__()
        _pressable(self)
        if act is not None:
            self.clicked.connect(act)
        self._icon, self._size = icon, size
        self._action: QAction | None = None
        self.set_name(name)
        theme().changed.connect(self._draw)
        self.toggled.connect(self._draw)
        self._draw()

    @classmethod
    def of(cls, action: QAction, icon: str, size: int = 32) -> Self:
        """The button of an action of the registry: its words, shortcut, state and slot."""
        button = cls(icon, action.text(), size)
        button._action = action
        button.setCheckable(action.isCheckable())
        if action.isCheckable():  # as a screen reader presses it, too
            button.toggled.connect(button._press)
        else:
            button.clicked.connect(action.trigger)
        action.changed.connect(button._follow)
        button._follow()
        return button

    def _press(self, checked: bool) -> None:
        if checked != self._action.isChecked():
            self._action.trigger()

    def _follow(self) -> None:
        action = self._action
        self.set_name(action.text(), action.shortcut())
        self.setEnabled(action.isEnabled())
        self.setChecked(action.isChecked())
        # Without a parent yet it would come up as a window of its own.
        if self.parentWidget() is not None or not action.isVisible():
            self.setVisible(action.isVisible())

    def set_name(self, name: str, keys: QKeySequence | None = None) -> None:
        shown = shown_keys(keys) if keys else ""
        self.setAccessibleName(name)
        self.setToolTip(remarked(name, shown) if shown else name)

    def _draw(self) -> None:
        edge = theme().px(self._size)
        picture = 22 if self._size >= 40 else 18
        self.setFixedSize(edge, edge)
        self.setIconSize(QSize(theme().px(picture), theme().px(picture)))
        token = "accent" if self.isChecked() else "text2"
        self.setIcon(draw(self._icon, token, picture))


class Segmented(QFrame):
    """A few choices side by side, one of them chosen: Write | Read | Both."""

    chosen = Signal(str)

    def __init__(self, options: Mapping[str, str], name: str) -> None:
        """`options` are keys with words; `name` says what is being chosen."""
        super().__init__()
        self.setProperty("kind", "segmented")
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = sized(QHBoxLayout(self), (2, 2, 2, 2), 2)
        self._group = QButtonGroup(self)
        self._parts: dict[str, QAbstractButton] = {}
        for key, words in options.items():
            part = Button(words, "segment")
            part.setCheckable(True)
            part.toggled.connect(partial(self._choose, key))
            part.setAccessibleName(headed(name, words))
            self._group.addButton(part)
            self._parts[key] = part
            row.addWidget(part)
        self.value = next(iter(self._parts))
        self._parts[self.value].setChecked(True)

    def choose(self, key: str) -> None:
        """Shows this choice without saying `chosen`."""
        self.value = key
        self._parts[key].setChecked(True)

    def part(self, key: str) -> QAbstractButton:
        return self._parts[key]

    def _choose(self, key: str, checked: bool) -> None:
        if checked and key != self.value:
            self.value = key
            self.chosen.emit(key)


class Switch(QAbstractButton):
    """On or off, applied at once."""

    def __init__(self, name: str) -> None:
        super().__init__()
        _pressable(self)
        self.setCheckable(True)
        self.setAccessibleName(name)
        theme().changed.connect(self.updateGeometry)

    def choose(self, on: bool) -> None:
        """Shows a choice without saying that it changed."""
        with QSignalBlocker(self):
            self.setChecked(on)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(40), theme().px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1 if self.isEnabled() else 0.4)
        box, on, color = QRectF(self.rect()).adjusted(3, 3, -3, -3), self.isChecked(), theme().color
        painter.setPen(QPen(color("accent" if on else "text3"), 1.5))
        painter.setBrush(color("accent" if on else "raised"))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        knob = box.height() / 2 - 3
        x = box.right() - knob - 3 if on else box.left() + knob + 3
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color("accent-on" if on else "text3"))
        painter.drawEllipse(QPointF(x, box.center().y()), knob, knob)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().color("accent"), 2))
            ring, round_ = QRectF(self.rect()).adjusted(1, 1, -1, -1), self.height() / 2 - 1
            painter.drawRoundedRect(ring, round_, round_)


class Choice(QComboBox):
    """A list of choices that the mouse wheel passes over."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class LineInput(QLineEdit):
    _composing = False

    def entered_by(self, event: QKeyEvent) -> bool:
        """Whether this key is Enter, and not one by which an input method chooses a word."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return enter and not self._composing

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)
