"""What the window says without stopping anyone: toast, banner, where a link leads, empty place.

Knows no page.
"""

from collections.abc import Callable
from functools import cached_property

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDesktopServices, QHideEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from desktop_app.notebook.text import links
from desktop_app.ui.parts.boxes import centred, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.labels import Elided, Picture, restyle, text
from desktop_app.words import together, tr

Deed = Callable[[], object] | None
TOAST_SECONDS = 8


def announce(widget: QWidget, words: str) -> None:
    """Lets a screen reader say this now, without moving the keyboard."""
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent  # after the first picture

    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


class Toast(QFrame):
    """One sentence in the line at the window's foot, with one action such as Undo. It covers
    nothing that is read, and where its buttons were there is nothing to press.

    Leaves after some seconds, but never under the mouse or the keyboard. *Undo* stays until
    something else is done.
    """

    offers_undo = Signal(bool)  # whether its action takes back what was just done
    came = Signal()  # or it went

    def __init__(self, parent: QWidget | None = None, seconds: float | None = None) -> None:
        super().__init__(parent)
        self._act: Deed = None
        self.setProperty("kind", "toast")
        self._words = Elided(tone="")
        self.button = Button("", "link", act=self._do)
        self.cross = IconButton("cross", tr("Dismiss"), 22, act=self.hide)
        in_row(self._words, self.button, self.cross, grows=self._words, within=self,
            margins=(14, 0, 8, 0), gap=14)  # fmt: skip
        lasts = TOAST_SECONDS if seconds is None else seconds
        self._timer = delayed(self, round(lasts * 1000), self._expire)
        sized(self, height=26)
        self.hide()

    def say(self, words: str, word: str = "", act: Deed = None) -> None:
        """Shows the sentence in place of the one before; `word` is the action's."""
        self._words.setText(words)
        self._act = act
        self.button.setText(word)
        self.button.setVisible(bool(word))
        self.show()
        self.came.emit()
        self._timer.stop()
        self.offers_undo.emit(word == tr("Undo"))
        if word != tr("Undo"):
            self.pass_by()
        announce(self, f"{words} {word}".strip())

    @property
    def words(self) -> str:
        return self._words.text()

    def pass_by(self) -> None:
        """Something else is done: it leaves some seconds later."""
        if not self._timer.isActive():
            self._timer.start()

    def _do(self) -> None:
        act, self._act = self._act, None
        self.hide()
        if act is not None:
            act()

    def _expire(self) -> None:
        if self.underMouse() or self.button.hasFocus() or self.cross.hasFocus():
            self._timer.start()
        else:
            self.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.offers_undo.emit(False)
        self.came.emit()


class Banner(QFrame):
    """A strip in place that says what is wrong and offers the next step; hidden when all is well.

    Tone: `warn` (default), `danger`, `info`, whose `icon` may be another one.
    """

    dismissed = Signal()

    def __init__(self, icon: str = "info") -> None:
        super().__init__()
        self._icon = icon
        self.act: Deed = None  # what a press does, as it was last said
        self._act_other: Deed = None
        self._stays = False
        self.setProperty("kind", "banner")
        self.hide()

    # Its parts are made when it first says something: most strips never do.
    @cached_property
    def button(self) -> Button:
        return self._own(Button("", act=lambda: self._press(self.act)))

    @cached_property
    def other(self) -> Button:
        return self._own(Button("", act=lambda: self._press(self._act_other)))

    def _own(self, button: Button) -> Button:
        """It goes with the strip, also where the strip never speaks."""
        button.setParent(self)
        return button

    @cached_property
    def cross(self) -> IconButton:
        return IconButton("cross", tr("Dismiss"), 28, act=self._dismiss)

    @cached_property
    def _row(self) -> QHBoxLayout:
        self._sign = Picture("warn", "warn", 18)
        self._words = text(tone="", wrap=True)
        return in_row(self._sign, self._words, self.button, self.other, self.cross,
            grows=self._words, within=self, margins=(12, 7, 7, 7), gap=10)  # fmt: skip

    def say(
        self,
        message: str,
        hint: str = "",
        word: str = "",
        tone: str = "warn",
        other: str = "",
        *,
        act: Deed = None,
        act_other: Deed = None,
        stays: bool = False,
    ) -> None:
        """Message and hint in one breath, `word` and `other` on the buttons (none: no button). A
        press clears the strip, unless it `stays`, and calls `act` or `act_other`."""
        self.act, self._act_other, self._stays, _ = act, act_other, stays, self._row
        signs = {"warn": ("warn", "warn"), "danger": ("warn", "del-fg")}
        self._sign.show_icon(*signs.get(tone, (self._icon, "accent")))
        words = together(message, hint.replace("`", ""))  # it may name a command
        self._words.setText(words)
        self._words.setVisible(bool(words))
        for button, on_it in ((self.button, word), (self.other, other)):
            button.setText(on_it)
            button.setVisible(bool(on_it))
        restyle(self, tone=tone)
        for label in self.findChildren(QLabel):
            restyle(label)  # whose colour follows from the strip's tone
        self.show()
        announce(self, words)

    def tell(self, words: str, tone: str, open_: Deed = None, undo: Deed = None) -> None:
        """News, with the way to what was done, and back; it stays when that is looked at."""

        def back() -> None:
            self.clear()
            if undo is not None:
                undo()

        self.say(words, "", tr("Open") if open_ else "", tone, tr("Undo") if undo else "",
            act=open_, act_other=back, stays=True)  # fmt: skip

    def clear(self) -> None:
        self.act = None
        if self.words:
            self._words.clear()
        self.hide()

    @property
    def words(self) -> str:
        """What it says now; empty when hidden."""
        return self._words.text() if "_row" in vars(self) else ""

    def _press(self, act: Deed) -> None:
        if act is not None:
            if not self._stays:
                self.clear()
            act()

    def _dismiss(self) -> None:
        self.clear()
        self.dismissed.emit()


class EmptyState(QWidget):
    """An empty place: a picture, one sentence, and one button to begin."""

    def __init__(self, icon: str, sentence: str, word: str = "") -> None:
        super().__init__()
        self._sentence = sized(text(sentence, "body", "text2", wrap=True), most=380)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = Button(word, "primary")
        self._more = stacked(None, gap=14)
        row = centred(self._sentence)
        column = stacked(self, None, Picture(icon, "text3", 40), row, self._more, None,
            margins=(24, 24, 24, 24), gap=14)  # fmt: skip
        column.setStretch(0, 2)
        column.setStretch(4, 3)
        self._more.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.button.setVisible(bool(word))  # in its place: before, it would be a window of its own

    def say(self, sentence: str, word: str | None = None) -> None:
        self._sentence.setText(sentence)
        if word is not None:
            self.button.setText(word)
            self.button.setVisible(bool(word))

    def add(self, button: Button) -> None:
        self._more.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)


class LinkStrip(Banner):
    """Hidden until a link leads out of the notebook."""

    led = Signal(object)  # to a `links.Target` inside the notebook: a note, a name or a tag

    def __init__(self) -> None:
        super().__init__()
        self.open_outside: Callable[[str], object] = QDesktopServices.openUrl

    def follow(self, base: str, href: str) -> None:
        target = links.target(base, href)
        if target.kind in (links.INSIDE, links.NAMED, links.TAGGED):
            self.led.emit(target)
        elif target.kind == links.OUTSIDE:
            act = lambda: self.open_outside(target.url)
            self.say(target.url, "", tr("Open in browser"), "info", act=act)
        else:
            self.say(tr("Nightstand does not open this link: %1", href), tone="info")
