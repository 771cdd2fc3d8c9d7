"""How fast a model is on this computer: learnt from its counts, and what patience follows."""

import asyncio

import pytest

from desktop_app.models.asking import first_word
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.model import ModelMessage
from desktop_app.models.pace import Pace
from desktop_app.models.transport import Patience
from tests.models.asking import PROMPT, ended, the_model
from tests.support.ollama import OurOllama, Talk, done, lines, said, says, silent

CHAT = "/api/chat"
SLOW = Pace(1_500, 100, 80, 10)


def counted(read: int, seconds: float, written: int, took: float, reason: str = "stop") -> object:
    """The last line of an answer with its counts and how long they took."""
    spans = {"prompt_eval_duration": int(seconds * 1e9), "eval_duration": int(took * 1e9)}
    return {**done(reason, read, written), **spans, "load_duration": 4_000_000_000}


def test_patience_follows_the_prompt_and_the_pace() -> None:
    assert first_word(300, 600, Pace()) == 300
    assert first_word(300, 1_200, Pace()) == 600
    assert first_word(300, 24_000, Pace()) == 1_200
    assert first_word(300, 900, SLOW) == 300
    assert first_word(300, 15_000, SLOW) == 3_000
    assert first_word(300, 15_000, Pace(1_500, 100, 80, 10, loading=100)) == 3_300


async def test_every_answer_teaches_also_one_that_is_of_no_use(ollama: OurOllama) -> None:
    ollama.loaded = {"small:latest": 8_192}
    model = the_model(ollama)
    cut = counted(1_000, 50.0, 40, 8.0, "length")
    ollama.next(CHAT, lines(said("never ends"), cut))
    assert await ended(model.chat(PROMPT, context=8_192, most=40)) is Ending.LENGTH
    assert (model.pace.reading, model.pace.writing, model.pace.loading) == (20, 5, 4)
    # The server knows all but the end of the next prompt: of its count the rest is not read.
    again = (PROMPT[0], ModelMessage("user", PROMPT[1].content + PROMPT[1].content))
    ollama.next(CHAT, lines(said("good"), counted(2_000, 50.0, 40, 8.0)))
    await model.chat(again, context=8_192, most=40)
    assert model.pace.reading == pytest.approx(20, rel=0.05)


async def test_silence_teaches_that_a_model_is_slow(ollama: OurOllama) -> None:
    ollama.loaded = {"small:latest": 8_192}
    model = the_model(ollama, Patience(first=0.2, pauses=()))
    ollama.next(CHAT, silent)
    assert await ended(model.chat(PROMPT, context=8_192, most=100)) is Ending.SILENT
    assert model.pace.reading is not None
    likely = model.tokens.estimate(*(each.content for each in PROMPT)).likely
    assert model.pace.reading == pytest.approx(likely / (2 * first_word(0.2, likely, Pace())))


async def test_a_slow_model_is_waited_for_as_long_as_the_server_lives(ollama: OurOllama) -> None:
    ollama.loaded = {"small:latest": 8_192}
    asked_before = 0

    async def reads(talk: Talk) -> None:
        while len(ollama.asked("/api/ps")) < asked_before + 4:
            await talk.pause(0.005)
        await says("good")(talk)

    patience = Patience(first=0.02, look=0.02, pauses=())  # far less than four looks take
    slow = Pace(1.0, 1.0, 1.0, 1.0)
    ollama.next(CHAT, reads)
    model = the_model(ollama, patience)
    model.pace = slow
    answer = await model.chat(PROMPT, context=8_192, most=100)
    assert answer.text == "good"


async def test_a_server_that_answers_nobody_is_not_waited_for(ollama: OurOllama) -> None:
    patience = Patience(first=3_000, reply=0.05, look=0.01, pauses=())
    ollama.next("/api/ps", *[silent] * 3)
    ollama.next(CHAT, silent)
    with pytest.raises(ModelProblem) as raised:
        async with asyncio.timeout(60):
            await the_model(ollama, patience).chat(PROMPT, context=8_192, most=100)
    assert raised.value.ending is Ending.UNREACHABLE
