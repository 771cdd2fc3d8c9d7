"""Find in what a page shows. Knows words and places in a text widget, not what the text is."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QTextEdit

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.column import mark
from desktop_app.ui.parts.controls import IconButton, LineInput
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.labels import text as label
from desktop_app.words import tr

MOST = 999  # places that are marked and counted; a page with more says "999+"


class FindBar(QFrame):
    """A slim bar under the header, which looks through an `area`."""

    def __init__(self, area: QTextEdit) -> None:
        super().__init__()
        self._area = area
        self._places_found: list[QTextCursor] = []
        self._at = -1
        self.setProperty("surface", "side")
        self.field = self._field(tr("Find on this page"))
        self.field.textChanged.connect(self._look)
        self.count = label("", "meta", "text2")
        back, on = lambda: self.step(-1), lambda: self.step(1)
        self._before = IconButton("chevron-up", tr("Previous place"), 28, act=back)
        self._next = IconButton("chevron-down", tr("Next place"), 28, act=on)
        cross = IconButton("cross", tr("Close find"), 28, act=self.leave)
        parts = (self.field, self.count, self._before, self._next, cross)
        in_row(*parts, grows=self.field, within=self, margins=(20, 6, 12, 6))
        for part in (self._before, self._next, cross):  # Enter, Shift+Enter and Esc do it
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # A text that changes while it is looked through is looked through again, not at each key.
        self._later = delayed(self, 200, self.refresh)
        area.textChanged.connect(self._later.start)
        theme().changed.connect(self._mark)
        self.hide()

    def open(self) -> None:
        """Shows the bar with the selected words in it."""
        chosen = self._area.textCursor().selectedText()
        self.show()
        if chosen and "\u2029" not in chosen:
            self.field.setText(chosen)
        self.field.setFocus()
        self.field.selectAll()
        self._look()

    def leave(self) -> None:
        """Closes the bar and takes its marks away; the keyboard goes back to the text."""
        if self.isHidden():
            return
        self.hide()
        self._places_found, self._at = [], -1
        self._area.setExtraSelections([])
        self._area.setFocus()

    def refresh(self) -> None:
        if not self.isHidden():
            self._look(move=False)

    def step(self, by: int) -> None:
        """Goes to the next place (+1) or the one before (-1), around the end."""
        if self._places_found:
            self._at = (self._at + by) % len(self._places_found)
            self._show()

    def _field(self, name: str) -> LineInput:
        field = LineInput()
        field.setPlaceholderText(name)
        field.setAccessibleName(name)
        field.installEventFilter(self)
        return field

    def _look(self, _words: str = "", *, move: bool = True) -> None:
        area = self._area
        words = self.field.text()
        self._places_found = _places(area.document(), words) if words else []
        start = area.textCursor().selectionStart()
        after = [n for n, place in enumerate(self._places_found) if place.selectionStart() >= start]
        self._at = after[0] if after else 0 if self._places_found else -1
        if self._places_found and move:
            self._show()
        else:
            self._mark()
        self._count()

    def _show(self) -> None:
        area = self._area
        place = QTextCursor(self._places_found[self._at])
        bare = QTextCursor(place)
        bare.setPosition(place.selectionStart())
        area.setTextCursor(bare)
        area.ensureCursorVisible()
        self._mark()
        self._count()

    def _mark(self) -> None:
        if self.isHidden():
            return
        looks = {self._at: ("accent", "accent-on")}
        places = enumerate(self._places_found)
        marks = [mark(place, *looks.get(n, ("hit", "text"))) for n, place in places]
        self._area.setExtraSelections(marks)

    def _count(self) -> None:
        total = f"{MOST}+" if len(self._places_found) >= MOST else str(len(self._places_found))
        if not self.field.text():
            self.count.setText("")
        elif not self._places_found:
            self.count.setText(tr("Nothing found"))
        else:
            self.count.setText(tr("%1 of %2", self._at + 1, total))
        for button in (self._before, self._next):
            button.setEnabled(bool(self._places_found))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if self.field.entered_by(event):
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:  # from each of its fields and buttons
            self.leave()
        else:
            super().keyPressEvent(event)


def _places(document: QTextDocument, words: str) -> list[QTextCursor]:
    """Where the words stand, whatever their case, at most `MOST`."""
    places: list[QTextCursor] = []
    at = QTextCursor(document)
    while len(places) < MOST:
        at = document.find(words, at)
        if at.isNull():
            break
        places.append(QTextCursor(at))
    return places
