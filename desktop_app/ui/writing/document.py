"""The document of an editor: its open file, read, written by itself, merged with what others write.
Knows an editor and memory, not where the page shows them.

A page opens a file, which then stands in the editor, and draws itself anew when a signal says so.
All reading and writing happens in jobs; what is to be done when is decided in `open_file.py`.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from desktop_app.errors import Problem
from desktop_app.memory import saving
from desktop_app.memory.saving import Clash, Task, Written
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.notebook.lines import as_buffer
from desktop_app.ui.parts.column import LONGEST, too_long
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.unsent import PAUSE, Pause
from desktop_app.ui.writing.editor import Editor
from desktop_app.ui.writing.open_file import FileRead, FileStatus, OpenFile, TextPlace, read
from desktop_app.words import filled, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.notebook.files import Snapshot
    from desktop_app.notebook.merge import OverlapAnswer
    from desktop_app.notebook.remarks import GitConflict

T = TypeVar("T")
_UPDATED = 6_000  # milliseconds, in which it is told


def _of_file(name: str, without: T) -> T:
    """What the open file says of itself, or what is so `without` one."""
    said = property(lambda self: without if self._file is None else getattr(self._file, name))
    return cast(T, said)


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
        self.jobs, self.name = jobs, name
        self._file: OpenFile | None = None
        self._unkept: list[OpenFile] = []  # not shown now, and on no disk
        self._said: tuple[object, ...] = ()  # of the file's state
        self._since, self._outside = QElapsedTimer(), QElapsedTimer()
        self._turn = 0
        self._receiving = False
        self._pause = Pause(self)
        self._pause.over.connect(self.flush)
        self.renewed.connect(self._time)
        editor.edited.connect(self._edited)
        editor.left.connect(self.flush)
        editor.refused.connect(self._refuse_paste)

    path = _of_file("path", "")
    memory: "Memory" = _of_file("memory", None)  # the notebook of the file
    text = _of_file("now", "")  # as it is now, typed or read
    state = _of_file("status", FileStatus.CLEAN)
    problem: Problem = _of_file("problem", None)  # why it could not be saved
    draft: UnsavedDraft = _of_file(
        "draft", None
    )  # a text of the file that waits to be brought back
    clash: Clash = _of_file("clash", None)  # what the person is to decide
    copy: "Snapshot" = _of_file("copy", None)  # a second text, left beside it by a sync program
    settling = _of_file("settling", False)  # answers to the clash are on their way
    editable = _of_file("editable", False)  # a note without an endless line
    unsaved = _of_file("unsaved", False)
    kept = _of_file("kept", True)  # no disk has refused what was typed here altogether

    @property
    def git_conflict(self) -> "GitConflict | None":
        """What Git or a sync program left to decide in it, as it was read or saved last."""
        if self._file is None or not (self.copy or b"<<<<<<<" in self._file.base.data):
            return None
        from desktop_app.notebook.remarks import git_conflict, with_copy  # seldom wanted

        data = self._file.base.data
        return git_conflict(data) or (with_copy(data, self.copy) if self.copy else None)

    @property
    def is_copy(self) -> bool:
        return self._file is not None and bool(self.memory.layout.copied(self.path))

    def put_away(self) -> None:
        """Takes the copy of the file away; the history keeps it."""
        file = self._file
        if file is not None and (copy := file.copy) is not None:
            work = lambda: file.memory.files.delete(copy.path)
            self.jobs.do(work, lambda _change: self.written(file), self.untold)

    @property
    def unkept(self) -> list[str]:
        """The paths of texts that the disk refused altogether: they end with the window."""
        shown = [] if self.kept or self._file is None else [self._file]
        return [self._named(file) for file in (*shown, *self._unkept)]

    def seconds_since_saved(self) -> int | None:
        """How long ago we wrote it; None when we did not."""
        return self._since.elapsed() // 1000 if self._since.isValid() else None

    @property
    def updated(self) -> bool:
        """Whether another program has just changed the text."""
        return self._outside.isValid() and self._outside.elapsed() < _UPDATED

    # -- what is done ---------------------------------------------------------------------------

    def open(self, memory: "Memory", path: str, then: Callable[[], None] | None = None) -> None:
        """Shows another file; what is unsaved in the one before is written first."""
        turn = self._turn = self._turn + 1

        def show(found: FileRead) -> None:
            if turn != self._turn:
                return  # closed meanwhile
            again = self.path == path
            self._put_away()
            self._since.invalidate()
            self._outside.invalidate()
            self._show(memory, found)
            self.opened.emit()
            self.drafted.emit()
            if then is not None:
                then()
            if again:
                self.look(own=True)  # it may have been saved after it was read

        self.jobs.call(f"{self.name}.open", lambda: read(memory, path), show, self.untold)

    def begin(self, text: str) -> None:
        """Offers a beginning for an empty file; nothing is written until the person types."""
        if self._file is not None:
            self._file.begun(text)

    def flush(self) -> None:
        """Writes what was typed now instead of in a moment."""
        self._pause.stop()
        if self._file is not None:
            self._try_unkept(self._file.memory)
            self._file.save_wanted()

    def close(self) -> None:
        """Shows no file any more; what was typed is written."""
        self._turn += 1
        self._put_away()

    def look(self, own: bool = False) -> None:
        """The file may have changed on the disk; `own`: through this program, but not here."""
        if self._file is None:
            return
        self._try_unkept(self._file.memory)
        if self.editor.composing:  # a text under an input method's hands is let alone
            QTimer.singleShot(PAUSE, self, lambda: self.look(own))
        else:
            self._file.stirred(own)

    def settle(self, answers: "Sequence[OverlapAnswer]") -> None:
        """Ends the clash, or what Git left, with an answer (see `notebook.merge`) to each place."""
        file, conflict = self._file, self.git_conflict
        if file is None or file.clash is not None or conflict is None:
            if file is not None:
                file.decided(answers)
            return
        text = as_buffer(conflict.merge.settled(answers))
        task = Task(file.path, file.base, text, file.key)

        def done(result: Written | Clash) -> None:
            if isinstance(result, Clash):  # the file is another one by now: it is asked anew
                self.jobs.do(lambda: file.memory.drafts.clear(task.draft), lambda _none: None)
            self.written(file)

        def work() -> Written | Clash:
            result = saving.write(file.memory, task)
            if conflict.copy and not isinstance(result, Clash):
                file.memory.files.delete(conflict.copy)
            return result

        self.jobs.do(work, done, self.untold)

    def take_draft(self) -> None:
        """Brings the draft back into the file; where both changed the same lines, it is asked."""
        self.flush()
        if self._file is not None:
            self._file.draft_taken()

    def drop_draft(self) -> None:
        """Lets the draft go; its text stays in the history."""
        file, draft = self._file, self.draft
        if file is None or draft is None:
            return
        file.draft = None
        done = lambda _none: self.drafted.emit()
        self.jobs.do(lambda: saving.drop_draft(file.memory, draft), done, self.untold)

    # -- what the editor says -------------------------------------------------------------------

    def _edited(self) -> None:
        if not self._receiving and self._file is not None:
            self._file.typed()

    def _refuse_paste(self) -> None:
        words = tr("This was not pasted: it would make a line of more than %1 characters.")
        hint = tr("Break it into lines first.")
        self.failed.emit(filled(words, f"{LONGEST:,}"), hint)

    # -- files that come and go -----------------------------------------------------------------

    def _put_away(self) -> None:
        file, self._file = self._file, None
        self._pause.stop()
        if file is not None:
            file.put_away()

    def _show(self, memory: "Memory", found: FileRead) -> None:
        """What no disk took is shown again in place of the file, and saving it is tried again."""
        path = found.base.path
        for file in self._unkept:
            if (file.memory.root, file.path) == (memory.root, path):
                self._unkept.remove(file)
                self._file, file.memory = file, memory
                file.returned(found.draft)
                break
        else:
            file = self._file = OpenFile(self, memory, found)
            self.load(file.text)
        self._said = _said(file)
        self.changed.emit()

    def _try_unkept(self, memory: "Memory") -> None:
        """The disk may have room again. A notebook that is closed is not written into: there what
        was typed becomes a draft, which waits until it is opened."""
        for file in list(self._unkept):
            if file.memory.root == memory.root:
                file.memory = memory
                file.save_wanted()
            else:
                self._keep_elsewhere(file)

    def _keep_elsewhere(self, file: OpenFile) -> None:
        task = file.task
        words = tr("Your text of %1 is kept and comes back when you open it again.")

        def kept(_none: None) -> None:
            if file in self._unkept:
                self._unkept.remove(file)
                self.failed.emit(filled(words, self._named(file)), "")

        self.jobs.do(lambda: saving.keep(file.memory, task), kept, lambda _problem: None)

    # -- what a file says -----------------------------------------------------------------------

    def heard(self, file: OpenFile) -> None:
        """All that follows from an event is done."""
        if file is self._file:
            if (said := _said(file)) != self._said:
                self._said = said
                self.changed.emit()
            return
        self._unkept = [one for one in self._unkept if one is not file]
        if file.place is TextPlace.STRANDED:
            self._unkept.append(file)

    def load(self, text: str) -> None:
        """The editor shows this as another text."""
        self._receiving = True
        self.editor.load(text, fixed=not self.editable and not too_long(text))
        self._receiving = False

    def receive(self, text: str) -> None:
        """The editor's text becomes this one, which is no step of the person's undo."""
        self._receiving = True
        self.editor.receive(text, fixed=not self.editable)
        self._receiving = False

    def _time(self, outside: bool) -> None:
        """Its text is another's, who saved it later than we did."""
        self._since.invalidate()
        if outside:
            self._outside.start()

    def rest(self) -> None:
        """Saves when the typing rests."""
        self._pause.touch()

    def tell_saved(self) -> None:
        """The file that is shown was saved."""
        self._since.start()
        self.saved.emit()

    def written(self, file: OpenFile) -> None:
        """Something else than the editor's text was put into the file."""
        if file is self._file:
            self._since.start()
            self.look(own=True)

    def untold(self, problem: Problem) -> None:
        """A problem of no state: it is only said."""
        self.failed.emit(problem.message, problem.hint)

    def left(self, file: OpenFile, problem: Problem | None) -> None:
        """A file was put away and not saved: a problem, or it met another's text."""
        if problem is None:
            message = tr("%1 changed in another program while you wrote.")
            hint = tr("Both texts are kept; open it again to choose.")
            self.failed.emit(filled(message, file.path), hint)
            return
        hint = tr("Your text is kept and comes back when you open %1 again.")
        if not file.kept:
            hint = tr("Your text is in this window only. Make room, then open %1 again.")
        self.failed.emit(problem.message, filled(hint, self._named(file)))

    def _named(self, file: OpenFile) -> str:
        """A file's path; of another notebook than that of the shown one with its folder."""
        if self._file is not None and self._file.memory.root == file.memory.root:
            return file.path
        return tilde(str(file.memory.root / file.path))


def _said(file: OpenFile) -> tuple[object, ...]:
    """What the person sees of a file's state."""
    return file.status, file.problem, file.clash, file.settling, file.copy
