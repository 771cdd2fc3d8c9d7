"""Keyboard shortcuts that a person changes: taken, refused, kept, and followed everywhere."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.settings import Settings
from desktop_app.ui.frame.keys import SETTING, KeysCard, OwnKeys, fault
from desktop_app.ui.parts.actions import NOTEBOOK, Actions
from tests.support.accessible import nameless
from tests.support.program import click, press, quiet, running, sample
from tests.support.waiting import until

CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
Key = Qt.Key


def a_registry(own: list[str], tmp_path: Path) -> tuple[Actions, OwnKeys, Settings]:
    settings = Settings(tmp_path / "settings.toml")
    settings.set(SETTING, own)
    actions = Actions()
    keys = OwnKeys(actions, settings)
    for name, shortcut, where in (
        ("dream", "Ctrl+Shift+D", NOTEBOOK),
        ("find", "Ctrl+F", NOTEBOOK),
        ("tides.up", "U", "tides"),
        ("moons.up", "U", "moons"),
    ):
        actions.add(name, name.title(), lambda: None, shortcut, where=where)
    return actions, keys, settings


def test_lines_of_the_settings_that_do_not_fit_are_ignored_and_told(
    qapp: object, tmp_path: Path
) -> None:
    actions, keys, _ = a_registry(
        ["dream = Ctrl+F", "find", "tides.up = Ctrl+Alt+U", "moons.up = Wow", "gone = F7"], tmp_path
    )
    assert keys.ignored == {
        "find": "It has no keys.",
        "dream": "“Find” has these keys.",
        "moons.up": "This is no key.",
    }
    shown = {known.id: known.keys for known in actions if "." in known.id or known.id != "view"}
    assert (shown["dream"], shown["find"]) == ("Ctrl+Shift+D", "Ctrl+F")
    assert (shown["tides.up"], shown["moons.up"]) == ("Ctrl+Alt+U", "U")


@pytest.mark.parametrize(
    "keys, why",
    [
        ("Ctrl+F", "“Find” has these keys."),
        ("X", "This key alone types into the text. Hold Ctrl or Alt with it."),
        ("Esc", "This key is already used for moving and typing."),
        ("Ctrl+C", "This key is already used for moving and typing."),
        ("Ctrl+U", ""),
        ("F7", ""),
        ("Ctrl+Shift+D", ""),
    ],
)
def test_keys_that_are_needed_elsewhere_are_refused(
    qapp: object, tmp_path: Path, keys: str, why: str
) -> None:
    actions, own, settings = a_registry([], tmp_path)
    assert fault(QKeySequence(keys), actions.known("dream"), actions) == why
    assert own.choose("dream", QKeySequence(keys)) == why
    expected = [] if why or keys == "Ctrl+Shift+D" else [f"dream = {keys}"]
    assert settings.get(SETTING) == expected, "the usual keys need not be kept"


def test_an_action_whose_keys_another_has_now_gets_them_back_only_after_it(
    qapp: object, tmp_path: Path
) -> None:
    actions, own, settings = a_registry([], tmp_path)
    assert own.choose("find", QKeySequence("F7")) == ""
    assert own.choose("dream", QKeySequence("Ctrl+F")) == ""
    usual = QKeySequence("Ctrl+F")
    assert own.choose("find", usual) == "“Dream” has these keys."
    assert actions.known("find").keys == "F7"
    assert own.choose("dream", QKeySequence("Ctrl+Shift+D")) == own.choose("find", usual) == ""
    assert settings.get(SETTING) == []
    again = OwnKeys(actions, settings)
    assert again.choose("tides.up", QKeySequence("Ctrl+Alt+F")) == ""
    assert again.choose("moons.up", QKeySequence("Ctrl+Alt+F")) == "", "another page, another key"
    assert again.reset_all() == "" and actions.known("moons.up").keys == "U"


async def test_keys_are_changed_by_keys_and_everything_follows(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        program.actions["shortcuts"].trigger()
        card = program.keys_card
        assert isinstance(card, KeysCard) and QApplication.focusWidget() is card.input
        QTest.keyClicks(card.input, "Keyboard shortcuts")
        press(card.input, Key.Key_Return)
        assert card.chosen == "shortcuts" and not card.all_usual.isEnabled()
        press(card.rows, Key.Key_Return)
        press(card.field, Key.Key_K, CONTROL)
        assert card.said.text() == "Ctrl+K: “Commands” has these keys."
        assert program.window.finder.shown == [], "a key that is listened to does nothing else"
        press(card.rows, Key.Key_Return)
        press(card.field, Key.Key_Escape)
        assert card.isVisible() and not card.said.isVisible(), "Esc leaves the keys as they are"
        press(card.rows, Key.Key_Return)
        press(card.field, Key.Key_J, CONTROL | ALT)
        assert "Ctrl+Alt+J is now" in card.said.text() and card.all_usual.isEnabled()
        card.input.setText("Commands")
        press(card.input, Key.Key_Return)
        press(card.rows, Key.Key_Return)
        press(card.field, Key.Key_F7)
        assert nameless(program.window) == []
        press(card.rows, Key.Key_Escape)
        assert not card.isVisible()
        assert program.window.status._commands.text() == "F7 commands"
        press(QApplication.focusWidget(), Key.Key_J, CONTROL | ALT)
        assert card.isVisible(), "the new keys open it"
        press(card.input, Key.Key_Escape)
        told = {entry.title: entry.shortcut for entry in program.window.finder.commands()}
        assert told["Keyboard shortcuts"] == "Ctrl+Alt+J"
        await quiet(program)
        kept = ["shortcuts = Ctrl+Alt+J", "palette = F7"]
        assert Settings(tmp_path / "config" / "settings.toml").get(SETTING) == kept
        program.actions["shortcuts"].trigger()
        click(card.all_usual)
        assert program.actions.known("palette").keys == "Ctrl+K"
        assert program.actions.known("shortcuts").keys == "Ctrl+/"
