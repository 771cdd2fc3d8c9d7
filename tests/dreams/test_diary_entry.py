"""The diary tells what became of a dream: nothing that was not taken stands there as a fact."""

import dataclasses
from datetime import date, datetime, timedelta

import pytest

from desktop_app.dreams import apply as applying
from desktop_app.dreams import decisions
from desktop_app.dreams.diary_entry import title_of, with_entry
from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.plain_prose import prose
from desktop_app.dreams.proposal import GOING, Change, ChangeKind, Proposal, ToldSentence
from desktop_app.dreams.store import DreamStore
from desktop_app.notebook import diaries
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.notebook import Notebook
from tests.support.dreaming import COFFEE, NOON, REPORT, ToldDreamer

SOURCE = REPORT.sources[0]
PATH = "memory/dreams/2026-11-21.md"
ASKED = dataclasses.replace(
    REPORT, kind="question", line=12, accepted=False,
    old=("The boiler is serviced in March.",), new="The boiler is serviced in April.",
)  # fmt: skip
GONE = dataclasses.replace(REPORT, kind="removed", new=None, accepted=False, old=(
    "Raw soundings live in survey-2026/.",
))  # fmt: skip


async def dreamt(
    notebook: Notebook,
    store: DreamStore,
    *changes: Change,
    title: str = "The report moved",
    days: int = 30,
) -> Proposal:
    dreamer = ToldDreamer(*changes)
    dreamer.draft = dataclasses.replace(dreamer.draft, title=title)
    outcome = await deep_dream(notebook, store, dreamer, now=NOON, lookback_days=days, force=True)
    assert outcome.proposal
    return outcome.proposal


def told(notebook: Notebook) -> diaries.DiaryEntry:
    (entry,) = diaries.parse(PATH, notebook.read(PATH).text)
    return entry


async def test_nothing_that_was_not_taken_is_told(notebook: Notebook, store: DreamStore) -> None:
    open_one = dataclasses.replace(COFFEE, new="Tea is fine.", accepted=False)
    proposal = await dreamt(notebook, store, REPORT, COFFEE, ASKED, GONE, open_one)
    store.put(dataclasses.replace(proposal, prose="", title=""))
    proposal = decisions.decided_all(store.get(proposal.id), {2, 4}, False)
    applying.apply(notebook, store, proposal, NOON)
    entry = told(notebook)
    assert entry.prose == (
        "Memory said “The report is due on 27 November; Jonas signs it off”; "
        "now it says “The report is due on 4 December; Jonas signs it off”."
    )
    assert entry.title == "“The report is due on 4 December”"
    assert [one.new for one in entry.changes] == [REPORT.new]
    assert "1 of 5 changes applied" in entry.meta
    text = notebook.read(PATH).text
    assert not any(word in text for word in ("coffee", "Tea", "boiler", "soundings"))


async def test_later_changes_come_below_in_an_entry_of_their_own_and_nothing_twice(
    notebook: Notebook, store: DreamStore
) -> None:
    """Sentences of a model are told with the changes that rest on the same lines."""
    proposal = await dreamt(notebook, store, REPORT, COFFEE, ASKED)
    sentences = (
        ToldSentence("The harbour was quiet.", (dataclasses.replace(SOURCE, line=9),)),
        ToldSentence("The report moved on.", REPORT.sources),
        ToldSentence("No more coffee in the afternoon.", COFFEE.sources),
    )
    changes = list(proposal.changes)
    changes[2] = dataclasses.replace(changes[2], sources=(dataclasses.replace(SOURCE, line=7),))
    whole = dataclasses.replace(
        proposal, told=sentences, prose=prose(sentences), model="m", changes=tuple(changes)
    )
    applying.apply(notebook, store, whole, NOON, only={1})
    assert told(notebook).prose == "The harbour was quiet. The report moved on."
    later = NOON + timedelta(days=2)
    rest = store.waiting()
    assert rest.prose == "No more coffee in the afternoon."
    applying.apply(notebook, store, rest, later, only={2})
    applying.apply(notebook, store, decisions.decided(store.waiting(), 3, True), later)
    entries = diaries.parse(PATH, notebook.read(PATH).text)
    assert [one.prose for one in entries] == [
        "The harbour was quiet. The report moved on.",
        "No more coffee in the afternoon.",
        "Memory said “The boiler is serviced in March”; "
        "now it says “The boiler is serviced in April”.",
    ]
    assert {one.time for one in entries} == {"12:00"}
    applying.undo(notebook, store, store.get(rest.id), later)
    entries = diaries.parse(PATH, notebook.read(PATH).text)
    assert [bool(one.undone) for one in entries] == [False, True, False]
    again = store.waiting()
    assert (again.prose, [one.new for one in again.changes]) == (
        "No more coffee in the afternoon.", [COFFEE.new],
    )  # fmt: skip


