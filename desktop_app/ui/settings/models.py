"""The models that are installed, installing and deleting them, and where Ollama is asked.

Knows what there is and what a person can do about it, not how that is shown.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtWidgets import QInputDialog

from desktop_app.errors import Problem
from desktop_app.jobs import Jobs, Report
from desktop_app.models.installed import Progress
from desktop_app.ui.models.model_words import about, is_one_of, progress_words
from desktop_app.ui.models.server import OllamaServer, Sight, other_computer
from desktop_app.ui.parts.file_dialogs import ask_words
from desktop_app.ui.parts.forms import Row
from desktop_app.ui.parts.notices import announce
from desktop_app.words import counted, filled, headed, size, together, tr

if TYPE_CHECKING:
    from desktop_app.ui.settings_page import SettingsPage


class ModelAddress:
    """Where Ollama is asked: another computer only once a person has typed its name."""

    def __init__(self, page: "SettingsPage") -> None:
        self._page = page
        self._typed = self._wrong = ""
        self.box: QInputDialog | None = None

    @property
    def value(self) -> str:
        """What stands in the field: also what is no address, and is not used."""
        return self._typed if self._wrong else str(self._page.get("models.address"))

    @property
    def about(self) -> str:
        server, consent = self._page.server, self._page.get("models.consent")
        away = tr("What a model is asked to read is sent to %1: your notes leave here.", consent)
        return str(server.trouble or self._wrong or (away if server.outside else ""))

    def choose(self, typed: str) -> None:
        page = self._page
        self._typed, self._wrong = typed, ""
        if typed != page.get("models.address"):
            try:
                if host := other_computer(typed):
                    self._ask(typed, host)
                else:
                    self._move(typed, "")
            except Problem:
                self._wrong = together(
                    tr("This is not an address."),
                    tr("An address looks like 127.0.0.1:11434. The old address is still used."),
                )
                announce(page, self._wrong)
        page.show_now()

    def _ask(self, typed: str, host: str) -> None:
        def said(name: str) -> None:
            if name.casefold() == host.casefold():
                self._move(typed, host)
            else:
                self._wrong = tr("That was not the name %1. The old address is still used.", host)
                announce(self._page, self._wrong)
            self._page.show_now()

        question = tr(
            "%1 is another computer. What a model is asked to read would be sent there: your notes "
            "would leave this computer. If you want that, type the name %1, then Enter.",
            host,
        )
        self.box = ask_words(self._page, question, "", said)
        self.box.finished.connect(lambda _: self._page.show_now())

    def _move(self, typed: str, consent: str) -> None:
        try:
            self._page.server.move(typed, consent)
        except Problem as problem:
            self._page.tell(problem)
        self._page.engine_chosen.emit()


NEW = "install"


class InstalledModels(QObject):
    """What is installed and what is on its way, which goes on whatever is shown."""

    changed = Signal()
    told = Signal(str)  # what became of a model, in words
    failed = Signal(object)  # the Problem of one

    def __init__(self, jobs: Jobs, server: OllamaServer) -> None:
        super().__init__()
        self._jobs, self._server = jobs, server
        self._coming: dict[str, str] = {}  # how far each is, in words

    def rows(self, chosen: str) -> Iterator[Row]:
        """The rows below those of the table; `chosen` is the model that dreams."""
        sight = self._server.sight
        again = (("again", tr("Try again"), "refresh"),) if sight.problem is not None else ()
        about_all = _state(sight)
        yield Row("models", "installed", tr("Installed models"), about=about_all, buttons=again)
        for info in (sight.models or ()) if sight.here else ():
            words = about(info)
            if chosen and is_one_of(chosen, [info.name]):
                words = f"{tr('Dreams')} · {words}"
            delete = ((f"delete {info.name}", tr("Delete…"), "trash"),)
            yield Row("models", f"model {info.name}", info.name, about=words, buttons=delete)
        for name, words in self._coming.items():
            cancel = ((f"cancel {name}", tr("Cancel"), ""),)
            yield Row("models", f"pull {name}", name, about=words, buttons=cancel)
        if sight.problem is None:
            told = tr(
                "By its name in Ollama's library, such as qwen3:8b. Ollama fetches it from the "
                "internet; nothing of yours goes along."
            )
            install = (("install", tr("Install"), ""),)
            yield Row("models", NEW, tr("Install a model"), "find", told, buttons=install,
                hint="qwen3:8b", act=lambda page, name: page.install(name))  # fmt: skip

    def question(self, name: str) -> str:
        taken = next((one.size for one in self._server.sight.models or () if one.name == name), 0)
        return filled(tr("Delete %1, %2?") if taken else tr("Delete %1?"), name, size(taken))

    def begin(self, name: str) -> None:
        """Install the model of this name, or go on with it, unless it is on its way."""
        if is_one_of(name, list(self._coming)):
            return
        self._coming[name] = tr("Asking Ollama…")

        def step(progress: Progress) -> None:
            if name in self._coming:
                self._coming[name] = progress_words(progress)
                self.changed.emit()

        async def fetch(_report: Report) -> None:
            await (await self._server.client()).pull(name, step)

        stopped = tr("Cancelled. What has arrived is kept: it goes on from there.")
        self._start(name, fetch, tr("%1 is installed.", name), headed(name, stopped))
        self.changed.emit()

    def cancel(self, name: str) -> None:
        self._jobs.cancel(f"models {name}")

    def delete(self, name: str) -> None:
        async def delete(_report: Report) -> None:
            await (await self._server.client()).delete(name)

        self._start(name, delete, tr("%1 is deleted.", name))

    def _start(
        self, name: str, work: Callable[[Report], Any], done: str, cancelled: str = ""
    ) -> None:
        def end(told: SignalInstance, what: object) -> None:
            self._coming.pop(name, None)
            self.changed.emit()
            told.emit(what)
            self._server.look_closely()

        self._jobs.start(
            f"models {name}",
            work,
            done=lambda _: end(self.told, done),
            failed=partial(end, self.failed),
            cancelled=lambda: end(self.told, cancelled),
        )


def _state(sight: Sight) -> str:
    models = sight.models if sight.here else None
    if sight.problem is not None:
        return str(sight.problem)
    if models is None:
        return tr("Looking for Ollama…")
    if not models:
        return tr("No model is installed yet. With one, dreams and summaries read better.")
    taken = size(sum(info.size for info in models if info.local))
    sentence = counted("One model, {taken}.", "{count} models, {taken}.", len(models), taken=taken)
    return together(sentence, tr("Ollama %1.", sight.version))
