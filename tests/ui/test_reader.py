"""The read view: what is set, where each line went, what a link may do, and nothing fetched."""

import re
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.jobs import Jobs
from desktop_app.notebook.text import links
from desktop_app.notebook.text.sections import WHOLE, Section, sections_of
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.column import blocks
from desktop_app.ui.reading.find_bar import FindBar
from desktop_app.ui.reading.reader import Form, Reader, markdown
from tests.support.waiting import until

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


class AtOnce:
    """Jobs that are done when they are asked for."""

    def call(self, _name: str, work, done, _failed=None) -> None:
        done(work())


@pytest.fixture
def reader(qtbot: QtBot, theme: Theme) -> Reader:
    made = Reader(AtOnce())
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


# -- from Markdown to a page ----------------------------------------------------------------------


def shown(reader: Reader, text: str) -> list[tuple[int, str]]:
    """The lines of the source, and what stands there."""
    reader.show_markdown(text, "x.md")
    page = reader.page
    return [(page.line_of(block), block.text()) for block in blocks(page.document())]


def test_everything_knows_its_line(reader: Reader) -> None:
    lines = DAY.split("\n")
    found = [(line, words) for line, words in shown(reader, DAY) if words]
    for line, words in found:
        assert words.split(" ")[0] in lines[line - 1]
    assert [line for line, _ in found] == [1, 3, 5, 6, 7, 8, 10, 13, 16, 19, 19, 21, 21]
    code = shown(reader, "a\n\n```\nb\nc\n```\n\n    d\n    e\n")
    assert code == [(1, "a"), (4, "b"), (5, "c"), (8, "d"), (9, "e")]


def test_lists_keep_their_marks_and_depths(reader: Reader) -> None:
    reader.show_markdown(DAY + "\n3. a\n4. b\n", "x.md")
    items = [(block.textList().itemText(block), block.textList().format().indent(), block.text())
             for block in blocks(reader.page.document()) if block.textList()]  # fmt: skip
    assert items == [
        (".", 1, "Jonas wants the soundings re-run."),
        (".", 1, "The report moves to 4 December."),
        (".", 2, "nested, with code"),
        (".", 1, "done"),
        ("3.", 1, "a"),
        ("4.", 1, "b"),
    ]
    marks = [block.blockFormat().marker() for block in blocks(reader.page.document())]
    assert marks.count(QTextBlockFormat.MarkerType.Checked) == 1


def test_html_stays_text_and_comments_are_not_shown(reader: Reader) -> None:
    text = "<script>alert(1)</script>\n\n<!-- for writers -->\n\n<b>x</b> y"
    assert shown(reader, text) == [(1, "<script>alert(1)</script>"), (5, "<b>x</b> y")]


def test_an_image_is_told_by_its_words(reader: Reader) -> None:
    assert shown(reader, "![a chart](https://example.org/track.png)") == [(1, "a chart")]
    assert not link_of(reader)


def test_words_from_right_to_left_stand_at_the_right(reader: Reader) -> None:
    reader.show_markdown("- [ ] המפתח אצל אנה, בקומה 3.\n- [ ] Mara's key\n", "x.md")
    hebrew, english = (reader.page.row(block) for block in blocks(reader.page.document()))
    assert hebrew.left() > reader.page.viewport().width() / 2 > english.left()


def test_broken_lines_join_with_a_space_and_chinese_ones_without(reader: Reader) -> None:
    assert shown(reader, "one\ntwo") == [(1, "one two")]
    assert shown(reader, "記憶\n檔案") == [(1, "記憶檔案")]


def test_a_long_text_is_cut_into_sections_that_leave_nothing_out() -> None:
    text = "".join(f"## Heading {n}\n\n- line {n}\n\n" for n in range(5_000))
    sections = sections_of(text)
    assert len(sections) > 2
    assert "\n".join(section.text for section in sections) == text
    assert [section.first for section in sections[1:]] == [
        one.first + one.count for one in sections[:-1]
    ]
    last = re.findall(r'title="(\d+)">([^<]*)<', markdown(sections[-1]))[-1]
    assert last[1] == "line 4999"
    assert text.split("\n")[int(last[0]) - 1] == "- line 4999"