async def test_no_title_says_what_memory_does_not_have(
    notebook: Notebook, store: DreamStore
) -> None:
    """A dream's title may be its first addition."""
    refused = "Decided to stop drinking…"
    proposal = await dreamt(notebook, store, COFFEE, REPORT, title=refused)
    kept = applying.apply(notebook, store, decisions.decided(proposal, 1, False), NOON)
    title = "“The report is due on 4 December”"
    assert (told(notebook).title, kept.proposal.title) == (title, title)
    applying.undo(notebook, store, kept.proposal, NOON)
    assert told(notebook).undone, "found under its new title"
    assert title_of(proposal, (proposal.changes[0],)) == refused, "what was taken may be the title"
    assert title_of(proposal, ()) == "A discarded dream"
    again = await dreamt(notebook, store, COFFEE, title=refused)
    assert applying.discard(notebook, store, again, NOON).title == "A discarded dream"


async def test_each_apply_tells_when_and_what_it_wrote_in_the_words_that_were_written(
    notebook: Notebook, store: DreamStore
) -> None:
    many = [dataclasses.replace(COFFEE, new=f"Line {n} of 15.") for n in range(1, 17)]
    proposal = await dreamt(notebook, store, *many, title="“Line 1 of 15” and 15 more")
    worded = decisions.decided(proposal, 1, True, "My own words.")
    later = NOON + timedelta(minutes=5)
    first = applying.apply(notebook, store, worded, later, only=set(range(1, 8)))
    second = applying.apply(notebook, store, store.waiting(), later, only=set(range(8, 17)))
    entries = diaries.parse(PATH, notebook.read(PATH).text)
    assert [(one.time, one.title, one.meta.rpartition(" · ")[2]) for one in entries] == [
        ("12:05", "“My own words” and 6 more", "7 of 16 changes applied"),
        ("12:05", "“Line 8 of 15” and 8 more", "9 of 9 changes applied"),
    ]
    assert [one.proposal.title for one in (first, second)] == [one.title for one in entries]
    tea = await dreamt(notebook, store, COFFEE, title="Decided to stop drinking")
    tea = decisions.decided(tea, 1, True, "My other words.")
    assert title_of(tea, tea.changes) == "“My other words”"


def entry_of(prose: str, state: str, *taken: Change) -> diaries.DiaryEntry:
    changes = taken or (REPORT, dataclasses.replace(COFFEE, n=2, accepted=False))
    proposal = Proposal(
        "1", datetime(2026, 11, 21, 12, 0), "told", None, (date(2026, 11, 20),), (), state,
        changes, "A title", prose, {}, 1.0,
        None, None, None, "",
    )  # fmt: skip
    text = with_entry(Snapshot(PATH, b"", ""), proposal, taken).decode()
    (entry,) = diaries.parse(PATH, text)
    return entry


@pytest.mark.parametrize(
    ("prose", "said"),
    [
        ("港口的報告又出現了，這幾天都在說。", "最後這些都沒有收進記憶。"),
        ("港口的报告又出现了，这几天都在说。", "最后这些都没有收进记忆。"),
    ],
)
def test_it_is_said_in_the_language_of_the_dream(prose: str, said: str) -> None:
    assert entry_of(prose, "discarded").prose == f"{prose}\n\n{said}"


KINDS = [kind for kind in ChangeKind if kind != ChangeKind.QUESTION]


@pytest.mark.parametrize("prose", ["Said.", "港口的報告又出現了。", "港口的报告又出现了。"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_change_is_read_as_it_was_written(kind: ChangeKind, prose: str) -> None:
    gone = kind in (*GOING, ChangeKind.MOVED)
    change = dataclasses.replace(REPORT, kind=kind, new=None if gone else REPORT.new)
    (told,) = entry_of(prose, "applied", change).changes
    assert (told.kind, told.heading, told.new, told.old) == (kind, "Work", change.new, change.old)


@pytest.mark.parametrize("engine", ["builtin", "ollama"])
@pytest.mark.parametrize(
    ("prose", "line", "mark"),
    [
        ("Said.", "No coffee after 14:00.", "in your own words"),
        ("港口的報告又出現了。", "下午兩點後不喝咖啡。", "用您自己的話"),
        ("港口的报告又出现了。", "下午两点后不喝咖啡，记住这话。", "用您自己的话"),
    ],
)
async def test_a_line_that_the_person_worded_is_marked(
    notebook: Notebook, store: DreamStore, engine: str, prose: str, line: str, mark: str
) -> None:
    proposal = await dreamt(notebook, store, COFFEE)
    (change,) = proposal.changes
    changes = (dataclasses.replace(change, new=prose, sources=()),)
    said = prose if engine == "ollama" else ""
    proposal = dataclasses.replace(proposal, engine=engine, prose=said, told=(), changes=changes)
    proposal = decisions.decided(proposal, 1, True, line)
    applying.apply(notebook, store, proposal, NOON)
    assert f"{line}\n  - {mark}\n" in notebook.read(PATH).text
    assert [one.own for one in told(notebook).changes] == [True]


@pytest.mark.parametrize("word", ["移出", "移動"])
def test_words_of_earlier_versions_are_read(word: str) -> None:
    text = f"## 題目 (12:00)\n\n說了。\n\n### 改了什麼\n\n- **{word}**：一行\n"
    (entry,) = diaries.parse(PATH, text)
    assert [(one.kind, one.old) for one in entry.changes] == [("moved", ("一行",))]
