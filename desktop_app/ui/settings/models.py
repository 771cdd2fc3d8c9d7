"""The models that are installed, installing and deleting them, and where Ollama is asked.

Knows what there is and what a person can do about it, not how that is shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog

from desktop_app.errors import Problem
from desktop_app.jobs import Jobs, Report
from desktop_app.models.installed import Progress
from desktop_app.models.model import ModelInfo
from desktop_app.ui.models.model_words import about, is_one_of, percent, progress_words
from desktop_app.ui.models.server import OllamaServer, other_computer
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


STATE, NEW = "installed", "install"


@dataclass
class Pull:
    """One installation: it runs, or it was cancelled or failed and can go on `again`."""

    name: str
    words: str
    percent: int = -1
    again: str = ""


class InstalledModels(QObject):
    """Installations go on whatever is shown; `changed` as one gets on, `installed` with its name,
    `ended` with what became of something, in words."""

    changed = Signal()
    installed = Signal(str)
    ended = Signal(str)

    def __init__(self, jobs: Jobs, server: OllamaServer) -> None:
        super().__init__()
        self._jobs, self._server = jobs, server
        self.pulls: dict[str, Pull] = {}
        self.infos: dict[str, ModelInfo] = {}  # in the order in which they came: no row moves
        self.troubles: dict[str, str] = {}  # why one could not be deleted; "" while it goes
        server.changed.connect(self._see)

    def rows(self, chosen: str) -> Iterator[Row]:
        """The rows below those of the table; `chosen` is the model that dreams."""
        sight = self._server.sight
        again = (("again", tr("Try again"), "refresh"),) if sight.problem is not None else ()
        title = tr("Installed models")
        yield Row("models", STATE, title, about=self._state(), buttons=again)
        for name, info in self.infos.items():
            words = about(info)
            if chosen and is_one_of(chosen, [name]):
                words = f"{tr('Dreams')} · {words}"
            words = self.troubles.get(name, words)
            delete = ((f"delete {name}", tr("Delete…"), "trash"),) if words else ()
            told = words or tr("Deleting…")
            yield Row("models", f"model {name}", name, about=told, buttons=delete)
        for name, pull in self.pulls.items():
            ways = [(f"again {name}", pull.again, ""), (f"away {name}", tr("Remove from list"), "")]
            if not pull.again:
                ways = [(f"cancel {name}", tr("Cancel"), "")]
            yield Row("models", f"pull {name}", name, about=pull.words, buttons=tuple(ways))
        if sight.problem is None:
            told = tr(
                "By its name in Ollama's library, such as qwen3:8b. Ollama fetches it from the "
                "internet; nothing of yours goes along."
            )
            install = (("install", tr("Install"), ""),)
            yield Row("models", NEW, tr("Install a model"), "find", told, buttons=install,
                hint="qwen3:8b")  # fmt: skip

    def question(self, name: str) -> str:
        taken = self.infos[name].size
        return filled(tr("Delete %1, %2?") if taken else tr("Delete %1?"), name, size(taken))

    def begin(self, name: str) -> str:
        """Install the model of this name, or go on with it; returns the name that it has here."""
        name = is_one_of(name, list(self.pulls)) or name
        if self._jobs.running(_pulling(name)):
            return name
        pull = self.pulls[name] = Pull(name, tr("Asking Ollama…"))

        async def fetch(_report: Report) -> None:
            await (await self._server.client()).pull(name, partial(self._step, pull))

        self._jobs.start(
            _pulling(name),
            fetch,
            done=lambda _: self._done(name),
            failed=partial(self._fail, pull),
            cancelled=partial(self._cancelled, pull),
        )
        self.changed.emit()
        return name

    def cancel(self, name: str) -> None:
        self._jobs.cancel(_pulling(name))

    def put_away(self, name: str) -> None:
        del self.pulls[name]
        self.changed.emit()

    def delete(self, name: str) -> None:
        self.troubles[name] = ""
        self.changed.emit()

        async def delete(_report: Report) -> None:
            await (await self._server.client()).delete(name)

        def end(trouble: str = "", said: str = "") -> None:
            self.troubles.pop(name)
            if trouble and name in self.infos:  # a look may have taken it out meanwhile
                self.troubles[name] = trouble
            self.changed.emit()
            self.ended.emit(trouble or said)
            self._server.look_closely()

        self._jobs.start(
            f"models.delete.{name}",
            delete,
            done=lambda _: end(said=tr("%1 is deleted.", name)),
            failed=lambda problem: end(str(problem)),
            cancelled=end,
        )

    def _state(self) -> str:
        sight = self._server.sight
        models = sight.models if sight.here else None
        if sight.problem is not None:
            return str(sight.problem)
        if models is None:
            return tr("Looking for Ollama…")
        if not models:
            return tr("No model is installed yet. With one, dreams and summaries read better.")
        taken = size(sum(info.size for info in models if info.local))
        sentence = counted(
            "One model, {taken}.", "{count} models, {taken}.", len(models), taken=taken
        )
        return together(sentence, tr("Ollama %1.", sight.version))

    def _see(self) -> None:
        models = self._server.sight.models if self._server.sight.here else None
        now = {info.name: info for info in models or ()}
        kept = {name: now[name] for name in self.infos if name in now}
        self.infos = {**kept, **now}

    def _step(self, pull: Pull, progress: Progress) -> None:
        if not pull.again:
            pull.words = progress_words(progress)
            pull.percent = percent(progress) if progress.total else -1
            self.changed.emit()

    def _done(self, name: str) -> None:
        self.put_away(name)
        self.installed.emit(name)
        self._server.look_closely()

    def _fail(self, pull: Pull, problem: Problem) -> None:
        self._end(pull, str(problem), tr("Try again"))
        self._server.look()

    def _cancelled(self, pull: Pull) -> None:
        words = tr("Cancelled. What has arrived is kept: it goes on from there.")
        if pull.percent > 0:
            words = tr("Cancelled at %1 %. It goes on from there.", pull.percent)
        self._end(pull, words, tr("Go on"))

    def _end(self, pull: Pull, words: str, again: str) -> None:
        pull.words, pull.again = words, again
        self.changed.emit()
        self.ended.emit(headed(pull.name, words))


def _pulling(name: str) -> str:
    return f"models.pull.{name}"
