"""What would be added of a conversation, line by line: each can be left out, or taken in."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.dreams.flush import FlushDraft
from desktop_app.language.gate.masked import without_secrets
from desktop_app.ui.conversation.talk_words import add_lines, left_out_since, lines, written_by
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, CheckBox
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import section, surface, text
from desktop_app.words import tr

_MOST = 50  # lines that were left out, with a box of their own


@dataclass(frozen=True)
class _LineRow:
    """A line of the draft, or one that was left out, and the box that takes it in."""

    box: CheckBox
    label: QLabel
    line: str
    unsafe: bool


class LineChoice(QWidget):
    """Shows one draft."""

    add_asked = Signal()
    back_asked = Signal()  # to the turns

    def __init__(self) -> None:
        super().__init__()
        self._day = ""
        self._lines: list[str] = []
        self.rows: list[_LineRow] = []
        self.title = text(tr("What would be added"), "section", wrap=True)
        self.detail = text("", "meta", "text2", wrap=True)
        self._card = surface("card")
        self.add_button = Button("", "primary")
        self.add_button.clicked.connect(self.add_asked)
        self.back_button = Button(tr("Back to the messages"))
        self.back_button.clicked.connect(self.back_asked)
        head = QVBoxLayout()
        head.setSpacing(2)
        head.addWidget(self.title)
        head.addWidget(self.detail)
        buttons = QWidget()
        self._foot = Flow(buttons)
        self._foot.addWidget(self.add_button)
        self._foot.addWidget(self.back_button)
        self._column = stacked(self, head, self._card, buttons, None)
        theme().followed_by(self._measure)

    @property
    def chosen(self) -> str:
        """The text of what is ticked, as the draft has it; what was left out comes last."""
        drafted = iter([row for row in self.rows if not row.unsafe])
        kept = [line for line in self._lines if not line.strip() or next(drafted).box.isChecked()]
        unsafe = [row.line for row in self.rows if row.unsafe and row.box.isChecked()]
        return "\n".join([*kept, *unsafe]).strip("\n")

    def show_draft(self, draft: FlushDraft, model: str, day: str = "") -> None:
        """Shows this one, for today or another `day`; `model` is who was asked, "" for nobody."""
        self._day, self._lines = day, draft.text.split("\n") if draft.text else []
        self.detail.setText(written_by(draft, model) if draft.text else draft.reason)
        self._card.setParent(None)  # with the lines of before
        self._card.deleteLater()
        self._card, grid = lines_card(tr("Lines to choose from"))
        px = theme().px
        self.rows = []
        for line in filter(str.strip, self._lines):
            self._add_row(grid, line.removeprefix("- "), line)
        if draft.left_out:
            grid.setRowMinimumHeight(grid.rowCount(), px(4))
            grid.addWidget(section(tr("Left out")), grid.rowCount(), 0, 1, 2)
        for each in draft.left_out[:_MOST]:
            words = each.text.removeprefix("- ")
            shown = without_secrets(words)
            self._add_row(grid, f"{shown}\n{left_out_since(each.why)}", each.text, unsafe=True)
        if more := len(draft.left_out[_MOST:]):
            words = tr("And %1 more").replace("%1", lines(more))
            grid.addWidget(text(words, "meta", "text2"), grid.rowCount(), 1)
        self._column.insertWidget(1, self._card)
        self._count()

    def set_busy(self, busy: bool) -> None:
        """While it is written there is nothing to choose."""
        self._card.setEnabled(not busy)
        self.back_button.setEnabled(not busy)
        self._count()
        self.add_button.setEnabled(self.add_button.isEnabled() and not busy)

    @property
    def first(self) -> QWidget:
        """Where the keyboard goes."""
        return self.rows[0].box

    def _add_row(self, grid: QGridLayout, words: str, line: str, *, unsafe: bool = False) -> None:
        box = CheckBox(words.replace("\n", ", "))
        box.setChecked(not unsafe)
        box.toggled.connect(self._count)
        box.installEventFilter(self)
        label = text(words, "chat", "text2" if unsafe else "text", wrap=True)
        label.installEventFilter(self)
        row = grid.rowCount()
        grid.addWidget(box, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label, row, 1)
        self.rows.append(_LineRow(box, label, line, unsafe))

    def _count(self) -> None:
        count = sum(row.box.isChecked() for row in self.rows)
        self.add_button.setText(add_lines(count, self._day))
        self.add_button.setEnabled(count > 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on the words is one on the box; Up and Down go from box to box, Enter adds."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            for row in self.rows:
                if row.label is watched and event.button() == Qt.MouseButton.LeftButton:
                    row.box.toggle()
        boxes = [row.box for row in self.rows]
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Up.value: -1, Qt.Key.Key_Down.value: 1}.get(event.key())
            if watched in boxes and step:
                at = boxes.index(watched) + step
                boxes[max(0, min(at, len(boxes) - 1))].setFocus(Qt.FocusReason.TabFocusReason)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.add_button.click()
                return True
        return super().eventFilter(watched, event)

    def _measure(self) -> None:
        px = theme().px
        self._column.setSpacing(px(16))
        self._foot.setSpacing(px(8))


def lines_card(name: str) -> tuple[QFrame, QGridLayout]:
    """A card for lines, with a narrow column for what stands before each; for screen readers it has
    this `name`."""
    card, px = surface("card"), theme().px
    card.setAccessibleName(name)
    grid = QGridLayout(card)
    grid.setContentsMargins(px(16), px(14), px(16), px(14))
    grid.setHorizontalSpacing(px(10))
    grid.setVerticalSpacing(px(8))
    grid.setColumnStretch(1, 1)
    return card, grid
