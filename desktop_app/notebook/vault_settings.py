"""How the program of a vault names its days: the settings of Obsidian, with its plugin for periodic
notes, and what Logseq does without settings. Only reads them.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from desktop_app import own_files
from desktop_app.notebook import day_names
from desktop_app.notebook.layout import Layout

OBSIDIAN = ".obsidian"
DAILY_NOTES = f"{OBSIDIAN}/daily-notes.json"
"""Where Obsidian keeps its settings of daily notes."""
_PLUGINS = f"{OBSIDIAN}/community-plugins.json"
_PERIODIC = f"{OBSIDIAN}/plugins/periodic-notes/data.json"
LOGSEQ = "logseq/config.edn"
"""Where Logseq keeps its settings."""
LOGSEQ_DAYS = Layout(days="journals", form="YYYY_MM_DD", followed=True)
"""How it names its journals, unless its settings say otherwise."""


def day_settings(folder: Path) -> Layout | None:
    """How Obsidian names the days of a vault; None if its settings do not tell."""
    plugins, periodic, core = (_json(folder / name) for name in (_PLUGINS, _PERIODIC, DAILY_NOTES))
    daily = periodic.get("daily") if isinstance(periodic, dict) else None
    on = isinstance(plugins, list) and "periodic-notes" in plugins
    if on and isinstance(daily, dict) and daily.get("enabled"):
        return daily_notes(daily)
    return daily_notes(core)


def followable(told: Layout | None) -> Layout | None:
    """The same layout, if days can be named so; else None."""
    hidden = told and any(part.startswith(".") for part in told.days.split("/"))
    return told if told and day_names.readable(told.form) and not hidden else None


def daily_notes(options: Any) -> Layout | None:
    """What Obsidian's settings of daily notes say; None for no settings."""
    if not isinstance(options, dict):
        return None
    days, form, template = (
        str(options.get(key) or "").strip("/ ") for key in ("folder", "format", "template")
    )
    template = f"{template.removesuffix('.md')}.md" if template else ""
    return Layout(days=days, form=form or day_names.USUAL, template=template, followed=True)


def _json(path: Path) -> Any:
    with suppress(OSError, ValueError):
        return own_files.json_in(path)
    return None


def text_of(path: Path) -> str:
    """The text of a file; "" where none can be read."""
    with suppress(OSError, ValueError):
        return own_files.read(path).decode(errors="replace")
    return ""
