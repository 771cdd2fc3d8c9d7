"""What the program itself has to say in a window: problems, its mistakes, an update, who dreams."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app import __version__, manual, release
from desktop_app.errors import Problem
from desktop_app.ui.parts.folders import tilde
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
