"""See `parts.forms`."""

from desktop_app.ui.parts.forms import SettingGroup, SettingRow

__all__ = ["SettingGroup", "SettingRow"]
