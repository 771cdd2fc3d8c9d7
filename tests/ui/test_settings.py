"""The settings page: what is chosen holds at once, and is kept."""

from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QWidget,
)

from desktop_app.known_settings import KNOWN
from desktop_app.sessions.live import LiveLimits
from desktop_app.settings import Settings
from desktop_app.ui.look.theme import theme
from desktop_app.ui.settings.table import ROWS, SECTIONS
from tests.support.desk import Desk, desk
from tests.support.program import running, sample
from tests.support.waiting import until


def kept(made: Desk, key: str) -> object:
    """What another start would find."""
    return Settings(made.settings.path).get(key)


def click(qtbot, button) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


async def test_a_choice_holds_at_once_and_is_written_beside_the_window(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with running(tmp_path) as program:
        program.settings.set("dreams.days", 7)
        assert program.settings.get("dreams.days") == 7
        assert not program.settings.path.exists()  # the disk may take its time
        await until(lambda: Settings(program.settings.path).get("dreams.days") == 7)
        program.settings.set("dreams.days", 8)
        program.actions["colours"].trigger()
        program.actions["view.larger"].trigger()
        await until(lambda: theme().zoom == 1.1)
        assert not program.window.is_made("settings")
    there = Settings(program.settings.path)
    names = ("dreams.days", "appearance.mode", "appearance.zoom")
    assert [there.get(name) for name in names] == [8, "dark", 110]


async def test_settings_that_cannot_be_kept_say_so_in_place(tmp_path: Path, qapp, qtbot) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text("this is = = no TOML")
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        click(qtbot, made.settings_page.control("dreams.enabled"))
        assert "could not be read" in made.window.banner.words
        assert (tmp_path / "config" / "settings.toml").read_text() == "this is = = no TOML"


@pytest.mark.parametrize("zoom", [1.0, 2.0])
async def test_nothing_is_wider_than_a_small_window(
    tmp_path: Path, qapp, qtbot, zoom: float
) -> None:
    async with desk(tmp_path, qapp, 900, 640) as made:
        made.window.show_page("settings")
        page = made.settings_page
        made.theme.set_zoom(zoom)
        await until(lambda: page.sections.isVisible() or zoom > 1)

        def wider() -> list[str]:
            room = page._scroll.viewport().width()
            parts = [page._scroll.widget(), *page._scroll.widget().findChildren(QWidget)]
            ends = [(part, part.mapTo(page._scroll, part.rect().topRight()).x()) for part in parts]
            return [f"{p} to {x} of {room}" for p, x in ends if p.isVisible() and x > room]

        for section in SECTIONS:
            page.show_section(section)
            with suppress(AssertionError):
                await until(lambda: not wider())
            assert wider() == [], section


def test_the_table_has_at_most_25_settings_in_6_sections_and_each_is_told() -> None:
    chosen = [row for row in ROWS if row.sets]
    assert len(chosen) <= 25 and len(SECTIONS) == 6
    assert {row.section for row in ROWS} == set(SECTIONS)
    assert len({row.key for row in ROWS}) == len(ROWS)
    for row in ROWS:
        if row.kind in ("switch", "choice", "number", "model"):
            assert row.label and (row.key in KNOWN or row.about)
        if row.kind == "choice":
            default = KNOWN[row.key].default
            assert default in row.words
            assert all(KNOWN[row.key].fits(one) for one in row.words if one != "server")


async def test_memory_opens_for_editing_is_switched_and_searched_from_here(
    tmp_path: Path, qtbot
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("settings")
        page = program.settings_page
        click(qtbot, page.control("sessions.remember"))
        assert program.settings.get("sessions.remember") is False
        find = page.control("find")
        qtbot.keyClicks(find, "Porto")
        qtbot.keyClick(find, Qt.Key.Key_Return)
        assert program.window.page is program.search_page
        assert program.search_page.pane.input.text() == "Porto"
        await until(lambda: program.search_page.settled)
        program.window.show_page("settings")
        click(qtbot, page.form.buttons["page.memory"])
        assert program.window.page.name == "memory"


def test_every_threshold_of_conversations_is_a_setting_that_holds(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.toml")
    before = LiveLimits.of(settings.get)
    for name, typed in {
        "window": "16384", "flush_percent": "70", "sleep_percent": "90", "sleep_minutes": "7",
        "sleep_messages": "12", "extract_seconds": "90", "extract_messages": "6", "turns": "30",
        "remember": "off", "strategy": "sliding-window",
    }.items():  # fmt: skip
        settings.set_typed(f"sessions.{name}", typed)
    chosen = LiveLimits.of(Settings(settings.path).get)
    names = [one.name for one in fields(LiveLimits) if one.name != "keep"]
    same = [name for name in names if getattr(chosen, name) == getattr(before, name)]
    assert same == [], "a threshold that is not to be chosen"
    assert (chosen.flush_at, chosen.sleep_gap) == (0.7, 420)
