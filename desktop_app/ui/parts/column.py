"""The text column of editor and reader: centred, 680 px at most. Knows widths, not the text."""

COLUMN = 680  # the column's greatest width
PAD = 12  # between the column's edge and the text, where a line's ground shows
LINE = 25  # the least height of a line
ABOVE, BELOW = 20, 120  # free space before the first line and after the last


class Column:
    """Before QTextEdit or QPlainTextEdit in a widget's bases; needs its `theme`."""

    def centre(self) -> None:
        """Keeps the column in the middle, whether or not there is a scroll bar."""
        px = self.theme.px
        bar = self.verticalScrollBar()
        taken = bar.sizeHint().width() if bar.isVisible() else 0
        room = (self.width() - px(COLUMN + 2 * PAD)) // 2
        left = max(px(16), room)
        margins = (left, 0, max(px(4), left - taken), 0)
        before = self.viewportMargins()
        if margins != (before.left(), before.top(), before.right(), before.bottom()):
            self.setViewportMargins(*margins)
