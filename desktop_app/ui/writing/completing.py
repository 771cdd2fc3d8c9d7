"""The list of notes below a [[ that is being typed. Knows an open document and what its notebook
offers; the keyboard stays in the text, which the list never keeps waiting.
"""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.regex import regex
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.parts.notices import announce, shade
from desktop_app.ui.parts.rows import RowDelegate, RowWords, ThingRows
from desktop_app.ui.writing import markup
from desktop_app.ui.writing.document import Document
from desktop_app.ui.writing.formatting import column
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.notebook.note_links import LinkOffer

_OPEN = regex(r"(?:\[\[|【【)([^\[\]【】|\n]{0,80})$")
_CLOSED = regex(r"(?:\]\]|】】)?")
_MOVES: dict[int, int] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_TAKES = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class Completing(QObject):
    """Offers days, topics and sections while a link is typed."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document, self._editor = document, document.editor
        self._start: tuple[int, int] | None = None  # the line and place of the brackets
        self._left: tuple[int, int] | None = None  # of those that the person wants no list for
        self.list: LinkList | None = None
        self._editor.edited.connect(self._look)
        self._editor.cursorPositionChanged.connect(self._stay)
        self._editor.verticalScrollBar().valueChanged.connect(self._follow)

    def close(self) -> None:
        """Takes the list away; the text stays as it is typed."""
        self._start = None
        if self.open:
            self.list.card.hide()
            self._editor.removeEventFilter(self)

    @property
    def open(self) -> bool:
        return self.list is not None and not self.list.card.isHidden()

    def _typed(self) -> tuple[tuple[int, int], str] | None:
        """Where the brackets before the cursor begin, and what follows them; None for none."""
        cursor = self._editor.textCursor()
        if cursor.hasSelection() or not self._editor.hasFocus():
            return None
        if cursor.block().previous().userState() > markup.NORMAL:
            return None  # code
        line = cursor.block().text()
        found = _OPEN.search(line[: column(cursor, line)][-100:])
        if found is None:
            return None
        back = len(found[0].encode("utf-16-le", "surrogatepass")) // 2
        return (cursor.blockNumber(), cursor.positionInBlock() - back), found[1]

    def _look(self) -> None:
        """The text is another: asks what fits, unless an input method holds some of it."""
        typed, memory = self._typed(), self._document.memory
        if typed is None or memory is None or typed[0] == self._left:
            self._left = self._left if typed else None
            self.close()
            return
        (self._start, words), path, today = typed, self._document.path, memory.today()
        self._document.jobs.call(
            "links.offers",
            lambda: memory.note_links.offers(words, path),
            lambda offers: self._show(typed, offers, today),
            lambda _problem: self.close(),
        )

    def _stay(self) -> None:
        """The cursor moved: the list stays as long as the brackets are the same ones."""
        typed = self._typed()
        if self._start is not None and (typed is None or typed[0] != self._start):
            self.close()

    def _follow(self) -> None:
        """The text was scrolled: the list goes along."""
        if self.open:
            editor = self._editor
            if editor.viewport().rect().intersects(editor.cursorRect()):
                self.list.place(self._line())
            else:
                self.close()

    def _line(self) -> QRect:
        """Where the cursor stands in the editor."""
        line: QRect = self._editor.cursorRect()
        return QRect(self._editor.viewport().mapTo(self._editor, line.topLeft()), line.size())

    def _show(
        self, typed: tuple[tuple[int, int], str], offers: "list[LinkOffer]", today: date
    ) -> None:
        if typed != self._typed() or self._start is None:
            return
        if not offers:
            self.close()
            return
        if self.list is None:
            self.list = LinkList(self._editor)
            self.list.chosen.connect(self._take)
        if not self.open:
            self._editor.installEventFilter(self)
        self.list.show_offers(offers, today, self._line())

    def _take(self, offer: "LinkOffer") -> None:
        """Writes the chosen link in place of what was typed, as one step of undo."""
        typed = self._typed()
        if typed is None:
            self.close()
            return
        cursor = self._editor.textCursor()
        block, place = cursor.block(), cursor.positionInBlock()
        rest = block.text()[column(cursor, block.text()) :]
        self._left = typed[0]
        cursor.setPosition(block.position() + typed[0][1])
        end = block.position() + place + len(_CLOSED.match(rest)[0])
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(f"[[{offer.inside}]]")
        self._editor.setTextCursor(cursor)
        self.close()

    def _key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if self._editor.composing or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in _MOVES:
            self.list.step(_MOVES[key])
        elif key in _TAKES:
            self.list.say()
        elif key == Qt.Key.Key_Escape:
            self._left = self._start
            self.close()
        else:
            return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in (*_MOVES, *_TAKES, Qt.Key.Key_Escape) and not event.modifiers():
                event.accept()
                return True
        elif kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(event)
        elif kind == QEvent.Type.FocusOut:
            self.close()
        return False


_WIDTH, _ROW, _MOST_ROWS = 380, 34, 7


class LinkList(ThingRows):
    """The rows, in a `card` over `parent`; the keyboard stays where it is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Notes to link to"), self._told, RowDelegate(height=_ROW))
        self._today = date.min
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.card = surface("card")
        self.card.setParent(parent)
        self.card.hide()
        around = QVBoxLayout(self.card)
        around.setContentsMargins(1, 4, 1, 4)
        around.addWidget(self)
        shade(self.card)

    def show_offers(self, offers: "Sequence[LinkOffer]", today: date, line: QRect) -> None:
        """Shows these, the first one chosen, beside a `line` of the parent."""
        self._today = today
        self.rows.show(offers)
        self.choose(0)
        self.place(line)
        if self.card.isHidden():
            self.card.show()
            self.card.raise_()
            many = counted("1 note to link to", "{count} notes to link to", len(offers))
            announce(self, many)

    def place(self, line: QRect) -> None:
        """Goes below the line, or above it where there is no room."""
        px, room = theme().px, self.card.parentWidget()
        width = min(px(_WIDTH), room.width() - px(16))
        height = min(self.rows.rowCount(), _MOST_ROWS) * px(_ROW) + px(10)
        left = max(px(8), min(line.left() - px(20), room.width() - width - px(8)))
        top = line.bottom() + px(8)
        if top + height > room.height():
            top = max(0, line.top() - px(8) - height)
        self.card.setGeometry(left, top, width, height)

    def step(self, by: int) -> None:
        """Chooses another row, and says it."""
        row = (self.number + by) % self.rows.rowCount()
        self.choose(row)
        announce(self, self.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole))

    def _told(self, offer: "LinkOffer") -> RowWords:
        aside = dates.title(offer.day, self._today) if offer.day else ""
        return RowWords(offer.inside, aside=aside)
