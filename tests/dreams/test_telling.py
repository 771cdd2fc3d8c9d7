"""The diary tells what became of a dream: nothing that was not taken stands there as a fact."""

import dataclasses
from datetime import date, datetime

import pytest

from desktop_app.dreams import apply as applying
from desktop_app.dreams import deciding
from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.proposal import Change, Proposal
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.telling import title_of, with_entry
from desktop_app.notebook import diaries
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.notebook import Notebook
from tests.support.dreaming import COFFEE, NOON, REPORT, ToldDreamer

PATH = "memory/dreams/2026-11-21.md"
ASKED = dataclasses.replace(
    REPORT, kind="question", line=12, accepted=False,
    old=("The boiler is serviced in March.",), new="The boiler is serviced in April.",
)  # fmt: skip
GONE = dataclasses.replace(REPORT, kind="removed", new=None, accepted=False, old=(
    "Raw soundings live in survey-2026/.",
))  # fmt: skip


async def dreamt(
    notebook: Notebook, store: DreamStore, *changes: Change, title: str = "The report moved"
) -> Proposal:
    dreamer = ToldDreamer(*changes)
    dreamer.draft = dataclasses.replace(dreamer.draft, title=title)
    outcome = await deep_dream(notebook, store, dreamer, now=NOON, force=True)
    assert outcome.proposal
    return outcome.proposal


def told(notebook: Notebook) -> diaries.DiaryEntry:
    (entry,) = diaries.parse(PATH, notebook.read(PATH).text)
    return entry


def behind(entry: diaries.DiaryEntry) -> str:
    """What was added to the dream's own words."""
    return entry.prose.removeprefix("The report came up again.").strip()


async def test_all_of_it_taken_needs_no_further_word(notebook: Notebook, store: DreamStore) -> None:
    applying.apply(notebook, store, await dreamt(notebook, store, REPORT, COFFEE), NOON)
    assert behind(told(notebook)) == ""


async def test_what_was_refused_kept_or_left_open_is_told_as_such(
    notebook: Notebook, store: DreamStore
) -> None:
    open_one = dataclasses.replace(COFFEE, new="Tea is fine.", accepted=False)
    proposal = await dreamt(notebook, store, REPORT, COFFEE, ASKED, GONE, open_one)
    proposal = deciding.decided_all(proposal, {2, 4}, False)
    applying.apply(notebook, store, proposal, NOON)
    entry = told(notebook)
    assert behind(entry) == (
        "You said no to “Decided to stop drinking coffee after 14:00”.\n\n"
        "Memory keeps “Raw soundings live in survey-2026/”.\n\n"
        "Offered and not answered: “Tea is fine”.\n\n"
        "Still a question: “The boiler is serviced in March”."
    )
    assert [one.new for one in entry.changes] == [REPORT.new]
    assert "1 of 5 changes applied" in entry.meta


async def test_a_dismissed_question_leaves_memory_as_it_was_and_says_so(
    notebook: Notebook, store: DreamStore
) -> None:
    proposal = await dreamt(notebook, store, REPORT, ASKED)
    applying.apply(notebook, store, deciding.decided(proposal, 2, False), NOON)
    assert behind(told(notebook)) == "Memory keeps “The boiler is serviced in March”."


async def test_a_line_edited_since_is_told_as_left_alone(
    notebook: Notebook, store: DreamStore
) -> None:
    proposal = await dreamt(notebook, store, REPORT, COFFEE)
    path = notebook.root / "MEMORY.md"
    path.write_text(path.read_text().replace("Jonas signs", "Mara signs"))
    applying.apply(notebook, store, proposal, NOON)
    assert behind(told(notebook)) == (
        "Edited since the dream, so left as it is: "
        "“The report is due on 27 November; Jonas signs it off”."
    )


async def test_of_very_many_a_few_are_named_and_the_others_counted(
    notebook: Notebook, store: DreamStore
) -> None:
    many = [
        dataclasses.replace(COFFEE, new=f"Line {n}.", accepted=False, page=2) for n in range(1, 41)
    ]
    applying.apply(notebook, store, await dreamt(notebook, store, REPORT, *many), NOON)
    assert behind(told(notebook)) == ("Offered and not answered: “Line 1”; “Line 2”; and 38 more.")


