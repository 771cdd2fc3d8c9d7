"""What reviews teach: counted when a dream is applied or discarded, gone with undo and forget."""

import dataclasses
import json
import threading
from collections.abc import Sequence

import pytest

from desktop_app.dreams import apply as applying
from desktop_app.dreams import deciding, learned
from desktop_app.dreams.builtin.dream import dreamt as dreamt_by
from desktop_app.dreams.builtin.engine import BuiltinDreamer
from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.learned import Learned
from desktop_app.dreams.owner import NOBODY, Owner, Seen
from desktop_app.dreams.proposal import Change, Proposal
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.window import gathered
from desktop_app.notebook.journal import Intent
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source, line_sha
from tests.dreams.dreaming import material
from tests.support.dreaming import NOON, REPORT, ToldDreamer

DAY = "memory/2026-11-20.md"
PUMP, SALT = "The pump runs on Mondays.", "Salt is bought in sacks."
RAIN, WIND = "It rained in the yard.", "The wind came from the north."
TEXT = f"""# Friday

## 1. Rules

- {PUMP}
- {SALT}

## Log

- {RAIN}
- {WIND}
"""


def seen(heading: str, kept: bool, times: int = 1, words: str = "") -> list[Seen]:
    return [Seen((heading,), "plain", frozenset(words.split()), kept)] * times


def added(line: str, **fields: object) -> Change:
    """An addition of a line as it stands in the day."""
    quoted = f"- {line}"
    source = Source(DAY, TEXT.split("\n").index(quoted) + 1, line, line_sha(quoted))
    plain = Change(0, "added", "Home", 0, (), line, (source,), "supported", True, "said")
    return dataclasses.replace(plain, **fields)  # type: ignore[arg-type]


@pytest.fixture
def day(notebook: Notebook) -> None:
    (notebook.root / DAY).write_text(TEXT)


@pytest.fixture
def offers(day: None) -> Sequence[Change]:
    """Ticked; not ticked; on the second page."""
    return (
        added(PUMP),
        added(SALT),
        added(RAIN, accepted=False),
        added(WIND, accepted=False, page=2),
    )


async def dreamt(notebook: Notebook, store: DreamStore, *changes: Change) -> Proposal:
    outcome = await deep_dream(notebook, store, ToldDreamer(*changes), now=NOON, force=True)
    assert outcome.proposal
    return outcome.proposal


def counts(owner: Owner, kind: str) -> dict[str, tuple[int, int]]:
    """Kept and left by trait."""
    traits = sorted(trait for name, trait in {*owner.kept, *owner.left} if name == kind)
    return {
        trait: (owner.kept.get((kind, trait), 0), owner.left.get((kind, trait), 0))
        for trait in traits
    }


async def test_what_is_written_counts_as_kept_and_what_is_refused_as_left(
    notebook: Notebook, store: DreamStore, offers: Sequence[Change]
) -> None:
    proposal = await dreamt(notebook, store, *offers, REPORT)
    proposal = deciding.decided(proposal, 1, True, "The pump runs on Mondays only.")
    proposal = deciding.decided(proposal, 3, False)
    proposal = deciding.decided(proposal, 4, True)
    (notebook.root / DAY).write_text(TEXT.replace("# Friday", "# Friday\n\n- It froze."))
    applying.apply(notebook, store, proposal, NOON)
    owner = store.owner()
    assert owner.lines == (3, 1), "the report is no addition"
    assert counts(owner, "title") == {"Rules": (2, 0), "Log": (1, 1)}
    words = counts(owner, "word")
    assert words["pump"] == (1, 0) and words["rain"] == (0, 1)
    assert counts(owner, "form") == {"plain": (3, 1)}


async def test_what_nobody_had_a_word_on_teaches_nothing(
    notebook: Notebook, store: DreamStore, offers: Sequence[Change]
) -> None:
    proposal = await dreamt(notebook, store, *offers)
    applying.apply(notebook, store, proposal, NOON, only={1})
    # The second was ticked and not named, which is no word against it.
    refused = [c.n for c in store.get(proposal.id).changes if c.decided and not c.accepted]
    assert store.owner().lines == (1, len(refused))
    assert counts(store.owner(), "title").get("Log") is None


async def test_of_a_discarded_dream_the_first_page_is_left(
    notebook: Notebook, store: DreamStore, offers: Sequence[Change]
) -> None:
    applying.discard(notebook, store, await dreamt(notebook, store, *offers), NOON)
    assert store.owner().lines == (0, 3)
    assert counts(store.owner(), "title") == {"Rules": (0, 2), "Log": (0, 1)}


