"""What a notebook leaves out is in no dream, no search and no prompt, and stays in its file."""

from datetime import date, timedelta
from typing import Any

import pytest

from desktop_app.memory import Memory
from desktop_app.notebook.exclusions import leaves_out, without_sections
from tests.support.cli import Shell

NAMES = ("Private", "*.draft.md", "memory/2026-11-18.md", "# Health")
YESTERDAY = date.today() - timedelta(1)
DAY = (
    "# Daily Memory: 2026-11-20\n\n## Notes (09:12)\n\n- Remember: the harbour report is due.\n\n"
    "## Health (10:00)\n\n- Remember: the zebra pills are blue.\n\n### More\n\n- Remember: zebra.\n"
    "\n## Work\n\n- Remember: the lamp is green.\n"
)


@pytest.mark.parametrize(
    ("path", "out"),
    [
        ("Private/a.md", True),
        ("Private/deep/a.md", True),
        ("memory/Private/a.md", True),
        ("memory/private/deep/a.md", True),
        ("old/memory/2026-11-18.md", False),
        ("notes/x.draft.md", True),
        ("memory/2026-11-18.md", True),
        ("memory/2026-11-19.md", False),
        ("Privately.md", False),
        ("MEMORY.md", False),
    ],
)
def test_files_and_folders(path: str, out: bool) -> None:
    assert leaves_out(NAMES, path) is out


def test_sections_go_with_what_is_below_them_and_no_line_moves() -> None:
    left = without_sections(NAMES, DAY)
    assert left.count("\n") == DAY.count("\n")
    assert "zebra" not in left and "More" not in left
    assert left.split("\n")[16] == DAY.split("\n")[16] == "- Remember: the lamp is green."
    fenced = "```\n# Health\n```\n- kept\n"
    assert without_sections(NAMES, fenced) == fenced
    assert without_sections(("### Health",), DAY) == DAY, "another level"


@pytest.mark.parametrize(
    "heading", ["Health\n------", "Health\r\n======\r", "## **Health** (10:00)", "##  HEALTH ##"]
)
@pytest.mark.parametrize("before", ["", "```\nfor x in y\n\n"])
def test_a_section_goes_however_its_heading_is_written(heading: str, before: str) -> None:
    text = f"{before}- one\n\n{heading}\n\n- zebra\n\n# Work\n\n- lamp\n"
    left = without_sections(NAMES, text)
    assert "zebra" not in left and "lamp" in left and left.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "- one\n- ## Health\n  - zebra\n\n    zebra\n- ## Work\n  - lamp\n",
        "> ## Health (10:00)\n> zebra\n>\n> - zebra\n\nlamp\n",
        "1. > Health\n   > ------\n   > zebra\n   >\n   > # Work\n   > lamp\n",
        "## Health\n\n- # Work\n  zebra\n\n## Work\nlamp\n",
        "- a\n\t- ### Health\n\t  zebra\n\t  #### More\n\t  zebra\n\t- lamp\n",
    ],
)
def test_a_section_within_a_list_or_quotation_goes_with_it(text: str) -> None:
    left = without_sections(("# Health",), text)
    assert "zebra" not in left and "lamp" in left and left.count("\n") == text.count("\n")


def test_a_rule_below_a_line_ends_no_section() -> None:
    text = (
        "## Health\nMy diagnosis is secretosis\n---\nThe doctor says zebra pills\n\n## Work\nlamp\n"
    )
    left = without_sections(("## Health",), text)
    assert left == "\n" * 5 + "## Work\nlamp\n"


NOTES = {
    "MEMORY.md": "# Memory\n",
    f"memory/{YESTERDAY}.md": DAY,
    "memory/2026-11-18.md": "- Remember: zebra stripes.\n",
}


def test_a_search_finds_it_before_and_not_after_and_again(memory: Memory) -> None:
    memory.index.refresh()
    assert len(memory.search.find("zebra").hits) == 3
    before = {path: path.read_bytes() for path in memory.root.rglob("memory/*.md")}
    memory.leave_out(NAMES)
    assert not memory.search.find("zebra").hits
    assert [hit.line for hit in memory.search.find("lamp").hits] == [17]
    assert {path: path.read_bytes() for path in memory.root.rglob("memory/*.md")} == before
    memory.leave_out(())
    assert len(memory.search.find("zebra").hits) == 3


@pytest.mark.parametrize("names", [NAMES, (", ".join(NAMES),)])
def test_a_dream_does_not_read_it(memory: Memory, names: tuple[str, ...], capfdbinary: Any) -> None:
    shell = Shell(memory.root, capfdbinary)
    shell.do("init", "--leave-out", *names)
    dream = shell.do("dream")
    told = " ".join(change["new"] or "" for change in dream["changes"])
    assert "lamp" in told and "zebra" not in told
    assert shell.do("search", "zebra")["hits"] == []
    shell.do("init", "--leave-out", "")
    assert len(shell.do("search", "zebra")["hits"]) == 3
