"""MEMORY.md written in one go: nothing given is left out, nothing that stood there goes."""

import pytest

from desktop_app.dreams.whole_update import updated
from desktop_app.errors import Problem

MEMORY = """---
owner: Ana
---
# Memory

This notebook belongs to Ana.
Call Ben first.

- Loose at the top

## People

They change:

1. Ben
2. Cy

- Ben is Ana's brother

```
kept as it is

- no bullet
```

## Work

- We deploy on Thursdays and Fridays at 16:00
- The report is due on 27 November; Jonas signs it off.
"""


def append(text: str, heading: str = "", memory: str = "# Memory\n\n- a\n") -> str:
    return updated(memory.encode(), text, heading).decode()


def replace(text: str, memory: str = MEMORY) -> str:
    return updated(memory.encode(), text, replaces=True).decode()


def test_each_paragraph_becomes_a_bullet_under_its_own_heading() -> None:
    new = append(
        "First line\nand more\n\nSecond\n\n# Heading\nthird\n\n- a\n- fourth\n\nthird", "X"
    )
    assert new == (
        "# Memory\n\n- a\n\n## X\n\n- First line\n  and more\n- Second\n"
        "\n## Heading\n\n- third\n- fourth\n"
    )


def test_what_is_no_paragraph_stays_in_one_piece() -> None:
    code = "```\nmake\n\nmake test\n```"
    new = append(f"Run this:\n\n{code}\n\n1. One\n2. Two\n\n---\n\n> A quote", memory="- a\n")
    assert new == (
        "- a\n- Run this:\n- ```\n  make\n\n  make test\n  ```\n- 1. One\n  2. Two\n- > A quote\n"
    )
    with pytest.raises(Problem, match="says this already"):
        append(f"Run this:\n\n{code}\n\n1. One\n2. Two\n\n> A quote", memory=new)


def test_the_persons_own_text_stays_where_it_was_when_memory_is_replaced() -> None:
    new = replace("# Memory\n\n## Work\n\n- New\n\n## People\n\n- Tom is new\n")
    assert new == (
        "---\nowner: Ana\n---\n# Memory\n\nThis notebook belongs to Ana.\nCall Ben first.\n\n"
        "- Loose at the top\n\n"
        "## Work\n\n- New\n- We deploy on Thursdays and Fridays at 16:00\n"
        "- The report is due on 27 November; Jonas signs it off.\n\n"
        "## People\n\nThey change:\n\n1. Ben\n2. Cy\n\n"
        "```\nkept as it is\n\n- no bullet\n```\n\n"
        "- Tom is new\n- Ben is Ana's brother\n"
    )
    again = replace(MEMORY.replace("- Loose at the top", "- New at the top"))
    assert again == MEMORY.replace("- Loose", "- New at the top\n- Loose"), "each once"


@pytest.mark.parametrize(
    ("line", "goes"),
    [
        ("We no longer deploy on Fridays", ""),
        ("We no longer deploy", ""),
        ("The report is due on 27 November", ""),
        ("The report moved to 4 December", ""),
        ("The report moved to 4 December; Jonas signs it off.", ""),
        (
            "The report is due on 4 December instead of 27 November; Jonas signs it off.",
            "due on 27",
        ),
        ("The report is due on 27 November; Jonas signs it off, with a stamp.", "it off.\n"),
    ],
)
def test_a_line_goes_only_where_the_new_text_says_all_that_still_holds(
    line: str, goes: str
) -> None:
    new = replace(f"## Work\n\n- {line}\n")
    for bullet in MEMORY.splitlines():
        if bullet.startswith("- ") and not (goes and "27 November" in bullet):
            assert bullet in new
    assert not goes or "due on 27 November; Jonas signs it off.\n" not in new


def test_an_endless_bullet_stays_whole_and_once() -> None:
    endless = "- " + "harbour, " * 1_000_000 + "end"
    memory = f"# Memory\n\n{endless}\n- a\n".encode()
    assert updated(memory, "# Memory\n\n- b\n", replaces=True).decode().count("end") == 1
    assert (
        updated(memory, f"# Memory\n\n{endless}\n- c\n", replaces=True).decode().count("end") == 1
    )
