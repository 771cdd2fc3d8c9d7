"""What an open file tells: its text, its state and how long ago it was written. Knows an editor,
reads and writes nothing; `document.py` does.
"""

from datetime import datetime

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from desktop_app.errors import Problem
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.ui.parts.column import LONGEST
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.writing.editor import Editor
from desktop_app.ui.writing.saving import Clash, OpenFile
from desktop_app.words import tr

CLEAN, EDITING, SAVING, FAILED, CLASH = "clean", "editing", "saving", "failed", "clash"


class DocumentState(QObject):
    """One file at a time, or none. `problem` is why it could not be saved; `draft` is a text of
    it that waits to be brought back; `clash` is what the person is to decide."""

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
        self.state = CLEAN
        self.problem: Problem | None = None
        self.draft: UnsavedDraft | None = None
        self.clash: Clash | None = None
        self.settling = False  # answers to the clash are on their way
        self._file: OpenFile | None = None
        self._unkept: list[OpenFile] = []  # not shown now, and on no disk
        self._since = QElapsedTimer()
        editor.refused.connect(self._refuse_paste)

    @property
    def path(self) -> str:
        """The open file's path; "" when there is none."""
        return self._file.base.path if self._file else ""

    @property
    def text(self) -> str:
        """The text as it is now, typed or read."""
        if self._file is None:
            return ""
        if self._file.editing and not self.editor.loading:
            return self.editor.text()
        return self._file.text if self._file.last is None else self._file.last

    @property
    def editable(self) -> bool:
        """Whether the editor can take it; one endless line would freeze the window."""
        return self._file is not None and self._file.editable

    @property
    def unsaved(self) -> bool:
        """Whether something typed is not in the file yet."""
        return self._file is not None and (self._file.touched or self._file.saving)

    @property
    def kept(self) -> bool:
        """Whether no disk has refused what was typed here altogether: saving it and a draft."""
        return self._file is None or not self._file.unkept

    @property
    def unkept(self) -> list[str]:
        """The paths of texts that the disk refused altogether: they end with the window."""
        shown = [] if self.kept or self._file is None else [self._file]
        return [self._named(file) for file in (*shown, *self._unkept)]

    def now(self) -> datetime:
        """The person's local time; only while a file is open."""
        return self._file.memory.now()

    def seconds_since_saved(self) -> int | None:
        """How long ago we wrote it; None when we did not."""
        return self._since.elapsed() // 1000 if self._since.isValid() else None

    def _refuse_paste(self) -> None:
        words = tr("This was not pasted: it would make a line of more than %1 characters.")
        hint = tr("Break it into lines first.")
        self.failed.emit(words.replace("%1", f"{LONGEST:,}"), hint)

    def _named(self, file: OpenFile) -> str:
        """A file's path; of another notebook than that of the shown one with its folder."""
        if self._file is not None and self._file.memory.root == file.memory.root:
            return file.base.path
        return tilde(str(file.memory.root / file.base.path))

    def _say(self, state: str, file: OpenFile | None = None) -> None:
        """Only the file that is shown has a state."""
        if file is None or file is self._file:
            self.state = state
            self.changed.emit()
