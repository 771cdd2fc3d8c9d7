"""The editor: texts of every length, keys of lists, styling, and every byte shown."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.notebook.lines import as_buffer
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.column import LONGEST
from desktop_app.ui.writing import markup
from desktop_app.ui.writing.editor import LARGE, Editor

TAB, ENTER = Qt.Key.Key_Tab, Qt.Key.Key_Return


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


def test_lines_of_a_script_from_right_to_left_stand_at_the_right(editor: Editor) -> None:
    editor.load("שלום\nleft\n")
    right, left = (editor.document().findBlockByNumber(n) for n in range(2))
    editor.grab()
    ends = [one.layout().lineAt(0).naturalTextRect().left() for one in (right, left)]
    assert ends[0] > 300 > ends[1]


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
