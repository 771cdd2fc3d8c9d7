"""What comes in from elsewhere: a conversation, of which lines are added to today, or an export of
another program, written into its days. Both are shown before, and can be taken back.

Knows what memory is asked, not how conversations and exports are read.
"""

from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from desktop_app.dreams.engine_choice import engine_of
from desktop_app.dreams.flush import Flushed
from desktop_app.dreams.proposal import Why
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.language.gate.masked import without_secrets
from desktop_app.memory import Memory
from desktop_app.sessions.imports.entry import (
    FORMS,
    ImportKind,
    ImportPreview,
    besides,
    stays_words,
)
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.conversation.check_list import CheckList
from desktop_app.ui.conversation.given import Drafted, read_file, read_text
from desktop_app.ui.page import Page
from desktop_app.ui.parts.boxes import ScrolledColumn, in_row, stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.fields import PlainField
from desktop_app.ui.parts.file_dialogs import ask_file, ask_folder
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Elided, text
from desktop_app.ui.parts.notices import Banner, announce
from desktop_app.ui.parts.running import Running
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import counted, headed, spoken, together, tr

if TYPE_CHECKING:
    from desktop_app.memory.imports import Imported

A = TypeVar("A")
_NAMES = "*.jsonl *.ndjson *.json *.txt *.text *.md *.markdown *.zip"
_MOST_LEFT = 50  # lines that were left out, with a box of their own
_EXAMPLE = tr(
    "Paste a conversation here, or drop a file.\n\n"
    "User: The boat is in the yard until March.\n"
    "Assistant: Noted: in the yard until March."
)


