"""The first page: open a folder, create a notebook, look at the sample. Knows no notebook.

It only asks, by signals; whoever opens notebooks answers with `show_problem` when it fails.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import ScrolledColumn, in_row, sized, stacked
from desktop_app.ui.parts.file_dialogs import ask_folder, ask_words
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Elided, Picture, breakable, section, text
from desktop_app.ui.parts.notices import Banner
from desktop_app.words import filled, tr

WIDTH = 520
MOST_RECENT = 4


class FirstRun(QFrame):
    """Greets, and asks for a notebook."""

    open_folder = Signal(str)
    make = Signal(str)
    sample = Signal()

    def __init__(self, recent: Sequence[str] = (), home: Path | None = None) -> None:
        """`recent` are folders opened lately; a new one is suggested in `home` (the person's)."""
        super().__init__()
        self._home = home or Path.home()
        self.setProperty("surface", "side")
        self.models = _said("", "meta", "text2")
        self.banner = Banner()
        self.open_button = BigButton("folder", tr("Open a folder"),
            tr("A notebook you already have, or a folder of Markdown notes"),
            lambda: ask_folder(self, tr("Open a notebook"), self._home, self._open))  # fmt: skip
        self.create_button = BigButton("plus", tr("Create a notebook"),
            tr("An empty one, in a folder of your choice"), self._ask_where)  # fmt: skip
        self.sample_button = BigButton("sparkle", tr("Look at the sample"),
            tr("A fortnight of notes to try everything on"), self.sample.emit)  # fmt: skip
        self.recent_buttons: list[BigButton] = []
        self._recent = stacked(None, gap=2)
        self._scroll = ScrolledColumn(WIDTH, (8, 16, 8, 16), gap=8)
        column = self._scroll.column
        column.addStretch(2)
        for part in (
            Picture("nightstand", "", 56),
            _said(tr("Welcome to Nightstand"), "big"),
            _said(tr("A calm home for memory kept as plain Markdown.\nNothing leaves this computer "
                     "unless you send it."), "body", "text2"),
            _said(tr("You and your AI agents write notes for each day. A dream reads them and\n"
                "proposes what memory should keep; you decide each line."), "meta", "text2"),
            self.banner, self.open_button, self.create_button, self.sample_button,
        ):  # fmt: skip
            column.addWidget(part)
        column.addLayout(self._recent)
        hint = tr("You can also drop a folder here. F1 opens the manual.")
        column.addWidget(_said(hint, "meta", "text3"))
        column.addWidget(self.models)
        column.addStretch(3)
        stacked(self, self._scroll)
        self.show_recent(recent)

    def show_recent(self, folders: Sequence[str]) -> None:
        self.recent_buttons = [
            BigButton("folder", Path(folder).name, tilde(folder), partial(self._open, folder),
                small=True)
            for folder in folders[:MOST_RECENT]
        ]  # fmt: skip
        heading = [sized(section(tr("Recent")), (2, 10, 0, 4))] if folders else []
        lines_in(self._recent, [*heading, *self.recent_buttons])

    def show_problem(self, message: str, hint: str = "", make: str = "") -> None:
        """Says in place why it did not work; `make` is a folder that could become a notebook."""
        act = lambda: self.make.emit(make)
        self.banner.say(message, hint, tr("Make it a notebook") if make else "", act=act)

    def show_found(self, folder: str, contents: Sequence[str]) -> None:
        """Says what was found in a folder that could become a notebook."""
        promise = tr("Your notes stay as they are. Only the small file %1 is added.")
        found = [tr("Notes found in %1", tilde(folder)), *contents]
        words = [*map(breakable, found), filled(promise, ".nightstand.toml")]
        act = lambda: self.make.emit(folder)
        self.banner.say("\n".join(words), word=tr("Use these notes"), tone="info", act=act)
        self._scroll.ensureWidgetVisible(self.banner)
        self.banner.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_models(self, words: str) -> None:
        self.models.setText(breakable(words))

    def _ask_where(self) -> None:
        self.banner.clear()
        make = lambda folder: self.make.emit(str(Path(folder).expanduser())) if folder else None
        where = tilde(str(self._home / "Memory"))
        ask_words(self, tr("Folder of the new notebook"), where, make)

    def _open(self, folder: str) -> None:
        self.banner.clear()
        self.open_folder.emit(folder)


def _said(words: str, role: str, tone: str = "text") -> QLabel:
    label = text(words, role, tone, wrap=True)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label


class BigButton(QPushButton):
    """One of a few choices that deserve a sentence each; `small` for rows of a list."""

    def __init__(
        self,
        icon: str,
        title: str,
        detail: str,
        act: Callable[[], object],
        *,
        small: bool = False,
    ) -> None:
        super().__init__()
        self._small = small
        self.clicked.connect(lambda: act())
        self.setProperty("kind", "big-small" if small else "big")
        self.setAutoDefault(True)  # Enter presses it, too
        self.setAccessibleName(title)
        self.setAccessibleDescription(detail)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        edge, token = (18, "text2") if small else (24, "accent")
        below = Elided(detail, "meta", "text2", Qt.TextElideMode.ElideMiddle)
        words = stacked(None, None, Elided(title, "strong"), below, None, gap=1)
        left, gap = (12, 12) if small else (18, 16)
        in_row(Picture(icon, token, edge), words, Picture("chevron-right", "text3", 16),
            grows=words, within=self, margins=(left, 0, 14, 0), gap=gap)  # fmt: skip
        for label in self.findChildren(QLabel):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(300), theme().px(48 if self._small else 64))
