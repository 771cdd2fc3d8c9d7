"""Whatever a server does, asking it ends by name, calmly, and without a usable answer."""

import pytest

from desktop_app.models.endings import Ending, ModelProblem, words
from desktop_app.models.model import AnswerPiece
from tests.models.asking import PROMPT, the_model
from tests.support.ollama import OurOllama, lines, reset, said, says, status
from tests.support.ollama_faults import FAULTS, Fault


@pytest.mark.parametrize("fault", FAULTS, ids=str)
async def test_a_fault_is_a_named_ending_and_never_an_answer(
    ollama: OurOllama, fault: Fault
) -> None:
    ollama.next("/api/chat", *[fault.script] * fault.times)
    model = the_model(ollama, fault.patience)
    with pytest.raises(ModelProblem) as raised:
        await model.chat(PROMPT, context=8192, most=500)
    problem = raised.value
    assert problem.ending is fault.ending
    assert problem.message.endswith(".") and problem.hint
    assert len(ollama.asked("/api/chat")) == fault.times
    assert problem.answer is not None and problem.answer.ended is fault.ending


def test_every_ending_has_words_that_name_the_model() -> None:
    for ending in Ending:
        message, _ = words(ending, "small")
        assert message.endswith(".") and "{" not in message
        assert not words(ending, "{0.__class__}")[0].startswith("<class")


@pytest.mark.parametrize(
    "first", [reset, status(503, {"error": "server busy"})], ids=["reset", "busy"]
)
async def test_a_server_that_stumbles_before_the_first_line_is_asked_again(
    ollama: OurOllama, first: object
) -> None:
    ollama.next("/api/chat", first, first, says("At last."))  # type: ignore[arg-type]
    answer = await the_model(ollama).chat(PROMPT, context=8192, most=500)
    assert answer.text == "At last."


async def test_a_server_that_stumbles_after_the_first_line_is_not_asked_again(
    ollama: OurOllama,
) -> None:
    ollama.next("/api/chat", lines(said("Half"), then=reset), says("Whole."))
    heard: list[AnswerPiece] = []
    with pytest.raises(ModelProblem):
        await the_model(ollama).chat(PROMPT, context=8192, most=500, on_chunk=heard.append)
    assert [chunk.text for chunk in heard] == ["Half"]
