"""The tour: a line is written, found again, and a dream is reviewed, applied and undone.

It is a strip above the page of the window itself, on the sample, and waits for each deed. Knows the
window and its pages, not how a dream is made.
"""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

from desktop_app.ui.parts.actions import ALWAYS
from desktop_app.ui.parts.notices import Banner
from desktop_app.words import headed, tr

if TYPE_CHECKING:
    from desktop_app.dreams.dream import Outcome
    from desktop_app.memory import Memory
    from desktop_app.ui.open_notebook import OpenNotebook

WRITE, FIND, DREAM, APPLY, UNDO = range(1, 6)  # the deeds, in three steps
_STEPS = {WRITE: 1, FIND: 2, DREAM: 3, APPLY: 3, UNDO: 3}
_WORDS = {
    WRITE: tr("Click into the day and write what happened. It is saved by itself."),
    FIND: tr("Go to Search and type a word of it. Every day and every dream is searched."),
    DREAM: tr("Go to Dreams and press “Dream now”. It proposes what memory should keep. Nothing is "
              "written."),
    APPLY: tr("Each change shows the lines it comes from. A accepts it, R rejects it. Then press "
              "“Apply”: only what you accepted is written."),
    UNDO: tr("Press “Undo this dream”: memory is again as it was before the dream. You can do "
             "this at any time."),
}  # fmt: skip
_OFFERED = "tour.offered"
_LOOK_MS = 200  # how often it looks whether the deed is done


class Touring(QObject):
    """Offers the tour once, begins it when asked, and follows what the person does."""

    def __init__(self, one: "OpenNotebook") -> None:
        super().__init__(one.window)
        self._one, self._window = one, one.window
        self._memory: Memory | None = None
        self._wanted = self._follows = False
        self._text = ""  # of today, before the person wrote
        self.deed = 0  # what it waits for; 0 while there is no tour
        self._offered_at = ""  # the page where it was offered
        self.strip = Banner("sparkle")  # the offer stays until it is answered
        self.strip.dismissed.connect(self.leave)
        self._window.workspace.show_line(self.strip)
        self._clock = QTimer(self, interval=_LOOK_MS)
        self._clock.timeout.connect(self._look)
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
        """Begins, on the sample; while it goes on, gives the keyboard to its strip."""
        if self.deed:
            self.strip.button.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._memory is None or not self._one.opening.is_sample(self._memory.root):
            self._wanted = True
            self._one.actions["sample"].trigger()
        else:
            self._one.state.set(_OFFERED, True)
            self._follow()
            self._window.show_page("days")
            self._one.days_page.go_today()
            self._text = ""
            self._go(WRITE)

    def leave(self) -> None:
        self.deed = 0
        self.strip.clear()
        self._clock.stop()

    def _opened(self, memory: "Memory") -> None:
        self._memory = memory
        self.leave()
        wanted, self._wanted = self._wanted, False
        if not self._one.opening.is_sample(memory.root):
            return
        if wanted:
            self.begin()
        elif not self._one.state.get(_OFFERED):
            self._one.state.set(_OFFERED, True)
            words = tr("A tour shows all of it in three steps.")
            self.strip.say(words, word=tr("Take the tour"), tone="info", act=self.begin)
            self._offered_at = self._window.page.name if self._window.page else ""

    def _withdraw_offer(self, page: str) -> None:
        if not self.deed and page != self._offered_at:
            self.strip.clear()

    def _go(self, deed: int) -> None:
        self.deed = deed
        self._say(headed(tr("Tour · %1 of %2", self.step, "3"), _WORDS[deed]))
        self._look()
        self._clock.start()

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

    def _look(self) -> None:
        """Whether what no signal tells is done: a line is saved, or something was found."""
        page: Any = self._window.page
        name, memory = page.name if page is not None else "", self._memory
        if self.deed == WRITE and name == "days" and memory is not None:
            file = page.file
            if file.path == memory.layout.day(memory.today()):
                self._text = self._text or file.text
                if file.text != self._text and not file.unsaved:
                    self._done(WRITE)
        found = name == "search" and page.pane.query and page.settled and page.row
        if self.deed == FIND and found:
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
        elif self.deed == DREAM:
            words = tr("These days were read before. In the menu beside the button, choose "
                       "“Dream again, even if no day has changed”.")  # fmt: skip
            self._say(words)

    def _say(self, words: str) -> None:
        self.strip.say(words, word=tr("Skip"), tone="info", act=self._next, stays=True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc, where nothing else on the page wants it."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if pressed and event.key() == Qt.Key.Key_Escape and self.deed:  # type: ignore[attr-defined]
            self.leave()
            return True
        return super().eventFilter(watched, event)
