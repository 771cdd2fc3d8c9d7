"""An import from another program: looked through, chosen from, written into the days, taken back.

Knows what memory is asked, not how exports are read.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop_app.sessions.imports.entry import GUESSED, ImportKind, ImportPreview
from desktop_app.sessions.imports.outcome_words import besides, guessed_words, stays_words
from desktop_app.sessions.imports.reading import FORMS
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.conversation.bring_sheet import BringSheet
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.file_dialogs import ask_file, ask_folder
from desktop_app.words import counted, headed, together, tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.memory.imports import Imported

_NAMES = "*.zip *.json *.jsonl *.jex *.bear2bk *.textpack *.html *.md *.markdown"


class ImportSheet(BringSheet):
    """The way of what another program exported into its days."""

    words = (
        tr("Import"), tr("From another program, once"),
        tr("Everything goes into the day it is from. You see first what would come, and "
            "nothing is written before you say so."),
        together(FORMS, tr("The date of a note is taken from its name, its folders, its first "
                           "lines or the program it is from. Of a conversation, only what "
                           "matters is imported; notes are imported whole."))
    )  # fmt: skip

    _preview: ImportPreview | None = None

    def make_fields(self) -> tuple[list[QWidget], list[Button]]:
        ask = lambda: ask_folder(self, tr("What to import"), Path.home(), self.take)
        folder = Button(tr("Open a folder…"), "plain", "folder", act=ask)
        return [], [self.file_button, folder]

    def take(self, path: str) -> None:
        if not self.busy:
            self.begin_anew()
            self.start(
                lambda memory, report: memory.imports.look(path, report=report), self._show_import
            )

    def ask_file(self) -> None:
        ask_file(self, tr("What to import"), _NAMES, self.take)

    def _show_import(self, preview: ImportPreview) -> None:
        """What would come, by kind, with all that is new ticked; what is skipped stands below."""
        self._preview = preview
        self.fill(preview.name, preview.path, "", self._import)
        for kind in preview.kinds:
            new = preview.entries([kind])
            counts = tr("%1 new", f"{new:,}")
            if known := preview.known.get(kind, 0):
                counts = tr("%1, %2 in the notebook already", counts, f"{known:,}")
            guessed = f" · {guessed_words()}" if kind in GUESSED else ""
            ticked = new > 0 and kind in preview.usual
            self.lines.add(headed(kind.in_words, counts + guessed), ticked, can=new > 0)
        if preview.skipped:
            self.lines.say(tr("Skipped"))
        for each in preview.skipped:
            self.lines.say(in_words.skipped(*each))
        self.count()
        self.show_step(self.shown)
        self.call()

    @property
    def kinds(self) -> tuple[ImportKind, ...]:
        """The kinds that are ticked."""
        kinds = self._preview.kinds if self._preview else ()
        return tuple(kind for kind, on in zip(kinds, self.lines.checked(), strict=True) if on)

    def _import(self) -> None:
        if (preview := self._preview) is not None:
            kinds = self.kinds
            self.save()
            self.start(
                lambda memory, report: memory.imports.write(preview, kinds, report=report),
                self._imported,
            )

    def _imported(self, done: "Imported") -> None:
        words = together(*besides(done.known, done.nothing, done.held_back))
        if not done.id:
            self.say(together(tr("Nothing was new, so nothing was written"), words))
            return

        def back(memory: "Memory") -> str:
            undone = memory.imports.undo(done.id)
            days = counted("{count} day is", "{count} days are", len(undone.paths))
            told = tr("%1 as before the import.", days)
            return together(told, stays_words(undone.conflicts) if undone.conflicts else "")

        where = tr("Imported: %1", in_words.entries(done.entries, len(done.days)))
        self.place = done.paths[-1], 0
        self.begin_anew()
        self.say(" · ".join(filter(None, (where, words))), back)

    def tally(self) -> tuple[str, int]:
        kinds, preview = self.kinds, self._preview
        today = self.page.memory.today()
        self.told.setText(in_words.what_comes(preview, kinds, today))
        count = preview.entries(kinds)
        return tr("Import %1", in_words.entries(count)) if count else tr("Import"), count
