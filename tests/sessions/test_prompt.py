"""The prompt that memory gives: whole where there is room, never over its budget."""

from hypothesis import strategies as st

from desktop_app.sessions.levels.prompt_plan import architected
from desktop_app.sessions.prompt import (
    MemoryPrompt,
    PieceWhy,
    PromptMaterial,
    PromptPiece,
    pieces,
    with_answers,
)

MEMORY = """# Memory

## People
- Ana has the spare key
- Ben rows on Tuesdays
  and on Fridays

## Boat
The boat is blue.

## Someday

"""
TODAY = "# Daily Memory: 2026-11-20\n\n## Notes (10:00)\n\n- Tea\n\n## Notes (10:00)\n\n- Soup\n"
FENCE = "=== x ==="


def known() -> list[PromptPiece]:
    return [
        *pieces(PieceWhy.MEMORY, "MEMORY.md", MEMORY),
        *pieces(PieceWhy.TODAY, "memory/2026-11-20.md", TODAY),
    ]


def hit(path: str, line: int, text: str = "") -> PromptPiece:
    return PromptPiece(PieceWhy.QUESTION, path, line, line, f"- {text}\n")


def prompt(every: list[PromptPiece], budget: int) -> MemoryPrompt:
    return architected(PromptMaterial(tuple(every), "Notes follow.", FENCE), budget)


def test_a_hit_inside_memory_is_not_said_twice() -> None:
    every = with_answers(known(), [hit("MEMORY.md", 6), hit("memory/2026-10-02.md", 3, "Key: Ana")])
    assert [(piece.path, piece.line, piece.rank) for piece in every if piece.rank is not None] == [
        ("MEMORY.md", 5, 0),
        ("memory/2026-10-02.md", 3, 1),
    ]
    text = prompt(every, 1_000).text
    assert text.count("Ben rows") == 1
    assert text.rstrip().endswith(
        f"## Relevant Past Context\n\n### memory/2026-10-02.md\n- Key: Ana\n{FENCE}"
    )


def test_a_small_budget_keeps_of_memory_what_the_question_is_about_and_names_what_it_cut() -> None:
    long = "".join(f"- Line {n} of a memory that is too long for its prompt\n" for n in range(40))
    every = with_answers(
        pieces(PieceWhy.MEMORY, "MEMORY.md", f"# Boat\n{long}\n# Key\n- Ana has it\n"),
        [hit("MEMORY.md", 44), hit("memory/2026-10-02.md", 3, "Ana has the key")],
    )
    made = prompt(every, 300)
    inside = [(piece.path, piece.line) for piece in made.inside]
    assert ("MEMORY.md", 44) in inside and ("MEMORY.md", 2) in inside
    assert inside == sorted(inside) and {path for path, _ in inside} == {"MEMORY.md"}
    assert made.cut == {"Boat": 41 - len(inside)}


notes = st.lists(
    st.sampled_from(["# A", "## B", "### C", "- one", "  more", "- 猫", "", "text", "```", "> q"]),
    max_size=14,
).map("\n".join)
