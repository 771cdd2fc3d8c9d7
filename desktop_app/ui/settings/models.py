"""The models that are installed, and where Ollama is asked."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QInputDialog

from desktop_app.errors import Problem
from desktop_app.ui.models.model_words import about, is_one_of
from desktop_app.ui.models.server import OllamaServer, Sight, other_computer
from desktop_app.ui.parts.file_dialogs import ask_words
from desktop_app.ui.parts.forms import Row
from desktop_app.ui.parts.notices import announce
from desktop_app.words import counted, size, together, tr

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


def installed_rows(server: OllamaServer, chosen: str) -> Iterator[Row]:
    """The rows below those of the table; `chosen` is the model that dreams."""
    sight = server.sight
    again = (("again", tr("Try again"), "refresh"),) if sight.problem is not None else ()
    yield Row("models", "installed", tr("Installed models"), about=_state(sight), buttons=again)
    for info in (sight.models or ()) if sight.here else ():
        words = about(info)
        if chosen and is_one_of(chosen, [info.name]):
            words = f"{tr('Dreams')} · {words}"
        yield Row("models", f"model {info.name}", info.name, about=words)


def _state(sight: Sight) -> str:
    if sight.problem is not None:
        return str(sight.problem)
    if not sight.here or sight.models is None:
        return tr("Looking for Ollama…")
    install = tr("“ollama pull qwen3:8b” in a terminal installs one.")
    if not sight.models:
        none = tr("No model is installed yet. With one, dreams and summaries read better.")
        return together(none, install)
    taken = size(sum(info.size for info in sight.models if info.local))
    models = counted(
        "One model, {taken}.", "{count} models, {taken}.", len(sight.models), taken=taken
    )
    return together(models, tr("Ollama %1.", sight.version), install)
