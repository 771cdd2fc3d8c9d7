"""Where Ollama is asked, and the consent to another computer. Knows words, keeps nothing."""

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from desktop_app.errors import Problem
from desktop_app.known_settings import KNOWN
from desktop_app.ui.look.theme import theme
from desktop_app.ui.models.server import other_computer
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.forms import SettingRow
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.models.address import Address


class AddressRow(SettingRow):
    """A field for the address. One of another computer is used only after its name was typed."""

    def __init__(
        self, label: str, move: Callable[[str, str], None], grew: Callable[[QWidget], None]
    ) -> None:
        """`move` gets the address ("" for the usual one) and the host that is consented to; `grew`
        what is there now, perhaps out of sight."""
        self._move, self._grew = move, grew
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("Address of Ollama"))
        super().__init__(label, KNOWN["models.address"].about, self.field)
        self._typed = self._host = ""
        self._asking = False
        self._known: tuple[str, Address, str] | None = None
        self.field.editingFinished.connect(self._finish)
        self.field.returnPressed.connect(self._go_on)
        theme().followed_by(self._widen)

    @cached_property
    def trouble(self) -> QLabel:
        """Why an address is not used."""
        label = text("", "meta", "danger", wrap=True)
        self.words.addWidget(label)
        return label

    @cached_property
    def consent(self) -> "ConsentStrip":
        """The strip that asks, or says that notes leave; made when it is first wanted."""
        strip = ConsentStrip()
        self.words.addWidget(strip)
        strip.agreed.connect(self._agree)
        strip.stay.clicked.connect(self._stay)
        return strip

    def show_address(self, typed: str, usual: "Address", consent: str) -> None:
        """What is kept: the address as it was typed, the usual one, and who was consented to."""
        if (typed, usual, consent) == self._known and (self._asking or self.field.hasFocus()):
            return  # not under the person's hand
        self._known = (typed, usual, consent)
        self._typed, self._host, self._asking = typed, consent, False
        if not self.field.hasFocus():
            self.field.setText(typed)
        self.field.setPlaceholderText(f"{usual.host}:{usual.port}")
        self._hide("trouble")
        if consent:
            sentence = tr("What a model is asked to read is sent to %1: your notes leave here.")
            self.consent.show_words(sentence.replace("%1", consent), "")
        else:
            self._hide("consent")

    def show_failed(self, problem: Problem) -> None:
        """This address is not used."""
        self.trouble.setText(str(problem))
        self.trouble.show()
        self._asking = False
        self._hide("consent")
        self._grew(self)
        announce(self, self.trouble.text())

    # -- inside -------------------------------------------------------------------------------

    def _finish(self) -> None:
        typed = self.field.text().strip()
        if typed == self._typed:
            if self._asking:  # nobody is asked about the other one any more
                self._asking = False
                self._hide("consent")
            return
        self._hide("trouble")
        try:
            host = other_computer(typed)
        except Problem:
            self.show_failed(
                Problem(
                    tr("This is not an address."),
                    tr("It looks like 127.0.0.1:11434. Ollama is asked where it was before."),
                )
            )
            return
        if not host:
            self._move(typed, "")
        elif not (self._asking and self._host == host):
            self._host, self._asking = host, True
            sentence = tr(
                "%1 is another computer. What a model is asked to read would be sent there: your "
                "notes would leave this computer. If you want that, type its name."
            ).replace("%1", host)
            self.consent.show_words(sentence, host)
            self._grew(self.consent)
            announce(self, sentence)

    def _go_on(self) -> None:
        """Enter leads on to the consent, where one is asked for."""
        self._finish()
        if self._asking:
            self.consent.name.setFocus(Qt.FocusReason.TabFocusReason)

    def _agree(self) -> None:
        """To the very computer that was asked about; what is typed now may be another one."""
        typed = self.field.text().strip()
        with suppress(Problem):
            if self._asking and other_computer(typed) == self._host:
                self._asking = False
                self._move(typed, self._host)

    def _stay(self) -> None:
        asked, self._asking = self._asking, False
        self._hide("consent")
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        if asked:  # it was only asked: all is as it was
            self.field.setText(self._typed)
        else:
            self.field.clear()
            self._move("", "")

    def _hide(self, name: str) -> None:
        if name in self.__dict__:
            getattr(self, name).hide()

    def _widen(self) -> None:
        self.field.setFixedWidth(theme().px(220))


class ConsentStrip(QFrame):
    """What would leave, the name to type, and the way back."""

    agreed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "banner")
        self.setProperty("tone", "warn")
        self.warning = text("", "ui", "", wrap=True)
        self.name = QLineEdit()
        self.name.textChanged.connect(self._compare)
        self.name.returnPressed.connect(self._agree)
        self.agree = Button("", "danger")
        self.agree.clicked.connect(self._agree)
        self.stay = Button(tr("Stay on this computer"))
        below = QWidget()
        self._below = Flow(below, centred=True)
        for part in (self.name, self.agree, self.stay):
            self._below.addWidget(part)
        self._column: QVBoxLayout = stacked(self, self.warning, below)
        theme().followed_by(self._measure)

    def show_words(self, words: str, host: str) -> None:
        """Say this, and ask for the name of this host where there is one."""
        self._host = host
        self.warning.setText(words)
        self.name.clear()
        self.name.setPlaceholderText(host)
        self.name.setAccessibleName(tr("Name of the other computer, to agree"))
        self.agree.setText(tr("Send notes to %1").replace("%1", host))
        self.agree.setEnabled(False)
        self.name.setVisible(bool(host))
        self.agree.setVisible(bool(host))
        self.show()

    def _compare(self) -> None:
        self.agree.setEnabled(self.name.text().strip().casefold() == self._host.casefold())

    def _agree(self) -> None:
        if self.agree.isEnabled():
            self.agreed.emit()

    def _measure(self) -> None:
        px = theme().px
        self.name.setFixedWidth(px(180))
        self._column.setContentsMargins(px(12), px(10), px(12), px(10))
        self._column.setSpacing(px(8))
        self._below.setSpacing(px(8))
