"""A dream that failed and is tried again goes on where it was; one that ended well leaves none."""

from collections.abc import Sequence

import pytest

from desktop_app.dreams.consolidator.prompt import a_fence
from desktop_app.dreams.engine_choice import AnswerForm
from desktop_app.dreams.model.habits import KeptAnswer, KeptAnswers
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.model import ModelMessage
from desktop_app.models.tokens import Tokens
from desktop_app.notebook.notebook import Notebook
from tests.dreams.model.bad_answers import whole
from tests.dreams.model.told_model import ToldModel, dreamt, material, told

DAYS = [
    "".join(f"- On {n} skipper Number{n}{m} rented berth {n}{m}.\n" for m in range(40))
    for n in range(18)
]


@pytest.fixture
def kept(notebook: Notebook) -> KeptAnswers:
    return KeptAnswers(notebook.database)


def first_line(messages: Sequence[ModelMessage]) -> str:
    rows = [line for line in messages[1].content.split("\n") if line.startswith("D2026")]
    mark, _, text = rows[0].partition(" ")
    return whole(f"- {text} {{{mark}}}")


@pytest.mark.parametrize("form", [AnswerForm.WORDS, AnswerForm.COPY])
async def test_a_failure_in_the_third_call_is_resumed_there(
    kept: KeptAnswers, form: AnswerForm
) -> None:
    calls = 0

    def failing(messages: Sequence[ModelMessage]) -> str | ModelProblem:
        nonlocal calls
        calls += 1
        return ModelProblem(Ending.STALLED) if calls == 3 else first_line(messages)

    given = material("- Tea.\n", *DAYS)
    with pytest.raises(ModelProblem):
        await dreamt(ToldModel(say=failing), given, form, answers=kept)
    again = ToldModel(say=first_line)
    # What was learnt of its tokens meanwhile must not move the borders of the parts.
    again.tokens = Tokens(narrow_narrow=9.0, narrow=1.8)
    draft = await dreamt(again, given, form, answers=kept)
    whole_dream = ToldModel(say=first_line)
    once = await dreamt(whole_dream, given, form)
    assert len(whole_dream.asked) > 3
    assert len(again.asked) == len(whole_dream.asked) - 2
    assert told(draft) == told(once)
    assert draft.tokens == once.tokens


async def test_a_failure_in_the_last_call_that_joins_the_others_is_resumed_there(
    kept: KeptAnswers,
) -> None:
    def failing(messages: Sequence[ModelMessage]) -> str | ModelProblem:
        joins = "what you answered to the parts" in messages[1].content
        return ModelProblem(Ending.STALLED) if joins else first_line(messages)

    given = material("- Tea.\n", *DAYS)
    with pytest.raises(ModelProblem):
        await dreamt(ToldModel(say=failing), given, answers=kept)
    again = ToldModel(say=first_line)
    assert len((await dreamt(again, given, answers=kept)).changes) == 1
    assert len(again.asked) == 1


async def test_other_notes_are_asked_about_anew(kept: KeptAnswers) -> None:
    model = ToldModel(say=first_line)
    await dreamt(model, material("- Tea.\n", "- One.\n"), answers=kept)
    await dreamt(model, material("- Tea.\n", "- Two.\n"), answers=kept)
    assert len(model.asked) == 2


def test_kept_answers_are_cleared_and_token_counts_stay(kept: KeptAnswers) -> None:
    kept["k"] = KeptAnswer("text", 12)
    kept.learn("small:latest", Tokens(1, 2, 3, 4, 5))
    assert kept.get("k") == KeptAnswer("text", 12)
    kept.clear()
    assert kept.get("k") is None
    assert kept.tokens("small:latest") == Tokens(1, 2, 3, 4, 5)
    assert kept.tokens("other") == Tokens()


def test_every_fence_counts_alike_so_that_another_try_is_cut_into_the_same_parts() -> None:
    sizes = {Tokens(narrow_narrow=2.0, narrow=1.5).estimate(a_fence()) for _ in range(200)}
    assert len(sizes) == 1
