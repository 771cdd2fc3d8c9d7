"""The three steps of an import: choose what to import, see what would come, see what came."""

from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.memory.imports import Imported, ImportUndone
from desktop_app.sessions.imports.entry import GUESSED, ImportKind
from desktop_app.sessions.imports.preview import ImportPreview
from desktop_app.sessions.imports.words import guessed_words, kind_words
from desktop_app.ui.conversation import import_words as words
from desktop_app.ui.conversation.import_months import MonthList
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button, CheckBox
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.folders import ask_file, ask_folder, tilde
from desktop_app.ui.parts.labels import Elided, Pill, section, surface, text
from desktop_app.words import tr


class ImportGiving(QWidget):
    """Where a file or folder is chosen or dropped."""

    given = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._dialog: QFileDialog | None = None
        self._place = surface("card")
        self._sign = QLabel()
        self._about = text(
            tr(
                "Everything goes into the day it is from. You see first what would come, and "
                "nothing is written before you say so."
            ),
            "body",
            "text2",
            wrap=True,
        )
        self._drop = text(tr("Drop a file or a folder here"), "section", wrap=True)
        self.file_button = Button(tr("Choose a file…"), "primary", "note")
        self.folder_button = Button(tr("Choose a folder…"), "plain", "folder")
        self.file_button.clicked.connect(self._ask_file)
        self.folder_button.clicked.connect(self._ask_folder)
        self._forms = text(
            tr(
                "The export of ChatGPT or Claude as it comes (a zip, or conversations.json), the "
                "JSON export of Day One, a folder of Markdown whose names or front matter have "
                "dates, an Obsidian vault. Of conversations what matters comes; notes come as "
                "they are."
            ),
            "meta",
            "text2",
            wrap=True,
        )
        self._build()
        theme().followed_by(self._measure)

    def set_busy(self, busy: bool) -> None:
        """While something is looked at."""
        for each in (self.file_button, self.folder_button):
            each.setEnabled(not busy)

    def _ask_file(self) -> None:
        names = "*.zip *.json *.md *.markdown"
        self._dialog = ask_file(self, tr("What to import"), names, self.given.emit)

    def _ask_folder(self) -> None:
        self._dialog = ask_folder(self, tr("What to import"), Path.home(), self.given.emit)

    def _build(self) -> None:
        buttons = QWidget()
        self._row = Flow(buttons)
        self._row.addWidget(self.file_button)
        self._row.addWidget(self.folder_button)
        head = in_row(self._sign, self._drop, grows=self._drop)
        self._inner = stacked(self._place, head, self._forms, buttons)
        self._head = head
        self._column = stacked(self, self._about, self._place)

    def _measure(self) -> None:
        px = theme().px
        self._inner.setContentsMargins(px(20), px(18), px(20), px(18))
        self._inner.setSpacing(px(12))
        self._head.setSpacing(px(10))
        self._column.setSpacing(px(16))
        self._row.setSpacing(px(8))
        self._sign.setPixmap(pixmap("folder-plus", "text2", 22, self.devicePixelRatioF()))