async def test_an_accepted_line_that_could_not_be_written_teaches_nothing(
    notebook: Notebook, store: DreamStore, day: None
) -> None:
    proposal = await dreamt(notebook, store, added(PUMP), added(SALT, accepted=False))
    applying.apply(notebook, store, proposal, NOON)
    assert store.owner().lines == (1, 0)


async def test_a_line_that_is_gone_teaches_its_words_and_no_heading(
    notebook: Notebook, store: DreamStore, offers: Sequence[Change]
) -> None:
    proposal = await dreamt(notebook, store, offers[0])
    (notebook.root / DAY).write_text("# Friday\n\n## Rules\n\n- Something else.\n")
    applying.apply(notebook, store, proposal, NOON)
    assert store.owner().lines == (1, 0)
    assert counts(store.owner(), "word")["pump"] == (1, 0)
    assert not counts(store.owner(), "title")


async def test_a_day_that_cannot_be_read_hinders_no_answer(
    notebook: Notebook, store: DreamStore, offers: Sequence[Change]
) -> None:
    proposal = await dreamt(notebook, store, offers[0])
    (notebook.root / DAY).unlink()
    (notebook.root / DAY).mkdir()
    applying.apply(notebook, store, proposal, NOON)
    assert store.owner().lines == (1, 0)


async def test_undo_takes_back_what_a_dream_has_taught_and_no_more(
    notebook: Notebook, store: DreamStore, offers: Sequence[Change]
) -> None:
    first = await dreamt(notebook, store, offers[0])
    applying.apply(notebook, store, first, NOON)
    before = store.owner()
    second = await dreamt(notebook, store, offers[1])
    applying.apply(notebook, store, second, NOON)
    assert store.owner().lines == (2, 0)
    (notebook.root / DAY).write_text("")
    applying.undo(notebook, store, store.get(second.id), NOON)
    assert store.owner() == before


