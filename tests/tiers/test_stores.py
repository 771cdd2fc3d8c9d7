"""Every place that keeps entries answers like the plainest one: in memory, Parquet, and servers."""

import secrets
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry
from desktop_app.tiers.server import server
from desktop_app.tiers.store import Away, TierStore
from tests.support.remembered_tier import RememberedTier
from tests.support.servers import PASSWORD


def an_entry(id_: str, words: str = "", **given: Any) -> TierEntry:
    told = tuple(dict.fromkeys(words.split()))
    plain = TierEntry(id_, "MEMORY.md", "memory", 1, 2, "", "", f"text of {id_}", told)
    return replace(plain, **given)


def parquet_in(folder: Path) -> TierStore:
    pytest.importorskip("pyarrow", reason="the extra `tiers` is not installed")
    from pyarrow import fs

    from desktop_app.tiers.parquet import ParquetStore

    return ParquetStore(fs.LocalFileSystem(), str(folder))


def a_store(name: str, request: pytest.FixtureRequest, notebook: str) -> TierStore:
    if name == "parquet":
        return parquet_in(request.getfixturevalue("tmp_path") / notebook)
    at = server(request.getfixturevalue(f"{name}_server").address)
    if name == "redis":
        from desktop_app.tiers.redis_store import RedisStore

        return RedisStore(at, PASSWORD, notebook, 30)
    if name == "postgres":
        from desktop_app.tiers.postgres_store import PostgresStore

        return PostgresStore(at, PASSWORD, notebook, 30)
    from desktop_app.tiers.s3 import S3Store

    return S3Store(at, PASSWORD, notebook, 30)


@pytest.fixture(params=["parquet", "redis", "postgres", "s3"])
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
    "naïve 記憶 憶力 it's \\ 'quoted' a:b & | ! ( ) <-> * { } \" ,",
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
    for word in ODD.words:
        assert store.search({word: 1}, 5) == [ODD], word


def test_a_place_in_which_nothing_was_put_answers(store: TierStore) -> None:
    assert store.get(["a"]) == {}
    assert store.ids() == frozenset()
    assert store.search({"a": 1}, 5) == [] == store.search({}, 5)
    assert store.having(["a"]) == {"a": 0}
    assert store.size().entries == 0
    store.remove(["a"])
    store.put([])


def test_an_entry_that_is_put_again_takes_the_place_of_the_old_one(store: TierStore) -> None:
    store.put([an_entry("a", "old both")])
    new = an_entry("a", "new both", kind="days", path="memory/recipes.md")
    store.put([new])
    store.put([new])
    assert store.get(["a"]) == {"a": new}
    assert store.having(["old", "new", "both"]) == {"old": 0, "new": 1, "both": 1}
    assert not store.search({"old": 1}, 5)
    assert store.search({"both": 1}, 5, Narrow(kinds=("days",))) == [new]


def test_notebooks_are_kept_apart(stores: list[TierStore]) -> None:
    here, there = stores
    here.put([an_entry("same", "word here")])
    there.put([an_entry("same", "word there")])
    here.remove(["same"])
    assert here.ids() == frozenset() and there.ids() == {"same"}
    assert here.having(["word"]) == {"word": 0} and there.having(["word"]) == {"word": 1}


def test_many_are_put_got_and_removed_at_once(store: TierStore) -> None:
    days = [f"20{20 + n % 3}-01-01" for n in range(1_200)]
    every = [an_entry(f"{n}", f"all w{n % 7}", day=day) for n, day in enumerate(days)]
    store.put(every)
    assert store.get(one.id for one in every) == {one.id: one for one in every}
    assert store.having(["all", "w0", "none"]) == {"all": 1_200, "w0": 172, "none": 0}
    assert len(store.search({"w3": 2, "all": 1}, 500)) == 500
    assert all("w3" in one.words for one in store.search({"w3": 2, "all": 1}, 150))
    assert {one.day for one in store.search({"all": 1}, 900, Narrow(since="2021-05-01"))} == {
        "2022-01-01"
    }
    store.remove(one.id for one in every if one.id != "5")
    assert store.get(["5", "6"]) == {"5": every[5]}
    assert store.having(["all", "w0"]) == {"all": 1, "w0": 0}
    store.remove(["5"])
    assert store.ids() == frozenset() and store.search({"all": 1}, 5) == []


