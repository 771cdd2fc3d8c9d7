"""What differs, under its headings, to read and to put back. Knows a Compared, writes nothing."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.notebook.text.became import TextChange
from desktop_app.ui.history.comparing import BEFORE, Compared, sum_in_words
from desktop_app.ui.history.unit_row import UnitRow
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import section, text
from desktop_app.words import tr

WIDTH = 760
MOST = 120  # units shown; nobody reads on, and the window must not wait


class ComparisonView(QScrollArea):
    """A column of units."""

    put_back_asked = Signal(object)  # a Unit
    looked_at = Signal(object)  # a Unit

    def __init__(self) -> None:
        super().__init__()
        self.units: list[UnitRow] = []
        self.setAccessibleName(tr("What differs"))
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._room = QWidget()
        self._room.setProperty("clear", "true")
        self._inside = QWidget()
        across = QHBoxLayout(self._room)
        across.setContentsMargins(0, 0, 0, 0)
        across.addStretch()
        across.addWidget(self._inside, 100)
        across.addStretch()
        self.sum = text("", "strong", wrap=True)
        self._first = text(
            tr("No older version of this file is kept, so all of it is shown."),
            "meta",
            "text2",
            wrap=True,
        )
        self._units = QVBoxLayout()
        self._column = stacked(self._inside, self.sum, self._first, self._units, None)
        self.setWidget(self._room)
        theme().followed_by(self._measure)

    def show_compared(self, compared: Compared, *, anew: bool) -> None:
        """Shows it; `anew` is from its top, else the place and the keyboard stay."""
        place = self.verticalScrollBar().value()
        held = next((n for n, row in enumerate(self.units) if row.button.hasFocus()), None)
        self.sum.setText(sum_in_words(compared))
        self._first.setVisible(compared.way == BEFORE and compared.step.before is None)
        parts: list[QWidget] = []
        self.units = []
        heading = ""
        for unit in compared.became.units[:MOST]:
            if unit.heading != heading:
                heading = unit.heading
                if heading and not _is_title(unit):
                    parts.append(_caption(heading))
            lost = compared.lost(unit)
            row = UnitRow(unit, lost[1] if lost else None)
            row.put_back_asked.connect(self.put_back_asked)
            row.looked_at.connect(self.looked_at)
            self.units.append(row)
            parts.append(row)
        left = len(compared.became.units) - MOST
        if left > 0:
            words = tr("… and %1 more. Restoring the version brings all of it.")
            parts.append(text(words.replace("%1", f"{left:,}"), "meta", "text2", wrap=True))
        lines_in(self._units, parts)
        self.verticalScrollBar().setValue(0 if anew else place)
        if held is not None:
            self._hold(held)

    def enter(self) -> None:
        """The keyboard to the first thing that can be done, else to the text."""
        buttons = [row.button for row in self.units if row.button.isVisible()]
        (buttons[0] if buttons else self).setFocus(Qt.FocusReason.OtherFocusReason)

    def _hold(self, place: int) -> None:
        """What was pressed is gone: the keyboard goes to the next one."""
        buttons = [row.button for row in self.units if not row.button.isHidden()]
        target = buttons[min(place, len(buttons) - 1)] if buttons else self
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _measure(self) -> None:
        px = theme().px
        self._inside.setMaximumWidth(px(WIDTH))
        self._column.setContentsMargins(px(24), px(18), px(24), px(32))
        self._column.setSpacing(px(10))
        self._units.setSpacing(px(8))


def _is_title(unit: TextChange) -> bool:
    """Whether it is the line of the heading itself, which needs none above it."""
    words = unit.new or unit.old
    return words is not None and words.text.strip("# ") == unit.heading


def _caption(heading: str) -> QWidget:
    words = section(heading)
    words.setContentsMargins(0, theme().px(8), 0, 0)
    return words
