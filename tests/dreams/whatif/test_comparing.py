"""Two engines over one snapshot: nothing is kept before something is taken and proved anew."""

from dataclasses import replace
from typing import Any

import pytest

from desktop_app.dreams.apply import apply
from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.proposal import Change
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.whatif.comparing import WhatIf, combined, compared
from desktop_app.dreams.whatif.pairing import PairSide
from desktop_app.dreams.whatif.picking import Pick, all_of, of_both
from desktop_app.errors import Problem
from desktop_app.notebook.length import UNLIMITED
from desktop_app.notebook.notebook import Notebook
from tests.support.dreaming import COFFEE, DAY, INVENTED, MEMORY, NOON, REPORT, ToldDreamer

OTHER = replace(
    REPORT, new="Jonas signs off the report; it is due on 4 December.", reason="the report moves"
)


class NamedDreamer(ToldDreamer):
    """One that is called like a model."""

    def __init__(self, name: str, *changes: Change, **named: Any) -> None:
        super().__init__(*changes, **named)
        self.name, self.model = "ollama", name  # type: ignore[misc,assignment]


async def both(notebook: Notebook, store: DreamStore, *changes: Change) -> WhatIf:
    left, right = ToldDreamer(REPORT, COFFEE), NamedDreamer("other", *changes)
    found = await compared(notebook, store, (left, right), now=NOON, lookback_days=2)
    assert left.read[0] is right.read[0], "one snapshot for both"
    return found


def kept(notebook: Notebook, store: DreamStore, found: WhatIf, *picks: Pick) -> Any:
    return combined(notebook, store, found, frozenset(picks), now=NOON, limits=UNLIMITED)


async def test_a_comparison_keeps_nothing_and_what_is_taken_is_applied_like_any_dream(
    notebook: Notebook, store: DreamStore
) -> None:
    found = await both(notebook, store, OTHER, INVENTED)
    assert store.runs() == []
    assert store.last_window() == {}
    assert [pair.kind for pair in found.pairs] == ["similar", "left", "right"]
    assert (found.right.held_back, found.left.held_back) == (1, 0)
    with pytest.raises(Problem, match="Nothing is taken"):
        kept(notebook, store, found)
    proposal = kept(notebook, store, found, Pick(PairSide.LEFT, 2), Pick(PairSide.RIGHT, 1),
                    Pick(PairSide.RIGHT, 2))  # fmt: skip
    assert [(one.by, one.accepted) for one in proposal.changes] == [
        ("other", True), ("told", True), ("other", False),
    ]  # fmt: skip
    assert set(store.last_window()) == {"2026-11-20"}
    apply(notebook, store, store.get(proposal.id), NOON)
    text = notebook.read("MEMORY.md").text
    assert f"- {OTHER.new}\n" in text
    assert "motorboat" not in text, "what no source says is not accepted by being taken"


async def test_what_has_changed_meanwhile_is_proved_anew_and_new_lines_are_not_counted_as_read(
    notebook: Notebook, store: DreamStore
) -> None:
    found = await both(notebook, store, REPORT)
    day = notebook.root / "memory" / "2026-11-20.md"
    day.write_text(DAY.replace("Decided to stop drinking coffee after 14:00.", "Had tea."))
    proposal = kept(notebook, store, found, *of_both(found.pairs))
    by_text = {one.new: one for one in proposal.changes}
    assert by_text[COFFEE.new].verdict == "unsupported"
    assert not by_text[COFFEE.new].accepted
    assert by_text[REPORT.new].by == "told + other"
    again = await deep_dream(notebook, store, ToldDreamer(COFFEE), now=NOON, lookback_days=2)
    assert again.reason != "The days have not changed since the last dream."


async def test_what_waits_stays_until_something_is_taken_and_then_keeps_every_word(
    notebook: Notebook, store: DreamStore
) -> None:
    (first,) = (await deep_dream(notebook, store, ToldDreamer(COFFEE), now=NOON)).proposal.changes
    waiting = store.waiting()
    store.put(replace(waiting, changes=(replace(first, accepted=False, decided=True),)))
    found = await both(notebook, store, REPORT)
    assert store.waiting().id == waiting.id
    assert COFFEE.new not in [one.new for one in found.right.changes]
    proposal = kept(notebook, store, found, *all_of(found.pairs, PairSide.RIGHT))
    (refused,) = [one for one in proposal.changes if one.new == COFFEE.new]
    assert (refused.decided, refused.accepted) == (True, False)
    assert [one.id for one in store.proposals("pending")] == [proposal.id]


async def test_both_failing_is_told_and_memory_stays(notebook: Notebook, store: DreamStore) -> None:
    gone = ToldDreamer(fails=Problem("It went away.", "Start it."))
    found = await compared(notebook, store, (gone, gone), now=NOON, lookback_days=2)
    assert [side.problem.message for side in found.sides if side.problem] == ["It went away."] * 2
    assert found.pairs == ()
    assert notebook.read("MEMORY.md").text == MEMORY
