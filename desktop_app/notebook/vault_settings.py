"""How the program of a vault names its days and places its notes: the settings of Obsidian, with
its plugin for periodic notes, and of Logseq. Only reads them.
"""

import re
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
_LOGSEQ_DAYS = ("journals", "YYYY_MM_DD")
_LOGSEQ_TITLES = "MMM do, yyyy"


def day_settings(folder: Path) -> Layout | None:
    """How the program of a vault names its days; None if its settings do not tell."""
    if told := _of_obsidian(folder):
        return told
    with suppress(OSError, ValueError):
        return logseq_days(own_files.read(folder / LOGSEQ).decode(errors="replace"))
    return None


def followable(told: Layout | None) -> Layout | None:
    """The same layout, if days can be named so; else None."""
    hidden = told and any(part.startswith(".") for part in told.days.split("/"))
    return told if told and day_names.readable(told.form) and not hidden else None


def _of_obsidian(folder: Path) -> Layout | None:
    plugins, periodic, core = (_json(folder / name) for name in (_PLUGINS, _PERIODIC, DAILY_NOTES))
    daily = periodic.get("daily") if isinstance(periodic, dict) else None
    on = isinstance(plugins, list) and "periodic-notes" in plugins
    if on and isinstance(daily, dict) and daily.get("enabled"):
        return daily_notes(daily)
    return daily_notes(core)


def daily_notes(options: Any) -> Layout | None:
    """What Obsidian's settings of daily notes say; None for no settings."""
    if not isinstance(options, dict):
        return None
    days, form, template = (
        str(options.get(key) or "").strip("/ ") for key in ("folder", "format", "template")
    )
    template = f"{template.removesuffix('.md')}.md" if template else ""
    return Layout(days=days, form=form or day_names.USUAL, template=template, followed=True)


def logseq_days(settings: str) -> Layout:
    """What Logseq's settings say of its journals."""
    text = re.sub(r"(?m);.*$", "", settings)
    days, form, titles = (
        re.search(rf':{key}\s+"([^"]+)"', text)
        for key in ("journals-directory", "journal/file-name-format", "journal/page-title-format")
    )
    return Layout(
        days=days[1].strip("/ ") if days else _LOGSEQ_DAYS[0],
        form=day_names.from_logseq(form[1]) if form else _LOGSEQ_DAYS[1],
        followed=True,
        titles=day_names.from_logseq(titles[1] if titles else _LOGSEQ_TITLES),
    )


def new_notes_folder(folder: Path) -> str:
    """The folder of a vault's notes: a graph of Logseq has one."""
    return "pages" if (folder / LOGSEQ).is_file() else ""


def _json(path: Path) -> Any:
    with suppress(OSError, ValueError):
        return own_files.json_in(path)
    return None


def text_of(path: Path) -> str:
    """The text of a file; "" where none can be read."""
    with suppress(OSError, ValueError):
        return own_files.read(path).decode(errors="replace")
    return ""
