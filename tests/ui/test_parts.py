"""What every page is made of: strips that say what is wrong, and rows that go on below."""

import gc
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QSize, Qt
from PySide6.QtGui import QAccessible, QInputMethodEvent, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QToolButton,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from desktop_app.dreams.model.progress import about, step
from desktop_app.ui.conversation.bring_sheet import TalkField
from desktop_app.ui.conversation.check_list import CheckList
from desktop_app.ui.conversation.composer import MessageField
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.look.theme import theme as the_theme
from desktop_app.ui.parts.asking_pane import AskingPane
from desktop_app.ui.parts.boxes import Pile, Turning, stacked
from desktop_app.ui.parts.column import LONGEST
from desktop_app.ui.parts.controls import Segmented, Switch
from desktop_app.ui.parts.fields import PlainField
from desktop_app.ui.parts.labels import text as label
from desktop_app.ui.parts.marked_text import TextLook, laid_out
from desktop_app.ui.parts.notices import Banner, Toast
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.parts.rows import RowWords, ThingRows
from desktop_app.ui.parts.running import Running
from tests.support.program import press


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_words_of_a_strip_have_the_colour_of_its_tone(
    theme: Theme, qtbot: QtBot, mode: str
) -> None:
    theme.set_mode(mode)
    banner = Banner()
    qtbot.addWidget(banner)
    for tone, token in (("warn", "warn"), ("danger", "del-fg"), ("info", "text"), ("warn", "warn")):
        banner.say("The disk is full.", tone=tone)
        found = banner._words.palette().color(QPalette.ColorRole.WindowText)
        assert found.name() == theme.color(token).name(), tone


class _Drawn(QLabel):
    """Counts how often the theme has it drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0
        the_theme().followed_by(self._draw)

    def _draw(self) -> None:
        self.times += 1


def test_a_part_of_a_pile_comes_when_it_is_shown_and_then_takes_the_theme(
    theme: Theme, qtbot: QtBot
) -> None:
    first, second = _Drawn(), _Drawn()
    pile = Pile(first, second)
    qtbot.addWidget(pile)
    pile.show()
    assert first.isVisible() and pile.indexOf(second) < 0 and second.parent() is pile
    pile.setCurrentWidget(second)
    assert second.isVisible() and not first.isVisible()
    for mode in ("dark", "light", "dark"):
        theme.set_mode(mode)
    assert second.times > first.times == 1
    pile.setCurrentWidget(first)
    assert first.times == 2, "once, however often the theme changed"
    assert first.palette() == second.palette()


def test_a_theme_keeps_no_part_that_was_hidden_and_went(theme: Theme, qtbot: QtBot) -> None:
    pile = Pile(_Drawn(), _Drawn())
    pile.show()
    theme.set_mode("dark")
    assert len(theme._unseen) == 1
    delete(pile)
    del pile
    gc.collect()
    assert not theme._unseen


def test_a_strip_that_never_said_a_word_has_no_parts(theme: Theme, qtbot: QtBot) -> None:
    banner = Banner()
    qtbot.addWidget(banner)
    banner.clear()
    assert not banner.findChildren(QWidget) and not banner.words
    banner.say("The disk is full.", word="Retry")
    assert banner.isVisible() and banner.button.isVisible() and not banner.other.isVisible()
    banner.clear()
    assert banner.isHidden() and not banner.words


def test_a_banner_shows_the_name_of_a_command_without_the_signs_of_markdown(
    theme: Theme, qtbot: QtBot
) -> None:
    banner = Banner()
    qtbot.addWidget(banner)
    banner.say("This change is gone.", "`nightstand proposals` lists what waits.")
    assert banner.words == "This change is gone. nightstand proposals lists what waits."


@pytest.mark.parametrize(
    "words", ["Deleted", "“What we said of the pier”: flushed into " + 19 * "a/"]
)
def test_a_toast_stands_in_one_line_at_any_zoom_and_within_its_window(
    theme: Theme, qtbot: QtBot, words: str
) -> None:
    window, toast = QWidget(), Toast()
    qtbot.addWidget(window)
    stacked(window, None, toast)
    window.resize(720, 500)
    window.show()
    toast.say(words, "Undo")
    theme.set_zoom(2.0)
    qtbot.waitUntil(lambda: toast.height() == theme.px(26), timeout=60_000)
    qtbot.waitUntil(lambda: toast.width() == window.width(), timeout=60_000)
    shown = toast._words
    assert shown.width() >= shown.fontMetrics().horizontalAdvance(words) or shown.toolTip() == words
    assert toast.rect().contains(toast.button.geometry()), "its button is whole"
    assert toast.button.geometry().right() < toast.cross.geometry().left()


def test_a_line_of_two_scripts_is_shown_whole(theme: Theme, qtbot: QtBot) -> None:
    rows = CheckList("lines")
    qtbot.addWidget(rows)
    rows.say(
        "您：We decided to keep the boat in the yard until March. The surveyor, Mr "
        "Okafor, comes on 4 December at 9:30 in the morning."
    )
    rows.resize(520, 200)
    rows.show()
    qtbot.waitUntil(lambda: rows.visualItemRect(rows.item(0)).height() > theme.px(30))
    box = rows.visualItemRect(rows.item(0))
    below = rows.viewport().grab(box.adjusted(0, box.height() * 3 // 4, 0, 0)).toImage()
    size = below.size()
    signs = {below.pixel(x, y) for x in range(size.width()) for y in range(size.height())}
    assert len(signs) > 1, "its second line"


def test_a_label_shows_the_beginning_of_endless_words(theme: Theme, qtbot: QtBot) -> None:
    shown = label("x" * 100_000, wrap=True).text()
    assert len(shown) < 21_000 and "…" in shown
    assert label("a note").text() == "a note"


def test_endless_words_are_laid_out_no_further_than_they_may_be(theme: Theme) -> None:
    look = TextLook(theme.font("chat"), 22, *(theme.color(one) for one in ("text", "text", "hit")))
    layout = laid_out("x" * 100_000, [(5, 90_000)], look, 400)
    assert len(layout.text()) == LONGEST


class Block(QWidget):
    """Something of a size of its own."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._size = QSize(width, height)
        self.setFixedSize(self._size)

    def sizeHint(self) -> QSize:
        return self._size


