"""What would be forgotten: each place with its lines, boxes for those that one chooses, one button.

Knows what was found, not how it is removed.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.notebook.forgetting.places import (
    CHOSEN,
    ForgetPlace,
    FoundPlace,
    FoundTexts,
    count_in_words,
)
from desktop_app.ui.forget.forget_words import ONCE, by_place, counts, sure
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, CheckBox
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import breakable, rule, surface, text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import counted, cut, tr

MOST_FILES, MOST_LINES = 12, 6
"""Files of a place, and lines of a file, that are shown; all of them are counted."""
_LONGEST = 240  # characters of a line


class ForgetPreview(QWidget):
    """Shown once something was found. The button asks once more, in its place."""

    agreed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.found: FoundTexts | None = None
        self.boxes: dict[ForgetPlace, CheckBox] = {}
        self.title = text("", "section", wrap=True)
        self._card = surface("card")
        self.rest = text("", "meta", "text2", wrap=True)
        self.promise = text("", "ui", "text", wrap=True)
        self.forget_button = Button(tr("Forget for good"), "danger", "trash")
        self.sure_button = Button(tr("Yes, forget it for good"), "danger", "trash")
        self.keep_button = Button(tr("Keep it"))
        self.forget_button.clicked.connect(self._ask)
        self.sure_button.clicked.connect(self.agreed)
        self.keep_button.clicked.connect(self._keep)
        buttons = QWidget()
        self._row = Flow(buttons)
        for button in (self.forget_button, self.sure_button, self.keep_button):
            self._row.addWidget(button)
        self._column = stacked(self, self.title, self._card, self.rest, self.promise, buttons)
        theme().followed_by(self._measure)

    @property
    def chosen(self) -> frozenset[ForgetPlace]:
        """The places that are ticked."""
        return frozenset(place for place, box in self.boxes.items() if box.isChecked())

    def show_found(self, found: FoundTexts) -> None:
        """Shows where it stands."""
        self.found = found
        self._card.setParent(None)  # with what was found before
        self._card.deleteLater()
        self._card = surface("card")
        column = QVBoxLayout(self._card)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        self.boxes = {}
        shown = {
            place: some
            for place, some in by_place(found.places).items()
            if place in CHOSEN or any(one.lines for one in some)
        }
        for place, some in shown.items():
            if column.count():
                column.addWidget(rule())
            row = _PlaceRow(place, some)
            if row.box is not None:
                self.boxes[place] = row.box
                row.box.toggled.connect(self._count)
            column.addWidget(row)
        self._column.insertWidget(1, self._card)
        self._card.setVisible(bool(shown))
        self.title.setText(tr("Where it stands") if found.places else tr("Nothing says this."))
        self._show_question(False)
        self._count()
        announce(self, f"{self.title.text()} {counts(found.places)}")

    def set_busy(self, busy: bool) -> None:
        """While it is being forgotten there is nothing to choose."""
        self.setEnabled(not busy)

    @property
    def first(self) -> QWidget:
        """Where the keyboard goes."""
        return next(iter(self.boxes.values()), self.forget_button)

    def _count(self) -> None:
        assert self.found is not None
        goes, stays = self.found.apart(self.chosen)
        quiet = [one for one in goes if not one.lines]
        told = [tr("Always cleared, too: %1.").replace("%1", counts(quiet))] if quiet else []
        if stays:
            words = tr("Not ticked, so it stays: %1. No machine learns it from there.")
            told.append(words.replace("%1", counts(one for one in stays if one.lines)))
        self.rest.setText("\n".join(told))
        self.rest.setVisible(bool(told))
        self.promise.setText(ONCE)
        self.promise.setVisible(bool(self.found.places))
        self.forget_button.setVisible(bool(self.found.places))
        self.forget_button.setEnabled(bool(goes))
        self._show_question(False)

    def _ask(self) -> None:
        assert self.found is not None
        self.promise.setText(sure(self.found.apart(self.chosen)[0]))
        self._show_question(True)
        self.keep_button.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, self.promise.text())

    def _keep(self) -> None:
        self.promise.setText(ONCE)
        self._show_question(False)
        self.forget_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_question(self, asked: bool) -> None:
        there = self.found is not None and bool(self.found.places)
        self.forget_button.setVisible(there and not asked)
        for button in (self.sure_button, self.keep_button):
            button.setVisible(asked)

    def _measure(self) -> None:
        px = theme().px
        self._column.setSpacing(px(12))
        self._row.setSpacing(px(8))


class _PlaceRow(QFrame):
    """A place: its name and count, a box where one chooses, and its files with their lines."""

    def __init__(self, place: ForgetPlace, found: Sequence[FoundPlace]) -> None:
        super().__init__()
        count = count_in_words(place, sum(one.count for one in found))
        name = place.in_words[0].upper() + place.in_words[1:]
        self.box = CheckBox(f"{name}: {count}") if place in CHOSEN else None
        head = QHBoxLayout()
        if self.box is not None:
            head.addWidget(self.box)
        head.addWidget(text(name, "strong"))
        head.addWidget(text(count, "ui", "text2"))
        head.addStretch()
        self._head = head
        self._column = QVBoxLayout(self)
        self._column.addLayout(head)
        files = [one for one in found if one.lines]
        for one in files[:MOST_FILES]:
            if one.path != place.in_words:
                self._column.addWidget(text(breakable(one.path), "meta", "text2", wrap=True))
            for line in one.lines[:MOST_LINES]:
                self._column.addWidget(
                    text(cut(breakable(line.text), _LONGEST), "ui", "text", wrap=True)
                )
            if (more := len(one.lines) - MOST_LINES) > 0:
                self._say(counted("1 more line", "{count} more lines", more))
        if (more := len(files) - MOST_FILES) > 0:
            self._say(counted("1 more file", "{count} more files", more))
        theme().followed_by(self._measure)

    def _say(self, words: str) -> None:
        self._column.addWidget(text(words, "meta", "text3"))

    def _measure(self) -> None:
        px = theme().px
        self._head.setSpacing(px(10))
        self._column.setContentsMargins(px(16), px(12), px(16), px(12))
        self._column.setSpacing(px(5))
