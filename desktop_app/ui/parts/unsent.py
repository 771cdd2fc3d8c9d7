"""What stands in a field and went nowhere yet, kept after a pause with its notebook.

Knows a field, time and drafts; what becomes of the words is the field's owner's business.
"""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.memory import Memory
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.ui.parts.delayed import delayed


class Unsent:
    """`key` (letters and digits) names it among the drafts."""

    def __init__(self, jobs: Jobs, key: str, field: QTextEdit | QPlainTextEdit) -> None:
        self._refused = False
        self._jobs, self._key, self._field = jobs, key, field
        self._memory: Memory | None = None
        self._turn = 0  # of asking for what is kept
        self._kept = ""  # what the drafts hold
        self._pause = Pause(field)
        self._pause.over.connect(self.keep)
        field.textChanged.connect(self._pause.touch)

    @property
    def lost(self) -> bool:
        """Whether there are words that no disk took."""
        return self._refused and bool(self._field.toPlainText().strip())

    def show_notebook(self, memory: Memory) -> None:
        """The words of the notebook before are kept there; those of this one come back."""
        self.keep()
        self._memory, self._kept = memory, ""
        self._turn += 1
        turn = self._turn
        if not self.lost:  # else they come along: better here than nowhere
            self._field.clear()

        def show(draft: UnsavedDraft | None) -> None:
            if draft is not None and turn == self._turn:
                self._kept = draft.data.decode("utf-8", "surrogatepass")
                self.give(self._kept)

        # Among the changes, or it could read what was kept after it was asked for.
        self._jobs.do(lambda: memory.drafts.named(self._key), show)

    def give(self, words: str) -> None:
        """These words come back, before what was typed since."""
        words = "\n".join(filter(None, dict.fromkeys((words, self._field.toPlainText()))))
        self._field.setPlainText(words)
        self._field.moveCursor(QTextCursor.MoveOperation.End)
        self.keep()

    def keep(self) -> None:
        """Has the drafts hold what the field holds now: nothing, where it is empty."""
        memory, words = self._memory, self._field.toPlainText()
        if memory is None or words == self._kept:
            return
        self._kept, turn = words, self._turn

        def work() -> None:
            if words.strip():
                data = words.encode("utf-8", "surrogatepass")
                memory.drafts.keep(UnsavedDraft(self._key, "", memory.now(), b"", data))
            else:
                memory.drafts.clear(self._key)

        def refused(_problem: Problem) -> None:
            if turn != self._turn:  # asked for anew meanwhile: what is in no drafts comes back
                self._refused = True
                self.give(words)
            elif memory is self._memory and words == self._kept:
                self._kept, self._refused = "", True

        def done(_none: None) -> None:
            if memory is self._memory:
                self._refused = False

        self._jobs.do(work, done, refused)


PAUSE = 800  # milliseconds after the last key
LATEST = 3_000  # milliseconds after the first key, for somebody who makes no pause


class Pause(QObject):
    """`over` comes `PAUSE` after the last `touch`, or `LATEST` after the first one since then."""

    over = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rest, self._latest = delayed(self, PAUSE, self._end), delayed(self, LATEST, self._end)

    def touch(self) -> None:
        self._rest.start()
        if not self._latest.isActive():
            self._latest.start()

    def stop(self) -> None:
        """What was typed is kept already, or is nobody's any more."""
        self._rest.stop()
        self._latest.stop()

    def _end(self) -> None:
        self.stop()
        self.over.emit()
