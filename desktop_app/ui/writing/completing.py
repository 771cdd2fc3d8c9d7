"""The list of notes below a [[ that is being typed. Knows an open document and what its notebook
offers; the keyboard stays in the text, which the list never keeps waiting.
"""

import re
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor

from desktop_app.ui.writing import markup
from desktop_app.ui.writing.document import Document
from desktop_app.ui.writing.keys import column

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.notebook.note_links import LinkOffer
    from desktop_app.ui.writing.link_list import LinkList

_OPEN = re.compile(r"(?:\[\[|【【)([^\[\]【】|\n]{0,80})$")
_CLOSED = re.compile(r"(?:\]\]|】】)?")
_MOVES: dict[int, int] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_TAKES = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class Completing(QObject):
    """Offers days, topics and sections while a link is typed."""

    def __init__(self, jobs: "Jobs", document: Document) -> None:
        super().__init__(document)
        self._jobs, self._document, self._editor = jobs, document, document.editor
        self._start: tuple[int, int] | None = None  # the line and place of the brackets
        self._left: tuple[int, int] | None = None  # of those that the person wants no list for
        self.list: LinkList | None = None
        self._editor.edited.connect(self._look)
        self._editor.stirred.connect(self._stay)
        self._editor.scrolled.connect(self._follow)

    def close(self) -> None:
        """Takes the list away; the text stays as it is typed."""
        self._start = None
        if self.open:
            self.list.card.hide()
            self._editor.engine.removeEventFilter(self)

    @property
    def open(self) -> bool:
        """Whether the list is there."""
        return self.list is not None and not self.list.card.isHidden()

    def _typed(self) -> tuple[tuple[int, int], str] | None:
        """Where the brackets before the cursor begin, and what follows them; None for none."""
        cursor = self._editor.engine.textCursor()
        if cursor.hasSelection() or not self._editor.engine.hasFocus():
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
        self._jobs.call(
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
            engine = self._editor.engine
            if engine.viewport().rect().intersects(engine.cursorRect()):
                self.list.place(self._line())
            else:
                self.close()

    def _line(self) -> QRect:
        """Where the cursor stands in the editor."""
        engine = self._editor.engine
        line: QRect = engine.cursorRect()
        return QRect(engine.viewport().mapTo(self._editor, line.topLeft()), line.size())

    def _show(
        self, typed: tuple[tuple[int, int], str], offers: "list[LinkOffer]", today: date
    ) -> None:
        if typed != self._typed() or self._start is None:
            return
        if not offers:
            self.close()
            return
        if self.list is None:
            from desktop_app.ui.writing.link_list import LinkList  # wanted after the first picture

            self.list = LinkList(self._editor)
            self.list.taken.connect(self._take)
        if not self.open:
            self._editor.engine.installEventFilter(self)
        self.list.show_offers(offers, today, self._line())

    def _take(self, offer: "LinkOffer") -> None:
        """Writes the chosen link in place of what was typed, as one step of undo."""
        typed = self._typed()
        if typed is None:
            self.close()
            return
        cursor = self._editor.engine.textCursor()
        block, place = cursor.block(), cursor.positionInBlock()
        rest = block.text()[column(cursor, block.text()) :]
        self._left = typed[0]
        cursor.setPosition(block.position() + typed[0][1])
        end = block.position() + place + len(_CLOSED.match(rest)[0])
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(f"[[{offer.inside}]]")
        self._editor.engine.setTextCursor(cursor)
        self.close()

    def _key(self, event: QKeyEvent) -> bool:
        """What a key means for the list."""
        key = event.key()
        if self._editor.composing() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in _MOVES:
            self.list.step(_MOVES[key])
        elif key in _TAKES:
            self.list.take()
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
