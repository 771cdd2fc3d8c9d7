"""Ranking: it is BM25F over a line and its surroundings, however it comes by the words."""

import math
import re
import sqlite3
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.search import postings, ranking
from desktop_app.search.query import AnyOf
from desktop_app.search.ranking import ranked
from desktop_app.search.within import EVERYWHERE
from tests.search.conftest import Shelf

WORDS = ["anchor", "buoy", "cable", "dinghy", "ebb", "ferry"]
sections = st.lists(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), max_size=5), max_size=4
)


def plain(lines: dict[int, list[str]], asked: list[str]) -> list[tuple[float, int]]:
    """The same ranks from the text itself, line by line."""
    scores: Counter[int] = Counter()
    for word in asked:
        having = sum(word in line for line in lines.values())
        idf = math.log(1 + (max(len(lines), 100) - having + 0.5) / (having + 0.5))
        for id_, line in lines.items():
            near = sum(word in lines.get(id_ + step, ()) for step in (-2, -1, 1, 2))
            weight = (word in line) + 0.4 * near
            scores[id_] += idf * weight * 1.5 / (weight + 0.5)  # type: ignore[assignment]
    return sorted(((round(s, 9), id_) for id_, s in scores.items() if s), reverse=True)


def order(shelf: Shelf, asked: list[str]) -> list[tuple[float, int]]:
    connection = sqlite3.connect(shelf.index.path)
    known = {row[0] for row in connection.execute("select id from chunks")}
    sought = AnyOf(tuple(f'"{word}"' for word in asked), head=False, around=True)
    found, complete = ranked(connection, sought, EVERYWHERE, 100, math.inf)
    connection.close()
    assert complete
    return [(round(rank, 9), id_) for id_, rank in found if id_ in known]


def texts(shelf: Shelf) -> dict[int, list[str]]:
    connection = sqlite3.connect(shelf.index.path)
    found = dict(connection.execute("select id, text from chunks").fetchall())
    connection.close()
    return {id_: re.findall(r"\w+", text) for id_, text in found.items()}


@pytest.fixture(scope="module")
def module_shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("ranking"))


@given(
    said=sections,
    asked=st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True),
)
@settings(max_examples=150, deadline=None)
def test_ranks_are_those_of_the_text_itself(
    module_shelf: Shelf, said: list[list[list[str]]], asked: list[str]
) -> None:
    lines = (["## Part", *(f"- {' '.join(words)}" for words in part)] for part in said)
    module_shelf.put("MEMORY.md", "\n".join(line for part in lines for line in part) + "\n")
    assert order(module_shelf, asked) == plain(texts(module_shelf), asked)


def test_a_line_is_not_near_those_of_another_section(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "## One\n- the anchor\n## Two\n- the buoy\n- the cable\n")
    found = {hit.text for hit in shelf.find("what about the anchor?")}
    assert found == {"the anchor"}
    assert {hit.text for hit in shelf.find("what about the buoy?")} == {"the buoy", "the cable"}


@pytest.mark.parametrize("common", [3, 5])
def test_a_common_word_counts_where_a_rare_one_stands(
    shelf: Shelf, common: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postings, "_COMMON", common)
    lines = ["the ferry", "- ferry to the buoy", "a buoy", *["the ferry again"] * 8]
    shelf.put("MEMORY.md", "".join(f"- {line}\n\n## {n}\n" for n, line in enumerate(lines)))
    assert shelf.texts("what of the ferry and the buoy?")[0] == "- ferry to the buoy"


def test_where_all_words_are_common_the_newest_are_found(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postings, "_COMMON", 3)
    for day in range(10, 20):
        shelf.put(f"memory/2026-11-{day}.md", "- the ferry came\n")
    found = shelf.find("did the ferry come?")
    assert found[0].path == "memory/2026-11-19.md"
    assert {hit.path for hit in shelf.find("ferry ferry?", limit=1)} == {"memory/2026-11-19.md"}


def test_of_lines_that_say_the_same_the_newest_are_found(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "_LEAST", 1)
    for day in range(1, 31):
        shelf.put(f"memory/2026-11-{day:02}.md", "- the ferry came\n")
    days = [hit.path[-5:-3] for hit in shelf.find("did the ferry come?")]
    assert days == [f"{day:02}" for day in range(30, 20, -1)]


def test_a_file_that_is_asked_for_is_found_among_very_many_lines(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postings, "_COMMON", 20)
    shelf.put("MEMORY.md", "- the ferry leaves at nine\n")
    shelf.put("memory/2026-11-02.md", "- the ferry was late\n")
    for day in range(10, 20):
        shelf.put(f"memory/2026-11-{day}.md", "- the ferry came\n" * 10)
    (hit,) = shelf.find("when does the ferry leave?", path="memory/2026-11-02.md")
    assert hit.text == "the ferry was late"
    (hit,) = shelf.find("when does the ferry leave?", kinds=("memory",))
    assert hit.text == "the ferry leaves at nine"


def test_a_heading_counts_for_what_stands_below_it(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "## Work\n- the report\n## Home\n- the report\n")
    found = shelf.find("what about the report for work?")
    assert [hit.heading for hit in found if hit.text == "the report"] == ["Work", "Home"]


def test_a_rare_word_does_not_hide_lines_that_have_the_others(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "_POOL", 2)
    shelf.put("MEMORY.md", "- the dinghy\n\n## More\n" + "- the ferry at the quay\n" * 8)
    found = shelf.texts("what of the ferry, the quay and the dinghy?", limit=20)
    assert found.count("the ferry at the quay") == 8


def test_no_other_line_is_taken_for_one_that_is_looked_for(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postings, "_SIEVE", 2)
    shelf.put("MEMORY.md", "- the ferry\n- the buoy\n" * 4)
    connection = sqlite3.connect(shelf.index.path)
    ferry, buoy = sorted(texts(shelf))[2:4]
    among = postings.Postings(connection).among({ferry, buoy}, '"ferry"', EVERYWHERE, every=True)
    connection.close()
    assert among == {ferry}


@pytest.mark.parametrize("around", ["- the ferry\n", ""])
def test_a_long_list_that_is_not_read_whole_ranks_the_same(
    shelf: Shelf, around: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "_POOL", 4)
    said = ["the buoy", "a ferry to the buoy", "the buoy", "a quay", "no more"]
    lines = (f"## {n}\n{around * (n % 3)}- {line}\n" for n, line in enumerate(said * 3))
    shelf.put("MEMORY.md", "".join(lines) + "## Rest\n- the ferry at the quay\n" * 20)
    found = []
    for longest in (1_000, 2):
        monkeypatch.setattr(ranking, "_LONG", longest)
        postings._counts.clear()
        found += [shelf.find("what of the ferry, the buoy and the quay?", limit=20)] * 2
    assert all(one == found[0] for one in found) and len(found[0]) == 20
