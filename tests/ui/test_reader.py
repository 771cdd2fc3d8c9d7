"""The read view: what is set, where each line went, what a link may do, and nothing fetched."""

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from desktop_app.notebook.text import links
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.column import blocks
from desktop_app.ui.reading.find_bar import FindBar
from desktop_app.ui.reading.html import as_html, message_html
from desktop_app.ui.reading.page import PageView
from desktop_app.ui.writing.note_view import NoteView

DAY = """# Daily Memory: 2026-11-20

## Notes (09:12)

- Jonas wants the *soundings* re-run.
- The report moves to **4 December**.
  - nested, with `code`
- [x] done

A paragraph
of two lines.

> quoted

```
- code
```

| Item | Price |
| ---- | ----- |
| Kobo | 120 € |

---
"""


@pytest.fixture
def reader(qtbot: QtBot, theme: Theme) -> PageView:
    made = PageView("Page")
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


# -- from Markdown to a page ----------------------------------------------------------------------


def shown(reader: PageView, text: str) -> list[tuple[int, str]]:
    """The lines of the source in which it begins, and what stands there."""
    reader.show_html(as_html(text))
    every = blocks(reader.document())
    return [(int(block.charFormat().toolTip() or 0), block.text()) for block in every]


def test_everything_knows_its_line(reader: PageView) -> None:
    lines = DAY.split("\n")
    found = [(line, words) for line, words in shown(reader, DAY) if words]
    for line, words in found:
        assert words.split(" ")[0] in lines[line - 1]
    assert [line for line, _ in found] == [1, 3, 5, 6, 7, 8, 10, 13, 16, 19, 19, 21, 21]
    code = shown(reader, "a\n\n```\nb\nc\n```\n\n    d\n    e\n")
    assert code == [(1, "a"), (4, "b"), (4, "c"), (8, "d"), (8, "e")]


def test_lists_keep_their_marks_and_depths(reader: PageView) -> None:
    reader.show_html(as_html(DAY + "\n3. a\n4. b\n"))
    items = [(block.textList().itemText(block), block.textList().format().indent(), block.text())
             for block in blocks(reader.document()) if block.textList()]  # fmt: skip
    assert items == [
        (".", 1, "Jonas wants the soundings re-run."),
        (".", 1, "The report moves to 4 December."),
        (".", 2, "nested, with code"),
        (".", 1, "[x] done"),
        ("3.", 1, "a"),
        ("4.", 1, "b"),
    ]


def test_html_stays_text(reader: PageView) -> None:
    text = "<script>alert(1)</script>\n\n<b>x</b> y"
    assert shown(reader, text) == [(1, "<script>alert(1)</script>"), (3, "<b>x</b> y")]


def test_what_is_said_has_small_headings_and_is_as_harmless() -> None:
    said = message_html("# Depths\n\n<b>x</b> ![a](https://example.org/a.png)")
    assert said.startswith('<p class="h4">Depths</p>') and "<b>" not in said and "<img" not in said


def test_an_image_is_told_by_its_words(reader: PageView) -> None:
    assert shown(reader, "![a chart](https://example.org/track.png)") == [(1, "a chart")]
    assert not link_of(reader)


# -- where links lead -----------------------------------------------------------------------------

HERE = "memory/dreams/2026-11-21.md"


@pytest.mark.parametrize(
    ("href", "path", "line"),
    [
        ("../2026-11-20.md", "memory/2026-11-20.md", 0),
        ("../2026-11-20.md#L5", "memory/2026-11-20.md", 5),
        ("../../MEMORY.md", "MEMORY.md", 0),
        ("../a%20b.md", "memory/a b.md", 0),
        ("#L7", HERE, 7),
    ],
)
def test_a_note_of_the_notebook_opens_inside(href: str, path: str, line: int) -> None:
    assert links.target(HERE, href) == links.Target(links.INSIDE, path, line)


@pytest.mark.parametrize(
    "href",
    [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,x",
        "smb://host/share",
        "//host/share.md",
        "\\\\host\\share.md",
        "/etc/hosts.md",
        "../../../outside.md",
        "..%2f..%2f..%2foutside.md",
        "~/x.md",
        "C:\\x.md",
        "vscode://open",
        "https:///no-host",
        "https://example.org\u202e/gpj.exe",
        "java\nscript:alert(1)",
        "program.exe",
        "http://[broken",
    ],
)
def test_everything_else_leads_nowhere(href: str) -> None:
    assert links.target(HERE, href).kind == links.NOWHERE


# -- the page -------------------------------------------------------------------------------------


def test_nothing_is_ever_loaded(reader: PageView) -> None:
    reader.show_html(as_html("![x](file:///etc/passwd) ![y](https://example.org/y.png)"))
    for name in ("file:///etc/passwd", "https://example.org/y.png", "x.png"):
        assert reader.loadResource(2, QUrl(name)).isEmpty()
    assert not reader.openLinks()


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> NoteView:
    made = NoteView("Note")
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


@pytest.mark.parametrize("href", ["file:///etc/passwd", "javascript:x", "../../../x.md"])
def test_another_link_is_refused_in_words(view: NoteView, href: str) -> None:
    opened: list[object] = []
    view.ask.open_outside = opened.append
    view.ask.led.connect(opened.append)
    view.show_text("text", HERE)
    view.editor.link_pressed.emit(href)
    assert opened == []
    assert "does not open this link" in view.ask.words
    assert view.ask.button.isHidden()


def link_of(reader: PageView) -> str:
    """The address of the link the page begins with."""
    cursor = QTextCursor(reader.document())
    cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
    return cursor.charFormat().anchorHref()


# -- find -----------------------------------------------------------------------------------------


def test_find_marks_every_place_and_goes_round(
    reader: PageView, theme: Theme, qtbot: QtBot
) -> None:
    bar = FindBar(reader)
    qtbot.addWidget(bar)
    reader.show_html(as_html("- tea\n- Tea and tea\n- coffee\n"))
    bar.open()
    bar.field.setText("tea")
    assert bar.count.text() == "1 of 3"
    assert len(reader.extraSelections()) == 3
    bar.step(1)
    bar.step(1)
    assert bar.count.text() == "3 of 3"
    bar.step(1)
    assert bar.count.text() == "1 of 3"
    bar.field.setText("nothing like it")
    assert bar.count.text() == "Nothing found"
    bar.leave()
    assert reader.extraSelections() == []
    assert bar.isHidden()
