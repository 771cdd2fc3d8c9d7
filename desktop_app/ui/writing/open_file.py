"""One open file, from what is typed to what the disk holds. Knows texts, how they are merged and
saved, and the document that shows it; no Qt.

What happens to a file is a method, told by its document or by a job. In every state at most one
save is under way, and what was typed stands in the editor or in `last` until it is saved.
"""

import os
from collections.abc import Callable, Sequence
from enum import IntEnum, StrEnum
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

from desktop_app.errors import Problem
from desktop_app.memory import saving
from desktop_app.memory.saving import Clash, Task, Unkept, Written, carried
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.lines import as_buffer
from desktop_app.ui.parts.column import too_long

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.notebook.merge import OverlapAnswer
    from desktop_app.ui.writing.document import Document


class ClashAnswers(NamedTuple):
    """A person's answers to the conflicts of a clash, in their order."""

    clash: Clash
    chosen: "Sequence[OverlapAnswer]"


class FileRead(NamedTuple):
    """A file as it was just read, the draft that waits for it, and a sync program's copy of it."""

    base: Snapshot
    text: str
    editable: bool
    draft: UnsavedDraft | None
    copy: Snapshot | None


def read(memory: "Memory", path: str) -> FileRead:
    """Reads a file, in any thread. Raises Problem."""
    base, draft = saving.open_file(memory, path)
    return _read(memory, base, draft, memory.files.copy_of(path))


def _read(
    memory: "Memory",
    base: Snapshot,
    draft: UnsavedDraft | None = None,
    copy: Snapshot | None = None,
) -> FileRead:
    text = as_buffer(base.data)
    is_note = memory.layout.kind(base.path) not in (None, FileKind.COPIES)
    return FileRead(base, text, is_note and not too_long(text), draft, copy)


class FileStatus(StrEnum):
    """What the person is told about the file."""

    CLEAN = "clean"
    EDITING = "editing"
    SAVING = "saving"
    FAILED = "failed"
    CLASH = "clash"


class TextPlace(StrEnum):
    """Where the text stands."""

    EDITOR = "editor"
    GONE = "gone"  # put away for another file; its last save may be under way
    STRANDED = "stranded"  # put away, and no disk took it


class After(IntEnum):
    """What is done as soon as the present save is answered; the greater holds."""

    NOTHING = 0
    LOOK = 1
    SAVE = 2


def _happens(act: Callable[..., None]) -> Callable[..., None]:
    """The document hears when all that follows from it is done."""

    @wraps(act)
    def happens(file: "OpenFile", *given: Any) -> None:
        act(file, *given)
        file.document.heard(file)

    return happens


