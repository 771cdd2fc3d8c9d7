"""Forms made from a table: a row becomes a widget by its kind, which one call shows and one signal
chooses. Also the rows themselves: a label, an explanation and controls, on a card.

Knows kinds of controls, no setting.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QEvent, Qt, SignalInstance
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QBoxLayout,
    QFrame,
    QLabel,
    QMenu,
    QSizePolicy,
    QWidget,
)

from desktop_app.errors import Problem
from desktop_app.known_settings import KNOWN
from desktop_app.settings import Settings
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import Turning, in_row, stacked
from desktop_app.ui.parts.controls import Button, Segmented, Switch
from desktop_app.ui.parts.fields import LineField, ModelBox, TimeField
from desktop_app.ui.parts.labels import text
from desktop_app.words import headed

_ACROSS, _DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
_WORDS = 190  # pixels; where the words would get less, the control stands below them


class SettingRow(QWidget):
    """Label and a line of explanation at the left, the controls at the right or, in a narrow
    window, below."""

    def __init__(self, label: str, explanation: str, *controls: QWidget) -> None:
        super().__init__()
        self.label = text(label, "strong")
        self.explanation = text(explanation, "meta", "text2", wrap=True)
        for part, words in ((self.label, label), (self.explanation, explanation)):
            if not words:  # never shown here: without a parent it would be a window of its own
                part.hide()
        # Ignored: else its width with controls at the right would keep a small window too wide.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.label.setWordWrap(not controls)
        # Not by an alignment of the layout, which cuts off what needs more lines than it likes, nor
        # by stretches, which would let a row, and so its group, grow for ever.
        self.label.setAlignment(Qt.AlignmentFlag.AlignBottom)
        self.explanation.setAlignment(Qt.AlignmentFlag.AlignTop)
        said, self._beside = stacked(None, self.label, self.explanation), Turning(*controls)
        self._row = in_row(said, self._beside, grows=said, within=self,
            margins=(16, 10, 16, 10), gap=10)  # fmt: skip
        self.controls = controls
        for control in controls:
            if not control.accessibleName() and not isinstance(control, QLabel):
                control.setAccessibleName(label)
            control.setAccessibleDescription(explanation)
        theme().followed_by(self._measure)

    def explain(self, explanation: str) -> None:
        self.explanation.setText(explanation)
        self.explanation.setVisible(bool(explanation))

    def _measure(self) -> None:
        self.setMinimumHeight(theme().px(56))
        self._fit()

    def _fit(self) -> None:
        px, asked = theme().px, self._beside.sizeHint().width()
        left = self.width() - px(2 * 16 + 10) - asked
        below = asked > 0 and left < max(px(_WORDS), self.label.sizeHint().width())
        if self._row.stretch(0) == below:
            self._row.setDirection(_DOWN if below else _ACROSS)
            self._row.setStretch(0, not below)  # below them, the words would grow for ever
            # Qt itself asks for no new layout while it lays out.
            QApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a control came or went
            self._fit()
        return super().event(event)


class _Card(QFrame):
    """Rows with a hairline between, whichever of them are shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self.column = stacked(self, margins=(1, 1, 1, 1), gap=1)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        below = False
        for at in range(self.column.count()):
            item = self.column.itemAt(at)
            if item is not None and not item.isEmpty():
                if below:
                    line = item.geometry().top() - 1
                    painter.fillRect(0, line, self.width(), 1, theme().color("border"))
                below = True


