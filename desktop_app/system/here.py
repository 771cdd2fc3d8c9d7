"""This computer's ways to start dreams, and what is started. Knows the environment."""

import os
import shutil
import sys
from collections.abc import Mapping
from datetime import time
from pathlib import Path

from desktop_app import release
from desktop_app.errors import Problem
from desktop_app.settings import Places
from desktop_app.system import ways
from desktop_app.system.installing import (
    CronInstaller,
    Installed,
    Installer,
    StartWay,
)
from desktop_app.system.units import EVERY, Start
from desktop_app.words import tr

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


def scheduler(wanted: str = "") -> Installer:
    """How dreams are started here; `wanted` names one of Linux' two ways.

    Raises Problem where it cannot be told.
    """
    _must_reach_the_system()
    if sys.platform == "win32":
        return ways.tasks_installer(Places.default().data)
    if sys.platform == "darwin":
        return ways.launchd_installer(Path.home(), os.getuid())
    way = wanted or _linux_way()
    return CronInstaller() if way == StartWay.CRON else ways.systemd_installer(_config())


def has_scheduler() -> bool:
    """Whether anything of this computer would start dreams."""
    return sys.platform in ("win32", "darwin") or _has_systemd() or bool(shutil.which("crontab"))


def every_scheduler() -> list[Installer]:
    """All ways in which dreams may be started here. Raises Problem as `scheduler` does."""
    if sys.platform in ("win32", "darwin"):
        return [scheduler()]
    return [scheduler(way) for way in (StartWay.SYSTEMD, StartWay.CRON)]


def is_scheduled(start: Start) -> bool:
    """Whether the system starts dreams of this notebook, also while no window is open."""
    try:
        installers = every_scheduler()
    except Problem:
        return False
    return any(installed(one, start) is not Installed.NO for one in installers)


def installed(installer: Installer, start: Start) -> Installed:
    """What stands there; nothing where that cannot be told, as on a computer without cron."""
    try:
        return installer.installed(start)
    except Problem:
        return Installed.NO


def _config() -> Path:
    named = os.environ.get("XDG_CONFIG_HOME", "")
    return Path(named) if Path(named).is_absolute() else Path.home() / ".config"


def _linux_way() -> StartWay:
    if _has_systemd():
        return StartWay.SYSTEMD
    if shutil.which("crontab"):
        return StartWay.CRON
    raise Problem(
        tr("This system has neither systemd nor cron for you."),
        tr("`nightstand schedule show --with cron` prints what another scheduler could run."),
    )


def _has_systemd() -> bool:
    """Whether this person has a systemd of their own that runs."""
    if sys.platform == "win32":
        return False
    return Path(f"/run/user/{os.getuid()}/systemd/private").exists()


def _must_reach_the_system() -> None:
    if os.environ.get("FLATPAK_ID"):
        raise Problem(
            tr("Inside Flatpak, Nightstand cannot set up a timer."),
            tr("Let it stay in the tray, or set up a timer with: flatpak run {id} dream --if-due")
            .format(id=os.environ["FLATPAK_ID"]),
        )  # fmt: skip


def _plain(name: str) -> str:
    """A name in which every sign can be printed."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)
