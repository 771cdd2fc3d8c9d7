"""Lines like one, by words and by meaning: no model is asked."""

import pytest

from desktop_app.errors import Problem
from desktop_app.search.index import Query, Results
from desktop_app.search.meaning.embedder_choice import OFF
from tests.search.meaning.conftest import Desk

CAR = "Purchase an automobile soon"
SOLD = "Bought one vehicle"
BILL = "An automobile bill"
OTHERS = ("Rain fell on the roof", "The soup needs salt", "Bread at noon", "Kelp everywhere")


@pytest.fixture
def read(desk: Desk) -> Desk:
    desk.put("MEMORY.md", f"# Memory\n\n- {CAR}\n" + "".join(f"- {line}\n" for line in OTHERS))
    desk.put("memory/2026-11-20.md", f"- {SOLD}\n- {BILL}\n")
    desk.keep_up()
    return desk


def like(desk: Desk, path: str = "MEMORY.md", line: int = 3, **how: object) -> Results:
    arms = how.pop("arms", "both")
    return desk.meaning.similar(path, line, Query("", **how), arms)  # type: ignore[arg-type]


def test_a_line_without_a_common_word_is_alike_by_its_meaning(read: Desk) -> None:
    found = {hit.text: (hit.by, hit.why) for hit in like(read).hits}
    assert found[SOLD] == ("meaning", "meaning")
    assert found[BILL] == ("both", "meaning, words: automobile")
    assert not set(OTHERS) & set(found) and CAR not in found
    assert like(read).arms == ("words", "meaning")


def test_no_model_is_asked(read: Desk) -> None:
    read.concepts.texts.clear()

    def fail() -> None:
        raise Problem("The model has gone to sea.")

    read.concepts.before = fail
    results = like(read)
    assert results.note == "" and len(results.hits) == 2
    assert read.concepts.texts == read.concepts.questions == []


def test_the_share_weighs_both_arms_and_each_is_told(read: Desk) -> None:
    hits = {hit.text: hit for hit in like(read, explain=True).hits}
    told = hits[BILL].explained
    assert told and told.arms.words and told.arms.meaning
    assert (told.arms.words.rank, told.arms.words.share, told.arms.meaning.share) == (1, 0.5, 0.5)
    assert hits[BILL].score == 0.5 * told.arms.words.score + 0.5 * told.arms.meaning.score
    scores = [hit.score for hit in like(read).hits]
    assert scores == sorted(scores, reverse=True) and 0 < scores[-1] <= scores[0] <= 1


def test_an_equal_line_is_as_near_as_the_line_itself(read: Desk) -> None:
    read.put("memory/2026-11-21.md", f"- {CAR}\n")
    read.keep_up()
    first = like(read).hits[0]
    assert (first.text, first.by) == (CAR, "both") and first.score > 0.9
    assert (first.path, first.line) != ("MEMORY.md", 3)


def test_a_line_that_changed_since_it_was_read_is_not_alike_by_what_it_said(read: Desk) -> None:
    read.put("memory/2026-11-20.md", "- The tide comes at noon\n")
    assert like(read).hits == ()


@pytest.mark.parametrize("line", [1, 8])
def test_a_line_that_was_not_read_goes_by_words_and_it_is_said(read: Desk, line: int) -> None:
    lines = "".join(f"- {other}\n" for other in OTHERS)
    read.put("MEMORY.md", f"# Memory of soup\n\n- {CAR}\n{lines}- soup of the day\n")
    results = like(read, line=line)
    assert "The soup needs salt" in [hit.text for hit in results.hits]
    assert {hit.by for hit in results.hits} == {"words"}
    assert (results.arms, results.note) == (
        ("words",),
        "The model for search by meaning has not read this line.",
    )
    assert read.meaning.status().trouble == ""  # it is a matter of this line


def test_without_vectors_or_an_embedder_it_goes_by_words(desk: Desk) -> None:
    desk.put("MEMORY.md", f"- {CAR}\n- {BILL}\n")
    results = like(desk, line=1)
    assert [hit.text for hit in results.hits] == [BILL]
    assert "has not read" in results.note
    desk.meaning.choose(OFF)
    results = like(desk, line=1)
    assert (results.arms, results.note, len(results.hits)) == (("words",), "", 1)


def test_only_the_meaning_can_be_asked_and_then_its_failure_is_one(read: Desk) -> None:
    found = like(read, arms="meaning")
    assert {hit.text for hit in found.hits} == {SOLD, BILL} and found.arms == ("meaning",)
    assert {hit.by for hit in found.hits} == {"meaning"}
    with pytest.raises(Problem, match="has not read this line"):
        like(read, line=1, arms="meaning")
    assert like(read, "nowhere.md", 1).hits == ()


def test_lines_are_alike_by_words_alone_where_only_these_are_asked(read: Desk) -> None:
    results = like(read, arms="words")
    assert ([hit.text for hit in results.hits], results.arms) == ([BILL], ("words",))
