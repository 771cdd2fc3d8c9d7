"""Every place that keeps entries answers like the plainest one: in memory, Parquet, and servers."""

import secrets
from array import array
from collections.abc import Iterator
from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from desktop_app.search.meaning.embedder import unit
from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry
from desktop_app.tiers.server import server
from desktop_app.tiers.store import TierStore
from tests.support.remembered_tier import RememberedTier
from tests.support.servers import PASSWORD

EVERY = ("memory", "parquet", "redis", "postgres", "s3")


def an_entry(id_: str, words: str = "", **given: Any) -> TierEntry:
    plain = TierEntry(id_, "MEMORY.md", "memory", 1, 2, "", "", f"text of {id_}", words)
    return replace(plain, **given)


def a_store(name: str, request: pytest.FixtureRequest, notebook: str) -> TierStore:
    if name == "redis":
        from desktop_app.tiers.redis_store import RedisStore

        at = request.getfixturevalue("redis_server").address
        return RedisStore(server(at), PASSWORD, notebook, 30)
    if name == "postgres":
        from desktop_app.tiers.postgres_store import PostgresStore

        at = request.getfixturevalue("postgres_server").address
        return PostgresStore(server(at), PASSWORD, notebook, 30)
    if name == "s3":
        from desktop_app.tiers.s3 import S3Store

        return S3Store(server(request.getfixturevalue("s3_server").address), PASSWORD, notebook, 30)
    if name == "parquet":
        from pyarrow import fs

        from desktop_app.tiers.parquet import ParquetStore

        folder = request.getfixturevalue("tmp_path") / notebook
        return ParquetStore(fs.LocalFileSystem(), str(folder))
    return RememberedTier()


@pytest.fixture(params=EVERY)
def stores(request: pytest.FixtureRequest) -> Iterator[list[TierStore]]:
    """Two notebooks in one place."""
    every = [a_store(request.param, request, secrets.token_hex(16)) for _ in range(2)]
    yield every
    for one in every:
        one.close()


@pytest.fixture
def store(stores: list[TierStore]) -> TierStore:
    return stores[0]


ODD = an_entry(
    "odd",
    "naïve 記憶 憶力 it's \\ 'quoted' a:b & | ! ( ) <-> *",
    path="memory/é odd 'name'.md",
    text="nul \0, 記憶力, \"quotes\" 'and' \\ lines\r\n\u2028",
    day="2026-11-24",
)


def test_what_was_put_is_got_back_whole(store: TierStore) -> None:
    plain = an_entry("plain", "plain words", heading="h", head="h h")
    store.put([ODD, plain])
    assert store.get(["odd", "plain", "none"]) == {"odd": ODD, "plain": plain}
    assert store.ids() == {"odd", "plain"}
    assert store.size().entries == 2
    for word in ODD.words.split():
        assert [hit.entry for hit in store.search([word], 5)] == [ODD], word


def test_a_place_in_which_nothing_was_put_answers(store: TierStore) -> None:
    assert store.get(["a"]) == {}
    assert store.ids() == frozenset()
    assert store.search(["a"], 5) == [] == store.search([], 5)
    assert store.having(["a"]) == {"a": 0}
    assert store.size().entries == 0
    store.remove(["a"])
    store.put([])
    assert store.trouble == ""


def test_an_entry_that_is_put_again_takes_the_place_of_the_old_one(store: TierStore) -> None:
    store.put([an_entry("a", "old both")])
    new = an_entry("a", "new both", kind="days", day="2026-11-24", path="memory/2026-11-24.md")
    store.put([new])
    store.put([new])
    assert store.get(["a"]) == {"a": new}
    assert store.having(["old", "new", "both"]) == {"old": 0, "new": 1, "both": 1}
    assert not store.search(["old"], 5)
    assert [hit.entry for hit in store.search(["both"], 5, Narrow(kinds=("days",)))] == [new]


def test_notebooks_are_kept_apart(stores: list[TierStore]) -> None:
    here, there = stores
    if here is there or isinstance(here, RememberedTier):
        pytest.skip("two dicts are apart")
    here.put([an_entry("same", "word here")])
    there.put([an_entry("same", "word there")])
    here.remove(["same"])
    assert here.ids() == frozenset() and there.ids() == {"same"}
    assert here.having(["word"]) == {"word": 0} and there.having(["word"]) == {"word": 1}


def test_what_was_removed_is_found_no_more(store: TierStore) -> None:
    every = [an_entry(f"{n}", f"all w{n % 3}") for n in range(9)]
    store.put(every)
    store.remove([one.id for one in every[:4]])
    assert store.ids() == {one.id for one in every[4:]}
    assert store.having(["all", "w0", "w1"]) == {"all": 5, "w0": 1, "w1": 2}
    assert {hit.entry.id for hit in store.search(["all"], 20)} == {"4", "5", "6", "7", "8"}
    store.remove([one.id for one in every])
    assert store.ids() == frozenset() and store.search(["all"], 5) == []


