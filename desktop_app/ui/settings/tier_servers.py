"""The servers of a team for the tiers, in the settings: addresses, passwords, and the consent."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from desktop_app.errors import Problem
from desktop_app.tiers.chosen import checked
from desktop_app.tiers.passwords import Passwords
from desktop_app.tiers.rules import Tier
from desktop_app.tiers.server import EXAMPLES, ServerKind, TierServer
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory.tiers import TierContent

_CONSENT = "tiers.consent"
_USUAL = {Tier.HOT: ServerKind.REDIS, Tier.WARM: ServerKind.POSTGRES, Tier.COLD: ServerKind.S3}


class ServerRow(SettingRow):
    """Where one tier is kept, with a field for the password, which is never shown again."""

    def __init__(self, tier: Tier, label: str) -> None:
        self.tier = tier
        self.address, self.password = QLineEdit(), QLineEdit()
        self.address.setPlaceholderText(EXAMPLES[_USUAL[tier]])
        self.address.setAccessibleName(label)
        self.password.setPlaceholderText(tr("Password"))
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.password.setAccessibleName(tr("Password for {tier}").format(tier=label))
        super().__init__(label, "", self.address, self.password)
        theme().followed_by(self._widen)

    def _widen(self) -> None:
        self.address.setFixedWidth(theme().px(250))
        self.password.setFixedWidth(theme().px(110))


class TierServers(QWidget):
    """A row for each tier, and one for the names of other computers to which notes may go.

    `keep` keeps a setting. What can't be kept is said in its row, and all stays as it was.
    """

    changed = Signal()

    def __init__(
        self, settings: KeptSettings, jobs: "Jobs", keep: Callable[[str, object], None]
    ) -> None:
        super().__init__()
        self._settings, self._jobs, self._keep = settings, jobs, keep
        labels = {
            Tier.HOT: tr("Hot: Redis"),
            Tier.WARM: tr("Warm: PostgreSQL"),
            Tier.COLD: tr("Cold: S3"),
        }
        self.rows = {tier: ServerRow(tier, label) for tier, label in labels.items()}
        self.consent = QLineEdit()
        self.consent.setPlaceholderText("db.example.org")
        self.allowed = SettingRow(
            tr("Other computers"),
            tr(
                "Your older notes leave this computer for a server that is not on it. Type its "
                "name here if you want that."
            ),
            self.consent,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for row in self.rows.values():
            column.addWidget(row)
            column.addWidget(rule())
            row.address.editingFinished.connect(partial(self._take_address, row))
            row.password.editingFinished.connect(partial(self._take_password, row))
        column.addWidget(self.allowed)
        self.consent.editingFinished.connect(self._take_consent)
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        self.consent.setFixedWidth(theme().px(250))

    @property
    def chosen(self) -> bool:
        """Whether any tier is on a server."""
        return any(map(self._address, self.rows))

    def show_settings(self) -> None:
        """What is kept."""
        for tier, row in self.rows.items():
            if not row.address.hasFocus():
                row.address.setText(self._address(tier))
        if not self.consent.hasFocus():
            self.consent.setText(", ".join(self._settings.get(_CONSENT)))

    def show_content(self, contents: "tuple[TierContent, ...]") -> None:
        """What each server answers."""
        for one in contents:
            words = one.trouble
            if not words and one.milliseconds is not None:
                words = tr("Answers in {time} ms. {files} files there.").format(
                    time=f"{one.milliseconds:.0f}", files=f"{one.files:,}"
                )
            if self._address(one.tier):  # else it may say why one is not kept
                self.rows[one.tier].explain(words)

    def _address(self, tier: Tier) -> str:
        typed = str(self._settings.get(f"tiers.{tier}"))
        return typed if "://" in typed else ""

    def _take_address(self, row: ServerRow) -> None:
        typed, tier = row.address.text().strip(), row.tier
        if typed == self._address(tier):
            return
        if typed and self._checked(row, typed) is None:
            return
        self._keep(f"tiers.{tier}", typed or ("local" if tier is Tier.COLD else ""))
        row.explain("")
        self.changed.emit()

    def _take_password(self, row: ServerRow) -> None:
        secret = row.password.text()
        at = self._checked(row, row.address.text().strip()) if secret else None
        if at is None:
            return
        row.password.clear()
        address = at.address
        self._jobs.do(
            lambda: Passwords.beside(self._settings.path).set(address, secret),
            lambda _: self.changed.emit(),
            partial(self._say, row),
        )

    def _take_consent(self) -> None:
        names = [name.strip() for name in self.consent.text().split(",") if name.strip()]
        if names == self._settings.get(_CONSENT):
            return
        self._keep(_CONSENT, names)
        for row in self.rows.values():  # one that waited for this
            self._take_address(row)
        self.changed.emit()

    def _checked(self, row: ServerRow, typed: str) -> TierServer | None:
        try:
            return checked(typed, tuple(self._settings.get(_CONSENT)))
        except Problem as problem:
            self._say(row, problem)
            return None

    def _say(self, row: ServerRow, problem: Problem) -> None:
        row.explain(str(problem))
        announce(self, row.explanation.text())
