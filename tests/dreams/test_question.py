"""A dream asked of an agent or a chat: what it is given, and what its answer comes to."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from desktop_app.dreams.question import AGENT, CHAT, Mind
from desktop_app.errors import Missing, Problem
from desktop_app.memory import Memory
from desktop_app.notebook.history import written_by
from desktop_app.settings import Places
from tests.support.notes import StillClock

MEMORY = """# Memory

## Work

- The report is due on 27 November; Jonas signs it off.
- Jonas has the spare key.

## Home

- Clara has piano on Thursday at 17:00.
"""
DAY = """# Daily Memory: 2026-11-20

## Notes (09:12)

- The report moves from 27 November to 4 December.
- Mara is allergic to peanuts.
"""
ADA, CLAUDE = Mind(AGENT, "Ada"), Mind(CHAT, None)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    root = tmp_path / "notebook"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(MEMORY)
    (root / "memory/2026-11-20.md").write_text(DAY)
    opened = Memory.open(root, Places(tmp_path / "data", tmp_path / "config"), StillClock())
    yield opened
    opened.close()


def marks(text: str) -> dict[str, str]:
    """The marks of a question by what they name."""
    rows = re.findall(r"^(M\d+|H\d+|D[\d-]+:[\d.]+) (.+)$", text, re.MULTILINE)
    return {says: mark for mark, says in rows}


def good_answer(text: str) -> str:
    named = marks(text)
    report = named["The report is due on 27 November; Jonas signs it off."]
    moved = named["The report moves from 27 November to 4 December."]
    peanuts = named["Mara is allergic to peanuts."]
    return (
        f"[MEMORY]\n## Work\n- The report is due on 4 December; Jonas signs it off. "
        f"{{{report}, {moved}}}\n## Health\n- Mara is allergic to peanuts. {{{peanuts}}}\n"
        f"- Mara is allergic to shrimps. {{{peanuts}}}\n[DREAM]\nThe report moved\n"
        "The report moves to 4 December.\n"
    )


def test_an_answer_is_proved_line_by_line_and_waits(memory: Memory) -> None:
    question = memory.dreams.ask(ADA)
    (text,) = question.parts
    answer = memory.dreams.answer(ADA, [good_answer(text)])
    assert [(one.kind, one.accepted) for one in answer.changes] == [
        ("updated", True),
        ("added", True),
        ("added", False),
    ]
    assert answer.changes[2].doubts[0].words == ("shrimps",)
    waiting = memory.dreams.proposal()
    assert (waiting.engine, waiting.model) == (AGENT, "Ada")
    assert (memory.root / "MEMORY.md").read_text() == MEMORY


def test_a_mended_answer_takes_the_place_of_the_one_before(memory: Memory) -> None:
    (text,) = memory.dreams.ask(ADA).parts
    memory.dreams.answer(ADA, [good_answer(text)])
    mended = good_answer(text).replace("shrimps", "nuts")
    memory.dreams.answer(ADA, [mended])
    (waiting,) = memory.dreams.proposals()
    assert [one.new for one in waiting.changes if "nuts" in (one.new or "")].count(
        "Mara is allergic to nuts."
    ) == 1
    assert not any("shrimps" in (one.new or "") for one in waiting.changes)


def test_marks_hold_although_memory_and_days_have_grown(memory: Memory) -> None:
    (text,) = memory.dreams.ask(CLAUDE).parts
    grown = MEMORY.replace("## Work\n\n", "## Work\n\n- The pier is closed on Mondays.\n")
    (memory.root / "MEMORY.md").write_text(grown)
    day = memory.root / "memory/2026-11-20.md"
    day.write_text(DAY.replace("## Notes (09:12)\n\n", "## Notes (09:12)\n\n- Tea at four.\n"))
    answer = memory.dreams.answer(CLAUDE, [good_answer(text)])
    updated = answer.changes[0]
    assert updated.old == ("The report is due on 27 November; Jonas signs it off.",)
    assert updated.accepted and not answer.unknown


def test_a_statement_that_has_changed_since_is_named(memory: Memory) -> None:
    (text,) = memory.dreams.ask(CLAUDE).parts
    changed = MEMORY.replace("27 November", "1 December")
    (memory.root / "MEMORY.md").write_text(changed)
    answer = memory.dreams.answer(CLAUDE, [good_answer(text)])
    assert answer.unknown == ("M1",)
    assert not any(one.old for one in answer.changes)


def test_an_agent_does_not_prove_its_proposal_by_lines_of_its_own(memory: Memory) -> None:
    with written_by("Ada"):
        memory.days.remember("Mara is allergic to milk.")
    (text,) = memory.dreams.ask(ADA).parts
    mark = marks(text)["Mara is allergic to milk."]
    said = f"[MEMORY]\n## Health\n- Mara is allergic to milk. {{{mark}}}\n"
    (own,) = memory.dreams.answer(ADA, [said]).changes
    assert not own.accepted
    memory.dreams.ask(CLAUDE)
    (other,) = memory.dreams.answer(CLAUDE, [said]).changes
    assert other.accepted


def test_a_question_in_parts_is_answered_in_parts(memory: Memory) -> None:
    lines = "".join(f"- Berth {n} belongs to boat {n * 7}.\n" for n in range(400))
    (memory.root / "memory/2026-11-21.md").write_text(f"# Day\n\n{lines}")
    question = memory.dreams.ask(ADA, longest=12_000)
    assert len(question.parts) > 1
    assert all(len(part) <= 12_000 for part in question.parts)
    first, last = marks(question.parts[0]), marks(question.parts[-1])
    peanuts, berth = first["Mara is allergic to peanuts."], last["Berth 399 belongs to boat 2793."]
    answers = [
        f"[MEMORY]\n- Mara is allergic to peanuts. {{{peanuts}}}\n",
        f"[MEMORY]\n- Berth 399 belongs to boat 2793. {{{berth}}}\n",
    ]
    assert [one.accepted for one in memory.dreams.answer(ADA, answers).changes] == [True, True]


def test_what_is_no_answer_is_a_problem_and_nothing_is_kept(memory: Memory) -> None:
    memory.dreams.ask(CLAUDE)
    with pytest.raises(Problem, match="MEMORY"):
        memory.dreams.answer(CLAUDE, ["I would rather talk about the weather."])
    assert memory.dreams.proposals() == []


def test_an_answer_without_a_question_is_a_problem(memory: Memory) -> None:
    with pytest.raises(Missing):
        memory.dreams.answer(CLAUDE, ["[MEMORY]\nnone\n"])


def test_none_is_believed(memory: Memory) -> None:
    memory.dreams.ask(CLAUDE)
    answer = memory.dreams.answer(CLAUDE, ["[MEMORY]\nnone\n[DREAM]\nQuiet\nNothing new.\n"])
    assert answer.proposal is None and answer.changes == ()


def test_what_waits_of_an_earlier_question_stays_when_a_newer_one_is_answered(
    memory: Memory,
) -> None:
    (text,) = memory.dreams.ask(ADA).parts
    memory.dreams.answer(ADA, [good_answer(text)])
    memory.dreams.apply(only={1})
    memory._clock.time += timedelta(minutes=5)  # type: ignore[attr-defined]
    (text,) = memory.dreams.ask(ADA).parts
    key = marks(text)["Jonas has the spare key."]
    memory.dreams.answer(ADA, [f"[MEMORY]\n## Home\n- Jonas has the spare key. {{{key}}}\n"])
    (waiting,) = memory.dreams.proposals()
    assert [(one.kind, one.new) for one in waiting.changes] == [
        ("moved", None),
        ("added", "Mara is allergic to peanuts."),
        ("added", "Mara is allergic to shrimps."),
    ]
