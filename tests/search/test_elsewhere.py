"""Files that a tier keeps: the same search finds them, once, whatever is killed or lost."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from desktop_app.search.index import Hit, SearchIndex
from desktop_app.search.moving import Mover, standings
from desktop_app.search.operators import narrowed, read
from desktop_app.search.query import Query
from desktop_app.search.retrievers import Arms
from desktop_app.tiers.store import Away, Tier
from tests.search.conftest import Shelf
from tests.support.remembered_tier import RememberedTier

NOTES = {
    "MEMORY.md": "# Home\n- The boiler is from 1998\n- Anna prefers tea\n",
    "memory/2024-05-01.md": "# Garden\n- The hedge was cut\n- Anna planted roses beside it\n",
    "memory/2024-05-02.md": "# House\n- The boiler leaked again\n- A plumber came at noon\n",
    "memory/2025-01-09.md": "- 我喜欢喝茶\n- The boiler was serviced\n- don't call before ten\n",
    "memory/recipes.md": "# Soup\n- Leek soup needs cream\n",
}
QUESTIONS = [
    "boiler", "Who planted roses?", "when did the boiler leak and who came", "喝茶", "茶", "by",
    "don't", "plumber noon", "hedge roses", "2024-05-02", "soup", "leaked boiler", "C++ boiler",
    "What happened in the house in May 2024?", "nothing of this",
]  # fmt: skip


class ListStore(RememberedTier):
    """A tier that may be away."""

    away = False

    def __getattribute__(self, name: str) -> Any:
        if name in {"put", "get", "search", "having", "remove", "ids"} and self.away:
            raise Away("The store hangs.", "")
        return super().__getattribute__(name)


@pytest.fixture
def cold() -> ListStore:
    return ListStore()


@pytest.fixture
def notes(shelf: Shelf, cold: ListStore) -> Iterator[Shelf]:
    for path, text in NOTES.items():
        shelf.write(path, text)
    shelf.index.stores = {Tier.COLD: cold}
    shelf.index.reconcile(shelf.stats())
    yield shelf


def move(shelf: Shelf, *paths: str) -> int:
    due = dict.fromkeys(paths or [path for path in NOTES if path != "MEMORY.md"], Tier.COLD)
    return Mover(shelf.index, shelf.index.stores).move(due)


def paths(store: ListStore) -> set[str]:
    return {entry.path for entry in store.get(store.ids()).values()}


def told(hits: Sequence[Hit]) -> list[tuple[float, Hit]]:
    return [(round(hit.score, 6), replace(hit, arms=Arms())) for hit in hits]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_search_finds_the_same_in_the_same_order_after_the_move(
    notes: Shelf, question: str
) -> None:
    before = told(notes.find(question))
    assert move(notes) == 4 and notes.index.counts().chunks == 3
    assert told(notes.find(question)) == before


def test_what_narrows_a_search_narrows_it_everywhere(notes: Shelf) -> None:
    ways: list[dict[str, object]] = [
        {"since": date(2025, 1, 1)}, {"until": date(2024, 5, 1)}, {"kinds": ("topics",)},
        {"path": "memory/2024-05-02.md"}, {"by": "file"}, {"limit": 1}, {"rate": True},
    ]  # fmt: skip
    question = "Who saw the boiler, the soup, and Anna with roses?"
    before = [told(notes.find(question, **way)) for way in ways]
    move(notes)
    assert [told(notes.find(question, **way)) for way in ways] == before
    assert any(hit.path != "MEMORY.md" for hits in before for _, hit in hits)


def test_operators_narrow_a_search_everywhere(notes: Shelf) -> None:
    def found(text: str) -> list[tuple[float, Hit]]:
        query = narrowed(Query(text), read(text, date(2025, 2, 1)))
        return told(notes.index.search(query).hits)

    asked = ['"boiler leaked" again', "boiler -leaked", "「喜欢喝茶」", "boiler since:2025-01",
        "Anna in:days -tea", "soup in:memory/recipes.md"]  # fmt: skip
    before = [found(text) for text in asked]
    assert [len(hits) for hits in before] == [1, 2, 1, 1, 1, 2]
    move(notes)
    assert [found(text) for text in asked] == before


def test_at_hand_is_only_what_the_index_has(notes: Shelf) -> None:
    move(notes)
    assert {hit.path for hit in notes.find("boiler", at_hand=True)} == {"MEMORY.md"}
    assert len({hit.path for hit in notes.find("boiler")}) == 3


def test_a_tier_that_is_away_is_told_and_skipped(notes: Shelf, cold: ListStore) -> None:
    move(notes)
    cold.away = True
    results = notes.index.search(Query("boiler"))
    assert [hit.path for hit in results.hits] == ["MEMORY.md"] and "hangs" in results.skipped
    notes.index.stores = {}
    assert notes.index.search(Query("boiler")).skipped


def test_a_file_that_is_away_is_no_fault_and_no_loss(notes: Shelf) -> None:
    move(notes)
    assert notes.index.check() == [] and notes.index.mend(notes.stats()) is False
    assert notes.index.reconcile(notes.stats()) == [] and notes.index.loss is None
    notes.write("memory/2024-05-01.md", "")
    notes.index.reconcile(notes.stats())
    assert notes.index.loss and notes.index.loss.emptied == ("memory/2024-05-01.md",)
    assert "Anna planted roses beside it" in notes.texts("roses")


def test_a_changed_file_comes_home_and_leaves_the_tier(notes: Shelf, cold: ListStore) -> None:
    move(notes)
    notes.put("memory/2024-05-01.md", "- The hedge is gone\n")
    assert notes.texts("hedge") == ["The hedge is gone"] and notes.texts("roses") == []
    Mover(notes.index, notes.index.stores).mend()
    assert "memory/2024-05-01.md" not in paths(cold)


def test_what_a_tier_lost_is_read_from_the_notes_again(notes: Shelf, cold: ListStore) -> None:
    move(notes)
    cold.remove([one.id for one in cold.get(cold.ids()).values() if "roses" in one.text])
    assert notes.texts("roses") == []
    read = Mover(notes.index, notes.index.stores).mend()
    assert read == ["memory/2024-05-01.md"] and notes.texts("roses")
    assert "memory/2024-05-01.md" not in paths(cold)


def test_everything_comes_back_as_a_new_index_would_have_it(
    notes: Shelf, cold: ListStore, tmp_path: Path
) -> None:
    move(notes)
    Mover(notes.index, notes.index.stores).move(dict.fromkeys(NOTES, Tier.WARM))
    fresh = notes.open(tmp_path / "fresh.db")
    fresh.rebuild(notes.stats())
    assert not cold.ids() and _rows(notes.index) == _rows(fresh)
    assert notes.index.check() == []
    fresh.close()


def test_a_damaged_index_is_made_anew_from_the_notes_alone(notes: Shelf, cold: ListStore) -> None:
    move(notes)
    notes.index.rebuild(notes.stats())
    assert len(notes.find("boiler")) == 3
    Mover(notes.index, notes.index.stores).mend()
    assert not cold.ids()


def test_a_tier_that_keeps_less_than_it_was_given_gets_nothing(
    notes: Shelf, cold: ListStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cold, "put", lambda entries: None)
    with pytest.raises(Away, match="did not keep"):
        move(notes)
    assert notes.find("roses") and all(one.tier is None for one in standings(notes.index))


class Killed(Exception):  # noqa: N818
    """Ends a move where a kill would."""


@pytest.mark.parametrize("step", range(9))
def test_a_kill_at_any_step_of_a_move_leaves_every_line_found_once(
    notes: Shelf, cold: ListStore, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr("desktop_app.search.moving._AT_ONCE", 3)
    before = {hit.text for hit in notes.find("boiler roses soup 茶 hedge plumber Anna", limit=50)}
    left = step

    def dies(real: object) -> object:
        def die(*args: object, **how: object) -> object:
            nonlocal left
            if left == 0:
                left -= 1
                raise Killed
            left -= 1
            return real(*args, **how)  # type: ignore[operator]

        return die

    for thing, names in ((cold, ("put", "get", "remove")), (notes.index, ("let_go", "call_home"))):
        for name in names:
            monkeypatch.setattr(thing, name, dies(getattr(thing, name)))
    with suppress(Killed):
        move(notes)
    for _ in range(2):
        hits = notes.find("boiler roses soup 茶 hedge plumber Anna", limit=50)
        assert {hit.text for hit in hits} == before and len(hits) == len(before)
        move(notes)  # it goes on
    assert sum(one.tier is not None for one in standings(notes.index)) == 4


def _rows(index: SearchIndex) -> list[tuple[object, ...]]:
    select = "select path, line, text, head from chunks join files on files.id = file order by 1, 2"
    return index.ask(lambda connection: connection.execute(select).fetchall())
