"""The later rows of a list item or quote begin where its words do, and pictures have their room.
Knows blocks and their formats.

A change of a format joins the step of undo that made it needed, and undo brings both back.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontMetricsF, QTextBlock, QTextBlockFormat, QTextCursor

from desktop_app.ui.look.theme import theme

if TYPE_CHECKING:
    from desktop_app.ui.writing.engines import Styled

_LEAD = re.compile(r"( *(?:[-*+]|\d{1,9}[.)]))( (?:\[[ xX]\] )?)|()( {0,3}(?:> ?)+)")
_MOST = 240  # pixels; what is nested deeper hangs no deeper


class Hanging:
    """Keeps the formats of an engine's blocks in step with their text."""

    def __init__(self, engine: "Styled") -> None:
        self._engine = engine
        self._changed: tuple[int, int] | None = None  # from one place to another
        self._width = lru_cache(maxsize=256)(_width)
        document = engine.document()
        document.contentsChange.connect(self._note)
        document.contentsChanged.connect(self._follow)

    def draw_anew(self) -> None:
        """After the theme or the zoom changed."""
        self._width.cache_clear()

    def set_all(self) -> None:
        """Gives every line its look."""
        self._set(self._engine.document().begin(), self._engine.document().lastBlock())

    def _note(self, place: int, _gone: int, come: int) -> None:
        first, last = self._changed or (place, place)
        self._changed = min(first, place), max(last, place + come)

    def _follow(self) -> None:
        if self._changed is None or self._engine.preedit or self._engine.stepping:
            return
        find = self._engine.document().findBlock
        first, last = map(find, self._changed)
        self._set(first, last if last.isValid() else self._engine.document().lastBlock())

    def _set(self, block: QTextBlock, last: QTextBlock) -> None:
        self._changed = None
        cursor: QTextCursor | None = None
        while block.isValid() and block.blockNumber() <= last.blockNumber():
            lead = _LEAD.match(block.text())
            width = self._width(*filter(None, lead.groups("")), bold=bool(lead[1])) if lead else 0.0
            below = self._engine.room_for_pictures(block)
            now = block.blockFormat()
            if (now.leftMargin(), now.bottomMargin()) != (width, below):
                if cursor is None:
                    cursor = QTextCursor(block)
                    cursor.joinPreviousEditBlock()
                cursor.setPosition(block.position())
                look = QTextBlockFormat()
                look.setLeftMargin(width)
                look.setTextIndent(-width)
                look.setBottomMargin(below)
                cursor.mergeBlockFormat(look)
            block = block.next()
        if cursor is not None:
            cursor.endEditBlock()
            self._changed = None


def _width(mark: str, rest: str = "", *, bold: bool) -> float:
    """How wide what a line begins with is drawn; the mark of a list is bold."""
    plain, heavy = theme().font("body"), QFont(theme().font("body"))
    heavy.setWeight(QFont.Weight.Bold)
    first = QFontMetricsF(heavy if bold else plain).horizontalAdvance(mark)
    width = first + QFontMetricsF(plain).horizontalAdvance(rest)
    return min(float(round(width)), theme().px(_MOST))
