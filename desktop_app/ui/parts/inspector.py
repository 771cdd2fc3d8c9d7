"""The column at the right: sections under one another, an outline, what leads here, sources.

Knows no page.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app import dates
from desktop_app.notebook.layout import Layout
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.labels import rule, section
from desktop_app.ui.parts.labels import text as label
from desktop_app.words import cut, tr

if TYPE_CHECKING:
    from desktop_app.notebook.layout import Layout
    from desktop_app.notebook.note_links import Backlink

MOST = 200  # headings shown


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

    def __init__(self, name: str) -> None:
        super().__init__()
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
        theme().followed_by(self._measure)

    def add(self, title: str, *parts: QWidget) -> QWidget:
        """A new section at the end; what comes back can be hidden as a whole."""
        whole = QWidget()
        box = QVBoxLayout(whole)
        box.setSpacing(theme().px(4))
        if self._boxes:
            box.addWidget(rule())
            box.addSpacing(theme().px(10))
        box.addLayout(self._indented(section(title)))
        box.addSpacing(theme().px(2))
        for part in parts:
            if isinstance(part, PressedLines):
                box.addWidget(part)
            else:
                box.addLayout(self._indented(part))
        self._boxes.append(box)
        self._column.insertWidget(self._column.count() - 1, whole)
        self._measure()
        return whole

    def _indented(self, part: QWidget) -> QVBoxLayout:
        row = QVBoxLayout()
        row.setContentsMargins(theme().px(8), 0, theme().px(8), 0)
        row.addWidget(part)
        return row

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(8), px(16), px(8), px(16))
        for box in self._boxes:
            box.setContentsMargins(0, 0, 0, px(14))


class PressedLines(QWidget):
    """Lines to press, one under another; their grounds reach a little beyond their words."""

    def __init__(self) -> None:
        super().__init__()
        self._column = stacked(self)

    def show_lines(self, lines: Sequence[QWidget], empty: str) -> None:
        """Shows these in place of the ones before; a quiet sentence where there are none."""
        lines_in(self._column, lines or [self._inset(empty)])

    def _inset(self, words: str) -> QWidget:
        line = label(words, "meta", "text3", wrap=True)  # in line with the words of lines
        line.setContentsMargins(theme().px(8), 0, theme().px(8), 0)
        return line


class Outline(PressedLines):
    """Headings in the text's order; choosing one goes there."""

    chosen = Signal(int)

    def __init__(self, empty: str) -> None:
        super().__init__()
        self._empty = empty
        self._headings: list[Heading] | None = None

    def show_headings(self, headings: Sequence[Heading]) -> None:
        """Shows these in place of the ones before."""
        headings = list(headings[:MOST])
        if headings == self._headings:
            return
        self._headings = headings
        lines: list[QWidget] = []
        for heading in headings:
            line = SideLine(heading.words, heading.aside, heading.level)
            line.clicked.connect(lambda _checked=False, at=heading.line: self.chosen.emit(at))
            lines.append(line)
        self.show_lines(lines, self._empty)


