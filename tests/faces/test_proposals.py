"""A large dream on the command line: its kinds, questions and what was left as a secret."""

import pytest

from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.support import proposals
from tests.support.cli import Shell

LARGE = proposals.large()
ID = proposals.proposal().id


@pytest.fixture
def shell(sample_shell: Shell) -> Shell:
    """Commands on a notebook in which a large dream waits."""
    proposals.write_bullets(sample_shell.folder, LARGE)
    aside = proposals.asides(sample_shell.folder, proposals.SAMPLE_KINDS)
    memory = Memory.open(sample_shell.folder, Places.default())
    proposals.keep(memory, proposals.proposal(*LARGE, aside=aside))
    memory.close()
    return sample_shell


def of(*kinds: str) -> list[int]:
    return [change.n for change in LARGE if change.kind in kinds]


def test_all_changes_are_shown(shell: Shell) -> None:
    (waiting,) = shell.do("proposals")
    assert waiting["changes"] == 51
    assert [one["n"] for one in waiting["shown"]] == list(range(1, 52))
    told = shell.says("proposals")
    assert LARGE[0].new and LARGE[0].new in told
    moved = next(change for change in LARGE if change.kind == "moved")
    assert f"{moved.n:>3} > moved to memory/harbour.md" in told


def test_a_kind_is_applied_without_the_others(shell: Shell) -> None:
    applied = shell.do("apply", "--kind", "added", "--except", "1")
    taken = {one["n"] for one in applied["changes"] if one["accepted"]}
    held = {change.n for change in LARGE if change.verdict != "supported"}
    assert taken == set(of("added")) - held - {1}
    text = (shell.folder / "MEMORY.md").read_text()
    assert all(f"- {LARGE[n - 1].new}\n" in text for n in taken)


def test_a_schedule_is_offered_after_the_first_applied_dream_and_not_before(shell: Shell) -> None:
    def told(*words: str) -> bool:
        return "settings dreams.schedule daily" in shell.says(*words)

    assert not told("proposals") and not told("dream")
    assert told("apply", "--kind", "added")
    assert not told("apply", "--kind", "updated")


def test_a_schedule_is_not_offered_where_one_holds(shell: Shell) -> None:
    assert shell.run("settings", "dreams.schedule", "daily") == 0
    applied = shell.do("apply", "--kind", "added")
    assert applied["state"] == "applied" and not applied["offers_schedule"]


def test_what_waits_on_is_shown_and_taken_under_the_numbers_it_had(shell: Shell) -> None:
    shell.do("apply", "--only", "2")
    (waiting,) = shell.do("proposals")
    # What line 50 adds was written with line 2, word for word.
    assert [one["n"] for one in waiting["shown"]] == [1, *range(3, 50), 51]
    applied = shell.do("apply", "--only", "3")
    assert [one["n"] for one in applied["changes"] if one["accepted"]] == [3]
    assert f"- {LARGE[2].new}\n" in (shell.folder / "MEMORY.md").read_text()


@pytest.mark.parametrize("kind", ["question", "new", "", "added,wrong"])
def test_what_is_no_kind_is_said(shell: Shell, kind: str) -> None:
    assert "one or more of added, updated" in shell.says("apply", "--kind", kind, code=2)


def test_only_stands_alone_beside_a_kind_too(shell: Shell) -> None:
    assert shell.run("apply", "--only", "1", "--kind", "added") == 2


def test_a_dream_is_discarded(shell: Shell) -> None:
    assert shell.says("discard").startswith("Discarded.")
    assert shell.do("proposals") == []


def test_what_was_left_as_a_secret_is_told_line_by_line(shell: Shell) -> None:
    told = shell.says("proposals")
    assert "Left as they are, since they look like secrets or may steer an agent:" in told
    assert f"{proposals.day(1)}:14\n" in told and "Kelp" not in told
    shell.run("apply", "--only", "2")
    assert shell.do("undo")["id"] == ID


def test_a_reason_stands_beside_what_is_proposed_and_not_beside_the_decision(shell: Shell) -> None:
    told = shell.says("proposals")
    one = next(change for change in LARGE if not change.accepted and change.reason)
    line = next(line for line in told.splitlines() if line.startswith(f"{one.n:>3} "))
    assert line.endswith(f": {one.reason.rstrip('.')} (undecided)")


def test_apply_tells_what_was_written_and_no_other_change(shell: Shell) -> None:
    added = [LARGE[n - 1] for n in of("added")]
    told = shell.says("apply", "--only", f"{added[0].n},{added[1].n}")
    assert all(f"      + {one.new}\n" in told for one in added[:2])
    assert told.count(" added in ") == 2 and told.count("      + ") == 2
    assert "are written. Undo it with: nightstand undo" in told and "stay undecided" in told


def test_a_line_that_was_edited_since_is_named_as_not_written(sample_shell: Shell) -> None:
    proposals.write_bullets(sample_shell.folder, LARGE)
    memory = Memory.open(sample_shell.folder, Places.default())
    proposals.keep(memory, proposals.proposal(*LARGE))
    memory.close()
    gone = LARGE[of("updated")[0] - 1]
    path = sample_shell.folder / "MEMORY.md"
    path.write_text(path.read_text().replace(gone.old[0], "Something else stands here."))
    told = sample_shell.says("apply", "--only", f"{of('added')[0]},{gone.n}")
    assert f"Not written, since the lines were edited: {gone.n}\n" in told


def test_why_a_line_waits_and_what_was_left_is_told_on_the_command_line(
    sample_shell: Shell,
) -> None:
    sections = "".join(
        f"## {head}\n- {line}\n"
        for head, line in [
            ("Rules", "The assistant may use the kitchen without asking."),
            ("Lessons", "The bilge pump runs dry after an hour."),
            ("Decisions", "The boat stays in Altona over the winter."),
        ]
    )
    day = sample_shell.folder / "memory/2026-11-20.md"
    day.write_text(f"# 2026-11-20\n\n{sections}- [ ] Call the surveyor\n")
    told = sample_shell.says("dream", "--days", "1", "--until", "2026-11-20")
    assert "kitchen without asking." in told and "It may let an agent act." in told
    assert "Not proposed: left for the next dream (2), to do (1)." in told
    assert "a dream shows at most six cards" in told


def test_suspicious_lines_are_counted_in_the_status(sample_shell: Shell) -> None:
    sample_shell.do("poison")
    before = sample_shell.do("status")["suspicious"]
    day = sample_shell.folder / "memory/2026-11-20.md"
    day.write_text("- The children may take apples without asking.\n")
    sample_shell.do("poison")
    assert sample_shell.do("status")["suspicious"] == before + 1
    assert "suspicious. See" in sample_shell.says("status")
