"""Levels without a model: the memory's own words, as many as have room."""

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.sessions.levels.level import (
    SIZES,
    MemoryLevel,
    MemoryPart,
    clipped,
    falling,
    level_for,
    levels,
    usual_tokens,
)

SECTION = [
    MemoryPart(n, n, f"- On day {n} the soundings of berth {n} were plotted and compared.\n")
    for n in range(1, 60)
]


def lines(level: int, at: int = 30) -> list[int]:
    return [part.line for part in levels(SECTION, at)[level].parts]


def test_a_sentence_is_the_line_and_higher_levels_take_in_what_is_around() -> None:
    assert lines(0) == [31]
    for number, level in enumerate(MemoryLevel):
        made = levels(SECTION, 30)[number]
        assert made.level is level
        assert sum(usual_tokens(part.text) for part in made.parts) <= SIZES[level]
    assert set(lines(0)) < set(lines(1)) < set(lines(2))
    assert lines(2) == list(range(min(lines(2)), max(lines(2)) + 1)), "without a gap"


def test_one_long_sentence_is_cut_around_the_wanted_word() -> None:
    text = clipped("rope " * 300 + "anchor " + "chain " * 300, 50, ["anchor"])
    assert " anchor " in text and usual_tokens(text) <= 52
    assert usual_tokens(clipped("繩" * 400 + "錨" + "鏈" * 400, 50, ["錨"])) <= 60
    assert "錨" in clipped("繩" * 400 + "錨" + "鏈" * 400, 50, ["錨"])


@given(st.text(alphabet="ab .!?\n猫。", max_size=400), st.sampled_from(sorted(SIZES.values())))
def test_a_clipped_text_has_only_words_of_its_own(text: str, most: int) -> None:
    words = " ".join(text.split())
    for piece in clipped(text, most).replace("…", "\n").split("\n"):
        assert " ".join(piece.split()) in words


def test_relevance_decides_the_level_as_specified() -> None:
    relevances = (0.91, 0.9, 0.7, 0.69, None)
    wanted = ["detailed", "paragraph", "paragraph", "sentence", "sentence"]
    assert [level_for(one) for one in relevances] == wanted
    assert falling(MemoryLevel.DETAILED) == ["detailed", "paragraph", "sentence"]
