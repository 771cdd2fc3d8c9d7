"""The keys of every command: told and changed on a card, kept in one setting.

The setting is a list of lines such as `dream = Ctrl+Alt+D`. A line that does not fit is ignored and
told, and the action keeps its usual keys.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QKeyCombination, QObject, QSortFilterProxyModel, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QWidget

from desktop_app.errors import Problem
from desktop_app.settings import Settings
from desktop_app.ui.parts.actions import ALWAYS, NOTEBOOK, PAGE, Actions, Known, shown_keys
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.plans import EVERY
from desktop_app.words import headed, tr

if TYPE_CHECKING:
    from desktop_app.ui.parts.rows import RowWords

SETTING = "keys.own"
_EVERYWHERE = (ALWAYS, NOTEBOOK, PAGE)
_Key, _Std, _Held = Qt.Key, QKeySequence.StandardKey, Qt.KeyboardModifier
_FRAME = {_Key.Key_Escape, _Key.Key_Tab, _Key.Key_Backtab, _Key.Key_Space, _Key.Key_Return,
          _Key.Key_Enter, _Key.Key_Left, _Key.Key_Right, _Key.Key_Up, _Key.Key_Down,
          _Key.Key_Home, _Key.Key_End, _Key.Key_PageUp, _Key.Key_PageDown,
          _Key.Key_Backspace}  # fmt: skip
_TEXT = (_Std.Copy, _Std.Cut, _Std.Paste, _Std.Undo, _Std.Redo, _Std.SelectAll)
_HELD = _Held.ControlModifier | _Held.AltModifier | _Held.MetaModifier


# -- which keys can be had ------------------------------------------------------------------------


def fault(keys: QKeySequence, known: Known, others: Iterable[Known]) -> str:
    """Why an action cannot have these keys, as a sentence; "" where it can."""
    first: QKeyCombination = keys[0] if keys.count() == 1 else QKeyCombination()  # type: ignore[index]
    key, held = first.key(), bool(first.keyboardModifiers() & _HELD)
    if key in (_Key.Key_unknown, 0):
        return tr("This is no key.")
    if (not held and key in _FRAME) or any(keys in QKeySequence.keyBindings(one) for one in _TEXT):
        return tr("This key is already used for moving and typing.")
    if not held and not known.scoped and not _Key.Key_F1 <= key <= _Key.Key_F35:
        return tr("This key alone types into the text. Hold Ctrl or Alt with it.")
    return _has(next(_holders([keys], known, others), None))


def _has(other: Known | None) -> str:
    if other is None:
        return ""
    return tr("“%1” has these keys.", other.action.text())


def _holders(
    keys: Sequence[QKeySequence], known: Known, others: Iterable[Known]
) -> Iterator[Known]:
    """Which other actions have one of these keys where this action works."""
    for other in others:
        shared = any(key in keys for key in other.action.shortcuts())
        places = {known.where, other.where}
        if shared and other.id != known.id and (len(places) == 1 or places & {*_EVERYWHERE}):
            yield other


class OwnKeys(QObject):
    """Gives each action of the registry the keys that were chosen for it, also later ones."""

    def __init__(self, actions: Actions, settings: Settings) -> None:
        super().__init__(actions)
        self._actions, self._settings = actions, settings
        self.ignored: dict[str, str] = {}  # what stands before the sign =, and why
        self.chosen: dict[str, str] = {}  # what the person chose and holds, by the action's id
        self._read()
        actions.added.connect(self._give)

    def follow(self) -> None:
        """Take the keys of the setting, which another window may have changed."""
        self._forget()
        self._read()
        self._actions.keys_changed.emit()

    def choose(self, id: str, keys: QKeySequence) -> str:  # noqa: A002
        """Gives an action these keys, and keeps that; or says why it cannot have them."""
        known = self._actions.known(id)
        if why := fault(keys, known, self._actions):
            return why
        self.chosen[id] = keys.toString()
        if [keys] == list(known.usual):
            del self.chosen[id]
        known.action.setShortcuts([keys])
        return self._keep()

    def reset_all(self) -> str:
        """All usual keys again, and nothing kept."""
        self._forget()
        return self._keep()

    def _forget(self) -> None:
        self.chosen, self.ignored = {}, {}
        for known in self._actions:
            known.action.setShortcuts(known.usual)

    def _read(self) -> None:
        for line in self._settings.get(SETTING):
            id, sign, keys = (part.strip() for part in line.partition("="))  # noqa: A001
            if sign:  # the rest of a line may hold the sign itself: Ctrl+=
                self.chosen[id] = keys
            else:
                self.ignored[line] = tr("It has no keys.")
        for known in self._actions:
            self._give(known.id)

    def _own(self) -> list[Known]:
        return [known for known in self._actions if known.id in self.chosen]

    def _keep(self) -> str:
        self._actions.keys_changed.emit()
        try:
            self._settings.set(SETTING, [f"{name} = {keys}" for name, keys in self.chosen.items()])
        except Problem as problem:
            return problem.message
        return ""

    def _give(self, id: str) -> None:  # noqa: A002
        """Keys for an action that has come. What is usual wins over a line that nobody checked."""
        known = self._actions.known(id)
        if id not in self.chosen:
            for other in list(_holders(known.usual, known, self._own())):
                self._ignore(other, _has(known))
            return
        keys = QKeySequence(self.chosen[id])
        if why := fault(keys, known, self._actions):
            self._ignore(known, why)
        else:
            known.action.setShortcuts([keys])

    def _ignore(self, known: Known, why: str) -> None:
        self.ignored[known.id] = why
        self.chosen.pop(known.id)
        known.action.setShortcuts(known.usual)


# -- the card on which they are changed -----------------------------------------------------------


class KeysCard(Overlay):
    """A field to narrow the list, the list, and what is said of the keys that were pressed."""

    def __init__(self, parent: QWidget, actions: Actions, own: OwnKeys) -> None:
        from desktop_app.ui.parts.rows import ThingRows  # wanted by no first picture

        super().__init__(parent, tr("Keyboard shortcuts"), 620, 560)
        self._actions, self._own = actions, own
        self.input = QLineEdit()
        self.input.setAccessibleName(tr("Find a command"))
        self.input.setPlaceholderText(tr("Find a command"))
        name = tr("Commands and their keys")
        self.rows = ThingRows(name, self._told, key=lambda known: known.id)
        self._model = self.rows.rows
        self._found = QSortFilterProxyModel(self.rows)
        self._found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._found.setFilterRole(Qt.ItemDataRole.AccessibleTextRole)
        self._found.setSourceModel(self._model)
        self.rows.setModel(self._found)
        self.said = text("", "ui", "text2", wrap=True)
        self.field = QKeySequenceEdit(maximumSequenceLength=1)
        line = self.field.findChild(QLineEdit)
        for part in (self.field, line):
            part.setAccessibleName(tr("New keys"))
        line.setPlaceholderText(tr("New keys"))
        self.field.keySequenceChanged.connect(self._take)
        self.all_usual = Button(tr("Reset all keys"), act=self._reset_all)
        self.input.textChanged.connect(self._found.setFilterFixedString)
        self.input.returnPressed.connect(self._to_rows)
        self.rows.entered.connect(self._begin)
        self.rows.clicked.connect(lambda _index: self._begin())
        around, title = (16, 14, 16, 14), text(tr("Keyboard shortcuts"), "strong")
        buttons = in_row(self.field, self.all_usual, None,
            Button(tr("Close"), act=self.close_card))  # fmt: skip
        stacked(self.card, stacked(None, title, self.input, margins=around, gap=10), self.rows,
            rule(), stacked(None, self.said, buttons, margins=around, gap=10), grows=self.rows,
            margins=(1, 1, 1, 1))  # fmt: skip

    def ask(self) -> None:
        """Opens on all commands, with what stands in the settings and does not fit told."""
        self.input.clear()
        self._fill()
        told = [headed(line, why) for line, why in self._own.ignored.items()]
        self._say("\n".join([tr("Ignored in the settings:"), *told] if told else []))
        self.open_card(self.input)

    @property
    def chosen(self) -> str:
        """The id of the command in the current row; "" without one."""
        return self.rows.thing.id if self.rows.thing else ""

    def _fill(self) -> None:
        self._model.show([known for known in self._actions if known.listed or known.usual])
        last = self._model.index(self._model.rowCount() - 1)
        self._model.dataChanged.emit(self._model.index(0), last)
        if not self.rows.currentIndex().isValid():
            self.rows.setCurrentIndex(self._found.index(0, 0))
        self.all_usual.setEnabled(bool(self._own.chosen or self._own.ignored))

    def _told(self, known: Known) -> "RowWords":
        from desktop_app.ui.parts.rows import RowWords  # loaded with the list

        titles = (plan.title for plan in EVERY if plan.name == known.where)
        where, title = next(titles, tr("Everywhere")), known.action.text()
        if known.id in self._own.chosen:
            usual = ", ".join(map(shown_keys, known.usual)) or tr("none")
            where += " · " + tr("usually %1", usual)
        return RowWords(title, where, known.keys)

    def _to_rows(self) -> None:
        self.rows.setCurrentIndex(self._found.index(0, 0))
        self.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    def _begin(self) -> None:
        words = self.rows.currentIndex().data(Qt.ItemDataRole.DisplayRole)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._say(tr("Press the new keys for “%1”. Esc keeps the old ones.", words))

    def _take(self, keys: QKeySequence) -> None:
        if keys.isEmpty():
            return
        self.field.clear()
        self.rows.setFocus(Qt.FocusReason.OtherFocusReason)
        if keys == QKeySequence(Qt.Key.Key_Escape):
            self._say("")
            return
        why = self._own.choose(self.chosen, keys)
        shown, words = shown_keys(keys), self.rows.currentIndex().data(Qt.ItemDataRole.DisplayRole)
        said = tr("%1 is now “%2”.", shown, words)
        self._fill()
        self._say(headed(shown, why) if why else said)

    def _reset_all(self) -> None:
        why = self._own.reset_all()
        self._fill()
        self._say(why or tr("All commands have their usual keys."))

    def _say(self, words: str) -> None:
        self.said.setText(words)
        self.said.setVisible(bool(words))
        if words:
            announce(self.rows, words)