def test_an_endless_line_is_in_sections_of_its_own_and_nothing_is_left_out() -> None:
    text = "# One\n" + "x" * 1_000_000 + "\n- three\n"
    sections = sections_of(text)
    assert max(len(section.text) for section in sections) <= WHOLE
    assert [sections[0].first, sections[1].first, sections[-1].first] == [1, 2, 3]
    html = "".join(map(markdown, sections))
    assert html.count("x" * 20_000) == 50
    assert set(re.findall(r'<p title="(\w+)">x', html)) == {"2"}


def test_tables_with_too_many_cells_are_shown_as_they_are_written(reader: Reader) -> None:
    def is_table(columns: int, rows: int) -> bool:
        line = "|" + "a|" * columns + "\n"
        [section, *_] = sections_of(line + "|" + "-|" * columns + "\n" + line * rows)
        return "<table" in markdown(section)

    assert is_table(3, 100)
    assert not is_table(400, 2) and not is_table(4, 4_000)
    rows = shown(reader, "|a|**b**||\n|-|-|-|\n" + "|c|||\n|d|e|f|\n" * 300)
    assert rows[:3] == [(1, "|a|**b**||"), (2, "|-|-|-|"), (3, "|c|||")]


@pytest.mark.parametrize("signs", ["![", "[", "*a", "`a", "**a _b", "<a", "&", "[a](b"])
def test_an_endless_paragraph_is_read_as_it_stands(reader: Reader, signs: str) -> None:
    """Its signs are not looked at, whose reading takes a time that grows with their square."""
    text = signs * (40_000 // len(signs))
    assert "".join(words for _, words in shown(reader, text)).split() == text.split()


@pytest.mark.parametrize(
    "text",
    [
        "x" * 60_000,
        "x" + " " * 70_000 + "x",
        "- " + "[" * 60_000,
        "*a*" * 15_000,
        "# " + "b" * 19_000,
        "- a line\n" * 6_000,
        "# a\n" * 20_000,
        "```\n" + "a\n" * 40_000,
        "|a|b|\n|-|-|\n" + "|c|d|\n" * 10_000,
        "|" + "a|" * 3_000 + "\n|" + "-|" * 3_000 + "\n" + "|a\n" * 100,
    ],
    ids=lambda text: f"{text[:8]!r} {len(text)}",
)
def test_what_is_set_at_a_time_is_bounded(reader: Reader, text: str) -> None:
    reader.show_markdown(text, "x.md")
    document = reader.page.document()
    while True:
        assert document.blockCount() < 20_000 and document.characterCount() < 200_000
        if not reader._down.isVisible():
            break
        last = reader._shown
        reader._down.click()
        assert reader._shown.stop > last.stop


def test_a_short_beginning_is_shown_with_what_follows_it(reader: Reader) -> None:
    reader.show_markdown("# One\n" + "x" * 100_000 + "\n- three\n", "x.md")
    assert reader.page.toPlainText().startswith("One\nxxx")
    assert reader._down.isVisible()


def test_more_of_a_long_note_takes_the_place_of_its_beginning(reader: Reader) -> None:
    text = "".join(f"- line {n} {'word ' * 20}\n" for n in range(1, 9_000))
    reader.show_markdown(text, "long.md")
    while reader._down.isVisible():
        top = reader.page.line_at_top()
        reader._down.click()
        gone = top < reader._sections[reader._shown.start].first
        assert gone or abs(reader.page.line_at_top() - top) <= 1
        reader.page.verticalScrollBar().setValue(10**9)
    assert reader.page.toPlainText().rstrip().endswith("word")
    assert "line 8999 " in reader.page.toPlainText()
    assert "line 1 " not in reader.page.toPlainText()
    assert reader._up.isVisible()


async def test_a_note_that_takes_long_to_read_is_read_aside(qtbot: QtBot, theme: Theme) -> None:
    threads: set[str] = set()

    def noted(section: Section, title: str) -> str:
        threads.add(threading.current_thread().name)
        return markdown(section, title)

    bugs: list[BaseException] = []
    jobs = Jobs(bugs.append)
    reader = Reader(jobs)
    qtbot.addWidget(reader)
    form = Form(sections_of, noted)
    reader.show_markdown("- a\n" * 4_000, "x.md", form=form)
    await until(lambda: reader.page.document().blockCount() > 1_000)
    assert threading.main_thread().name not in threads
    await jobs.close()
    assert bugs == []


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
    "href", ["https://example.org/x?y#z", "http://example.org", "mailto:me@example.org"]
)
def test_the_web_opens_outside(href: str) -> None:
    assert links.target(HERE, href) == links.Target(links.OUTSIDE, url=href)


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


