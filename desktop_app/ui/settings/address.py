"""Where models are asked: an address of another computer is used only after its name was typed."""

from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from desktop_app.errors import Problem
from desktop_app.ui.models.server import other_computer
from desktop_app.ui.parts.notices import announce
from desktop_app.words import together, tr

if TYPE_CHECKING:
    from desktop_app.ui.settings_page import SettingsPage


class ModelAddress:
    """What was typed, and the other computer that a person is asked about, "" for none."""

    def __init__(self, page: "SettingsPage") -> None:
        self._page = page
        self.host: str = ""
        self._typed = self._wrong = ""

    @property
    def value(self) -> str:
        """What stands in the field: also what is not used yet, or never will be."""
        if self.host or self._wrong:
            return self._typed
        return str(self._page.get("models.address"))

    @property
    def about(self) -> str:
        server, consent = self._page.server, self._page.get("models.consent")
        away = tr("What a model is asked to read is sent to %1: your notes leave here.", consent)
        sent = away if server.outside and not self.host else ""
        return str(server.trouble or self._wrong or sent)

    @property
    def question(self) -> str:
        """Whether the other computer may be asked."""
        return tr(
            "%1 is another computer. What a model is asked to read would be sent there: your notes "
            "would leave this computer. If you want that, type its name, then Enter.",
            self.host,
        )

    def choose(self, typed: str) -> None:
        page, asked = self._page, self.host
        self.host, self._typed, self._wrong = "", typed, ""
        if typed != page.get("models.address"):
            self._look_at(typed, asked)
        page.show_now()

    def _look_at(self, typed: str, asked: str) -> None:
        page, controls = self._page, self._page.form.controls
        try:
            self.host = other_computer(typed)
        except Problem:
            self._wrong = together(
                tr("This is not an address."),
                tr("An address looks like 127.0.0.1:11434. The old address is still used."),
            )
            announce(page, self._wrong)
            return
        if not self.host:
            self._move("")
        elif self.host != asked:
            page.show_now()
            page.bring("stay", hold=False)
            if controls["models.address"].hasFocus():  # Enter leads on
                controls["consent"].setFocus(Qt.FocusReason.TabFocusReason)
            announce(page, self.question)

    def agree(self, typed: str) -> None:
        """The name of the very computer that was asked about: it is asked from now on."""
        host, field = self.host, self._page.form.controls["models.address"]
        with suppress(Problem):
            if host and typed.casefold() == host.casefold() == other_computer(field.read()):
                self.stay()
                self._move(host)
        self._page.show_now()

    def stay(self) -> None:
        """All is as it was; the keyboard is in the address again."""
        field, self.host = self._page.form.controls["models.address"], ""
        field.setModified(False)
        self._page.show_now()
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _move(self, consent: str) -> None:
        try:
            self._page.server.move(self._typed, consent)
        except Problem as problem:
            self._page.tell(problem)
        self._page.engine_chosen.emit()
