"""Runs that give lines their vectors: stopped, failed, resumed, and with files changing."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import closing

import pytest

from desktop_app.errors import Problem
from desktop_app.search.meaning.embedder_choice import EmbedderChoice
from desktop_app.search.query import Query
from tests.search.meaning.conftest import Desk
from tests.support.embedding import Concepts

_WORDS = ["one", "two", "three", "four", "five", "six", "seven"]
LINES = [f"Line {word} tells of the harbour" for word in _WORDS]


@pytest.fixture
def full(desk: Desk) -> Desk:
    desk.put("MEMORY.md", "".join(f"- {line}\n" for line in LINES))
    return desk


def after(calls: int, act: Callable[[], None]) -> Callable[[], None]:
    """Something that acts when it is called for the `calls`-th time."""
    left = [calls]

    def called() -> None:
        left[0] -= 1
        if left[0] == 0:
            act()

    return called


def test_every_line_is_read_once_and_progress_is_told(full: Desk) -> None:
    told: list[tuple[int, int]] = []
    assert full.keep_up(lambda done, lines: told.append((done, lines))) == 7
    assert sorted(full.concepts.texts) == sorted(LINES)
    assert told == [(4, 7), (7, 7)]
    assert full.keep_up() == 0


def test_a_run_that_failed_goes_on_where_it_was(full: Desk) -> None:
    def gone() -> None:
        raise Problem("The model is gone.", "Install it again.")

    full.concepts.before = after(2, gone)
    with pytest.raises(Problem, match="The model is gone"):
        full.keep_up()
    status = full.meaning.status()
    assert (status.done, status.lines, status.serving) == (4, 7, "")
    assert status.trouble == "The model is gone."
    assert full.keep_up() == 3
    assert sorted(full.concepts.texts) == sorted(LINES)
    assert full.meaning.status().trouble == ""


def test_what_is_written_during_a_run_is_read_in_it(full: Desk) -> None:
    full.concepts.before = after(1, lambda: full.put("memory/2026-11-20.md", "- A late line\n"))
    full.keep_up()
    assert "A late line" in full.concepts.texts
    assert full.meaning.status().done == 8


def test_a_file_that_changes_during_a_run_is_read_as_it_is_then(full: Desk) -> None:
    full.concepts.before = after(1, lambda: full.put("MEMORY.md", "- Only this is left\n"))
    full.keep_up()
    status = full.meaning.status()
    assert (status.done, status.lines) == (1, 1)
    assert [text for text, _ in full.found("only left")] == ["Only this is left"]


def test_a_model_that_can_not_be_had_is_told_and_nothing_changes(full: Desk) -> None:
    full.rack.gone = Problem("There is no such model.")
    with pytest.raises(Problem, match="no such model"):
        full.keep_up()
    assert full.meaning.status().trouble == "There is no such model."
    full.rack.gone = None
    assert full.keep_up() == 7


def test_a_text_that_the_model_refuses_is_passed_over_and_counted(full: Desk) -> None:
    full.concepts.refuses = {"three", "six"}
    full.keep_up()
    status = full.meaning.status()
    assert (status.done, status.refused, status.lines, status.unread) == (5, 2, 7, 0)
    assert status.ready and status.trouble == ""
    assert "Line two tells of the harbour" in dict(full.found("line two"))
    asked = list(full.concepts.texts)
    assert full.keep_up() == 0
    assert full.concepts.texts == asked, "a refused text is not tried at each run"


def test_a_model_that_refuses_every_text_is_at_fault_itself(full: Desk) -> None:
    full.concepts.refuses = {""}
    with pytest.raises(Problem, match="A fault of its own"):
        full.keep_up()
    status = full.meaning.status()
    assert (status.done, status.refused, status.ready) == (0, 0, False)
    full.concepts.refuses = set()
    assert full.keep_up() == 7


def test_a_refused_line_that_is_gone_is_counted_no_more(full: Desk) -> None:
    full.concepts.refuses = {"three"}
    full.keep_up()
    full.put("MEMORY.md", "".join(f"- {line}\n" for line in LINES if "three" not in line))
    full.keep_up()
    assert (full.meaning.status().refused, full.meaning.status().lines) == (0, 6)


def test_only_one_run_at_a_time(full: Desk) -> None:
    refused: list[Problem] = []

    async def both() -> None:
        async def second() -> None:
            with pytest.raises(Problem, match="already") as problem:
                await full.meaning.keep_up()
            refused.append(problem.value)

        await asyncio.gather(full.meaning.keep_up(), second())

    asyncio.run(both())
    assert len(refused) == 1


def test_lines_that_only_moved_in_their_file_are_no_lookups(full: Desk) -> None:
    full.keep_up()
    full.put("MEMORY.md", "".join(f"- {line}\n" for line in reversed(LINES)))
    full.keep_up()
    counters = full.meaning.status().counters
    assert (counters.exact, counters.miss) == (0, 7)


def test_a_nearly_equal_line_borrows_a_vector(desk: Desk) -> None:
    desk.put("MEMORY.md", "- The report is written in the evening\n")
    desk.keep_up()
    desk.put("memory/2026-11-20.md", "- the report is written, in the evening\n")
    assert desk.keep_up() == 0
    counters = desk.meaning.status().counters
    assert (counters.near, counters.miss) == (1, 1)
    with closing(desk.store()) as store, store.using() as db:
        assert db.execute("select count(*), count(distinct vector) from vectors").fetchall() == [
            (2, 1)
        ]


def test_two_programs_read_one_notebook(full: Desk) -> None:
    other = full.open()

    async def both() -> None:
        await asyncio.gather(full.meaning.keep_up(), other.keep_up())

    asyncio.run(both())
    other.close()
    status = full.meaning.status()
    assert (status.done, status.lines, status.ready) == (7, 7, True)
    assert status.counters.miss == 7


def test_two_programs_with_two_embedders_leave_each_other_their_vectors(full: Desk) -> None:
    full.keep_up()
    other = Concepts("another", turned=3, batch=2)
    full.rack.named["ollama another"] = other
    theirs = full.open()
    theirs.choose(EmbedderChoice("ollama", "another", 0.5))
    other.before = after(2, lambda: to_another_thread(full.keep_up))
    assert asyncio.run(theirs.keep_up()) == 7, "what was read of them stays when we end a run"
    status = theirs.status()
    theirs.close()
    assert (status.serving, status.done, status.ready) == ("ollama another", 7, True)


def test_an_embedder_replaced_in_the_middle_of_a_run_is_told_and_leaves_nothing(full: Desk) -> None:
    wide = Concepts("another", turned=3)
    full.rack.named["ollama another"] = wide
    theirs = full.open()
    theirs.choose(EmbedderChoice("ollama", "another", 0.5))
    full.meaning.status()
    full.concepts.before = after(
        2, lambda: to_another_thread(lambda: asyncio.run(theirs.keep_up()))
    )
    with pytest.raises(Problem, match="Another program reads these lines"):
        full.keep_up()
    assert theirs.search(Query("line two of the harbour")).arms == ("words", "meaning")
    theirs.close()
    with full.store().using() as db:
        kept = db.execute("select distinct embedder from vectors").fetchall()
        assert kept == db.execute("select id from embedders").fetchall()


def to_another_thread(work: Callable[[], object]) -> None:
    """As another program would do it, waited for here."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