class SettingGroup(QWidget):
    """A heading, and its rows on one card with hairlines between."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = text(title, "section")
        self.card = _Card()
        stacked(self, self.title, self.card, gap=10)


@dataclass(frozen=True)
class Row:
    """One row. `key` is that of a setting, or of what is no setting and has a name of its own.

    `kind` is `switch`, `choice` (of `words`; `abouts` explain each), `model` (of `words`),
    `line`, `time`, `find`, or `buttons` alone. A `unit` stands before a switch.
    Any of them may have `buttons` (name, words and icon of each). `sets` says that a value is
    chosen here. `hint` stands in an empty field. With another `about`, another `value`, or other
    `words` it is still the same row.

    The rest asks the row's owner: `when` the row is there, the value to `read` and what to `tell`
    where that is not its setting's, and `more` parts that change. `act` is done in place of keeping
    what is chosen, `then` once it is kept.
    """

    section: str
    key: str
    label: str
    kind: str = "buttons"
    about: str = field(default="", compare=False)
    words: Mapping[str, str] = field(default_factory=dict, compare=False)
    abouts: Mapping[str, str] = field(default_factory=dict)
    unit: str = ""
    buttons: tuple[tuple[str, str, str], ...] = ()
    sets: bool = True
    value: Any = field(default=None, compare=False)
    hint: str = field(default="", compare=False)
    enabled: bool = field(default=True, compare=False)
    shown: bool = field(default=True, compare=False)
    when: Callable[[Any], object] | None = field(default=None, compare=False)
    read: Callable[[Any], Any] | None = field(default=None, compare=False)
    tell: Callable[[Any], str] | None = field(default=None, compare=False)
    more: Callable[[Any, "Row"], dict[str, Any]] | None = field(default=None, compare=False)
    act: Callable[[Any, Any], object] | None = field(default=None, compare=False)
    then: Callable[[Any, Any], object] | None = field(default=None, compare=False)


class FormOwner:
    """Whom forms tell what is chosen. By itself it keeps settings, at once."""

    settings: Settings
    told: SignalInstance  # a message and a hint

    def now(self, row: Row) -> Row:
        """The row as it is now; without words of its own it says what its setting says."""
        known = KNOWN.get(row.key)
        value = row.read(self) if row.read else self.value(row.key)
        told = row.tell(self) if row.tell else self.about(row)
        told = told or (row.abouts[value] if row.abouts else row.about)
        about = told or (known.about if known else "")
        shown = row.when is None or bool(row.when(self))
        now = replace(row, about=about, value=value, shown=shown)
        return replace(now, **row.more(self, now)) if row.more else now

    def value(self, key: str) -> Any:
        return self.settings.get(key) if key in KNOWN else None

    def about(self, _row: Row) -> str:
        """What the row says now in place of its own words, "" for these."""
        return ""

    def take(self, row: Row, value: Any) -> None:
        """What is chosen in a row."""
        if row.act:
            row.act(self, value)
        else:
            self.choose(row.key, value)
            if row.then:
                row.then(self, value)

    def choose(self, key: str, value: Any) -> None:
        self.keep(key, value)

    def press(self, name: str) -> None:
        """The person pressed the button of this name."""

    def keep(self, key: str, value: Any) -> bool:
        """Keep what is chosen, or tell why not; says whether it is another one."""
        try:
            if self.settings.get(key) == value:
                return False
            self.settings.set(key, value)
        except Problem as problem:
            self.told.emit(problem.message, problem.hint)
            return False
        return True


class SettingForm(SettingGroup):
    """Rows, for an `owner` who is told what is chosen and pressed."""

    def __init__(self, title: str, owner: FormOwner) -> None:
        super().__init__(title)
        self.title.setVisible(bool(title))
        self._owner = owner
        self._table: tuple[Row, ...] = ()
        self.rows: dict[str, SettingRow] = {}
        self.controls: dict[str, Any] = {}  # each knows its own kind
        self.buttons: dict[str, Button] = {}

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Have these rows; one that was there stays. The keyboard stays in its row, or goes to the
        one that stands there now."""
        held, before, rows = self.window().focusWidget(), list(self.rows), tuple(rows)
        at = [n for n, key in enumerate(before) if held and self.rows[key].isAncestorOf(held)]
        gone = [self._taken_out(row) for row in self._table if row not in rows]
        self._table, there = rows, self.rows
        self.rows = {}
        for n, row in enumerate(rows):
            self.rows[row.key] = there.get(row.key) or self._made(row)
            if row.key not in there:
                self.card.column.insertWidget(n, self.rows[row.key])
        for shown in gone:  # only now: what is typed to its end there is chosen, and all is shown
            shown.hide()
            shown.deleteLater()
        for row in rows:
            control = self.controls.get(row.key)
            if row.kind == "model":
                control.offer(row.words)
            if control is not None:
                control.choose(row.value)
                control.setEnabled(row.enabled)
            self.rows[row.key].explain(row.about or " ")
            self.rows[row.key].setVisible(row.shown)
        if at and before[at[0]] not in there:
            keys, made = list(self.rows), list(self.rows.values())
            now = keys.index(before[at[0]]) if before[at[0]] in keys else at[0]
            near = [*made[now:], *made[:now][::-1]]
            focused = next((one.controls[0] for one in near if one.controls), self)
            focused.setFocus(Qt.FocusReason.OtherFocusReason)

    def _taken_out(self, row: Row) -> QWidget:
        shown = self.rows.pop(row.key)
        self.controls.pop(row.key, None)
        for name, *_ in row.buttons:
            self.buttons.pop(name)
        self.card.column.removeWidget(shown)
        return shown

    def _made(self, row: Row) -> SettingRow:
        controls: list[Any] = []
        if row.kind != "buttons":
            control: Any = _FIELDS[row.kind](row)
            if row.hint:
                control.setPlaceholderText(row.hint)
            self.controls[row.key] = control
            chosen = control.toggled if row.kind == "switch" else control.chosen
            chosen.connect(lambda value: self._owner.take(row, value))
            beside = [text(row.unit, "meta", "text2")] if row.kind == "switch" and row.unit else []
            controls += [*beside, control]
        for name, words, icon in row.buttons:
            button = self.buttons[name] = Button(words, "plain", icon)
            button.setAccessibleName(headed(row.label, words))
            button.clicked.connect(lambda _=False, name=name: self._owner.press(name))
            controls.append(button)
        made = SettingRow(row.label, row.about or " ", *controls)
        if not row.sets:  # to be copied by mouse; this makes words three times as slow to lay out
            made.explanation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return made


_FIELDS: Mapping[str, Callable[[Row], QWidget]] = {
    "switch": lambda row: Switch(row.label),
    "choice": lambda row: Segmented(row.words, row.label),
    "model": lambda row: ModelBox(row.label),
    "line": lambda row: LineField(row.label),
    "time": lambda row: TimeField(row.label),
    "find": lambda row: LineField(row.label, looks=True),
}


def confirm(button: QAbstractButton, words: str, act: Callable[[], object]) -> QMenu:
    """Asks by a menu of one entry below the button, which does it."""
    menu = QMenu(button)
    menu.addAction(words, act)
    menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
    return menu