def test_what_has_no_room_stands_one_below_the_other(theme: Theme, qtbot: QtBot) -> None:
    del theme  # it is worn
    blocks = [Block(100, 20) for _ in range(3)]
    turning = Turning(*blocks)
    home = QWidget()
    qtbot.addWidget(home)
    stacked(home, turning, None)
    home.resize(400, 200)
    home.show()
    assert [(one.x(), one.y()) for one in blocks] == [(0, 0), (110, 0), (220, 0)]
    for hidden, expected in ((False, [(0, 0), (0, 30), (0, 60)]), (True, [(0, 0), (110, 0)])):
        home.resize(210, 200)
        blocks[2].setHidden(hidden)
        qtbot.waitUntil(lambda: turning.height() == (20 if hidden else 80))  # noqa: B023
        assert [(one.x(), one.y()) for one in blocks if not one.isHidden()] == expected
    assert turning.minimumSizeHint().width() == 100


def test_what_a_screen_reader_toggles_is_heard_once(theme: Theme, qtbot: QtBot) -> None:
    del theme  # it is worn
    group = Segmented({"Read": "Read", "Edit": "Edit"}, "View")
    switch, heard = Switch("On"), list[object]()
    for widget in (group, switch):
        qtbot.addWidget(widget)
    group.chosen.connect(heard.append)
    switch.toggled.connect(heard.append)
    for one in (group.part("Edit"), group.part("Edit"), switch, switch):
        actions = QAccessible.queryAccessibleInterface(one).actionInterface()
        actions.doAction(actions.actionNames()[0])
    assert heard == ["Edit", True, False]
    group.choose("Read")
    assert len(heard) == 3
    switch.click()
    assert heard[3:] == [True]


def test_what_an_empty_field_says_grows_with_the_zoom(theme: Theme, qtbot: QtBot) -> None:
    field = TalkField()
    qtbot.addWidget(field)
    field.show()
    theme.set_zoom(2.0)
    assert field.viewport().font().pixelSize() == field.font().pixelSize() == 26


def test_the_sign_that_clears_a_search_grows_with_the_zoom(qtbot, theme) -> None:
    pane = AskingPane("Search", "Search", "", ThingRows("Found", RowWords))
    qtbot.addWidget(pane)
    sign = pane.input.findChild(QToolButton)
    pane.show()
    pane.input.setText("harbour")
    before = sign.iconSize()
    theme.set_zoom(2.0)
    assert sign.isVisible() and sign.iconSize() == before * 2
    sign.click()
    assert not pane.input.text() and not sign.isVisible()


def test_enter_that_chooses_a_word_of_an_input_method_opens_nothing(qtbot, theme) -> None:
    rows = ThingRows("Found", RowWords)
    pane = AskingPane("Search", "Search", "", rows)
    qtbot.addWidget(pane)
    opened = list[None]()
    rows.entered.connect(lambda: opened.append(None))
    for composed, count in (("ni", 0), ("", 1)):
        QApplication.sendEvent(pane.input, QInputMethodEvent(composed, []))
        QTest.keyClick(pane.input, Qt.Key.Key_Return)
        assert len(opened) == count


