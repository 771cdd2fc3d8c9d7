"""A second reading of a proposal that waits: what is asked, by whom, and what an answer makes."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.dreams.decisions import unread, writable
from desktop_app.dreams.material import Mind
from desktop_app.dreams.proposal import ChangeKind, Proposal, Support
from desktop_app.dreams.question import DreamAnswer
from desktop_app.errors import Missing, Problem
from desktop_app.memory import Memory
from tests.dreams.test_question import A_CHAT, ADA, BERTHA, DAY, MEMORY, marks

OWN = "Jonas gets the report by 4 December, a week later than before."
TASTE = "Peanuts are out of the question for Mara."
SAID = {
    OWN: ("The report is due on 27 November; Jonas signs it off.",
          "The report moves from 27 November to 4 December."),
    TASTE: ("Mara is allergic to peanuts.",),
}  # fmt: skip


def answer_of(question: str, lines: dict[str, tuple[str, ...]] = SAID) -> str:
    """Lines in other words, with the marks of what they rest on."""
    named = marks(question)
    rows = (f"- {new} {{{', '.join(named[one] for one in cited)}}}" for new, cited in lines.items())
    return "[MEMORY]\n## Work\n" + "\n".join(rows) + "\n"


def read(question: str, *, no: str = "", without: str = "", leave: str = "") -> str:
    """The answer of who sees each line that was made wrong; `no` is one more that is not so,
    `without` one that gets no row, and `leave` one that is not worth keeping.
    """
    told = re.findall(r"reading \w{8}", question)[-1]
    rows = re.findall(r"(?ms)^(\d+)\. (?:\([^)]*\) )?([^\n]+)\n(.+?)(?=^\S)", question)
    known = {*re.findall(r"- (.+)", MEMORY + DAY), *SAID, *BUOYS, *WAITS_ALL_THE_SAME}

    def is_right(text: str, below: str) -> bool:
        about = any(word in below.lower() for word in re.findall(r"[a-z]{4,}", text.lower()))
        same = {*re.findall(r"\d+", text)} <= {*re.findall(r"\d+", below)}
        return about and same and text in known and text != no

    words = {True: "yes", False: "no: of"}
    said = (
        (n, "leave: a detail" if row[0] == leave else words[is_right(*row)])
        for n, *row in rows
        if row[0] != without
    )
    return told + "\n" + "\n".join(f"{n}: {word}" for n, word in said)


BUOYS = [f"There is a red buoy, namely number {n}." for n in range(40)]


def proposed(memory: Memory, mind: Mind = A_CHAT) -> DreamAnswer:
    (text,) = memory.dreams.mind(mind).ask().parts
    return memory.dreams.mind(mind).answer([answer_of(text)])


def ticked(proposal: Proposal | None) -> list[str | None]:
    assert proposal is not None
    return [one.new for one in proposal.changes if one.accepted]


def nothing_is_left(memory: Memory, mind: Mind = A_CHAT) -> bool:
    """Whether this mind has nothing to read again."""
    with pytest.raises(Problem, match="can be read again"):
        memory.dreams.mind(mind).read_again()
    return True


def asked(answered: DreamAnswer) -> str:
    assert answered.second is not None
    return answered.second.parts[0]


def test_a_chat_proves_lines_in_other_words_when_it_is_asked_once_more(memory: Memory) -> None:
    first = proposed(memory)
    assert first.second is not None and first.second.unproved == 2
    assert ticked(first.proposal) == []
    assert OWN in asked(first) and TASTE in asked(first) and "Clara" not in asked(first)
    second = memory.dreams.mind(A_CHAT).answer([f"{asked(first)}\n\nSure:\n{read(asked(first))}"])
    assert ticked(second.proposal) == [OWN, TASTE] and second.second is None
    (waiting,) = memory.dreams.proposals()
    assert waiting.id == first.outcome.id and not unread(waiting)
    assert (memory.root / "MEMORY.md").read_text() == MEMORY


def test_a_no_lets_a_line_wait_with_its_words(memory: Memory) -> None:
    first = proposed(memory)
    second = memory.dreams.mind(A_CHAT).answer([read(asked(first), no=TASTE)])
    assert ticked(second.proposal) == [OWN]
    (taste,) = (one for one in second.changes if one.new == TASTE)
    assert taste.verdict != Support.SUPPORTED and ("of",) in [one.words for one in taste.doubts]


def test_what_a_mind_would_leave_waits_with_its_reason_also_when_it_is_proposed_again(
    memory: Memory,
) -> None:
    (text,) = memory.dreams.mind(A_CHAT).ask().parts
    given = [answer_of(text)]
    first = memory.dreams.mind(A_CHAT).answer(given)
    second = memory.dreams.mind(A_CHAT).answer([read(asked(first), leave=TASTE)])
    for answered in (second, memory.dreams.mind(A_CHAT).answer(given)):
        assert ticked(answered.proposal) == [OWN] and answered.second is None
        (taste,) = (one for one in answered.changes if one.new == TASTE)
        assert taste.reason == "a second reading finds it not worth keeping in memory"
    assert answered.proposal is not None
    of_a_model = answered.proposal.only([replace(taste, question="")])
    assert not writable(of_a_model, lambda source: True, verbatim=True)


def test_later_notes_and_files_that_memory_names_stand_below_a_line(
    memory: Memory, tmp_path: Path
) -> None:
    files = {
        "MEMORY.md": MEMORY + "- What we eat: see `house/kitchen.md`, not ../outside.md.\n",
        "memory/2026-11-20.md": DAY + "- Mara was tested: no peanuts allergy at all.\n",
        "house/kitchen.md": "# Kitchen\n\n- Mara gets no peanuts.\n- The password of the peanuts"
        " shop is hunter2-Xk93.\n",
        "../outside.md": "- Mara and her peanuts.\n",
    }
    for path, text in files.items():
        (memory.root / path).parent.mkdir(exist_ok=True)
        (memory.root / path).write_text(text, encoding="utf-8")
    rows = asked(proposed(memory)).split("\n")
    at = next(n for n, row in enumerate(rows) if row.endswith(TASTE))
    assert rows[at + 1 : at + 6] == [
        "   It is new.",
        "   - (2026-11-20 / Notes) Mara is allergic to peanuts.",
        "   Elsewhere:",
        "   - (house/kitchen.md) Mara gets no peanuts.",
        "   - (2026-11-20 / Notes) Mara was tested: no peanuts allergy at all.",
    ]
    assert rows[at + 6][:1].strip(), "neither a secret nor a file outside of the notebook"


def test_what_a_person_has_decided_stays_and_is_not_asked_about(memory: Memory) -> None:
    first = proposed(memory)
    (n,) = (one.n for one in first.changes if one.new == TASTE)
    memory.dreams.decide(first.outcome.id, n, False)
    again = memory.dreams.mind(A_CHAT).read_again()
    assert TASTE not in asked(again)
    second = memory.dreams.mind(A_CHAT).answer([read(asked(first))])  # to the question of before
    assert ticked(second.proposal) == [OWN]
    (refused,) = (one for one in memory.dreams.proposal().changes if one.n == n)
    assert refused.decided and not refused.accepted


def test_an_agent_reads_only_what_it_has_proposed_itself(memory: Memory) -> None:
    first = proposed(memory, ADA)
    assert nothing_is_left(memory, BERTHA)
    taken = memory.dreams.mind(BERTHA).read_again(read(asked(first)))
    assert taken.changes == () and ticked(memory.dreams.proposal()) == []
    assert asked(memory.dreams.mind(A_CHAT).read_again()), "a person may have anybody read it"
    assert ticked(memory.dreams.mind(ADA).read_again(read(asked(first))).proposal) == [OWN, TASTE]


def test_a_move_that_a_later_reading_proves_tells_why_it_moves(memory: Memory) -> None:
    line = "Clara has piano on Thursday at 17:00."
    text = f"# Memory\n\n## Old plans\n\n- {line}\n\n## Work\n\n- Jonas works.\n"
    (memory.root / "MEMORY.md").write_text(text)
    (question,) = memory.dreams.mind(A_CHAT).ask().parts
    said = f"[MEMORY]\n## Work\n- {line} {{{marks(question)[line]}}}\n"
    first = memory.dreams.mind(A_CHAT).answer([said])
    assert [one.reason[:28] for one in first.changes] == ["The heading would no longer "]
    (moved,) = memory.dreams.mind(A_CHAT).answer([read(asked(first))]).changes
    assert (moved.accepted, moved.reason) == (True, "it belongs under “Work”")


def test_rows_that_are_there_count_where_others_are_missing(memory: Memory) -> None:
    first = proposed(memory)
    second = memory.dreams.mind(A_CHAT).answer([read(asked(first), without=TASTE)])
    assert ticked(second.proposal) == [OWN] and "1 line stays as it was" in second.outcome.reason
    assert TASTE in asked(memory.dreams.mind(A_CHAT).read_again())


@pytest.mark.parametrize("said", ["All of them are fine.", "reading 00000000\n1: yes"])
def test_what_answers_no_reading_is_told_so(memory: Memory, said: str) -> None:
    with pytest.raises(Missing):
        memory.dreams.mind(A_CHAT).read_again(said)
    first = proposed(memory)
    with pytest.raises(Problem, match="no answer to the second reading"):
        memory.dreams.mind(A_CHAT).read_again(said)
    with pytest.raises(Problem, match="agreed form"):
        memory.dreams.mind(A_CHAT).read_again(asked(first))
    assert ticked(memory.dreams.proposal()) == []


WAITS_ALL_THE_SAME = {
    "Jonas puts his name below the report.": (
        SAID[OWN], "it says less than the lines it would replace",
    ),
    "Peanuts are given away without asking Mara.": (
        SAID[TASTE], "in other words; a second reading agrees, but it may let an agent act",
    ),
}  # fmt: skip


@pytest.mark.parametrize("line", WAITS_ALL_THE_SAME)
def test_what_waits_all_the_same_is_read_again_so_that_its_reason_is_the_true_one(
    memory: Memory, line: str
) -> None:
    cited, reason = WAITS_ALL_THE_SAME[line]
    (text,) = memory.dreams.mind(A_CHAT).ask().parts
    first = memory.dreams.mind(A_CHAT).answer([answer_of(text, {line: cited})])
    assert line in asked(first) and ticked(first.proposal) == []
    second = memory.dreams.mind(A_CHAT).answer([read(asked(first))])
    assert ticked(second.proposal) == [] and second.second is None
    (change,) = second.changes
    assert (change.reason, change.doubts) == (reason, ())


def test_a_move_that_a_mind_would_leave_waits_with_a_reason_to_stay(memory: Memory) -> None:
    moved = "Clara has piano on Thursday at 17:00."
    (text,) = memory.dreams.mind(A_CHAT).ask().parts
    first = memory.dreams.mind(A_CHAT).answer([answer_of(text, {moved: (moved,)})])
    second = memory.dreams.mind(A_CHAT).answer([read(asked(first), leave=moved)])
    (change,) = (one for one in second.changes if moved in one.old)
    assert change.kind == ChangeKind.MOVED and not change.accepted
    assert change.reason == "a second reading finds memory no better by it"
