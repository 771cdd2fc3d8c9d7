"""What memory says beside its bullets, and changes to it that leave every other byte alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.errors import Problem
from desktop_app.notebook.bullets import Add, MemoryFile, Pin, Replace, Retitle
from desktop_app.notebook.memory_text import Bullet

MEMORY = """---
tags: [memory]
---
# Memory

The gauge hangs on the quay. It is read
at noon, as Dr. Lund wants it.

## Gauges

| place | height |
|-------|--------|
| quay  | 2.1 m  |
| lock \\| weir | 1.4 m |

### Keys

1. The lock's key is with Edda.
   - a copy hangs in the hut
2. The hut has none.
* The pump runs at night.

> The fee is 12 euro.

Keeper: Edda Lund
Since: 2019

```
No sentence.
```
"""
ENTRIES = "Edda keeps the lock.\n§\nThe pump is from 1987.\nIt is loud.\n§\nAnswers in Danish.\n"


def said(text: str) -> list[tuple[str, str]]:
    return [(one.form.value, one.full_text) for one in MemoryFile(text.encode()).statements]


def statement(file: MemoryFile, text: str) -> Bullet:
    found = file.find(text)
    assert found is not None
    return found


def replaced(text: str, old: str, new: str) -> str:
    file = MemoryFile(text.encode())
    return file.changed([Replace(statement(file, old), new)]).decode()


def removed(text: str, *old: str) -> str:
    file = MemoryFile(text.encode())
    return file.changed([Replace(statement(file, one)) for one in old]).decode()


def test_sentences_rows_numbers_and_fields_are_statements_in_reading_order() -> None:
    assert said(MEMORY) == [
        ("paragraph", "The gauge hangs on the quay."),
        ("paragraph", "It is read at noon, as Dr. Lund wants it."),
        ("row", "place: quay; height: 2.1 m"),
        ("row", "place: lock \\| weir; height: 1.4 m"),
        ("number", "The lock's key is with Edda.\n- a copy hangs in the hut"),
        ("number", "The hut has none."),
        ("bullet", "The pump runs at night."),
        ("paragraph", "The fee is 12 euro."),
        ("field", "Keeper: Edda Lund"),
        ("field", "Since: 2019"),
    ]


def test_what_stands_between_two_marks_is_one_statement() -> None:
    assert said(f"{ENTRIES}\n## Rules\n\n- use metres\n\nOne. Two.\n") == [
        ("entry", "Edda keeps the lock."),
        ("entry", "The pump is from 1987.\nIt is loud."),
        ("entry", "Answers in Danish."),
        ("bullet", "use metres"),
        ("paragraph", "One."),
        ("paragraph", "Two."),
    ]


def test_a_statement_knows_all_titles_above_it_and_its_exact_place() -> None:
    file = MemoryFile(MEMORY.encode())
    paths = [one.headings for one in file.statements]
    assert paths == [()] * 2 + [("Gauges",)] * 2 + [("Gauges", "Keys")] * 6
    for one in file.statements:
        assert one.raw == "".join(MEMORY.splitlines(keepends=True)[one.line - 1 : one.end_line])
        assert one.quote in one.raw.split("\n")[0] or "\n" in one.raw.strip()
    second = file.statements[1]
    assert MEMORY[second.start : second.end] == "It is read\nat noon, as Dr. Lund wants it."


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("The gauge hangs on the quay.", "It fell.", "The gauge hangs on the quay", "It fell"),
        ("| quay  | 2.1 m  |", "| quay | 2.4 m |", "| quay  | 2.1 m  |", "| quay | 2.4 m |"),
        ("The hut has none.", "The hut has one.", "has none", "has one"),
        ("The fee is 12 euro.", "The fee is 15 euro.", "12", "15"),
        ("Since: 2019", "Since: 2020", "2019", "2020"),
        ("Keeper: Edda Lund", "# Keeper", "Keeper: Edda Lund", "\\# Keeper"),
    ],
)  # fmt: skip
def test_a_change_is_written_where_the_statement_stands(
    old: str, new: str, before: str, after: str
) -> None:
    assert replaced(MEMORY, old, new) == MEMORY.replace(before, after)


def test_a_sentence_over_two_lines_is_replaced_within_them() -> None:
    old = "It is read at noon, as Dr. Lund wants it."
    assert replaced(MEMORY, old, "Edda reads it.") == MEMORY.replace(
        "It is read\nat noon, as Dr. Lund wants it.", "Edda reads it."
    )


def test_a_row_takes_a_row_with_as_many_cells_only() -> None:
    with pytest.raises(Problem, match="cells"):
        replaced(MEMORY, "| quay  | 2.1 m  |", "The quay's gauge says 2.4 m.")


def test_an_entry_is_replaced_and_removed_with_its_mark() -> None:
    old = "The pump is from 1987.\nIt is loud."
    assert replaced(ENTRIES, old, "The pump is new.") == ENTRIES.replace(old, "The pump is new.")
    assert removed(ENTRIES, old) == "Edda keeps the lock.\n§\nAnswers in Danish.\n"
    assert removed(ENTRIES, "Answers in Danish.") == ENTRIES.replace("§\nAnswers in Danish.\n", "")


@pytest.mark.parametrize(
    ("old", "after"),
    [
        (["A."], "B.\nC c\nc. D.\n"),
        (["B."], "A.\nC c\nc. D.\n"),
        (["C c c."], "A. B.\nD.\n"),
        (["D."], "A. B.\nC c\nc.\n"),
        (["A.", "B."], "\nC c\nc. D.\n"),
    ],
)
def test_a_sentence_goes_with_the_space_beside_it(old: list[str], after: str) -> None:
    assert removed("A. B.\nC c\nc. D.\n", *old) == after


@pytest.mark.parametrize("text", [MEMORY, ENTRIES, MEMORY.replace("\n", "\r\n")])
def test_every_statement_can_be_pinned_and_unpinned_to_the_byte(text: str) -> None:
    file = MemoryFile(text.encode())
    for n, one in enumerate(file.statements):
        pinned = MemoryFile(file.changed([Pin(one)]))
        assert [other.pinned for other in pinned.statements].index(True) == n
        assert [other.text for other in pinned.statements] == [one.text for one in file.statements]
        with pytest.raises(Problem, match="pinned"):
            pinned.changed([Replace(pinned.statements[n], "another text")])
        assert pinned.changed([Pin(pinned.statements[n], pinned=False)]).decode() == text


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("The gauge hangs on the quay.", "It rusts.", "quay. It", "quay. It rusts. It"),
        ("The hut has none.", "New.", "none.\n", "none.\n3. New.\n"),
        ("The pump runs at night.", "New.", "night.\n", "night.\n* New.\n"),
        ("| quay  | 2.1 m  |", "| mole | 3 m |", "2.1 m  |\n", "2.1 m  |\n| mole | 3 m |\n"),
        ("Since: 2019", "Until: 2030", "Since: 2019\n", "Since: 2019\nUntil: 2030\n"),
    ],
)
def test_a_statement_is_added_right_behind_another_one_in_its_form(
    old: str, new: str, before: str, after: str
) -> None:
    file = MemoryFile(MEMORY.encode())
    changed = file.changed([Add("", new, after=statement(file, old))]).decode()
    assert changed == MEMORY.replace(before, after)


def test_a_bullet_is_split_into_two() -> None:
    file = MemoryFile(b"- one and two\n- three\n")
    whole = file.bullets[0]
    edits = [Replace(whole, "one"), Add("", "two", after=whole)]
    assert file.changed(edits) == b"- one\n- two\n- three\n"


@pytest.mark.parametrize(
    ("before", "title", "after"),
    [
        ("# M\n\n## Old ##\n- a\n", "New", "# M\n\n## New\n- a\n"),
        ("Old\n---\r\n- a\r\n", "New", "## New\r\n- a\r\n"),
        ("# M\n## Old", "# New\nname", "# M\n## New name\n"),
    ],
)
def test_a_heading_gets_another_title(before: str, title: str, after: str) -> None:
    file = MemoryFile(before.encode())
    heading = next(one for one in file.headings if one.title == "Old")
    assert file.changed([Retitle(heading, title)]).decode() == after


LINES = ["A b. C d.", "- x", "1. y", "Key: value", "Other: value", "| a | b |", "|---|---|", "§"]
MORE = ["", "", "## H", "> q. R.", "  more", "<!-- c -->", "words <!-- pinned --> here. So."]
ODD = [
    "\u3000",
    "1. \t",
    "> \u3000",
    "\x1f",
    "- ",
    "a\rb. C",
    "%% x %%",
    "===",
    "~~a~~",
    "\ufeff- m",
]
some_lines = st.lists(
    st.builds(str.__add__, st.sampled_from(LINES + MORE + ODD), st.sampled_from(["\n", "\r\n"])),
    max_size=14,
)


@given(some_lines, st.data())
def test_a_change_to_one_statement_keeps_the_others(lines: list[str], data: st.DataObject) -> None:
    raw = "".join(lines).encode()
    file = MemoryFile(raw)
    assert (
        file.changed([Replace(one, one.text) for one in file.statements if not one.pinned]) == raw
    )
    loose = [one for one in file.statements if not one.pinned]
    if not loose:
        return
    one = data.draw(st.sampled_from(loose))
    text = "| one | two |" if one.form == "row" else "Another text."
    if one.form == "row" and one.text.count("|") != 3:
        return
    changed = file.changed([Replace(one, text)]).decode()
    whole = raw.decode()
    assert changed.startswith(whole[: one.start].rstrip(" -*1.2)")) and text in changed
    assert changed.endswith(whole[one.end :])


def test_a_section_is_emptied_when_all_of_its_statements_go() -> None:
    file = MemoryFile(b"# M\n\n## A\n\nOne. Two.\n\n1. three\n\n## B\n\nOne.\n- ~~old~~\n")
    ours = [one for one in file.statements if one.headings == ("A",)]
    assert [one.title for one in file.emptied(ours)] == ["A"]
    assert not file.emptied(ours[1:])
    assert not file.emptied([one for one in file.statements if one not in ours])


def test_a_bullet_with_a_bold_lead_is_the_same_bullet_and_statement() -> None:
    file = MemoryFile(b"# M\n\n## A\n\nRules:\n\n- **Boat**: berth 4\n\n## B\n\n- **Car**: none\n")
    assert file.statements == file.bullets
    assert [one.context for one in file.statements] == [("A", "Rules", "Boat"), ("B", "Car")]
    assert [one.title for one in file.emptied(file.bullets[1:])] == ["B"]


@pytest.mark.parametrize("opening", ["```", "~~~~", "<!--", "<pre>"])
def test_memory_behind_what_is_never_closed_can_be_read_and_changed(opening: str) -> None:
    text = f"# M\n\n- a\n\n{opening}\n\nRent is 900. It is due.\n\n- b\n  - c\n"
    file = MemoryFile(text.encode())
    assert [one.text for one in file.bullets] == ["a"]
    assert [one.text for one in file.statements] == ["a", "Rent is 900.", "It is due.", "b\n- c"]
    rent, _, last = file.statements[1:]
    edits = [Replace(rent, "Rent is 950."), Replace(last, "B\n- c")]
    assert file.changed(edits).decode() == text.replace("900", "950").replace("- b", "- B")


def test_a_box_in_memory_tells_what_is_to_do() -> None:
    file = MemoryFile(b"- [ ] call\n- [x] pay\n- TODO sow\n- met\n")
    assert [one.mark for one in file.statements] == ["todo", "done", "todo", ""]
