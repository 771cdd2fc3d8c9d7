"""A dream asked of an agent or a chat: what it is given, and what its answer comes to."""

import asyncio
import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from desktop_app.dreams.decisions import writable
from desktop_app.dreams.material import Mind
from desktop_app.dreams.proposal import AGENT, CHAT
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.forgetting.cutting import CHOSEN
from desktop_app.notebook.history import written_by
from desktop_app.notebook.lines import UNLIMITED, Limits
from tests.support.dreaming import opened

MEMORY = """# Memory

## Work

- The report is due on 27 November; Jonas signs it off.
- Jonas has the spare key.

## Home

- Clara has piano on Thursday at 17:00.
"""
REPORT = "The report is due on 27 November; Jonas signs it off."
DAY = """# Daily Memory: 2026-11-20

## Notes (09:12)

- The report moves from 27 November to 4 December.
- Mara is allergic to peanuts.
"""
ADA, BERTHA, A_CHAT = Mind(AGENT, "Ada"), Mind(AGENT, "Bertha"), Mind(CHAT)


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
    question = memory.dreams.mind(ADA).ask()
    (text,) = question.parts
    answer = memory.dreams.mind(ADA).answer([good_answer(text)])
    assert [(one.kind, one.accepted) for one in answer.changes] == [
        ("updated", True),
        ("added", True),
        ("added", False),
    ]
    assert answer.changes[2].doubts[0].words == ("shrimps",)
    waiting = memory.dreams.proposal()
    assert (waiting.engine, waiting.model) == (AGENT, "Ada")
    assert (memory.root / "MEMORY.md").read_text() == MEMORY


@pytest.mark.parametrize(
    ("new", "limits", "ticked"),
    [
        (f"{REPORT} Jonas has the spare key.", UNLIMITED, False),
        (f"{REPORT} Jonas has the spare key.", Limits(characters=9_000), False),
        (f"{REPORT} Jonas has the spare key.", Limits(lines=200), False),
        (
            "The report is due on 27 November; Jonas signs it off, with the spare key.",
            UNLIMITED,
            True,
        ),
    ],
)
def test_memory_is_written_anew_without_a_note_only_where_it_is_shorter(
    memory: Memory, new: str, limits: Limits, ticked: bool
) -> None:
    named = marks(memory.dreams.mind(ADA).ask().parts[0])
    report = named[REPORT]
    key = named["Jonas has the spare key."]
    text = f"[MEMORY]\n## Work\n- {new} {{{report}, {key}}}\n[DREAM]\nnone\n"
    (change,) = memory.dreams.mind(ADA, limits).answer([text]).changes
    assert (change.kind, change.verdict, change.accepted) == ("merged", "supported", ticked)
    assert ("hardly shorter" in change.reason) != ticked


def test_a_statement_that_has_changed_since_is_named(memory: Memory) -> None:
    (text,) = memory.dreams.mind(A_CHAT).ask().parts
    changed = MEMORY.replace("27 November", "1 December")
    (memory.root / "MEMORY.md").write_text(changed)
    answer = memory.dreams.mind(A_CHAT).answer([good_answer(text)])
    assert answer.unknown == ("M1",)
    assert not any(one.old for one in answer.changes)


def test_an_agent_does_not_prove_its_proposal_by_lines_of_its_own(memory: Memory) -> None:
    with written_by("ada"):
        memory.days.remember("Mara is allergic to milk.")
    (text,) = memory.dreams.mind(ADA).ask().parts
    mark = marks(text)["Mara is allergic to milk."]
    said = f"[MEMORY]\n## Health\n- Mara is allergic to milk. {{{mark}}}\n"
    (own,) = memory.dreams.mind(ADA).answer([said]).changes
    assert not own.accepted
    memory.dreams.mind(A_CHAT).ask()
    (other,) = memory.dreams.mind(A_CHAT).answer([said]).changes
    assert other.accepted


def test_each_agent_keeps_its_own_proposal_in_the_one_that_waits(memory: Memory) -> None:
    first, second = memory.dreams.mind(ADA).ask(), memory.dreams.mind(BERTHA).ask()
    memory.dreams.mind(ADA).answer([good_answer(first.parts[0])], first.id)
    key = marks(second.parts[0])["Jonas has the spare key."]
    moved = f"[MEMORY]\n## Home\n- Jonas has the spare key. {{{key}}}\n"
    memory.dreams.mind(BERTHA).answer([moved], second.id)
    (waiting,) = memory.dreams.proposals()
    assert (waiting.model, len(waiting.changes)) == ("Bertha", 4)
    assert [one.by for one in waiting.changes] == ["", "Ada", "Ada", "Ada"]
    lines = good_answer(first.parts[0]).split("\n")
    mended = "\n".join(line for line in lines if "shrimps" not in line)
    memory.dreams.mind(ADA).answer([mended], first.id)
    (waiting,) = memory.dreams.proposals()
    assert [(one.kind, one.by) for one in waiting.changes] == [
        ("updated", ""),
        ("added", ""),
        ("moved", "Bertha"),
    ]


def test_what_a_person_has_decided_on_stays_when_an_answer_is_mended(memory: Memory) -> None:
    (text,) = memory.dreams.mind(ADA).ask().parts
    first = memory.dreams.mind(ADA).answer([good_answer(text)]).proposal
    assert first is not None
    memory.dreams.decide(first.id, 1, False)
    memory.dreams.decide(first.id, 3, True, "Mara is allergic to shrimps, too.")
    mended = memory.dreams.mind(ADA).answer(["[MEMORY]\nnone\n"])
    assert mended.proposal is None
    (waiting,) = memory.dreams.proposals()
    assert [(one.decided, one.accepted) for one in waiting.changes] == [(True, False), (True, True)]
    again = memory.dreams.mind(ADA).answer([good_answer(text)])
    assert again.left_out == {
        "The report is due on 4 December; Jonas signs it off.": "it was rejected before"
    }


