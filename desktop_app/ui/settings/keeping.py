"""See `parts.forms`."""

from desktop_app.ui.parts.forms import KeepingGroup, NumberField, OnlyWithFocus, SwitchRow

__all__ = ["KeepingGroup", "NumberField", "OnlyWithFocus", "SwitchRow"]
