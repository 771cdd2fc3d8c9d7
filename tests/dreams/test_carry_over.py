"""A newer dream takes on what waits: a person's words are kept, and no day is forgotten."""

import dataclasses
from collections.abc import Sequence
from datetime import date, datetime, timedelta

import pytest

from desktop_app.dreams import apply as applying
from desktop_app.dreams import decisions
from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.material import DreamDraft
from desktop_app.dreams.proof import SecondReading
from desktop_app.dreams.proposal import AsideLine, Change, Proposal, ToldSentence, change_key
from desktop_app.dreams.store import DreamStore
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source, line_sha
from tests.support.dreaming import COFFEE, MEMORY, NOON, REPORT, ToldDreamer

MINE = "No coffee after 14:00, says Dr. Lam."


def note(notebook: Notebook, day: int, *lines: str) -> None:
    """A day of November 2026 with these notes; the first stands in line 1."""
    text = "".join(f"- {line}\n" for line in lines)
    (notebook.root / "memory" / f"2026-11-{day}.md").write_bytes(text.encode())


def added(day: int, text: str, line: int = 1) -> Change:
    """That a note of a day goes into memory as it is."""
    source = Source(f"memory/2026-11-{day}.md", line, text)
    return Change(0, "added", "Work", 0, (), text, (source,), "supported", True, "a decision")


async def dream(
    notebook: Notebook,
    store: DreamStore,
    *changes: Change,
    now: datetime = NOON,
    days: int | None = None,
    force: bool = False,
    over: Sequence[int] = (),
) -> Proposal:
    """A dream that proposes this; `over`: days in whose first line there is more than it takes."""
    dreamer = ToldDreamer(*changes)
    aside = tuple(AsideLine("over", f"memory/2026-11-{day}.md", 1, line_sha("")) for day in over)
    dreamer.draft = DreamDraft(changes, "Title", "Prose.", {"over": len(aside)}, aside)
    outcome = await deep_dream(notebook, store, dreamer, now=now, lookback_days=days, force=force)
    assert outcome.proposal, outcome
    return outcome.proposal


def decide(
    store: DreamStore, proposal: Proposal, n: int, yes: bool, new: str | None = None
) -> None:
    store.put(decisions.decided(store.get(proposal.id), n, yes, new))


async def read_by_the_next(notebook: Notebook, store: DreamStore, now: datetime) -> list[int]:
    """The days that a dream reads which was not told how many."""
    dreamer = ToldDreamer()
    await deep_dream(notebook, store, dreamer, now=now)
    return [day.date.day for read in dreamer.read for day in read.days]


async def test_a_wording_of_the_persons_own_outlives_a_newer_dream(
    notebook: Notebook, store: DreamStore
) -> None:
    first = await dream(notebook, store, REPORT, COFFEE)
    decide(store, first, 2, True, MINE)
    note(notebook, 21, "Another day.")
    second = await dream(notebook, store, COFFEE, REPORT, added(21, "Another day."))
    coffee, report, another = second.changes
    assert (coffee.new, coffee.accepted, coffee.decided) == (MINE, True, True)
    assert coffee.proposed == COFFEE.new, "what the dream had proposed is known"
    assert not report.decided and not another.decided
    assert [p.id for p in store.proposals("pending")] == [second.id]
    applying.apply(notebook, store, second, NOON)
    assert f"- {MINE}\n" in notebook.read("MEMORY.md").text


class ToEach(dict[str, SecondReading]):
    """The same said of each line."""

    def __init__(self, reading: SecondReading) -> None:
        super().__init__()
        self._reading = reading

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> SecondReading:
        return self._reading


