"""An earlier state of a file beside the present one, to look at and to bring back.

Knows two texts and how to show what differs; restoring is the page's business.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from desktop_app import dates
from desktop_app.notebook.history import Version
from desktop_app.notebook.text.compare import regions
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.column import LINE
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.parts.labels import text as label
from desktop_app.ui.reading.page_view import PageView
from desktop_app.ui.reading.paper import KIND, Paper
from desktop_app.words import tr

SAME, BACK, GONE, FOLD = "same", "back", "gone", "fold"
_AROUND = 4  # unchanged lines shown on either side of a change
_MOST = 150_000  # characters shown; a person does not read more, and the window must not wait
_LINE = 25  # as many of them a line costs
_LONGEST = 2_000  # characters shown of one line


@dataclass(frozen=True)
class VersionRow:
    """A line as it differs: `back` comes with the version, `gone` goes, `fold` stands for many."""

    kind: str
    text: str


@dataclass(frozen=True)
class Comparison:
    """What restoring would do to the present text, line by line."""

    version: Version
    rows: tuple[VersionRow, ...]
    back: int
    gone: int


def compared(version: Version, then: str, now: str) -> Comparison:
    """The version's text against the present one. May run in any thread."""
    was, is_ = then.split("\n"), now.split("\n")
    parts = list(regions(is_, was))
    rows: list[VersionRow] = []
    for n, part in enumerate(parts):
        if part.same:
            rows += _folded(is_[part.i : part.i_end], first=n == 0, last=n == len(parts) - 1)
        else:
            rows += [VersionRow(GONE, line) for line in is_[part.i : part.i_end]]
            rows += [VersionRow(BACK, line) for line in was[part.j : part.j_end]]
    back = sum(part.j_end - part.j for part in parts if not part.same)
    gone = sum(part.i_end - part.i for part in parts if not part.same)
    sizes = accumulate(_LINE + min(len(row.text), _LONGEST) for row in rows)
    shown = [row for row, size in zip(rows, sizes, strict=True) if size <= _MOST]
    return Comparison(version, tuple(shown), back, gone)


def _folded(lines: list[str], first: bool, last: bool) -> Iterator[VersionRow]:
    """Unchanged lines, of many only those beside a change. One run alone is shown whole."""
    before, after = 0 if first else _AROUND, 0 if last else _AROUND
    if (first and last) or len(lines) <= before + after + 3:
        yield from (VersionRow(SAME, line) for line in lines)
        return
    yield from (VersionRow(SAME, line) for line in lines[:before])
    yield VersionRow(FOLD, str(len(lines) - before - after))
    yield from (VersionRow(SAME, line) for line in lines[len(lines) - after :])


class VersionView(QFrame):
    """One version, with *Restore* and *Back*."""

    restored = Signal(object)  # the Version to bring back
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._shown: Comparison | None = None
        self.setProperty("surface", "doc")
        self._words = label("", "strong")
        self._detail = label("", "meta", "text2", wrap=True)
        self.restore = Button(tr("Restore"), "primary")
        self.back = Button(tr("Back"))
        self.restore.clicked.connect(self._restore)
        self.back.clicked.connect(self.left)
        self._sheet = PageView(tr("Earlier version"))
        self._paper = Paper(self._sheet)
        strip = QFrame()
        strip.setProperty("surface", "side")
        row = QHBoxLayout(strip)
        row.setContentsMargins(20, 10, 12, 10)
        row.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._words)
        words.addWidget(self._detail)
        row.addLayout(words, 1)
        row.addWidget(self.back)
        row.addWidget(self.restore)
        stacked(self, strip, rule(), self._sheet, grows=self._sheet)
        theme().changed.connect(self._set)

    def show_comparison(self, shown: Comparison, name: str, now: datetime) -> None:
        """Shows a version, called `name`, against the present text; one that is looked at
        already keeps its place and the keyboard."""
        place, held = self._sheet.verticalScrollBar().value(), self.restore.hasFocus()
        before, self._shown = self._shown, shown
        anew = self.isHidden() or before is None or before.version != shown.version
        self._words.setText(f"{name} · {dates.when(shown.version.at, now)}")
        same = not shown.back and not shown.gone
        if same:
            self._detail.setText(tr("This is how the file is now."))
        else:
            words = tr("Lines that come back: %1. Lines that go: %2.")
            words = words.replace("%1", str(shown.back)).replace("%2", str(shown.gone))
            self._detail.setText(words)
        self.restore.setEnabled(not same)
        self._set()
        if not anew:
            self._sheet.verticalScrollBar().setValue(place)
        if anew or (held and same):
            self.back.setFocus()

    def _restore(self) -> None:
        if self._shown is not None:
            self.restored.emit(self._shown.version)

    def _set(self) -> None:
        if self._shown is None:
            return
        self._paper.clear()
        cursor = QTextCursor(self._sheet.document())
        cursor.beginEditBlock()
        for n, row in enumerate(self._shown.rows):
            shape, look = self._formats(row)
            if n:
                cursor.insertBlock(shape)
            else:
                cursor.setBlockFormat(shape)
            cursor.insertText(self._words_of(row), look)
        cursor.endEditBlock()
        self._sheet.moveCursor(QTextCursor.MoveOperation.Start)
        self._sheet.centre()
        kinds = [row.kind for row in self._shown.rows]
        first = next((n for n, kind in enumerate(kinds) if kind in (BACK, GONE)), 0)
        block = self._sheet.document().findBlockByNumber(max(0, first - _AROUND))
        self._sheet.verticalScrollBar().setValue(round(self._sheet.row(block).top()))

    def _words_of(self, row: VersionRow) -> str:
        if row.kind == FOLD:
            return tr("… %1 lines are the same …").replace("%1", row.text)
        return row.text[:_LONGEST]

    def _formats(self, row: VersionRow) -> tuple[QTextBlockFormat, QTextCharFormat]:
        shape, look = QTextBlockFormat(), QTextCharFormat()
        least = QTextBlockFormat.LineHeightTypes.MinimumHeight.value
        shape.setLineHeight(theme().px(LINE), least)
        shape.setLeftMargin(theme().px(20))
        shape.setProperty(KIND.value, row.kind)
        ink = {BACK: "add-fg", GONE: "del-fg", FOLD: "text3"}.get(row.kind, "text2")
        look.setForeground(theme().color(ink))
        look.setFont(theme().font("meta" if row.kind == FOLD else "body"))
        return shape, look
