"""Lines that a tier keeps are found by their meaning, as those in the index are."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.search.meaning.embedder_choice import OFF
from desktop_app.search.moving import Mover
from desktop_app.search.retrievers import SearchBy
from desktop_app.tiers.entry import ANYWHERE, Narrow
from desktop_app.tiers.store import Away, Tier, TierHit, TierStore
from tests.search.conftest import Shelf
from tests.search.meaning.conftest import CHOSEN, Desk
from tests.support.embedding import Concepts
from tests.support.remembered_tier import RememberedTier
from tests.tiers.test_stores import EVERY, a_store

OLD = "memory/2024-05-01.md"
CAR = "Purchased one automobile"
HERE = "# Memory\n\n" + "".join(f"- Kelp number {n} grows in bay{n}\n" for n in range(24))
NOTES = {
    "MEMORY.md": f"{HERE}- The vessel needs paint\n",
    OLD: f"# Automobile\n- {CAR}\n- The doctor was glad\n- 买了汽车\n",
    "memory/2024-05-02.md": "- A ship came in\n- Nothing else to tell about the paint\n",
}
QUESTIONS = ("car", "who is happy", "boat", "paint of the boat", "bay7", "medic", "zebra crossing")


class Watched(RememberedTier):
    """Counts how often it is asked by meaning, and may refuse that."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.hangs = 0, False

    def near(
        self, vector: bytes, mark: str, limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierHit]:
        self.asked += 1
        if self.hangs:
            raise Away("The store hangs.", "")
        return super().near(vector, mark, limit, narrow)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    shelf = Shelf(tmp_path / "shelf")
    desk = Desk(shelf, tmp_path)
    for path, text in NOTES.items():
        desk.put(path, text)
    desk.keep_up()
    yield desk
    desk.meaning.close()
    shelf.index.close()


@pytest.fixture
def watched() -> Watched:
    return Watched()


def move(desk: Desk, store: TierStore) -> None:
    index = desk.shelf.index
    index.stores = {Tier.COLD: store}
    due = {path: Tier.COLD for path in NOTES if path != "MEMORY.md"}
    assert Mover(index, index.stores, desk.meaning.carried).move(due) == 2
    desk.meaning.forget(questions=False)


def hits(desk: Desk, question: str, **how: object) -> list[tuple[str, SearchBy, float]]:
    found = desk.search(question, **how).hits
    return [(hit.text, hit.by, round(hit.score, 5)) for hit in found]


@pytest.mark.parametrize("place", EVERY)
def test_a_search_by_meaning_finds_the_same_after_the_move(
    desk: Desk, place: str, request: pytest.FixtureRequest
) -> None:
    store = a_store(place, request, secrets.token_hex(16))
    ways: list[dict[str, object]] = [
        {}, {"arms": "meaning"}, {"arms": "words"}, {"by": "file"}, {"path": OLD}, {"limit": 1},
    ]  # fmt: skip
    before = [[hits(desk, one, **way) for one in QUESTIONS] for way in ways]
    assert before[0][0][0][:2] == (CAR, "meaning")
    move(desk, store)
    assert desk.store().saying(lambda text: text == CAR) == 0
    assert [[hits(desk, one, **way) for one in QUESTIONS] for way in ways] == before
    desk.put(OLD, "- The doctor was glad\n")
    Mover(desk.shelf.index, desk.shelf.index.stores).sweep()
    car = Concepts().vector(CAR).tobytes()
    assert all(one.vector != car for one in store.get(store.ids()).values())
    assert CAR not in [text for text, *_ in hits(desk, "car")]
    store.close()


def test_vectors_of_another_model_are_not_compared(desk: Desk, watched: Watched) -> None:
    move(desk, watched)
    assert {entry.mark for entry in watched.get(watched.ids()).values()} == {"", "concepts 1"}
    desk.rack.named["ollama others"] = Concepts("others 1", turned=3)
    desk.meaning.choose(CHOSEN._replace(model="others"))
    desk.keep_up()
    assert CAR not in [text for text, *_ in hits(desk, "car")]
    assert ("A ship came in", "words") in desk.found("when did the ship come")


def test_a_tier_that_can_not_be_asked_by_meaning_is_told_and_its_words_are_found(
    desk: Desk, watched: Watched
) -> None:
    move(desk, watched)
    watched.hangs = True
    results = desk.search("boat ship")
    assert results.skipped == "Not searched: The store hangs." and results.note == ""
    assert {hit.text for hit in results.hits} == {"The vessel needs paint", "A ship came in"}


def test_who_does_not_search_by_meaning_asks_no_tier_for_it(desk: Desk, watched: Watched) -> None:
    desk.meaning.choose(OFF)
    move(desk, watched)
    assert not any(entry.vector or entry.mark for entry in watched.get(watched.ids()).values())
    desk.search("car")
    desk.meaning.choose(CHOSEN)
    desk.search("car", arms="words")
    desk.search("car", at_hand=True)
    assert watched.asked == 0
    desk.search("car")
    assert watched.asked == 1
