"""A diary entry to read: prose first, then what changed and from which lines.

Knows an Entry and how to tell it; what undo does is decided elsewhere.
"""

from collections import Counter
from collections.abc import Callable
from datetime import date
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_app.notebook.diaries import Entry, Told
from desktop_app.ui.parts import dates
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.diff_line import DiffLine
from desktop_app.ui.parts.labels import Pill, rule, text
from desktop_app.ui.parts.source_row import source_name, source_row
from desktop_app.ui.theme import Theme

WIDTH = 640
MOST_SOURCES = 3


class DiaryView(QScrollArea):
    """Shows one entry; `undo_asked` only when the dream can be taken back."""

    opened = Signal(str, int)
    undo_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._entry: Entry | None = None
        self._today = date.today()
        self._undoable = False
        self._date_of: Callable[[str], date | None] = lambda path: None
        self._unfolded = False
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Dream diary"))
        theme.changed.connect(self._draw)

    def show_entry(
        self,
        entry: Entry,
        today: date,
        date_of: Callable[[str], date | None],
        *,
        undoable: bool,
    ) -> None:
        """`date_of` says which paths are days."""
        if entry != self._entry:
            self._unfolded = len(entry.told) <= 2
        self._entry, self._today, self._date_of = entry, today, date_of
        self._undoable = undoable
        self._draw()

    def _draw(self) -> None:
        if self._entry is None:
            return
        px = self._theme.px
        body = QWidget()
        body.setProperty("clear", "true")
        across = QHBoxLayout(body)
        across.setContentsMargins(px(24), px(28), px(24), px(32))
        paper = QWidget()
        paper.setMaximumWidth(px(WIDTH))
        column = QVBoxLayout(paper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(10))
        self._tell(column, self._entry)
        column.addStretch(1)
        across.addStretch(1)
        across.addWidget(paper, 1000)
        across.addStretch(1)
        self.setWidget(body)

    def _tell(self, column: QVBoxLayout, entry: Entry) -> None:
        title = text(entry.title or self.tr("A dream"), "big", wrap=True)
        column.addWidget(title)
        meta = " · ".join(
            part for part in (dates.whole(entry.date), entry.time, entry.meta) if part
        )
        column.addWidget(text(meta, "meta", "text2", wrap=True))
        if entry.undone:
            row = QHBoxLayout()
            row.addWidget(Pill(self.tr("Undone %1").replace("%1", entry.undone), "warn"))
            row.addStretch(1)
            column.addLayout(row)
        column.addWidget(self._prose(entry.prose))
        if entry.told:
            column.addWidget(rule())
            column.addLayout(self._summary(entry))
        if entry.told and self._unfolded:
            for told in entry.told:
                column.addWidget(self._told(told))

    def _prose(self, prose: str) -> QLabel:
        label = QLabel()
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        label.setProperty("role", "diary")
        px = self._theme.px
        paragraphs = [part for part in prose.split("\n\n") if part.strip()]
        style = f"line-height: 140%; margin: {px(8)}px 0;"
        lines = (escape(" ".join(part.split())) for part in paragraphs)
        label.setText("".join(f'<p style="{style}">{line}</p>' for line in lines))
        return label

    def _summary(self, entry: Entry) -> QHBoxLayout:
        names = {
            "added": self.tr("%1 added"),
            "updated": self.tr("%1 updated"),
            "merged": self.tr("%1 merged"),
            "removed": self.tr("%1 removed"),
        }
        counts = Counter(told.kind for told in entry.told)
        said = [
            words.replace("%1", str(counts[kind])) for kind, words in names.items() if counts[kind]
        ]
        row = QHBoxLayout()
        row.setSpacing(self._theme.px(10))
        row.addWidget(text(self.tr("What changed: %1").replace("%1", " · ".join(said)), "ui"))
        fold = Button(
            self.tr("Hide details") if self._unfolded else self.tr("Show details"), "link"
        )
        fold.clicked.connect(self._turn)
        row.addWidget(fold)
        row.addStretch(1)
        if self._undoable:
            undo = Button(self.tr("Undo this dream"), "plain", self._theme, "undo")
            undo.clicked.connect(self.undo_asked)
            row.addWidget(undo)
        return row

    def _told(self, told: Told) -> QFrame:
        px = self._theme.px
        card = QFrame()
        card.setProperty("surface", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(px(14), px(10), px(14), px(12))
        column.setSpacing(px(6))
        kinds = {
            "added": self.tr("Added"),
            "updated": self.tr("Updated"),
            "merged": self.tr("Merged"),
            "removed": self.tr("Removed"),
        }
        top = QHBoxLayout()
        top.setSpacing(px(8))
        if told.heading:
            top.addWidget(text(told.heading, "strong"))
        top.addWidget(Pill(kinds.get(told.kind, told.kind), "accent"))
        top.addStretch(1)
        column.addLayout(top)
        for old in told.old:
            column.addWidget(DiffLine(self._theme, "del", old))
        if told.new:
            column.addWidget(DiffLine(self._theme, "add", told.new))
        sources = [source for source in told.sources if source.quote not in told.old]
        for place, source in enumerate(sources[:MOST_SOURCES]):
            day = self._date_of(source.path)
            name = source_name(source.path, source.line, day, self._today)
            go = lambda one=source: self.opened.emit(one.path, one.line)  # noqa: E731
            column.addWidget(source_row(self._theme, name, source.quote, go, place == 0))
        return card

    def _turn(self) -> None:
        self._unfolded = not self._unfolded
        place = self.verticalScrollBar().value()
        self._draw()
        self.verticalScrollBar().setValue(place)
