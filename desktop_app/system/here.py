"""This computer's ways to start dreams, and what is started. Knows the environment."""

import os
import shlex
import sys
from collections.abc import Mapping
from datetime import time
from pathlib import Path

from desktop_app import release
from desktop_app.errors import Problem
from desktop_app.settings import Places
from desktop_app.system import units
from desktop_app.system.installing import Installed, Installer, Tool, UnitFile, by_subprocess
from desktop_app.system.units import EVERY, Start
from desktop_app.words import tr


def systemd_installer(config: Path, tool: Tool = by_subprocess) -> Installer:
    """Units below the person's `config` folder."""
    folder = config / "systemd" / "user"
    user = ["systemctl", "--user"]

    def make(start: Start) -> list[UnitFile]:
        return [
            UnitFile(folder / f"{start.name}.service", units.systemd_service(start)),
            UnitFile(folder / f"{start.name}.timer", units.systemd_timer(start)),
        ]

    return Installer(
        make,
        lambda start: [[*user, "daemon-reload"], [*user, "enable", "--now", f"{start.name}.timer"]],
        lambda start: [[*user, "disable", "--now", f"{start.name}.timer"]],
        (*user, "daemon-reload"),
        tool,
    )


def launchd_installer(home: Path, user: int, tool: Tool = by_subprocess) -> Installer:
    """An agent of this person; `user` is their number."""
    agents, domain = home / "Library" / "LaunchAgents", f"gui/{user}"

    def make(start: Start) -> list[UnitFile]:
        return [UnitFile(agents / f"{start.name}.plist", units.launchd_agent(start))]

    def take_up(start: Start) -> list[list[str]]:
        return [["launchctl", "bootstrap", domain, str(agents / f"{start.name}.plist")]]

    def let_go(start: Start) -> list[list[str]]:
        return [["launchctl", "bootout", f"{domain}/{start.name}"]]

    return Installer(make, take_up, let_go, tool=tool)


def tasks_installer(data: Path, tool: Tool = by_subprocess) -> Installer:
    """A task of Windows; the file below `data` is what it was made from."""

    def make(start: Start) -> list[UnitFile]:
        return [
            UnitFile(data / "tasks" / f"{start.name}.xml", units.windows_task(start), utf16=True)
        ]

    def take_up(start: Start) -> list[list[str]]:
        (file,) = make(start)
        return [["schtasks", "/Create", "/F", "/TN", start.name, "/XML", str(file.path)]]

    def let_go(start: Start) -> list[list[str]]:
        return [["schtasks", "/Delete", "/F", "/TN", start.name]]

    return Installer(make, take_up, let_go, tool=tool)


_KEPT = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "OLLAMA_HOST")
"""What a person may have set that moves the program's own files, or its models."""


def dream_start(notebook: Path, notebook_id: str, name: str, at: time) -> Start:
    """What asks whether a dream of this notebook is due; `at` is the time of day chosen for it."""
    words = (*release.command(window=True), "dream", "--if-due", "--notebook", str(notebook))
    label = f"nightstand-dream-{notebook_id[:12]}"
    title = tr("Nightstand dreams in {name}").format(name=_plain(name))
    return Start(label, title, words, kept(os.environ), at.minute % EVERY)


def kept(environment: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What of the environment the program needs to find its files when the system starts it."""
    return tuple((name, environment[name]) for name in _KEPT if environment.get(name))


def scheduler(start: Start) -> Installer:
    """How dreams are started here. Raises Problem where the system has no way for it."""
    command = shlex.join(start.words)
    if os.environ.get("FLATPAK_ID"):
        raise Problem(
            tr("Inside Flatpak, Nightstand cannot set up a timer."),
            tr("Set up a timer with: {command}").format(command=command),
        )
    if sys.platform == "win32":
        return tasks_installer(Places.default().data)
    if sys.platform == "darwin":
        return launchd_installer(Path.home(), os.getuid())
    if _has_systemd():
        return systemd_installer(_config())
    raise Problem(
        tr("This system has no systemd for you."),
        tr("Have cron run this every 15 minutes: {command}").format(command=command),
    )


def is_scheduled(start: Start) -> bool:
    """Whether the system starts dreams of this notebook, also while no window is open."""
    try:
        return installed(scheduler(start), start) is not Installed.NO
    except Problem:
        return False


def installed(installer: Installer, start: Start) -> Installed:
    """What stands there; nothing where that cannot be told."""
    try:
        return installer.installed(start)
    except Problem:
        return Installed.NO


def _config() -> Path:
    named = os.environ.get("XDG_CONFIG_HOME", "")
    return Path(named) if Path(named).is_absolute() else Path.home() / ".config"


def _has_systemd() -> bool:
    if sys.platform == "win32":
        return False
    return Path(f"/run/user/{os.getuid()}/systemd/private").exists()


def _plain(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in name)
