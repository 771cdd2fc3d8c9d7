"""What waits while its days change: a line that is gone takes the tick of what rests on it away."""

import asyncio
from pathlib import Path

import pytest

from desktop_app.dreams import decisions
from desktop_app.dreams.dream import deep_dream
from desktop_app.errors import Problem
from desktop_app.faces.operations.dream_answers import proposals_text, summary_json
from desktop_app.memory import Memory
from desktop_app.ui.review.change_words import State, state_of, warnings_of
from tests.support.dreaming import COFFEE, DAY, NOON, REPORT, ToldDreamer, a_notebook, opened

TOLD = (
    "The day has changed since: “moves from 27 November to 4 December” is no longer there.",
)  # fmt: skip
CANCELLED = DAY.replace("The report moves from", "Wrong: the report does not move from")


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """A notebook in which a dream waits that has ticked a change of the report, and coffee."""
    memory = opened(a_notebook(tmp_path), tmp_path)
    dream(memory)
    return memory


def dream(memory: Memory) -> None:
    dreamer = ToldDreamer(REPORT, COFFEE)
    asyncio.run(deep_dream(memory._notebook, memory._store, dreamer, now=NOON, force=True))


def now_reads(memory: Memory, day: str) -> None:
    """Another program has written the day."""
    (memory.root / "memory/2026-11-20.md").write_text(day)


def ticks(memory: Memory) -> list[bool]:
    return [change.accepted for change in memory.dreams.proposal().changes]


def doubts(memory: Memory) -> list[tuple[str, ...]]:
    changes = memory.dreams.proposal().changes
    return [tuple(doubt.message for doubt in change.doubts) for change in changes]


def written(memory: Memory) -> tuple[bool, bool]:
    text = (memory.root / "MEMORY.md").read_text()
    return str(REPORT.new) in text, str(COFFEE.new) in text


def test_what_rests_on_a_line_that_is_gone_loses_its_tick_and_says_why(memory: Memory) -> None:
    assert (ticks(memory), doubts(memory)) == ([True, True], [(), ()])
    now_reads(memory, CANCELLED)
    assert (ticks(memory), doubts(memory)) == ([False, True], [TOLD, ()])
    change = memory.dreams.proposal().changes[0]
    assert (state_of(change), tuple(warnings_of(change))) == (State.HELD, TOLD), "in the window"
    assert TOLD[0] in "\n".join(proposals_text([summary_json(memory.dreams.proposal(), ())]))
    (memory.root / "memory/2026-11-20.md").unlink()
    assert ticks(memory) == [False, False], "a day that is gone has no line"


def test_what_was_only_added_to_or_moved_in_its_day_keeps_its_tick(memory: Memory) -> None:
    head, first, second = DAY.partition("- The report")
    moved = f"{head}- Before it.\n\n## Later (10:00)\n\n{first}{second}- After it.\n"
    now_reads(memory, moved.replace("\n", "\r\n"))
    assert (ticks(memory), doubts(memory)) == ([True, True], [(), ()])
    kept = memory.dreams.proposal()
    assert [one.sources[0].line for one in kept.changes] == [9, 10], "where the lines stand now"
    memory.dreams.apply()
    assert written(memory) == (True, True)
    told = memory.dreams.diaries()[0].changes
    assert [one.sources[0].line for one in told] == [9, 10]


def test_what_was_ticked_before_its_line_went_is_not_written_but_waits(memory: Memory) -> None:
    memory.dreams.decide(memory.dreams.proposal().id, 1, True)
    now_reads(memory, CANCELLED)  # nobody has looked since
    applied = memory.dreams.apply()
    assert written(memory) == (False, True)
    assert applied.waiting and [one.new for one in applied.waiting.changes] == [REPORT.new]
    assert doubts(memory) == [TOLD]
    with pytest.raises(Problem, match="No change of this dream is accepted"):
        memory.dreams.apply()


def test_who_ticks_it_in_spite_of_the_doubt_has_it_written(memory: Memory) -> None:
    now_reads(memory, CANCELLED)
    memory.dreams.decide(memory.dreams.proposal().id, 1, True)
    assert (ticks(memory), doubts(memory)) == ([True, True], [TOLD, ()])
    memory.dreams.apply()
    assert written(memory) == (True, True)


def test_a_word_on_another_change_does_not_tick_it(memory: Memory) -> None:
    name = memory.dreams.proposal().id
    now_reads(memory, CANCELLED)
    memory.dreams.decide(name, 2, False)
    memory.dreams.decide_all(name, [1, 2], True)
    assert ticks(memory) == [False, True], "nor does a yes to many"
    assert decisions.of_kinds(memory.dreams.proposal(), {"updated", "added"}) == {2}
    memory.dreams.apply(only=[1])
    assert written(memory) == (True, False), "by its number it is taken"
