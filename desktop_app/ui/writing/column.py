"""What every text widget here shares: the column it stands in and how it is handed its text."""

COLUMN = 680  # the column's greatest width
PAD = 12  # between the column's edge and the text, where a line's ground shows
LINE = 25  # the least height of a line
ABOVE, BELOW = 20, 120  # free space before the first line and after the last


def handed(text: str) -> str:
    """A text as it must be handed to Qt, which takes one byte order mark from its start away."""
    return f"\ufeff{text}" if text.startswith("\ufeff") else text


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
