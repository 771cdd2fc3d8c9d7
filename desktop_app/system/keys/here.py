"""How this computer lets a program have a key of the whole desktop. Knows the environment."""

import os
import sys

from desktop_app import release
from desktop_app.errors import Problem
from desktop_app.system.keys.taking import Way
from desktop_app.words import tr

SUGGESTED = "Meta+Alt+N" if sys.platform == "win32" else "Ctrl+Alt+N"
"""Under Windows Ctrl+Alt is AltGr, by which some layouts write ń."""


def way() -> Way:
    """The way of this system. Raises Problem where there is none."""
    if sys.platform == "win32":
        from desktop_app.system.keys import windows

        return windows.hold
    if sys.platform == "linux" and os.environ.get("WAYLAND_DISPLAY"):
        from desktop_app.system.keys import portal

        return portal.hold
    if sys.platform == "linux" and os.environ.get("DISPLAY"):
        from desktop_app.system.keys import x11

        return x11.hold
    raise Problem(
        tr("Nightstand cannot take a key of this system."),
        tr("Set one in its keyboard settings, for the command below."),
    )


def command() -> list[str]:
    """The words that open the small window, for the keyboard settings of a desktop."""
    return [*release.command(window=True), "capture"]
