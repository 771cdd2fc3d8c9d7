"""The palette: what is typed, what is found, what is run."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from desktop_app.ui.frame.palette import Entry, Palette, matching
from desktop_app.ui.look.theme import Theme, theme
from desktop_app.ui.parts.actions import Actions
from tests.support.accessible import nameless
from tests.support.desk import desk
from tests.support.program import running, sample
from tests.support.waiting import until


def entry(title: str, kind: str = "command", detail: str = "", shortcut: str = "") -> Entry:
    return Entry(title, detail, "dot", lambda: None, kind, shortcut)


THINGS = [
    entry("Dream now", detail="Reads the days", shortcut="Ctrl+Shift+D"),
    entry("Add a note to today"),
    entry("Dreams", "page"),
    entry("People", "heading", "MEMORY.md"),
    entry("Friday, 20 November 2026", "day", "2026-11-20 · Talked to Mara"),
    entry("Saturday, 21 November 2026", "day", "2026-11-21 · 鍋爐又響了"),
]


def titles(typed: str) -> list[str]:
    return [found.title for found in matching(typed, THINGS)]


def test_the_beginning_of_a_title_comes_before_the_beginning_of_a_word() -> None:
    assert titles("dre")[:2] == ["Dream now", "Dreams"]
    assert titles("no")[:2] == ["Dream now", "Add a note to today"]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("dn", "Dream now"),
        ("peple", "People"),
        ("drem now", "Dream now"),
        ("2026-11-20", "Friday, 20 November 2026"),
        ("mara", "Friday, 20 November 2026"),
        ("鍋爐", "Saturday, 21 November 2026"),
    ],
)
def test_initials_slips_dates_and_details_are_found(typed: str, first: str) -> None:
    assert titles(typed)[0] == first


@pytest.mark.parametrize("named", ["Sunday, {} November 2026", "2026年11月{}日 星期日"])
def test_the_number_of_a_day_comes_before_the_year(named: str) -> None:
    days = [entry(named.format(n), "day", f"2026-11-{n:02}") for n in (29, 20, 12, 2)]
    found = [one.detail[-2:] for one in matching("@20", days)]
    assert found == ["20", "29", "12", "02"]
    assert [one.detail[-2:] for one in matching("@2", days)][:3] == ["02", "29", "20"]


def test_a_sign_in_front_narrows_to_one_kind() -> None:
    assert titles(">") == ["Dream now", "Add a note to today"]
    assert titles("#") == ["People"]
    assert titles("@21") == ["Saturday, 21 November 2026"]


def test_words_that_fit_nothing_find_nothing() -> None:
    assert titles("xylophone") == []
    assert titles("?!") == []
    assert not matching("hindsight", [Entry("Quit Nightstand", "", "quit", lambda: None)])


class Room(QWidget):
    """Something to open a palette over."""

    def __init__(self) -> None:
        super().__init__()
        self.field = QLineEdit()
        QVBoxLayout(self).addWidget(self.field)
        self.resize(1000, 700)


@pytest.fixture
def room(qtbot) -> Room:
    made = Room()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    made.field.setFocus()
    qtbot.waitUntil(made.field.hasFocus, timeout=60_000)
    return made


@pytest.fixture
def palette(room: Room, theme: Theme) -> Palette:
    theme.set_mode("dark")
    return over(room, THINGS)


def over(room: Room, things: list[Entry]) -> Palette:
    made = Palette(room, None, Actions(), lambda *_: None)
    made.providers.append(lambda: things)
    return made


def test_typing_narrows_and_enter_runs_what_is_chosen(room: Room, theme, qtbot) -> None:
    ran: list[str] = []
    things = [
        Entry(word, "", "dot", lambda word=word: ran.append(word)) for word in ("Dream", "Dream on")
    ]
    palette = over(room, things)
    palette.ask()
    qtbot.keyClicks(palette.input, "dre")
    assert palette.shown == ["Dream", "Dream on"]
    qtbot.keyClick(palette.input, Qt.Key.Key_Down)
    qtbot.keyClick(palette.input, Qt.Key.Key_Return)
    assert ran == ["Dream on"]
    assert not palette.isVisible()


def test_a_click_beside_the_card_closes_it_and_one_on_it_does_not(palette: Palette, qtbot) -> None:
    palette.ask()
    qtbot.mouseClick(palette, Qt.MouseButton.LeftButton, pos=palette.card.geometry().center())
    assert palette.isVisible()
    qtbot.mouseClick(palette, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not palette.isVisible()


async def test_no_key_reaches_the_page_below_an_open_card(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show()
        made.window.activateWindow()
        made.actions["palette"].trigger()
        (palette,) = made.window.findChildren(Palette)
        assert palette.isVisible()
        before = made.window.page.name
        for key, modifier in (
            (Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier),
            (Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier),
        ):
            qtbot.keyClick(palette.input, key, modifier)
            await asyncio.sleep(0.05)
        assert made.window.page.name == before and palette.isVisible()
        qtbot.keyClick(palette.input, Qt.Key.Key_Escape)
        assert not palette.isVisible()


async def test_every_command_with_keys_is_listed_with_them_wherever_it_works(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.actions["shortcuts"].trigger()
        finder = program.window.finder
        told = {entry.title: entry.shortcut for entry in finder.list.rows.things}
        for known in program.actions:
            for keys in known.action.shortcuts():
                shown = keys.toString().replace("Return", "Enter")
                assert shown in told[known.action.text()], known.id
        assert len(told) > 50 and nameless(program.window) == []
        qtbot.keyClicks(finder.input, "Zoom in")
        assert finder.shown[0] == "Zoom in"
        qtbot.keyClick(finder.input, Qt.Key.Key_Return)
        assert not finder.isVisible()
        await until(lambda: theme().zoom > 1)
