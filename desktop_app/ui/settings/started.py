"""What the system starts by itself: each text and its place is shown before it is written.

Knows what is asked and answered, not how that is shown.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.system.installing import Installed, Installer, UnitFile
from desktop_app.system.units import Start
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.forms import Row
from desktop_app.words import together, tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.ui.settings_page import SettingsPage


class Started:
    """`on` says whether what would be written now stands there; `asking`, that a person is asked
    about `files`."""

    def __init__(
        self,
        page: "SettingsPage",
        key: str,
        installer: Callable[[], Installer],
        start: Callable[[], Start | None],
    ) -> None:
        """`start` says what is to be started, None as long as that is not known."""
        self._page, self._key, self._installer, self._start = page, key, installer, start
        self.installed = Installed.NO
        self.trouble = ""
        self.files: list[UnitFile] = []
        self._wanted: tuple[Start, bool] | None = None

    @property
    def on(self) -> bool:
        return self._wanted[1] if self.asking and self._wanted else self.installed is Installed.SAME

    @property
    def asking(self) -> bool:
        return bool(self.files)

    def about(self, words: str) -> str:
        """What it is for, and how it stands."""
        other = tr("A different one is set up now. Switch this on to replace it.")
        return together(words, self.trouble or (other if self.installed is Installed.OTHER else ""))

    def question(self, section: str) -> Iterator[Row]:
        """What would be written, or removed, while the person is asked."""
        if self.asking:
            texts = [tilde(str(file.path)) for file in self.files]
            asked, yes = tr("This would be removed:"), tr("Remove it")
            if self.on:
                texts = [f"{tilde(str(one.path))}\n\n{one.text.rstrip()}" for one in self.files]
                asked, yes = tr("This would be written:"), tr("Write it")
            buttons = ((f"agree {self._key}", yes, ""), (f"leave {self._key}", tr("Cancel"), ""))
            yield Row(section, f"ask {self._key}", "", about="\n\n".join((asked, *texts)),
                buttons=buttons, sets=False)  # fmt: skip

    def look(self) -> None:
        """See what stands there."""
        if (start := self._start()) is not None and not self.asking:
            look = lambda: self._installer().installed(start)
            self._page.jobs.call(f"settings.{self._key}", look, self._found, self._untold)

    def ask(self, on: bool) -> None:
        """Ask whether it is to be written or removed."""
        if (start := self._start()) is None:
            self._page.show_now()
            return
        files = lambda: self._installer().files(start)
        show = partial(self._ask, (start, on))
        self._page.jobs.call(f"settings.{self._key}", files, show, self._refused)

    def answer(self, agreed: bool) -> None:
        """The person agrees, or not."""
        wanted, self.files = self._wanted, []
        self._page.show_now()
        if agreed and wanted is not None:
            start, on = wanted
            deed = "install" if on else "remove"
            do = lambda: getattr(self._installer(), deed)(start)
            self._page.jobs.do(do, lambda _: self._done(), self._refused)

    def _done(self) -> None:
        self._page.scheduled.emit()
        self.look()

    def _ask(self, wanted: tuple[Start, bool], files: list[UnitFile]) -> None:
        self._wanted, self.files = wanted, files
        self._page.show_now()
        self._page.bring(f"leave {self._key}")

    def _found(self, installed: Installed) -> None:
        if not self.asking:  # meanwhile
            self.installed, self.trouble = installed, ""
            self._page.show_now()

    def _untold(self, problem: "Problem") -> None:
        """It cannot be had here: the row says why."""
        self.installed, self.trouble = Installed.NO, str(problem)
        self._page.show_now()

    def _refused(self, problem: "Problem") -> None:
        self._page.tell(problem)
        self._page.show_now()
        self.look()
