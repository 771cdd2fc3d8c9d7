"""Settings: the way to the card on which keyboard shortcuts are changed."""

from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.settings.setting_row import SettingGroup, SettingRow
from desktop_app.words import tr


class KeysGroup(SettingGroup):
    """One row; the card is the window's."""

    def __init__(self, actions: Actions) -> None:
        super().__init__(tr("Keys"))
        self.change = Button(tr("Change…"))
        self.change.clicked.connect(lambda: actions["keys.change"].trigger())
        self.add(SettingRow(
            tr("Keyboard shortcuts"), tr("Each command with its keys; you can press others."),
            self.change,
        ))  # fmt: skip
