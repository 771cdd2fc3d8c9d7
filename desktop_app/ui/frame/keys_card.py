"""Every command with its keys, on a card over the window: others can be pressed for it.

Knows the registry and what the person chose; which keys can be had is decided in `own_keys.py`.
"""

from PySide6.QtCore import QEvent, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from desktop_app.ui.frame.own_keys import OwnKeys
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions, Known
from desktop_app.ui.parts.asking_pane import row_item
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.parts.rows import ASIDE, DETAIL, THING, TITLE, RowDelegate, RowsView
from desktop_app.ui.plans import EVERY
from desktop_app.words import tr

_SHOWN = QKeySequence.SequenceFormat.NativeText
_MODIFIERS = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta,
              Qt.Key.Key_AltGr, Qt.Key.Key_unknown)  # fmt: skip


class KeysCard(Overlay):
    """A field to narrow the list, the list, and what is said of the keys that were pressed."""

    def __init__(self, parent: QWidget, actions: Actions, own: OwnKeys) -> None:
        super().__init__(parent, tr("Keyboard shortcuts"), 620, 560)
        self._actions, self._own = actions, own
        self.input = QLineEdit()
        self.input.setAccessibleName(tr("Find a command"))
        self.input.setPlaceholderText(tr("Find a command"))
        self.rows = KeyRows(tr("Commands and their keys"))
        self.rows.setItemDelegate(RowDelegate(self.rows))
        self._shown = QSortFilterProxyModel(self.rows)
        self._shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._shown.setFilterRole(Qt.ItemDataRole.AccessibleTextRole)
        self.rows.setModel(self._shown)
        self.said = text("", "ui", "text2", wrap=True)
        self.usual = Button(tr("Usual keys"))
        self.all_usual = Button(tr("All usual keys"))
        self.close_button = Button(tr("Close"))
        self.input.textChanged.connect(self._shown.setFilterFixedString)
        self.input.returnPressed.connect(self._to_rows)
        self.rows.activated.connect(lambda _index: self._begin())
        self.rows.clicked.connect(lambda _index: self._begin())
        self.rows.pressed_keys.connect(self._take)
        self.rows.left.connect(lambda: self._say(""))
        self.rows.selectionModel().currentChanged.connect(lambda *_: self._offer())
        self.usual.clicked.connect(self._reset)
        self.all_usual.clicked.connect(self._reset_all)
        self.close_button.clicked.connect(self.close_card)
        self._build()
        theme().followed_by(self._measure)

    def ask(self) -> None:
        """Opens on all commands, with what stands in the settings and does not fit told."""
        self.input.clear()
        self._fill()
        told = (f"{line}: {why}" for line, why in self._own.ignored.items())
        self._say("\n".join([*filter(None, [tr("Ignored in the settings:")] * bool(
            self._own.ignored)), *told]))  # fmt: skip
        self.open_card(self.input)

    @property
    def chosen(self) -> str:
        """The id of the command in the current row; "" without one."""
        return str(self.rows.currentIndex().data(THING) or "")

    def _fill(self) -> None:
        before = self.chosen
        model = QStandardItemModel(self._shown)
        for known in self._actions:
            if known.listed or known.usual:
                model.appendRow(self._item(known))
        self._shown.setSourceModel(model)
        rows = range(self._shown.rowCount())
        row = next((n for n in rows if self._shown.index(n, 0).data(THING) == before), 0)
        self.rows.setCurrentIndex(self._shown.index(row, 0))
        self._offer()

    def _item(self, known: Known) -> QStandardItem:
        titles = (plan.title for plan in EVERY if plan.name == known.where)
        where = next(titles, tr("Everywhere"))
        if self._own.is_own(known.id):
            usual = ", ".join(keys.toString(_SHOWN) for keys in known.usual) or tr("none")
            where += " · " + tr("usually %1").replace("%1", usual)
        title = known.action.text()
        values = {TITLE: title, DETAIL: where, ASIDE: known.keys, THING: known.id}
        return row_item(values, ", ".join(filter(None, (title, known.keys, where))), "")

    # -- changing -------------------------------------------------------------------------------

    def _to_rows(self) -> None:
        self.rows.setCurrentIndex(self._shown.index(0, 0))
        self.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    def _begin(self) -> None:
        self.rows.listening = True
        words = self.rows.currentIndex().data(TITLE)
        self._say(tr("Press the new keys for “%1”. Esc leaves them.").replace("%1", words))

    def _take(self, keys: QKeySequence) -> None:
        why = self._own.choose(self.chosen, keys)
        shown, words = keys.toString(_SHOWN), self.rows.currentIndex().data(TITLE)
        said = tr("%1 is now “%2”.").replace("%1", shown).replace("%2", words)
        self._say(f"{shown}: {why}" if why else said)
        self._fill()

    def _reset(self) -> None:
        why = self._own.reset(self.chosen)
        self._fill()
        self._say(why or tr("It has its usual keys."))

    def _reset_all(self) -> None:
        why = self._own.reset_all()
        self._fill()
        self._say(why or tr("All commands have their usual keys."))

    def _offer(self) -> None:
        self.usual.setEnabled(self._own.is_own(self.chosen))
        self.all_usual.setEnabled(self._own.any or bool(self._own.ignored))

    def _say(self, words: str) -> None:
        self.said.setText(words)
        self.said.setVisible(bool(words))
        if words:
            announce(self.rows, words)

    # -- building -------------------------------------------------------------------------------

    def _build(self) -> None:
        self._head, self._foot = QVBoxLayout(), QVBoxLayout()
        self._head.addWidget(text(tr("Keyboard shortcuts"), "strong"))
        self._head.addWidget(self.input)
        self._foot.addWidget(self.said)
        buttons = in_row(self.usual, self.all_usual, None, self.close_button)
        self._foot.addLayout(buttons)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self.rows, 1)
        column.addWidget(rule())
        column.addLayout(self._foot)

    def _measure(self) -> None:
        px = theme().px
        for box in (self._head, self._foot):
            box.setContentsMargins(px(16), px(14), px(16), px(14))
            box.setSpacing(px(10))


class KeyRows(RowsView):
    """The commands. While it is `listening`, the next keys are said and do nothing else."""

    pressed_keys = Signal(QKeySequence)
    left = Signal()  # Esc, or the keyboard went elsewhere: nothing was chosen

    listening = False

    def event(self, event: QEvent) -> bool:
        if self.listening and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # else the command that has these keys would come
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.listening:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.activated.emit(self.currentIndex())
            else:
                super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif event.key() not in _MODIFIERS:
            self.listening = False
            self.pressed_keys.emit(QKeySequence(event.keyCombination()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.listening:
            self._leave()

    def _leave(self) -> None:
        self.listening = False
        self.left.emit()