async def test_a_dream_whose_model_died_leaves_what_an_earlier_one_had_proved(
    notebook: Notebook, store: DreamStore
) -> None:
    own = dataclasses.replace(COFFEE, new="No coffee is drunk late in the day.")
    sentence = ToldSentence("Coffee came up.", COFFEE.sources)
    first = ToldDreamer(own)
    first.draft = DreamDraft(
        (own,), "Coffee", "", {}, voice=(sentence,),
        read_again=ToEach(SecondReading(True)),
    )  # fmt: skip
    read = await deep_dream(notebook, store, first, now=NOON)
    assert read.proposal and read.proposal.changes[0].accepted, "a second reading proves it"
    died, no = ToldDreamer(own), ToldDreamer(own)
    died.draft = DreamDraft((own,), "", "", {}, read_again={})
    again = await deep_dream(notebook, store, died, now=NOON, force=True)
    assert again.proposal and again.proposal.changes[0].accepted
    assert (again.proposal.told, again.proposal.prose) == ((sentence,), "Coffee came up.")
    no.draft = dataclasses.replace(died.draft, read_again=ToEach(SecondReading(False, "Jonas")))
    refused = await deep_dream(notebook, store, no, now=NOON, force=True)
    assert refused.proposal and not refused.proposal.changes[0].accepted


async def test_what_a_mind_would_leave_is_not_ticked_by_a_dream_whose_model_died(
    notebook: Notebook, store: DreamStore
) -> None:
    left = ToldDreamer(COFFEE)
    for said in (ToEach(SecondReading(None)), {}):
        left.draft = DreamDraft((COFFEE,), "", "", {}, read_again=said)
        outcome = await deep_dream(notebook, store, left, now=NOON, force=True)
        assert outcome.proposal and not outcome.proposal.changes[0].accepted


async def test_a_decision_is_kept_where_the_newer_dream_words_it_otherwise(
    notebook: Notebook, store: DreamStore
) -> None:
    first = await dream(notebook, store, COFFEE)
    decide(store, first, 1, True, MINE)
    note(notebook, 21, "Another day.")
    other = dataclasses.replace(COFFEE, new="Decided to stop drinking coffee after 14:00.")
    second = await dream(notebook, store, other, added(21, "Another day."))
    another, mine = second.changes
    assert (mine.n, mine.new, mine.decided, mine.accepted) == (2, MINE, True, True)
    assert another.accepted, "and the note that was taken is not offered once more"


async def test_a_note_that_was_taken_lets_nothing_else_wait(
    notebook: Notebook, store: DreamStore
) -> None:
    first = await dream(notebook, store, REPORT)
    decide(store, first, 1, True)
    note(notebook, 21, "Another day.")
    both = dataclasses.replace(COFFEE, sources=(*REPORT.sources, *COFFEE.sources))
    boiler = dataclasses.replace(
        REPORT, kind="removed", line=12, old=("The boiler is serviced in March.",), new=None
    )
    second = await dream(notebook, store, REPORT, both, boiler)
    assert [(one.kind, one.accepted) for one in second.changes] == [
        ("updated", True), ("added", True), ("retired", False),
    ]  # memory alone knows about the boiler, so that waits  # fmt: skip
    again = dataclasses.replace(COFFEE, new=REPORT.sources[0].quote, sources=REPORT.sources)
    third = await dream(notebook, store, REPORT, again, force=True)
    assert [one.kind for one in third.changes] == ["updated"]


async def test_a_decision_on_a_bullet_is_not_run_over_by_another_change_of_it(
    notebook: Notebook, store: DreamStore
) -> None:
    first = await dream(notebook, store, REPORT)
    mine = "The report is due on 4 December; Jonas and Ana sign it off."
    decide(store, first, 1, True, mine)
    note(notebook, 21, "The report moves from 27 November to 9 December.")
    later = dataclasses.replace(
        REPORT,
        new=(REPORT.new or "").replace("4 December", "9 December"),
        sources=(Source("memory/2026-11-21.md", 1, "moves from 27 November to 9 December"),),
    )
    second = await dream(notebook, store, later)
    assert [(c.new, c.accepted, c.decided) for c in second.changes] == [
        (later.new, False, False), (mine, True, True),
    ]  # fmt: skip
    applying.apply(notebook, store, second, NOON)
    assert mine in notebook.read("MEMORY.md").text


