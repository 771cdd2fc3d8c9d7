"""In each language every text of the smallest usual window has the room that it needs."""

import os
import subprocess
import sys

import pytest
from pytestqt.qtbot import QtBot

from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.controls import Button
from tests.support.cut_texts import cut


@pytest.mark.parametrize(
    "language", ["en", "zh_TW", pytest.param("zh_CN", marks=pytest.mark.prove)]
)
def test_no_text_is_cut_on_any_page(language: str) -> None:
    command = [sys.executable, "-m", "tests.support.cut_texts"]
    env = os.environ | {"LANGUAGE": language}
    ended = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=True)
    assert ended.stdout == ""


def test_a_text_without_room_is_found(qtbot: QtBot, theme: Theme) -> None:
    button = Button("Accept all changes")
    qtbot.addWidget(button)
    button.show()
    held = button.parentWidget() or button
    assert not list(cut(held))
    button.setFixedWidth(button.sizeHint().width() // 2)
    assert "Accept all changes" in "".join(cut(held))
