"""A large dream on the command line: its kinds, questions and what was left as a secret."""

from pathlib import Path
from typing import Any

import pytest

from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.faces.test_cli import answered, run, sample
from tests.support import proposals

__all__ = ["sample"]
LARGE = proposals.large()
ID = proposals.proposal().id


@pytest.fixture
def at(sample: Path) -> tuple[str, str]:
    """A notebook in which a large dream waits, and how a command names it."""
    proposals.write_bullets(sample, LARGE)
    aside = proposals.asides(sample, proposals.SAMPLE_KINDS)
    memory = Memory.open(sample, Places.default())
    proposals.keep(memory, proposals.proposal(*LARGE, aside=aside))
    memory.close()
    return ("--notebook", str(sample))


def of(*kinds: str) -> list[int]:
    return [change.n for change in LARGE if change.kind in kinds]


def test_all_changes_are_shown(at: Any, capfdbinary: Any) -> None:
    _, (waiting,) = answered(capfdbinary, *at, "proposals")
    assert waiting["changes"] == 51
    assert [one["n"] for one in waiting["shown"]] == list(range(1, 52))
    assert run([*at, "proposals"]) == 0
    told = capfdbinary.readouterr().out.decode()
    assert LARGE[0].new and LARGE[0].new in told
    moved = next(change for change in LARGE if change.kind == "moved")
    assert f"{moved.n:>3} > moved to memory/harbour.md" in told


def test_a_kind_is_applied_without_the_others(at: Any, sample: Path, capfdbinary: Any) -> None:
    _, applied = answered(capfdbinary, *at, "apply", "--kind", "added", "--except", "1")
    taken = {one["n"] for one in applied["changes"] if one["accepted"]}
    held = {change.n for change in LARGE if change.verdict != "supported"}
    assert taken == set(of("added")) - held - {1}
    text = (sample / "MEMORY.md").read_text()
    assert all(f"- {LARGE[n - 1].new}\n" in text for n in taken)


def test_a_schedule_is_offered_after_the_first_applied_dream_and_not_before(
    at: Any, capfdbinary: Any
) -> None:
    def told(*words: str) -> bool:
        assert run([*at, *words]) == 0
        return "settings dreams.schedule daily" in capfdbinary.readouterr().out.decode()

    assert not told("proposals") and not told("dream")
    assert told("apply", "--kind", "added")
    assert not told("apply", "--kind", "updated")


def test_a_schedule_is_not_offered_where_one_holds(at: Any, capfdbinary: Any) -> None:
    assert run(["settings", "dreams.schedule", "daily"]) == 0
    capfdbinary.readouterr()
    _, applied = answered(capfdbinary, *at, "apply", "--kind", "added")
    assert applied["state"] == "applied" and not applied["offers_schedule"]


def test_what_waits_on_is_shown_and_taken_under_the_numbers_it_had(
    at: Any, sample: Path, capfdbinary: Any
) -> None:
    answered(capfdbinary, *at, "apply", "--only", "2")
    _, (waiting,) = answered(capfdbinary, *at, "proposals")
    # What line 50 adds was written with line 2, word for word.
    assert [one["n"] for one in waiting["shown"]] == [1, *range(3, 50), 51]
    _, applied = answered(capfdbinary, *at, "apply", "--only", "3")
    assert [one["n"] for one in applied["changes"] if one["accepted"]] == [3]
    assert f"- {LARGE[2].new}\n" in (sample / "MEMORY.md").read_text()


@pytest.mark.parametrize("kind", ["question", "new", "", "added,wrong"])
def test_what_is_no_kind_is_said(at: Any, capfdbinary: Any, kind: str) -> None:
    assert run([*at, "apply", "--kind", kind]) == 2
    assert "one or more of added, updated" in capfdbinary.readouterr().err.decode()


def test_only_stands_alone_beside_a_kind_too(at: Any, capfdbinary: Any) -> None:
    assert run([*at, "apply", "--only", "1", "--kind", "added"]) == 2


def test_questions_are_dismissed_and_the_dream_still_waits(at: Any, capfdbinary: Any) -> None:
    _, dismissed = answered(capfdbinary, *at, "discard", "--questions")
    assert (dismissed["dismissed"], dismissed["state"]) == (of("question"), "pending")
    decided = {one["n"] for one in dismissed["changes"] if one["decided"] and not one["accepted"]}
    assert decided == set(of("question"))
    assert run([*at, "discard", "--questions"]) == 3
    assert "has no open question" in capfdbinary.readouterr().err.decode()
    assert answered(capfdbinary, *at, "proposals")[1][0]["id"] == ID
    assert run([*at, "discard"]) == 0
    assert capfdbinary.readouterr().out.decode().startswith("Discarded.")
    assert answered(capfdbinary, *at, "proposals")[1] == []


def test_what_was_left_as_a_secret_is_told_line_by_line(at: Any, capfdbinary: Any) -> None:
    run([*at, "apply", "--only", "2"])
    told = capfdbinary.readouterr().out.decode()
    assert "Left in the days, since they look like secrets:" in told
    assert f"{proposals.day(1)}:14  " in told
    assert "Kelp" not in told and "password of the harbour office is ••••••" in told
    _, discarded = answered(capfdbinary, *at, "undo")
    assert discarded["id"] == ID


def test_a_reason_stands_beside_what_is_proposed_and_not_beside_the_decision(
    at: Any, capfdbinary: Any
) -> None:
    assert run([*at, "proposals"]) == 0
    told = capfdbinary.readouterr().out.decode()
    one = next(change for change in LARGE if not change.accepted and change.reason)
    line = next(line for line in told.splitlines() if line.startswith(f"{one.n:>3} "))
    assert line.endswith(f": {one.reason.rstrip('.')} (undecided)")
