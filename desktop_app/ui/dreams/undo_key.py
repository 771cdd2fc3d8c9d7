"""Ctrl+Z for a dream: while its toast is up, and only once. Knows the deed, not what it undoes."""

from PySide6.QtCore import QObject, QTimer

from desktop_app.ui.dreams.dream_work import GRACE_MS, DreamWork
from desktop_app.ui.frame.actions import Actions

_NOW = "dream.undo.now"


class UndoKey(QObject):
    """An editor that has the keyboard keeps Ctrl+Z for itself; elsewhere it means the dream."""

    def __init__(self, actions: Actions, work: DreamWork) -> None:
        super().__init__(work)
        self._actions, self._work = actions, work
        self._id = ""
        actions.add(_NOW, self.tr("Undo this dream"), self._undo, "Ctrl+Z", listed=False)
        self._time = QTimer(self, singleShot=True, interval=GRACE_MS)
        self._time.timeout.connect(self.withdraw)
        self.withdraw()

    def offer(self, proposal_id: str) -> None:
        """This dream was just applied."""
        self._id = proposal_id
        self._actions.allow(_NOW, True)
        self._time.start()

    def withdraw(self) -> None:
        """From now on the key does nothing again."""
        self._time.stop()
        self._actions.allow(_NOW, False)

    def _undo(self) -> None:
        self.withdraw()  # first: a second press must not reach for the dream before
        self._work.undo(self._id)
