"""Ctrl+Z for what was just done, while its toast is up, and only once. Knows no deed."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from desktop_app.ui.dreams.dream_work import GRACE_MS
from desktop_app.ui.parts.actions import Actions
from desktop_app.words import tr

_NOW = "dream.undo.now"


class UndoKey(QObject):
    """An editor that has the keyboard keeps Ctrl+Z for itself; elsewhere it means the dream."""

    def __init__(self, actions: Actions, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        self._act: Callable[[], None] | None = None
        words = tr("Undo what was just done to a dream, while Undo is offered below")
        actions.add(_NOW, words, self._undo, "Ctrl+Z", listed=False)
        self._time = QTimer(self, singleShot=True, interval=GRACE_MS)
        self._time.timeout.connect(self.withdraw)
        self.withdraw()

    def offer(self, act: Callable[[], None]) -> None:
        """This undoes what was just done."""
        self._act = act
        self._actions.allow(_NOW, True)
        self._time.start()

    def withdraw(self) -> None:
        """From now on the key does nothing again."""
        self._time.stop()
        self._act = None
        self._actions.allow(_NOW, False)

    def _undo(self) -> None:
        act = self._act
        self.withdraw()  # first: a second press must not reach for what was done before
        if act is not None:
            act()
