"""One open file: read, written by itself, merged with what others write. Knows an editor and
memory, not where the page shows them.

A page opens a file, shows `text` or calls `edit` to put it into the editor, and draws itself anew
when a signal says so. All reading and writing happens in jobs.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from desktop_app.errors import Problem
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.notebook.lines import as_buffer
from desktop_app.ui.parts.column import too_long
from desktop_app.ui.parts.pause import PAUSE, Pause
from desktop_app.ui.writing import saving
from desktop_app.ui.writing.document_state import (
    CLASH,
    CLEAN,
    EDITING,
    FAILED,
    SAVING,
    DocumentState,
)
from desktop_app.ui.writing.editor import Editor
from desktop_app.ui.writing.saving import Clash, OpenFile, Task, Unkept, Written
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory


class Document(DocumentState):
    """Keeps one file and its editor in step. `name` tells its jobs from another document's."""

    def __init__(self, editor: Editor, jobs: "Jobs", name: str) -> None:
        super().__init__(editor)
        self._jobs = jobs
        self._name = name
        self._turn = 0
        self._receiving = False
        self._pause = Pause(self)
        self._pause.over.connect(self.flush)
        editor.edited.connect(self._edited)
        editor.left.connect(self.flush)
        editor.loaded.connect(self._loaded)

    def open(self, memory: "Memory", path: str, then: Callable[[], None] | None = None) -> None:
        """Shows another file; what is unsaved in the one before is written first."""

        turn = self._turn = self._turn + 1

        def show(found: tuple[OpenFile, UnsavedDraft | None]) -> None:
            if turn != self._turn:
                return  # closed meanwhile
            before = self._file
            self._put_away()
            self._file, self.draft = found
            self._since.invalidate()
            self._say(CLEAN)
            self._bring_unkept(memory, path)
            self.opened.emit()
            self.drafted.emit()
            if then is not None:
                then()
            if before is not None and before.base.path == path:
                self.look(own=True)  # it may have been saved after it was read

        work = lambda: saving.open_file(memory, path)  # noqa: E731
        self._jobs.call(f"{self._name}.open", work, show, self._untold)

    def edit(self) -> None:
        """Puts the text into the editor, unless it is there."""
        file = self._file
        if file is None or file.editing or not file.editable:
            return
        file.editing = True
        self._quietly(lambda: self.editor.load(file.text))

    def begin(self, text: str) -> None:
        """Offers a beginning for an empty file; nothing is written until the person types."""
        file = self._file
        if file is not None and file.editable:
            file.editing, file.text = True, text
            self._quietly(lambda: self.editor.load(text))

    def flush(self) -> None:
        """Writes what was typed now instead of in a moment."""
        self._pause.stop()
        if self._file is None:
            return
        self._try_unkept(self._file.memory)
        if self._file.touched:
            self._save(self._file)

    def close(self) -> None:
        """Shows no file any more; what was typed is written."""
        self._turn += 1
        self._put_away()

    def _put_away(self) -> None:
        file, self._file = self._file, None
        self._pause.stop()
        self.draft = self.clash = None
        self.settling = False
        if file is not None and file.last is not None:  # brought back, and not in the editor yet
            self._unkept.append(file)
        if file is None or not file.editing:
            return
        file.last = self.editor.text()
        if file.touched:
            self._save(file)

    def _bring_unkept(self, memory: "Memory", path: str) -> None:
        """What no disk took is shown again in place of the file, and saving it is tried again."""
        for file in self._unkept:
            if (file.memory.root, file.base.path) == (memory.root, path):
                self._let_go(file)
                self._file, file.memory = file, memory
                if self.draft is not None and self.draft.key == file.key:
                    self.draft = None  # an earlier state of this very text
                self._quietly(partial(self.editor.load, file.last))
                return

    def _try_unkept(self, memory: "Memory") -> None:
        """The disk may have room again. A notebook that is closed is not written into: there what
        was typed becomes a draft, which waits until it is opened."""
        for file in self._unkept:
            if file.memory.root == memory.root:
                file.memory = memory
                self._save(file)
            else:
                self._keep_elsewhere(file)

    def _keep_elsewhere(self, file: OpenFile) -> None:
        task = Task(file.base.path, file.base, self._now(file), file.key)
        words = tr("Your text of %1 is kept and comes back when you open it again.")

        def kept(_none: None) -> None:
            if self._let_go(file):
                self.failed.emit(words.replace("%1", self._named(file)), "")

        self._jobs.do(lambda: saving.keep(file.memory, task), kept, lambda _problem: None)

    def _loaded(self) -> None:
        if self._file is not None and self._file.last is not None:
            self._file.last = None
            self.flush()

    def _let_go(self, file: OpenFile) -> bool:
        """Whether it was among what waits for room."""
        before = len(self._unkept)
        self._unkept = [one for one in self._unkept if one is not file]
        return len(self._unkept) < before

    def look(self, own: bool = False) -> None:
        """The file may have changed on the disk; `own`: through this program, but not here."""
        file = self._file
        if file is None:
            return
        self._try_unkept(file.memory)
        if self.editor.composing():  # a text under an input method's hands is let alone
            QTimer.singleShot(PAUSE, self, lambda: self.look(own))
        elif file.saving:
            file.look = True
        elif file.touched:
            self._save(file)
        else:
            self._look(file, own)

    # -- a person's word ------------------------------------------------------------------------

    def settle(self, answers: Sequence[str]) -> None:
        """Ends the clash with an answer (see `notebook.merge`) to each of its conflicts."""
        file, clash = self._file, self.clash
        if file is None or clash is None:
            return
        self.settling = True
        if file.saving:  # the writing under way is answered first, perhaps with another clash
            file.then = lambda: self.settle(answers) if self.clash == clash else self._unsettled()
            return
        self._write(file, lambda memory, task: saving.settle(memory, task, clash, answers))

    def take_draft(self) -> None:
        """Brings the draft back into the file; where both changed the same lines, it is asked."""
        file, draft = self._file, self.draft
        if file is None or draft is None:
            return
        self.draft = None
        self.edit()
        self.flush()
        self.drafted.emit()
        self._jobs.do(
            lambda: saving.bring(file.memory, draft),
            lambda found: self._brought(file, draft, found),
            lambda problem: self._not_brought(file, draft, problem),
        )

    def _brought(self, file: OpenFile, draft: UnsavedDraft, found: Written | Clash) -> None:
        if isinstance(found, Written):
            if file is self._file:
                self._since.start()
                self.look(own=True)
            return
        if file is not self._file or file.saving or not file.editing or self.clash is not None:
            self._not_brought(file, draft)
            return
        wanted = saving.carried(file.text, self._now(file), as_buffer(found.ours))
        if wanted is None:  # typed just now where the draft has something else
            self._not_brought(file, draft)
            return
        file.key = draft.key  # so that it goes when its text is in the file
        self._stand_in(file, found, wanted)
        self.asked.emit()

    def _not_brought(
        self, file: OpenFile, draft: UnsavedDraft, problem: Problem | None = None
    ) -> None:
        if file is self._file:
            self.draft = draft
            self.drafted.emit()
        if problem is not None:
            self._untold(problem)

    def drop_draft(self) -> None:
        """Lets the draft go; its text stays in the history."""
        file, draft = self._file, self.draft
        if file is None or draft is None:
            return
        self.draft = None
        done = lambda _none: self.drafted.emit()  # noqa: E731
        self._jobs.do(lambda: saving.drop_draft(file.memory, draft), done, self._untold)

    # -- writing --------------------------------------------------------------------------------

    def _edited(self) -> None:
        file = self._file
        if file is None or not file.editing or self._receiving:
            return
        file.touched = True
        self._pause.touch()
        if self.state in (CLEAN, SAVING):
            self._say(EDITING)

    def _save(self, file: OpenFile) -> None:
        if file.saving:
            file.again = True
        elif self._now(file) == file.text and self.state not in (FAILED, CLASH):
            file.touched = False  # typed and taken back: nothing to write
            self._say(CLEAN, file)
        else:
            self._write(file, saving.write)

    def _write(
        self,
        file: OpenFile,
        work: Callable[["Memory", Task], Written | Clash],
    ) -> None:
        task = Task(file.base.path, file.base, self._now(file), file.key)
        file.saving, file.touched, file.again = True, False, False
        if self.state not in (FAILED, CLASH):
            self._say(SAVING, file)
        self._jobs.do(
            lambda: work(file.memory, task),
            lambda found: self._answered(file, task, found),
            lambda problem: self._refused(file, task, problem),
        )

    def _answered(self, file: OpenFile, task: Task, found: Written | Clash) -> None:
        file.saving = file.unkept = False
        self._let_go(file)
        self.settling = self.settling and file.then is not None
        if isinstance(found, Clash):
            self._clashed(file, task, found)
            return
        self._take(file, task, found)
        if file is self._file:
            self.clash = None
            self._since.start()
            self._say(EDITING if file.touched else CLEAN)
            self.saved.emit()
        self._go_on(file)

    def _clashed(self, file: OpenFile, task: Task, found: Clash) -> None:
        """Nothing was written. After an answer what is to be decided has another base."""
        file.touched = True
        if file is not self._file:
            self.failed.emit(*self._clash_words(task.path))
            return
        now = self._now(file)
        ours = as_buffer(found.ours)
        settled = found.base.sha != file.base.sha
        wanted = saving.carried(task.text, now, ours) if settled else now
        if wanted is None:
            self._save(file)  # typed just now where an answer changed the text: all is asked anew
            return
        self._stand_in(file, found, wanted)
        then, file.then = file.then, None
        if then is not None:
            then()
        elif file.again or file.look:
            file.again = file.look = False
            self._save(file)

    def _unsettled(self) -> None:
        """The answers were to another clash than there is now."""
        self.settling = False
        self._say(CLASH)

    def _stand_in(self, file: OpenFile, clash: Clash, text: str) -> None:
        """The editor holds `text`, which is our side of the clash."""
        file.base, file.touched = clash.base, True
        file.text = as_buffer(clash.base.data)
        if text != self._now(file):
            self._quietly(lambda: self.editor.receive(text))
        self.clash = clash
        self._say(CLASH)

    def _take(self, file: OpenFile, task: Task, found: Written) -> None:
        """The disk is what we wrote; brings in what came from outside with it."""
        now = self._now(file)
        if found.text is None:
            file.base, file.text = found.snapshot, task.text
            file.touched = now != task.text
            return
        wanted = saving.carried(task.text, now, found.text)
        if wanted is None:
            # Typed just now where the others wrote: the base stays, and the next save asks.
            file.touched = True
            return
        file.base, file.text = found.snapshot, found.text
        file.editable = not too_long(found.text)
        file.touched = wanted != found.text
        if file is self._file:
            self._quietly(lambda: self.editor.receive(wanted))
            self.renewed.emit(True)
        else:
            file.last = wanted

    def _refused(self, file: OpenFile, task: Task, problem: Problem) -> None:
        file.saving, file.touched = False, True
        file.then = None
        file.unkept = isinstance(problem, Unkept)
        told = self._let_go(file)
        if file is self._file:
            self.settling = False
            self.problem = problem
            self._say(FAILED)
            return
        hint = tr("Your text is kept and comes back when you open %1 again.")
        if file.unkept:
            self._unkept.append(file)
            hint = tr("Your text is in this window only. Make room, then open %1 again.")
            if told:
                return
        self.failed.emit(problem.message, hint.replace("%1", self._named(file)))

    def _go_on(self, file: OpenFile) -> None:
        again, file.again = file.again, False
        look, file.look = file.look, False
        file.then = None  # there is nothing to decide any more
        if file.touched and (again or file is not self._file):
            self._save(file)
        elif file.touched:
            self._pause.touch()
        elif look and file is self._file:
            self._look(file, own=False)

    def _look(self, file: OpenFile, own: bool) -> None:
        def show(found: tuple[OpenFile, UnsavedDraft | None]) -> None:
            new, _draft = found
            if file is not self._file or new.base.sha == file.base.sha:
                return
            if file.touched or file.saving or file.base is not base:  # saved after it was read
                self.look(own)
                return
            file.base, file.text, file.editable = new.base, new.text, new.editable
            if file.editing:
                self._quietly(lambda: self.editor.receive(new.text))
            self.renewed.emit(not own)

        base, path, name = file.base, file.base.path, f"{self._name}.look"
        self._jobs.call(name, lambda: saving.open_file(file.memory, path), show, self._untold)

    # -- small things ---------------------------------------------------------------------------

    def _now(self, file: OpenFile) -> str:
        return self.editor.text() if file.last is None else file.last

    def _quietly(self, act: Callable[[], None]) -> None:
        self._receiving = True
        act()
        self._receiving = False

    def _untold(self, problem: Problem) -> None:
        self.failed.emit(problem.message, problem.hint)

    def _clash_words(self, path: str) -> tuple[str, str]:
        message = tr("%1 changed in another program while you wrote.").replace("%1", path)
        return message, tr("Both texts are kept; open it again to choose.")
