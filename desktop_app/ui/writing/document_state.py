"""What an open file tells: its text, its state and how long ago it was written. Knows an editor,
reads and writes nothing; `document.py` does.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from desktop_app.errors import Problem
from desktop_app.memory.saving import Clash
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.ui.parts.column import LONGEST
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.writing.editor import Editor
from desktop_app.ui.writing.open_file import FileStatus, OpenFile, TextPlace
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.notebook.git_conflict import GitConflict


@dataclass(eq=False)
class Opened:
    """A file that is open, in its notebook; `file` is replaced by its next state."""

    memory: "Memory"
    file: OpenFile

    @property
    def path(self) -> str:
        return self.file.base.path


class DocumentState(QObject):
    """One file at a time, or none."""

    opened = Signal()  # another file is shown
    renewed = Signal(bool)  # its text changed on the disk; True when another program did it
    changed = Signal()  # the state, and with it the words about it
    saved = Signal()
    drafted = Signal()  # a draft of this file was found, or is settled
    asked = Signal()  # the person is to decide a clash now
    failed = Signal(str, str)  # message and hint about a file that is not shown (any more)

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.editor = editor
        self._shown: Opened | None = None
        self._unkept: list[Opened] = []  # not shown now, and on no disk
        self._since = QElapsedTimer()
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
