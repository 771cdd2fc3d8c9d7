"""Lines proposed at once: against memory, beside what waits, and never again after a no."""

from desktop_app.dreams.line_proposals import propose
from desktop_app.dreams.proposal import ChangeKind
from desktop_app.memory import Memory
from desktop_app.notebook.source import Source, line_sha
from tests.support.dreaming import NOON

TODAY = "memory/2026-11-21.md"
PILOT = "My sister Ines works as a harbour pilot in Porto since 2019."
CHARTS = "I prefer printed charts to screens when I plan a passage."
REPORT = "The report moved from 27 November to 4 December."


def proposed(memory: Memory, *texts: str) -> int:
    lines = [
        Source(TODAY, 5 + n, text, line_sha(f"- User: {text}")) for n, text in enumerate(texts)
    ]
    return propose(memory._notebook, memory._store, lines, NOON.date(), NOON)


def test_what_is_new_is_proposed_with_the_place_that_says_it(memory: Memory) -> None:
    assert proposed(memory, PILOT, CHARTS) == 2
    (proposal,) = memory.dreams.proposals()
    assert {(c.new, c.kind, c.sources[0].quote) for c in proposal.changes} == {
        (text, ChangeKind.ADDED, text) for text in (PILOT, CHARTS)
    }
    assert {c.sources[0].line for c in proposal.changes} == {5, 6}
    assert [c.n for c in proposal.changes] == [1, 2]


def test_what_changes_a_line_of_memory_is_about_that_line(memory: Memory) -> None:
    assert proposed(memory, REPORT) == 1
    ((change,),) = [one.changes for one in memory.dreams.proposals()]
    assert change.kind == ChangeKind.QUESTION
    assert change.old == ("The report is due on 27 November; Jonas signs it off.",)
    assert not change.accepted


def test_what_memory_says_already_is_not_proposed(memory: Memory) -> None:
    assert proposed(memory, "The boiler is serviced in March.") == 0
    assert memory.dreams.proposals(None) == []


def test_more_lines_join_the_proposal_that_waits_unticked(memory: Memory) -> None:
    proposed(memory, PILOT)
    (first,) = memory.dreams.proposals()
    assert [c.accepted for c in first.changes] == [False]
    assert proposed(memory, PILOT, CHARTS) == 1, "the first is there already"
    (longer,) = memory.dreams.proposals()
    assert longer.id == first.id and longer.changes[0] == first.changes[0]
    assert (longer.changes[1].new, longer.changes[1].accepted) == (CHARTS, False)
