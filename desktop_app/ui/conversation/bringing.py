"""What comes in from elsewhere: a conversation that is pasted or opened, or an import. It is given,
shown, chosen from, written into the days, and taken back.

Knows its two steps and what memory is asked; how conversations and exports are read is decided
below the window.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app import dates
from desktop_app.dreams.engine_choice import engine_of
from desktop_app.dreams.proposal import Why
from desktop_app.errors import Problem
from desktop_app.language.gate.masked import without_secrets
from desktop_app.sessions.imports.entry import GUESSED, ImportKind, ImportPreview
from desktop_app.sessions.imports.given import SUFFIXES
from desktop_app.sessions.imports.outcome_words import besides, guessed_words, stays_words
from desktop_app.sessions.imports.reading import FORMS
from desktop_app.sessions.reading import Transcript, parse, read_conversation
from desktop_app.sessions.session_date import held_at
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.conversation.composer import NewsLine
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.boxes import ScrolledColumn, in_row, sized, stacked
from desktop_app.ui.parts.column import set_font
from desktop_app.ui.parts.controls import Button, Choice, IconButton
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.folders import ask_file, ask_folder, first_file, tilde
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Elided, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.plain_field import PlainField
from desktop_app.ui.parts.rows import Index
from desktop_app.ui.parts.running import Running
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import counted, filled, headed, remarked, spoken, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.flush import FlushDraft, Flushed
    from desktop_app.jobs import Report
    from desktop_app.memory import Memory
    from desktop_app.memory.imports import Imported

A = TypeVar("A")
ADD, IMPORT = "add", "import"
_WAYS = {  # title, words beside it, what becomes of what is given, and what can be given
    ADD: (tr("Add a conversation"), "",
        tr("What was said in it and is worth keeping becomes a few lines in today. "
            "Nothing is written before you say so."),
        tr("Text with speakers (“User: …”, “用户：…”), JSON lines, transcripts of Claude "
            "Code, OpenClaw and their like, and ChatGPT’s conversations.json")),
    IMPORT: (tr("Import"), tr("From another program, once"),
        tr("Everything goes into the day it is from. You see first what would come, and "
            "nothing is written before you say so."),
        together(FORMS, tr("The date of a note is taken from its name, its folders, its first "
                           "lines or the program it is from. Of a conversation, only what "
                           "matters is imported; notes are imported whole."))),
}  # fmt: skip
_EXAMPLE = tr(
    "Paste a conversation here, or drop a file.\n\n"
    "User: The boat is in the yard until March.\n"
    "Assistant: Noted: in the yard until March."
)
_NAMES = "*.zip *.json *.jsonl *.jex *.bear2bk *.textpack *.html *.md *.markdown"
MOST = 200_000
"""Characters that the field holds; a longer text is read without being shown in it."""
_MOST_TURNS, _LONGEST = 300, 500  # turns of a conversation that are shown, and characters of one
_MOST_LEFT = 50  # lines that were left out, with a box of their own


class Given(NamedTuple):
    """A conversation that was read; `known` says of each turn whether it was added before, `held`
    when it was held, where that was on an earlier day."""

    path: str
    talk: Transcript
    known: tuple[bool, ...]
    held: datetime | None = None


class BringSheet(QFrame):
    """A header, a banner, a step in which something is given or one in which it is shown, and what
    is under way."""

    closed = Signal()  # the conversations are to be shown again
    stepped = Signal(str)  # what is under way, in words

    def __init__(self, page: Page, save: Callable[[], object], get: Callable[[str], Any]) -> None:
        """`save` what is typed elsewhere; `get` reads the person's settings."""
        super().__init__()
        self._page, self._jobs, self._save, self._get = page, page.jobs, save, get
        self.way = ""
        self.given: Given | None = None
        self._source: tuple[str, Callable[[str], Transcript]] = ("", lambda _pick: parse("", ""))
        self._draft: FlushDraft | None = None
        self._preview: ImportPreview | None = None
        self._model = ""  # who was asked to sum it up
        self._day = ""  # to which it was to be added, where that was not today
        self._act: Callable[[], None] = lambda: None  # what the form is for
        self._here = False  # whether the keyboard was here when something began or ended
        self._place = ("", 0)  # of what came last
        self._back: Callable[[Memory], str] | None = None  # takes it back, and tells it in words
        self.setProperty("surface", "doc")
        self.header, self.banner = Header(page.registry), NewsLine()
        self.running = Running(tr("What was given is looked through"), tr("Reading"))
        self.close_button = IconButton("cross", tr("Back to the conversations"), act=self.closed)
        self.header.add(self.close_button)
        scroll = ScrolledColumn(720, (24, 20, 24, 20), self.banner, gap=12)
        self.giving, self.shown = self._make_giving(), self._make_shown()
        for step in (self.giving, self.shown):
            scroll.column.addWidget(step, 1)
        scroll.column.addWidget(self.running)
        stacked(self, self.header, scroll, grows=scroll)
        self.stepped.connect(self.running.say)
        self.running.cancel_asked.connect(self.cancel)
        self._unsent = Unsent(self._jobs, "conversation", self.field)
        self.begin(ADD)

    def _make_giving(self) -> QWidget:
        self._about = text("", "body", "text2", wrap=True)
        self._forms = text("", "meta", "text3", wrap=True)
        self.field = TalkField()
        self.field.pasted.connect(self.take_text)
        self.field.file_given.connect(self.take)
        self.field.entered.connect(self._read_typed)
        self.show_button = Button(tr("Show the messages"), "primary", act=self._read_typed)
        self.file_button = Button(tr("Open a file…"), "plain", "note", act=self._ask_file)
        self.folder_button = Button(tr("Open a folder…"), "plain", "folder")
        self.folder_button.clicked.connect(
            lambda: ask_folder(self, tr("What to import"), Path.home(), self.take)
        )
        empty = self.field.document().isEmpty
        self.field.textChanged.connect(lambda: self.show_button.setDisabled(empty()))
        self.show_button.setEnabled(False)
        row = QWidget()
        flow = sized(Flow(row), gap=8)
        for button in (self.show_button, self.file_button, self.folder_button):
            flow.addWidget(button)
        step = QWidget()
        stacked(step, self._about, self.field, self._forms, row, None, gap=12).setStretch(1, 100)
        return step

    def _make_shown(self) -> QWidget:
        """What was given, or what would come of it: the one form of both ways."""
        self.name, self.told = Elided("", "strong"), text("", "meta", "text2", wrap=True)
        self.change_button = Button(tr("Another…"), act=self.begin_anew)
        self.which, self.day = Choice(tr("Which conversation")), Choice(tr("Which day"))
        self.which.activated.connect(lambda n: self._read(*self._source, str(n + 1)))
        self.lines = CheckList(tr("Lines to choose from"))
        self.lines.itemChanged.connect(lambda _item: self._count())
        self.act_button = Button("", "primary", act=lambda: self._act())
        self.lines.entered.connect(self.act_button.click)
        self.back_button = Button(tr("Back to the messages"), act=self._show_messages)
        words = stacked(None, self.name, self.told)
        head = in_row(words, self.change_button, grows=words)
        foot = in_row(self.act_button, self.back_button, None)
        step = QWidget()
        stacked(step, head, self.which, self.lines, self.day, foot, grows=self.lines, gap=12)
        return step

    # -- as a part of its page ------------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: what was begun for the one before ends."""
        self.cancel()
        self._back = None
        self.show_running(False)
        self.begin_anew()
        self._unsent.show_notebook(memory)

    def leave(self) -> None:
        """Another page comes to the front: what is under way goes on."""
        self._unsent.keep()

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return [tr("a conversation")] if self._unsent.lost else []

    def begin(self, way: str) -> None:
        """One of the ways; what was begun on it is as it was."""
        if way == self.way or self.busy:
            return
        self.way, adds = way, way == ADD
        *title, about, forms = _WAYS[way]
        self.header.say(*title)
        self._about.setText(about)
        self._forms.setText(forms)
        for part in (self.field, self.show_button):
            part.setVisible(adds)
        self.folder_button.setVisible(not adds)
        self.begin_anew()

    def begin_anew(self) -> None:
        """The first step, where something else is given."""
        self._draft = None
        self.banner.clear()
        self._show_step(self.giving)

    # -- steps ----------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        return self._jobs.running("bring")

    @property
    def step(self) -> QWidget:
        return self.giving if self.shown.isHidden() else self.shown

    def take_focus(self) -> None:
        first: QWidget = self.act_button
        if not self.running.isHidden():
            first = self.running.cancel_button
        elif self.step is self.giving:
            first = self.field if self.way == ADD else self.file_button
        elif self.which.hasFocus():
            first = self.which  # who goes through the conversations of a file goes on
        elif self.lines.boxes():
            first = self.lines
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_step(self, step: QWidget) -> None:
        self._here = self._here or self._has_keyboard()  # it leaves with what is hidden now
        for each in (self.giving, self.shown):
            each.setVisible(each is step)
        self._go_on()

    def _go_on(self) -> None:
        """The keyboard goes to what comes next, unless it is wanted elsewhere."""
        here, self._here = self._here or self._has_keyboard(), False
        if here and self.isVisible():
            self.take_focus()

    def _has_keyboard(self) -> bool:
        now = QApplication.focusWidget()
        while now is not None and now is not self:
            now = now.parentWidget()  # a dialog's is what opened it
        return now is self

    def _call(self) -> None:
        """What was looked through is there to choose from."""
        if self.isVisible():
            announce(self, spoken(self.name.text(), self.told.text()))
        else:
            self._page.toast(tr("A conversation is ready: choose what to add."))

    def _fill(
        self, name: str, path: str, told: str, act: Callable[[], None], *beside: QWidget
    ) -> None:
        """The form is about this now, without any lines yet; it has these parts besides."""
        self.name.setText(name)
        self.name.setToolTip(tilde(path))
        self.told.setText(told)
        self._act = act
        self.lines.clear()
        for part in (self.which, self.day, self.back_button):
            part.setVisible(part in beside)

    # -- giving ---------------------------------------------------------------------------------

    def take(self, path: str) -> None:
        """A file or folder was dropped or chosen; not while another one is under way."""
        if self.way == ADD:
            name = PurePath(path).name
            self._read(path, lambda pick: read_conversation(path, name=name, pick=pick))
        elif not self.busy:
            self.begin_anew()
            self.start(
                lambda memory, report: memory.imports.look(path, report=report), self._show_import
            )

    def take_text(self, words: str) -> None:
        """The same with the text of a conversation."""
        self._read("", lambda pick: parse(words, tr("Pasted text"), pick=pick))

    def _read_typed(self) -> None:
        if words := self.field.toPlainText().strip():
            self.take_text(words)

    def _ask_file(self) -> None:
        if self.way == ADD:
            names = " ".join(f"*{suffix}" for suffix in SUFFIXES)
            ask_file(self, tr("Open a conversation"), names, self.take)
        else:
            ask_file(self, tr("What to import"), _NAMES, self.take)

    def _read(self, path: str, talk: Callable[[str], Transcript], pick: str = "") -> None:
        memory = self._page.memory
        if self.busy:
            return

        def work() -> Given:
            found = talk(pick)
            known = memory.sessions.flushed(found.messages, found.session)
            return Given(path, found, known, held_at(found.messages, memory.now()))

        def failed(problem: Problem) -> None:
            if pick and self.given is not None:
                self.which.setCurrentIndex(self.given.talk.number)  # what was shown before stays
            else:
                self._show_step(self.giving)
            self.tell(problem)

        self._source = path, talk
        self.banner.clear()
        self._jobs.call("conversation.read", work, self.show_given, failed)

    # -- a conversation -------------------------------------------------------------------------

    def show_given(self, given: Given) -> None:
        """This one was read, unless another one is looked through meanwhile."""
        if self.busy or self.way != ADD:
            return
        self.given = given
        self.day.clear()
        self.day.addItem(tr("Into today"), "")
        if given.held is not None:
            day = dates.plain(given.held.date(), self._page.memory.today())
            words = tr("Into its own day, %1: perhaps the next dream does not read that far back")
            self.day.addItem(filled(words, day), day)
        self._show_messages()
        announce(self, spoken(self.name.text(), self.told.text()))

    def _show_messages(self) -> None:
        if (given := self.given) is None:
            return
        talk, known, self._draft = given.talk, given.known, None
        name = PurePath(given.path).name or tr("Pasted text")
        beside = [self.which] * (len(talk.titles) > 1) + [self.day] * (given.held is not None)
        self._fill(name, given.path, in_words.what_is_there(talk, known), self._find, *beside)
        self.which.clear()
        self.which.addItems(talk.titles)
        self.which.setCurrentIndex(talk.number)
        first = next((n for n, before in enumerate(known) if not before), 0)
        begins = first if len(known) > _MOST_TURNS else 0
        for turn, before in zip(talk.messages[begins:], known[begins:], strict=True):
            if self.lines.count() == _MOST_TURNS:
                more = len(known) - begins - _MOST_TURNS
                self.lines.say(tr("And %1 more", in_words.turns(more)))
                break
            halves = turn.content[:_LONGEST].encode("utf-16-le", "surrogatepass")
            words = " ".join(halves.decode("utf-16-le", "replace").split())  # no font shows those
            who = in_words.speaker(turn.role)
            who = remarked(who, tr("added before")) if before else who
            self.lines.say(headed(who, words))
        self.lines.setCurrentRow(first - begins)
        self.act_button.setText(tr("Find what matters"))
        self.act_button.setEnabled(True)
        self._show_step(self.shown)

    def _find(self) -> None:
        given, engine = self.given, engine_of(self._get)
        if given is not None:
            self._model = engine.model if engine.asks else ""
            self._day = str(self.day.currentData() or "")
            said, session = given.talk.messages, given.talk.session
            self.start(
                lambda memory, report: memory.sessions.draft(
                    said, session=session, engine=engine, report=report
                ),
                self._show_draft,
            )

    def _show_draft(self, draft: "FlushDraft") -> None:
        """What would be added: each line can be left out, or taken in."""
        self._draft = draft
        if not draft.text and not draft.left_out:
            self._add("")  # so that nobody is asked again
            return
        told = in_words.written_by(draft, self._model) if draft.text else draft.reason
        self._fill(tr("What would be added"), "", told, self._add_checked, self.back_button)
        for line in filter(str.strip, draft.text.split("\n")):
            self.lines.add(line.removeprefix("- "), True)
        if draft.left_out:
            self.lines.say(tr("Left out"))
        order, secret = tr("It gives an order to an agent."), tr("It looks like a secret.")
        for each in draft.left_out[:_MOST_LEFT]:
            shown = without_secrets(each.text.removeprefix("- "))
            self.lines.add(f"{shown}\n{order if each.why == Why.ORDER else secret}", False)
        if more := len(draft.left_out[_MOST_LEFT:]):
            self.lines.say(tr("And %1 more", in_words.lines(more)))
        self.lines.setCurrentItem(self.lines.boxes()[0])
        self._count()
        self._show_step(self.shown)
        self._call()

    def _add_checked(self) -> None:
        """The text of what is ticked, as the draft has it; what was left out comes last."""
        if (draft := self._draft) is not None:
            ticked = iter(self.lines.checked())
            drafted = draft.text.split("\n")
            kept = [line for line in drafted if not line.strip() or next(ticked)]
            left = [each.text for each in draft.left_out[:_MOST_LEFT] if next(ticked)]
            self._add("\n".join([*kept, *left]).strip("\n"))

    def _add(self, chosen: str) -> None:
        given, (draft, self._draft) = self.given, (self._draft, None)
        if draft is None or given is None:
            return

        def failed(problem: Problem) -> None:
            self._draft = draft
            self.tell(problem)

        at = given.held if self._day else None
        self._write(
            lambda memory: memory.sessions.write(draft, "session", at=at, text=chosen),
            partial(self._added, given),
            failed,
        )

    def _added(self, given: Given, flushed: "Flushed") -> None:
        if not given.path:  # else the field has other words
            self.field.clear()
            self._unsent.keep()
        if flushed.path is None:
            self._show_messages()
            self.say(together(flushed.reason, tr("The day stays as it is.")))
            return

        def back(memory: "Memory") -> str:
            memory.sessions.take_back(flushed)
            return tr("The lines are removed from the day. The messages can be saved again.")

        where = tr("Added to %1", self._day or tr("today"))
        self._place = flushed.path, flushed.line
        self.begin_anew()
        self.say(f"{where} · {in_words.written_by(flushed, self._model)}", back)

    # -- an import ------------------------------------------------------------------------------

    def _show_import(self, preview: ImportPreview) -> None:
        """What would come, by kind, with all that is new ticked; what is skipped stands below."""
        self._preview = preview
        self._fill(preview.name, preview.path, "", self._import)
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
        self._count()
        self._show_step(self.shown)
        self._call()

    @property
    def kinds(self) -> tuple[ImportKind, ...]:
        """The kinds that are ticked."""
        kinds = self._preview.kinds if self._preview else ()
        return tuple(kind for kind, on in zip(kinds, self.lines.checked(), strict=True) if on)

    def _import(self) -> None:
        if (preview := self._preview) is not None:
            kinds = self.kinds
            self._save()
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
        self._place = done.paths[-1], 0
        self.begin_anew()
        self.say(" · ".join(filter(None, (where, words))), back)

    # -- deeds ----------------------------------------------------------------------------------

    def _count(self) -> None:
        """How many of the lines are ticked."""
        if self.way == IMPORT and (preview := self._preview) is not None:
            self.told.setText(in_words.what_comes(preview, self.kinds, self._page.memory.today()))
            count = preview.entries(self.kinds)
            word = tr("Import %1", in_words.entries(count)) if count else tr("Import")
        else:
            count = sum(self.lines.checked())
            word = filled(
                tr("Add %1 to %2") if self._day else tr("Add %1 to today"),
                in_words.lines(count),
                self._day,
            )
        self.act_button.setText(word)
        self.act_button.setEnabled(count > 0)

    def start(
        self, work: "Callable[[Memory, Report], Awaitable[A]]", done: Callable[[A], None]
    ) -> None:
        """Something long begins, unless something is under way. Nothing is said of it once another
        notebook is open."""
        memory = self._page.memory
        if self.busy:
            return

        def end(then: Callable[..., None], *told: object) -> None:
            if memory is self._page.memory:
                self.show_running(False)
                then(*told)

        self.banner.clear()
        self.show_running(True)
        self._jobs.start(
            "bring",
            lambda report: work(memory, report),
            done=lambda answer: end(done, answer),
            failed=lambda problem: end(self.tell, problem),
            cancelled=lambda: end(self.say, tr("Cancelled. Nothing was written.")),
            step=self.stepped.emit,
        )

    def cancel(self) -> None:
        """What is under way stops; nothing is left half."""
        self._jobs.cancel("bring")

    def show_running(self, running: bool) -> None:
        """While something is under way there is nothing to choose."""
        self._here = self._here or self._has_keyboard()
        for step in (self.giving, self.shown):
            step.setEnabled(not running)
        self.running.show_running(running)
        if running:
            self._go_on()

    def _write(
        self,
        work: "Callable[[Memory], A]",
        done: Callable[[A], None],
        failed: Callable[[Problem], None],
    ) -> None:
        """Something is written, or taken back, once what is typed is saved."""
        self._save()
        self._page.change(work, done, failed)

    def undo(self) -> None:
        if (back := self._back) is not None:
            said = lambda words: self.say(tr("Undone. %1", words))
            self._write(back, said, lambda problem: self.tell(problem, back))

    def say(
        self, words: str, back: "Callable[[Memory], str] | None" = None, *, tone: str = "info"
    ) -> None:
        """Says what became of it, here, and on another page by a toast; `back` takes it back."""
        self._back = back
        place = self._place
        leads, undo = (lambda: self._page.opened.emit(*place), self.undo) if back else (None, None)
        self.banner.tell(in_words.News(words, tone), leads, undo)
        self._go_on()
        if not self.isVisible():
            self._page.toast(words, tr("Undo") if back else "", undo)

    def tell(self, problem: Problem, back: "Callable[[Memory], str] | None" = None) -> None:
        self.say(together(problem.message, problem.hint), back, tone="warn")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class TalkField(PlainField):
    """Takes text as it is typed; says when a conversation or a file came in one piece."""

    pasted = Signal(str)
    file_given = Signal(str)

    def __init__(self) -> None:
        super().__init__(tr("Conversation"), _EXAMPLE)
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        set_font(self, "ui")
        self.setMinimumHeight(theme().px(120))

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return bool(first_file(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if path := first_file(source):
            self.file_given.emit(path)
            return
        words, whole = source.text(), not self.toPlainText().strip()
        fits = len(words) + self.document().characterCount() <= MOST and self.takes(words)
        if fits:
            super().insertFromMimeData(source)
        elif not whole:
            words = f"{self.toPlainText()}\n{words}"
        if not fits or (whole and "\n" in words.strip()):
            self.pasted.emit(words)


class CheckDelegate(QStyledItemDelegate):
    """Draws a line and its box in the colours of the theme."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        role, color, palette = QPalette.ColorRole, theme().color, option.palette
        palette.setColor(role.Base, color("raised"))
        palette.setColor(role.Window, color("text3"))
        palette.setColor(role.Highlight, color("accent-bg"))
        palette.setColor(role.HighlightedText, color("text"))
        option.palette = palette

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Qt takes each line to be as high as the one before it, and cuts off what has no room."""
        return super().sizeHint(option, index) + QSize(0, theme().px(4))


class CheckList(QListWidget):
    """Lines, some with a box to choose them; a click on the words ticks it, too."""

    entered = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setItemDelegate(CheckDelegate(self))
        self.setWordWrap(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        self.setFont(theme().font("chat"))
        self.setSpacing(theme().px(4))

    def add(self, words: str, checked: bool, *, can: bool = True) -> None:
        """A line with a box; not every one can be chosen."""
        item = QListWidgetItem(words)
        item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        if not can:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
        self.addItem(item)

    def say(self, words: str) -> None:
        """A line without a box."""
        item = QListWidgetItem(words)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        self.addItem(item)

    def boxes(self) -> list[QListWidgetItem]:
        every = (self.item(row) for row in range(self.count()))
        return [item for item in every if item.flags() & Qt.ItemFlag.ItemIsUserCheckable]

    def checked(self) -> list[bool]:
        """Of each line that has a box, whether it is chosen."""
        return [item.checkState() == Qt.CheckState.Checked for item in self.boxes()]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        before = item.checkState() if item else None
        super().mouseReleaseEvent(event)
        can = item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled and item in self.boxes()
        if can and item.checkState() == before:
            on = before == Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)
