"""A proposed change as a card: what goes, what comes, from which lines, and the person's word.

Knows one Change and how to show it; what a decision does is decided elsewhere.
"""

from datetime import date

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.dreams.proposal import Change
from desktop_app.language.difference import differing
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.diff_line import DiffLine
from desktop_app.ui.parts.labels import Elided, Pill, restyle, text
from desktop_app.ui.parts.source_row import source_name, source_row
from desktop_app.ui.theme import Theme

ACCEPTED, REJECTED, OPEN = "accepted", "rejected", "open"
MOST_SOURCES = 4


def state_of(change: Change) -> str:
    """What the person, or the engine beforehand, says of a change; `open` waits for a word."""
    if change.accepted:
        return ACCEPTED
    return REJECTED if change.decided else OPEN


class ChangeCard(QFrame):
    """Shows a change and asks for a word on it."""

    decided = Signal(int, bool, object)  # number, accepted, the person's own wording or None
    opened = Signal(str, int)
    pressed = Signal(int)

    def __init__(self, theme: Theme, change: Change, days: dict[str, date], today: date) -> None:
        """`days` says which source paths are days."""
        super().__init__()
        self._theme, self._days, self._today = theme, days, today
        self.change = change
        self.setProperty("surface", "card")
        self.setProperty("card", "change")
        self._kind = Pill("")
        self._edit = IconButton(theme, "edit", self.tr("Edit the new line"), 30)
        self._edit.clicked.connect(self.edit)
        self.reject_button = Button("", "plain", theme, "cross")
        self.reject_button.clicked.connect(lambda: self.say(False))
        self.accept_button = Button("", "plain", theme, "check")
        self.accept_button.clicked.connect(lambda: self.say(True))
        self._field = QPlainTextEdit()
        self._field.setProperty("kind", "field")
        self._field.setAccessibleName(self.tr("New line"))
        self._field.setTabChangesFocus(True)
        self._field.installEventFilter(self)
        self._field.hide()
        self._lines = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._notes = QVBoxLayout()
        self._column = QVBoxLayout(self)
        self._build()
        theme.changed.connect(self._measure)
        self._measure()
        self.show_change(change)

    def show_change(self, change: Change) -> None:
        """The change in another state or wording."""
        self.change = change
        self._end_edit()
        self._draw_state()
        self._draw_lines()
        self._draw_notes()
        words = (change.new or change.old[0]).split("\n")[0]
        self.setAccessibleName(f"{self._kind.text()}: {words}")

    def show_side_by_side(self, beside: bool) -> None:
        """Old and new next to each other, or one above the other."""
        direction = QBoxLayout.Direction
        self._lines.setDirection(direction.LeftToRight if beside else direction.TopToBottom)

    def show_current(self, current: bool) -> None:
        """Whether the keys J, K, A and R mean this card."""
        restyle(self, current="true" if current else "false")

    def say(self, accepted: bool) -> None:
        """The person's word."""
        self.decided.emit(self.change.n, accepted, None)

    def edit(self) -> None:
        """Lets the new line be written anew: Enter keeps it, Esc leaves it."""
        if self.change.new is None:
            return
        self._field.setPlainText(self.change.new)
        self._field.show()
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._field.selectAll()

    def open_source(self) -> None:
        """Opens the first line the change rests on."""
        if self.change.sources:
            self.opened.emit(self.change.sources[0].path, self.change.sources[0].line)

    # -- inside -------------------------------------------------------------------------------

    def _build(self) -> None:
        self._heading = Elided(self.change.heading or self.tr("Top of MEMORY.md"), "section")
        self._heading.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout()
        row.addWidget(self._heading)
        row.addWidget(self._kind)
        row.addStretch(1)
        for tool in (self._edit, self.reject_button, self.accept_button):
            row.addWidget(tool)
        self._top = row
        self._column.addLayout(row)
        self._column.addLayout(self._lines)
        self._column.addWidget(self._field)
        self._column.addLayout(self._notes)

    def _draw_state(self) -> None:
        kinds = {
            "added": (self.tr("Added"), "accent"),
            "updated": (self.tr("Updated"), "accent"),
            "merged": (self.tr("Merged"), "accent"),
            "removed": (self.tr("Removed"), "danger"),
            "question": (self.tr("Question"), "warn"),
        }
        words, tone = kinds[self.change.kind]
        self._kind.setText(words)
        restyle(self._kind, tone=tone)
        asks = self.change.kind == "question"
        state = state_of(self.change)
        yes = self.tr("Take the new line") if asks else self.tr("Accept")
        no = self.tr("Keep the old line") if asks else self.tr("Reject")
        if state == ACCEPTED:
            yes = self.tr("New line taken") if asks else self.tr("Accepted")
        if state == REJECTED:
            no = self.tr("Old line kept") if asks else self.tr("Rejected")
        self.accept_button.setText(yes)
        self.accept_button.set_kind("primary" if state == ACCEPTED else "plain")
        self.reject_button.setText(no)
        refused = "plain" if asks else "danger"
        self.reject_button.set_kind(refused if state == REJECTED else "plain")
        if asks and state == REJECTED:
            self.reject_button.set_kind("primary")
        self._edit.setVisible(self.change.new is not None)

    def _draw_lines(self) -> None:
        _empty(self._lines)
        old, new = self.change.old, self.change.new
        gone, come = differing("\n".join(old), new) if new and len(old) == 1 else ((), ())
        went = QWidget()
        column = QVBoxLayout(went)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.px(2))
        for line in old:
            column.addWidget(DiffLine(self._theme, "del", line, gone))
        if old:
            self._lines.addWidget(went, 1)
        if new:
            self._lines.addWidget(DiffLine(self._theme, "add", new, come), 1)

    def _draw_notes(self) -> None:
        _empty(self._notes)
        change = self.change
        if change.verdict != "supported":
            self._notes.addWidget(
                _strip(
                    self.tr(
                        "No source found for this line. A dream may only use what you wrote, "
                        "so it is held back until you say otherwise."
                    )
                )
            )
        elif not change.accepted and not change.decided:
            self._notes.addWidget(_strip(_sentence(change.reason)))
        # The bullet itself is a source, too, but it is the line shown as going.
        sources = [source for source in change.sources if source.quote not in change.old]
        for place, source in enumerate(sources[:MOST_SOURCES]):
            day = self._days.get(source.path)
            name = source_name(source.path, source.line, day, self._today)
            go = lambda one=source: self.opened.emit(one.path, one.line)  # noqa: E731
            self._notes.addWidget(source_row(self._theme, name, source.quote, go, place == 0))
        left = len(sources) - MOST_SOURCES
        if left > 0:
            words = self.tr("and %1 more").replace("%1", str(left))
            self._notes.addWidget(text(words, "meta", "text2"))
        if change.verdict == "supported" and (change.accepted or change.decided):
            self._notes.addWidget(text(_sentence(change.reason), "meta", "text2", wrap=True))

    def _end_edit(self) -> None:
        if self._field.isVisible():
            self._field.hide()
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _measure(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(16), px(12), px(16), px(14))
        self._column.setSpacing(px(10))
        self._top.setSpacing(px(8))
        self._lines.setSpacing(px(6))
        self._notes.setSpacing(px(6))
        self._field.setFixedHeight(px(64))
        self._field.setFont(self._theme.font("chat"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._field and isinstance(event, QKeyEvent):
            if event.type() != QEvent.Type.KeyPress:
                return False
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                if words := self._field.toPlainText().strip():
                    self.decided.emit(self.change.n, True, words)
                self._end_edit()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._end_edit()
                return True
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit(self.change.n)
        super().mousePressEvent(event)


def _strip(words: str) -> QFrame:
    """An amber line: this one waits for a word."""
    strip = QFrame()
    strip.setProperty("kind", "banner")
    row = QHBoxLayout(strip)
    row.setContentsMargins(12, 7, 12, 7)
    row.addWidget(text(words, "meta", "", wrap=True))
    return strip


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _empty(layout: QBoxLayout) -> None:
    while item := layout.takeAt(0):
        if widget := item.widget():
            widget.hide()
            widget.deleteLater()
        elif inner := item.layout():
            _empty(inner)
            inner.deleteLater()
