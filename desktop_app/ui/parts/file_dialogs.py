"""The dialogs in which a person picks a folder or a file, or types a few words. Knows not what they
are for.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QFileInfo, Qt
from PySide6.QtGui import QAbstractFileIconProvider, QIcon
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLabel, QLineEdit, QToolButton, QWidget

from desktop_app.ui.look.icons import icon
from desktop_app.ui.look.theme import theme
from desktop_app.words import tr

# The dialog's own buttons, whose stock pictures are black on black in the dark.
_PICTURES = {
    "backButton": "arrow-left",
    "forwardButton": "arrow-right",
    "toParentButton": "chevron-up",
    "newFolderButton": "folder-plus",
}
_NEEDLESS = ("fileTypeLabel", "fileTypeCombo", "listModeButton", "detailModeButton")


class _Icons(QAbstractFileIconProvider):
    def __init__(self, folder: QIcon, file: QIcon) -> None:
        super().__init__()
        self._folder, self._file = folder, file

    def icon(self, what: QFileInfo | QAbstractFileIconProvider.IconType) -> QIcon:
        return self._file if isinstance(what, QFileInfo) and what.isFile() else self._folder


def ask_folder(
    parent: QWidget, title: str, start: Path, chosen: Callable[[str], object]
) -> QFileDialog:
    """Opens a folder dialog and calls `chosen(path)` if one is picked; returns at once.

    Qt's own dialog on every system: the native one may run a loop of its own inside ours.
    """
    dialog = QFileDialog(parent, title, str(start))
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    return _opened(dialog, tr("Choose this folder"), chosen)


def ask_file(
    parent: QWidget, title: str, names: str, chosen: Callable[[str], object]
) -> QFileDialog:
    """The same for a file; `names` are patterns such as `*.txt *.md`."""
    dialog = QFileDialog(parent, title, str(Path.home()))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilter(names)
    return _opened(dialog, tr("Open"), chosen)


def ask_words(
    parent: QWidget, question: str, words: str, answered: Callable[[str], object]
) -> QInputDialog:
    """Asks for a few words, `words` at first, and calls `answered(words)`; returns at once."""
    dialog = QInputDialog(parent.window())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setLabelText(question)
    dialog.setTextValue(words)
    dialog.textValueSelected.connect(lambda typed: answered(typed.strip()))
    label, field, px = dialog.findChild(QLabel), dialog.findChild(QLineEdit), theme().px
    label.setWordWrap(True)
    needed = field.fontMetrics().horizontalAdvance(words) + px(40)
    width = max(px(420), min(needed, parent.window().width() - px(60)))
    field.setMinimumWidth(width)  # the dialog itself is as its layout wants
    label.setMinimumHeight(label.heightForWidth(width))
    dialog.open()
    return dialog


def _opened(dialog: QFileDialog, word: str, chosen: Callable[[str], object]) -> QFileDialog:
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, word)
    _dress(dialog)
    dialog.fileSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def _dress(dialog: QFileDialog) -> None:
    provider = _Icons(icon("folder", "text", 18), icon("note", "text", 18))
    dialog.setIconProvider(provider)
    dialog.destroyed.connect(lambda: provider)  # the dialog does not keep it
    for name, picture in _PICTURES.items():
        if button := dialog.findChild(QToolButton, name):
            button.setIcon(icon(picture, "text", 18))
            button.setAccessibleName(button.toolTip())
    for name in _NEEDLESS:
        if part := dialog.findChild(QWidget, name):
            part.hide()
    dialog.resize(dialog.sizeHint().expandedTo(dialog.minimumSize()))
