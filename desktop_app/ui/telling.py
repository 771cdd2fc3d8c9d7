"""What the program itself has to say in a window: problems, its mistakes, an update, who dreams,
and what would be lost if it closed now."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal

from desktop_app import __version__, manual, release
from desktop_app.errors import Problem
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.notices import Banner
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.settings import RememberedState
    from desktop_app.ui.first_run import FirstRun
    from desktop_app.ui.models.server import Sight
    from desktop_app.ui.window import Window


class Telling:
    """Says mistakes and updates once."""

    def __init__(self, window: "Window", state: "RememberedState", log: Path) -> None:
        """`log` is where the details are."""
        self._window, self._state, self._log = window, state, log
        self._bug_told = self._update_told = False

    def tell(self, problem: Problem) -> None:
        """Say what is wrong."""
        self._window.say_problem(problem.message, problem.hint)

    def tell_bug(self, error: BaseException) -> None:
        """Say once that a mistake of ours was logged."""
        self.tell_update()
        if not (self._bug_told or self._update_told):
            self._bug_told = True
            self._window.say_problem(
                tr("Nightstand made a mistake (%1).").replace("%1", type(error).__name__),
                tr("Your notes are safe. Details are in %1").replace("%1", tilde(str(self._log))),
            )

    def tell_new(self) -> None:
        """Say once after an update that this is another version."""
        before = self._state.get("version")
        self._state.set("version", __version__)
        if before not in (None, __version__):
            words = tr("This is Nightstand %1.").replace("%1", __version__)
            self._window.toast(words, tr("What is new"), self._show_new)

    def tell_update(self) -> None:
        """Say once that the program's files are others than it was started from."""
        problem = release.replaced()
        if problem and not self._update_told:
            self._update_told = True
            self.tell(problem)

    def tell_engine(
        self, get: Callable[[str], Any], sight: "Sight", first: "FirstRun | None"
    ) -> None:
        """Say who dreams, in the status bar and on the first page; `get` gives a setting."""
        from desktop_app.ui.models.model_words import engine_words, welcome_words

        chosen = get("dreams.engine"), get("dreams.model"), sight
        engine = engine_words(*chosen)
        self._window.status.show_engine(engine.words, engine.tone, engine.more)
        if first is not None:
            first.show_models(welcome_words(*chosen))

    def _show_new(self) -> None:
        self._window.show_page("help")
        self._window.made("help").go_to(manual.NEW, 0)


def in_window_only(names: Sequence[str]) -> Problem:
    """The problem that what was typed there could be kept on no disk."""
    words = tr("This could not be saved and is in this window only: %1.")
    return Problem(
        words.replace("%1", ", ".join(names)),
        tr("Make room on the disk and close again, or it is lost."),
    )


class HasTyped(Protocol):
    """Where one types."""

    def unkept(self) -> list[str]:
        """The names of what was typed there and could be kept on no disk."""


class Parting(QObject):
    """`allows` says whether closing loses nothing, or asks; `agreed` is the answer that it may."""

    agreed = Signal()

    def __init__(
        self,
        banner: Banner,
        parts: Callable[[], Sequence[HasTyped]],
        dreaming: Callable[[], bool],
    ) -> None:
        """`parts` gives the places where something may have been typed, `dreaming` says whether a
        dream runs."""
        super().__init__(banner)
        self._banner, self._parts, self._dreaming = banner, parts, dreaming
        self.hurried = False  # the system wants the end: nobody is asked about a dream
        self._asked = ""  # the question, as the banner tells it
        self._may = False
        banner.acted.connect(self._act)

    def allows(self) -> bool:
        """Whether the window may close; if not, the person was asked."""
        if self._may:
            return True
        if unkept := self.unkept():
            problem = in_window_only(unkept)
            self._ask(problem.message, problem.hint, tr("Close and lose it"))
            return False
        if not self._dreaming() or self.hurried or self._stands:  # asked, and closed once more
            return True
        words = tr("A dream is running, and it stops when the window closes.")
        self._ask(words, tr("It can be retried."), tr("Stop it and close"))
        return False

    def unkept(self) -> list[str]:
        """The names of what was typed and is on no disk."""
        return [name for part in self._parts() for name in part.unkept()]

    def withdraw(self) -> None:
        """The dream has ended: nothing is asked about it any more."""
        if self._stands and not self.unkept():
            self._banner.clear()

    @property
    def _stands(self) -> bool:
        """Whether the question can still be read."""
        banner = self._banner
        return bool(self._asked) and banner.isVisible() and banner.words == self._asked

    def _ask(self, words: str, hint: str, word: str) -> None:
        self._banner.say(words, hint, word)
        self._asked = self._banner.words

    def _act(self) -> None:
        if self._asked and self._banner.words == self._asked:
            self._may = True
            self._banner.clear()
            self.agreed.emit()
