"""P7, P8 and P9 where two engines dream: what one does badly touches neither memory nor the other.

The bad answers, the notebook and the judge are those of `tests/dreams/model/test_bad_answers`.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import pytest

from desktop_app.dreams.begun import Outcome
from desktop_app.dreams.dreamer import Dreamer
from desktop_app.dreams.model.asking.calls import Asking
from desktop_app.dreams.model.engine import ModelDreamer
from desktop_app.dreams.proposal import ProposalState
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.whatif.comparing import WhatIf, combined, compared
from desktop_app.dreams.whatif.pairing import PairSide
from desktop_app.dreams.whatif.picking import Pick, Picks, all_of
from desktop_app.errors import Problem
from desktop_app.models.address import Address
from desktop_app.models.asking import OllamaModel
from desktop_app.models.endings import Ending
from desktop_app.models.ollama import Ollama
from desktop_app.models.problem import ModelProblem
from desktop_app.notebook.length import UNLIMITED
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source
from tests.dreams.model.bad_answers import bad_answers
from tests.dreams.model.test_bad_answers import harm
from tests.dreams.model.told_model import GOOD, MEMORY, TODAYS, YESTERDAY, ToldModel, dreamer
from tests.models.asking import an_info
from tests.support.dreaming import COFFEE, NOON, REPORT, ToldDreamer, a_notebook
from tests.support.ollama import OurOllama

BAD = bad_answers()
A_SAMPLE = [next(some) for _, some in groupby(BAD, key=lambda one: one[0].rpartition(" ")[0])]
ALTERED = (
    ("due on 4 December", "due on 4 October"),
    ("Jonas signs it off", "Jonas does not sign it off"),
    ("Jonas signs it off", "Mara signs it off"),
    ("after 14:00", "after 15:00"),
    ("is allergic to peanuts", "is not allergic to peanuts"),
    ("allergic to peanuts", "allergic to almonds"),
    ("Mara", "Clara"),
)
"""What a model may make of a line, and what it was."""


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Notebook]:
    folder = tmp_path_factory.mktemp("two")
    root = a_notebook(folder, MEMORY, d20261120=YESTERDAY, d20261121=TODAYS)
    found = Notebook.open(root, folder / "data")
    yield found
    found.close()


async def against(notebook: Notebook, right: Dreamer) -> WhatIf:
    """A good engine and another one, which wrote nothing and kept nothing."""
    store, both = DreamStore(notebook.database), (ToldDreamer(COFFEE), right)
    before = store.runs(), store.last_window(), store.proposals(None)
    found = await compared(notebook, store, both, now=NOON, lookback_days=2, force=True)
    assert (notebook.root / "MEMORY.md").read_bytes() == MEMORY.encode()
    assert (store.runs(), store.last_window(), store.proposals(None)) == before
    assert [one.accepted for one in found.left.changes] == [True], "the other one is usable"
    return found


def took(notebook: Notebook, found: WhatIf, picks: Picks) -> Outcome:
    """What is made of these, which waits and is set aside at once."""
    store = DreamStore(notebook.database)
    try:
        proposal = combined(notebook, store, found, picks, now=NOON, limits=UNLIMITED)
    except Problem as problem:
        return Outcome("failed", "", problem.message, problem=problem)
    store.put(replace(proposal, state=ProposalState.DISCARDED))
    return Outcome("done", proposal.id, proposal=proposal)


@pytest.mark.parametrize("bad", [A_SAMPLE, pytest.param(BAD, marks=pytest.mark.prove)])
async def test_a_bad_answer_of_one_engine_leaves_memory_and_the_other_engine_as_they_are(
    notebook: Notebook, bad: list[tuple[str, str]]
) -> None:
    for name, answer in bad:
        found = await against(notebook, dreamer(ToldModel(answer)))
        assert found.right.proposal or found.right.problem.message, name
        taken = took(notebook, found, all_of(found.pairs, PairSide.RIGHT))
        assert not (said := harm(notebook, taken)), (name, said)
    left = took(notebook, found, all_of(found.pairs, PairSide.LEFT))
    assert left.proposal and any(one.accepted for one in left.proposal.changes)
    print(f"\nP7, two engines: {len(bad)} bad answers of one: memory as it was, the other usable")


@pytest.mark.parametrize("count", [3, pytest.param(200, marks=pytest.mark.prove)])
async def test_a_cut_prompt_refuses_the_side_that_got_it_and_a_whole_one_does_not(
    notebook: Notebook, ollama: OurOllama, count: int
) -> None:
    ollama.honours, ollama.answer = False, GOOD
    refused = 0
    for number in range(count + 1):
        chance = random.Random(number)
        ollama.cuts = chance.choice(["half", "brim"])
        ollama.room = chance.choice([256, 384, 512, 640]) if number else None
        ollama.loaded.clear()
        model = OllamaModel(Ollama(Address("127.0.0.1", ollama.port)), an_info())
        found = await against(notebook, ModelDreamer(Asking(model)))
        problem = found.right.problem
        refused += isinstance(problem, ModelProblem) and problem.ending is Ending.PROMPT_CUT
        if number:
            assert found.right.changes == () and all(one.kind == "left" for one in found.pairs)
            assert took(notebook, found, all_of(found.pairs, PairSide.RIGHT)).kind == "failed"
        else:
            assert problem is None and found.right.changes, "a whole prompt is answered"
    assert refused == count
    print(f"\nP8, two engines: {count} cut prompts of one refused, the whole one not")


async def test_a_line_that_one_engine_altered_is_held_back_also_when_it_is_taken(
    notebook: Notebook,
) -> None:
    """The engine says of each that the notes say it."""
    peanuts = Source("memory/2026-11-20.md", 7, "Mara is allergic to peanuts.")
    true = (REPORT, COFFEE, replace(COFFEE, new=peanuts.quote, sources=(peanuts,)))
    altered = [
        replace(one, new=str(one.new).replace(old, new))
        for one in true
        for old, new in ALTERED
        if old in str(one.new)
    ]
    assert len(altered) == len(ALTERED)
    for said in (*true, *altered):
        found = await against(notebook, ToldDreamer(said))
        (change,) = found.right.changes
        proposal = took(notebook, found, frozenset({Pick(PairSide.RIGHT, 1)})).proposal
        assert proposal is not None, said.new
        (taken,) = proposal.changes
        assert change.accepted is taken.accepted is (said in true), (change.new, taken.doubts)
        assert taken.new == said.new
