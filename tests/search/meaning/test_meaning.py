"""Search by words and by meaning: what is found, by what, and what happens when an arm fails."""

import asyncio
import sqlite3
import time
from contextlib import closing
from datetime import date

import pytest

from desktop_app.errors import Problem
from desktop_app.search.meaning.embedder_choice import OFF, EmbedderChoice
from desktop_app.search.operators import narrowed
from desktop_app.search.operators import read as understood
from desktop_app.search.query import Query
from tests.search.meaning.conftest import CHOSEN, Desk
from tests.support.embedding import Concepts

CAR = "Ana wants to purchase an automobile"
BOAT = "The vessel leaves in May"
BILL = "The car insurance bill is due"


@pytest.fixture
def read(desk: Desk) -> Desk:
    """A desk with three lines that have their vectors."""
    desk.put("MEMORY.md", f"- {CAR}\n- {BOAT}\n")
    desk.put("memory/2026-11-20.md", f"- {BILL}\n")
    desk.keep_up()
    return desk


def test_a_line_is_found_by_what_it_means(read: Desk) -> None:
    assert dict(read.found("who bought a vehicle?"))[CAR] == "meaning"


def test_a_hit_says_whether_words_or_meaning_or_both_found_it(read: Desk) -> None:
    found = dict(read.found("car bill", limit=10))
    assert found[BILL] == "both"
    assert found[CAR] == "meaning"
    assert [hit.why for hit in read.search("car bill").hits if hit.text == BILL] == [
        "meaning, words: car, bill"
    ]
    assert read.search("car bill").arms == ("words", "meaning")


def test_what_lies_far_and_has_none_of_the_words_is_not_among_the_hits(read: Desk) -> None:
    assert {text for text, _ in read.found("car bill", limit=10)} == {CAR, BILL}


def test_a_line_that_has_no_vector_yet_is_found_as_well_as_its_words_are(read: Desk) -> None:
    read.put("memory/2026-11-21.md", "# Day\n\n- The ferry to the island leaves at 08:10\n")
    read.put("memory/2026-11-19.md", "- What a lovely time that was\n")
    read.put("memory/2026-11-18.md", "- It is a matter of time\n")
    first = read.search("what time is the ferry").hits[0]
    assert first.text == "The ferry to the island leaves at 08:10"
    assert first.arms.words and (first.by, first.arms.words.share) == ("words", 1.0)
    read.keep_up()  # each of them has one now
    shares = [
        hit.arms.words.share for hit in read.search("what time is the ferry").hits if hit.arms.words
    ]
    assert set(shares) == {CHOSEN.share}


def test_a_title_never_gets_a_vector_and_is_not_lifted_for_it(read: Desk) -> None:
    read.put("memory/2026-11-21.md", "## Ferry\n\n- It leaves at 08:10\n")
    read.keep_up()
    title = next(h for h in read.search("the ferry").hits if h.text == "Ferry")
    assert title.arms.words and title.arms.words.share == 1 - CHOSEN.share


def test_without_an_embedder_the_words_find_alone_and_nothing_is_complained_of(read: Desk) -> None:
    read.meaning.choose(OFF)
    results = read.search("car")
    assert [hit.by for hit in results.hits] == ["words"]
    assert (results.arms, results.note) == (("words",), "")


def test_before_the_lines_were_read_the_words_find_alone_and_it_is_said(desk: Desk) -> None:
    desk.put("MEMORY.md", f"- {BILL}\n")
    results = desk.search("car")
    assert [(hit.text, hit.by) for hit in results.hits] == [(BILL, "words")]
    assert "has not read" in results.note


def test_when_the_model_fails_the_words_find_alone_and_the_status_says_why(read: Desk) -> None:
    def fail() -> None:
        raise Problem("The model has gone to sea.")

    read.concepts.before = fail
    results = read.search("car bill")
    assert [hit.text for hit in results.hits] == [BILL]
    assert results.note == "The model has gone to sea."
    assert read.meaning.status().trouble == "The model has gone to sea."
    read.concepts.before = lambda: None
    assert read.search("car bill").note == ""
    assert read.meaning.status().trouble == ""


def test_only_the_meaning_can_be_asked_and_then_its_failure_is_one(read: Desk) -> None:
    found = read.search("vehicle", arms="meaning")
    assert [hit.text for hit in found.hits][:2] in ([CAR, BILL], [BILL, CAR])
    assert {hit.by for hit in found.hits} == {"meaning"}
    assert found.arms == ("meaning",)
    read.meaning.choose(OFF)
    with pytest.raises(Problem, match="No model for search by meaning is chosen"):
        read.search("vehicle", arms="meaning")


