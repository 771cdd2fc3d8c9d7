"""The editor: texts of every length, keys of lists, styling, and every byte shown."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.notebook.lines import as_buffer
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.column import LONGEST
from desktop_app.ui.writing import markup
from desktop_app.ui.writing.editor import LARGE, Editor

TAB, ENTER = Qt.Key.Key_Tab, Qt.Key.Key_Return
LONG = "- a line of a long file\n" * (LARGE // 20)


def clip(words: str) -> QMimeData:
    """What another program has put on the clipboard."""
    data = QMimeData()
    data.setText(words)
    return data


def at_end(editor: Editor, text: str) -> Editor:
    """The editor with this text and the cursor after it."""
    editor.load(text)
    editor.go_to_end()
    return editor


# -- texts of every length ---------------------------------------------------------------------


@pytest.mark.parametrize("line", ["x" * 199_000, " " * 66_000 + "x", "word " * 10_000])
def test_an_endless_line_is_shown_in_pieces_to_be_read_and_stays_one_line(
    editor: Editor, qtbot: QtBot, line: str
) -> None:
    text = f"# One\n{line}\n- three\n"
    editor.load(text)
    qtbot.waitUntil(lambda: not editor.loading, timeout=60_000)
    document = editor.document()
    lengths = [document.findBlockByNumber(n).length() for n in range(document.blockCount())]
    assert max(lengths) <= LONGEST + 1
    assert editor.text() == text
    QTest.keyClicks(editor, "x")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.text() == text
    editor.go_to(3)
    assert editor.textCursor().block().text() == "- three"
    assert (editor.line(), editor.line()) == (3, 3)
    editor.load("- a\n")
    QTest.keyClicks(editor, "x")
    assert editor.text() == "x- a\n"


@pytest.mark.parametrize("before", ["", "- a\n" * (LARGE // 2)], ids=["short", "long"])
def test_a_paste_that_would_make_an_endless_line_is_refused(
    editor: Editor, qtbot: QtBot, before: str
) -> None:
    editor.load(before)
    qtbot.waitUntil(lambda: not editor.loading, timeout=60_000)
    with qtbot.waitSignal(editor.refused):
        editor.insertFromMimeData(clip("a\n" + " " * 66_000 + "x"))
    assert editor.text() == before
    with qtbot.waitSignal(editor.refused):
        editor.put("a" * 20_000 + "\u2028" + "b" * 20_000)  # one line to Qt
    assert editor.text() == before
    editor.insertFromMimeData(clip("a line\n" * 5_000))
    assert editor.text() == "a line\n" * 5_000 + before


def test_a_very_long_text_comes_in_pieces_and_is_read_only_until_then(
    editor: Editor, qtbot: QtBot
) -> None:
    text = LONG * 6
    heard: list[bool] = []
    editor.edited.connect(lambda: heard.append(True))
    editor.load(text)
    assert editor.loading
    QTest.keyClicks(editor, "x")
    editor.go_to(20_000)
    qtbot.waitUntil(lambda: not editor.loading, timeout=60_000)
    assert editor.text() == text
    assert editor.line() == 20_000
    assert heard == []
    QTest.keyClicks(editor, "x")
    assert heard == [True]


@pytest.mark.parametrize("text", ["- short", LONG], ids=["short", "long"])
def test_nothing_can_be_undone_after_loading(editor: Editor, text: str) -> None:
    editor.load(text)
    assert not editor.document().isUndoAvailable()
    QTest.keyClicks(editor, "x")
    QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.text() == text


def test_zoom_and_theme_are_no_edits_and_keep_the_way_back(editor: Editor, theme: Theme) -> None:
    at_end(editor, "- a")
    QTest.keyClicks(editor, "b")
    heard: list[bool] = []
    editor.edited.connect(lambda: heard.append(True))
    theme.set_zoom(1.5)
    theme.set_mode("dark")
    assert heard == []
    QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.text() == "- a"
    QTest.keyClick(
        editor,
        Qt.Key.Key_Z,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert editor.text() == "- ab"


# -- bytes ---------------------------------------------------------------------------------------


def test_any_text_is_shown_as_it_will_be_compared(editor: Editor) -> None:
    @settings(
        suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=60, database=None
    )
    @given(st.binary(max_size=40) | st.text(max_size=40).map(lambda text: text.encode()))
    def holds(data: bytes) -> None:
        shown = as_buffer(data)
        editor.load(shown)
        assert editor.text() == shown

    holds()


WORDS = st.lists(st.sampled_from(["", "a", "b 🍅", "- c", "  d"]), max_size=8).map("\n".join)


def undo(editor: Editor) -> None:
    QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def redo(editor: Editor) -> None:
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(editor, Qt.Key.Key_Z, held)


def test_nothing_is_undone_of_what_another_wrote_nor_what_stood_before_it(editor: Editor) -> None:
    @settings(
        suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=80, database=None
    )
    @given(WORDS, WORDS, WORDS)
    def holds(before: str, between: str, after: str) -> None:
        editor.load(before)
        for text in (between, after):
            QTest.keyClicks(editor, "x")
            editor.receive(text)
        undo(editor)
        assert editor.text() == after
        editor.go_to_end()
        QTest.keyClicks(editor, "mine")
        undo(editor)
        assert editor.text() == after
        redo(editor)
        assert editor.text() == f"{after}mine"

    holds()


def test_who_writes_at_the_end_goes_on_there_when_a_line_comes_below(editor: Editor) -> None:
    editor.load("- a")
    editor.go_to_end()
    QTest.keyClicks(editor, " b")
    editor.receive("- a b\n- theirs")
    QTest.keyClicks(editor, " c")
    assert editor.text() == "- a b c\n- theirs"


@pytest.mark.parametrize("text", ["line\n" * 300, LONG], ids=["short", "long"])
def test_a_received_text_does_not_scroll(editor: Editor, text: str) -> None:
    editor.load(text)
    editor.go_to(200)
    QApplication.processEvents()
    top = next(editor.on_screen()).blockNumber()
    editor.receive(f"new\nnew\nnew\n{text}")
    assert abs(next(editor.on_screen()).blockNumber() - (top + 3)) <= 1


# -- keys ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- milk", "- milk\n- "),
        ("  - milk", "  - milk\n  - "),
        ("* milk", "* milk\n* "),
        ("9. milk", "9. milk\n10. "),
        ("- [x] milk", "- [x] milk\n- [ ] "),
        ("- milk\n- ", "- milk\n"),
        ("plain", "plain\n"),
        ("- 牛奶 🍅", "- 牛奶 🍅\n- "),
    ],
)
def test_enter_goes_on_with_a_list_and_ends_it(editor: Editor, before: str, after: str) -> None:
    at_end(editor, before)
    QTest.keyClick(editor, ENTER)
    assert editor.text() == after


def test_enter_before_the_mark_makes_an_empty_line(editor: Editor) -> None:
    editor.load("- milk")
    editor.go_to(1)
    QTest.keyClick(editor, ENTER)
    assert editor.text() == "\n- milk"


def test_tab_indents_a_bullet_and_shift_tab_takes_it_back(editor: Editor) -> None:
    at_end(editor, "- a\n- b")
    QTest.keyClick(editor, TAB)
    assert editor.text() == "- a\n  - b"
    QTest.keyClick(editor, Qt.Key.Key_Backtab)
    assert editor.text() == "- a\n- b"
    editor.selectAll()
    QTest.keyClick(editor, TAB)
    assert editor.text() == "  - a\n  - b"
    QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.text() == "- a\n- b"


@pytest.mark.parametrize(
    ("key", "held"),
    [
        (Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier),
        (TAB, Qt.KeyboardModifier.ControlModifier),
    ],
)
def test_f6_and_ctrl_tab_leave_the_editor(
    qtbot: QtBot, theme: Theme, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    editor, other = Editor("note"), QLineEdit()
    column = QVBoxLayout(host)
    column.addWidget(editor)
    column.addWidget(other)
    host.show()
    host.activateWindow()
    editor.setFocus()
    qtbot.waitUntil(editor.hasFocus, timeout=60_000)
    heard: list[bool] = []
    editor.left.connect(lambda: heard.append(True))
    QTest.keyClick(editor, key, held)
    assert other.hasFocus()
    assert heard == [True]
    assert editor.text() == ""


def test_an_input_methods_text_counts_when_it_is_committed(editor: Editor) -> None:
    at_end(editor, "- ")
    QApplication.sendEvent(editor, QInputMethodEvent("ㄧˋ", []))
    assert editor.composing
    assert editor.text() == "- "
    done = QInputMethodEvent("", [])
    done.setCommitString("憶")
    QApplication.sendEvent(editor, done)
    assert not editor.composing
    assert editor.text() == "- 憶"


def test_a_click_beside_the_column_goes_to_the_line_at_that_height(
    editor: Editor, qtbot: QtBot
) -> None:
    editor.resize(1200, 600)
    editor.load("one\ntwo\nthree\n")
    QApplication.processEvents()
    there = editor.cursorRect(QTextCursor(editor.document().findBlockByNumber(2)))
    height = editor.viewport().mapTo(editor, there.center()).y()
    qtbot.mouseClick(editor, Qt.MouseButton.LeftButton, pos=QPoint(20, height))
    assert editor.line() == 3


# -- looks ---------------------------------------------------------------------------------------


def kinds(line: str, before: int = markup.NORMAL) -> list[tuple[str, set[str]]]:
    found, _after = markup.runs(line, before)
    return [(line[run.start : run.end], set(run.kinds)) for run in found]


def test_marks_are_dimmed_and_words_are_styled() -> None:
    assert kinds("## Work") == [("##", {"mark", "heading2"}), (" Work", {"heading2"})]
    assert kinds("- **4 December**")[0] == ("-", {"bullet"})
    assert ("4 December", {"strong"}) in kinds("- **4 December**")
    assert ("`a*b*`"[1:-1], {"code"}) in kinds("see `a*b*`")
    assert kinds("snake_case_name") == []
    assert kinds("see [day](x.md)") == [
        ("[", {"link", "mark"}), ("day", {"link"}), ("](x.md)", {"link", "mark"}),
    ]  # fmt: skip
    assert kinds("- [x] done")[:3] == [("-", {"bullet"}), ("[x]", {"box"})]
    assert kinds("at https://a.b/c, or [[moon]]")[:2] == [
        ("https://a.b/c", {"link"}), ("[[", {"link", "mark"}),
    ]  # fmt: skip


def test_a_fence_that_is_opened_or_taken_out_changes_the_lines_below(editor: Editor) -> None:
    editor.load("start\n# one\n- two\n")
    last = editor.document().findBlockByNumber(2)

    def looks() -> list[int]:
        editor.grab()
        return [one.format.fontWeight() for one in last.layout().formats()]

    assert looks() == [700]
    editor.go_to(1)
    QTest.keyClicks(editor, "```")
    assert looks() != [700]
    for _ in "```":
        QTest.keyClick(editor, Qt.Key.Key_Backspace)
    assert looks() == [700]


def test_lines_of_a_script_from_right_to_left_stand_at_the_right(editor: Editor) -> None:
    editor.load("שלום\nleft\n")
    right, left = (editor.document().findBlockByNumber(n) for n in range(2))
    editor.grab()
    ends = [one.layout().lineAt(0).naturalTextRect().left() for one in (right, left)]
    assert ends[0] > 300 > ends[1]


def test_a_style_begins_where_it_should_after_an_emoji(editor: Editor) -> None:
    editor.load("- 🍅 **bold** x")
    block = editor.document().begin()
    bold = [
        (one.start, one.length)
        for one in block.layout().formats()
        if one.format.fontWeight() == 700 and one.start > 0
    ]
    assert bold == [(7, 4)]  # Qt counts the emoji as two


def test_an_endless_line_is_not_searched_for_styles() -> None:
    found, _ = markup.runs("- " + "*a" * 100_000)
    assert [run.kinds for run in found] == [frozenset({"bullet"})]


@pytest.mark.parametrize("signs", ["_a_ ", "`a", "![", "**b** ", "*a* `b` "])
def test_colouring_a_line_takes_a_time_in_proportion_to_its_length(signs: str) -> None:
    def seconds(times: int) -> float:
        tries = []
        for _ in range(5):
            before = time.process_time()
            markup.runs(signs * times)
            tries.append(time.process_time() - before)
        return min(tries)

    assert seconds(600) < 10 * seconds(150)  # four times as long; by its square sixteen times


def test_tab_leaves_a_heading_where_it_stands(editor: Editor) -> None:
    QTest.keyClick(at_end(editor, "## People"), TAB)
    assert editor.text() == "## People"
    editor.load("# Memory\n- one")
    editor.selectAll()
    QTest.keyClick(editor, TAB)
    assert editor.text() == "# Memory\n  - one"
    code = at_end(editor, "```sh\n# said in a script")
    editor.go_to(2)
    QTest.keyClick(code, TAB)
    assert code.text() == "```sh\n  # said in a script", "in code it is no heading"


def test_wrapped_rows_hang_below_the_words_of_their_item(
    editor: Editor,
) -> None:
    words = "word 港口 " * 30
    editor.load(f"- {words}\n1. {words}\n- [ ] {words}\n> {words}\n{words}\n")
    document = editor.document()

    def hung(row: int) -> tuple[int, int]:
        """Where the words of a line begin, and its second row."""
        block = document.findBlockByNumber(row)
        editor.row(block)  # lays it out
        first, second = block.layout().lineAt(0), block.layout().lineAt(1)
        lead = len(block.text()) - len(words)
        place = first.cursorToX(lead)
        return round(float(place if isinstance(place, float) else place[0])), round(
            second.naturalTextRect().left()
        )

    for row in range(5):
        start, second = hung(row)
        assert abs(start - second) <= 2, row
    assert hung(4)[0] < hung(0)[0] < hung(2)[0]
    editor.go_to(5)
    before = hung(4)
    QTest.keyClicks(editor, "- ")
    assert hung(4) != before
    for _ in range(2):
        undo(editor)
    assert hung(4) == before
    assert editor.text().endswith(f"\n{words}\n")
