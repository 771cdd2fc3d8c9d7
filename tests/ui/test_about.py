"""What the program says of itself: its version, and whose work it is made of."""

import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction

from desktop_app import __version__
from desktop_app.ui.frame.commands import menu_bar
from tests.support.program import quiet, running, said, sample


async def test_settings_name_the_version_and_whose_work_is_in_it(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "THIRD-PARTY.txt").write_text("Qt …")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nightstand"))
    async with running(tmp_path, sample(tmp_path)) as program:
        program.settings_page.lead_to("about")
        await quiet(program)
        about = said(program.settings_page.form)
        assert f"Nightstand {__version__}" in about and "LGPL 3" in about
        assert "THIRD-PARTY.txt" in about
        assert "Nothing leaves this computer" in about


async def test_the_menu_bar_of_macos_has_about_settings_and_quit_where_they_belong(
    qtbot: Any, tmp_path: Path
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        bar = menu_bar(program.actions, lambda: program.settings_page.lead_to("about"))
        actions = bar.actions()[0].menu().actions()
        roles = QAction.MenuRole
        assert [one.menuRole() for one in actions] == [
            roles.AboutRole, roles.PreferencesRole, roles.QuitRole,
        ]  # fmt: skip
        actions[0].trigger()
        assert program.window.page.name == "settings"
        actions[2].trigger()
