"""In each language every text of a small window has the room, and the characters, that it needs."""

import os
import subprocess
import sys
from pathlib import Path

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


SAID = """
from PySide6.QtCore import QCoreApplication
from desktop_app.ui.frame.screen import make_app
from desktop_app.ui.look.theme import Theme, no_characters
app = make_app()
Theme(app)
print(bool(no_characters()), QCoreApplication.translate("QWidgetTextControl", "&Undo"))
"""


def test_qt_speaks_the_language_too_and_a_missing_font_is_told(tmp_path: Path) -> None:
    """What is told where no font has the characters is in English first."""
    if sys.platform != "linux":
        pytest.skip("there the system has the characters")
    (tmp_path / "fonts.conf").write_text("<fontconfig></fontconfig>")
    none = {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf")}
    for language, more, told in (
        ("en", none, "False &Undo"), ("zh_TW", {}, "False 復原"), ("zh_CN", none, "True 撤"),
    ):  # fmt: skip
        env = os.environ | {"LANGUAGE": language} | more
        command = [sys.executable, "-c", SAID]
        ended = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=True)
        assert ended.stdout.replace("(&U)", "").startswith(told), ended.stdout
