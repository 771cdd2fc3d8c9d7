"""The settings as pages see them, and the look as they keep it. Knows no file and no default."""

from pathlib import Path
from typing import Any, Protocol

from desktop_app.ui.look.theme import theme


class KeptSettings(Protocol):
    """What the person chose; `set` raises Problem for what does not fit or cannot be kept.

    `path` is their file; the passwords of servers lie beside it.
    """

    path: Path

    def get(self, key: str) -> Any: ...

    def set(self, key: str, value: Any) -> None: ...


def kept_look(settings: KeptSettings) -> dict[str, Any]:
    """The mode, contrast, motion and zoom that a theme is to have, by name."""
    look = {name: settings.get(f"appearance.{name}") for name in ("mode", "contrast", "motion")}
    return {**look, "zoom": settings.get("appearance.zoom") / 100}


def keep_look(settings: KeptSettings) -> None:
    """Whatever changed the theme, the next start has it again. Raises Problem."""
    now = theme()
    look = {"mode": now.mode, "contrast": now.contrast, "zoom": round(now.zoom * 100)}
    for name, value in look.items():
        if settings.get(f"appearance.{name}") != value:
            settings.set(f"appearance.{name}", value)
