"""A few lines of words with some of them marked, painted. Knows fonts and places, not meaning."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
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
    painter: QPainter,
    box: QRect,
    words: str,
    marks: Sequence[Span],
    look: TextLook,
) -> None:
    """At most two lines inside `box`; the second gives way with `…`."""
    words, marks = _cut(words[: _LONGEST_ROW * 2], marks, look, box.width())
    layout = laid_out(words, marks, look, box.width())
    painter.setPen(look.ink)
    layout.draw(painter, QPointF(box.topLeft()))


def _cut(words: str, marks: Sequence[Span], look: TextLook, width: int) -> tuple[str, list[Span]]:
    layout = laid_out(words, marks, look, width)
    if layout.lineCount() <= 2:
        return words, list(marks)
    before = words.encode("utf-16-le", "surrogatepass")[: 2 * layout.lineAt(1).textStart()]
    start = len(before.decode("utf-16-le", "surrogatepass"))
    rest = words[start:].replace("\n", " ")
    measure = QFontMetrics(look.font)
    # A little less than the width: marked words may be set bold.
    last = measure.elidedText(rest, Qt.TextElideMode.ElideRight, width - measure.averageCharWidth())
    end = start + max(0, len(last) - 1)
    kept = [(one, min(other, end)) for one, other in marks if one < end]
    return words[:start] + last, kept
