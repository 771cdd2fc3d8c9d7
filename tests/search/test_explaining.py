"""Explaining: which words stand where, and how well each hit was found."""

import pytest

from desktop_app.search.hits import Hit, WhyFound
from desktop_app.search.index import Query
from desktop_app.search.retrievers import Arm, Arms, ranked, weighed
from tests.search.conftest import Shelf

NOTES = """# Memory

## Harbour 港口的調查
- The survey moved to May
- Ana pays
- Rain again
- Soup
- Boats
"""


@pytest.fixture
def notes(shelf: Shelf) -> Shelf:
    shelf.put("MEMORY.md", NOTES)
    shelf.put("memory/2026-11-20.md", "- met Ana\n")
    return shelf


def told(hit: Hit) -> WhyFound:
    assert hit.explained is not None
    return hit.explained


def by_text(shelf: Shelf, text: str, **how: object) -> dict[str, WhyFound]:
    return {hit.text: told(hit) for hit in shelf.find(text, explain=True, **how)}


def places(one: WhyFound) -> tuple[tuple[str, ...], ...]:
    return one.own, one.head, one.around


def test_a_question_tells_the_words_of_the_line_its_heading_and_the_lines_around(
    notes: Shelf,
) -> None:
    found = by_text(notes, "when do the surveys of the harbour move?")
    assert places(found["The survey moved to May"]) == (("survey", "moved"), ("harbour",), ())
    assert places(found["Ana pays"]) == ((), ("harbour",), ("survey", "moved"))
    assert places(found["Soup"]) == ((), ("harbour",), ())


def test_words_as_typed_are_not_told_of_the_lines_around(notes: Shelf) -> None:
    found = by_text(notes, "harbour survey", mode="typing")
    assert places(found["The survey moved to May"]) == (("survey",), ("harbour",), ())
    assert places(found["Ana pays"]) == ((), ("harbour",), ())


def test_chinese_headings_and_dates_are_told_as_they_read(notes: Shelf) -> None:
    assert places(by_text(notes, "港口调查?")["Soup"])[1] == ("港口", "調查")
    assert places(by_text(notes, "11月20日 Ana")["met Ana"])[:2] == (
        ("ana",),
        ("11", "20"),
    )
    assert "friday" in by_text(notes, "what was on Friday?")["met Ana"].head


def test_like_lines_are_told_by_their_own_words_alone(notes: Shelf) -> None:
    (hit,) = notes.index.similar("memory/2026-11-20.md", 1, Query("", explain=True)).hits
    assert places(told(hit)) == (("ana",), (), ())
    assert told(hit).arms == Arms(words=Arm(1, hit.score, 1.0))


def test_ranks_count_from_1_and_scores_are_those_of_the_hits(notes: Shelf) -> None:
    hits = notes.find("when did the harbour survey move?", explain=True)
    assert [told(hit).arms.words.rank for hit in hits] == [*range(1, len(hits) + 1)]  # type: ignore[union-attr]
    assert [told(hit).arms.score for hit in hits] == [hit.score for hit in hits]
    assert all(told(hit).arms.meaning is None for hit in hits)


def test_signs_are_told_and_marked_and_nothing_is_told_unasked(notes: Shelf) -> None:
    notes.put("memory/2026-11-21.md", "- 🎉 soup 🎉\n")
    (hit,) = notes.find("🎉", explain=True)
    assert places(told(hit)) == (("🎉",), (), ())
    assert (hit.why, hit.marks) == ("signs: 🎉", ((0, 1), (7, 8)))
    assert [hit.explained for hit in notes.find("soup")] == [None, None]


def test_two_arms_weigh_by_their_shares_and_the_best_comes_first() -> None:
    words = ranked({1: 1.0, 2: 0.5}, 0.6)
    found = weighed(words, ranked({3: 1.0, 2: 0.9}, 0.4))
    assert [(line, arms.by, round(arms.score, 2)) for line, arms in found.items()] == [
        (2, "both", 0.66),
        (1, "words", 0.6),
        (3, "meaning", 0.4),
    ]
    assert found[2] == Arms(Arm(2, 0.5, 0.6), Arm(2, 0.9, 0.4))