WORDS = st.lists(st.sampled_from(["the", "red", "blue", "fox", "fox2", "狐狸"]), max_size=8)
DAYS = st.sampled_from([None, "2025-01-01", "2026-06-01", "2026-11-24"])
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
    asked = data.draw(st.dictionaries(WORDS.map(lambda some: (*some, "none")[0]), st.floats(1, 9)))
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
        wanted = [plainest.rank(one, asked) for one in plainest.search(asked, 99, bounds)]
        found = store.search(asked, 99, bounds)
        assert {*found} == {*plainest.search(asked, 99, bounds)}
        assert [plainest.rank(one, asked) for one in found] == pytest.approx(wanted)
        assert len(store.search(asked, 1, bounds)) == min(1, len(wanted))
    assert store.having(["red", "none"]) == plainest.having(["red", "none"])


# -- files -------------------------------------------------------------------------------------


def test_a_file_cut_in_half_or_of_another_form_is_told_and_made_anew(tmp_path: Path) -> None:
    store = parquet_in(tmp_path)
    store.put([an_entry("a", "red", day="2024-05-01"), an_entry("b", "red")])
    half = tmp_path / "2024.parquet"
    half.write_bytes(half.read_bytes()[: half.stat().st_size // 2])
    (tmp_path / "2023.parquet.part").write_bytes(b"what a kill left")
    import pyarrow as pa
    import pyarrow.parquet as pq

    former = pa.table({"id": ["c"], "kind": ["days"], "day": [""], "path": [""], "words": ["red"]})
    pq.write_table(former, tmp_path / "f.entries.parquet")
    again = parquet_in(tmp_path)
    with pytest.raises(Away, match="damaged"):
        again.search({"red": 1}, 5)
    assert again.ids() == {"b"}, "so what it held is read from the notes again"
    again.remove([])
    assert [path.name for path in tmp_path.iterdir()] == ["undated.parquet"]
    assert [one.id for one in again.search({"red": 1}, 5)] == ["b"]


def test_what_another_program_put_is_found_and_what_it_removed_is_in_no_file(
    tmp_path: Path,
) -> None:
    here, there = parquet_in(tmp_path), parquet_in(tmp_path)
    here.put([an_entry("a", "red secret", text="the secret"), an_entry("b", "red")])
    assert len(there.search({"red": 1}, 5)) == 2
    here.remove(["a"])
    assert [one.id for one in there.search({"red": 1}, 5)] == ["b"]
    import pyarrow.parquet as pq

    (path,) = tmp_path.iterdir()
    assert "secret" not in str(pq.read_table(path).to_pydict()) + str(path.read_bytes())


class Killed(Exception):  # noqa: N818
    """Ends a write where a kill would."""


def test_a_kill_at_any_change_leaves_every_entry_findable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for left in range(40):
        folder = tmp_path / str(left)
        parquet_in(folder).put([an_entry("a", "red"), an_entry("b", "red", day="2024-01-01")])
        dying = parquet_in(folder)
        real, steps = dying._filesystem, iter(range(left))  # type: ignore[attr-defined]

        class Dying:
            def __getattr__(self, name: str, real: Any = real, steps: Any = steps) -> Any:
                changes = ("open_output_stream", "move", "delete_file")
                if name in changes and next(steps, None) is None:
                    raise Killed
                return getattr(real, name)

        monkeypatch.setattr(dying, "_filesystem", Dying())
        try:
            dying.put([an_entry("d", "red"), an_entry("a", "red new")])
            dying.remove(["b"])
            ended = True
        except Killed:
            ended = False
        again = parquet_in(folder)
        assert "a" in again.ids() and "a" in {one.id for one in again.search({"red": 1}, 9)}
        again.put([an_entry("d", "red"), an_entry("a", "red new")])
        again.remove(["b"])
        assert again.ids() == {"a", "d"} and not list(folder.glob("*.part"))
        if ended:
            return
    raise AssertionError("it never ran to its end")
