"""The column at the right, and what stands in one: sections, headings, lines to press, sources.

Knows no page.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.notebook.diaries import DiarySource
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.source import Source
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import Scrolled, sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import restyle, rule, section
from desktop_app.ui.parts.labels import text as label
from desktop_app.ui.parts.rows import RowDelegate, rounded
from desktop_app.words import cut, listed, quoted, tr

MOST = 200  # headings shown


class Heading(NamedTuple):
    """One line of an outline: its words, a small word beside it, and the place it stands for: a
    line from 1, a version, or a path with its line."""

    words: str
    aside: str
    place: object
    level: int = 0


def lines_in(column: QVBoxLayout, lines: Iterable[QWidget]) -> None:
    """Puts these into a column in place of what was there; what one presses at the left."""
    while column.count():
        if old := column.takeAt(0).widget():
            old.hide()
            old.deleteLater()
    for line in lines:
        column.addWidget(line)
        if isinstance(line, Button):  # a label that wraps needs the whole width
            column.setAlignment(line, Qt.AlignmentFlag.AlignLeft)


class Inspector(Scrolled):
    """Sections with captions and hairlines between them; one that is empty can be hidden."""

    def __init__(self, name: str) -> None:
        super().__init__(QWidget())
        self.setAccessibleName(name)
        self._sections = stacked(None)
        stacked(self.inside, self._sections, None, margins=(8, 16, 8, 16))

    def add(self, title: str, *parts: QWidget) -> QWidget:
        """A new section at the end; what comes back can be hidden as a whole."""
        whole = QWidget()
        above = [rule(), sized(QWidget(), height=6)] if self._sections.count() else []
        inset = [part if isinstance(part, Outline) else _indented(part) for part in parts]
        stacked(whole, *above, _indented(section(title)), *inset, margins=(0, 0, 0, 14), gap=4)
        self._sections.addWidget(whole)
        return whole


def _indented(part: QWidget) -> QVBoxLayout:
    return stacked(None, part, margins=(8, 0, 8, 0))


class Outline(QWidget):
    """Headings, one under another, to press; their grounds reach a little beyond their words. Where
    there is none stands what is `empty`."""

    chosen = Signal(object)  # the place of one

    def __init__(self, empty: str) -> None:
        super().__init__()
        self._column, self._empty = stacked(self), empty
        self._headings: list[Heading] | None = None

    def show_headings(self, headings: Sequence[Heading]) -> None:
        headings = list(headings[:MOST])
        if headings == self._headings:
            return
        self._headings = headings
        lines: list[QWidget] = []
        for one in headings:
            lines.append(line := SideLine(one.words, one.aside, one.level))
            line.clicked.connect(lambda _checked=False, at=one.place: self.chosen.emit(at))
        none = sized(label(self._empty, "meta", "text3", wrap=True), (8, 0, 8, 0))
        lines_in(self._column, lines or [none])


class Meter(QProgressBar):
    """A quiet bar: how much of `most` there is. Over it, it turns to the colour of warning."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.setTextVisible(False)
        self.set(0, 1)

    def set(self, value: int, most: int) -> None:
        share = round(100 * value / most)
        self.setAccessibleName(tr("%1: %2 %", self._name, share))
        self.setValue(min(share, 100))
        restyle(self, over=value > most)


class SideLine(QAbstractButton):
    """Words at the left, a small word at the right: `Work    3`. `level` indents it."""

    def __init__(self, words: str, aside: str = "", level: int = 0) -> None:
        super().__init__()
        self.aside = aside
        self._level = level
        self.setText(words)
        self.setAccessibleName(listed(filter(None, (words, aside))))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        sized(self, height=26)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(120), theme().px(26))

    def paintEvent(self, _event: QPaintEvent) -> None:
        px, painter = theme().px, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            rounded(painter, self.rect(), "hover", "accent" if self.hasFocus() else "", 6, 2)
        inside = self.rect().adjusted(px(8), 0, -px(8), 0)
        meta, font = theme().font("meta"), theme().font("ui")
        width = QFontMetrics(meta).horizontalAdvance(self.aside)
        left = inside.left() + px(12 * self._level)
        aside = QRect(inside.right() - width, 0, width + 1, self.height())
        words = QRect(left, 0, aside.left() - px(10 if width else 0) - left, self.height())
        RowDelegate.draw_line(painter, aside, self.aside, meta, "text2")
        RowDelegate.draw_line(painter, words, self.text(), font, "text")


def name_of(path: str, layout: Layout, today: date, *, short: bool = False) -> str:
    """What a file is called: MEMORY.md, Friday, 20 November, Diary of 20 November, a topic; `short`
    for a list: Fri 20 November."""
    if day := layout.date_of(path):
        title, topic = (dates.in_list if short else dates.title)(day, today), layout.topic(path)
        return f"{title} · {topic}" if topic else title
    kind = layout.kind(path)
    if kind is FileKind.DREAMS and (night := layout.dated(path)):
        return tr("Diary of %1", dates.plain(night, today))
    if kind is FileKind.SESSIONS:
        name = path.rpartition("/")[2].removesuffix(".jsonl")
        return tr("Conversation %1", name)
    return path if path == layout.memory else layout.name_of(path)


QuotedLine = Source | DiarySource
"""A place, with what stood there."""


def source_lines(
    sources: Iterable[QuotedLine],
    today: date,
    layout: Layout,
    open_: Callable[[str, int], object],
) -> list[QWidget]:
    """Two widgets for each source; `open_` gets the path and line of a chip that is pressed."""
    parts: list[QWidget] = []
    for source in sources:
        day = layout.date_of(source.path)
        name = dates.short(day, today) if day else source.path.rpartition("/")[2]
        words, tip = tr("%1 · line %2", name, source.line), tr("Open this line")
        chip = Button(words, "chip", act=partial(open_, source.path, source.line), tip=tip)
        parts += [chip, label(quoted(cut(source.quote)), "meta", "text2", wrap=True)]
    return parts
