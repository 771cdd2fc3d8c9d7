"""The screen: whether a window can open here. Qt itself would end the program without a word."""

import os
import sys
from collections.abc import Mapping, MutableMapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app import languages
from desktop_app.errors import Problem
from desktop_app.regex import regex
from desktop_app.words import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


_PLATFORMS = {"wayland": "WAYLAND_DISPLAY", "xcb": "DISPLAY"}
_MISSING = regex(r"(lib[^ /:]+)\.so\.?([\d.]*)[^:]*: cannot open shared object file")


def must_be_there(environment: Mapping[str, str]) -> None:
    """Raise Problem where there is no screen, or what Qt needs for it is not installed."""
    if not sys.platform.startswith("linux"):
        return
    chosen = environment.get("QT_QPA_PLATFORM", "")
    names = [one.split(":")[0] for one in chosen.split(";") if one]
    names = names or [name for name, screen in _PLATFORMS.items() if environment.get(screen)]
    if not names:
        raise Problem(
            tr("There is no screen here, so no window can open."),
            tr("`nightstand --help` lists what works without one."),
        )
    spec = find_spec("PySide6")  # not loaded yet: it may be that which cannot be
    folders = (spec and spec.submodule_search_locations) or [""]
    platforms = Path(folders[0], "Qt", "plugins", "platforms")
    missing = [_missing(platforms / f"libq{name}.so") for name in names]
    if all(missing):
        raise missing[-1]


def of_library(error: Exception) -> Problem | None:
    """The problem with a library of the system that is not there, if an error comes of that."""
    match = _MISSING.search(str(error))
    if match is None:
        return None
    name, number = match.groups()
    # As Debian names packages after libraries; glib's library has a hyphen more.
    package = name.lower().replace("_", "-").replace("libglib-", "libglib")
    package += f"-{number}" if package[-1].isdigit() else number
    return Problem(
        tr("A library of the system is missing: {library}.").format(library=f"{name}.so.{number}"),
        tr("Install it; on Debian and Ubuntu: sudo apt install {package}").format(package=package),
    )


def make_app() -> "QApplication":
    """Qt's application; where Qt finds the screen dead, that is told and the program ends."""
    from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    def say(kind: QtMsgType, _: QMessageLogContext, message: str) -> None:
        if kind != QtMsgType.QtFatalMsg:
            print(message, file=sys.stderr)
            return
        print(tr("No window can open on this screen."), file=sys.stderr)
        print(tr("Does the screen that DISPLAY or WAYLAND_DISPLAY names run?"), file=sys.stderr)
        sys.stderr.flush()
        os._exit(3)  # Qt would end it as a crash

    qInstallMessageHandler(say)
    try:
        # Were the style set later, PySide would make its classes of styles for it.
        app = QApplication(["nightstand", "-style", "Fusion"])
        _translate(app)
        return app
    finally:
        qInstallMessageHandler(None)


def _translate(app: "QApplication") -> None:
    """Qt's own words, such as those of an editor's menu, in the language of ours."""
    from PySide6.QtCore import QLibraryInfo, QTranslator

    own, folder = QTranslator(app), QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    language = languages.chosen()
    if language in languages.NAMES and own.load(f"qtbase_{language}", folder):
        app.installTranslator(own)


def _missing(plugin: Path) -> Problem | None:
    """What a part of Qt lacks; it is loaded here a moment before Qt does so."""
    import ctypes  # a command needs none

    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return of_library(error) if plugin.exists() else None  # Qt names those it has
    return None


def ask_fcitx(environment: MutableMapping[str, str]) -> None:
    """Where fcitx is wanted, let Qt reach it by IBus's protocol, which fcitx answers too.

    The Qt we bring has no plugin of fcitx's; without one it would fall back to dead keys alone. A
    system's own Qt may have the plugin, so it is still asked first.
    """
    wanted = environment.get("QT_IM_MODULE", "")
    if wanted in ("fcitx", "fcitx5") and not environment.get("QT_IM_MODULES"):
        environment["QT_IM_MODULES"] = f"{wanted};ibus"
