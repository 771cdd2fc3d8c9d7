"""A dream's own look at what it proposes: nothing that would go round is accepted beforehand."""

import pytest
from desktop_app.dreams.builtin.settling import settled

from desktop_app.dreams.proposal import Change, change_key
from desktop_app.notebook.bullets import MemoryFile
from tests.dreams.dreaming import applied, dream

MEMORY = "# Memory\n\n## Work\n\n{}\n"

ROUND = [
    (
        "The harbour survey report is due on 4 December.",
        [
            "The harbour survey report moves from Monday to 4 December.",
            "The harbour survey report moves from 27 November to 27 November.",
        ],
    ),
    (
        "Mara signs off the boiler contract.",
        [
            "The boiler contract moves from 27 November to 27 November.",
            "The boiler contract is on 27 November; Jonas signs it off.",
            "Jonas signs off the boiler contract.",
        ],
    ),
    (
        "Decided to move the harbour survey report from 27 November to 4 December.",
        ["The harbour survey report moves from 4 December to Monday."],
    ),
]


@pytest.mark.parametrize(("line", "notes"), ROUND)
def test_notes_that_contradict_each_other_do_not_make_memory_go_round(
    line: str, notes: list[str]
) -> None:
    memory = MEMORY.format(f"- {line}")
    day = "# Daily\n\n## Notes (10:00)\n\n" + "".join(f"- {note}\n" for note in notes)
    first = dream(memory, day)
    kept = applied(memory, first)
    rejected = frozenset(change_key(change) for change in first.changes)
    for again in (dream(kept, day), dream(kept, day, rejected=rejected)):
        assert [change for change in again.changes if change.accepted] == []


def test_changes_that_stay_are_left_alone() -> None:
    found = (_added(1, "The spare key hangs behind the tide board."),)
    assert settled(_file(), found, lambda memory: ()) == found


def test_a_line_that_would_let_another_one_in_waits_with_it() -> None:
    found = (_added(1, "Clara signs the survey off."), _added(2, "Lunch is noodles."))
    other = _added(1, "Mara signs the survey off.")

    def look(memory: MemoryFile) -> tuple[Change, ...]:
        return (other,) if memory.find("Clara signs the survey off.") else ()

    changes = settled(_file(), found, look)
    assert [(c.n, c.new, c.accepted) for c in changes] == [
        (1, "Clara signs the survey off.", False),
        (2, "Lunch is noodles.", True),
        (3, "Mara signs the survey off.", False),
    ]
    assert changes[0].reason == "a fact, but the notes do not agree about it"


def test_a_new_line_that_the_notes_would_ask_about_at_once_waits() -> None:
    found = (_added(1, "Clara signs the survey off."), _added(2, "Lunch is noodles."))
    asked = _asked("Clara signs the survey off.", "Mara signs the survey off.")
    changes = settled(_file(), found, lambda memory: (asked,))
    assert [(c.new, c.accepted) for c in changes] == [
        ("Clara signs the survey off.", False),
        ("Lunch is noodles.", True),
    ]


def test_a_question_about_a_line_that_was_there_before_lets_nothing_wait() -> None:
    found = (_added(1, "Clara signs the survey off."),)
    asked = _asked("Ana has the key.", "Mara has the key.")
    assert settled(_file(), found, lambda memory: (asked,)) == found


def test_nothing_is_accepted_where_what_waits_would_not_wait_the_next_time() -> None:
    clara = _added(1, "Clara signs the survey off.")
    mara = _added(2, "Mara signs the survey off.")
    lunch = _added(2, "Lunch is noodles.")

    def look(memory: MemoryFile) -> tuple[Change, ...]:
        if memory.find("Lunch is noodles.") is None:
            return ()
        return tuple(one for one in (clara, mara) if memory.find(one.new or "") is None)

    changes = settled(_file(), (clara, lunch), look)
    assert {change.new for change in changes} == {clara.new, mara.new, lunch.new}
    assert not any(change.accepted for change in changes)


def test_what_never_comes_to_rest_waits_as_a_whole() -> None:
    found = tuple(_added(n, f"Boat {n} lies at berth {n}.") for n in range(1, 9))
    calls: list[int] = []

    def look(memory: MemoryFile) -> tuple[Change, ...]:
        calls.append(1)
        return (_added(1, f"Buoy {len(calls)} is out."),)

    assert not any(change.accepted for change in settled(_file(), found, look))


def _file() -> MemoryFile:
    return MemoryFile(MEMORY.format("- Ana has the key.").encode())


def _asked(old: str, new: str) -> Change:
    return Change(
        1, "question", "Work", 5, (old,), new, (), "supported", False, "the notes say otherwise"
    )


def _added(n: int, new: str) -> Change:
    return Change(n, "added", "Work", 0, (), new, (), "supported", True, "a fact")


@pytest.mark.parametrize("count", [20, 21, 45])
def test_lines_over_the_cap_are_no_disagreement(count: int) -> None:
    # "1 March", "2 March": a fact each, of somebody each
    people = [f"{first}{last}" for first in _FIRST for last in _LAST][:count]
    notes = [f"{who}'s birthday is {n % 28 + 1} March" for n, who in enumerate(people)]
    draft = dream("# Memory\n", "\n".join(notes))
    assert [change.accepted for change in draft.changes] == [True] * 20
    assert draft.set_aside.get("over", 0) == count - 20


_FIRST = ("Bel", "Dor", "Fen", "Gal", "Hil", "Jor", "Kes", "Lum", "Mar")
_LAST = ("a", "en", "is", "ono", "uk")