def test_a_chinese_question_is_not_put_to_an_embedder_that_reads_english(read: Desk) -> None:
    english = Concepts("english", languages=frozenset({"en"}))
    read.rack.named["ollama english"] = english
    read.meaning.choose(EmbedderChoice("ollama", "english", 0.5))
    read.keep_up()
    results = read.search("谁买了汽车？")
    assert "English only" in results.note
    assert english.questions == []
    assert read.search("who has a car?").note == ""
    assert english.questions == ["who has a car?"]


def test_operators_hold_for_what_is_found_by_meaning(read: Desk) -> None:
    def found(text: str) -> set[str]:
        query = narrowed(Query(text, limit=10), understood(text, date(2026, 11, 21)))
        return {hit.text for hit in read.meaning.search(query).hits}

    assert found("vehicle") == {CAR, BILL}
    assert found("vehicle -insurance") == {CAR} == found("vehicle in:memory")
    assert found('vehicle "insurance bill"') == {BILL} == found("vehicle since:7d")


def test_a_line_that_changed_is_not_found_by_what_it_said(read: Desk) -> None:
    read.put("MEMORY.md", f"- The tide comes at noon\n- {BOAT}\n")  # its vector is that of CAR
    assert "The tide comes at noon" not in [text for text, _ in read.found("bought a vehicle")]
    read.keep_up()
    assert ("The tide comes at noon", "meaning") in read.found("at noon comes what?", limit=20) or (
        "The tide comes at noon",
        "both",
    ) in read.found("at noon comes what?", limit=20)


def test_a_deleted_line_is_found_no_more(read: Desk) -> None:
    read.put("MEMORY.md", f"- {BOAT}\n")
    assert CAR not in [text for text, _ in read.found("bought a vehicle")]
    read.keep_up()
    assert CAR not in [text for text, _ in read.found("bought a vehicle")]
    read.shelf.files.root.joinpath("MEMORY.md").unlink()
    read.shelf.index.update(["MEMORY.md"])
    read.keep_up()
    assert read.meaning.status().lines == 1


def test_the_index_can_be_made_anew_without_a_vector_made_again(read: Desk) -> None:
    before = list(read.concepts.texts)
    read.shelf.index.rebuild(["MEMORY.md", "memory/2026-11-20.md"])
    assert read.keep_up() == 0
    assert read.concepts.texts == before
    assert dict(read.found("who bought a vehicle?"))[CAR] == "meaning"


def test_the_old_embedder_serves_until_the_new_one_is_ready(read: Desk) -> None:
    other = Concepts("concepts 2", turned=5, batch=1)
    read.rack.named["ollama other"] = other
    read.meaning.choose(EmbedderChoice("ollama", "other", 0.5))
    assert dict(read.found("who bought a vehicle?"))[CAR] == "meaning"
    status = read.meaning.status()
    assert (status.embedder, status.serving, status.ready) == (
        "ollama other",
        "ollama concepts",
        False,
    )
    served: list[str] = []

    def look(done: int, lines: int) -> None:
        served.append(read.meaning.status().serving)

    read.keep_up(look)
    assert set(served) == {"ollama concepts"}
    status = read.meaning.status()
    assert (status.serving, status.ready, status.done, status.lines) == ("ollama other", True, 3, 3)
    asked = len(read.concepts.questions)
    assert dict(read.found("who bought a vehicle?"))[CAR] == "meaning"
    assert len(read.concepts.questions) == asked
    assert len(read.store().embedders()) == 1


def test_another_model_under_the_same_name_makes_new_vectors(read: Desk) -> None:
    read.rack.named["ollama concepts"] = Concepts("concepts of another digest", turned=3)
    assert read.keep_up() == 3
    assert dict(read.found("who bought a vehicle?"))[CAR] == "meaning"


def test_a_model_replaced_behind_our_back_is_noticed(read: Desk) -> None:
    read.rack.forget()
    read.rack.named["ollama concepts"] = Concepts("concepts of another digest", turned=3)
    results = read.search("who bought a vehicle?")
    assert "replaced by another model" in results.note
    assert "meaning" not in results.arms


