"""The palette: one line to type in, and everything one can do or open below it.

Knows how to show and choose entries; where they come from is handed in as providers.
"""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from desktop_app.ui.frame.ranking import Entry, matching
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.parts.rows import (
    ASIDE,
    DETAIL,
    ICON,
    THING,
    TITLE,
    Index,
    RowDelegate,
    RowsView,
)
from desktop_app.words import tr

Provider = Callable[[], Iterable[Entry]]
Maker = Callable[[str], Entry | None]

WIDTH, ROW, MOST_ROWS = 620, 50, 8
_MOVES: dict[int, int] = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: MOST_ROWS - 1,
    Qt.Key.Key_PageUp: 1 - MOST_ROWS,
}


class _Entries(QAbstractListModel):
    """The rows that fit what is typed."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []

    def show(self, entries: list[Entry]) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = TITLE) -> object:
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (entry.title, entry.detail, entry.shortcut)))
        return {
            TITLE: entry.title,
            DETAIL: entry.detail,
            ICON: entry.icon,
            ASIDE: entry.shortcut,
            THING: entry,
        }.get(role)


class Palette(Overlay):
    """Opens over the window; Up, Down and Enter choose while one types, Esc leaves."""

    def __init__(
        self, parent: QWidget, providers: Iterable[Provider], maker: Maker = lambda typed: None
    ) -> None:
        """`maker` makes an entry of what is typed, for what is not there yet; None for none."""
        super().__init__(parent, "", WIDTH, 460)
        self.card.setAccessibleName(tr("Commands"))
        self._providers, self._maker = list(providers), maker
        self._kinds: tuple[str, ...] = ()
        self._all: list[Entry] = []
        self._rows = _Entries()
        self._sign = QLabel()
        self.input = QLineEdit()
        self.input.setProperty("kind", "bare")
        self.input.setAccessibleName(tr("Command, heading, day or topic"))
        self.input.textChanged.connect(self._narrow)
        self.input.installEventFilter(self)
        self.list = RowsView(tr("What fits"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setModel(self._rows)
        self.list.setItemDelegate(RowDelegate(self.list, ROW))
        self.list.clicked.connect(self._run)
        self._none = text(tr("No matches"), "ui", "text2")
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._build()
        theme().followed_by(self._measure)

    def _build(self) -> None:
        self._line = in_row(self._sign, self.input, grows=self.input)
        self._help = in_row(text(tr("Enter opens · Esc closes"), "meta", "text3"), None)
        self._signs = text(tr("> commands   # headings   @ days"), "meta", "text3")
        self._help.addWidget(self._signs)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(self._line)
        column.addWidget(rule())
        column.addSpacing(6)
        column.addWidget(self.list, 1)
        column.addWidget(self._none, 1)
        column.addSpacing(4)
        column.addWidget(rule())
        column.addLayout(self._help)

    def ask(self, start: str = "", kinds: tuple[str, ...] = (), words: str = "") -> None:
        """Opens with `start` typed already, over entries of these kinds only (none: all); `words`
        say what is to be typed where it is nothing that a sign narrows."""
        self._kinds = kinds
        self.input.setPlaceholderText(words or tr("Type a command, a heading or a day"))
        self._signs.setVisible(not words)
        self._gather()
        self.input.setText(start)
        self._narrow(start)
        self.open_card(self.input)
        self.input.setCursorPosition(len(start))

    def refresh(self) -> None:
        """More entries have come in while it is open: shows them, keeping what is typed."""
        if self.isVisible():
            self._gather()
            self._narrow(self.input.text())

    @property
    def shown(self) -> list[Entry]:
        """The entries listed now, best first."""
        return self._rows.entries

    def _gather(self) -> None:
        entries = [entry for provide in self._providers for entry in provide()]
        self._all = [entry for entry in entries if not self._kinds or entry.kind in self._kinds]

    def _narrow(self, typed: str) -> None:
        made = self._maker(typed) if "note" in self._kinds else None  # not among what one does
        self._rows.show([*matching(typed, self._all), *([made] if made else [])])
        self._none.setVisible(not self.shown)
        self.list.setVisible(bool(self.shown))
        rows = min(max(len(self.shown), 3), MOST_ROWS)
        self.want_height(52 + rows * ROW + 12 + 34)
        if self.shown:
            self._choose(0)

    def _choose(self, row: int) -> None:
        index = self._rows.index(min(max(row, 0), len(self.shown) - 1))
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index)
        # The keyboard stays in the line, so a reader would not hear which row is chosen.
        if self.isVisible():
            announce(self.list, str(index.data(Qt.ItemDataRole.AccessibleTextRole)))

    def _run(self, index: Index) -> None:
        entry = index.data(THING)
        if entry is not None:
            self.close_card()
            entry.run()

    def _measure(self) -> None:
        px = theme().px
        self._line.setContentsMargins(px(16), px(15), px(16), px(15))
        self._line.setSpacing(px(10))
        self._help.setContentsMargins(px(18), px(8), px(18), px(9))
        self._sign.setPixmap(pixmap("search", "text3", 18, self.devicePixelRatioF()))
        self._sign.setFixedSize(QSize(px(18), px(20)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return watched is self.input and self._steered(event)
        return super().eventFilter(watched, event)

    def _steered(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in _MOVES and self.shown:
            row = self.list.currentIndex().row() + _MOVES[key]
            # One past an end comes round; a page past it stops there.
            self._choose(row % len(self.shown) if abs(_MOVES[key]) == 1 else row)
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.shown:
                self._run(self.list.currentIndex())
            return True
        return False
