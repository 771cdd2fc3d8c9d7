"""[[links]], #tags and addresses as one reads them: a click, and what leads here."""

from pathlib import Path
from urllib.parse import unquote

import pytest
from PySide6.QtCore import QUrl

from desktop_app.notebook.text import links
from desktop_app.notebook.text.plain_links import linked
from desktop_app.notebook.text.runs import TextRun
from desktop_app.notebook.text.sections import Section, sections_of
from desktop_app.ui.reading import render
from tests.support.notes import FILES, notes
from tests.support.waiting import until

TOPIC = "# Harbour\n\n## Depths\n\n- 4 m at the quay, says [[2026-11-20]].\n"
DAY = "# Daily Memory: 2026-11-20\n\n- See [[harbour#Depths]], [[memory]] and [[the moon]]. #boat\n"
DAY_PATH = "memory/2026-11-20.md"
LINKED = {**FILES, "memory/harbour.md": TOPIC, "memory/2026-11-20.md": DAY}


def found(text: str) -> list[tuple[str, str]]:
    """The words and addresses of the links of a line."""
    return [(run.text, unquote(run.href)) for run in linked([TextRun(text)]) if "link" in run.marks]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [[harbour]] now", [("harbour", "note:harbour")]),
        ("[[港口#深度|深度]]", [("深度", "note:港口#深度|深度")]),
        ("#boat, #火锅 and a#b, C# #1 ##", [("#boat", "tag:boat"), ("#火锅", "tag:火锅")]),
        ("(https://example.org/a_b?c=1).", [("https://example.org/a_b?c=1",) * 2]),
        ("看https://example.org/x。好", [("https://example.org/x",) * 2]),
        ("https://example.org/x_(y) ftp://a.b", [("https://example.org/x_(y)",) * 2]),
        ("[[", []),
    ],
)  # fmt: skip
def test_plain_links_are_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_a_talk_has_no_links_by_name() -> None:
    section = Section(2, 0, "[[a]] and #b")
    [piece] = render.pieces(section, plain_links=False)
    assert piece.runs == (TextRun("[[a]] and #b"),)


def test_links_of_markdown_and_code_stay_as_they_are() -> None:
    [section] = sections_of("`[[a]] #b` [c](https://example.org) **[[d]]**\n")
    [piece] = render.pieces(section)
    hrefs = {run.text: (run.href, "strong" in run.marks) for run in piece.runs if run.href}
    assert hrefs == {"c": ("https://example.org", False), "d": ("note:d", True)}


@pytest.mark.parametrize("inside", ["../../etc/passwd", "file:///etc/passwd", "a|javascript:x"])
def test_a_name_is_never_an_address(inside: str) -> None:
    [(_words, href)] = found(f"[[{inside}]]")
    assert links.target("memory/x.md", href) == links.Target(links.NAMED, inside)


async def test_a_click_opens_the_section_and_a_missing_note_can_be_written(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp, LINKED, "days") as made:
        page = made.days_page
        await until(lambda: page.file.path == "memory/2026-11-20.md" and page.heads)
        looks = page.reader.page
        await until(lambda: "no note of this name" in looks.document().toHtml() or _missing(looks))
        assert _missing(looks) == {"the moon"}
        page.reader.page.anchorClicked.emit(QUrl("note:harbour%23Depths"))
        await until(lambda: page.file.path == "memory/harbour.md")
        await until(lambda: page.reader.page.lit == (3, 3))
        page.reader.page.anchorClicked.emit(QUrl("note:the%20moon"))
        await until(lambda: page.file.path == "memory/the-moon.md" and page.empty.isVisible())
        page.empty.button.click()
        qtbot.keyClicks(page.editor.engine, "It is far.")
        page.file.flush()
        await until((tmp_path / "notebook/memory/the-moon.md").exists)


def _missing(page: object) -> set[str]:
    """The words that are shown as a link to no note."""
    words, block = set(), page.document().begin()  # type: ignore[attr-defined]
    while block.isValid():
        parts = block.begin()
        while not parts.atEnd():
            if parts.fragment().charFormat().toolTip():
                words.add(parts.fragment().text())
            parts += 1
        block = block.next()
    return words


async def test_the_inspectors_say_what_leads_here_and_go_there(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, LINKED, "days") as made:
        page = made.days_page
        await until(lambda: page.file.path == "memory/2026-11-20.md" and page.heads)
        made.window.open("memory/harbour.md", 0)
        await until(lambda: page.file.path == "memory/harbour.md" and page.side.links.links)
        assert page.side.links.section.isVisibleTo(page.side)
        side = made.memory_page.side.links
        await until(lambda: [(one.path, one.line) for one in side.links] == [(DAY_PATH, 3)])
        assert side.section.isVisibleTo(made.memory_page.side)
        page.side.links.chosen.emit(0)
        await until(lambda: page.file.path == "memory/2026-11-20.md")
        await until(lambda: page.reader.page.lit == (3, 3))


async def test_a_tag_is_searched_for(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, LINKED, "days") as made:
        page = made.days_page
        await until(lambda: page.file.path == "memory/2026-11-20.md" and page.heads)
        heard: list[object] = []
        page.words_asked.connect(lambda *told: heard.append(told))
        page.reader.page.anchorClicked.emit(QUrl("tag:boat"))
        assert heard == [("#boat", None, None)]
