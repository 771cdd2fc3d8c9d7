"""The dreams' store: ids, states, windows, what was rejected, and a disk that refuses."""

import dataclasses
import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from desktop_app.database import Database
from desktop_app.dreams.proposal import Proposal, decoded, encoded
from desktop_app.dreams.runs import DreamRun
from desktop_app.dreams.store import DreamStore
from desktop_app.notebook import history
from desktop_app.tables import RECORD
from tests.support import proposals
from tests.support.dreaming import COFFEE, NOON, REPORT

WINDOW = {"2026-11-20": "a" * 64}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    found = Database(tmp_path / "history.db", history.TABLES.make, durable=True)
    yield found
    found.close()


@pytest.fixture
def store(database: Database) -> DreamStore:
    return DreamStore(database)


def proposal(id: str = "20261121-120000", **other: object) -> Proposal:  # noqa: A002
    changes = (dataclasses.replace(REPORT, n=1), dataclasses.replace(COFFEE, n=2))
    made = Proposal(
        id=id, made=NOON, engine="told", model=None, days_read=(date(2026, 11, 20),),
        days_missing=(date(2026, 11, 21),), state="pending", changes=changes, title="T",
        prose="caf\udce9 “prose”", set_aside={"secret": 1}, seconds=0.5, tokens=None, diary=None,
        undone=None,
    )  # fmt: skip
    return dataclasses.replace(made, **other)


def test_the_last_window_is_of_the_newest_dream_that_ended_well(store: DreamStore) -> None:
    store.add(proposal("a"), WINDOW)
    store.add_run(DreamRun("b", NOON + timedelta(hours=1), "nothing", "", "told", 1), {"x": "y"})
    store.add_run(DreamRun("c", NOON + timedelta(hours=2), "failed", "gone", "told", 0))
    assert store.texts_read(only_last=True) == {"x": "y"}
    assert store.last_dream() == NOON + timedelta(hours=1)
    store.put(proposal("a", state="applied"))  # touched later, but not dreamt later
    assert store.texts_read(only_last=True) == {"x": "y"}
    assert [run.id for run in store.runs()] == ["c", "b", "a"]


def test_a_store_of_an_earlier_version_keeps_its_runs(database: Database) -> None:
    DreamStore(database).add_run(DreamRun("a", NOON, "failed", "gone", "told", 0))
    with database.write() as db:
        for later in ("hint", "model", "again", "topics"):
            db.execute(f"alter table dreams drop column {later}")
        db.execute(f"drop table {RECORD}")  # it knew no record of what was made
    store = DreamStore(database)
    assert store.runs() == [DreamRun("a", NOON, "failed", "gone", "told", 0)]
    told = DreamRun("b", NOON, "failed", "gone", "ollama", 2, hint="Retry.", model="m")
    store.add_run(told)
    assert store.runs()[0] == told


def test_a_dream_that_an_earlier_version_kept_is_read_without_what_is_known_no_more() -> None:
    made = proposals.proposal()
    raw = json.loads(encoded(made))
    raw["recall"] = {"asked": 50, "lost": []}
    for change in raw["changes"]:
        change |= {"page": 2, "costs": []}
    assert decoded(json.dumps(raw)) == made
