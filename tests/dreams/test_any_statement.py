"""A mind changes any statement of memory: prose, an item, a row; every other byte stays."""

from desktop_app.dreams.material import Mind
from desktop_app.dreams.proposal import CHAT
from desktop_app.memory import Memory
from tests.dreams.test_question import marks

MEMORY = """# Memory

## Money

Rent is paid on the 5th. The account is with the savings bank.

## Boat

| what | value |
|---|---|
| berth | 4 |
| survey | 27 November |

1. The yard closes on 19 December.
2. The key is with Jonas.
"""
DAY = """# 2026-11-20

- Rent is paid on the 9th, no longer on the 5th.
- The berth is now 7, no longer 4.
- The yard closes on 21 December, not on 19 December.
"""
AFTER = (
    MEMORY.replace("on the 5th", "on the 9th")
    .replace("berth | 4", "berth | 7")
    .replace("19 D", "21 D")
)
CHANGED = {
    "Rent is paid on the 9th.": ("Rent is paid on the 5th.", "Rent is paid on the 9th, no"),
    "| berth | 7 |": ("| berth | 4 |", "The berth is now 7"),
    "The yard closes on 21 December.": ("The yard closes on 19", "The yard closes on 21"),
}
CLAUDE = Mind(CHAT)


def test_prose_a_row_and_an_item_are_updated_in_place_and_undone(memory: Memory) -> None:
    (text,) = memory.dreams.mind(CLAUDE).ask().parts
    named = marks(text)
    lines = []
    for new, begins in CHANGED.items():
        cited = [next(mark for says, mark in named.items() if says.startswith(b)) for b in begins]
        lines.append(f"- {new} {{{', '.join(cited)}}}")
    answer = memory.dreams.mind(CLAUDE).answer(["[MEMORY]\n" + "\n".join(lines)])
    assert [(one.kind, one.verdict, one.accepted) for one in answer.changes] == [
        ("updated", "supported", False),  # prose is a person's own
        ("updated", "supported", True),
        ("updated", "supported", True),
    ]
    memory.dreams.apply(only=[one.n for one in answer.changes])
    assert (memory.root / "MEMORY.md").read_text() == AFTER
    memory.dreams.undo()
    assert (memory.root / "MEMORY.md").read_text() == MEMORY