async def test_what_a_crash_interrupts_is_counted_once(
    notebook: Notebook, store: DreamStore, offers: Sequence[Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    proposal = await dreamt(notebook, store, *offers)
    intents: list[Intent] = []
    real = applying.finish

    def noted(store: DreamStore):  # type: ignore[no-untyped-def]
        settle = real(store)

        def twice(intent: Intent) -> None:
            intents.append(intent)
            settle(intent)
            settle(intent)

        return twice

    monkeypatch.setattr(applying, "finish", noted)
    applying.apply(notebook, store, proposal, NOON)
    assert len(intents) == 1 and store.owner().lines == (2, 0)
    told = json.dumps(intents[0].purpose["taught"])
    assert PUMP not in told and RAIN not in told


async def test_learning_can_be_off(
    notebook: Notebook, store: DreamStore, offers: Sequence[Change]
) -> None:
    proposal = await dreamt(notebook, store, *offers)
    applying.apply(notebook, store, proposal, NOON, learn=False)
    assert store.owner() == NOBODY
    again = await dreamt(notebook, store, added(RAIN))
    applying.discard(notebook, store, again, NOON, learn=False)
    assert store.owner() == NOBODY


async def test_a_dream_is_told_of_its_owner_unless_learning_is_off(
    notebook: Notebook, store: DreamStore, offers: Sequence[Change]
) -> None:
    applying.apply(notebook, store, await dreamt(notebook, store, *offers), NOON)
    (notebook.root / "memory/2026-11-02.md").write_text("- The first note of all.\n")
    material, _ = gathered(notebook, store, 3, NOON.date(), True)
    assert material.owner == store.owner() and material.owner.lines == (2, 0)
    assert material.earlier
    material, _ = gathered(notebook, store, 3, NOON.date(), True, learn=False)
    assert (material.owner, material.earlier) == (NOBODY, ())


async def test_forgetting_leaves_no_count(
    notebook: Notebook, store: DreamStore, offers: Sequence[Change]
) -> None:
    proposal = await dreamt(notebook, store, *offers)
    applying.apply(notebook, store, proposal, NOON)
    store.forget_owner()
    assert store.owner() == NOBODY
    assert notebook.database.connection().execute("select count(*) from learned").fetchone() == (0,)
    applying.undo(notebook, store, store.get(proposal.id), NOON)
    assert store.owner() == NOBODY, "what is forgotten can't be taken back once more"


async def test_only_the_newest_reviews_are_remembered(
    notebook: Notebook, store: DreamStore
) -> None:
    with notebook.database.write() as db:
        for n in range(120):
            learned.keep(db, f"2026-{n:03}", [("line", "", 1, 0), ("word", f"w{n}", 1, 0)])
    assert store.owner().lines == (100, 0)
    assert ("word", "w20") in store.owner().kept and ("word", "w19") not in store.owner().kept


async def test_what_was_kept_before_moves_the_order_and_the_reason_says_so(
    notebook: Notebook, store: DreamStore
) -> None:
    lines = [
        f"The {word} is by the {place}." for word, place in (("mast", "shed"), ("oar", "gate"))
    ]
    rules = "".join(f"\n## Rules {n}\n\n- {line}\n" for n, line in enumerate(lines))
    news = "\n## News\n\n- The kettle was left in the hut.\n\n## Hearsay\n\n- A gull sat there.\n"
    (notebook.root / DAY).write_text(f"# Friday\n{news}{rules}{news.replace('kettle', 'lamp')}")
    with notebook.database.write() as db:
        kept = seen("Rules", True, 9) + seen("News", False, 9) + seen("Hearsay", False, 9)
        owner = Owner.of(kept)
        rows = [(*key, owner.kept.get(key, 0), owner.left.get(key, 0)) for key in _keys(owner)]
        learned.keep(db, "20261001-030000", rows)
    outcome = await deep_dream(notebook, store, BuiltinDreamer(), now=NOON, force=True)
    assert outcome.proposal
    order = [c for c in outcome.proposal.changes if c.kind == "added"]
    assert {c.new for c in order[:2]} == set(lines)
    assert {c.reason for c in order[:2]} == {
        f"lines from under “Rules {n}” came into your memory before" for n in range(2)
    }
    assert not any("came into your memory" in c.reason for c in order[2:])
    store.forget_owner()
    outcome = await deep_dream(notebook, store, BuiltinDreamer(), now=NOON, force=True)
    assert outcome.proposal
    assert not any("came into" in c.reason for c in outcome.proposal.changes)


def test_a_line_about_what_was_never_kept_is_not_said_to_be_like_one_that_was() -> None:
    known = seen("Rules", True, 9, "harbour") + seen("Rules", False, 9, "gull sat roof")
    days = material("# Memory\n", "# Friday\n\n- A gull sat on a roof.\n- The oar broke in two.\n")
    draft = dreamt_by(
        dataclasses.replace(days, owner=Owner.of(known)), lambda step: None, threading.Event()
    )
    assert draft.changes[0].new == "The oar broke in two."
    assert not any("you kept lines" in change.reason for change in draft.changes)


def _keys(owner: Owner) -> list[tuple[str, str]]:
    return sorted({*owner.kept, *owner.left})


def test_a_habit_shows_from_eight_kept_lines_on_also_where_nothing_was_left() -> None:
    assert Owner.of(seen("Rules", True, 7)).heading(["Rules"]) == 0
    only = Owner.of(seen("Rules", True, 8))
    assert only.heading(["Rules"]) > 0 == only.heading(["Log"])
    both = Owner.of([*seen("Rules", True, 8), *seen("Log", False, 8)])
    assert both.heading(["2. **Rules**"]) > 0 > both.heading(["Log"])
    assert both.heading(["Log", "Elsewhere"]) < 0
    assert both.kept_under(["Log", "Rules"]) == "Rules"
    assert both.kept_under(["Log"]) == both.kept_under(["Elsewhere"]) == both.kept_under([]) == ""


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([], "Nothing yet. Dreams learn when you apply or discard one."),
        (
            seen("Rules", True) + seen("Log", False),
            "From 1 line you kept and 1 you left. From 8 kept lines on they move the order.",
        ),
        (
            seen("Decisions", True, 9) + seen("Rules", True, 6) + seen("Log", False, 7),
            "From 15 lines you kept and 7 you left: you keep lines from under “Decisions” and "
            "“Rules”, and leave those under “Log”.",
        ),
        (
            seen("Plans", True, 20) + seen("Plans", False, 20) + seen("Log", False, 9),
            "From 20 lines you kept and 29 you left: you leave lines from under “Log”.",
        ),
        (
            seen("Plans", True, 9) + seen("Plans", False, 9),
            "From 9 lines you kept and 9 you left.",
        ),
    ],
)
def test_what_is_learned_is_told_in_a_sentence(lines: list[Seen], told: str) -> None:
    assert learned.learned(Owner.of(lines)).told == told


def test_a_heading_is_told_as_it_is_written_most() -> None:
    lines = [*seen("Rules", True, 6), *seen("RULES:", True, 3), *seen("Log", False, 9)]
    assert learned.learned(Owner.of(lines)) == Learned(
        9, 9, ("Rules",), ("Log",), learned.learned(Owner.of(lines)).told
    )
