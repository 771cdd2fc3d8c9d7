"""P7: a bad model can't hurt your memory. Bad answers by families, through dreams on real files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.dreams.dream import Outcome, deep_dream
from desktop_app.dreams.result import written
from desktop_app.dreams.store import DreamStore
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import open_notebook
from desktop_app.notebook.statements.reader import statements
from tests.dreams.model.bad_answers import bad_answers
from tests.dreams.model.told_model import (
    MEMORY,
    TODAYS,
    YESTERDAY,
    Said,
    ToldModel,
    dreamer,
    material,
)
from tests.support.dreaming import NOON, a_notebook

BAD = bad_answers()
SENTENCES = {unit.text for day in material().days for unit in statements(day)}


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Notebook]:
    folder = tmp_path_factory.mktemp("bad")
    root = a_notebook(folder, MEMORY, d20261120=YESTERDAY, d20261121=TODAYS)
    found = open_notebook(root, folder / "data")
    yield found
    found.close()


async def dreamt(notebook: Notebook, answer: Said) -> Outcome:
    store, mind = DreamStore(notebook.database), dreamer(ToldModel(answer))
    return await deep_dream(notebook, store, mind, now=NOON, lookback_days=2, force=True)


def harm(notebook: Notebook, outcome: Outcome) -> str:
    """What a bad answer led to that it must not, in a sentence; "" when memory is as it was."""
    if (notebook.root / "MEMORY.md").read_bytes() != MEMORY.encode():
        return "memory was written"
    if outcome.proposal is None:
        return "" if outcome.reason else "no reason was named"
    for change in outcome.proposal.changes:
        if not change.reason:
            return f"no reason was named for {change.new}"
        # The notes' own words may take the place of wrong ones: that is no bad answer's doing.
        own = change.kind == "added" and change.new in SENTENCES
        if change.accepted and not own:
            return f"it is accepted that {change.kind} {change.old} {change.new}"
    kept = set(written(MEMORY.encode(), outcome.proposal.changes)[0].decode().split("\n"))
    lost = [line for line in MEMORY.split("\n") if line not in kept]
    return f"lost: {lost}" if lost else ""


def test_there_are_enough_of_them() -> None:
    assert len(BAD) >= 300
    assert len({text for _, text in BAD}) >= 300


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.prove)])
@pytest.mark.parametrize("family", sorted({name for name, _ in BAD}))
async def test_a_bad_answer_leaves_memory_as_it_was_and_says_why(
    notebook: Notebook, family: str, step: int
) -> None:
    """One in three of each family; all of them by `make prove`."""
    for answer in [answer for name, answer in BAD if name == family][::step]:
        assert not (found := harm(notebook, await dreamt(notebook, answer))), (answer, found)


@pytest.mark.parametrize("ending", [each for each in Ending if each is not Ending.DONE])
async def test_every_ending_of_a_call_is_a_failed_dream_that_names_it(
    notebook: Notebook, ending: Ending
) -> None:
    outcome = await dreamt(notebook, ModelProblem(ending, model="small:latest"))
    assert outcome.kind == "failed"
    assert outcome.problem is not None
    assert outcome.problem.message
    assert outcome.reason == outcome.problem.message
    assert not harm(notebook, outcome)


async def test_a_failed_dream_marks_no_day_as_read(notebook: Notebook) -> None:
    store = DreamStore(notebook.database)
    before = store.texts_read(only_last=True)
    assert (await dreamt(notebook, "no form at all")).kind == "failed"
    assert store.texts_read(only_last=True) == before
    assert store.runs()[0].outcome == "failed"


def test_the_families_can_fail(notebook: Notebook, tmp_path: Path) -> None:
    """The judge of the tests above sees what an accepted invention would be."""
    from tests.support.dreaming import INVENTED
    from tests.support.proposals import proposal

    outcome = Outcome("done", "x", proposal=proposal(INVENTED))
    assert "motorboat" in harm(notebook, outcome)
