"""Shortcuts that the person chose in place of the usual ones. Knows the registry and one setting.

The setting is a list of lines such as `dream = Ctrl+Alt+D`. A line that does not fit
is ignored and told, and the action keeps its usual keys.
"""

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QKeyCombination, QObject, Qt
from PySide6.QtGui import QKeySequence

from desktop_app.errors import Problem
from desktop_app.ui.parts.actions import ALWAYS, NOTEBOOK, PAGE, Actions, Known
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.words import tr

SETTING = "keys.own"
_EVERYWHERE = (ALWAYS, NOTEBOOK, PAGE)
_Key, _Std = Qt.Key, QKeySequence.StandardKey
_FRAME = {_Key.Key_Escape, _Key.Key_Tab, _Key.Key_Backtab, _Key.Key_Space, _Key.Key_Return,
          _Key.Key_Enter, _Key.Key_Left, _Key.Key_Right, _Key.Key_Up, _Key.Key_Down,
          _Key.Key_Home, _Key.Key_End, _Key.Key_PageUp, _Key.Key_PageDown,
          _Key.Key_Backspace}  # fmt: skip
_TEXT = (_Std.Copy, _Std.Cut, _Std.Paste, _Std.Undo, _Std.Redo, _Std.SelectAll)
_HELD = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


def fault(keys: QKeySequence, known: Known, others: Iterable[Known]) -> str:
    """Why an action cannot have these keys, as a sentence; "" where it can."""
    first: QKeyCombination = keys[0] if keys.count() == 1 else QKeyCombination()  # type: ignore[index]
    key, held = first.key(), bool(first.keyboardModifiers() & _HELD)
    if key in (_Key.Key_unknown, 0):
        return tr("This is no key.")
    if (not held and key in _FRAME) or any(keys in QKeySequence.keyBindings(one) for one in _TEXT):
        return tr("The window and the text need this key.")
    if not held and not known.scoped and not _Key.Key_F1 <= key <= _Key.Key_F35:
        return tr("Alone, this key is typed into the text. Hold Ctrl or Alt with it.")
    return _has(next(_holders([keys], known, others), None))


def _has(other: Known | None) -> str:
    if other is None:
        return ""
    return tr("“%1” has these keys.").replace("%1", other.action.text())


def _holders(
    keys: Sequence[QKeySequence], known: Known, others: Iterable[Known]
) -> Iterator[Known]:
    """Which other actions have one of these keys where this action works."""
    for other in others:
        shared = [key for key in other.action.shortcuts() if key in keys]
        if shared and other.id != known.id and _meet(known, other):
            yield other


def _meet(one: Known, other: Known) -> bool:
    return one.where == other.where or one.where in _EVERYWHERE or other.where in _EVERYWHERE


class OwnKeys(QObject):
    """Gives each action of the registry the keys that were chosen for it, also later ones."""

    def __init__(self, actions: Actions, settings: KeptSettings) -> None:
        super().__init__(actions)
        self._actions, self._settings = actions, settings
        self.ignored: dict[str, str] = {}  # what stands before the sign =, and why
        self._chosen: dict[str, str] = {}
        self._read()
        actions.added.connect(self._give)

    def follow(self) -> None:
        """Take the keys of the setting, which another window may have changed."""
        self._chosen, self.ignored = {}, {}
        for known in self._actions:
            known.action.setShortcuts(known.usual)
        self._read()
        self._actions.keys_changed.emit()

    def _read(self) -> None:
        for line in self._settings.get(SETTING):
            id, sign, keys = (part.strip() for part in line.partition("="))  # noqa: A001
            if sign:
                # The rest of a line may hold the sign itself: Ctrl+=
                self._chosen[id] = keys
            else:
                self.ignored[line] = tr("It has no keys.")
        for known in self._actions:
            self._give(known.id)

    @property
    def any(self) -> bool:
        """Whether any keys of the person's hold."""
        return bool(self._chosen)

    def is_own(self, id: str) -> bool:  # noqa: A002
        """Whether the person chose keys for it, and they hold."""
        return id in self._chosen

    def choose(self, id: str, keys: QKeySequence) -> str:  # noqa: A002
        """Gives an action these keys, and keeps that; or says why it cannot have them."""
        known = self._actions.known(id)
        if why := fault(keys, known, self._actions):
            return why
        self._chosen[id] = keys.toString()
        if [keys] == list(known.usual):
            del self._chosen[id]
        known.action.setShortcuts([keys])
        return self._keep()

    def reset(self, id: str) -> str:  # noqa: A002
        """Gives an action its usual keys again; or says which other one has them now."""
        known = self._actions.known(id)
        if told := _has(next(_holders(known.usual, known, self._own()), None)):
            return told
        self._chosen.pop(id, None)
        known.action.setShortcuts(known.usual)
        return self._keep()

    def reset_all(self) -> str:
        """All usual keys again, and nothing kept."""
        self._chosen, self.ignored = {}, {}
        for known in self._actions:
            known.action.setShortcuts(known.usual)
        return self._keep()

    def _own(self) -> list[Known]:
        return [known for known in self._actions if known.id in self._chosen]

    def _keep(self) -> str:
        self._actions.keys_changed.emit()
        try:
            self._settings.set(SETTING, [f"{name} = {keys}" for name, keys in self._chosen.items()])
        except Problem as problem:
            return problem.message
        return ""

    def _give(self, id: str) -> None:  # noqa: A002
        """Keys for an action that has come. What is usual wins over a line that nobody checked."""
        known = self._actions.known(id)
        if id not in self._chosen:
            for other in list(_holders(known.usual, known, self._own())):
                self._ignore(other, _has(known))
            return
        keys = QKeySequence(self._chosen[id])
        if why := fault(keys, known, self._actions):
            self._ignore(known, why)
        else:
            known.action.setShortcuts([keys])

    def _ignore(self, known: Known, why: str) -> None:
        self.ignored[known.id] = why
        self._chosen.pop(known.id)
        known.action.setShortcuts(known.usual)