async def test_what_waits_from_days_that_a_short_dream_did_not_read_is_kept(
    notebook: Notebook, store: DreamStore
) -> None:
    note(notebook, 12, "Ana signs for parcels.", "Ben has the van.")
    first = await dream(
        notebook, store, added(12, "Ana signs for parcels."), added(12, "Ben has the van.", 2),
        COFFEE,
    )  # fmt: skip
    decide(store, first, 2, False)
    note(notebook, 21, "Another day.")
    second = await dream(notebook, store, added(21, "Another day."), days=1)
    assert [(c.n, c.new, c.accepted, c.decided) for c in second.changes] == [
        (1, "Another day.", True, False),
        (2, "Ana signs for parcels.", True, False),
        (3, "Ben has the van.", False, True),
        (4, COFFEE.new, True, False),
    ]
    assert second.days_read == (date(2026, 11, 21),)
    assert [p.state for p in store.proposals()] == ["pending", "superseded"]
    assert store.get(second.id) == second
    note(notebook, 22, "One more.")
    later = NOON + timedelta(days=1)
    assert await read_by_the_next(notebook, store, later) == [22, 21]
    applying.apply(notebook, store, store.waiting(), later)
    assert "Ana signs for parcels." in notebook.read("MEMORY.md").text
    assert "Ben has the van." not in notebook.read("MEMORY.md").text
    note(notebook, 23, "And one more.")
    after = NOON + timedelta(days=2)
    assert await read_by_the_next(notebook, store, after) == [23, 22]


async def test_what_nobody_decided_on_waits_on_though_its_days_are_read_again(
    notebook: Notebook, store: DreamStore
) -> None:
    await dream(notebook, store, REPORT, COFFEE)
    note(notebook, 21, "Coffee is fine again.")
    second = await dream(notebook, store, REPORT)
    assert [(c.new, c.accepted) for c in second.changes] == [
        (REPORT.new, True), (COFFEE.new, True),
    ]  # fmt: skip


async def test_it_gives_way_to_what_a_newer_dream_makes_of_the_same_notes(
    notebook: Notebook, store: DreamStore
) -> None:
    await dream(notebook, store, REPORT, COFFEE)
    note(notebook, 21, "Coffee is fine again.")
    anew = dataclasses.replace(COFFEE, new="Decided to stop drinking coffee after 14:00.")
    line = dataclasses.replace(REPORT, new="The report is due on 4 December.")
    second = await dream(notebook, store, line, anew)
    assert [c.new for c in second.changes] == [line.new, anew.new]


async def test_what_is_not_proved_takes_the_place_of_nothing_that_is(
    notebook: Notebook, store: DreamStore
) -> None:
    await dream(notebook, store, REPORT, COFFEE)
    note(notebook, 21, "Coffee is fine again.")
    false = dataclasses.replace(COFFEE, new="Decided: stop drinking coffee at midnight.")
    second = await dream(notebook, store, false)
    assert [(c.new, c.verdict) for c in second.changes] == [
        (false.new, "partly"), (REPORT.new, "supported"), (COFFEE.new, "supported"),
    ]  # fmt: skip


async def test_a_note_that_is_gone_takes_what_waits_with_it_but_no_decision(
    notebook: Notebook, store: DreamStore
) -> None:
    first = await dream(notebook, store, REPORT, COFFEE)
    decide(store, first, 2, True)
    (notebook.root / "memory" / "2026-11-20.md").unlink()
    note(notebook, 21, "Another day.")
    second = await dream(notebook, store, added(21, "Another day."))
    assert [c.new for c in second.changes] == ["Another day.", COFFEE.new]


