"""The settings of dreams by themselves, and what is shown before it is written."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTime
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication

from desktop_app.jobs import Jobs
from desktop_app.settings import Settings
from desktop_app.system import here
from desktop_app.system.installing import Installed
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts import system_tray
from desktop_app.ui.settings.nightly_group import NightlyGroup
from tests.support.accessible import nameless
from tests.support.waiting import until


def click(qtbot: Any, button: Any) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


class Alone:
    """The group by itself, with all that it knows of a program."""

    def __init__(self, folder: Path, app: QApplication) -> None:
        self.theme = Theme(app, "light")
        self.bugs: list[BaseException] = []
        self.jobs = Jobs(self.bugs.append)
        self.settings = Settings(folder / "settings.toml")
        self.memory: Any = SimpleNamespace(root=folder / "notes", id="0" * 32, name="notes")
        self.group = NightlyGroup(self.settings, self.jobs)
        self.group.show()
        self.group.show_notebook(self.memory)


@asynccontextmanager
async def alone(folder: Path, app: QApplication) -> AsyncIterator[Alone]:
    made = Alone(folder, app)
    try:
        yield made
    finally:
        await made.jobs.close()
        made.group.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert made.bugs == []


def autostart(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "home/xdg_config_home/autostart").glob("*"))


async def test_only_what_matters_for_the_chosen_kind_is_shown(
    tmp_path: Path, qapp: Any, qtbot: Any
) -> None:
    async with alone(tmp_path, qapp) as made:
        group = made.group
        parts = (
            group.time,
            group.number("dreams.enough_lines"),
            group.number("dreams.idle_minutes"),
        )
        for kind, shown in (
            ("daily", [True, False, True]), ("enough", [False, True, True]),
            ("off", [False, False, False]),
        ):  # fmt: skip
            if kind != "off" or made.settings.get("dreams.schedule") != "off":
                click(qtbot, group.when.part(kind))
            assert made.settings.get("dreams.schedule") == kind
            assert [part.isVisible() for part in parts] == shown


async def test_every_choice_is_kept(tmp_path: Path, qapp: Any, qtbot: Any) -> None:
    async with alone(tmp_path, qapp) as made:
        group = made.group
        click(qtbot, group.when.part("daily"))
        group.time.setTime(QTime(22, 45))
        click(qtbot, group.weekdays.chips["sat"])
        click(qtbot, group.writes.part("supported"))
        for name, value in (("idle_minutes", 5), ("limit_minutes", 0), ("enough_days", 2)):
            group.number(f"dreams.{name}").setValue(value)
        get = made.settings.get
        assert get("dreams.time") == "22:45"
        assert get("dreams.weekdays") == ["mon", "tue", "wed", "thu", "fri", "sun"]
        assert get("dreams.unattended") == "supported"
        assert (get("dreams.idle_minutes"), get("dreams.limit_minutes")) == (5, 0)
        assert get("dreams.enough_days") == 2


@pytest.mark.parametrize("come", ["click", "all", "backtab", "tab"])
async def test_a_time_is_typed_over_what_is_there(
    tmp_path: Path, qapp: Any, qtbot: Any, come: str
) -> None:
    async with alone(tmp_path, qapp) as made:
        click(qtbot, made.group.when.part("daily"))
        field, line = made.group.time, made.group.time.lineEdit()
        if come == "click":
            at = line.cursorRect().center()
            qtbot.mouseClick(line, Qt.MouseButton.LeftButton, pos=QPoint(at.x() + 12, at.y()))
        elif come == "all":
            line.selectAll()
        else:
            reason = Qt.FocusReason.TabFocusReason
            if come == "backtab":
                reason = Qt.FocusReason.BacktabFocusReason
            QApplication.sendEvent(field, QFocusEvent(QEvent.Type.FocusIn, reason))
        qtbot.keyClicks(field, "22:45")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert made.settings.get("dreams.time") == "22:45"


async def test_the_last_day_of_the_week_stays_chosen(tmp_path: Path, qapp: Any, qtbot: Any) -> None:
    async with alone(tmp_path, qapp) as made:
        group = made.group
        click(qtbot, group.when.part("daily"))
        for chip in group.weekdays.chips.values():
            click(qtbot, chip)
        assert len(made.settings.get("dreams.weekdays")) == 1


async def test_lines_of_agents_are_allowed_for_this_notebook_alone(
    tmp_path: Path, qapp: Any, qtbot: Any
) -> None:
    async with alone(tmp_path, qapp) as made:
        made.settings.set("dreams.agents_lines", ["/elsewhere"])
        group = made.group
        click(qtbot, group.when.part("daily"))
        assert not group.agents_lines.isVisible(), "nothing is written at all"
        click(qtbot, group.writes.part("supported"))
        click(qtbot, group.agents_lines.switch)
        root = str(made.memory.root)
        assert made.settings.get("dreams.agents_lines") == ["/elsewhere", root]
        click(qtbot, group.agents_lines.switch)
        assert made.settings.get("dreams.agents_lines") == ["/elsewhere"]


async def test_start_at_login_shows_path_and_text_before_it_writes(
    tmp_path: Path, qapp: Any, qtbot: Any
) -> None:
    async with alone(tmp_path, qapp) as made:
        row = made.group.at_login
        click(qtbot, row.switch)
        await until(lambda: row.asking)
        (file,) = here.at_login().files(here.login_start())
        assert file.text.rstrip() in row.shown.text()
        assert "autostart/app.nightstand.Nightstand.login.desktop" in row.shown.text()
        assert autostart(tmp_path) == [], "nothing is written before the person agrees"
        click(qtbot, row.leave)
        assert not row.switch.isChecked()
        click(qtbot, row.switch)
        await until(lambda: row.asking)
        click(qtbot, row.agree)
        await until(lambda: row.installed is Installed.SAME)
        assert row.switch.isChecked()
        (entry,) = autostart(tmp_path)
        assert entry.read_text() == file.text
        click(qtbot, row.switch)
        await until(lambda: row.asking)
        assert "would be removed" in row.row.explanation.text()
        assert entry.exists()
        click(qtbot, row.agree)
        await until(lambda: row.installed is Installed.NO)
        assert autostart(tmp_path) == []


async def test_an_entry_of_an_older_installation_can_be_written_anew(
    tmp_path: Path, qapp: Any, qtbot: Any
) -> None:
    async with alone(tmp_path, qapp) as made:
        (file,) = here.at_login().files(here.login_start())
        file.path.parent.mkdir(parents=True)
        file.path.write_text("[Desktop Entry]\n")
        row = made.group.at_login
        await until(row.again.isVisible)
        assert row.switch.isChecked()
        click(qtbot, row.again)
        await until(lambda: row.asking)
        click(qtbot, row.agree)
        await until(lambda: row.installed is Installed.SAME)
        assert file.path.read_text() == file.text


async def test_what_the_system_refuses_is_said_and_the_switch_stays_off(
    tmp_path: Path, qapp: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with alone(tmp_path, qapp) as made:
        monkeypatch.setattr(here, "_linux_way", lambda: "systemd")
        tools = tmp_path / "bin"
        tools.mkdir()
        (tools / "systemctl").write_text("#!/bin/sh\necho No medium found >&2\nexit 1\n")
        (tools / "systemctl").chmod(0o755)
        monkeypatch.setenv("PATH", str(tools), prepend=":")
        group = made.group
        click(qtbot, group.when.part("daily"))
        row = group.scheduled
        await until(row.switch.isEnabled)
        click(qtbot, row.switch)
        await until(lambda: row.asking)
        assert "--if-due" in row.shown.text()
        heard = list[str]()
        group.failed.connect(lambda message, _: heard.append(message))
        click(qtbot, row.agree)
        await until(lambda: heard and not row.switch.isChecked())
        assert "No medium found" in heard[0]


@pytest.mark.parametrize("there", [True, False])
async def test_staying_in_the_tray_is_offered_only_where_there_is_one(
    tmp_path: Path, qapp: Any, qtbot: Any, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_tray, "has_tray", lambda: there)
    async with alone(tmp_path, qapp) as made:
        group = made.group
        assert group.stay.isVisible() == there
        assert nameless(group) == []
