"""What comes in from elsewhere: a conversation that is pasted or opened and added to a day, and an
import from another program, written into its days. Both are shown before, and can be taken back.

Knows what memory is asked, not how conversations and exports are read.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.dreams.engine_choice import engine_of
from desktop_app.dreams.flush import FlushDraft, Flushed
from desktop_app.dreams.proposal import Why
from desktop_app.errors import Problem
from desktop_app.language.gate.masked import without_secrets
from desktop_app.memory import Memory
from desktop_app.sessions.imports.entry import (
    FORMS,
    GUESSED,
    SUFFIXES,
    ImportKind,
    ImportPreview,
    besides,
    guessed_words,
    stays_words,
)
from desktop_app.sessions.reading import Transcript, parse, read_conversation
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.conversation.bring_sheet import BringSheet
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.column import set_font
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.fields import PlainField
from desktop_app.ui.parts.file_dialogs import ask_file, ask_folder
from desktop_app.ui.parts.folders import first_file
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import counted, headed, remarked, spoken, together, tr

_EXAMPLE = tr(
    "Paste a conversation here, or drop a file.\n\n"
    "User: The boat is in the yard until March.\n"
    "Assistant: Noted: in the yard until March."
)
MOST = 200_000
"""Characters that the field holds; a longer text is read without being shown in it."""
_MOST_TURNS, _LONGEST = 300, 500  # turns of a conversation that are shown, and characters of one
_MOST_LEFT = 50  # lines that were left out, with a box of their own


class Given(NamedTuple):
    """A conversation that was read; `known` says of each turn whether it was added before."""

    path: str
    talk: Transcript
    known: tuple[bool, ...]


class AddSheet(BringSheet):
    """The way of a conversation into a day."""

    words = (
        tr("Add a conversation"), "",
        tr("What was said in it and is worth keeping becomes a few lines in today. "
            "Nothing is written before you say so."),
        tr("Text with speakers (“User: …”, “用户：…”), JSON lines, transcripts of Claude "
            "Code, OpenClaw and their like, and ChatGPT’s conversations.json")
    )  # fmt: skip

    def __init__(self, page: Page, save: Callable[[], object], get: Callable[[str], Any]) -> None:
        super().__init__(page, save, get)
        self.given: Given | None = None
        self._source: tuple[str, Callable[[str], Transcript]] = ("", lambda _pick: parse("", ""))
        self._draft: FlushDraft | None = None
        self._model = ""  # who was asked to sum it up
        self.unsent = Unsent(self.jobs, "conversation", self.field)
        self.which.activated.connect(lambda n: self._read(*self._source, str(n + 1)))
        self.back_button.clicked.connect(self._show_messages)

    def make_fields(self) -> tuple[list[QWidget], list[Button]]:
        self.field = TalkField()
        self.field.pasted.connect(self.take_text)
        self.field.file_given.connect(self.take)
        self.field.entered.connect(self._read_typed)
        self.show_button = Button(tr("Show the messages"), "primary", act=self._read_typed)
        empty = self.field.document().isEmpty
        self.field.textChanged.connect(lambda: self.show_button.setDisabled(empty()))
        self.show_button.setEnabled(False)
        return [self.field], [self.show_button, self.file_button]

    @property
    def first(self) -> QWidget:
        return self.field

    def show_notebook(self, memory: Memory) -> None:
        super().show_notebook(memory)
        self.unsent.show_notebook(memory)

    def begin_anew(self) -> None:
        self._draft = None
        super().begin_anew()

    def take(self, path: str) -> None:
        name = PurePath(path).name
        self._read(path, lambda pick: read_conversation(path, name=name, pick=pick))

    def ask_file(self) -> None:
        names = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        ask_file(self, tr("Open a conversation"), names, self.take)

    def take_text(self, words: str) -> None:
        self._read("", lambda pick: parse(words, tr("Pasted text"), pick=pick))

    def _read_typed(self) -> None:
        if words := self.field.toPlainText().strip():
            self.take_text(words)

    def _read(self, path: str, talk: Callable[[str], Transcript], pick: str = "") -> None:
        memory = self.page.memory
        if self.busy:
            return

        def work() -> Given:
            found = talk(pick)
            known = memory.sessions.flushed(found.messages, found.session)
            return Given(path, found, known)

        def failed(problem: Problem) -> None:
            if pick and self.given is not None:
                self.which.setCurrentIndex(self.given.talk.number)  # what was shown before stays
            else:
                self.show_step(self.giving)
            self.tell(problem)

        self._source = path, talk
        self.banner.clear()
        self.jobs.call("conversation.read", work, self.show_given, failed)

    def show_given(self, given: Given) -> None:
        """This one was read, unless another one is looked through meanwhile."""
        if self.busy:
            return
        self.given = given
        self._show_messages()
        if self.isVisible():
            announce(self, spoken(self.name.text(), self.told.text()))

    def _show_messages(self) -> None:
        if (given := self.given) is None:
            return
        talk, known, self._draft = given.talk, given.known, None
        name = PurePath(given.path).name or tr("Pasted text")
        beside = [self.which] * (len(talk.titles) > 1)
        self.fill(name, given.path, in_words.what_is_there(talk, known), self._find, *beside)
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
        self.show_step(self.shown)

    def _find(self) -> None:
        given, engine = self.given, engine_of(self.get)
        if given is not None:
            self._model = engine.model if engine.asks else ""
            said, session = given.talk.messages, given.talk.session
            self.start(
                lambda memory, report: memory.sessions.draft(
                    said, session=session, engine=engine, report=report
                ),
                self._show_draft,
            )

    def _show_draft(self, draft: FlushDraft) -> None:
        self._draft = draft
        if not draft.text and not draft.left_out:
            self._add("")  # so that nobody is asked again
            return
        told = in_words.written_by(draft, self._model) if draft.text else draft.reason
        self.fill(tr("What would be added"), "", told, self._add_checked, self.back_button)
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
        self.count()
        self.show_step(self.shown)
        self.call()

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

        self.write(
            lambda memory: memory.sessions.write(draft, "session", text=chosen),
            partial(self._added, given),
            failed,
        )

    def _added(self, given: Given, flushed: Flushed) -> None:
        if not given.path:  # else the field has other words
            self.field.clear()
            self.unsent.keep()
        if flushed.path is None:
            self._show_messages()
            self.say(together(flushed.reason, tr("The day stays as it is.")))
            return

        def back(memory: Memory) -> str:
            memory.sessions.take_back(flushed)
            return tr("The lines are removed from the day. The messages can be saved again.")

        self.place = flushed.path, flushed.line
        self.begin_anew()
        by = in_words.written_by(flushed, self._model)
        self.say(f"{tr('Added to today')} · {by}", back)

    def tally(self) -> tuple[str, int]:
        count = sum(self.lines.checked())
        return tr("Add %1 to today", in_words.lines(count)), count


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

    def _imported(self, done: Any) -> None:
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
