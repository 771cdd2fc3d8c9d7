"""One open file: read, written by itself, merged with what others write. Knows an editor and
memory, not where the page shows them.

A page opens a file, which then stands in the editor, and draws itself anew when a signal says so.
What is to be done when is decided in `open_file.py`; here what happens is told to it, and its
effects are carried out. All reading and writing happens in jobs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from desktop_app.errors import Problem
from desktop_app.memory import saving
from desktop_app.memory.saving import Clash, Task, Written
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.notebook.lines import as_buffer
from desktop_app.ui.parts.column import LONGEST
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.unsent import PAUSE, Pause
from desktop_app.ui.writing import open_file as effects_of
from desktop_app.ui.writing.editor import Editor
from desktop_app.ui.writing.open_file import (
    Effect,
    FileStatus,
    OpenFile,
    Say,
    Step,
    TextPlace,
)
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.notebook.git_conflict import GitConflict
    from desktop_app.notebook.merge import OverlapAnswer


@dataclass(eq=False)
class Opened:
    """A file that is open, in its notebook; `file` is replaced by its next state."""

    memory: "Memory"
    file: OpenFile

    @property
    def path(self) -> str:
        return self.file.base.path


class Document(QObject):
    """Keeps one file and its editor in step; one at a time, or none. `name` tells its jobs from
    another document's."""

    opened = Signal()  # another file is shown
    renewed = Signal(bool)  # its text changed on the disk; True when another program did it
    changed = Signal()  # the state, and with it the words about it
    saved = Signal()
    drafted = Signal()  # a draft of this file was found, or is settled
    asked = Signal()  # the person is to decide a clash now
    failed = Signal(str, str)  # message and hint about a file that is not shown (any more)

    def __init__(self, editor: Editor, jobs: "Jobs", name: str) -> None:
        super().__init__(editor)
        self.editor = editor
        self._shown: Opened | None = None
        self._unkept: list[Opened] = []  # not shown now, and on no disk
        self._since = QElapsedTimer()
        self._jobs = jobs
        self._name = name
        self._turn = 0
        self._receiving = False
        self._pause = Pause(self)
        self._pause.over.connect(self.flush)
        editor.edited.connect(self._edited)
        editor.left.connect(self.flush)
        editor.loaded.connect(self._loaded)
        editor.refused.connect(self._refuse_paste)

    @property
    def path(self) -> str:
        """The open file's path; "" when there is none."""
        return self._shown.path if self._shown else ""

    @property
    def memory(self) -> "Memory | None":
        """The notebook of the open file."""
        return self._shown.memory if self._shown else None

    @property
    def text(self) -> str:
        """The text as it is now, typed or read."""
        if self._file is None:
            return ""
        if self._file.place is TextPlace.EDITOR and not self.editor.loading:
            return self.editor.text()
        return self._file.last if self._file.place is TextPlace.COMING else self._file.text

    @property
    def state(self) -> FileStatus:
        return self._file.status if self._file else FileStatus.CLEAN

    @property
    def problem(self) -> Problem | None:
        """Why it could not be saved."""
        return self._file.problem if self._file else None

    @property
    def draft(self) -> UnsavedDraft | None:
        """A text of the file that waits to be brought back."""
        return self._file.draft if self._file else None

    @property
    def clash(self) -> Clash | None:
        """What the person is to decide."""
        return self._file.clash if self._file else None

    @property
    def git_conflict(self) -> "GitConflict | None":
        """What Git left to decide in the file, as it was read or saved last."""
        if self._file is None or b"<<<<<<<" not in self._file.base.data:
            return None
        from desktop_app.notebook.git_conflict import git_conflict  # seldom wanted

        return git_conflict(self._file.base.data)

    @property
    def remark(self) -> str:
        """A sentence about the text as it was read or saved last; "" for none."""
        if self._file is None:
            return ""
        from desktop_app.notebook.remarks import remarks  # of most notes there is none

        every = remarks(self.path, self._file.base.data)
        return next((f"{message} {hint}" for message, hint in every), "")

    @property
    def settling(self) -> bool:
        """Whether answers to the clash are on their way."""
        return self._file is not None and self._file.settling

    @property
    def editable(self) -> bool:
        """Whether the editor can take it; one endless line would freeze the window."""
        return self._file is not None and self._file.editable

    @property
    def unsaved(self) -> bool:
        """Whether something typed is not in the file yet."""
        return self._file is not None and (self._file.touched or self._file.saving is not None)

    @property
    def kept(self) -> bool:
        """Whether no disk has refused what was typed here altogether: saving it and a draft."""
        return self._file is None or self._file.kept

    @property
    def unkept(self) -> list[str]:
        """The paths of texts that the disk refused altogether: they end with the window."""
        shown = [] if self.kept or self._shown is None else [self._shown]
        return [self._named(opened) for opened in (*shown, *self._unkept)]

    @property
    def _file(self) -> OpenFile | None:
        return self._shown.file if self._shown else None

    def now(self) -> datetime:
        """The person's local time; only while a file is open."""
        return self._shown.memory.now()

    def seconds_since_saved(self) -> int | None:
        """How long ago we wrote it; None when we did not."""
        return self._since.elapsed() // 1000 if self._since.isValid() else None

    # -- what is done ---------------------------------------------------------------------------

    def open(self, memory: "Memory", path: str, then: Callable[[], None] | None = None) -> None:
        """Shows another file; what is unsaved in the one before is written first."""

        turn = self._turn = self._turn + 1

        def show(file: OpenFile) -> None:
            if turn != self._turn:
                return  # closed meanwhile
            again = self.path == path
            self._put_away()
            self._since.invalidate()
            self._show(memory, file)
            self._tell(OpenFile.edited)
            self.opened.emit()
            self.drafted.emit()
            if then is not None:
                then()
            if again:
                self.look(own=True)  # it may have been saved after it was read

        work = lambda: _read(memory, path)  # noqa: E731
        self._jobs.call(f"{self._name}.open", work, show, self._untold)

    def begin(self, text: str) -> None:
        """Offers a beginning for an empty file; nothing is written until the person types."""
        self._tell(lambda file: file.begun(text))

    def flush(self) -> None:
        """Writes what was typed now instead of in a moment."""
        self._pause.stop()
        if self._shown is not None:
            self._try_unkept(self._shown.memory)
            now = self._now(self._shown)
            self._tell(lambda file: file.save_wanted(now))

    def close(self) -> None:
        """Shows no file any more; what was typed is written."""
        self._turn += 1
        self._put_away()

    def look(self, own: bool = False) -> None:
        """The file may have changed on the disk; `own`: through this program, but not here."""
        if self._shown is None:
            return
        self._try_unkept(self._shown.memory)
        if self.editor.composing():  # a text under an input method's hands is let alone
            QTimer.singleShot(PAUSE, self, lambda: self.look(own))
        else:
            now = self._now(self._shown)
            self._tell(lambda file: file.stirred(own, now))

    # -- a person's word ------------------------------------------------------------------------

    def settle(self, answers: "Sequence[OverlapAnswer]") -> None:
        """Ends the clash, or what Git left, with an answer (see `notebook.merge`) to each place."""
        if self.clash is None:
            self._settle_git(answers)
        elif self._shown is not None:
            now = self._now(self._shown)
            self._tell(lambda file: file.decided(answers, now))

    def _settle_git(self, answers: "Sequence[OverlapAnswer]") -> None:
        shown, conflict = self._shown, self.git_conflict
        if shown is None or conflict is None:
            return
        text = as_buffer(conflict.merge.settled(answers))
        task = Task(shown.path, shown.file.base, text, shown.file.key)

        def done(result: Written | Clash) -> None:
            if isinstance(result, Clash):  # the file is another one by now: it is asked anew
                self._jobs.do(lambda: shown.memory.drafts.clear(task.draft), lambda _none: None)
            if shown is self._shown:
                self._since.start()
                self.look(own=True)

        self._jobs.do(lambda: saving.write(shown.memory, task), done, self._untold)

    def take_draft(self) -> None:
        """Brings the draft back into the file; where both changed the same lines, it is asked."""
        self.flush()
        self._tell(OpenFile.draft_taken)

    def drop_draft(self) -> None:
        """Lets the draft go; its text stays in the history."""
        shown, draft = self._shown, self.draft
        if shown is None or draft is None:
            return
        self._tell(OpenFile.draft_dropped)
        done = lambda _none: self.drafted.emit()  # noqa: E731
        self._jobs.do(lambda: saving.drop_draft(shown.memory, draft), done, self._untold)

    # -- events ---------------------------------------------------------------------------------

    def _tell(self, happened: Callable[[OpenFile], Step], opened: Opened | None = None) -> None:
        """Something happened to the file that is shown, or to this one."""
        opened = opened or self._shown
        if opened is None:
            return
        before = opened.file
        opened.file, effects = happened(before)
        for effect in effects:
            self._carry_out(opened, effect)
        if opened is self._shown:
            if _shown_state(before) != _shown_state(opened.file):
                self.changed.emit()
            return
        self._unkept = [one for one in self._unkept if one is not opened]
        if opened.file.place is TextPlace.STRANDED:
            self._unkept.append(opened)

    def _edited(self) -> None:
        if not self._receiving:
            self._tell(OpenFile.typed)

    def _loaded(self) -> None:
        if self._shown is not None and self._shown.file.place is TextPlace.COMING:
            self._tell(OpenFile.loaded)
            self.flush()

    def _now(self, opened: Opened) -> str:
        in_editor = opened.file.place is TextPlace.EDITOR
        return self.editor.text() if in_editor else opened.file.held

    # -- files that come and go -----------------------------------------------------------------

    def _put_away(self) -> None:
        shown, self._shown = self._shown, None
        self._pause.stop()
        if shown is not None:
            now = self._now(shown)
            self._tell(lambda file: file.put_away(now), shown)

    def _show(self, memory: "Memory", file: OpenFile) -> None:
        """What no disk took is shown again in place of the file, and saving it is tried again."""
        for opened in self._unkept:
            if (opened.memory.root, opened.path) == (memory.root, file.base.path):
                self._unkept = [one for one in self._unkept if one is not opened]
                self._shown, opened.memory = opened, memory
                self._tell(lambda shown: shown.returned(file.draft))
                break
        else:
            self._shown = Opened(memory, file)
        self.changed.emit()

    def _try_unkept(self, memory: "Memory") -> None:
        """The disk may have room again. A notebook that is closed is not written into: there what
        was typed becomes a draft, which waits until it is opened."""
        for opened in list(self._unkept):
            if opened.memory.root == memory.root:
                opened.memory = memory
                self._tell(lambda file: file.save_wanted(file.held), opened)
            else:
                self._keep_elsewhere(opened)

    def _keep_elsewhere(self, opened: Opened) -> None:
        file = opened.file
        task = Task(file.base.path, file.base, file.held, file.key)
        words = tr("Your text of %1 is kept and comes back when you open it again.")

        def kept(_none: None) -> None:
            if opened in self._unkept:
                self._unkept.remove(opened)
                self.failed.emit(words.replace("%1", self._named(opened)), "")

        self._jobs.do(lambda: saving.keep(opened.memory, task), kept, lambda _problem: None)

    # -- effects --------------------------------------------------------------------------------

    def _carry_out(self, opened: Opened, effect: Effect) -> None:
        match effect:
            case effects_of.Save():
                self._save(opened, effect)
            case effects_of.LookAgain():
                self._look(opened, effect)
            case effects_of.Load(text):
                self._quietly(self.editor.load, text)
            case effects_of.Receive(text):
                self._quietly(self.editor.receive, text)
            case effects_of.Renewed(outside):
                self.renewed.emit(outside)
            case effects_of.BringDraft(draft):
                self._bring(opened, draft)
            case effects_of.Left(problem):
                self.failed.emit(*self._left_words(opened, problem))
            case Say.REST:
                self._pause.touch()
            case Say.SAVED:
                self._since.start()
                self.saved.emit()
            case Say.DRAFTED:
                self.drafted.emit()
            case Say.ASKED:
                self.asked.emit()

    def _save(self, opened: Opened, save: effects_of.Save) -> None:
        memory, task, answers = opened.memory, save.task, save.answers

        def work() -> Written | Clash:
            if answers is None:
                return saving.write(memory, task)
            return saving.settle(memory, task, answers.clash, answers.chosen)

        def done(result: Written | Clash) -> None:
            now = self._now(opened)
            if isinstance(result, Clash):
                self._tell(lambda file: file.met(result, now), opened)
            else:
                self._tell(lambda file: file.saved(result, now), opened)

        refused = lambda why: self._tell(lambda file: file.refused(why), opened)  # noqa: E731
        self._jobs.do(work, done, refused)

    def _look(self, opened: Opened, look: effects_of.LookAgain) -> None:
        def show(file: OpenFile) -> None:
            then = (look.base, file, look.own, self._now(opened))
            self._tell(lambda before: before.looked(*then), opened)

        work = lambda: _read(opened.memory, look.base.path)  # noqa: E731
        self._jobs.call(f"{self._name}.look", work, show, self._untold)

    def _bring(self, opened: Opened, draft: UnsavedDraft) -> None:
        def done(result: Written | Clash) -> None:
            if isinstance(result, Clash):
                now = self._now(opened)
                self._tell(lambda file: file.draft_met(draft, result, now), opened)
            elif opened is self._shown:
                self._since.start()
                self.look(own=True)

        def failed(problem: Problem) -> None:
            self._tell(lambda file: file.draft_stays(draft), opened)
            self._untold(problem)

        self._jobs.do(lambda: saving.bring(opened.memory, draft), done, failed)

    def _quietly(self, act: Callable[[str], None], text: str) -> None:
        self._receiving = True
        act(text)
        self._receiving = False

    def _untold(self, problem: Problem) -> None:
        self.failed.emit(problem.message, problem.hint)

    def _refuse_paste(self) -> None:
        words = tr("This was not pasted: it would make a line of more than %1 characters.")
        hint = tr("Break it into lines first.")
        self.failed.emit(words.replace("%1", f"{LONGEST:,}"), hint)

    def _named(self, opened: Opened) -> str:
        """A file's path; of another notebook than that of the shown one with its folder."""
        if self._shown is not None and self._shown.memory.root == opened.memory.root:
            return opened.path
        return tilde(str(opened.memory.root / opened.path))

    def _left_words(self, opened: Opened, problem: Problem | None) -> tuple[str, str]:
        """Message and hint about a file that was put away and could not be saved."""
        if problem is None:
            message = tr("%1 changed in another program while you wrote.")
            hint = tr("Both texts are kept; open it again to choose.")
            return message.replace("%1", opened.path), hint
        hint = tr("Your text is kept and comes back when you open %1 again.")
        if not opened.file.kept:
            hint = tr("Your text is in this window only. Make room, then open %1 again.")
        return problem.message, hint.replace("%1", self._named(opened))


def _read(memory: "Memory", path: str) -> OpenFile:
    return OpenFile.of(*saving.open_file(memory, path))


def _shown_state(file: OpenFile) -> tuple[object, ...]:
    """What the person sees of a file's state."""
    return file.status, file.problem, file.clash, file.settling
