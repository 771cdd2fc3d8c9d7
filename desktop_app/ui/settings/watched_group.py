"""Watched agents in the settings: the way to them, and when one of their talks counts as ended."""

from PySide6.QtCore import Signal

from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.keeping import KeepingGroup
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import tr


class WatchedGroup(KeepingGroup):
    """Which agents are followed is said on the page of conversations; when, is said here."""

    sources_asked = Signal()

    def __init__(self, settings: KeptSettings) -> None:
        super().__init__("", settings)
        self.title.setText(tr("Watched agents"))
        self.choose = Button(tr("Choose…"), "plain", "link")
        self.choose.clicked.connect(self.sources_asked)
        minutes = tr(" minutes")
        self.idle = self.add_number("sessions.idle_minutes", tr("Minutes at rest"), 5, minutes)
        self.impact = self.add_number("sessions.impact", tr("Significant from"), 5, " %")
        self.add(
            SettingRow(
                tr("Whom to follow"),
                tr("Whose conversations on this computer are followed. Their files are only read."),
                self.choose,
            ),
            SettingRow(
                tr("A conversation has ended"),
                tr("When nothing was said for so long, what matters of it goes into the days."),
                self.idle,
            ),
            SettingRow(
                tr("Significant from"),
                tr("What happened in a conversation counts if its impact is above this."),
                self.impact,
            ),
        )
        self.show_settings()
