"""A version beside the present text or the one before it: compared, read, and put back in pieces.

Knows two texts and how to show what differs; writes nothing.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop_app.language.difference import differing
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import VersionStep
from desktop_app.notebook.text.became import Became, TextChange, TextPiece, became
from desktop_app.ui.parts.boxes import ScrolledColumn, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.diff_line import ADD, DEL, DiffLine
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import section, text
from desktop_app.words import counted, cut, listed, tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory

NOW, BEFORE, TEXT = "now", "before", "text"  # the last one compares nothing
_WIDTH = 760
_MOST = 120  # units shown; nobody reads on, and the window must not wait
_LONGEST, _SHORT = 2_000, 80  # characters shown of a piece, and in the name of its button
_BULLET = re.compile(r"[-*+] +")
_ODD = re.compile("[\ud800-\udfff]")  # bytes that are no text


@dataclass(frozen=True)
class Compared:
    """`became` is what the `old` text became in the `new` one: the present text in the version, or
    the one before it in the version. `then` is the version's own text, `now` the file as read.

    `bullets` are those of MEMORY.md before and after; None of any other file.
    """

    step: VersionStep
    way: str
    then: bytes
    now: Snapshot
    old: bytes
    became: Became
    bullets: tuple[int, int] | None = None

    def lost(self, unit: TextChange) -> tuple[bytes, TextPiece, str] | None:
        """What of a unit can be put back: the text it stands in, where, and what it is to
        replace; None when there is nothing."""
        there, piece, instead = (
            (self.then, unit.new, unit.old) if self.way == NOW else (self.old, unit.old, unit.new)
        )
        return None if piece is None else (there, piece, instead.text if instead else "")

    def place(self, unit: TextChange) -> tuple[bytes, int, int]:
        """The newer text that has a unit, its version (0: the present one) and line, from 1."""
        if unit.new is not None:
            return self.then, self.step.version.version, unit.new.start + 1
        assert unit.old is not None
        version = 0 if self.way == NOW else self.step.before or 0
        return self.old, version, unit.old.start + 1


def compare(memory: "Memory", step: VersionStep, way: str) -> Compared:
    """Reads and compares. Blocks; raises Problem for what is damaged or gone."""
    then = memory.history.content(step.version.version)
    now = memory.files.read(step.version.path)
    if way == TEXT:
        return Compared(step, way, then, now, then, Became((), same=True))
    old = now.data
    if way == BEFORE:
        old = memory.history.content(step.before) if step.before else b""
    bullets = None
    if step.version.path == memory.layout.memory:
        from desktop_app.notebook.bullets import MemoryFile  # its Markdown takes long to load

        bullets = len(MemoryFile(old).bullets), len(MemoryFile(then).bullets)
    return Compared(step, way, then, now, old, became(old, then), bullets)


def sum_in_words(compared: Compared) -> str:
    """What restoring would do, or what this change did, in a sentence."""
    units, restores = compared.became.units, compared.way == NOW
    if compared.became.same:
        name = compared.step.version.path.rpartition("/")[2]
        same = tr("This is how %1 is now.") if restores else tr("Both texts are the same.")
        return same.replace("%1", name)
    if not units:
        return tr("Only blank lines or line endings differ.")
    came = sum(unit.old is None for unit in units)
    went = sum(unit.new is None for unit in units)
    other = len(units) - came - went
    if restores:
        told, sizes = tr("Restoring this version: %1."), tr("%1 now, %2 then.")
        parts = (
            (came, counted("1 line comes back", "{count} lines come back", came)),
            (went, counted("1 line goes", "{count} lines go", went)),
            (other, counted("1 line changes", "{count} lines change", other)),
        )
    else:
        told, sizes = tr("In this version: %1."), tr("%1 before, %2 after.")
        parts = (
            (came, counted("1 line came", "{count} lines came", came)),
            (went, counted("1 line went", "{count} lines went", went)),
            (other, counted("1 line changed", "{count} lines changed", other)),
        )
    told = told.replace("%1", listed(words for count, words in parts if count))
    if compared.bullets is None:
        return told
    first, second = compared.bullets
    sizes = sizes.replace("%1", counted("1 bullet", "{count} bullets", first))
    return f"{told} {sizes.replace('%2', f'{second:,}')}"


class UnitRow(QWidget):
    """One bullet or line that differs: the old wording above the new one, the words that differ
    marked, with *Put back* where it can be."""

    put_back_asked = Signal(object)  # the TextChange
    looked_at = Signal(object)  # the TextChange, that one has pressed or come to by key

    def __init__(self, unit: TextChange, lost: TextPiece | None) -> None:
        """`lost` is the piece of it that can be put back."""
        super().__init__()
        self.unit = unit
        old, new = _shown(unit.old), _shown(unit.new)
        went, came = differing(old, new) if old is not None and new is not None else ((), ())
        both = ((DEL, old, went), (ADD, new, came))
        self.lines = [DiffLine(tone, words, marks) for tone, words, marks in both
                      if words is not None]  # fmt: skip
        put = lambda: self.put_back_asked.emit(self.unit)  # noqa: E731
        tip = tr("Only this, where it was or under its heading")
        self.button = Button(tr("Put back"), "plain", "undo", act=put, tip=tip)
        words = tr("Put back: %1").replace("%1", (_shown(lost) or "")[:_SHORT])
        self.button.setAccessibleName(words)
        place = self.button.sizePolicy()
        place.setRetainSizeWhenHidden(True)  # so that all lines end at one edge
        self.button.setSizePolicy(place)
        self.button.installEventFilter(self)
        lines = QVBoxLayout()
        for line in self.lines:
            lines.addWidget(line)
        sized(lines, gap=4)
        sized(in_row(lines, self.button, grows=lines, within=self), gap=12)
        self.button.setVisible(lost is not None)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.looked_at.emit(self.unit)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.looked_at.emit(self.unit)
        return False


def _shown(piece: TextPiece | None) -> str | None:
    if piece is None:
        return None
    words = _ODD.sub("\ufffd", piece.text)
    return cut(_BULLET.sub("", words, count=1) if _BULLET.match(words) else words, _LONGEST)


class ComparisonView(ScrolledColumn):
    """What differs, under its headings."""

    put_back_asked = Signal(object)  # a TextChange
    looked_at = Signal(object)  # a TextChange

    def __init__(self) -> None:
        self.sum = text("", "strong", wrap=True)
        words = tr("No older version of this file is kept, so all of it is shown.")
        self.first = text(words, "meta", "text2", wrap=True)
        rows = QWidget()
        self._units = sized(stacked(rows), gap=8)
        super().__init__(_WIDTH, (24, 18, 24, 32), self.sum, self.first, rows, None, gap=10)
        self.units: list[UnitRow] = []
        self.setAccessibleName(tr("What differs"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)

    def show_compared(self, compared: Compared, *, anew: bool) -> None:
        """Shows it; `anew` is from its top, else the place and the keyboard stay."""
        place = self.verticalScrollBar().value()
        held = next((n for n, row in enumerate(self.units) if row.button.hasFocus()), None)
        self.sum.setText(sum_in_words(compared))
        self.first.setVisible(compared.way == BEFORE and compared.step.before is None)
        parts: list[QWidget] = []
        self.units, heading = [], ""
        for unit in compared.became.units[:_MOST]:
            if unit.heading != heading:
                heading = unit.heading
                words = (unit.new or unit.old or TextPiece(0, 0, "")).text.strip("# ")
                if heading and words != heading:  # the line of the heading itself needs none
                    parts.append(sized(section(heading), (0, 8, 0, 0)))
            lost = compared.lost(unit)
            row = UnitRow(unit, lost[1] if lost else None)
            row.put_back_asked.connect(self.put_back_asked)
            row.looked_at.connect(self.looked_at)
            self.units.append(row)
            parts.append(row)
        if (left := len(compared.became.units) - _MOST) > 0:
            words = tr("… and %1 more. Restoring the version brings all of it.")
            parts.append(text(words.replace("%1", f"{left:,}"), "meta", "text2", wrap=True))
        lines_in(self._units, parts)
        self.verticalScrollBar().setValue(0 if anew else place)
        if held is not None:  # what was pressed is gone: the keyboard goes to the next one
            self.enter(held)

    def enter(self, place: int = 0) -> None:
        """The keyboard to a thing that can be done, else to the text."""
        buttons = [row.button for row in self.units if not row.button.isHidden()]
        target = buttons[min(place, len(buttons) - 1)] if buttons else self
        target.setFocus(Qt.FocusReason.OtherFocusReason)
