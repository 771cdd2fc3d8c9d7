"""MEMORY.md as it would be, with the lines that come in marked. Knows two texts, no proposal."""

from difflib import SequenceMatcher

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from desktop_app.ui.theme import Theme


class ResultView(QPlainTextEdit):
    """Read-only; the lines that are new stand on green and begin in sight."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._new: list[int] = []
        self.setReadOnly(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setAccessibleName(self.tr("MEMORY.md with the accepted changes"))
        theme.changed.connect(self._draw)
        self._draw()

    def show_result(self, before: str, after: str) -> None:
        """Both texts whole; only `after` is shown."""
        old, new = before.split("\n"), after.split("\n")
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        self._new = [
            line
            for tag, _, _, start, end in matcher.get_opcodes()
            if tag != "equal"
            for line in range(start, end)
        ]
        self.setPlainText(after)
        self._draw()
        if self._new:
            self.setTextCursor(QTextCursor(self.document().findBlockByNumber(self._new[0])))
            self.centerCursor()

    def _draw(self) -> None:
        self.setFont(self._theme.font("body"))
        margin = self._theme.px(28)
        self.setViewportMargins(margin, self._theme.px(16), margin, 0)
        look = QTextCharFormat()
        look.setBackground(self._theme.color("add-bg"))
        look.setForeground(self._theme.color("add-fg"))
        look.setProperty(QTextFormat.Property.FullWidthSelection, True)
        marks = []
        for number in self._new:
            mark = QTextEdit.ExtraSelection()
            mark.format = look
            mark.cursor = QTextCursor(self.document().findBlockByNumber(number))
            marks.append(mark)
        self.setExtraSelections(marks)
