"""The column at the right: sections under one another. Knows places, outlines and versions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop_app.notebook.history import Version
from desktop_app.ui.history.version_words import cause_in_words
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.memory.side_line import SideLine
from desktop_app.ui.parts import dates
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import rule, section
from desktop_app.ui.parts.labels import text as label

SOME, MOST = 6, 200  # versions and headings shown


@dataclass(frozen=True)
class Heading:
    """One line of an outline: its words, a small word beside it, and where it is (1-based)."""

    words: str
    aside: str
    line: int
    level: int = 0


def lines_in(column: QVBoxLayout, lines: Iterable[QWidget]) -> None:
    """Puts these into a column in place of what was there."""
    while column.count():
        if old := column.takeAt(0).widget():
            old.hide()
            old.deleteLater()
    for line in lines:
        column.addWidget(line)


class Inspector(QScrollArea):
    """Sections with captions and hairlines between them; one that is empty can be hidden."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        inside.setProperty("clear", "true")
        self._column = QVBoxLayout(inside)
        self._column.addStretch(1)
        self._column.setSpacing(0)
        self._boxes: list[QVBoxLayout] = []
        self.setWidget(inside)
        theme.changed.connect(self._measure)
        self._measure()

    def add(self, title: str, *parts: QWidget) -> QWidget:
        """A new section at the end; what comes back can be hidden as a whole."""
        whole = QWidget()
        box = QVBoxLayout(whole)
        box.setSpacing(self._theme.px(4))
        if self._boxes:
            box.addWidget(rule())
            box.addSpacing(self._theme.px(10))
        box.addLayout(self._indented(section(title)))
        box.addSpacing(self._theme.px(2))
        for part in parts:
            # The grounds of lines that can be pressed reach a little beyond their words.
            if isinstance(part, Outline | History):
                box.addWidget(part)
            else:
                box.addLayout(self._indented(part))
        self._boxes.append(box)
        self._column.insertWidget(self._column.count() - 1, whole)
        self._measure()
        return whole

    def _indented(self, part: QWidget) -> QVBoxLayout:
        row = QVBoxLayout()
        row.setContentsMargins(self._theme.px(8), 0, self._theme.px(8), 0)
        row.addWidget(part)
        return row

    def _measure(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(8), px(16), px(8), px(16))
        for box in self._boxes:
            box.setContentsMargins(0, 0, 0, px(14))


class Outline(QWidget):
    """Headings in the text's order; choosing one goes there."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, empty: str) -> None:
        super().__init__()
        self._theme = theme
        self._empty = empty
        self._headings: list[Heading] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_headings(self, headings: Sequence[Heading]) -> None:
        """Shows these in place of the ones before."""
        headings = list(headings[:MOST])
        if headings == self._headings and self._column.count():
            return
        self._headings = headings
        lines: list[QWidget] = []
        for heading in headings:
            line = SideLine(self._theme, heading.words, heading.aside, heading.level)
            line.clicked.connect(lambda _checked=False, at=heading.line: self.chosen.emit(at))
            lines.append(line)
        lines_in(self._column, lines or [_inset(self._theme, self._empty)])


class History(QWidget):
    """The latest states of a file, newest first; choosing one shows it, `asked` is for all."""

    chosen = Signal(object, str)  # a Version, and what it is called
    asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._versions: Sequence[Version] = ()
        self._now = datetime.now().astimezone()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_versions(self, versions: Sequence[Version], now: datetime) -> None:
        """Shows these in place of the ones before; `now` is what "today" means."""
        self._versions, self._now = versions, now
        self._draw()

    def _draw(self) -> None:
        lines: list[QWidget] = []
        for version in self._versions[:SOME]:
            first = version is self._versions[-1]  # nothing older is known
            words = cause_in_words(version.cause, first=first)
            line = SideLine(self._theme, words, dates.when(version.at, self._now))
            line.clicked.connect(
                lambda _checked=False, one=version, words=words: self.chosen.emit(one, words)
            )
            lines.append(line)
        if lines:
            lines.append(self._all_of_it())
        empty = self.tr("Changes made from now on are kept here.")
        lines_in(self._column, lines or [_inset(self._theme, empty)])

    def _all_of_it(self) -> Button:
        whole = Button(self.tr("All versions"), "quiet")
        whole.setToolTip(self.tr("Compare them, restore one or a line of it"))
        whole.clicked.connect(self.asked)
        return whole


class Meter(QWidget):
    """A quiet bar: how much of `most` there is. Over it, it turns to the colour of warning."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._name = name
        self._part = 0.0
        self.set(0, 1)
        theme.changed.connect(self.updateGeometry)

    def set(self, value: int, most: int) -> None:
        """Shows `value` of `most`."""
        self._part = value / most
        words = self.tr("%1: %2 %").replace("%1", self._name)
        self.setAccessibleName(words.replace("%2", str(round(100 * self._part))))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self._theme.px(14))

    def paintEvent(self, _event: QPaintEvent) -> None:
        high = self._theme.px(6)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        box = QRectF(0, (self.height() - high) / 2, self.width(), high)
        painter.setBrush(self._theme.color("hover"))
        painter.drawRoundedRect(box, high / 2, high / 2)
        if self._part > 0:
            box.setWidth(max(high, box.width() * min(1.0, self._part)))
            painter.setBrush(self._theme.color("accent" if self._part <= 1 else "warn"))
            painter.drawRoundedRect(box, high / 2, high / 2)


def _inset(theme: Theme, words: str) -> QWidget:
    """A quiet sentence where lines would stand, in line with their words."""
    said = label(words, "meta", "text3", wrap=True)
    said.setContentsMargins(theme.px(8), 0, theme.px(8), 0)
    return said