def test_words_that_name_a_line_carry_it_along() -> None:
    assert links.with_line("../x.md", "memory/x.md, line 12") == "../x.md#L12"
    assert links.with_line("../x.md", "memory/x.md，第 12 行") == "../x.md#L12"
    assert links.with_line("../x.md#L3", "line 12") == "../x.md#L3"
    assert links.with_line("../x.md", "a deadline 5") == "../x.md"


# -- the page -------------------------------------------------------------------------------------


def test_a_line_is_found_lit_and_its_words_are_marked(reader: Reader) -> None:
    reader.show_markdown(DAY, "memory/2026-11-20.md")
    reader.show_line(6, ["DECEMBER", "moves"])
    block = reader.page.block_at(6)
    assert block.text() == "The report moves to 4 December."
    assert reader.page.lit == (6, 6)
    assert [mark.cursor.selectedText() for mark in reader.page.extraSelections()] == [
        "December",
        "moves",
    ]
    reader.clear_marks()
    assert reader.page.extraSelections() == []


def test_a_line_far_down_is_scrolled_to(reader: Reader) -> None:
    reader.show_markdown("".join(f"- line {n}\n" for n in range(1, 500)))
    reader.show_line(400)
    QApplication.processEvents()
    place = reader.page.row(reader.page.block_at(400))
    assert 0 <= place.top() < reader.page.viewport().height()
    assert reader.page.block_at(400).text() == "line 400"


def test_the_same_note_shown_again_stays_where_it_was(reader: Reader) -> None:
    text = "".join(f"- line {n}\n" for n in range(1, 500))
    reader.show_markdown(text, "a.md")
    reader.page.verticalScrollBar().setValue(2_000)
    reader.show_markdown(text + "- more\n", "a.md")
    assert reader.page.verticalScrollBar().value() == 2_000
    reader.show_markdown(text, "b.md")
    assert reader.page.verticalScrollBar().value() == 0


def test_the_cursor_stays_on_its_line_when_the_page_is_set_anew(
    reader: Reader, theme: Theme
) -> None:
    reader.show_markdown(DAY, "memory/2026-11-20.md")
    reader.show_line(6)
    reader.show_markdown(DAY, "memory/2026-11-20.md", "Friday")
    assert reader.cursor_line() == 6
    theme.set_mode("dark")
    assert reader.cursor_line() == 6
    reader.show_markdown(DAY, "memory/2026-11-19.md")
    assert reader.cursor_line() == 1


def test_a_page_of_its_own_title_takes_the_place_of_the_first_heading(reader: Reader) -> None:
    reader.show_markdown(DAY, "x.md", "Friday")
    text = reader.page.toPlainText()
    assert text.startswith("Friday\nNotes (09:12)\n")
    assert "Daily Memory" not in text


def test_a_long_note_shows_its_first_part_and_more_when_asked(reader: Reader) -> None:
    text = "".join(f"- line {n} {'word ' * 20}\n" for n in range(1, 3_000))
    reader.show_markdown(text, "long.md")
    assert "line 1 " in reader.page.toPlainText()
    assert "line 2999 " not in reader.page.toPlainText()
    assert reader._strip.isVisible()
    first = reader.page.document().blockCount()
    reader._down.click()
    assert reader.page.document().blockCount() > first
    reader.show_line(2_999)
    assert reader.page.block_at(2_999).text().startswith("line 2999 ")
    reader._up.click()
    assert reader.page.line_of(reader.page.document().begin()) < 2_500