def test_of_a_line_that_is_left_out_the_mind_hears_why(memory: Memory) -> None:
    (text,) = memory.dreams.mind(ADA).ask().parts
    named = marks(text)
    peanuts, key = named["Mara is allergic to peanuts."], named["Jonas has the spare key."]
    piano = named["Clara has piano on Thursday at 17:00."]
    memory.forgetting.forget(memory.forgetting.find("Mara is allergic to peanuts"), CHOSEN)
    said = (
        f"[MEMORY]\n- Mara is allergic to peanuts. {{{key}}}\n- Mara, allergic. {{{peanuts}}}\n"
        f"- The password is hunter2hunter2. {{{key}}}\n- Tea. {{{piano}, D2026-11-20:99}}\n"
    )
    answer = memory.dreams.mind(ADA).answer([said])
    assert [one.new for one in answer.changes] == ["Tea."]
    assert answer.unknown == (peanuts, "D2026-11-20:99")
    assert answer.left_out == {
        "Mara, allergic.": "what it cites has changed since",
        "The password is hunter2hunter2.": "it looks like a secret",
        "Mara is allergic to peanuts.": "it says what a person had forgotten",
    }


def test_in_a_folder_of_an_agent_nothing_of_an_agents_proposal_is_ticked(tmp_path: Path) -> None:
    root = tmp_path / "workspace"
    (root / "memory").mkdir(parents=True)
    for name in ("AGENTS.md", "SOUL.md"):
        (root / name).write_text("# Soul\n")
    (root / "MEMORY.md").write_text(MEMORY)
    (root / "memory/2026-11-20.md").write_text(DAY)
    found = opened(root, tmp_path)
    assert found.layout.name == "OpenClaw"
    (text,) = found.dreams.mind(ADA).ask().parts
    changes = found.dreams.mind(ADA).answer([good_answer(text)]).changes
    found.close()
    assert changes[0].verdict == "supported" and not any(one.accepted for one in changes)


def test_what_an_agent_proposes_is_written_by_nobody_but_the_person(memory: Memory) -> None:
    (text,) = memory.dreams.mind(ADA).ask().parts
    proposal = memory.dreams.mind(ADA).answer([good_answer(text)]).proposal
    assert proposal is not None and proposal.changes[0].accepted
    assert not writable(proposal, lambda source: True, agents=True, verbatim=True)


def test_a_line_that_goes_has_to_be_one_of_memory(memory: Memory) -> None:
    (text,) = memory.dreams.mind(ADA).ask().parts
    note = marks(text)["Mara is allergic to peanuts."]
    retired = {"kind": "retired", "marks": [note], "reason": "It has ended."}
    answer = memory.dreams.mind(ADA).answer([json.dumps({"changes": [retired]})])
    assert answer.changes == ()
    assert answer.left_out == {"It has ended.": "it does not say which line of memory it replaces"}


def test_a_diary_names_who_proposed_what_was_taken(memory: Memory) -> None:
    first, second = memory.dreams.mind(ADA).ask(), memory.dreams.mind(A_CHAT).ask()
    memory.dreams.mind(ADA).answer([good_answer(first.parts[0])], first.id)
    key = marks(second.parts[0])["Jonas has the spare key."]
    memory.dreams.mind(A_CHAT).answer(
        [f"[MEMORY]\n## Home\n- Jonas has the spare key. {{{key}}}\n"]
    )
    applied = memory.dreams.apply(only={1, 2})
    told = (memory.root / str(applied.proposal.diary)).read_text()
    assert "· a chat ·" in told and told.count("Ada") == 1
    assert [one.by for one in memory.dreams.diaries()[0].changes] == ["", "Ada"]
    rest = memory.dreams.proposal()
    memory.dreams.apply(rest.id, only={one.n for one in rest.changes[:1]})
    assert "· a chat ·" in (memory.root / str(applied.proposal.diary)).read_text()


@pytest.mark.parametrize(
    "worded",
    [
        "The report is due on 4 December; Jonas signs it off.",
        "Jonas signs off the report, due on 4 December.",
    ],
)
def test_a_dream_that_writes_at_once_leaves_what_an_agent_proposed(
    memory: Memory, worded: str
) -> None:
    """It asks about the same line itself, and its question says less."""
    (text,) = memory.dreams.mind(ADA).ask().parts
    said = good_answer(text).replace("The report is due on 4 December; Jonas signs it off.", worded)
    memory.dreams.mind(ADA).answer([said])
    memory.days.remember("Please remember: the pier is closed on Mondays.")
    memory._clock.at += timedelta(minutes=5)  # type: ignore[attr-defined]
    outcome = asyncio.run(memory.dreams.dream())
    assert outcome.proposal is not None
    applied = memory.dreams.apply_unseen(outcome.proposal)
    written = (memory.root / "MEMORY.md").read_text()
    assert applied is not None and "pier is closed" in written and "4 December" not in written
    waiting = {one.new: (one.kind, one.by) for one in memory.dreams.proposal().changes}
    assert waiting == {
        worded: ("updated", "Ada"),
        "Mara is allergic to peanuts.": ("added", "Ada"),
        "Mara is allergic to shrimps.": ("added", "Ada"),
    }


def test_a_question_that_is_given_back_is_no_answer(memory: Memory) -> None:
    (text,) = memory.dreams.mind(A_CHAT).ask().parts
    with pytest.raises(Problem, match="This is the question"):
        memory.dreams.mind(A_CHAT).answer([text])
    assert memory.dreams.mind(A_CHAT).answer([f"{text}\n{good_answer(text)}"]).changes