async def test_a_rejection_stays_one_and_can_still_be_taken_back(
    notebook: Notebook, store: DreamStore
) -> None:
    first = await dream(notebook, store, REPORT, COFFEE)
    decide(store, first, 2, True, MINE)
    decide(store, first, 2, False)
    assert change_key(dataclasses.replace(COFFEE, n=2)) in store.rejected(), "as it was proposed"
    note(notebook, 21, "Another day.")
    dreamer = ToldDreamer(REPORT, added(21, "Another day."))
    outcome = await deep_dream(notebook, store, dreamer, now=NOON)
    assert dreamer.read[0].rejected == store.rejected(), "the engine is told of it"
    assert outcome.proposal
    refused = outcome.proposal.changes[2]
    assert (refused.new, refused.accepted, refused.decided) == (MINE, False, True)
    decide(store, outcome.proposal, 3, True)
    assert store.rejected() == frozenset()
    decide(store, outcome.proposal, 3, False)
    applying.apply(notebook, store, store.waiting(), NOON)
    assert store.rejected() == {change_key(COFFEE)}


async def test_the_third_answer_to_a_question_is_kept(
    notebook: Notebook, store: DreamStore
) -> None:
    asked = dataclasses.replace(REPORT, kind="question", accepted=False)
    first = await dream(notebook, store, asked)
    store.put(decisions.decided(first, 1, True, both=True))
    note(notebook, 21, "Another day.")
    second = await dream(notebook, store, asked, added(21, "Another day."))
    assert [(c.both, c.decided) for c in second.changes] == [(True, True), (False, False)]


async def test_a_word_said_while_the_next_dream_is_under_way_counts(
    notebook: Notebook, store: DreamStore
) -> None:
    first = await dream(notebook, store, COFFEE)
    note(notebook, 21, "Another day.")
    dreamer = ToldDreamer(COFFEE, on_dream=lambda: decide(store, first, 1, True, MINE))
    outcome = await deep_dream(notebook, store, dreamer, now=NOON)
    assert outcome.proposal
    assert [c.new for c in outcome.proposal.changes] == [MINE]


async def test_a_proposal_that_was_applied_meanwhile_hands_nothing_on(
    notebook: Notebook, store: DreamStore
) -> None:
    first = await dream(notebook, store, COFFEE)
    note(notebook, 21, "Another day.")
    dreamer = ToldDreamer(
        added(21, "Another day."),
        on_dream=lambda: applying.apply(notebook, store, first, NOON) and None,
    )
    outcome = await deep_dream(notebook, store, dreamer, now=NOON, lookback_days=1)
    assert outcome.proposal
    assert [c.new for c in outcome.proposal.changes] == ["Another day."]
    assert store.get(first.id).state == "applied"


async def test_what_one_dream_could_not_take_in_is_read_again_once_it_is_answered(
    notebook: Notebook, store: DreamStore
) -> None:
    note(notebook, 12, "Ana signs for parcels.")
    note(notebook, 14, "Ben has the van.")
    first = await dream(
        notebook, store, added(12, "Ana signs for parcels."), added(14, "Ben has the van."),
        over=[14],
    )  # fmt: skip
    again = await deep_dream(notebook, store, ToldDreamer(COFFEE), now=NOON)
    assert (again.kind, again.waiting) == ("nothing", first.id), "it waits for an answer"
    applying.apply(notebook, store, first, NOON)
    tomorrow = NOON + timedelta(days=1)
    assert await read_by_the_next(notebook, store, tomorrow) == [20, 14]
    # Nothing was left over this time.
    note(notebook, 23, "Another day.")
    assert await read_by_the_next(notebook, store, NOON + timedelta(days=2)) == [23]


async def test_a_bullet_edited_since_is_looked_at_anew(
    notebook: Notebook, store: DreamStore
) -> None:
    proposal = await dream(notebook, store, REPORT, COFFEE, days=2)
    decide(store, proposal, 1, True)
    memory = MEMORY.replace("Jonas signs", "Mara signs")
    (notebook.root / "MEMORY.md").write_bytes(memory.encode())
    applied = applying.apply(notebook, store, store.get(proposal.id), NOON)
    assert [c.n for c in applied.unwritten] == [1]
    assert store.rejected() == frozenset(), "nobody rejected it"
    assert not applied.proposal.changes[0].decided
    assert await read_by_the_next(notebook, store, NOON) == [20]


