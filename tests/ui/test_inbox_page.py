"""The inbox page: questions on cards, answered by mouse or by one key, undone, never asked."""

from datetime import date
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from desktop_app.dreams.inbox.item import InboxAnswer, InboxKind
from desktop_app.settings import Places
from desktop_app.ui.inbox.inbox_card import InboxCard
from desktop_app.ui.inbox_page import InboxPage
from tests.support.asking import CHINESE, OTHER_VALUES, doubtful
from tests.support.program import click, press, quiet, running
from tests.support.waiting import until

GATE, OTHER_GATE = OTHER_VALUES


def notebook(tmp_path: Path, chinese: bool = False) -> Path:
    places = Places(tmp_path / "data", tmp_path / "config")
    return doubtful(tmp_path / "Memory", places, date.today(), chinese)


async def shown(program: Any, cards: int) -> InboxPage:
    program.window.show_page("inbox")
    page = program.inbox_page
    assert isinstance(page, InboxPage)
    await until(lambda: page.settled and len(page.items) == cards)
    await quiet(program)
    return page


def card(page: InboxPage, number: int) -> InboxCard:
    made = page.card(number)
    assert isinstance(made, InboxCard)
    return made


def text(program: Any) -> str:
    return str((program.memory.root / "MEMORY.md").read_text())


async def test_the_rail_says_how_many_wait_before_the_page_is_opened(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, notebook(tmp_path)) as program:
        button = program.window.rail.buttons["inbox"]
        await until(lambda: button.waiting == 2)
        assert button.accessibleDescription() == "2 questions"
        assert not program.window.is_made("inbox") or not program.inbox_page.items


async def test_a_question_is_answered_with_one_key_and_undone_with_one_click(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, notebook(tmp_path)) as program:
        page, before = await shown(program, 2), text(program)
        assert card(page, 0).item.text == GATE
        assert card(page, 0).buttons[InboxAnswer.TAKE].text() == "Keep the second   2"
        press(page, Qt.Key.Key_Y)  # it is no answer to this one
        press(page, Qt.Key.Key_2)
        await until(lambda: page.settled and len(page.items) == 1)
        assert GATE not in text(program) and OTHER_GATE in text(program)
        toast = program.window._toast
        assert toast.words == "MEMORY.md has changed."
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        press(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: page.settled and len(page.items) == 2)
        assert text(program) == before
        assert program.window.rail.buttons["inbox"].waiting == 2


async def test_keys_go_from_card_to_card_and_open_the_source(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, notebook(tmp_path)) as program:
        page = await shown(program, 2)
        press(page, Qt.Key.Key_J)
        assert card(page, page.current).item.kind == InboxKind.PASSED
        press(page, Qt.Key.Key_J)
        assert page.current == 1
        press(page, Qt.Key.Key_Return)
        await until(lambda: program.window.page.name == "memory")
        page = await shown(program, 2)
        press(page, Qt.Key.Key_K)
        assert page.current == 0


async def test_a_line_is_edited_in_place(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, notebook(tmp_path)) as program:
        page = await shown(program, 2)
        press(page, Qt.Key.Key_J)
        press(page, Qt.Key.Key_E)
        field = card(page, 1).field
        await until(field.hasFocus)
        press(field, Qt.Key.Key_Escape)
        assert not field.isVisible() and len(page.items) == 2
        click(card(page, 1).buttons[InboxAnswer.EDIT])
        await until(field.hasFocus)
        field.setPlainText("The garage is ours")
        press(field, Qt.Key.Key_Return)
        await until(lambda: page.settled and len(page.items) == 1)
        assert "- The garage is ours\n" in text(program)


async def test_never_is_kept_in_one_place_where_it_is_lifted(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, notebook(tmp_path)) as program:
        page = await shown(program, 2)
        press(page, Qt.Key.Key_N)
        await until(lambda: page.settled and len(page.items) == 1)
        press(page, Qt.Key.Key_Y)
        await until(lambda: page.settled and not page.items and page.empty.isVisible())
        assert program.window.rail.buttons["inbox"].waiting == 0
        (button,) = page.never.buttons
        click(button)
        await until(lambda: page.settled and len(page.items) == 1)
        assert card(page, 0).item.text == GATE and not page.never.isVisible()


async def test_chinese_lines_are_asked_about_in_a_small_window(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, notebook(tmp_path, chinese=True)) as program:
        program.window.resize(900, 640)
        page = await shown(program, 3)
        cards = [card(page, number) for number in range(3)]
        (first,) = [one for one in cards if one.item.text == CHINESE[0]]
        assert all(
            button.x() >= 0 and button.x() + button.width() <= button.parentWidget().width()
            for button in first.buttons.values()
        )
        click(first.buttons[InboxAnswer.KEEP])
        await until(lambda: page.settled and len(page.items) == 2)
        assert CHINESE[1] not in text(program)


async def test_what_one_types_stays_while_the_file_changes(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, notebook(tmp_path)) as program:
        page = await shown(program, 2)
        press(page, Qt.Key.Key_J)
        press(page, Qt.Key.Key_E)
        field = card(page, 1).field
        await until(field.hasFocus)
        field.setPlainText("Half a line")
        page._show([], [])
        assert field.toPlainText() == "Half a line" and not page.settled
        press(field, Qt.Key.Key_Escape)
        await until(lambda: page.settled and not field.isVisible())
        assert len(page.items) == 2
