"""Import, once: choose a file or folder, see what would come, bring it, take it back.

Knows its steps and what memory is asked; what an import is, is decided below the window.
"""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from desktop_app.sessions.imports.entry import GUESSED, ImportKind
from desktop_app.sessions.imports.preview import ImportPreview
from desktop_app.sessions.imports.reading import FORMS
from desktop_app.sessions.imports.words import (
    guessed_words,
    held_back_words,
    kind_words,
    known_words,
    nothing_words,
    stays_words,
)
from desktop_app.ui.conversation import words
from desktop_app.ui.conversation.sheet import CheckList, TalkSheet, buttons, step_of
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import in_row, sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.folders import ask_file, ask_folder, tilde
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Elided, section, surface, text
from desktop_app.ui.parts.running import Running
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory.imports import Imported, ImportUndone


class Importing(TalkSheet):
    """Three steps, one shown at a time: `giving`, `shown`, `result`."""

    def __init__(self, jobs: "Jobs", actions: Actions, _get: Callable[[str], Any]) -> None:
        header = Header(actions, tr("Import"), tr("From another program, once"))
        running = Running(tr("An import is under way"), tr("Reading"))
        super().__init__(jobs, "import", header, running)
        self.preview: ImportPreview | None = None
        self.giving, self.shown = self._make_giving(), self._make_shown()
        self.set_steps({self.giving: self.file_button, self.shown: self.kinds})

    def _make_giving(self) -> QWidget:
        about = tr(
            "Everything goes into the day it is from. You see first what would come, and "
            "nothing is written before you say so."
        )
        how = tr(
            "A note has its date in its name, its folders, its front matter or its program. Of "
            "conversations what matters comes; notes come as they are."
        )
        forms = f"{FORMS} {how}"
        names = "*.zip *.json *.jsonl *.jex *.bear2bk *.textpack *.html *.md *.markdown"
        what, home = tr("What to import"), Path.home()
        self.file_button = Button(tr("Choose a file…"), "primary", "note")
        self.folder_button = Button(tr("Choose a folder…"), "plain", "folder")
        self.file_button.clicked.connect(lambda: ask_file(self, what, names, self.take))
        self.folder_button.clicked.connect(lambda: ask_folder(self, what, home, self.take))
        place, title = surface("card"), text(tr("Drop a file or a folder here"), "section")
        place.setAccessibleName(title.text())
        parts = (title, text(forms, "meta", "text2", wrap=True))
        foot = buttons(self.file_button, self.folder_button)
        sized(stacked(place, *parts, foot), (16, 14, 16, 14), 8)
        return step_of(16, text(about, "body", "text2", wrap=True), place, None)

    def _make_shown(self) -> QWidget:
        """What an import would bring, by kind; each kind can be left out."""
        self.name, self.place = Elided("", "strong"), Elided("", "meta", "text2")
        self.change_button = Button(tr("Another…"), act=self.begin_anew)
        self.kinds = CheckList(tr("What to import"))
        self.kinds.itemChanged.connect(lambda _item: self._count())
        self.counts = text("", "strong", wrap=True)
        self.skipped_title, self.skipped = (
            section(tr("Skipped")),
            text("", "meta", "text2", wrap=True),
        )
        self.import_button = Button(tr("Import"), "primary", "folder-plus", act=self._bring)
        self.kinds.entered.connect(self.import_button.click)
        names = QWidget()
        stacked(names, self.name, self.place)
        head = in_row(names, self.change_button, grows=names)
        told = (self.kinds, self.counts, self.skipped_title, self.skipped)
        return step_of(12, head, *told, in_row(self.import_button, None), grows=self.kinds)

    # -- what would come ------------------------------------------------------------------------

    def take(self, path: str) -> None:
        if not self.busy:
            self.begin_anew()
            self.start(
                lambda memory, report: memory.imports.look(path, report=report), self.show_preview
            )

    def show_preview(self, preview: ImportPreview) -> None:
        """Shows this one, with all that is new ticked."""
        self.preview = preview
        self.name.setText(preview.name)
        self.place.setText(tilde(preview.path))
        self.kinds.clear()
        for kind in preview.kinds:
            new = preview.entries([kind])
            counts = tr("%1 new").replace("%1", f"{new:,}")
            if known := preview.known.get(kind, 0):
                counts = tr("%1, %2 in the notebook already").replace("%1", counts)
                counts = counts.replace("%2", f"{known:,}")
            guessed = f" · {guessed_words()}" if kind in GUESSED else ""
            self.kinds.add(f"{kind_words(kind)}: {counts}{guessed}", new > 0, can=new > 0)
        self.skipped.setText("\n".join(map(words.skipped, preview.skipped)))
        for each in (self.skipped, self.skipped_title):
            each.setVisible(bool(preview.skipped))
        self._count()
        self.show_step(self.shown)
        self.announce(f"{preview.name}. {self.counts.text()}")

    @property
    def chosen(self) -> tuple[ImportKind, ...]:
        """The kinds that are ticked."""
        kinds = self.preview.kinds if self.preview else ()
        ticked = self.kinds.checked()
        return tuple(kind for kind, on in zip(kinds, ticked, strict=False) if on)

    def _count(self) -> None:
        preview, chosen = self.preview, self.chosen
        if preview is not None:
            today = self._memory.today() if self._memory else date.min
            self.counts.setText(words.what_comes(preview, chosen, today))
            count = preview.entries(chosen)
            label = tr("Import %1").replace("%1", words.entries(count))
            self.import_button.setText(label if count else tr("Import"))
            self.import_button.setEnabled(count > 0)

    # -- bringing it ----------------------------------------------------------------------------

    def _bring(self) -> None:
        preview, chosen = self.preview, self.chosen
        if preview is not None:
            self.about_to_write.emit()
            self.start(
                lambda memory, report: memory.imports.write(preview, chosen, report=report),
                self._imported,
            )

    def _imported(self, done: "Imported") -> None:
        told = ((known_words, done.known), (nothing_words, done.nothing),
                (held_back_words, done.held_back))  # fmt: skip
        besides = " ".join(said(count) for said, count in told if count)
        if not done.id:
            self.say(tr("Nothing was new, so nothing was written"), besides)
            return
        title = tr("Imported: %1").replace("%1", words.entries(done.entries, len(done.days)))
        added = words.AddedTalk(self.name.text(), title, done.paths[-1], 0)
        back = lambda memory: memory.imports.undo(done.id)  # noqa: E731
        self.tell_added(added, back, besides, tr("Open the newest day"))

    def back_words(self, answer: "ImportUndone") -> str:
        days = counted("{count} day is", "{count} days are", len(answer.paths))
        told = tr("%1 as before the import.").replace("%1", days)
        return f"{told} {stays_words(answer.conflicts)}" if answer.conflicts else told
