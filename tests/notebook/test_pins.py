"""Pinned bullets: the mark in the file, read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.errors import Problem
from desktop_app.notebook.bullets import Add, MemoryFile, Pin, Replace

MEMORY = (
    b"\xef\xbb\xbf# Memory\r\n\r\nWords of my own.\r\n\r\n## Home\r\n\r\n"
    b"- The boiler is serviced in March.\r\n* Ana has the spare key, \xff\r\n  Bo the other."
)

SHAPES = (
    "- one line\n",
    "- one line <!--pinned-->\n",
    "- a paragraph\n  on two lines\n",
    "- a paragraph\ncarried on without indent\n",
    "- a list\n  - below it\n",
    "- code\n  ```\n  x = 1\n  ```\n",
    "- ```\n  x = 1\n  ```\n",
    "- two paragraphs\n\n  the second\n",
    "- \n  text below\n",
    "+ plus\n",
    "- the word pinned, and `<!-- pinned -->` in code\n",
)


def test_a_bullet_is_pinned_at_its_end_and_nothing_else_changes() -> None:
    memory = MemoryFile(MEMORY)
    pinned = memory.changed([Pin(memory.bullets[1])])
    assert pinned == MEMORY + b" <!-- pinned -->"
    after = MemoryFile(pinned)
    assert [one.pinned for one in after.bullets] == [False, True]
    assert [one.text for one in after.bullets] == [one.text for one in memory.bullets]
    assert after.changed([Pin(after.bullets[1])]) == pinned
    assert after.changed([Pin(after.bullets[1], pinned=False)]) == MEMORY


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_a_bullet_can_be_pinned_and_unpinned(shape: str) -> None:
    text = f"# Memory\n\n- before\n{shape}- after\n\n## Next\n\n1. no bullet\n"
    memory = MemoryFile(text.encode())
    pinned = MemoryFile(memory.changed([Pin(memory.bullets[1])]))
    assert [one.pinned for one in pinned.bullets] == [False, True, False]
    assert [one.text for one in pinned.bullets] == [one.text for one in memory.bullets]
    bare = MemoryFile(pinned.changed([Pin(pinned.bullets[1], pinned=False)]))
    assert [one.text for one in bare.bullets] == [one.text for one in memory.bullets]
    assert not any(one.pinned for one in bare.bullets)


def test_a_pinned_bullet_is_neither_replaced_nor_removed() -> None:
    memory = MemoryFile(b"- one <!-- pinned -->\n- two\n")
    for edit in (Replace(memory.bullets[0], "other"), Replace(memory.bullets[0])):
        with pytest.raises(Problem, match="pinned"):
            memory.changed([edit])
    assert memory.changed([Replace(memory.bullets[1])]) == b"- one <!-- pinned -->\n"


def test_only_a_pin_makes_a_mark_and_not_the_text_of_a_line() -> None:
    memory = MemoryFile(b"- one\n")
    assert memory.changed([Add("", "two <!-- pinned -->")]) == b"- one\n- two\n"
    assert memory.changed([Add("", "two", pinned=True)]) == b"- one\n- two <!-- pinned -->\n"


LINES = st.lists(
    st.sampled_from(
        ["- a", "- b <!-- pinned -->", "  more", "  - below", "", "words", "```", "1. x", "## H",
         "<!-- pinned -->", "- <!-- pinned -->", "| a | b |", "> q", "---"]
    ),
    max_size=9,
)  # fmt: skip


@given(LINES, st.integers(0, 8))
def test_a_pin_changes_the_lines_of_its_own_bullet_only(lines: list[str], at: int) -> None:
    memory = MemoryFile("\n".join(lines).encode())
    if not memory.bullets:
        return
    bullet = memory.bullets[at % len(memory.bullets)]
    after = memory.changed([Pin(bullet)]).decode().split("\n")
    for n, (was, now) in enumerate(zip("\n".join(lines).split("\n"), after, strict=True), start=1):
        assert was == now or bullet.line <= n <= bullet.end_line
    assert [one.text for one in MemoryFile("\n".join(after).encode()).bullets] == [
        one.text for one in memory.bullets
    ]