async def test_days_out_of_reach_do_not_make_every_dream_long(
    notebook: Notebook, store: DreamStore
) -> None:
    await dream(notebook, store, COFFEE, days=2)
    later = NOON + timedelta(days=200)
    day = notebook.root / "memory" / f"{later.date()}.md"
    day.write_bytes(b"- Another day.\n")
    source = Source(f"memory/{day.name}", 1, "Another day.")
    another = dataclasses.replace(added(20, "Another day."), sources=(source,))
    second = await dream(notebook, store, another, now=later)
    assert [c.new for c in second.changes] == ["Another day.", COFFEE.new]
    applying.apply(notebook, store, second, later)
    day.write_bytes(b"- Another day.\n- And more.\n")
    dreamer = ToldDreamer()
    await deep_dream(notebook, store, dreamer, now=later + timedelta(days=1))
    assert len(dreamer.read[0].days) + len(dreamer.read[0].missing) == 2


def asked(day: int = 20) -> Change:
    """Whether the boiler is serviced in April, as a note of a day says."""
    source = Source(f"memory/2026-11-{day}.md", 1, "serviced in April")
    old = ("The boiler is serviced in March.",)
    new = "The boiler is serviced in April."
    reason = "the notes give another month and no word of change"
    return Change(0, "question", "Home", 12, old, new, (source,), "supported", False, reason)


async def a_question_left_open(notebook: Notebook, store: DreamStore) -> Proposal:
    """A proposal with a question, applied without an answer to it."""
    note(notebook, 20, "The boiler is serviced in April.", "Decided to swim.")
    first = await dream(notebook, store, added(20, "Decided to swim.", 2), asked())
    applying.apply(notebook, store, first, NOON)
    return first


@pytest.mark.parametrize("days", [1, None])
async def test_a_question_nobody_answered_waits_on_and_is_in_the_next_dream(
    notebook: Notebook, store: DreamStore, days: int | None
) -> None:
    first = await a_question_left_open(notebook, store)
    (rest,) = store.proposals("pending")
    assert [one.kind for one in store.get(first.id).changes] == ["added"]
    assert [(one.n, one.kind, one.decided) for one in rest.changes] == [(2, "question", False)]
    for day in (21, 22):
        now = NOON + timedelta(days=day - 21)
        note(notebook, day, text := f"Another day, the {day}st.")
        found = await dream(notebook, store, added(day, text), now=now, days=days)
        assert [(one.n, one.kind) for one in found.changes] == [(1, "added"), (2, "question")]
        if day == 21:
            applying.apply(notebook, store, found, now)


async def test_a_dismissed_question_is_not_asked_again_until_its_lines_change(
    notebook: Notebook, store: DreamStore
) -> None:
    await a_question_left_open(notebook, store)
    note(notebook, 21, "Another day.")
    second = await dream(notebook, store, added(21, "Another day."))
    asks = second.changes[1]
    store.put(decisions.decided_all(second, {asks.n}, False))
    applying.apply(notebook, store, store.get(second.id), NOON)
    assert store.proposals("pending") == [], "what was refused is settled with the rest"
    applying.undo(notebook, store, store.get(second.id), NOON)
    restarted = DreamStore(notebook.database)
    note(notebook, 22, "More still.")
    later = NOON + timedelta(days=1)
    third = await dream(notebook, restarted, added(22, "More still."), now=later)
    assert [(one.kind, one.decided, one.accepted) for one in third.changes] == [
        ("added", False, True), ("added", False, False), ("question", True, False),
    ], "the no came back, and what was undone is not ticked"  # fmt: skip
    assert change_key(asks) in restarted.rejected()
    moved = dataclasses.replace(asks, old=("The boiler is serviced by Petra.",))
    assert change_key(moved) not in restarted.rejected(), "another line is another question"
    noted = dataclasses.replace(asks.sources[0], quote="serviced in April or May")
    assert change_key(dataclasses.replace(asks, sources=(noted,))) not in restarted.rejected()