async def test_a_line_asked_for_before_the_text_came_is_shown(
    tmp_path: Path, qtbot: QtBot, theme: Theme
) -> None:
    bugs: list[BaseException] = []
    jobs = Jobs(bugs.append)
    reader = Reader(jobs)
    qtbot.addWidget(reader)
    reader.show_markdown("".join(f"- line {n} {'w ' * 50}\n" for n in range(1, 5_000)), "x.md")
    reader.show_line(4_000)
    await until(lambda: reader.page.lit == (4_000, 4_000))
    assert reader.page.block_at(4_000).text().startswith("line 4000 ")
    await jobs.close()
    assert bugs == []


def test_what_is_copied_has_its_bullets(reader: Reader) -> None:
    reader.show_markdown("- a\n- b\n\n2. c\n")
    reader.page.selectAll()
    assert reader.page.createMimeDataFromSelection().text() == "- a\n- b\n2. c"


def test_nothing_is_ever_loaded(reader: Reader) -> None:
    reader.show_markdown("![x](file:///etc/passwd) ![y](https://example.org/y.png)")
    for name in ("file:///etc/passwd", "https://example.org/y.png", "x.png"):
        assert reader.page.loadResource(2, QUrl(name)).isEmpty()
    assert not reader.page.openLinks()


def test_a_link_inside_opens_inside(reader: Reader, qtbot: QtBot) -> None:
    reader.show_markdown("[memory/2026-11-20.md, line 6](../2026-11-20.md)", HERE)
    href = link_of(reader)
    with qtbot.waitSignal(reader.link_opened) as heard:
        reader.page.anchorClicked.emit(QUrl(href))
    assert heard.args == ["memory/2026-11-20.md", 6]


def test_a_link_to_the_web_is_shown_before_it_opens(reader: Reader) -> None:
    opened: list[str] = []
    reader.ask.open_outside = lambda url: opened.append(url.toString())
    reader.show_markdown("[harmless](https://example.org/other)", HERE)
    reader.page.anchorClicked.emit(QUrl(link_of(reader)))
    assert opened == []
    assert reader.ask.words == "https://example.org/other"
    reader.ask.button.click()
    assert opened == ["https://example.org/other"]
    assert reader.ask.isHidden()


@pytest.mark.parametrize("href", ["file:///etc/passwd", "javascript:x", "../../../x.md"])
def test_another_link_is_refused_in_words(reader: Reader, href: str) -> None:
    opened: list[object] = []
    reader.ask.open_outside = opened.append
    reader.link_opened.connect(lambda *where: opened.append(where))
    reader.show_markdown("text", HERE)
    reader.page.anchorClicked.emit(QUrl(href))
    assert opened == []
    assert "does not open this link" in reader.ask.words
    assert reader.ask.button.isHidden()


def link_of(reader: Reader) -> str:
    """The address of the link the page begins with."""
    cursor = QTextCursor(reader.page.document())
    cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
    return cursor.charFormat().anchorHref()


# -- find -----------------------------------------------------------------------------------------


def test_find_marks_every_place_and_goes_round(reader: Reader, theme: Theme, qtbot: QtBot) -> None:
    bar = FindBar(reader.page)
    qtbot.addWidget(bar)
    reader.show_markdown("- tea\n- Tea and tea\n- coffee\n")
    bar.open()
    bar.field.setText("tea")
    assert bar.count.text() == "1 of 3"
    assert len(reader.page.extraSelections()) == 3
    bar.step(1)
    bar.step(1)
    assert bar.count.text() == "3 of 3"
    bar.step(1)
    assert bar.count.text() == "1 of 3"
    bar.field.setText("nothing like it")
    assert bar.count.text() == "Nothing found"
    bar.leave()
    assert reader.page.extraSelections() == []
    assert bar.isHidden()