def test_a_card_goes_although_what_had_the_keyboard_is_gone(qtbot, theme) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    before, card = QLineEdit(window), Overlay(window, "Card", 200, 100)
    window.show()
    card.open_card(card.card)
    card._before = before
    before.deleteLater()
    QCoreApplication.sendPostedEvents(before, QEvent.Type.DeferredDelete)
    card.close_card()
    assert not card.isVisible()


# -- fields of plain text -------------------------------------------------------------------------


FIELDS: dict[str, Callable[[], QPlainTextEdit]] = {
    "a message": MessageField,
    "a wording": lambda: PlainField("New line", short=True),
    "a conversation": TalkField,
    "any other": lambda: PlainField("Words"),
}


def clip(words: str) -> QMimeData:
    data = QMimeData()
    data.setText(words)
    return data


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("gap", [" ", " \u2028"])
def test_a_paste_that_qt_would_never_lay_out_is_refused(
    theme: Theme, qtbot: Any, name: str, gap: str
) -> None:
    field = FIELDS[name]()
    qtbot.addWidget(field)
    field.insertFromMimeData(clip("a" + gap * 70_000 + "b"))
    assert field.toPlainText() == ""
    field.insertFromMimeData(clip("a line\n" * 5_000))
    assert field.toPlainText() == "a line\n" * 5_000


def test_a_refused_paste_is_told_where_one_writes(qtbot: Any) -> None:
    field = PlainField("Words")
    qtbot.addWidget(field)
    field.show()
    field.insertFromMimeData(clip(" " * 70_000))
    assert QToolTip.text().startswith("This was not pasted: ")


def test_a_line_that_is_too_long_already_is_shown_in_pieces(qtbot: Any) -> None:
    field = PlainField("Words")
    qtbot.addWidget(field)
    field.setPlainText("a" + " " * 70_000 + "b")
    assert field.document().blockCount() > 1
    assert field.toPlainText().replace("\n", "") == "a" + " " * 70_000 + "b"


@pytest.mark.parametrize("short", [True, False])
def test_enter_keeps_a_line_or_begins_one_and_belongs_to_who_composes(
    qtbot: Any, short: bool
) -> None:
    field, entered = PlainField("Words", short=short), list[str]()
    qtbot.addWidget(field)
    field.entered.connect(lambda: entered.append(field.toPlainText()))
    field.show()
    QApplication.sendEvent(field, QInputMethodEvent("yào shi", []))
    press(field, Qt.Key.Key_Return)
    assert entered == [] and field.document().blockCount() == 1
    QApplication.sendEvent(field, QInputMethodEvent())
    press(field, Qt.Key.Key_Return)
    assert entered == ([""] if short else [])
    press(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(entered) == 1 + short


# -- what runs ------------------------------------------------------------------------------------


NAME = "Asking qwen3:8b (part 2 of 3)"


def shown(qtbot: QtBot, said: str) -> tuple[str, str, int, int]:
    """Words, what is spent, and the bar's value and end; 0 is one that only moves."""
    running = Running("Dream", "Begins")
    qtbot.addWidget(running)
    running.show_running(True)
    running.say(said)
    bar = running.findChildren(QProgressBar)[0]
    return running.step.text(), running.spent.text(), bar.value(), bar.maximum()


@pytest.mark.parametrize(
    ("told", "words", "value", "end"),
    [
        (step(NAME, 0, 30, 120.4), "reading your notes: about 2 min", 25, 100),
        (step(NAME, 0, 400, 120.0), "reading your notes: longer than expected", 95, 100),
        (step(NAME, 1_234, 90, 60.0), "1,234 tokens", -1, 0),
    ],
)
def test_reading_has_a_bar_that_is_never_full_and_writing_counts_tokens(
    theme: Theme, qtbot: QtBot, told: str, words: str, value: int, end: int
) -> None:
    name, *shows = shown(qtbot, told)
    assert name.replace("\u200b", "") == f"{NAME} …"
    assert shows[0].endswith(words) and shows[1:] == [value, end]


def test_without_motion_a_bar_is_empty_and_does_not_move(theme: Theme, qtbot: QtBot) -> None:
    theme.motion = False
    _, _, value, end = shown(qtbot, step(NAME, 1_234, 90, 60.0))
    assert (value, end) in ((-1, 1), (0, 1))


def test_a_time_is_told_as_one_would() -> None:
    said = [about(seconds) for seconds in (3, 44, 100, 600, 7_000)]
    assert said == ["about 10 s", "about 40 s", "about 2 min", "about 10 min", "about 2 h"]
