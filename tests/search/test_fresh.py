"""Fresh: which changes come from outside is told once, and the index follows the files."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook import days
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import open_notebook
from desktop_app.search.fresh import Fresh
from desktop_app.search.index import Query, SearchIndex
from tests.search.test_watch import until
from tests.support.dreaming import NOON

TODAY = "memory/2026-11-21.md"


@pytest.fixture
def index(notebook: Notebook, tmp_path: Path) -> Iterator[SearchIndex]:
    made = SearchIndex(tmp_path / "index.db", notebook.read, notebook.layout.kind)
    yield made
    made.close()


@pytest.fixture
def fresh(notebook: Notebook, index: SearchIndex) -> Fresh:
    made = Fresh(notebook, index)
    assert made.look() == ()  # the first look has nothing to compare with
    made.follow()
    return made


def noted(fresh: Fresh, notebook: Notebook, text: str) -> None:
    with fresh.own() as paths:
        paths.append(days.append_note(notebook, text, NOON).path)


def test_each_outside_change_is_told_once(fresh: Fresh, notebook: Notebook) -> None:
    (notebook.root / TODAY).write_bytes(b"- from outside\n")
    (notebook.root / "memory" / "2026-11-20.md").unlink()
    assert fresh.look() == ("memory/2026-11-20.md", TODAY)
    assert fresh.look() == ()


def test_own_writes_are_indexed_at_once_and_not_told(
    fresh: Fresh, notebook: Notebook, index: SearchIndex
) -> None:
    noted(fresh, notebook, "zebra")
    assert [hit.path for hit in index.search(Query("zebra")).hits] == [TODAY]
    assert fresh.look() == ()


def test_another_of_our_programs_right_after_an_own_write_is_told(
    fresh: Fresh, notebook: Notebook, tmp_path: Path
) -> None:
    # The command line waits for the lock, and writes the moment the window lets it go.
    other = open_notebook(notebook.root, tmp_path / "data")
    waiting = threading.Thread(target=days.append_note, args=(other, "from the other", NOON))
    with fresh.own() as paths:
        waiting.start()
        paths.append(days.append_note(notebook, "mine", NOON).path)
    waiting.join()
    other.close()
    assert fresh.look() == (TODAY,)


def test_a_look_during_an_own_write_does_not_take_it_for_an_outside_one(
    fresh: Fresh, notebook: Notebook
) -> None:
    told: list[tuple[str, ...]] = []
    looking = threading.Thread(target=lambda: told.append(fresh.look()))
    with fresh.own() as paths:
        paths.append(days.append_note(notebook, "mine", NOON).path)
        looking.start()
        looking.join(0.2)
    looking.join()
    assert told == [()]


def test_a_failed_own_write_hides_nothing(fresh: Fresh, notebook: Notebook) -> None:
    with pytest.raises(Problem), fresh.own():
        (notebook.root / TODAY).write_bytes(b"- from outside\n")
        raise Problem("The disk is full.")
    assert fresh.look() == (TODAY,)


def test_what_the_watcher_heard_of_is_not_up_to_date_until_it_was_read(
    fresh: Fresh, notebook: Notebook
) -> None:
    seen, settled = threading.Event(), threading.Event()

    def tell() -> None:
        assert seen.wait(60)
        settled.set()

    fresh.watch(tell)
    assert fresh.freshness.in_words == "up to date"
    (notebook.root / TODAY).write_bytes(b"- from outside\n")
    until(lambda: fresh.freshness.pending)  # it may still go on: nobody looks yet
    assert fresh.freshness.in_words == "changes are being read" and not fresh.freshness.fresh
    seen.set()
    assert settled.wait(60)
    assert fresh.freshness.pending
    fresh.look()
    assert fresh.freshness.pending
    fresh.follow()
    assert fresh.freshness.in_words == "up to date"
    fresh.stop()


def test_what_comes_while_others_are_read_is_still_to_be_read(
    fresh: Fresh, notebook: Notebook
) -> None:
    fresh.watch(lambda: None)
    fresh.look()
    (notebook.root / TODAY).write_bytes(b"- from outside\n")
    until(lambda: fresh.freshness.pending)
    fresh.follow()  # what was seen before
    assert fresh.freshness.pending
    fresh.stop()
