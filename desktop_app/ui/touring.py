"""The tour: a line is written, found again, and a dream is reviewed, applied and undone.

It stands over the window itself, on the sample, and waits for each deed. Knows the window and its
pages, not how a dream is made.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimerEvent, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget
from shiboken6 import isValid

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import ALWAYS
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import Banner, announce, shade
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.begun import Outcome
    from desktop_app.memory import Memory
    from desktop_app.ui.open_notebook import OpenNotebook

WRITE, FIND, DREAM, APPLY, UNDO = range(1, 6)  # the deeds, in three steps
_STEPS = {WRITE: 1, FIND: 2, DREAM: 3, APPLY: 3, UNDO: 3}
_PAGES = {WRITE: "days", FIND: "search"}  # where it is done; else on Dreams
_WORDS = {
    WRITE: (tr("Write a line about today"),
        tr("Click into the day and write what happened. It is saved by itself.")),
    FIND: (tr("Find it again"),
        tr("Go to Search and type a word of it. Every day and every dream is searched.")),
    DREAM: (tr("Let a dream read the days"),
        tr("Press “Dream now”. It proposes what memory should keep. Nothing is written.")),
    APPLY: (tr("Review and apply"),
        tr("Each change shows the lines it comes from. A accepts it, R rejects it. Then press "
           "“Apply”: only what you accepted is written.")),
    UNDO: (tr("Undo it"),
        tr("Press “Undo this dream”: memory is as it was before, to the byte. You can do this at "
           "any time.")),
}  # fmt: skip
_OFFERED = "tour.offered"
_WIDTH, _GAP, _EDGE, _HEADER, _SMALL = 320, 12, 16, 48, 60
_LOOK_MS = 200  # how often it looks where its target is and whether the deed is done


class Touring(QObject):
    """Offers the tour once, begins it when asked, and follows what the person does."""

    def __init__(self, one: "OpenNotebook") -> None:
        super().__init__(one.window)
        self._one, self._window = one, one.window
        self._memory: Memory | None = None
        self._wanted = self._follows = False
        self.offer = Banner("sparkle")  # it stays until it is answered, or other pages are used
        self.offer.acted.connect(self.begin)
        self._window.workspace.show_line(self.offer)
        self._offered_at = ""  # the page where it came
        self._text = ""  # of today, before the person wrote
        self.deed = 0  # what it waits for; 0 while there is no tour
        self.callout: Callout | None = None
        one.actions.add("tour", tr("Take the tour"), self.begin, icon="sparkle", where=ALWAYS,
            detail=tr("Write, find, dream and undo, on the sample"))  # fmt: skip
        one.opening.opened.connect(self._opened)
        self._window.left.connect(self._withdraw_offer)
        self._window.installEventFilter(self)

    @property
    def step(self) -> int:
        """Which of the three steps it is; 0 while there is no tour."""
        return _STEPS.get(self.deed, 0)

    def begin(self) -> None:
        """Begins, on the sample; while it goes on, gives the keyboard to its card."""
        if self.deed and self.callout is not None:
            self.callout.skip.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._memory is None or not self._one.opening.is_sample(self._memory.root):
            self._wanted = True
            self._one.actions["sample"].trigger()
        else:
            self._one.state.set(_OFFERED, True)
            self.offer.clear()
            self._follow()
            self._window.show_page("days")
            self._one.days_page.go_today()
            self._text = ""
            self._go(WRITE)

    def leave(self) -> None:
        """Ends it."""
        self.deed = 0
        if self.callout is not None:
            self.callout.leave()

    def _opened(self, memory: "Memory") -> None:
        self._memory = memory
        self.leave()
        self.offer.clear()
        wanted, self._wanted = self._wanted, False
        if not self._one.opening.is_sample(memory.root):
            return
        if wanted:
            self.begin()
        elif not self._one.state.get(_OFFERED):
            self._one.state.set(_OFFERED, True)
            words = tr("A tour shows all of it in three steps.")
            self.offer.say(words, word=tr("Take the tour"), tone="info")
            self._offered_at = self._window.page.name if self._window.page else ""

    def _withdraw_offer(self, page: str) -> None:
        """Another page was used, not only looked at from where the offer came: it is no news."""
        if page != self._offered_at:
            self.offer.clear()

    # -- the deeds ------------------------------------------------------------------------------

    def _go(self, deed: int) -> None:
        self.deed = deed
        if self.callout is None:
            self.callout = Callout(self._window, self._target)
            self.callout.skip.clicked.connect(self._next)
            self.callout.end.clicked.connect(self.leave)
            self.callout.looked.connect(self._look)
            self._window.floating.append(self.callout)
        place = tr("Tour · %1 of %2").replace("%1", str(self.step)).replace("%2", "3")
        self.callout.point(place, *_WORDS[deed])

    def _next(self) -> None:
        if self.deed in (0, UNDO):
            self.leave()
        else:
            self._go(self.deed + 1)

    def _done(self, deed: int) -> None:
        if self.deed == deed:
            self._next()
            if deed == UNDO:
                self._window.toast(tr("That was the tour. F1 tells more of each page."))

    def _target(self) -> QWidget | None:
        """What the deed is done with; while its page is not in front, what leads there."""
        one, name = self._one, _PAGES.get(self.deed, "dreams")
        leads = self._window.rail.buttons[name]
        if self._window.page is not self._window.made(name):
            return leads
        if self.deed == WRITE:
            return one.days_page.stack  # type: ignore[no-any-return]
        if self.deed == FIND:
            return one.search_page.pane.input  # type: ignore[no-any-return]
        if self.deed == DREAM:
            return one.dreams_page.list.dream_button  # type: ignore[no-any-return]
        if self.deed == APPLY:
            return one.dreams_page.review.footer.apply  # type: ignore[no-any-return]
        undo = one.dreams_page.diary.undo_button
        return undo if undo is not None and isValid(undo) and in_view(undo) else leads

    def _look(self) -> None:
        """Whether what no signal tells is done: a line is saved, or something was found."""
        memory, one = self._memory, self._one
        page: Any = self._window.page
        if self.deed == WRITE and memory is not None and page is one.days_page:
            file = one.days_page.file
            if file.path == memory.layout.day(memory.today()):
                self._text = self._text or file.text
                if file.text != self._text and not file.unsaved:
                    self._done(WRITE)
        elif self.deed == FIND and page is one.search_page:
            search = one.search_page
            if search.pane.query and search.settled and search.row:
                self._done(FIND)

    def _follow(self) -> None:
        if not self._follows:
            self._follows = True
            work = self._one.dreams_page.work
            work.dreamt.connect(self._dreamt)
            work.applied.connect(lambda _applied: self._done(APPLY))
            work.undone.connect(lambda _undone: self._done(UNDO))

    def _dreamt(self, outcome: "Outcome") -> None:
        if outcome.proposal is not None or outcome.waiting:
            self._done(DREAM)
        elif self.deed == DREAM and self.callout is not None:
            self.callout.say(
                tr("These days were read before. Open the menu beside the button, and choose to "
                   "read them again.")
            )  # fmt: skip

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc, where nothing else on the page wants it."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if pressed and event.key() == Qt.Key.Key_Escape and self.deed:  # type: ignore[attr-defined]
            self.leave()
            return True
        return super().eventFilter(watched, event)


class Callout(QFrame):
    """A card beside its target, or in the upper right corner while that is not to be seen.

    One goes on working with what it points at.
    """

    looked = Signal()  # now and then, while it is shown

    def __init__(self, window: QWidget, target: Callable[[], QWidget | None]) -> None:
        """`target` gives what it points at now."""
        super().__init__(window)
        self.setProperty("surface", "card")
        self._ring = _Ring(window)
        self._target = target
        self.place_words = text("", "meta", "text2")
        self.title = text("", "strong", wrap=True)
        self.words = text("", "ui", "text", wrap=True)
        self.end, self.skip = Button(tr("End the tour"), "quiet"), Button(tr("Skip"))
        self._column = stacked(self, self.place_words, self.title, self.words,
            in_row(self.end, None, self.skip), margins=(16, 14, 16, 14), gap=8)  # fmt: skip
        self._clock = 0
        shade(self)
        self.hide()

    def point(self, place: str, title: str, words: str) -> None:
        """Comes, or goes on, with these words."""
        self.place_words.setText(place)
        self.title.setText(title)
        self.show()
        self.say(words)
        self._ring.raise_()
        self.raise_()  # only now: what opens over the page later stands above it
        self._clock = self._clock or self.startTimer(_LOOK_MS)

    def say(self, words: str) -> None:
        """Other words about the same."""
        self.words.setText(words)
        self.setAccessibleName(f"{self.place_words.text()}. {self.title.text()}")
        self.setAccessibleDescription(words)
        self._stand()
        announce(self, f"{self.title.text()}. {words}")

    def leave(self) -> None:
        """Goes."""
        if self._clock:
            self.killTimer(self._clock)
            self._clock = 0
        self.hide()
        self._ring.hide()

    @property
    def pointed_at(self) -> QWidget | None:
        """What it points at, if any of that is to be seen."""
        target = self._target()
        return target if target is not None and in_view(target) else None

    def timerEvent(self, _event: QTimerEvent) -> None:
        self._stand()
        self.looked.emit()

    def _stand(self) -> None:
        room = self.parentWidget().rect()
        width = min(theme().px(_WIDTH), room.width() - 2 * _EDGE)
        least = self._column.minimumSize().height()
        height = max(self._column.heightForWidth(width), least) + theme().px(6)
        size, target = QSize(width, height), self.pointed_at
        spot = QRect()
        if target is not None:
            corner = target.mapTo(self.parentWidget(), QPoint(0, 0))
            spot = QRect(corner, target.size()).intersected(room)
            self._ring.setGeometry(spot.adjusted(-4, -4, 4, 4))
        self._ring.setVisible(target is not None)
        self.setGeometry(QRect(beside(spot, size, room), size))


def in_view(widget: QWidget) -> bool:
    """Whether any of a widget is to be seen, and not scrolled away."""
    return widget.isVisible() and not widget.visibleRegion().isEmpty()


def beside(spot: QRect, size: QSize, room: QRect) -> QPoint:
    """The upper left corner of a card of this size that covers no pixel of the spot: below it,
    right of it, above or left of it, where the room is; else in the upper right corner of the
    room, below what pages have there. One that is most of the room has it in its lower right."""
    inside = room.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    right, bottom = inside.right() - size.width() + 1, inside.bottom() - size.height() + 1
    corner = QPoint(right, min(inside.top() + _HEADER, bottom))
    if spot.isEmpty():
        return corner
    if spot.height() > room.height() // 2:
        return QPoint(right, bottom - _HEADER)
    x = max(inside.left(), min(spot.center().x() - size.width() // 2, right))
    y = max(inside.top(), min(spot.center().y() - size.height() // 2, bottom))
    right_of = QPoint(spot.right() + _GAP, y)
    first = [right_of] if spot.width() < _SMALL else []  # below a picture stand the next ones
    for at in (
        *first,
        QPoint(x, spot.bottom() + _GAP),
        right_of,
        QPoint(x, spot.top() - _GAP - size.height()),
        QPoint(spot.left() - _GAP - size.width(), y),
    ):
        if inside.contains(QRect(at, size)):
            return at
    return corner


class _Ring(QWidget):
    """A line around what is meant; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().color("accent"), 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