async def test_a_discarded_dream_is_told_as_one(notebook: Notebook, store: DreamStore) -> None:
    proposal = await dreamt(notebook, store, REPORT, COFFEE)
    applying.discard(notebook, store, proposal, NOON)
    entry = told(notebook)
    assert behind(entry) == "In the end nothing of this went into memory."
    assert entry.changes == ()


async def test_no_title_says_what_memory_does_not_have(
    notebook: Notebook, store: DreamStore
) -> None:
    """A dream's title may be its first addition."""
    refused = "Decided to stop drinking…"
    proposal = await dreamt(notebook, store, COFFEE, REPORT, title=refused)
    kept = applying.apply(notebook, store, deciding.decided(proposal, 1, False), NOON)
    title = "The report is due on 4 December; Jonas signs it off."
    assert (told(notebook).title, kept.proposal.title) == (title, title)
    applying.undo(notebook, store, kept.proposal, NOON)
    assert told(notebook).undone, "found under its new title"
    assert title_of(proposal, (proposal.changes[0],)) == refused, "what was taken may be the title"
    assert title_of(proposal, ()) == "A dream that was set aside"
    again = await dreamt(notebook, store, COFFEE, title=refused)
    assert applying.discard(notebook, store, again, NOON).title == "A dream that was set aside"


def entry_of(prose: str, model: str | None, state: str, *taken: Change) -> diaries.DiaryEntry:
    proposal = Proposal(
        "1", datetime(2026, 11, 21, 12, 0), "told", model, (date(2026, 11, 20),), (), state,
        (REPORT, dataclasses.replace(COFFEE, n=2, accepted=False)), "A title", prose, {}, 1.0,
        None, None, None, "",
    )  # fmt: skip
    text = with_entry(Snapshot(PATH, b"", ""), proposal, taken).decode()
    (entry,) = diaries.parse(PATH, text)
    return entry


@pytest.mark.parametrize("state", ["applied", "discarded"])
def test_what_a_model_told_as_done_is_led_by_when_it_was_told(state: str) -> None:
    said = "I moved the deadline and gave up coffee."
    taken = (REPORT,) if state == "applied" else ()
    first, second, *_ = entry_of(said, "qwen3:8b", state, *taken).prose.split("\n\n")
    assert (first, second) == ("So the dream told it, before anything was answered:", said)
    assert entry_of(said, None, state, *taken).prose.startswith(said), "the rules offer and ask"


def test_a_models_words_stand_alone_where_all_of_it_was_taken() -> None:
    every = (REPORT, dataclasses.replace(COFFEE, n=2))
    assert entry_of("I moved it.", "qwen3:8b", "applied", *every).prose == "I moved it."


@pytest.mark.parametrize(
    ("prose", "said"),
    [
        ("港口的報告又出現了，這幾天都在說。", "最後這些都沒有收進記憶。"),
        ("港口的报告又出现了，这几天都在说。", "最后这些都没有收进记忆。"),
    ],
)
def test_it_is_said_in_the_language_of_the_dream(prose: str, said: str) -> None:
    assert entry_of(prose, None, "discarded").prose == f"{prose}\n\n{said}"
    assert "提" in entry_of(prose, None, "applied", REPORT).prose.split("\n\n")[1]


ENGLISH = "Memory says “a”, the notes say “b”: which of them holds is for you to decide."
CHINESE = "記憶裡寫的是「甲」，筆記裡寫的是「乙」，哪一個作數由你決定。"


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        (ENGLISH, "Memory says “a”, the notes say “b”."),
        (CHINESE, "記憶裡寫的是「甲」，筆記裡寫的是「乙」。"),
    ],
)
def test_what_was_decided_is_not_left_to_the_person_any_more(asked: str, left: str) -> None:
    decided = dataclasses.replace(ASKED, accepted=True, decided=True)
    for state, taken in (("applied", (decided,)), ("discarded", ())):
        told = entry_of(asked, None, state, *taken).prose
        assert told.startswith(left) and asked not in told


async def test_what_nobody_decided_is_still_left_to_the_person(
    notebook: Notebook, store: DreamStore
) -> None:
    proposal = await dreamt(notebook, store, REPORT, ASKED)
    store.put(dataclasses.replace(proposal, prose=ENGLISH))
    applying.apply(notebook, store, store.get(proposal.id), NOON)
    assert told(notebook).prose.startswith(ENGLISH)
