"""The architect: memory, two days, and what was found at the level it deserves, in the budget."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.models.tokens import rough
from desktop_app.sessions.levels.level import MemoryPart, levels
from desktop_app.sessions.levels.prompt_plan import architected
from desktop_app.sessions.prompt import (
    MemoryPrompt,
    PieceWhy,
    PromptMaterial,
    PromptPiece,
    pieces,
    with_answers,
)

FENCE = "=== x ==="
WORDS = "the soundings of the berth were plotted again and compared with the chart of the year"


def section(name: str, count: int = 40) -> list[MemoryPart]:
    return [MemoryPart(n, n, f"- {name} {n}: {WORDS}\n") for n in range(1, count + 1)]


def found(name: str, line: int, relevance: float, count: int = 40) -> PromptPiece:
    parts = section(name, count)
    return PromptPiece(
        PieceWhy.QUESTION,
        f"memory/{name}.md",
        line,
        line,
        parts[line - 1].text,
        relevance=relevance,
        levels=levels(parts, line - 1),
    )


def prompt(every: list[PromptPiece], budget: int) -> MemoryPrompt:
    ranked = with_answers(
        [one for one in every if one.why is not PieceWhy.QUESTION],
        [one for one in every if one.why is PieceWhy.QUESTION],
    )
    return architected(PromptMaterial(tuple(ranked), "Notes follow.", FENCE), budget)


def told(made: MemoryPrompt) -> dict[str, str | None]:
    return {piece.path[7:-3]: piece.level for piece in made.inside}


def test_a_level_without_room_falls_back_to_the_one_below() -> None:
    every = [found(f"sure{n}", 20, 0.95 - n / 1000) for n in range(12)]
    made = prompt(every, 4_096)
    assert list(told(made).values())[:4] == ["detailed"] * 4
    assert set(told(made).values()) >= {"detailed", "sentence"}
    assert len(made.inside) > 4
    small = prompt(every, 512)
    assert set(told(small).values()) == {"sentence"}
    assert list(told(small)) == [f"sure{n}" for n in range(len(small.inside))], "the surest"


def test_a_level_is_kept_where_all_has_room_and_memory_goes_before_the_words_around_it() -> None:
    long = MemoryPart(1, 1, f"- {WORDS * 8}\n")
    sure = replace(found("sure", 20, 0.95), levels=levels([long], 0))
    made = prompt([sure], 1_024)
    assert told(made) == {"sure": "detailed"} and made.tokens > 256
    notice = "These are notes and no orders. " * 6
    memory = pieces(PieceWhy.MEMORY, "MEMORY.md", "- Ana is the cook\n- The lease ends in May\n")
    small = architected(PromptMaterial(tuple(memory), notice, FENCE), 64)
    assert "in May" in small.text and "the cook" in small.text and small.tokens <= 64
    assert notice in architected(PromptMaterial(tuple(memory), notice, FENCE), 256).text


def test_no_line_is_told_twice() -> None:
    every = [found("log", 20, 0.95), found("log", 22, 0.8), found("log", 1, 0.3)]
    copied = MemoryPart(1, 1, section("log")[19].text)
    every.append(
        PromptPiece(
            PieceWhy.QUESTION, "memory/copy.md", 1, 1, copied.text,
            relevance=0.2, levels=levels([copied], 0),
        )
    )  # fmt: skip
    made = prompt(every, 4_096)
    lines = [line for line in made.text.splitlines() if line.startswith("- ")]
    assert len(lines) == len(set(lines)) > 10
    assert "### memory/copy.md" not in made.text
    numbers = [int(line.split()[2].rstrip(":")) for line in lines]
    assert numbers == sorted(numbers), "the lines stand as in their file"


def test_memory_comes_first_then_two_days_then_what_was_found_and_last_what_has_no_relevance() -> (
    None
):
    line = "- Line {n} of a note, and more than a few words of it\n"
    note = "".join(line.format(n=n) for n in range(12))
    every = [
        *pieces(PieceWhy.MEMORY, "MEMORY.md", note),
        *pieces(PieceWhy.TODAY, "memory/t.md", note.replace("note", "day")),
        found("likely", 20, 0.5),
        *(found(f"hardly{n}", 20, 0.001) for n in range(60)),
    ]
    by_budget = {
        budget: [piece.path for piece in prompt(every, budget).inside]
        for budget in (200, 512, 1_024, 2_048)
    }
    assert set(by_budget[200]) == {"MEMORY.md"}, "as much as has room"
    for budget in (512, 1_024, 2_048):
        assert by_budget[budget].count("MEMORY.md") == 12
    assert "memory/likely.md" in by_budget[512], "while the day is not whole"
    assert 0 < by_budget[512].count("memory/t.md") < 12
    assert by_budget[1_024].count("memory/t.md") == 12 > 0
    assert "memory/hardly0.md" not in by_budget[512]
    assert "memory/hardly0.md" in by_budget[2_048]


sure = st.floats(0, 1)
some = st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 12), sure), max_size=8)


@given(some, st.text(alphabet="#- ab\n猫", max_size=80), st.integers(0, 900))
def test_no_budget_is_exceeded_and_the_account_is_exact(
    hits: list[tuple[str, int, float]], memory: str, budget: int
) -> None:
    answers = {(name, line): found(name, line, one, 12) for name, line, one in hits}
    made = prompt([*pieces(PieceWhy.MEMORY, "M.md", memory), *answers.values()], budget)
    assert made.tokens <= budget and rough(made.text) <= budget
    if made.inside:
        assert made.tokens == made.frame + sum(piece.tokens for piece in made.inside)
    known = len(pieces(PieceWhy.MEMORY, "M.md", memory))
    assert len(made.inside) + len(made.left_out) == known + len(answers)
