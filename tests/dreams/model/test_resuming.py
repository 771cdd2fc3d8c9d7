"""A dream that failed and is tried again goes on where it was; one that ended well leaves none."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from desktop_app.dreams.consolidator.prompt import a_fence
from desktop_app.dreams.model.asking.kept import KeptAnswer, KeptAnswers, key_of
from desktop_app.dreams.model.engine import ModelDreamer
from desktop_app.models.endings import Ending
from desktop_app.models.model import ModelMessage
from desktop_app.models.problem import ModelProblem
from desktop_app.models.tokens import Tokens
from desktop_app.notebook.notebook import Notebook
from tests.dreams.model.bad_answers import whole
from tests.dreams.model.told_model import ToldModel, material, told
from tests.support.dreaming import a_notebook

DAYS = [
    "".join(f"- On {n} skipper Number{n}{m} rented berth {n}{m}.\n" for m in range(40))
    for n in range(18)
]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[KeptAnswers]:
    notebook = Notebook.open(a_notebook(tmp_path), tmp_path / "data")
    yield KeptAnswers(notebook.database)
    notebook.close()


def first_line(messages: Sequence[ModelMessage]) -> str:
    rows = [line for line in messages[1].content.split("\n") if line.startswith("D2026")]
    mark, _, text = rows[0].partition(" ")
    return whole(f"{text} {{{mark}}}")


async def test_a_failure_in_the_third_call_is_resumed_there(kept: KeptAnswers) -> None:
    calls = 0

    def failing(messages: Sequence[ModelMessage]) -> str | ModelProblem:
        nonlocal calls
        calls += 1
        return ModelProblem(Ending.STALLED) if calls == 3 else first_line(messages)

    given = material("- Tea.\n", *DAYS)
    with pytest.raises(ModelProblem):
        await ModelDreamer(ToldModel(say=failing), answers=kept).dream(given, print)
    again = ToldModel(say=first_line)
    # What was learnt of its tokens meanwhile must not move the borders of the parts.
    again.tokens = Tokens(narrow_narrow=9.0, narrow=1.8)
    draft = await ModelDreamer(again, answers=kept).dream(given, print)
    whole_dream = ToldModel(say=first_line)
    once = await ModelDreamer(whole_dream).dream(given, print)
    assert len(again.asked) == len(whole_dream.asked) - 2
    assert told(draft) == told(once)
    assert draft.tokens == once.tokens


async def test_other_notes_are_asked_about_anew(kept: KeptAnswers) -> None:
    model = ToldModel(say=first_line)
    await ModelDreamer(model, answers=kept).dream(material("- Tea.\n", "- One.\n"), print)
    await ModelDreamer(model, answers=kept).dream(material("- Tea.\n", "- Two.\n"), print)
    assert len(model.asked) == 2


def test_kept_answers_are_cleared_and_token_counts_stay(kept: KeptAnswers) -> None:
    kept.keep("k", KeptAnswer("text", 12))
    kept.learn("small:latest", Tokens(1, 2, 3, 4, 5))
    assert kept.answer("k") == KeptAnswer("text", 12)
    kept.clear()
    assert kept.answer("k") is None
    assert kept.tokens("small:latest") == Tokens(1, 2, 3, 4, 5)
    assert kept.tokens("other") == Tokens()


def test_every_fence_counts_alike_so_that_another_try_is_cut_into_the_same_parts() -> None:
    sizes = {Tokens(narrow_narrow=2.0, narrow=1.5).estimate(a_fence()) for _ in range(200)}
    assert len(sizes) == 1


def test_the_fence_is_no_part_of_a_prompts_name() -> None:
    one = key_of("m", [ModelMessage("user", "=== a ===\nnotes\n=== a ===")], "=== a ===")
    other = key_of("m", [ModelMessage("user", "=== b ===\nnotes\n=== b ===")], "=== b ===")
    assert one == other
    assert one != key_of("n", [ModelMessage("user", "=== a ===\nnotes\n=== a ===")], "=== a ===")
