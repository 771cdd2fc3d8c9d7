"""What is asked for chosen words: stars, links and boxes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtTest import QTest

from desktop_app.ui.writing.formatting import (
    EMPHASIS,
    STRONG,
    boxed,
    star,
    surround,
    turn_lines,
)
from tests.support.notes import notes
from tests.support.waiting import until

Change = Callable[[QTextCursor], None]


def strong(cursor: QTextCursor) -> None:
    surround(cursor, STRONG)


def box(cursor: QTextCursor) -> None:
    turn_lines(cursor, boxed)


def done(change: Change, before: str) -> str:
    """What becomes of a text; what is chosen stands between `<` and `>`, a `|` is the cursor."""
    marks = [sign for sign in before if sign in "<>|"]
    bare = before.translate(dict.fromkeys(map(ord, "<>|")))
    document = QTextDocument(bare)
    cursor = QTextCursor(document)
    wide = [len(part.encode("utf-16-le")) // 2 for part in before.replace(">", "<").split("<")]
    if "|" in marks:
        cursor.setPosition(len(before.split("|")[0].encode("utf-16-le")) // 2)
    else:
        cursor.setPosition(wide[0])
        cursor.setPosition(wide[0] + wide[1], QTextCursor.MoveMode.KeepAnchor)
    change(cursor)
    text = document.toPlainText().encode("utf-16-le")
    first, last = cursor.selectionStart() * 2, cursor.selectionEnd() * 2
    chosen = text[first:last].decode("utf-16-le")
    middle = f"<{chosen}>" if first != last else "|"
    return text[:first].decode("utf-16-le") + middle + text[last:].decode("utf-16-le")


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (strong, "the <key> is here", "the **<key>** is here"),
        (strong, "the **<key>** is here", "the <key> is here"),
        (strong, "the <**key**> is here", "the <key> is here"),
        (strong, "the k|ey is here", "the **<key>** is here"),
        (strong, "and ", "and **|**"),
        (strong, "- <钥匙🔑> 在", "- **<钥匙🔑>** 在"),
        (strong, "<- one\n- two>", "- **<one**\n- **two>**"),
        (strong, "*<key>*", "***<key>***"),
        (lambda at: surround(at, EMPHASIS), "**<key>**", "***<key>***"),
        (lambda at: surround(at, EMPHASIS), "***<key>***", "**<key>**"),
        (box, "milk|", "- [ ] milk|"),
        (box, "<one\n\n  two>", "- [ ] <one\n\n  - [ ] two>"),
        (box, "- milk|", "- [ ] milk|"),
        (box, "2. [ ] milk|", "2. [x] milk|"),
        (box, "- [X] milk|", "- [ ] milk|"),
    ],
)
def test_each_change_does_what_its_name_says(change: Change, before: str, after: str) -> None:
    if "<" not in before and "|" not in before:
        before += "|"
    assert done(change, before) == after


LINES = st.text(st.sampled_from("ab*- #[]x1.钥🔑"), max_size=12)


@settings(max_examples=150)
@given(LINES, st.integers(0, 12), st.integers(0, 12), st.sampled_from([EMPHASIS, STRONG]))
def test_stars_around_words_change_nothing_else(line: str, one: int, two: int, stars: int) -> None:
    start, end = sorted(min(at, len(line)) for at in (one, two))
    new, first, last = star(line, start, end, stars)
    assert new.replace("*", "") == line.replace("*", "")
    assert abs(len(new) - len(line)) == 2 * stars
    if first < last:
        assert star(new, first, last, stars)[0] == line


BOXES = "# Daily Memory: 2026-11-20\n\n- [ ] Post the letter.\n- Tea at four.\n"


@pytest.mark.parametrize("path", ["MEMORY.md", "memory/2026-11-20.md"])
async def test_a_click_on_a_box_ticks_it_in_the_file_as_one_step_of_undo(
    tmp_path: Path, qapp, qtbot, path: str
) -> None:
    async with notes(tmp_path, qapp, {"MEMORY.md": BOXES, "memory/2026-11-20.md": BOXES}) as made:
        made.window.open(path, 0)
        page = made.memory_page if path == "MEMORY.md" else made.days_page
        await until(lambda: page.file.path == path)
        view = page.editor
        await until(lambda: "Post the letter" in view.toPlainText() and view.isVisible())
        place = QTextCursor(view.document().findBlockByNumber(2))
        place.movePosition(QTextCursor.MoveOperation.Right, n=3)
        row = view.cursorRect(place).center()
        for box in ("[x]", "[ ]"):
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row)
            await until(lambda box=box: f"- {box} Post" in made.bytes_of(path).decode())
        assert made.bytes_of(path).decode() == BOXES
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row + QPoint(60, 0))
        assert "[ ]" in page.file.text  # a click on the words ticks nothing
        QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert "- [x] Post" in page.file.text
