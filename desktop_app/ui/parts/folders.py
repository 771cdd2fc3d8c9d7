"""Asking for a folder. Knows the dialog, not what the folder is for."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


def ask_folder(
    parent: QWidget, title: str, start: Path, chosen: Callable[[str], object]
) -> QFileDialog:
    """Opens a folder dialog and calls `chosen(path)` if one is picked; returns at once.

    Qt's own dialog on every system: the native one may run a loop of its own inside ours.
    """
    dialog = QFileDialog(parent, title, str(start))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.fileSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def tilde(folder: str) -> str:
    """A folder as a person would say it: below home it begins with `~`."""
    home, path = Path.home(), Path(folder)
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else folder