class BringSheet(QFrame):
    """Something is given; then what would come of it is shown, chosen from, and written."""

    closed = Signal()  # the conversations are to be shown again
    stepped = Signal(str)  # what is under way, in words

    def __init__(self, page: Page, save: Callable[[], object]) -> None:
        """`save` what is typed elsewhere."""
        super().__init__()
        self.page, self.jobs, self._save = page, page.jobs, save
        self._act: Callable[[], None] = lambda: None  # what the form is for
        self._tally: Callable[[], tuple[str, int]]  # the word on its button, and how much is ticked
        self._back: Callable[[Memory], str] | None = None  # takes back what came last
        self._place: tuple[str, int] = ("", 0)  # of what came last
        self.setProperty("surface", "doc")
        header = Header(page.registry, tr("Add a conversation"), tr("Or import from elsewhere"))
        self.banner = Banner()
        self.running = Running(tr("What was given is looked through"), tr("Reading"))
        header.add(IconButton("cross", tr("Back to the conversations"), act=self.closed))
        scroll = ScrolledColumn(720, (24, 20, 24, 20), self.banner, gap=12)
        self.giving, self.shown = self._make_giving(), self._make_shown()
        for step in (self.giving, self.shown):
            scroll.column.addWidget(step, 1)
        scroll.column.addWidget(self.running)
        stacked(self, header, scroll, grows=scroll)
        self.unsent = Unsent(self.jobs, "conversation", self.field)
        self.stepped.connect(self.running.say)
        self.running.cancel_asked.connect(self.cancel)
        self.begin_anew()

    def _make_giving(self) -> QWidget:
        about = tr(
            "What was said in it and is worth keeping becomes a few lines in today; an export goes "
            "into the days that it is from. You see first what would come."
        )
        talks = tr(
            "Text with speakers (“User: …”, “用户：…”), JSON lines and transcripts of Claude Code, "
            "OpenClaw and their like are conversations."
        )
        self.field = PlainField(tr("Conversation"), _EXAMPLE)
        self.field.entered.connect(self._read_typed)
        self.read_button = Button(tr("Find what matters"), "primary", act=self._read_typed)
        self.field.textChanged.connect(self._typed)
        self._typed()
        ask = lambda: ask_file(self, tr("Open a conversation or an export"), _NAMES, self.take)
        self.file_button = Button(tr("Open a file…"), "plain", "note", act=ask)
        ask = lambda: ask_folder(self, tr("What to import"), Path.home(), self.take)
        folder = Button(tr("Open a folder…"), "plain", "folder", act=ask)
        step, forms = QWidget(), text(together(talks, FORMS), "meta", "text3", wrap=True)
        row = in_row(self.read_button, self.file_button, folder, None)
        stacked(step, text(about, "body", "text2", wrap=True), self.field, forms, row,
            grows=self.field, gap=12)  # fmt: skip
        return step

    def _make_shown(self) -> QWidget:
        self.name, self.told = Elided("", "strong"), text("", "meta", "text2", wrap=True)
        self.change_button = Button(tr("Another…"), act=self.begin_anew)
        self.lines = CheckList(tr("Lines to choose from"))
        self.lines.itemChanged.connect(lambda _item: self._count())
        self.act_button = Button("", "primary", act=lambda: self._act())
        self.lines.entered.connect(self.act_button.click)
        words = stacked(None, self.name, self.told)
        head, step = in_row(words, self.change_button, grows=words), QWidget()
        foot = in_row(self.act_button, None)
        stacked(step, head, self.lines, foot, grows=self.lines, gap=12)
        return step

    def show_notebook(self, memory: Memory) -> None:
        self.cancel()
        self._back = None
        self.running.show_running(False)
        self.begin_anew()
        self.unsent.show_notebook(memory)

    def begin_anew(self) -> None:
        self.banner.clear()
        self._show_step(self.giving)

    @property
    def busy(self) -> bool:
        return self.jobs.running("bring")

    @property
    def step(self) -> QWidget:
        return self.giving if self.shown.isHidden() else self.shown

    @property
    def first(self) -> QWidget:
        """Where one goes on by key."""
        if self.busy:
            return self.running.cancel_button
        return self.field if self.step is self.giving else self.lines

    def _show_step(self, step: QWidget) -> None:
        now = QApplication.focusWidget()
        had = now is not None and self.isAncestorOf(now)
        for each in (self.giving, self.shown):
            each.setVisible(each is step)
            each.setEnabled(not self.busy)
        self.running.show_running(self.busy)
        if had:
            self.first.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- giving it ------------------------------------------------------------------------------

    def take(self, path: str) -> None:
        """A file or folder was dropped or chosen."""
        self._look(read_file, path)

    def take_text(self, words: str) -> None:
        self._look(read_text, words)

    def _look(self, read: Callable[..., Awaitable[ImportPreview | Drafted]], what: str) -> None:
        if not self.busy:
            self.begin_anew()
            engine = engine_of(self.page.settings.get)
            work = lambda memory, report: read(memory, what, engine, report)
            self._start(work, self._show_found)

    def _read_typed(self) -> None:
        if words := self.field.toPlainText().strip():
            self.take_text(words)

    def _typed(self) -> None:
        self.read_button.setDisabled(self.field.document().isEmpty())

    # -- choosing from it -----------------------------------------------------------------------

    def _show_found(self, found: ImportPreview | Drafted) -> None:
        self.lines.clear()
        if isinstance(found, Drafted):
            self._show_draft(found)
        else:
            self._show_import(found)
        if boxes := self.lines.boxes():
            self.lines.setCurrentItem(boxes[0])
        self._count()
        self._show_step(self.shown)
        if self.isVisible():
            announce(self, spoken(self.name.text(), self.told.text()))
        else:
            self.page.toast(tr("A conversation is ready: choose what to add."))

    def _show_draft(self, found: Drafted) -> None:
        """The lines of the draft, ticked; what was left out of it stands below, unticked."""
        path, talk, known, draft, model = found
        self.name.setText(PurePath(path).name or tr("Pasted text"))
        by = in_words.written_by(draft, model) if draft.text else draft.reason
        self.told.setText(" · ".join(filter(None, (in_words.what_is_there(talk, known), by))))
        drafted, left = draft.text.split("\n") if draft.text else [], draft.left_out[:_MOST_LEFT]
        for line in filter(str.strip, drafted):
            self.lines.add(line.removeprefix("- "), True)
        if left:
            self.lines.say(tr("Left out"), heads=True)
        order, secret = tr("It gives an order to an agent."), tr("It looks like a secret.")
        for each in left:
            shown = without_secrets(each.text.removeprefix("- "))
            self.lines.add(f"{shown}\n{order if each.why == Why.ORDER else secret}", False)

        def tally() -> tuple[str, int]:
            count = sum(self.lines.checked())
            return tr("Add %1 to today", in_words.lines(count)), count

        def add() -> None:
            ticked = iter(self.lines.checked())
            kept = [line for line in drafted if not line.strip() or next(ticked)]
            kept += [each.text for each in left if next(ticked)]
            chosen = "\n".join(kept).strip("\n")
            self._save()
            self.page.change(
                lambda memory: memory.sessions.write(draft, "session", text=chosen),
                lambda flushed: self._added(found, flushed),
                self.tell,
            )

        self._act, self._tally = add, tally

    def _added(self, found: Drafted, flushed: Flushed) -> None:
        if not found.path:  # else the field has other words
            self.field.clear()
            self.unsent.keep()
        self.begin_anew()
        if flushed.path is None:
            self.say(together(flushed.reason, tr("The day stays as it is.")))
            return

        def back(memory: Memory) -> str:
            memory.sessions.take_back(flushed)
            return tr("The lines are removed from the day. The messages can be saved again.")

        self._place = flushed.path, flushed.line
        self.say(f"{tr('Added to today')} · {in_words.written_by(flushed, found.model)}", back)

    def _show_import(self, found: ImportPreview) -> None:
        """What would come, by kind, with all that is new ticked; what is skipped stands below."""
        self.name.setText(found.name)
        for kind in found.kinds:
            new = found.entries([kind])
            counts = tr("%1 new", f"{new:,}")
            if known := found.known.get(kind, 0):
                counts = tr("%1, %2 in the notebook already", counts, f"{known:,}")
            ticked = new > 0 and kind in found.usual
            self.lines.add(headed(kind.in_words, counts), ticked, can=new > 0)
        if found.skipped:
            self.lines.say(tr("Skipped"), heads=True)
        for each in found.skipped:
            self.lines.say(in_words.skipped(*each))
        today = self.page.memory.today() if self.page.memory else date.today()

        def chosen() -> list[ImportKind]:
            ticked = zip(found.kinds, self.lines.checked(), strict=True)
            return [kind for kind, on in ticked if on]

        def tally() -> tuple[str, int]:
            self.told.setText(in_words.what_comes(found, chosen(), today))
            count = found.entries(chosen())
            return tr("Import %1", in_words.entries(count)) if count else tr("Import"), count

        def bring() -> None:
            kinds = chosen()
            self._save()
            self._start(
                lambda memory, report: memory.imports.write(found, kinds, report=report),
                self._imported,
            )

        self._act, self._tally = bring, tally

    def _imported(self, done: "Imported") -> None:
        words = together(*besides(done.known, done.nothing, done.held_back))
        self.begin_anew()
        if not done.id:
            self.say(together(tr("Nothing was new, so nothing was written"), words))
            return

        def back(memory: Memory) -> str:
            undone = memory.imports.undo(done.id)
            days = counted("{count} day is", "{count} days are", len(undone.paths))
            told = tr("%1 as before the import.", days)
            return together(told, stays_words(undone.conflicts) if undone.conflicts else "")

        where = tr("Imported: %1", in_words.entries(done.entries, len(done.days)))
        self._place = done.paths[-1], 0
        self.say(" · ".join(filter(None, (where, words))), back)

    def _count(self) -> None:
        word, count = self._tally()
        self.act_button.setText(word)
        self.act_button.setEnabled(count > 0)

    # -- doing it -------------------------------------------------------------------------------

    def _start(
        self, work: Callable[[Memory, Report], Awaitable[A]], done: Callable[[A], None]
    ) -> None:
        """Something long begins. Nothing is said of it once another notebook is open."""
        if (memory := self.page.memory) is None:
            return

        def end(then: Callable[..., None], *told: object) -> None:
            if memory is self.page.memory:
                self._show_step(self.step)
                then(*told)

        self.banner.clear()
        self.jobs.start(
            "bring",
            lambda report: work(memory, report),
            done=lambda answer: end(done, answer),
            failed=lambda problem: end(self.tell, problem),
            cancelled=lambda: end(self.say, tr("Cancelled. Nothing was written.")),
            step=self.stepped.emit,
        )
        self._show_step(self.step)

    def cancel(self) -> None:
        self.jobs.cancel("bring")

    def undo(self) -> None:
        if (back := self._back) is not None:
            said = lambda words: self.say(tr("Undone. %1", words))
            self._save()
            self.page.change(back, said, lambda problem: self.tell(problem, back))

    def say(
        self, words: str, back: Callable[[Memory], str] | None = None, *, tone: str = "info"
    ) -> None:
        self._back, place = back, self._place
        leads, undo = (lambda: self.page.opened.emit(*place), self.undo) if back else (None, None)
        self.banner.tell(words, tone, leads, undo)
        if not self.isVisible():
            self.page.toast(words, tr("Undo") if back else "", undo)

    def tell(self, problem: Problem, back: Callable[[Memory], str] | None = None) -> None:
        self.say(together(problem.message, problem.hint), back, tone="warn")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