class Meter(QWidget):
    """A quiet bar: how much of `most` there is. Over it, it turns to the colour of warning."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._part = 0.0
        self.set(0, 1)
        theme().changed.connect(self.updateGeometry)

    def set(self, value: int, most: int) -> None:
        """Shows `value` of `most`."""
        self._part = value / most
        words = tr("%1: %2 %").replace("%1", self._name)
        self.setAccessibleName(words.replace("%2", str(round(100 * self._part))))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme().px(120), theme().px(14))

    def paintEvent(self, _event: QPaintEvent) -> None:
        high = theme().px(6)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        box = QRectF(0, (self.height() - high) / 2, self.width(), high)
        painter.setBrush(theme().color("hover"))
        painter.drawRoundedRect(box, high / 2, high / 2)
        if self._part > 0:
            box.setWidth(max(high, box.width() * min(1.0, self._part)))
            painter.setBrush(theme().color("accent" if self._part <= 1 else "warn"))
            painter.drawRoundedRect(box, high / 2, high / 2)


class SideLine(QAbstractButton):
    """Words at the left, a small word at the right: `Work    3`. `level` indents it."""

    def __init__(self, words: str, aside: str = "", level: int = 0) -> None:
        super().__init__()
        self._aside = aside
        self._level = level
        self.setText(words)
        self.setAccessibleName(f"{words}, {aside}" if aside else words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme().changed.connect(self.updateGeometry)

    @property
    def aside(self) -> str:
        """The small word at the right."""
        return self._aside

    def sizeHint(self) -> QSize:
        return QSize(theme().px(120), theme().px(26))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, theme().px(26))

    def paintEvent(self, _event: QPaintEvent) -> None:
        px = theme().px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.underMouse() or self.hasFocus():
            ring = QPen(theme().color("accent"), 2)
            painter.setPen(ring if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("hover"))
            painter.drawRoundedRect(box, px(6), px(6))
        inside = self.rect().adjusted(px(8), 0, -px(8), 0)
        small = theme().font("meta")
        width = QFontMetrics(small).horizontalAdvance(self._aside)
        painter.setFont(small)
        painter.setPen(theme().color("text2"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inside, Qt.AlignmentFlag.AlignRight | middle, self._aside)
        left = inside.left() + px(12 * self._level)
        room = inside.right() - width - px(10 if width else 0) - left
        font = theme().font("ui")
        shown = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.setFont(font)
        painter.setPen(theme().color("text"))
        place = QRect(left, 0, max(0, room), self.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | middle, shown)


class LinkedFrom(Outline):
    """The lines of other notes that lead here; a press opens one."""

    opened = Signal(str, int)

    def __init__(self) -> None:
        super().__init__("")
        self.links: Sequence[Backlink] = ()
        self.section = QWidget()
        self.chosen.connect(lambda n: self.opened.emit(self.links[n].path, self.links[n].line))

    def take_section(self, section: QWidget) -> None:
        """The section it stands in, which is there while there is something to show."""
        self.section = section
        section.hide()

    def clear(self) -> None:
        """Nothing leads here."""
        self.links = ()
        self.section.hide()

    def show_links(self, links: "Sequence[Backlink]", layout: Layout, today: date) -> None:
        """Shows these, each by the day or the name of its note."""
        self.links = links
        line = tr("line %1")
        self.show_headings(
            [
                Heading(_name(one.path, layout, today), line.replace("%1", str(one.line)), n)
                for n, one in enumerate(links)
            ]
        )
        self.section.setVisible(bool(links))


def _name(path: str, layout: Layout, today: date) -> str:
    day = layout.date_of(path)
    if day is not None and path == layout.day(day):
        return dates.title(day, today)
    return path if path == layout.memory else layout.name_of(path)


class QuotedLine(Protocol):
    """A place, with what stood there."""

    @property
    def path(self) -> str: ...

    @property
    def line(self) -> int: ...

    @property
    def quote(self) -> str: ...


def source_lines(
    sources: Iterable[QuotedLine],
    today: date,
    layout: "Layout",
    open_: Callable[[str, int], object],
) -> list[QWidget]:
    """Two widgets for each source; `open_` gets the path and line of a chip that is pressed."""
    parts: list[QWidget] = []
    for source in sources:
        day = layout.date_of(source.path)
        name = dates.short(day, today) if day else source.path.rpartition("/")[2]
        chip = Chip(tr("%1 · line %2").replace("%1", name).replace("%2", str(source.line)))
        chip.setToolTip(tr("Open this line"))
        chip.clicked.connect(lambda _checked=False, one=source: open_(one.path, one.line))
        parts += [chip, label(f"“{cut(source.quote)}”", "meta", "text2", wrap=True)]
    return parts
