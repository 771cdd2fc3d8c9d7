"""Snippet: the part of a long text around its marks."""

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.search.snippet import snippet


@given(st.text(max_size=300), st.lists(st.tuples(st.integers(0, 300), st.integers(1, 9))))
@settings(max_examples=300, deadline=None)
def test_marks_stay_on_the_characters_they_mark(text: str, found: list[tuple[int, int]]) -> None:
    marks = tuple((a, a + n) for a, n in sorted(found) if a + n <= len(text))
    cut, shown = snippet(text, marks, width=60)
    assert "\n" not in cut
    assert bool(shown) == bool(marks)
    originals = [text[a:b] for a, b in marks]
    for a, b in shown:
        assert any("".join(cut[a:b].split()) in "".join(o.split()) for o in originals)


@given(st.lists(st.booleans(), min_size=1, max_size=200), st.integers(20, 80))
def test_the_part_that_is_shown_has_most_marks(found: list[bool], width: int) -> None:
    text = "ab " * len(found)
    marks = [(3 * n, 3 * n + 2) for n, one in enumerate(found) if one]
    room = width - width // 5
    most = max((sum(s <= a and b <= s + room for a, b in marks) for s, _ in marks), default=0)
    assert len(snippet(text, marks, width)[1]) >= most
