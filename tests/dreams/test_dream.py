"""Deep Dream: which days it reads, when it does nothing, and that it only ever proposes."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from desktop_app.dreams.apply import apply, discard, undo
from desktop_app.dreams.decisions import decided
from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.proposal import Why, change_key
from desktop_app.dreams.skipped_lines import why_unread
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.window import gathered, undreamt, window_of
from desktop_app.notebook.notebook import Notebook
from tests.dreams.dreaming import material, proposed
from tests.support.dreaming import (
    COFFEE,
    DAY,
    NOON,
    REPORT,
    ToldDreamer,
)

TODAY = NOON.date()


def files(notebook: Notebook) -> dict[str, bytes]:
    return {
        str(path.relative_to(notebook.root)): path.read_bytes()
        for path in notebook.root.rglob("*")
        if path.is_file()
    }


def test_a_dream_reads_every_file_of_a_day(notebook: Notebook, store: DreamStore) -> None:
    one, before = gathered(notebook, store, 7, TODAY, False)
    (notebook.root / "memory/2026-11-20-port.md").write_text("- The port opens.\n")
    both, after = gathered(notebook, store, 7, TODAY, False)
    assert [day.path for day in one.days] == ["memory/2026-11-20.md"]
    assert {day.path: day.text for day in both.days} == {
        "memory/2026-11-20.md": one.days[0].text,
        "memory/2026-11-20-port.md": "- The port opens.\n",
    }
    assert one.dates == both.dates == (date(2026, 11, 20),)
    assert both.missing == one.missing
    assert before.keys() == after.keys()
    assert before != after  # it is dreamt again


async def test_a_discarded_dream_decides_nothing_but_what_was_decided_in_it(
    notebook: Notebook, store: DreamStore
) -> None:
    outcome = await deep_dream(notebook, store, ToldDreamer(REPORT, COFFEE), now=NOON)
    assert outcome.proposal
    store.put(refused := decided(outcome.proposal, 1, False))
    discard(notebook, store, refused, NOON)
    later = NOON + timedelta(days=9)  # beyond what a dream reads at least
    assert undreamt(notebook, store, later.date()) == (1, None)
    dreamer = ToldDreamer(COFFEE)
    await deep_dream(notebook, store, dreamer, now=later)
    assert dreamer.read[0].dates == outcome.proposal.days_read
    assert dreamer.read[0].rejected == {change_key(outcome.proposal.changes[0])}
    await deep_dream(notebook, store, dreamer, now=later, force=True)
    assert dreamer.read[1].rejected == frozenset()


@pytest.mark.parametrize("undone", [False, True], ids=["a part waits on", "all was undone"])
async def test_the_days_of_a_dream_are_read_again_when_what_waits_of_it_is_discarded(
    notebook: Notebook, store: DreamStore, undone: bool
) -> None:
    outcome = await deep_dream(notebook, store, ToldDreamer(REPORT, COFFEE), now=NOON)
    assert outcome.proposal
    apply(notebook, store, outcome.proposal, NOON, [1])
    if undone:
        undo(notebook, store, store.get(outcome.id), NOON)
    discard(notebook, store, store.waiting(), NOON)
    later = NOON + timedelta(days=9)
    dreamer = ToldDreamer(COFFEE)
    assert (await deep_dream(notebook, store, dreamer, now=later)).kind == "done"
    assert dreamer.read[0].dates == outcome.proposal.days_read


def test_the_window_is_literal_when_named_and_bounded_when_not() -> None:
    assert window_of(TODAY, None, 3) == (TODAY, date(2026, 11, 20), date(2026, 11, 19))
    assert len(window_of(TODAY, None, None)) == 30
    assert len(window_of(TODAY, TODAY, None)) == 2
    assert len(window_of(TODAY, TODAY - timedelta(days=5), None)) == 6
    assert len(window_of(TODAY, TODAY - timedelta(days=90), None)) == 30
    assert window_of(date(1, 1, 2), None, 365) == (date(1, 1, 2), date(1, 1, 1))


@pytest.mark.parametrize("year", [1, 1970, 9999])
async def test_a_year_is_dreamt_over_at_either_end_of_the_calendar(
    notebook: Notebook, store: DreamStore, year: int
) -> None:
    now = NOON.replace(year=year, month=12, day=31, hour=23, minute=59)
    name = f"{now.date().isoformat()}.md"
    (notebook.root / "memory" / name).write_bytes(DAY.encode())
    dreamer = ToldDreamer(REPORT)
    outcome = await deep_dream(notebook, store, dreamer, now=now, lookback_days=365)
    assert outcome.proposal
    assert outcome.proposal.days_read == (now.date(),)
    assert len(dreamer.read[0].missing) == 364
    await deep_dream(notebook, store, dreamer, now=now, force=True)
    assert store.last_dream() == now


def test_memory_that_is_newer_than_a_note_is_not_asked_about() -> None:
    given = material("- Tea is at 9:00.\n", "- Tea moves from 9:00 to 10:00.\n")
    newer = replace(given, known_since=lambda bullet: TODAY + timedelta(days=1))
    [question] = proposed(given)
    assert (question.kind, question.new) == ("question", "Tea is at 10:00.")
    assert proposed(newer) == ()


async def test_a_day_that_is_no_text_is_named_and_read_once_it_is_one(
    notebook: Notebook, store: DreamStore
) -> None:
    day = notebook.root / "memory/2026-11-21.md"
    day.write_bytes(b"- Remember that the key is with Pia.\n- SQLite\0\1\2\n- More.\n")
    dreamer = ToldDreamer(REPORT)
    outcome = await deep_dream(notebook, store, dreamer, now=NOON)
    assert outcome.proposal and [one.path for one in dreamer.read[0].days] == [
        "memory/2026-11-20.md"
    ]
    (aside,) = outcome.proposal.aside
    told = "memory/2026-11-21.md holds bytes that are no text, from line 2 on, and is not read."
    assert (aside.why, why_unread(aside)) == (Why.BINARY, told)
    assert undreamt(notebook, store, TODAY)[0] == 0, "nothing waits to be read"
    day.write_text("- Remember that the key is with Pia.\n")
    assert undreamt(notebook, store, TODAY)[0] == 1


async def test_a_dream_of_a_mind_that_left_only_suspicious_lines_says_so(
    notebook: Notebook, store: DreamStore
) -> None:
    dreamer = ToldDreamer()
    dreamer.draft = replace(dreamer.draft, set_aside={"order": 2, "secret": 1})
    outcome = await deep_dream(notebook, store, dreamer, now=NOON)
    told = "3 lines were left out: they look like secrets, or may steer an agent."
    assert outcome.proposal is None and outcome.reason == f"Nothing new to keep. {told}"
