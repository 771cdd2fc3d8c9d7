"""A section of the settings, made from its rows of the table. Knows kinds of controls, no setting.

What a row shows, what it says and whether it is there is asked anew by `refresh`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from desktop_app.known_settings import KNOWN
from desktop_app.ui.models.model_words import is_one_of
from desktop_app.ui.parts.boxes import sized
from desktop_app.ui.parts.controls import Button, Segmented, Switch
from desktop_app.ui.parts.forms import NumberField, OnlyWithFocus, SettingGroup, SettingRow
from desktop_app.ui.settings.table import Row
from desktop_app.words import tr


class SettingForm(SettingGroup):
    """`chosen` says a key and its new value, `pressed` the name of a button."""

    chosen = Signal(str, object)
    pressed = Signal(str)

    def __init__(
        self,
        title: str,
        rows: Iterable[Row],
        asked: Any,
        own: Mapping[str, Callable[[str], QWidget]],
    ) -> None:
        """`asked` knows values and what rows say; `own` makes, from its label, the widget of a row
        that has its own."""
        super().__init__(title)
        self._rows_of_table = tuple(rows)
        self._asked = asked
        self.rows: dict[str, Any] = {}  # each knows its own kind
        self.controls: dict[str, Any] = {}
        self.buttons: dict[str, Button] = {}
        for row in self._rows_of_table:
            self.rows[row.key] = own[row.key](row.label) if row.kind == "own" else self._made(row)
            self.add(self.rows[row.key])

    def refresh(self) -> None:
        """Show what is so now, also where another page or program chose it."""
        for row in self._rows_of_table:
            shown = self.rows[row.key]
            if row.key in self.controls:
                self._show(row, self.controls[row.key])
            if row.kind != "own":
                shown.explain(self._asked.about(row))
            shown.setVisible(not row.when or self._asked.holds(row.when))

    # -- inside -----------------------------------------------------------------------------

    def _made(self, row: Row) -> SettingRow:
        controls: list[QWidget] = []
        for name, words, icon in row.buttons:
            button = self.buttons[name] = Button(words, "plain", icon)
            button.clicked.connect(lambda _=False, name=name: self.pressed.emit(name))
            controls.append(button)
        if row.kind != "buttons":
            controls.append(self._control(row))
            self.controls[row.key] = controls[0]
        made = SettingRow(row.label, self._asked.about(row) or " ", *controls)
        if not row.sets:
            made.let_select()
        return made

    def _control(self, row: Row) -> QWidget:
        def choose(value: object) -> None:
            self.chosen.emit(row.key, value)

        if row.kind == "switch":
            switch = Switch(row.label)
            switch.toggled.connect(choose)
            return switch
        if row.kind == "choice":
            choice = Segmented(row.words, row.label)
            choice.chosen.connect(choose)
            return choice
        if row.kind == "number":
            number = NumberField(row.label, *KNOWN[row.key].bounds, row.step, row.unit)
            if KNOWN[row.key].bounds[0] == 0:
                number.setSpecialValueText(tr("No limit"))
            number.valueChanged.connect(choose)
            return number
        model = ModelBox(row.label)
        model.chosen.connect(choose)
        return model

    def _show(self, row: Row, control: QWidget) -> None:
        value = self._asked.value(row.key)
        if isinstance(control, Switch | Segmented):
            control.choose(value)
        elif isinstance(control, NumberField):
            control.show_kept(value)
        elif isinstance(control, ModelBox):
            names, none = self._asked.names(row.key)
            control.show_models(names, none, value)


class ModelBox(QComboBox):
    """One of several models, or none; one that is chosen and not there is shown as missing."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.activated.connect(lambda at: self.chosen.emit(self.itemData(at)))
        OnlyWithFocus(self)
        sized(self, width=220)

    def show_models(self, names: Sequence[str] | None, none: str, kept: str) -> None:
        """Offer these; None where nobody knows which there are."""
        if self.view().isVisible():
            return  # not under the person's hand
        at = is_one_of(kept, names or ()) if kept else ""
        rows = [(none, ""), *((name, name) for name in names or ())]
        if kept and not at:
            rows.append((kept if names is None else tr("%1 (missing)").replace("%1", kept), kept))
        if rows != [(self.itemText(n), self.itemData(n)) for n in range(self.count())]:
            self.clear()
            for words, name in rows:
                self.addItem(words, name)
        self.setCurrentIndex(max(0, self.findData(at or kept)))
