"""The first page: open a folder, create a notebook, look at the sample. Knows no notebook.

It only asks, by signals; whoever opens notebooks answers with `show_problem` when it fails.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.conversation.talk_files import is_talk
from desktop_app.ui.look.icons import emblem, pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.folders import ask_folder, tilde
from desktop_app.ui.parts.labels import Elided, breakable, restyle, section, text
from desktop_app.ui.parts.notices import Banner, announce
from desktop_app.words import tr

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
        self._folder_to_make = ""
        self._talk: str | None = None  # a conversation waits for a notebook; its file, if any
        self.setProperty("surface", "side")
        self.setAcceptDrops(True)
        self._picture = QLabel()
        self.models = text("", "meta", "text2", wrap=True)
        self.models.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.banner = Banner()
        self.banner.acted.connect(self._make_it_one)
        self.found_card = FoundCard()
        self.found_card.taken.connect(self._make_it_one)
        self.open_button = BigButton(
            "folder", tr("Open a folder"),
            tr("A notebook you already have, or a folder of Markdown notes"))  # fmt: skip
        self.create_button = BigButton(
            "plus", tr("Create a notebook"),
            tr("An empty one, in a folder of your choice"))  # fmt: skip
        self.sample_button = BigButton(
            "sparkle", tr("Look at the sample"),
            tr("A fortnight of notes to try everything on"))  # fmt: skip
        self.talk_button = BigButton(
            "conversation", tr("Begin with a conversation"),
            tr("A new notebook whose first day is what you told an assistant"))  # fmt: skip
        self.open_button.clicked.connect(self._ask_open)
        self.create_button.clicked.connect(self._show_form)
        self.talk_button.clicked.connect(self._begin_with_talk)
        self.sample_button.clicked.connect(self.sample)
        self._form = self._make_form()
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        self.recent_buttons: list[BigButton] = []
        self._build()
        self.show_recent(recent)
        theme().followed_by(self._measure)

    def show_recent(self, folders: Sequence[str]) -> None:
        """Notebooks opened lately, the latest first."""
        while item := self._recent.takeAt(0):
            if item.widget():
                item.widget().deleteLater()
        self.recent_buttons = []
        if not folders:
            return
        heading = section(tr("Recent"))
        heading.setContentsMargins(2, theme().px(14), 0, theme().px(4))
        self._recent.addWidget(heading)
        for folder in folders[:MOST_RECENT]:
            button = BigButton("folder", Path(folder).name, tilde(folder), small=True)
            button.clicked.connect(lambda _checked, folder=folder: self._go_on(folder))
            self._recent.addWidget(button)
            self.recent_buttons.append(button)

    def show_problem(self, message: str, hint: str = "", make: str = "") -> None:
        """Says in place why it did not work; `make` is a folder that could become a notebook."""
        self.clear()
        self._folder_to_make = make
        self.banner.say(message, hint, tr("Make it a notebook") if make else "")

    def show_found(self, folder: str, contents: Sequence[str]) -> None:
        """Says what was found in a folder that could become a notebook."""
        self.clear()
        self._folder_to_make = folder
        self.found_card.show_found(tilde(folder), contents)
        self._form.hide()
        self._scroll.ensureWidgetVisible(self.found_card)
        self.found_card.take_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def clear(self) -> None:
        """Nothing is left to be said of the folder before."""
        self.banner.clear()
        self.found_card.hide()

    def show_models(self, words: str) -> None:
        """Says in a sentence whether there is a model that could dream."""
        self.models.setText(breakable(words))

    def take_talk(self) -> str | None:
        """The conversation that was to begin the notebook, once: its file, "" for one to be pasted,
        None when nobody asked for that."""
        talk, self._talk = self._talk, None
        return talk

    def _build(self) -> None:
        greeting = text(tr("Welcome to Nightstand"), "big")
        about = text(
            tr("A calm home for memory kept as plain Markdown.\nNothing leaves this computer."),
            "body",
            "text2",
            wrap=True,
        )
        about.setAlignment(Qt.AlignmentFlag.AlignCenter)
        hint = text(
            tr("You can also drop a folder or a conversation here. F1 opens the manual."),
            "meta",
            "text3",
            wrap=True,
        )
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.addStretch(2)
        for words in (self._picture, greeting):
            self._column.addWidget(words, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addWidget(about)
        self._column.addSpacing(8)
        parts = (self.banner, self.found_card, self.open_button, self.create_button, self._form)
        for part in parts:
            self._column.addWidget(part)
        self._column.addWidget(self.talk_button)
        self._column.addWidget(self.sample_button)
        self._column.addLayout(self._recent)
        self._column.addSpacing(4)
        self._column.addWidget(hint)
        self._column.addWidget(self.models)
        self._column.addStretch(3)
        room = QWidget()
        room.setProperty("clear", "true")
        across = QHBoxLayout(room)
        across.addStretch()
        across.addWidget(self._body)
        across.addStretch()
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(room)
        stacked(self, self._scroll)

    def _make_form(self) -> QFrame:
        form = QFrame()
        form.setProperty("surface", "card")
        self.where = QLineEdit(tilde(str(self._home / "Memory")))
        self.where.setAccessibleName(tr("Folder of the new notebook"))
        self.where.returnPressed.connect(self._create)
        self.choose_button = Button(tr("Choose…"))
        self.choose_button.clicked.connect(self._ask_where)
        self.make_button = Button(tr("Create"), "primary")
        self.make_button.clicked.connect(self._create)
        row = QHBoxLayout(form)
        row.setContentsMargins(12, 12, 12, 12)
        row.setSpacing(8)
        row.addWidget(self.where, 1)
        row.addWidget(self.choose_button)
        row.addWidget(self.make_button)
        form.hide()
        return form

    def _begin_with_talk(self) -> None:
        self._show_form(talk="")

    def _show_form(self, _checked: bool = False, *, talk: str | None = None) -> None:
        self._talk = talk
        self.clear()
        if talk is not None:
            name = f"“{Path(talk).name}”" if talk else tr("the conversation")
            words = tr("Choose where the notebook will be; then %1 is next.")
            self.banner.say(words.replace("%1", name), tone="info")
        self._form.show()
        self._scroll.ensureWidgetVisible(self._form)
        self.where.setFocus(Qt.FocusReason.OtherFocusReason)
        self.where.selectAll()

    def _create(self) -> None:
        if folder := self.where.text().strip():
            self.clear()
            self.make.emit(str(Path(folder).expanduser()))

    def _open(self, folder: str) -> None:
        self.clear()
        self.open_folder.emit(folder)

    def _go_on(self, folder: str) -> None:
        """Opens a notebook of lately; the conversation was meant for a new one and is dropped."""
        self._talk = None
        self._open(folder)

    def _make_it_one(self) -> None:
        self.clear()
        self.make.emit(self._folder_to_make)

    def _ask_open(self) -> None:
        ask_folder(self, tr("Open a notebook"), self._home, self._open)

    def _ask_where(self) -> None:
        chosen = lambda folder: self.where.setText(tilde(folder))  # noqa: E731
        ask_folder(self, tr("Where the notebook will be"), self._home, chosen)

    def _measure(self) -> None:
        px = theme().px
        self._fit()
        self._column.setContentsMargins(px(8), px(24), px(8), px(24))
        self._column.setSpacing(px(10))
        self._picture.setPixmap(emblem(px(76), self.devicePixelRatioF()))

    def _fit(self) -> None:
        """As wide as it is meant to be, or as the window lets it."""
        px = theme().px
        self._body.setFixedWidth(max(px(240), min(px(WIDTH), self.width() - px(32))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self._form.isHidden():
            self._talk = None  # the conversation is not to begin a notebook after all
            self._form.hide()
            self.clear()
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
            restyle(self, surface="win")

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        restyle(self, surface="side")
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        restyle(self, surface="side")
        folders = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if not folders:
            return
        event.acceptProposedAction()
        if is_talk(folders[0]) and Path(folders[0]).is_file():
            self._show_form(talk=folders[0])
        else:
            self._open(folders[0])


class BigButton(QPushButton):
    """One of a few choices that deserve a sentence each; `small` for rows of a list."""

    def __init__(self, icon: str, title: str, detail: str, *, small: bool = False) -> None:
        super().__init__()
        self._icon, self._small = icon, small
        self.setProperty("kind", "big-small" if small else "big")
        self.setAutoDefault(True)  # Enter presses it, too
        self.setAccessibleName(title)
        self.setAccessibleDescription(detail)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._picture, self._arrow = QLabel(), QLabel()
        mode = Qt.TextElideMode.ElideMiddle
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch()
        words.addWidget(Elided(title, "strong"))
        words.addWidget(Elided(detail, "meta", "text2", mode))
        words.addStretch()
        self._row = in_row(self._picture, words, self._arrow, grows=words, within=self)
        for label in self.findChildren(QLabel):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme().followed_by(self._measure)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(300), theme().px(48 if self._small else 64))

    def _measure(self) -> None:
        px, ratio = theme().px, self.devicePixelRatioF()
        edge, token = (18, "text2") if self._small else (24, "accent")
        self._picture.setPixmap(pixmap(self._icon, token, edge, ratio))
        self._arrow.setPixmap(pixmap("chevron-right", "text3", 16, ratio))
        self._row.setContentsMargins(px(12 if self._small else 18), 0, px(14), 0)
        self._row.setSpacing(px(12 if self._small else 16))
        self.updateGeometry()


class FoundCard(QFrame):
    """A card with what was found, a button to take it as it is, and one to leave it."""

    taken = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self._title = text("", "strong", wrap=True)
        self._contents = text("", "body", "text2", wrap=True)
        self._promise = text(
            tr("Your notes stay as they are. Only the small file %1 is added.").replace(
                "%1", ".nightstand.toml"
            ),
            "meta",
            "text2",
            wrap=True,
        )
        self.take_button = Button(tr("Use these notes"), "primary")
        self.take_button.clicked.connect(self.taken)
        self.leave_button = Button(tr("Not now"))
        self.leave_button.clicked.connect(self.hide)
        buttons = QWidget()
        row = Flow(buttons)
        row.setSpacing(theme().px(8))
        row.addWidget(self.take_button)
        row.addWidget(self.leave_button)
        self._column = stacked(self, self._title, self._contents, self._promise, buttons)
        theme().followed_by(self._measure)
        self.hide()

    @property
    def words(self) -> str:
        """What it says was found."""
        return self._contents.text().replace("\u200b", "")

    def show_found(self, folder: str, contents: Sequence[str]) -> None:
        """Say what lies in a folder, a sentence a line."""
        self._title.setText(breakable(tr("Notes found in %1").replace("%1", folder)))
        self._contents.setText("\n".join(map(breakable, contents)))
        self.show()
        announce(self, f"{self._title.text()}. {' '.join(contents)}")

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(16), px(14), px(16), px(14))
        self._column.setSpacing(px(8))
