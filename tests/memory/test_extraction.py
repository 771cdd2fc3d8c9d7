"""Extraction over a real notebook: what is skipped, appended and proposed, and its undo."""

from pathlib import Path

import pytest

from desktop_app.dreams.proposal import ChangeKind
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.extraction import Extracted, extract, sentences_of
from desktop_app.sessions.live_events import LiveMessage
from tests.support.dreaming import DAY, MEMORY, a_notebook, opened

TODAY = "memory/2026-11-21.md"
KNOWN = "I'm allergic to peanuts."
CHANGED = "The report moved from 27 November to 4 December."
NEW = "My brother Tomas moved to Lyon last year."


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    made = opened(
        a_notebook(tmp_path, MEMORY + "- I am allergic to peanuts.\n", d20261118=DAY), tmp_path
    )
    made.index.refresh()
    return made


def said(*texts: str, role: str = "user", **more: object) -> list[LiveMessage]:
    return [LiveMessage(f"m{n}", role, text, **more) for n, text in enumerate(texts)]  # type: ignore[arg-type]


def run(memory: Memory, messages: list[LiveMessage], **more: list[str]) -> Extracted:
    return extract(memory.sessions, messages, **more)


def day(memory: Memory) -> str:
    path = memory.root / TODAY
    return path.read_text(encoding="utf-8") if path.exists() else ""


def test_the_same_is_skipped_the_new_is_appended_and_a_change_is_proposed(memory: Memory) -> None:
    before = (memory.root / "MEMORY.md").read_bytes()
    done = run(memory, said(KNOWN, NEW, CHANGED))
    assert (done.skipped, done.appended, done.proposed) == (1, (NEW, CHANGED), 1)
    assert day(memory).endswith(f"\n- {NEW}\n- {CHANGED}\n")
    assert (memory.root / "MEMORY.md").read_bytes() == before
    (proposal,) = memory.dreams.proposals()
    (change,) = proposal.changes
    assert (change.kind, change.accepted) == (ChangeKind.QUESTION, False)
    assert change.old == ("The report is due on 27 November; Jonas signs it off.",)
    assert change.new == "The report is due on 4 December; Jonas signs it off."
    source = next(one for one in change.sources if one.path != "MEMORY.md")
    assert (source.path, source.quote) == (TODAY, CHANGED)
    assert CHANGED in memory.files.lines(TODAY, source.line, 1).text
    applied = memory.dreams.apply(proposal.id, only=[change.n])
    assert "4 December" in (memory.root / "MEMORY.md").read_text() and applied.paths


def test_all_of_it_can_be_undone_at_once(memory: Memory) -> None:
    done = run(memory, said(NEW, CHANGED))
    done.undo()
    assert day(memory) == ""
    assert not memory.dreams.proposals()
    again = run(memory, said(CHANGED))
    assert again.proposed == 0, "a person said no to it"


def test_an_undo_leaves_what_a_person_has_decided_on(memory: Memory) -> None:
    done = run(memory, said(CHANGED))
    (proposal,) = memory.dreams.proposals()
    memory.dreams.decide(proposal.id, 1, True)
    done.undo()
    (kept,) = memory._store.get(proposal.id).changes
    assert kept.accepted and kept.decided
    (shown,) = memory.dreams.proposal(proposal.id).changes
    assert not shown.accepted, "its line is gone"


def test_what_a_model_chose_is_compared_like_the_rules_own(memory: Memory) -> None:
    done = run(memory, said(NEW, KNOWN), found=[NEW, KNOWN, NEW])
    assert (done.skipped, done.appended) == (1, (NEW,))
    assert run(memory, said(NEW), found=[]).appended == ()


def test_a_summary_gives_the_sentences_of_the_person_that_are_no_questions() -> None:
    summary = (
        "- User: My brother moved to Lyon.\n- Assistant: Noted.\n- User: When does it open?\n"
        "- 用户：钢琴课改到周二。\nnonsense\n- User:\n"
    )
    assert sentences_of(summary) == ["My brother moved to Lyon.", "钢琴课改到周二。"]


def test_a_disk_that_refuses_loses_no_fact(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = Problem("The disk is full.")

    def full(*_: object, **__: object) -> object:
        raise refuse

    with monkeypatch.context() as patched:
        patched.setattr("desktop_app.memory.days.days.append_note", full)
        with pytest.raises(Problem, match="full"):
            run(memory, said(NEW))
    assert run(memory, said(NEW)).appended == (NEW,)
