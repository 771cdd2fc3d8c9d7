"""The Parquet store: what was put is found, whatever is killed, cut in half or removed."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.tiers.entry import Narrow, TierEntry
from desktop_app.tiers.store import Away

pa = pytest.importorskip("pyarrow", reason="the extra `tiers` is not installed")

import pyarrow.parquet as pq  # noqa: E402
from pyarrow import fs  # noqa: E402

from desktop_app.tiers import parquet, segment  # noqa: E402
from desktop_app.tiers.parquet import ParquetStore  # noqa: E402
from desktop_app.tiers.segment import SegmentNames  # noqa: E402


def entry(id_: str, words: str, path: str = "memory/a.md", day: str | None = None) -> TierEntry:
    return TierEntry(id_, path, "days", 1, 2, "Boiler", "head", f"say {words}", words, day)


def store_in(folder: Path) -> ParquetStore:
    return ParquetStore(fs.LocalFileSystem(), str(folder))


def found(store: ParquetStore, *words: str, narrow: Narrow = Narrow()) -> list[str]:  # noqa: B008
    return [hit.entry.id for hit in store.search(words, 10, narrow)]


IDS = st.sampled_from([f"{n:02}" for n in range(12)])
TEXTS = st.lists(st.sampled_from(["red", "blue", "茶", "door"]), min_size=1, max_size=4)
STEPS = st.one_of(
    st.tuples(st.just("put"), st.dictionaries(IDS, TEXTS.map(" ".join), min_size=1)),
    st.tuples(st.just("remove"), st.sets(IDS)),
)


@settings(max_examples=25)
@given(steps=st.lists(STEPS, max_size=14))
def test_a_store_says_what_was_put_and_not_removed(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("cold")
    store, held = store_in(folder), dict[str, str]()
    for what, which in steps:
        if what == "put":
            store.put([entry(id_, words) for id_, words in which.items()])
            held |= which
        else:
            store.remove(which)
            held = {id_: words for id_, words in held.items() if id_ not in which}
    again = store_in(folder)  # as another start of the program finds it
    every = {id_: entry(id_, words) for id_, words in held.items()}
    assert again.ids() == held.keys() and again.get(held) == every
    assert again.size().entries == len(held)
    having = Counter(word for words in held.values() for word in set(words.split()))
    assert again.having(["red", "茶", "none"]) == {"none": 0} | {
        w: having[w] for w in ("red", "茶")
    }
    assert set(found(again, "red")) <= {id_ for id_, words in held.items() if "red" in words}


def test_the_rarest_words_and_most_of_them_rank_first(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.put([entry("a", "red door"), entry("b", "red"), entry("c", "red"), entry("d", "blue")])
    store.put([entry("e", "red red red"), entry("f", "door key")])
    assert found(store, "door", "red")[:2] == ["a", "f"]
    assert found(store, "red")[0] == "e"


def test_a_search_is_narrowed_before_it_is_limited(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.put([entry(f"{n:03}", "red red", "memory/b.md", "2024-01-02") for n in range(60)])
    store.put([entry("x", "red", "memory/x.md", "2025-05-05"), entry("y", "red", "memory/y.md")])
    assert found(store, "red", narrow=Narrow(path="memory/y.md")) == ["y"]
    assert found(store, "red", narrow=Narrow(since="2025-01-01")) == ["x"]
    assert found(store, "red", narrow=Narrow(kinds=("topics",))) == []
    assert len(found(store, "red", narrow=Narrow(until="2024-12-31"))) == 10


def test_common_words_fill_many_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segment, "_POSTINGS_READ", 8)
    store = store_in(tmp_path)
    store.put([entry(f"{n:03}", f"common w{n}") for n in range(100)])
    assert store.having(["common", "w7"]) == {"common": 100, "w7": 1}
    assert found(store, "common", "w42") == ["042"]
    assert len(found(store, "common")) == 10


def test_a_segment_cut_in_half_is_told_and_the_others_answer(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.put([entry("a", "red")])
    (first,) = tmp_path.glob("*.entries.parquet")
    store.put([entry("b", "red")])
    first.write_bytes(first.read_bytes()[: first.stat().st_size // 2])
    again = store_in(tmp_path)
    assert found(again, "red") == ["b"] and again.ids() == {"b"}
    assert "damaged" in again.trouble
    again.put([entry("c", "blue")])
    assert not first.exists() and not again.trouble and again.ids() == {"b", "c"}


def test_a_lost_file_of_words_is_told_too(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.put([entry("a", "red")])
    next(tmp_path.glob("*.words.parquet")).unlink()
    again = store_in(tmp_path)
    assert found(again, "red") == [] and again.trouble


def test_no_row_of_what_was_removed_is_left_in_any_file(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.put([entry("a", "red secret"), entry("b", "red")])
    before = set(tmp_path.iterdir())
    store.remove(["a"])
    assert not before & set(tmp_path.iterdir())
    for path in tmp_path.iterdir():
        assert b"secret" not in path.read_bytes()
        assert "secret" not in str(pq.read_table(path).to_pydict())


def test_files_of_older_versions_are_read_and_become_new_ones_by_and_by(tmp_path: Path) -> None:
    names = SegmentNames("", f"{tmp_path}/0.entries.parquet", f"{tmp_path}/0.words.parquet")
    old, new = entry("a", "red"), replace(entry("b", "red"), mark="m", vector=bytes(4))
    table = segment.table_of([old, entry("c", "red")]).drop_columns(["mark", "vector"])
    segment.write(fs.LocalFileSystem(), names, table, [])
    store = store_in(tmp_path)
    assert store.get(["a"]) == {"a": old} and store.near(bytes(4), "m", 5) == []
    store.put([new])
    store.remove(["c"])
    for n in range(4):
        store.put([entry(f"{n}", "blue")])
    assert [hit.entry for hit in store.near(bytes(4), "m", 5)] == [new]
    assert store.get(["a", "b", "c"]) == {"a": old, "b": new} and not store.trouble


class Killed(Exception):  # noqa: N818
    """Ends a write where a kill would."""


class Dying:
    """A file system that ends after some changes."""

    def __init__(self, left: int) -> None:
        self.real, self.left = fs.LocalFileSystem(), left

    def __getattr__(self, name: str) -> Any:
        if name in ("open_output_stream", "move", "delete_file"):
            if self.left == 0:
                raise Killed
            self.left -= 1
        return getattr(self.real, name)


def test_a_kill_at_any_change_leaves_every_entry_findable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_FEW", 3)
    for left in range(40):
        folder = tmp_path / str(left)
        real = store_in(folder)
        real.put([entry("a", "red"), entry("b", "red")])
        real.put([entry("c", "red")])
        dying: Any = Dying(left)
        try:
            store = ParquetStore(dying, str(folder))
            store.put([entry("d", "red"), entry("a", "red new")])
            store.remove(["c"])
            ended = True
        except Killed:
            ended = False
        again = store_in(folder)
        assert {"a", "b"} <= again.ids() and {"a", "b"} <= set(found(again, "red"))
        again.put([entry("d", "red"), entry("a", "red new")])
        again.remove(["c"])
        assert again.ids() == {"a", "b", "d"} and again.size().entries == 3
        assert not list(folder.glob("*.part"))
        if ended:
            return
    raise AssertionError("it never ran to its end")


def test_a_folder_that_refuses_is_away_and_not_damaged(tmp_path: Path) -> None:
    class Refusing(Dying):
        def __getattr__(self, name: str) -> Any:
            if name == "get_file_info":
                raise OSError("the server hangs")
            return super().__getattr__(name)

    refusing: Any = Refusing(0)
    with pytest.raises(Away):
        ParquetStore(refusing, str(tmp_path)).search(["red"], 3)
