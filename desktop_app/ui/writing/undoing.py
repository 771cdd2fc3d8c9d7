"""What a person did, taken back among changes that others made. Knows an engine, no file.

Qt keeps one pile of steps for whoever made them. A change that another program made is none of the
person's, so it is stepped over: taken off, the person's own step below it undone, and put back on.
"""

from PySide6.QtGui import QTextDocument

from desktop_app.memory.saving import carried
from desktop_app.ui.writing.engines import TextEngine


class Undoing:
    """The steps of one engine, of which some are not the person's."""

    def __init__(self, engine: TextEngine) -> None:
        self._engine = engine
        self._others: list[int] = []  # how many steps there were after each of theirs

    def begin(self) -> None:
        """Another text is shown."""
        self._others = []

    def not_mine(self) -> None:
        """The last step was a change by another program."""
        self._document.setModified(False)  # else Qt takes what is typed there into that step
        self._others.append(self._document.availableUndoSteps())

    def back(self) -> str | None:
        """Undoes the person's last step.

        Returns the text that has to be put there in a step of its own, if another program changed
        it since; None when nothing is left to do.
        """
        if not self._is_theirs():
            self._undo_own()
            return None
        others, after = list(self._others), self._text()
        steps = self._document.availableUndoSteps()
        self._engine.stepping = True
        while self._is_theirs():
            self._engine.undo()
        self._engine.stepping = False
        before = self._text()
        self._undo_own()
        older = self._text()
        wanted = None if older == before else carried(before, older, after)
        if wanted is None:  # nothing of the person's, or another changed the very same words
            self._engine.stepping = True
            while self._document.availableUndoSteps() < steps:
                self._engine.redo()
            self._engine.stepping = False
            self._others = others
        return wanted

    def forth(self) -> None:
        """Does again what was undone last."""
        self._engine.step(self._engine.redo, self._document.isRedoAvailable)
        self._engine.step_over_looks()

    @property
    def _document(self) -> QTextDocument:
        return self._engine.document()

    def _undo_own(self) -> None:
        self._engine.step(self._engine.undo, self._document.isUndoAvailable)

    def _is_theirs(self) -> bool:
        steps = self._document.availableUndoSteps()
        while self._others and self._others[-1] > steps:
            self._others.pop()
        return bool(self._others) and steps == self._others[-1]

    def _text(self) -> str:
        return self._document.toRawText().replace("\u2029", "\n")