WORDS = st.lists(st.sampled_from(["the", "red", "blue", "fox", "fox2", "狐狸"]), max_size=8)
DAYS = st.sampled_from([None, "2026-01-01", "2026-06-01", "2026-11-24"])
KINDS = st.sampled_from(["memory", "days", "dreams"])
PATHS = st.sampled_from(["a.md", "b.md"])


@examples(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_searches_find_and_rank_as_the_plainest_place_does(
    store: TierStore, data: st.DataObject
) -> None:
    entries = [
        an_entry(str(n), " ".join(words), day=day, kind=kind, path=path)
        for n, (words, day, kind, path) in enumerate(
            data.draw(st.lists(st.tuples(WORDS, DAYS, KINDS, PATHS), min_size=1, max_size=12))
        )
    ]
    asked = data.draw(st.lists(st.sampled_from(["red", "blue", "fox", "狐狸", "none"]), max_size=3))
    narrow = Narrow(
        kinds=tuple(data.draw(st.sets(KINDS, max_size=2))),
        since=data.draw(DAYS) or "",
        until=data.draw(DAYS) or "",
        path=data.draw(st.sampled_from(["", "a.md"])),
    )
    plainest = RememberedTier()
    store.remove(store.ids())
    for one in (plainest, store):
        one.put(entries)
    for bounds in (ANYWHERE, narrow):
        wanted = {hit.entry: hit.rank for hit in plainest.search(asked, 99, bounds)}
        found = store.search(asked, 99, bounds)
        assert {hit.entry: pytest.approx(hit.rank, rel=1e-4) for hit in found} == wanted
        assert sorted((hit.rank for hit in found), reverse=True) == [hit.rank for hit in found]
        assert len(store.search(asked, 1, bounds)) == min(1, len(wanted))
    assert store.having(["red", "none"]) == plainest.having(["red", "none"])


def a_vector(*numbers: float) -> bytes:
    return unit([*numbers, *[0.0] * (4 - len(numbers))]).tobytes()


def read_as(id_: str, *numbers: float, mark: str = "model é 1", **given: Any) -> TierEntry:
    return an_entry(id_, "word", mark=mark, vector=a_vector(*numbers), **given)


def test_the_nearest_come_first_and_only_those_of_the_same_model(store: TierStore) -> None:
    assert store.near(a_vector(1), "model é 1", 5) == []
    every = [
        read_as("same", 1),
        read_as("beside", 1, 1, kind="days", day="2026-01-01"),
        read_as("across", 0, 1, path="b.md"),
        read_as("against", -1),
        read_as("other model", 1, mark="model 2"),
        an_entry("cut", "word", mark="model é 1", vector=a_vector(1)[:-4]),
        an_entry("unread", "word"),
        an_entry("broken", "word", mark="model é 1", vector=array("f", [nan, inf, 0, 0]).tobytes()),
    ]
    store.put(every)
    assert store.get(one.id for one in every) == {one.id: one for one in every}
    found = store.near(a_vector(1), "model é 1", 9)
    assert [hit.entry for hit in found] == every[:4]
    assert [hit.rank for hit in found] == pytest.approx([1, 0.5**0.5, 0, -1], abs=1e-6)
    assert [hit.entry for hit in store.near(a_vector(1), "model é 1", 2)] == every[:2]
    assert store.near(a_vector(1), "model 3", 9) == []
    for narrow, ids in (
        (Narrow(kinds=("days",)), ["beside"]),
        (Narrow(since="2025-01-01", until="2026-01-01"), ["beside"]),
        (Narrow(path="b.md"), ["across"]),
    ):
        hits = store.near(a_vector(1), "model é 1", 9, narrow)
        assert [hit.entry.id for hit in hits] == ids
    store.put([read_as("same", 0, 0, 1), an_entry("against", "word")])
    store.remove(["beside"])
    found = store.near(a_vector(0, 0, 1), "model é 1", 9)
    assert [hit.entry.id for hit in found] == ["same", "across"]


def test_the_nearest_of_many_are_found(store: TierStore) -> None:
    every = [read_as(f"{n}", 1, n / 1000) for n in range(1_200)]
    store.put(every[::-1])
    nearest = store.near(a_vector(1), "model é 1", 20)
    assert [hit.entry.id for hit in nearest] == [f"{n}" for n in range(20)]


def test_many_are_put_got_and_removed_at_once(store: TierStore) -> None:
    every = [an_entry(f"{n}", f"all w{n % 7}") for n in range(1_200)]
    store.put(every)
    assert len(store.get(one.id for one in every)) == 1_200
    assert len(store.search(["w3", "all"], 500)) == 500
    assert all("w3" in hit.entry.words for hit in store.search(["w3", "all"], 150))
    store.remove(one.id for one in every if one.id != "5")
    assert store.get(["5", "6"]) == {"5": every[5]}


def test_a_word_that_stands_often_counts_more(store: TierStore) -> None:
    store.put([an_entry("once", "fox " + "x " * 30), an_entry("often", "fox " * 40)])
    hits = store.search(["fox"], 5)
    assert [hit.entry.id for hit in hits] == ["often", "once"]
    assert hits[0].rank > 1.9 * hits[1].rank
