"""The tour: a dream proposes, the person reviews and applies, then undoes or looks behind a line.

Each step ends when it was done in the window itself, or when the person presses Next. It runs on
the sample notebook. Knows the window, its dreams and one notebook, not how a dream is made.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from desktop_app.settings import RememberedState
from desktop_app.ui.frame.callout import Callout, in_view
from desktop_app.ui.opening import Opening
from desktop_app.ui.parts.actions import ALWAYS, Actions
from desktop_app.ui.window import Window
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.begun import Outcome
    from desktop_app.memory import Memory
    from desktop_app.ui.dreams_page import DreamsPage

_STEPS = 3
_OFFERED = "tour.offered"


class Touring(QObject):
    """Offers the tour once, begins it when asked, and follows what the person does."""

    def __init__(
        self,
        window: Window,
        actions: Actions,
        opening: Opening,
        dreams: "Callable[[], DreamsPage]",
        state: RememberedState,
    ) -> None:
        """`dreams` gives the page of the dreams."""
        super().__init__(window)
        self._window, self._actions, self._dreams_page = window, actions, dreams
        self._state, self._opening = state, opening
        self._root: Path | None = None  # of the open notebook
        self._wanted = self._follows = False
        self.step = 0  # from 1; 0 while there is no tour
        self.callout: Callout | None = None
        actions.add("tour", tr("Take the tour"), self.begin, icon="sparkle", where=ALWAYS,
            detail=tr("A dream, its review and its undo, on the sample"))  # fmt: skip
        opening.opened.connect(self._opened)
        window.installEventFilter(self)

    def begin(self) -> None:
        """Begins, on the sample; while it goes on, gives the keyboard to its card."""
        if self.step and self.callout is not None:
            self.callout.next.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._root != self._opening.sample:
            self._wanted = True
            self._actions["sample"].trigger()
        else:
            self._state.set(_OFFERED, True)
            self._follow()
            self._window.show_page("dreams")
            self._go(1)

    def leave(self) -> None:
        """Ends it."""
        self.step = 0
        if self.callout is not None:
            self.callout.leave()

    # -- the steps ------------------------------------------------------------------------------

    def _go(self, step: int) -> None:
        self.step = step
        if self.callout is None:
            self.callout = Callout(self._window)
            self.callout.next_pressed.connect(self._next)
            self.callout.end_pressed.connect(self.leave)
            self._window.floating.append(self.callout)
        title, words = _words(step)
        place = tr("Tour · %1 of %2").replace("%1", str(step)).replace("%2", str(_STEPS))
        word = tr("Next") if step < _STEPS else tr("Done")
        self.callout.point(place, title, words, word, self._target)

    def _next(self) -> None:
        if self.step < _STEPS:
            self._go(self.step + 1)
        else:
            self.leave()

    def _target(self) -> QWidget | None:
        """What the step is about; while its page is not in front, what leads there."""
        page, dreams = self._window.page, self._dreams_page()
        rail = self._window.rail.buttons
        if self.step == _STEPS and page is not None and page.name == "memory":
            return page.inspector()  # where an origin stands, if the window is wide enough
        if page is not dreams:
            return rail["dreams"]
        if self.step == 1:
            return dreams.list.dream_button
        if self.step == 2:
            return dreams.review.footer.apply
        undo = dreams.diary.undo_button
        return undo if undo is not None and isValid(undo) and in_view(undo) else rail["memory"]

    # -- what the person does -------------------------------------------------------------------

    def _follow(self) -> None:
        if self._follows:
            return
        self._follows = True
        work = self._dreams_page().work
        work.dreamt.connect(self._dreamt)
        work.applied.connect(lambda _applied: self._done(2))
        work.undone.connect(lambda _undone: self._done(3))

    def _dreamt(self, outcome: "Outcome") -> None:
        if outcome.proposal is not None or outcome.waiting:
            self._done(1)
        elif self.step == 1 and self.callout is not None:
            self.callout.say(
                tr("These days were read before. Open the menu beside the button, and choose to "
                   "read them again.")
            )  # fmt: skip

    def _done(self, step: int) -> None:
        if self.step != step:
            return
        self._next()
        if step == _STEPS:
            self._window.toast(tr("That was the tour. F1 tells more of each page."))

    def _opened(self, memory: "Memory") -> None:
        self._root = memory.root
        self.leave()
        if memory.root != self._opening.sample:
            self._wanted = False
        elif self._wanted:
            self._wanted = False
            self.begin()
        elif not self._state.get(_OFFERED):
            self._state.set(_OFFERED, True)
            words = tr("A tour shows a dream in three steps.")
            self._window.toast(words, tr("Take the tour"), self.begin)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc, where nothing else on the page wants it."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Escape
            and self.step
        ):
            self.leave()
            return True
        return super().eventFilter(watched, event)


def _words(step: int) -> tuple[str, str]:
    """The title and the words of a step."""
    if step == 1:
        return tr("A dream proposes"), tr(
            "Press “Dream now”. It reads the days of the sample and proposes what memory should "
            "keep. Nothing is written."
        )
    if step == 2:
        return tr("You review and apply"), tr(
            "Each change shows the lines it comes from. A accepts it, R rejects it. Then press "
            "“Apply”: only what you accepted is written."
        )
    return tr("Undo it, or look behind a line"), tr(
        "“Undo this dream” brings memory back to the byte. On the Memory page, put the cursor into "
        "a line: the details at the right (F9 in a narrow window) say where it came from."
    )