def test_a_search_waits_for_no_other_program_that_writes_vectors(read: Desk) -> None:
    read.search("car bill")
    with closing(sqlite3.connect(read.path, isolation_level=None)) as other:
        other.execute("begin immediate")
        begun = time.monotonic()
        assert read.search("car bill").arms == ("words", "meaning")
        assert read.search("the vessel").arms == ("words", "meaning")
        theirs = read.open()  # a program that was started just now
        assert theirs.search(Query("car bill")).arms == ("words", "meaning")
        assert theirs.status().ready
        theirs.close()
        assert time.monotonic() - begun < 25.0  # and not the thirty that a writer waits


def test_what_is_too_short_for_a_meaning_is_said_where_only_that_was_asked_for(read: Desk) -> None:
    for text in ("ca", "C++", "12"):
        found = read.search(text, arms="meaning")
        assert (found.note, found.arms) == ("This is too short to mean something.", ("words",))
        assert read.search(text).note == ""


def test_damaged_vectors_are_made_anew_and_the_words_find_meanwhile(read: Desk) -> None:
    read.meaning.close()
    read.path.write_bytes(b"no database at all" * 500)
    for ending in ("-wal", "-shm"):
        read.path.with_name(read.path.name + ending).unlink(missing_ok=True)
    read.meaning = read.open()
    results = read.search("car bill")
    assert [hit.text for hit in results.hits] == [BILL]
    assert "damaged" in results.note
    assert read.keep_up() == 3
    assert dict(read.found("who bought a vehicle?"))[CAR] == "meaning"


@pytest.mark.parametrize(
    "damage",
    [
        "update vectors set vector = substr(vector, 1, 7)",
        "update vectors set vector = x'0000c07f' || substr(vector, 5)",  # no number
        "update embedders set mean = substr(mean, 1, 8)",
        "update questions set vector = 'seven'",
        "drop table places",
    ],
)
def test_damage_that_sqlite_does_not_see_stops_nothing_and_is_made_good(
    read: Desk, damage: str
) -> None:
    assert read.search("car bill").arms == ("words", "meaning")
    read.meaning.close()
    with closing(sqlite3.connect(read.path)) as other, other:
        other.execute(damage)
    read.meaning = read.open()
    results = read.search("car bill")
    assert [hit.text for hit in results.hits if hit.by != "meaning"] == [BILL]
    told = read.meaning.status().trouble + results.note
    read.meaning.close()
    read.meaning = read.open()
    read.keep_up()
    assert read.meaning.status().done == 3
    assert dict(read.found("who bought a vehicle?"))[CAR] == "meaning"
    assert read.search("car bill").note == read.meaning.status().trouble == ""
    assert "damaged" in told


def test_a_file_that_another_program_made_anew_stays(read: Desk) -> None:
    theirs = read.open()
    theirs.status()
    with closing(sqlite3.connect(read.path)) as other, other:
        other.execute("update vectors set vector = x'00'")
    for meaning in (theirs, read.meaning):
        assert "damaged" in meaning.search(Query("car bill")).note
    read.keep_up()
    asked = len(read.concepts.texts)
    assert asyncio.run(theirs.keep_up()) == 0
    theirs.close()
    assert len(read.concepts.texts) == asked
    assert read.meaning.status().done == 3


def test_status_opens_nothing_where_no_embedder_was_ever_chosen(desk: Desk) -> None:
    desk.meaning.choose(OFF)
    assert desk.meaning.status().embedder == "off"
    assert not desk.path.exists()


def test_by_meaning_no_file_is_lost_that_words_find(desk: Desk) -> None:
    desk.put("memory/2026-11-30.md", "- a car\n" * 400)
    for day in range(1, 21):
        desk.put(f"memory/2026-11-{day:02}.md", "- a car\n")
    desk.keep_up()
    by_words = desk.search("car", by="file", arms="words").hits
    both = desk.search("car", by="file").hits
    assert len(both) == len(by_words) == 10
    assert {hit.path: hit.count for hit in both} == {hit.path: hit.count for hit in by_words}


def test_a_question_of_what_the_notes_know_nothing_of_finds_nothing(desk: Desk) -> None:
    lines = [CAR, BOAT, BILL, *(" ".join(f"{w}{n}" for w in "abcde") for n in range(20))]
    desk.put("MEMORY.md", "".join(f"- {line}\n" for line in lines))
    desk.keep_up()
    unknown = "tundra zeppelin quokka zither marmalade"
    assert desk.found(unknown) == []
    assert desk.search(unknown).arms == ("words", "meaning")
    assert desk.found("vehicle bought")[0] == (CAR, "meaning")
    assert len(desk.search(unknown, arms="meaning").hits) == 10  # asked for outright