class ImportShown(QWidget):
    """What an import would bring, by kind and by month; each kind can be left out."""

    import_asked = Signal()
    change_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.preview: ImportPreview | None = None
        self._today = date.min
        self.boxes: dict[ImportKind, CheckBox] = {}
        self.name = Elided("", "strong")
        self.place = Elided("", "meta", "text2")
        self.change_button = Button(tr("Another…"))
        self.change_button.clicked.connect(self.change_asked)
        self._card = surface("card")
        self.counts = text("", "strong", wrap=True)
        self.months = MonthList()
        self.skipped = text("", "meta", "text2", wrap=True)
        self._skipped_title = section(tr("Skipped"))
        self.import_button = Button(tr("Import"), "primary", "folder-plus")
        self.import_button.clicked.connect(self.import_asked)
        self._build()
        theme().followed_by(self._measure)

    @property
    def chosen(self) -> tuple[ImportKind, ...]:
        """The kinds that are ticked."""
        return tuple(kind for kind, box in self.boxes.items() if box.isChecked())

    def show_preview(self, preview: ImportPreview, today: date) -> None:
        """Shows this one, with all that is new ticked."""
        self.preview, self._today = preview, today
        self.name.setText(preview.name)
        self.place.setText(tilde(preview.path))
        self._card.setParent(None)  # with the kinds of before
        self._card.deleteLater()
        self._card = surface("card")
        self._grid = QGridLayout(self._card)
        self.boxes = {}
        for kind in preview.kinds:
            self._add_kind(preview, kind)
        self._column.insertWidget(1, self._card)
        self.skipped.setText("\n".join(map(words.skipped, preview.skipped)))
        for each in (self.skipped, self._skipped_title):
            each.setVisible(bool(preview.skipped))
        self._count()
        self._measure()

    def set_busy(self, busy: bool) -> None:
        """While it is brought there is nothing to choose."""
        self._card.setEnabled(not busy)
        self.change_button.setEnabled(not busy)
        self.import_button.setVisible(not busy)

    @property
    def first(self) -> QWidget:
        """Where the keyboard goes."""
        return self.import_button if self.import_button.isEnabled() else self.change_button

    def _add_kind(self, preview: ImportPreview, kind: ImportKind) -> None:
        row, new = self._grid.rowCount(), preview.entries([kind])
        said = f"{kind_words(kind)}: {words.kind_count(preview, kind)}"
        box = CheckBox(said)
        box.setChecked(new > 0)
        box.setEnabled(new > 0)
        box.toggled.connect(self._count)
        self.boxes[kind] = box
        self._grid.addWidget(box, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(text(kind_words(kind), "ui", wrap=True), row, 1)
        counts = text(words.kind_count(preview, kind), "ui", "text2")
        self._grid.addWidget(counts, row, 3, Qt.AlignmentFlag.AlignRight)
        if kind in GUESSED:
            pill = Pill(tr("guessed"), "warn")
            pill.setToolTip(guessed_words())
            pill.setAccessibleName(guessed_words())
            self._grid.addWidget(pill, row, 2)
        self._grid.setColumnStretch(1, 1)

    def _count(self) -> None:
        preview = self.preview
        assert preview is not None
        chosen = self.chosen
        self.counts.setText(words.what_comes(preview, chosen, self._today))
        months = preview.months(chosen)
        self.months.show_months(months)
        self.months.setVisible(bool(months))
        self.import_button.setEnabled(bool(months))
        label = tr("Import %1").replace("%1", words.entries(preview.entries(chosen)))
        self.import_button.setText(label if months else tr("Import"))

    def _build(self) -> None:
        names = QVBoxLayout()
        names.setSpacing(1)
        names.addWidget(self.name)
        names.addWidget(self.place)
        head = in_row(names, self.change_button, grows=names)
        self._grid = QGridLayout(self._card)
        self._column = stacked(
            self, head, self._card, self.counts, self.months, self._skipped_title, self.skipped
        )
        foot = in_row(self.import_button, None)
        self._column.addLayout(foot)

    def _measure(self) -> None:
        px = theme().px
        self._column.setSpacing(px(12))
        self._grid.setContentsMargins(px(14), px(12), px(14), px(12))
        self._grid.setHorizontalSpacing(px(10))
        self._grid.setVerticalSpacing(px(8))


class ImportDone(QWidget):
    """What came, with its undo."""

    open_asked = Signal()
    undo_asked = Signal()
    another_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._icon = "check"
        self._sign = QLabel()
        self.title = text("", "section", wrap=True)
        self.detail = text("", "meta", "text2", wrap=True)
        self.open_button = Button(tr("Open the newest day"), "primary")
        self.undo_button = Button(tr("Undo"), "plain", "undo")
        self.another_button = Button(tr("Import something else"), "quiet")
        self.open_button.clicked.connect(self.open_asked)
        self.undo_button.clicked.connect(self.undo_asked)
        self.another_button.clicked.connect(self.another_asked)
        heads = QVBoxLayout()
        heads.setSpacing(2)
        heads.addWidget(self.title)
        heads.addWidget(self.detail)
        self._head = QHBoxLayout()
        self._head.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        self._head.addLayout(heads, 1)
        buttons = QWidget()
        self._row = Flow(buttons)
        for button in (self.open_button, self.undo_button, self.another_button):
            self._row.addWidget(button)
        self._column = stacked(self, self._head, buttons)
        theme().followed_by(self._measure)

    def show_imported(self, done: Imported) -> None:
        """It was written, or there was nothing to write."""
        self._say("check" if done.id else "info", words.imported(done), words.besides(done))
        self.undo_button.setEnabled(True)
        for button in (self.open_button, self.undo_button):
            button.setVisible(bool(done.id))

    def show_undone(self, taken: ImportUndone) -> None:
        """It was taken back."""
        self._say("undo", tr("Taken back"), words.undone(taken))
        for button in (self.open_button, self.undo_button):
            button.hide()

    @property
    def first(self) -> Button:
        """Where the keyboard goes."""
        return self.another_button if self.open_button.isHidden() else self.open_button

    def _say(self, icon: str, title: str, detail: str) -> None:
        self._icon = icon
        self.title.setText(title)
        self.detail.setText(detail)
        self.detail.setVisible(bool(detail))
        self._measure()

    def _measure(self) -> None:
        px = theme().px
        self._column.setSpacing(px(16))
        self._head.setSpacing(px(12))
        self._row.setSpacing(px(8))
        token = "ok" if self._icon == "check" else "text2"
        self._sign.setPixmap(pixmap(self._icon, token, 22, self.devicePixelRatioF()))
