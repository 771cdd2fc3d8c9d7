"""MEMORY.md: what is a bullet, and changes that leave every other byte alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.errors import Problem
from desktop_app.notebook.bullets import Add, Edit, MemoryFile, Replace
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.text.bullet_lines import safe, tidy

NOTEBOOK = """---
tags: [memory]
---
# Memory

Kept by hand, please leave.

- at the top

## Work

- The report is due on
  27 November.
  - draft first
    then the figures
- Berth 4, not 3

  with a second paragraph
* another marker

> - quoted

| - | b |
|---|---|
| - c | d |

<!-- hidden

- in a comment
-->

```
- in a fence
## No heading
```

1. ordered
   - inside an ordered one

## Home ##
-   wide

- loose
lazy

Words at the end.
"""


def texts(data: bytes) -> list[tuple[str, str]]:
    return [(bullet.heading, bullet.text) for bullet in MemoryFile(data).bullets]


def bullet(file: MemoryFile, text: str) -> Bullet:
    found = file.find(text)
    assert found is not None
    return found


def test_bullets_are_what_markdown_shows_as_bullets() -> None:
    assert texts(NOTEBOOK.encode()) == [
        ("", "at the top"),
        ("Work", "The report is due on\n27 November.\n- draft first\n  then the figures"),
        ("Work", "Berth 4, not 3\n\nwith a second paragraph"),
        ("Work", "another marker"),
        ("Home", "wide"),
        ("Home", "loose\nlazy"),
    ]


def test_bullets_and_headings_know_their_lines() -> None:
    file = MemoryFile(NOTEBOOK.encode())
    assert [(one.title, one.level, one.line) for one in file.headings] == [
        ("Memory", 1, 4),
        ("Work", 2, 10),
        ("Home", 2, 40),
    ]
    lines = NOTEBOOK.split("\n")
    for found in file.bullets:
        assert found.raw == "\n".join(lines[found.line - 1 : found.end_line]) + "\n"
    report = bullet(file, file.bullets[1].text)
    assert (report.line, report.end_line) == (12, 15)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("- a\n| x | y |\n|---|---|\n", "a"),
        ("-\ta\n  \t  deep\n", "a\n  deep"),
        ("-\ta\n\tb\n", "a\nb"),
        ("- a\n # no lazy line\n", "a"),
        ("- \u3000a\u00a0\n", "\u3000a\u00a0"),
    ],
)
def test_a_bullet_ends_where_markdown_ends_it(raw: str, text: str) -> None:
    assert [found.text for found in MemoryFile(raw.encode()).bullets] == [text]


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# Memory\n- a\n", [""]),
        ("# Memory\n- a\n## B\n- b\n", ["", "B"]),
        ("# A\n- a\n# B\n- b\n", ["A", "B"]),
        ("- a\n# B\n- b\n", ["", ""]),
        ("## A\n- a\n### B\n- b\n# C\n- c\n", ["A", "B", "C"]),
        ("Setext\n---\n- a\n", ["Setext"]),
        ("| x |\n---\n| 1 |\n\n- a\n", [""]),
        ("---\n- a\n---\n- b\n", ["", ""]),
    ],
)
def test_a_title_is_no_section(text: str, headings: list[str]) -> None:
    assert [heading for heading, _ in texts(text.encode())] == headings


def test_an_edit_of_one_bullet_leaves_every_other_byte() -> None:
    file = MemoryFile(NOTEBOOK.encode())
    report = file.bullets[1]
    after = file.changed([Replace(report, report.text.replace("27 November", "4 December"))])
    assert after == NOTEBOOK.replace("27 November", "4 December").encode()


def test_several_edits_are_made_at_once() -> None:
    data = b"# M\n\n## Work\n\n- a\n- b\n- c\n\n## Home\n\n* x\n\nprose\n"
    file = MemoryFile(data)
    after = file.changed(
        [
            Replace(bullet(file, "a"), "A\nmore"),
            Replace(bullet(file, "c")),
            Add("Work", "d"),
            Add("Home", "y"),
            Add("Health", "new\n- nested"),
            Add("Health", "second"),
            Replace(bullet(file, "b"), ""),
        ]
    )
    assert after == (
        b"# M\n\n## Work\n\n- A\n  more\n- d\n\n## Home\n\n* x\n* y\n\nprose\n"
        b"\n## Health\n\n- new\n  - nested\n- second\n"
    )


@pytest.mark.parametrize(
    ("before", "heading", "after"),
    [
        ("", "Work", "# Memory\n\n## Work\n\n- new\n"),
        ("", "", "# Memory\n\n- new\n"),
        ("\n", "Work", "\n# Memory\n\n## Work\n\n- new\n"),
        ("\ufeff", "", "\ufeff# Memory\n\n- new\n"),
        ("# Memory\n", "", "# Memory\n\n- new\n"),
        ("# Memory\n", "Memory", "# Memory\n\n- new\n"),
        ("# Memory", "Work", "# Memory\n\n## Work\n\n- new\n"),
        ("# Memory\n\n## Work\n", "Work", "# Memory\n\n## Work\n\n- new\n"),
        ("## Work\n\n\n## Home\n", "Work", "## Work\n\n- new\n\n## Home\n"),
        ("## Work\n## Home\n", "Work", "## Work\n\n- new\n\n## Home\n"),
        ("## Work\n- a\n## Home\n", "Home", "## Work\n- a\n## Home\n- new\n"),
        ("## Work\n- a\n## Home\n", "Else", "## Work\n- a\n## Home\n\n## Else\n- new\n"),
        ("## Work\nprose\n\n## Home\n", "Work", "## Work\nprose\n\n- new\n\n## Home\n"),
        ("## Work\n- a\n## Home\n", "", "- new\n\n## Work\n- a\n## Home\n"),
        ("prose\n\n## Work\n", "", "prose\n\n- new\n\n## Work\n"),
        ("---\nk: v\n---\n## Work\n", "", "---\nk: v\n---\n\n- new\n\n## Work\n"),
        ("## Work\n\n- a\n\n- b\n", "Work", "## Work\n\n- a\n\n- b\n\n- new\n"),
        ("## Work\n\n- a\n  - b\n\n  more\n", "work", "## Work\n\n- a\n  - b\n\n  more\n- new\n"),
        ("## Work\n\n +\ta", "Work", "## Work\n\n +\ta\n +\tnew\n"),
        ("## Work\r\n\r\n- a\r\n", "Work", "## Work\r\n\r\n- a\r\n- new\r\n"),
        ("## Work\r\n\r\n- a", "Home", "## Work\r\n\r\n- a\r\n\r\n## Home\r\n\r\n- new\r\n"),
        ("- a\n\n~~~\nopen\n", "Home", "- a\n\n## Home\n\n- new\n\n~~~\nopen\n"),
        ("## Home\n\n~~~\nopen\n", "Home", "## Home\n\n- new\n\n~~~\nopen\n"),
        ("# A\n\n- a\n\n# B\n\n- b\n", "C", "# A\n\n- a\n\n# B\n\n- b\n\n# C\n\n- new\n"),
        ("## Work\n  ## Home\n", "Work", "## Work\n\n-   new\n\n  ## Home\n"),
        ("- a\n***\n", "", "- a\n- new\n\n***\n"),
        ("## Work\n\n- a\n", "Two\nlines ##", "## Work\n\n- a\n\n## Two lines\n\n- new\n"),
        ("## Work\n\n## Work\n\n- a\n", "Work", "## Work\n\n## Work\n\n- a\n- new\n"),
    ],
)
def test_a_bullet_is_added_where_a_person_would_write_it(
    before: str, heading: str, after: str
) -> None:
    assert MemoryFile(before.encode()).changed([Add(heading, "new")]).decode() == after


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("- a  \r\n  b\t\r\n  c\r\n", "a\nB\nc", "- a  \r\n  B\r\n  c\r\n"),
        ("-\ta\n\t- n\n", "a\n- N", "-\ta\n\t- N\n"),
        ("- a\nlazy\n", "a\nlazy\nmore", "- a\n  lazy\n  more\n"),
        ("- a\n  b", "A", "- A"),
        ("- a", "a\nb", "- a\n  b"),
        ("-\n  a\n", "b", "- b\n"),
        ("-\n", "b", "- b\n"),
        ("-      code\n", "b", "- b\n"),
        ("\ufeff- a\n- z\n", "b", "\ufeff- b\n- z\n"),
        ("- a\n***\n", "b", "- b\n\n***\n"),
        ("- a\n| x |\n|---|\n", "b", "- b\n\n| x |\n|---|\n"),
        ("* a\n", "**", "* \\**\n"),
        ("- a\n", "b\n\n```\n  code\n", "- b\n\n  ```\n    code\n"),
        ("- a\n", "  b  \r\nc\r\n\r\n", "- b\n  c\n"),
        ("- a\n", "\ud83db", "- \ufffdb\n"),
    ],
)
def test_a_bullet_is_replaced_within_its_own_lines(before: str, text: str, after: str) -> None:
    file = MemoryFile(before.encode())
    changed = file.changed([Replace(file.bullets[0], text)])
    assert changed == after.encode()
    assert MemoryFile(changed).find(text) is not None


def test_a_text_in_place_of_an_open_comment_joins_no_bullet_above() -> None:
    file = MemoryFile(b"- Boat 5\n<!-- x\n- Tea\n")
    (comment,) = (one for one in file.statements if one.text == "<!-- x")
    after = file.changed([Replace(comment, "Rope is short.")])
    assert after == b"- Boat 5\n\nRope is short.\n- Tea\n"
    assert [one.text for one in MemoryFile(after).bullets] == ["Boat 5", "Tea"]


def test_removing_a_bullet_removes_its_lines_and_no_other() -> None:
    data = b"- a\n\n- b\n  - c\n\n  d\n\n- e\n"
    file = MemoryFile(data)
    assert file.changed([Replace(file.bullets[1])]) == b"- a\n\n\n- e\n"
    assert file.changed([Replace(each) for each in file.bullets]) == b"\n\n"


def test_a_bullet_of_an_earlier_state_is_found_by_its_text() -> None:
    before = MemoryFile(b"- a\n- b\n").bullets[1]
    assert (
        MemoryFile(b"## H\n\n- x\n- b\n").changed([Replace(before, "c")]) == b"## H\n\n- x\n- c\n"
    )
    with pytest.raises(Problem):
        MemoryFile(b"- x\n").changed([Replace(before)])


def test_the_bullet_under_the_asked_heading_is_found_first() -> None:
    file = MemoryFile(b"## A\n- x\n## B\n- x\n- y\n")
    assert bullet(file, "x").heading == "A"
    assert file.find("x", "B") == file.bullets[1]
    assert file.find("y", "A") == file.bullets[2]
    assert file.find("z") is None


TEXTS = ["word", "- x", "  deep", "", "# h", "```", "<!--", "---", "> q", "\tt", "| a |", "1. n"]
ODD_TEXTS = ["好\u2028", "* y", "===", "\0", "\udcff", "a\rb", "[r]: u", "<div>"]
LINES = ["- a", "- b", "* c", "+ d", "  more", "  - n", "    deep", "", "", "prose", "## A", "# B"]
ODD_LINES = [
    *("### C", "```", "~~~", "<!-- c", "-->", "> - q", "---", "1. o", "\t- t", "-", "- caf\udce9"),
    *("| - | - |", "\ufeff- m", "- \u2028 s", "   - i", "- x\ry", "\r", "<div>", "==="),
]
some_text = st.lists(st.sampled_from(TEXTS + ODD_TEXTS), min_size=1, max_size=4).map("\n".join)
some_lines = st.lists(
    st.builds(str.__add__, st.sampled_from(LINES + ODD_LINES), st.sampled_from(["\n", "\r\n"])),
    max_size=14,
)


@given(some_lines, st.booleans(), st.data())
def test_edits_change_only_what_they_are_about(
    lines: list[str], ended: bool, data: st.DataObject
) -> None:
    text = "".join(lines)
    whole = text if ended else text.rstrip("\r\n")
    raw = whole.encode("utf-8", "surrogateescape")
    file = MemoryFile(raw)
    assert file.changed([]) == raw
    edits: list[Edit] = []
    for each in file.bullets:
        choice = data.draw(st.sampled_from(["keep", "keep", "replace", "remove"]))
        if choice == "replace" and each.text:
            edits.append(Replace(each, data.draw(some_text)))
        elif choice == "remove":
            edits.append(Replace(each))
    for _ in range(data.draw(st.integers(0, 2))):
        edits.append(Add(data.draw(st.sampled_from(["", "A", "B", "New"])), data.draw(some_text)))
    check(raw, edits)


def check(data: bytes, edits: list[Edit]) -> None:
    """Every line that no edit is about is there, in order, and every new text is found."""
    file = MemoryFile(data)
    after = file.changed(edits)
    result = MemoryFile(after)
    mark = b"\xef\xbb\xbf"
    assert after.startswith(mark) or not data.startswith(mark)
    touched = {edit.bullet for edit in edits if not isinstance(edit, Add)}
    about = {n for each in touched for n in range(each.line - 1, each.end_line)}
    lines = data.removeprefix(mark).split(b"\n")
    kept = [line for n, line in enumerate(lines) if n not in about]
    rest = iter([*after.removeprefix(mark).split(b"\n"), b""])
    assert all(any(line in (other, other.rstrip(b"\r")) for other in rest) for line in kept)
    for edit in edits:
        if not tidy(edit.text):
            continue
        found = result.find(edit.text)
        assert found is not None
        assert found.text == safe(tidy(edit.text))
    if not any(not tidy(edit.text) for edit in edits):
        assert {each.text for each in set(file.bullets) - touched} <= {
            each.text for each in result.bullets
        }
