"""Where Ollama is asked, and the consent to another computer. Knows words, keeps nothing."""

from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout, QWidget

from desktop_app.errors import Problem
from desktop_app.ui.look.theme import theme
from desktop_app.ui.models.server import other_computer
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.models.address import Address


class AddressRow(QWidget):
    """A field for the address. One of another computer is used only after its name was typed."""

    wanted = Signal(str, str)  # the address ("" for the usual one), and the host consented to
    grew = Signal(QWidget)  # this is there now, perhaps out of sight

    def __init__(self) -> None:
        super().__init__()
        self._typed = ""
        self._kept: tuple[str, Address, str] | None = None
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("Address of Ollama"))
        self.field.editingFinished.connect(self._finish)
        self.field.returnPressed.connect(self._go_on)
        self.row = SettingRow(
            tr("Address"),
            tr("Where Ollama answers. Leave it empty for the usual place on this computer."),
            self.field,
        )
        self.trouble = text("", "meta", "danger", wrap=True)
        self.trouble.hide()
        self.row.words.addWidget(self.trouble)
        self._build_strip()
        stacked(self, self.row, self._around)
        theme().followed_by(self._measure)

    def show_address(self, typed: str, usual: "Address", consent: str) -> None:
        """What is kept: the address as it was typed, the usual one, and who was consented to."""
        self._typed, self._kept = typed, (typed, usual, consent)
        if not self.field.hasFocus():
            self.field.setText(typed)
        self.field.setPlaceholderText(f"{usual.host}:{usual.port}")
        self.trouble.hide()
        self._host = consent
        if consent:
            sentence = tr("What a model is asked to read is sent to %1: your notes leave here.")
            self._show_strip(sentence.replace("%1", consent), asking=False)
        else:
            self._around.hide()

    def show_failed(self, problem: Problem) -> None:
        """This address is not used."""
        self.trouble.setText(str(problem))
        self.trouble.show()
        self._around.hide()
        self.grew.emit(self.row)
        announce(self, self.trouble.text())

    # -- inside -------------------------------------------------------------------------------

    def _finish(self) -> None:
        typed = self.field.text().strip()
        if typed == self._typed:
            if self._asking and self._kept is not None:
                self.show_address(*self._kept)  # nobody is asked about the other one any more
            return
        self.trouble.hide()
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
        if host:
            self._ask(host)
        else:
            self.wanted.emit(typed, "")

    def _ask(self, host: str) -> None:
        if self._around.isVisible() and self._host == host and self.name.isVisible():
            return
        self._host = host
        sentence = tr(
            "%1 is another computer. What a model is asked to read would be sent there: your "
            "notes would leave this computer. If you want that, type its name."
        ).replace("%1", host)
        self.name.clear()
        self.name.setPlaceholderText(host)
        self.name.setAccessibleName(tr("Name of the other computer, to agree"))
        self._show_strip(sentence, asking=True)
        self.grew.emit(self._around)
        announce(self, sentence)

    def _go_on(self) -> None:
        """Enter leads on to the consent, where one is asked for."""
        self._finish()
        if self.name.isVisible():
            self.name.setFocus(Qt.FocusReason.TabFocusReason)

    @property
    def _asking(self) -> bool:
        return not self._around.isHidden() and self.name.isVisibleTo(self._strip)

    def _agree(self) -> None:
        """To the very computer that was asked about; what is typed now may be another one."""
        typed = self.field.text().strip()
        with suppress(Problem):
            if self.agree.isEnabled() and other_computer(typed) == self._host:
                self.wanted.emit(typed, self._host)

    def _stay(self) -> None:
        self._around.hide()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.name.isVisibleTo(self._strip):  # it was only asked: all is as it was
            self.field.setText(self._typed)
        else:
            self.field.clear()
            self.wanted.emit("", "")

    def _compare(self) -> None:
        self.agree.setEnabled(self.name.text().strip().casefold() == self._host.casefold())

    def _show_strip(self, words: str, *, asking: bool) -> None:
        self._warning.setText(words)
        self.name.setVisible(asking)
        self.agree.setVisible(asking)
        self.agree.setText(tr("Send notes to %1").replace("%1", self._host))
        self.agree.setEnabled(False)
        self._around.show()

    def _build_strip(self) -> None:
        self._host = ""
        self._strip = QFrame()
        self._strip.setProperty("kind", "banner")
        self._strip.setProperty("tone", "warn")
        self._warning = text("", "ui", "", wrap=True)
        self.name = QLineEdit()
        self.name.textChanged.connect(self._compare)
        self.name.returnPressed.connect(self._agree)
        self.agree = Button("", "danger")
        self.agree.clicked.connect(self._agree)
        self.stay = Button(tr("Stay on this computer"))
        self.stay.clicked.connect(self._stay)
        below = QWidget()
        self._below = Flow(below, centred=True)
        for part in (self.name, self.agree, self.stay):
            self._below.addWidget(part)
        self._inside = stacked(self._strip, self._warning, below)
        self._around = QWidget()
        self._margin = QVBoxLayout(self._around)
        self._margin.addWidget(self._strip)
        self._around.hide()

    def _measure(self) -> None:
        px = theme().px
        self.field.setFixedWidth(px(220))
        self.name.setFixedWidth(px(180))
        self._margin.setContentsMargins(px(12), 0, px(12), px(12))
        self._inside.setContentsMargins(px(12), px(10), px(12), px(10))
        self._inside.setSpacing(px(8))
        self._below.setSpacing(px(8))
