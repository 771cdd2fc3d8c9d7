"""The inbox of a notebook: what its answers do, and that they come back."""

from pathlib import Path

import pytest

from desktop_app.dreams.inbox.store import InboxAnswer
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.forgetting.cutting import CHOSEN
from desktop_app.notebook.history import Cause
from tests.support.dreaming import StillClock, a_notebook, opened
from tests.support.every_byte import standing

LEASE = "The lease of the garage ends on 30 November 2026"
CORE = f"# Memory\n\n## Home\n\n- {LEASE}\n- Ana signs for parcels\n"


@pytest.fixture
def memory(tmp_path: Path, clock: StillClock) -> Memory:
    found = opened(a_notebook(tmp_path, CORE, d20261120="# Day\n"), tmp_path, clock)
    write(found, f"{CORE}\n")
    write(found, CORE)
    clock.forward(days=10)
    return found


def text(memory: Memory) -> str:
    return memory.files.read("MEMORY.md").text


def write(memory: Memory, words: str) -> None:
    memory.files.save("MEMORY.md", words.encode(), memory.files.read("MEMORY.md"), Cause.EDIT)


def test_a_line_that_is_true_no_more_goes_the_way_of_a_dream_and_comes_back_to_the_byte(
    memory: Memory,
) -> None:
    (item,) = memory.inbox.today()
    assert memory.inbox.answer(item.id, InboxAnswer.GONE).changed
    assert text(memory) == CORE.replace(f"- {LEASE}\n", "")
    assert memory.history.versions("MEMORY.md")[0].cause == Cause.DREAM
    assert LEASE in memory.files.read("memory/dreams/2026-12-01.md").text
    assert not memory.inbox.today() and not memory.dreams.proposals()
    memory.inbox.undo(item.id)
    assert text(memory) == CORE and not memory.dreams.proposals()


def test_a_day_that_has_passed_is_asked_about_and_each_answer_does_what_it_says(
    memory: Memory,
) -> None:
    (item,) = memory.inbox.today()
    assert "30 November 2026" in item.why
    assert not memory.inbox.answer(item.id, InboxAnswer.STILL).changed
    assert text(memory) == CORE and not memory.inbox.today()
    memory.inbox.undo(item.id)
    new = LEASE.replace("2026", "2027")
    assert memory.inbox.answer(item.id, InboxAnswer.EDIT, new).changed
    assert text(memory) == CORE.replace(LEASE, new)
    memory.inbox.undo(item.id)
    assert memory.inbox.answer(item.id, InboxAnswer.GONE).changed
    assert LEASE not in text(memory)


def test_a_question_tells_where_its_line_stands_and_a_pinned_one_is_never_asked_about(
    memory: Memory, clock: StillClock
) -> None:
    (item,) = memory.inbox.today()
    write(memory, f"A line above.\n{CORE}")
    assert [one.source.line for one in memory.inbox.today()] == [item.source.line + 1]
    memory.files.pin(6)
    assert not memory.inbox.today()
    clock.forward(days=400)
    assert not memory.inbox.today()


def test_a_question_that_has_changed_meanwhile_writes_nothing(memory: Memory) -> None:
    (item,) = memory.inbox.today()
    write(memory, edited := CORE.replace("garage", "shed"))
    with pytest.raises(Problem):
        memory.inbox.answer(item.id, InboxAnswer.GONE)
    assert text(memory) == edited


def test_forgetting_leaves_nothing_of_a_line_in_the_inbox(memory: Memory, tmp_path: Path) -> None:
    (item,) = memory.inbox.today()
    memory.inbox.answer(item.id, InboxAnswer.STILL)
    assert standing(LEASE, tmp_path / "data")
    memory.forgetting.forget(memory.forgetting.find(LEASE), CHOSEN)
    assert not memory.inbox.today()
    assert not standing(LEASE, memory.root, tmp_path / "data")
    assert not standing(item.key, tmp_path / "data")
