"""The look as the settings keep it."""

from typing import Any

from desktop_app.settings import Settings
from desktop_app.ui.look.theme import theme


def kept_look(settings: Settings) -> dict[str, Any]:
    """The mode, contrast, motion and zoom that a theme is to have, by name."""
    look = {name: settings.get(f"appearance.{name}") for name in ("mode", "contrast", "motion")}
    return {**look, "zoom": settings.get("appearance.zoom") / 100}


def keep_look(settings: Settings) -> None:
    """Whatever changed the theme, the next start has it again. Raises Problem."""
    now = theme()
    look = {"mode": now.mode, "contrast": now.contrast, "zoom": round(now.zoom * 100)}
    for name, value in look.items():
        if settings.get(f"appearance.{name}") != value:
            settings.set(f"appearance.{name}", value)
