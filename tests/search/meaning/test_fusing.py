"""Fusion: two lists as one."""

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.search.meaning.fusing import ANY, DEPTH, HARDLY, USUAL, Bounds, fused, spread

scored = st.dictionaries(st.integers(0, 80), st.floats(-50, 50), max_size=80).map(
    lambda found: sorted(found.items(), key=lambda pair: -pair[1])
)
share = st.floats(0, 1)


def test_scores_are_spread_and_weighed() -> None:
    found = fused([(1, 9.0), (2, 5.0), (3, 1.0)], [(3, 0.9), (4, 0.5)], 0.3)
    assert [(line, round(arms.score, 3), arms.by) for line, arms in found.items()] == [
        (1, 0.7, "words"),
        (2, 0.35, "words"),
        (3, 0.3, "both"),
        (4, 0.0, "meaning"),
    ]


# Lines of the sample as all-MiniLM sees them: how near they lie to three questions.
_HEATER = [("boiler", 0.253), ("contract", 0.249), ("papers", 0.227), ("e-readers", 0.09)]
_ZEBRA = [("tomatoes", 0.215), ("balcony", 0.207), ("crossing", 0.16), ("lentils", 0.02)]
_PHYSIO = [("physio", 0.514), ("shoulder", 0.306), ("e-readers", 0.175)]


def likely(
    words: list[str], near: list[tuple[str, float]], bounds: Bounds = HARDLY
) -> list[tuple[str, str]]:
    """What is found by these words, the best first, and by being so near."""
    names = list(dict.fromkeys([*words, *(name for name, _ in near)]))
    worded = [(names.index(word), 9.0 - n) for n, word in enumerate(words)]
    found = fused(worded, [(names.index(name), how) for name, how in near], 0.7, bounds)
    return [(names[line], arms.by) for line, arms in found.items()]


def test_a_word_by_chance_is_not_lifted_by_hardly_any_likeness() -> None:
    assert likely(["e-readers"], _HEATER) == [
        ("boiler", "meaning"),
        ("contract", "meaning"),
        ("e-readers", "words"),
    ]


def test_what_no_word_found_is_found_where_it_is_near_enough() -> None:
    assert likely([], _HEATER) == [("boiler", "meaning"), ("contract", "meaning")]
    assert likely([], _ZEBRA) == []
    assert likely([], _PHYSIO) == [("physio", "meaning")]
    assert likely([], _HEATER, USUAL) == []


@given(scored, scored, share)
def test_every_line_of_the_depth_comes_once_with_a_score_of_0_to_1(words, meaning, share) -> None:  # type: ignore[no-untyped-def]
    found = fused(words, meaning, share)
    expected = {line for line, _ in [*words[:DEPTH], *meaning[:DEPTH]]}
    scores = [arms.score for arms in found.values()]
    assert set(found) == expected
    assert all(0 <= score <= 1 for score in scores)
    assert scores == sorted(scores, reverse=True)


@given(scored, scored, share, share)
def test_a_floor_holds_only_for_what_no_word_found(words, meaning, share, floor) -> None:  # type: ignore[no-untyped-def]
    near, everything = spread(meaning[:DEPTH]), fused(words, meaning, share)
    kept = [
        (line, arms)
        for line, arms in everything.items()
        if arms.by != "meaning" or near[line] >= floor
    ]
    assert list(fused(words, meaning, share, Bounds(ANY, ANY, floor)).items()) == kept


@given(scored, scored, share)
def test_what_found_a_line_is_told(words, meaning, share) -> None:  # type: ignore[no-untyped-def]
    ours = [line for line, _ in words[:DEPTH]]
    theirs = [line for line, _ in meaning[:DEPTH]]
    for line, arms in fused(words, meaning, share).items():
        assert arms.by == (
            "both" if line in ours and line in theirs else "words" if line in ours else "meaning"
        )
        assert arms.words is None or (arms.words.share, ours[arms.words.rank - 1]) == (
            1 - share,
            line,
        )
        assert arms.meaning is None or theirs[arms.meaning.rank - 1] == line
