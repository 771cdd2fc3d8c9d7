"""A few lines of words with some of them marked, painted. Knows fonts and places, not meaning."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from desktop_app.ui.parts.column import LONGEST, units

Span = tuple[int, int]
BREAK = "\u2028"  # how a text layout knows the end of a line
_LONGEST_ROW = 1_000  # characters, of which no screen shows more in a row


class TextLook(NamedTuple):
    """How words and marks are painted; `height` is from line to line. Lengths in pixels."""

    font: QFont
    height: int
    ink: QColor
    mark_ink: QColor
    mark: QColor
    bold: bool = False
    wave: QColor | None = None  # under what is doubted


def laid_out(
    words: str, marks: Sequence[Span], look: TextLook, width: int, doubted: Sequence[Span] = ()
) -> QTextLayout:
    """The words in lines of this width, one below the other by the look's height; of endless
    words the beginning. A wave stands under what is `doubted`."""
    layout = QTextLayout(words[:LONGEST].replace("\n", BREAK), look.font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    marked, waved = QTextCharFormat(), QTextCharFormat()
    marked.setForeground(look.mark_ink)
    marked.setBackground(look.mark)
    if look.bold:
        marked.setFontWeight(QFont.Weight.DemiBold)
    waved.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    waved.setUnderlineColor(look.wave or look.ink)
    ranges, place = [], units(words)  # an emoji counts as two
    for spans, shape in ((marks, marked), (doubted, waved)):
        for start, end in spans:
            one = QTextLayout.FormatRange()
            one.start, one.length, one.format = place(start), place(end) - place(start), shape
            ranges.append(one)
    layout.setFormats(ranges)
    layout.beginLayout()
    top = 0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1, width))
        # Centred in its row, whichever font a line's letters came from.
        line.setPosition(QPointF(0, top + (look.height - line.height()) / 2))
        top += look.height
    layout.endLayout()
    return layout


def paint_some(
    painter: QPainter, box: QRect, words: str, marks: Sequence[Span], look: TextLook
) -> None:
    """At most two lines inside `box`; the second ends with `…` where there is more."""
    layout = laid_out(words[: 2 * _LONGEST_ROW], marks, look, box.width())
    if layout.lineCount() > 2:
        second = layout.lineAt(1)
        end = second.textStart() + second.textLength() - 2  # or a little further: of an emoji
        kept = [(one, min(other, end)) for one, other in marks if one < end]
        layout = laid_out(f"{words[:end].rstrip()}…", kept, look, box.width())
    painter.setPen(look.ink)
    for line in map(layout.lineAt, range(min(2, layout.lineCount()))):
        line.draw(painter, QPointF(box.topLeft()))
