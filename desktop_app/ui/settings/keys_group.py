"""Settings: the way to the card on which keyboard shortcuts are changed, and the key for a note."""

from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.capture_key import CaptureKey
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.settings.capture_rows import CaptureRows
from desktop_app.ui.settings.setting_row import SettingGroup, SettingRow
from desktop_app.words import tr


class KeysGroup(SettingGroup):
    """The card is the window's."""

    def __init__(self, actions: Actions, capture_key: CaptureKey) -> None:
        super().__init__(tr("Keys"))
        self.change = Button(tr("Change…"))
        self.change.clicked.connect(lambda: actions["shortcuts"].trigger())
        self.capture = CaptureRows(capture_key)
        self.add(SettingRow(
            tr("Keyboard shortcuts"), tr("Each command with its keys; you can press others."),
            self.change,
        ), self.capture)  # fmt: skip
