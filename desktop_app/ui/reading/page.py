"""A page of HTML to read: fonts, grounds, and the lines of its source. Runs and fetches nothing.

Specification: trust, 'Rendered Markdown runs and fetches nothing'.
"""

import re
from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QEvent, QMimeData, Qt, QUrl
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from desktop_app.ui.look.sheet import page_style
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import ABOVE, BELOW, LINE, PAD, Column, blocks, mark, marks_of

_BREAK = re.compile(r"\n+(?=</?(?:ul|ol|li|p|pre|blockquote|table|div|hr|h\d)\b)")  # else a space


class PageView(Column, QTextBrowser):  # type: ignore[misc]  # as Styled
    """What has the title `7` stands in line 7 of the source."""

    role, line = "body", LINE  # of its words, and pixels of a line
    around = (PAD, ABOVE, PAD, BELOW)  # pixels from the left, above, right, below

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setViewport(QWidget(mouseTracking=True))  # as in TextArea
        self.document().documentLayout().setPaintDevice(self.viewport())
        self._html = ""
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        theme().changed.connect(self.draw)

    def show_html(self, html: str) -> None:
        """Shows another page; nothing is done where it is the same."""
        if html != self._html:
            self._html = html
            self.draw()

    def draw(self) -> None:
        """Sets the page, where it was scrolled to and with the cursor where it was."""
        bar, document = self.verticalScrollBar(), self.document()
        scroll, place = bar.value(), self.textCursor().position()
        self.set_page(self._html)
        edit = QTextCursor(document)
        edit.setPosition(min(place, document.characterCount() - 1))
        self.setTextCursor(edit)
        self.centre()
        document.size()  # lays all out: else nothing is found yet where it will stand
        bar.setValue(scroll)

    def set_page(self, html: str) -> None:
        """The page in the fonts and colours of now."""
        document, px = self.document(), theme().px
        document.setDefaultFont(theme().font(self.role))
        document.setDefaultStyleSheet(page_style(theme(), self.line))
        document.setIndentWidth(px(22))
        self.setHtml(_BREAK.sub("", html.strip()))
        paper = document.rootFrame().frameFormat()
        left, above, right, below = map(px, self.around)
        paper.setLeftMargin(left)
        paper.setTopMargin(above)
        paper.setRightMargin(right)
        paper.setBottomMargin(below)
        document.rootFrame().setFrameFormat(paper)

    def show_line(self, line: int, words: Sequence[str] = ()) -> None:
        """Scrolls to a source line, the cursor too, lets it stand out and marks `words` there."""
        document, first, after = self.document(), self.document().begin(), QTextBlock()
        for block in blocks(document):
            place = block.charFormat().toolTip()
            if place and int(place) > line:
                after = block
                break
            if place and place != first.charFormat().toolTip():
                first = block
        self.setTextCursor(QTextCursor(first))
        marks = marks_of(words, first, after)
        self.setExtraSelections([mark(QTextCursor(first), "accent-bg"), *marks])
        self._bring(self.textCursor())
        if marks and self.cursorRect(marks[0].cursor).bottom() > self.viewport().height():
            self._bring(marks[0].cursor)  # far down in a long paragraph

    def _bring(self, place: QTextCursor) -> None:
        """Scrolls, so that it stands in the upper third."""
        bar, third = self.verticalScrollBar(), self.viewport().height() / 3
        bar.setValue(round(bar.value() + self.cursorRect(place).top() - third))

    def loadResource(self, _kind: int, _name: QUrl | str) -> QByteArray:
        """Nothing is loaded, from anywhere: a page is made of its words."""
        return QByteArray()

    def viewportEvent(self, event: QEvent) -> bool:
        return event.type() == QEvent.Type.ToolTip or bool(super().viewportEvent(event))

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied has its bullets and numbers, which are only painted here."""
        cursor, lines = self.textCursor(), []
        block = self.document().findBlock(cursor.selectionStart())
        while block.isValid() and block.position() < cursor.selectionEnd():
            part = QTextCursor(block)
            part.setPosition(max(block.position(), cursor.selectionStart()))
            end = min(block.position() + block.length() - 1, cursor.selectionEnd())
            part.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            whole = block.textList() and part.selectionStart() == block.position()
            sign = block.textList().itemText(block) if whole else ""
            sign = sign if sign[:1].isdigit() else "-" * bool(sign)
            words = part.selectedText().replace("\u2028", "\n")
            lines.append(f"{sign} {words}" if sign else words)
            block = block.next()
        copied = QMimeData()
        copied.setText("\n".join(lines))
        return copied