@pytest.mark.parametrize("answer", ["the old line", "the new line", "edited"])
async def test_an_answered_question_does_not_come_back(
    notebook: Notebook, store: DreamStore, answer: str
) -> None:
    await a_question_left_open(notebook, store)
    note(notebook, 21, "Another day.")
    second = await dream(notebook, store, added(21, "Another day."))
    if answer == "edited":
        applying.apply(notebook, store, second, NOON)
        path = notebook.root / "MEMORY.md"
        path.write_text(path.read_text().replace("in March", "by Petra"))
    else:
        decide(store, second, 2, answer == "the new line")
        applying.apply(notebook, store, store.get(second.id), NOON)
    note(notebook, 21, "Another day.", "And more.")
    third = await dream(notebook, store, added(21, "And more.", 2))
    assert [one.kind for one in third.changes] == ["added"]


async def test_what_was_undone_comes_back_unticked_whatever_dreams_find(
    notebook: Notebook, store: DreamStore
) -> None:
    first = await dream(notebook, store, REPORT, COFFEE)
    decide(store, first, 1, True)
    applying.apply(notebook, store, store.get(first.id), NOON)
    applying.undo(notebook, store, store.get(first.id), NOON)
    assert store.rejected() == frozenset(), "undoing is no refusal"
    (waiting,) = store.proposals("pending")
    assert [(one.accepted, one.decided, one.undone) for one in waiting.changes] == [
        (False, False, True), (False, False, True),
    ]  # fmt: skip
    for day in (21, 22):  # the same again, and in other words
        note(notebook, day, f"Day {day}.")
        now = NOON + timedelta(days=day - 21)
        other = dataclasses.replace(COFFEE, new="Decided to stop drinking coffee after 14:00.")
        found = (REPORT, COFFEE) if day == 21 else (REPORT, other)
        again = await dream(notebook, store, *found, added(day, f"Day {day}."), now=now, days=3)
        ticked = {one.new for one in again.changes if one.accepted}
        assert ticked == {f"Day {n}." for n in range(21, day + 1)}
        reasons = " ".join(one.reason for one in again.changes[:2])
        assert "you undid a change of this" in reasons


async def test_what_waits_again_in_a_newer_proposal_is_unticked_by_an_undo(
    notebook: Notebook, store: DreamStore
) -> None:
    first = await dream(notebook, store, COFFEE)
    applying.apply(notebook, store, first, NOON)
    note(notebook, 21, "Another day.")
    await dream(notebook, store, COFFEE, added(21, "Another day."))
    applying.undo(notebook, store, store.get(first.id), NOON)
    assert [(one.accepted, one.undone) for one in store.waiting().changes] == [
        (True, False), (False, True),
    ]  # fmt: skip


@pytest.mark.parametrize("undone", ["before the next dream", "after it"])
async def test_what_a_person_had_worded_comes_back_in_these_words(
    notebook: Notebook, store: DreamStore, undone: str
) -> None:
    first = await dream(notebook, store, COFFEE)
    decide(store, first, 1, True, MINE)
    applying.apply(notebook, store, store.get(first.id), NOON)
    if undone == "before the next dream":
        applying.undo(notebook, store, store.get(first.id), NOON)
    note(notebook, 21, "Another day.")
    await dream(notebook, store, COFFEE, added(21, "Another day."))
    if undone == "after it":
        applying.undo(notebook, store, store.get(first.id), NOON)
    (back,) = [one for one in store.waiting().changes if one.undone]
    assert (back.new, back.proposed, back.accepted) == (MINE, COFFEE.new, False)