class OpenFile:
    """A file and its text; `text` is what the editor held when it was in step with `base`."""

    def __init__(self, document: "Document", memory: "Memory", found: FileRead) -> None:
        self.document, self.memory = document, memory
        self.base, self.text, self.editable, self.draft, self.copy = found
        self.opened = self.base.data  # as it was before anything was typed
        self.key = os.urandom(8).hex()  # of its draft, if it needs one
        self.place = TextPlace.EDITOR
        self.last = ""  # the text where the editor does not have it
        self.touched = False  # something was typed that no save has taken up
        self.saving: Task | None = None
        self.answers: ClashAnswers | None = None  # of the save under way
        self.after = After.NOTHING
        self.waiting: ClashAnswers | None = None  # for the present save to be answered
        self.problem: Problem | None = None
        self.clash: Clash | None = None
        self.ours = ""  # the text of ours that the clash is about

    @property
    def path(self) -> str:
        return self.base.path

    @property
    def shown(self) -> bool:
        return self.place is TextPlace.EDITOR

    @property
    def now(self) -> str:
        """The text as it is, in the editor or elsewhere."""
        return self.document.editor.text() if self.shown else self.last

    @property
    def kept(self) -> bool:
        """Whether no disk has refused it altogether: saving it and a draft."""
        return not isinstance(self.problem, Unkept)

    @property
    def unsaved(self) -> bool:
        """Whether something typed is not in the file yet."""
        return self.touched or self.saving is not None

    @property
    def settling(self) -> bool:
        """Whether answers to the clash are on their way."""
        return bool(self.waiting or self.answers)

    @property
    def status(self) -> FileStatus:
        if self.problem is not None:
            return FileStatus.FAILED
        if self.clash is not None:
            return FileStatus.CLASH
        if self.touched:
            return FileStatus.EDITING
        return FileStatus.SAVING if self.saving else FileStatus.CLEAN

    @property
    def task(self) -> Task:
        """The saving of the text as it is now."""
        return Task(self.path, self.base, self.now, self.key, self.opened)

    # -- what the document tells ----------------------------------------------------------------

    @_happens
    def typed(self) -> None:
        if self.shown:
            self.touched = True
            self.document.rest()

    def begun(self, text: str) -> None:
        """An empty file gets a beginning, which is written when the person types on."""
        if self.shown and self.editable:
            self.text = text
            self.document.load(text)

    @_happens
    def save_wanted(self) -> None:
        """What was typed is wanted on the disk now."""
        if self.touched:
            self._save()

    @_happens
    def stirred(self, own: bool) -> None:
        """The file may have changed on the disk; `own`: through this program, but not here."""
        if self.shown and self.saving:
            self.after = max(self.after, After.LOOK)
        elif self.shown and self.touched:
            self._save()
        elif self.shown:
            self._look(own)

    @_happens
    def decided(self, chosen: "Sequence[OverlapAnswer]") -> None:
        if self.clash is not None and self.shown:
            self._answer(ClashAnswers(self.clash, chosen))

    @_happens
    def put_away(self) -> None:
        """Another file is shown, or none."""
        if self.shown:
            self.last, self.place = self.now, TextPlace.GONE
            self.waiting = self.draft = None
            self.save_wanted()

    @_happens
    def returned(self, draft: UnsavedDraft | None) -> None:
        """A stranded text is shown again; `draft` waits on the disk."""
        if self.place is TextPlace.STRANDED:
            # A draft under its own key is an earlier state of this very text.
            self.draft = None if draft and draft.key == self.key else draft
            self.place = TextPlace.EDITOR
            self.document.load(self.last)
            self.last = ""
            self.save_wanted()

    def draft_taken(self) -> None:
        """The draft is merged into the file."""
        draft, self.draft = self.draft, None
        if draft is None:
            return
        self.document.drafted.emit()

        def done(result: Written | Clash) -> None:
            if isinstance(result, Clash):
                self._draft_met(draft, result)
            else:
                self.document.written(self)

        def failed(problem: Problem) -> None:
            self._draft_stays(draft)
            self.document.untold(problem)

        self.document.jobs.do(lambda: saving.bring(self.memory, draft), done, failed)

    def _draft_stays(self, draft: UnsavedDraft) -> None:
        self.draft = draft
        self.document.drafted.emit()

    @_happens
    def _draft_met(self, draft: UnsavedDraft, clash: Clash) -> None:
        """The draft and the file differ on the same lines: it stands in, and the person is
        asked."""
        ours, wanted = as_buffer(clash.ours), None
        if self.shown and not self.saving and self.clash is None:
            wanted = carried(self.text, self.now, ours)
        if wanted is None:  # or typed just now where the draft has something else
            self._draft_stays(draft)
            return
        # Under the draft's own key, so that it goes when its text is in the file.
        self.key, self.ours = draft.key, ours
        self._stand_in(clash, wanted)
        self.document.asked.emit()

    # -- a look at the disk ---------------------------------------------------------------------

    def _look(self, own: bool) -> None:
        base, document = self.base, self.document
        document.jobs.call(
            f"{document.name}.look",
            lambda: read(self.memory, base.path),
            lambda there: self._looked(base, there, own),
            document.untold,
        )

    @_happens
    def _looked(self, then: Snapshot, there: FileRead, own: bool) -> None:
        """A look at the file, which was `then`, found `there`."""
        if self.shown:
            self.copy = there.copy
        if not self.shown or there.base.sha == self.base.sha:
            return
        if self.touched or self.saving or self.base is not then:  # saved after it was read
            self.stirred(own)
            return
        self._be(there, there.text)
        self.document.receive(there.text)
        self.document.renewed.emit(not own)

    def _be(self, there: FileRead, now: str) -> None:
        """The file is what is on the disk; `last` is what the editor still shows instead."""
        self.base, self.text, self.editable = there.base, there.text, there.editable
        self.opened = self.base.data
        self.last = "" if self.shown else now

    # -- a save ---------------------------------------------------------------------------------

    def _save(self) -> None:
        if self.saving:
            self.after = After.SAVE
        elif self.now == self.text and self.problem is None and self.clash is None:
            self.touched = False  # typed and taken back: nothing to write
        else:
            self._write()

    def _write(self, answers: ClashAnswers | None = None) -> None:
        memory, task = self.memory, self.task
        self.saving, self.answers, self.touched, self.after = task, answers, False, After.NOTHING
        self.waiting = None if answers else self.waiting

        def work() -> Written | Clash:
            if answers is None:
                return saving.write(memory, task)
            return saving.settle(memory, task, answers.clash, answers.chosen)

        def done(result: Written | Clash) -> None:
            (self._met if isinstance(result, Clash) else self._saved)(task, result)

        self.document.jobs.do(work, done, lambda problem: self._refused(task, problem))

    def _ended(self) -> After:
        """The save under way is answered; what is to be done after it."""
        after, self.after = self.after, After.NOTHING
        self.saving = self.answers = None
        return after

    def _answer(self, answers: ClashAnswers) -> None:
        """A save under way is answered first, and what the clash does not know of yet is saved: the
        answers hold if it ends in the same clash."""
        if not self.saving and self.now == self.ours:
            self._write(answers)
            return
        self.waiting = answers
        if not self.saving:
            self._write()

    @_happens
    def _saved(self, task: Task, written: Written) -> None:
        """The disk is what we wrote; what came from outside with it is brought in."""
        after, now = self._ended(), self.now
        self.waiting = self.problem = self.clash = None
        if self.place is TextPlace.STRANDED:
            self.place = TextPlace.GONE
        if written.text is None:
            self.base, self.text, self.touched = written.snapshot, task.text, now != task.text
        elif (wanted := carried(task.text, now, written.text)) is None:
            # Typed just now where the others wrote: the base stays, and the next save asks.
            self.touched = True
        else:
            self._be(_read(self.memory, written.snapshot), wanted)
            self.touched = wanted != written.text
            if self.shown:
                self.document.receive(wanted)
                self.document.renewed.emit(True)
        if self.shown:
            self.document.tell_saved()
        if self.touched and (after is After.SAVE or not self.shown):
            self._save()
        elif self.touched:
            self.document.rest()
        elif after and self.shown:
            self._look(own=False)

    @_happens
    def _met(self, task: Task, clash: Clash) -> None:
        """Nothing was written: both sides changed the same lines. After an answer what is to be
        decided has another base."""
        after, now, settled = self._ended(), self.now, clash.base.sha != self.base.sha
        self.touched, self.problem = True, None
        if not self.shown:
            self.place = TextPlace.GONE
            if after and now != task.text:
                self._write()
            else:
                self.document.left(self, None)
            return
        wanted = carried(task.text, now, as_buffer(clash.ours)) if settled else now
        if wanted is None:  # typed just now where an answer changed the text: all is asked anew
            self._save()
            return
        self.ours = as_buffer(clash.ours) if settled else task.text
        waiting, self.waiting = self.waiting, None
        self._stand_in(clash, wanted)
        if waiting is not None and waiting.clash == clash:
            self._answer(waiting)
        elif after and waiting is None:
            self._save()

    def _stand_in(self, clash: Clash, text: str) -> None:
        """The editor holds `text`, which is our side of the clash."""
        now = self.now
        if not self.shown:
            self.last = text
        self.base, self.text = clash.base, as_buffer(clash.base.data)
        self.touched, self.clash = True, clash
        if text != now:
            self.document.receive(text)

    @_happens
    def _refused(self, task: Task, problem: Problem) -> None:
        """The disk did not take it."""
        after, stranded = self._ended(), self.place is TextPlace.STRANDED
        self.touched, self.waiting, self.problem = True, None, problem
        if self.shown:
            return
        if after and self.last != task.text:  # typed since, and in no draft yet
            self._write()
            return
        self.place = TextPlace.GONE if self.kept else TextPlace.STRANDED
        if self.kept or not stranded:
            self.document.left(self, problem)
