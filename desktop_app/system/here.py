"""This computer's ways to start dreams, and what is started. Knows the environment."""

import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from desktop_app import release
from desktop_app.errors import Problem
from desktop_app.settings import Places
from desktop_app.system import units
from desktop_app.system.installing import Timer, Tool, UnitFile, by_subprocess
from desktop_app.system.units import Start
from desktop_app.words import tr


def systemd_timer(start: Start, config: Path, tool: Tool = by_subprocess) -> Timer:
    """Units below the person's `config` folder."""
    folder, name, user = config / "systemd" / "user", start.name, ("systemctl", "--user")
    return Timer(
        (
            UnitFile(folder / f"{name}.service", units.systemd_service(start)),
            UnitFile(folder / f"{name}.timer", units.systemd_timer(start)),
        ),
        take_up=((*user, "daemon-reload"), (*user, "enable", "--now", f"{name}.timer")),
        let_go=((*user, "disable", "--now", f"{name}.timer"),),
        after=((*user, "daemon-reload"),),
        tool=tool,
    )


def launchd_agent(start: Start, home: Path, user: int, tool: Tool = by_subprocess) -> Timer:
    """An agent of this person; `user` is their number."""
    file, domain = home / "Library" / "LaunchAgents" / f"{start.name}.plist", f"gui/{user}"
    return Timer(
        (UnitFile(file, units.launchd_agent(start)),),
        take_up=(("launchctl", "bootstrap", domain, str(file)),),
        let_go=(("launchctl", "bootout", f"{domain}/{start.name}"),),
        tool=tool,
    )


def windows_task(start: Start, data: Path, tool: Tool = by_subprocess) -> Timer:
    """A task of Windows; the file below `data` is what it was made from."""
    file = data / "tasks" / f"{start.name}.xml"
    return Timer(
        (UnitFile(file, units.windows_task(start), utf16=True),),
        take_up=(("schtasks", "/Create", "/F", "/TN", start.name, "/XML", str(file)),),
        let_go=(("schtasks", "/Delete", "/F", "/TN", start.name),),
        tool=tool,
    )


_KEPT = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "OLLAMA_HOST")
"""What a person may have set that moves the program's own files, or its models."""


def dream_start(notebook: Path, notebook_id: str, name: str) -> Start:
    """What asks whether a dream of this notebook is due."""
    words = (*release.command(window=True), "dream", "--if-due", "--notebook", str(notebook))
    label = f"nightstand-dream-{notebook_id[:12]}"
    title = tr("Nightstand dreams in {name}").format(name=_plain(name))
    return Start(label, title, words, kept(os.environ))


def kept(environment: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What of the environment the program needs to find its files when the system starts it."""
    return tuple((name, environment[name]) for name in _KEPT if environment.get(name))


def timer(start: Start) -> Timer:
    """How dreams are started here. Raises Problem where the system has no way for it."""
    texts = (*start.words, *(value for _, value in start.environment))
    odd = next((text for text in texts if not text.isprintable()), None)
    if odd is not None:
        message = tr("The path {path} holds a character that a timer cannot use.")
        raise Problem(message.format(path=ascii(odd)), tr("Give that folder another name."))
    command = shlex.join(start.words)
    if os.environ.get("FLATPAK_ID"):
        raise Problem(
            tr("Inside Flatpak, Nightstand cannot set up a timer."),
            tr("Set up a timer with: {command}").format(command=command),
        )
    if sys.platform == "win32":
        return windows_task(start, Places.default().data)
    if sys.platform == "darwin":
        return launchd_agent(start, Path.home(), os.getuid())
    if _has_systemd():
        named = Path(os.environ.get("XDG_CONFIG_HOME", ""))
        return systemd_timer(start, named if named.is_absolute() else Path.home() / ".config")
    raise Problem(
        tr("This system has no systemd for you."),
        tr("Have cron run this every 15 minutes: {command}").format(command=command),
    )


def is_scheduled(start: Start) -> bool:
    """Whether the system starts dreams of this notebook, also while no window is open."""
    try:
        return timer(start).installed()
    except Problem:
        return False


def _has_systemd() -> bool:
    if sys.platform == "win32":
        return False
    return Path(f"/run/user/{os.getuid()}/systemd/private").exists()


def _plain(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in name)
