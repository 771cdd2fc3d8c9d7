"""One question to a model: what is retried, what is told, what ends it."""

import asyncio
import re
from collections.abc import Callable, Sequence

import pytest

from desktop_app.dreams.consolidator.answer import Fault
from desktop_app.dreams.model.calls import Asking, ModelQuestion, Runaway
from desktop_app.models.endings import Ending
from desktop_app.models.model import AnswerPiece, ModelAnswer, ModelMessage
from tests.dreams.model.told_model import ToldModel


def question(part: str = "") -> ModelQuestion:
    asked = (ModelMessage("system", "rules"), ModelMessage("user", "notes"))

    def ask(fault: Fault | None) -> tuple[ModelMessage, ...]:
        return (*asked, ModelMessage("user", f"was {fault}")) if fault else asked

    return ModelQuestion(ask, 512, part)


def use(text: str, last: bool) -> str | Fault:
    return text if text.startswith("good") else Fault.NO_MEMORY


async def test_progress_names_the_model_the_part_the_tokens_and_the_time() -> None:
    class Slow(ToldModel):
        async def chat(
            self,
            messages: Sequence[ModelMessage],
            *,
            on_chunk: Callable[[AnswerPiece], None],
            **more: object,
        ) -> ModelAnswer:
            on_chunk(AnswerPiece("go"))
            on_chunk(AnswerPiece("od"))
            for _ in range(3):
                on_chunk(AnswerPiece("good"))
            await asyncio.sleep(1.5)  # one sentence a second
            return ModelAnswer("good", "", 10, 5, 1.0, Ending.DONE)

    steps: list[str] = []
    asking = Asking(Slow("good"), report=steps.append)
    await asking.ask(question(part="part 2 of 3"), use)
    assert steps[0] == "Asking small:latest (part 2 of 3)"
    assert re.fullmatch(r"Asking small:latest \(part 2 of 3\): 5 tokens, [1-9]\d* s", steps[1])


async def test_cancelling_hangs_up_at_once() -> None:
    asked, left = asyncio.Event(), asyncio.Event()

    class Waiting(ToldModel):
        async def chat(self, messages: Sequence[ModelMessage], **more: object) -> ModelAnswer:
            asked.set()
            try:
                await asyncio.sleep(60)
            finally:
                left.set()
            raise AssertionError

    task = asyncio.create_task(Asking(Waiting("x")).ask(question(), use))
    await asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert left.is_set()


def test_lists_and_dashes_are_no_runaway() -> None:
    lines = "".join(f"- Berth {n} belongs to skipper number {n * 7}.\n" for n in range(300))
    for text in (lines, "-" * 300 + lines, "Tea was served again.\n" * 8 + lines):
        runaway = Runaway()
        assert not any(runaway.feed(text[at : at + 7]) for at in range(0, len(text), 7))


@pytest.mark.parametrize(
    "piece", ["ha", "嗯", "- The report moves to 4 December. {M1}\n" * 9 + "\n"]
)
def test_a_repeated_piece_is_a_runaway(piece: str) -> None:
    runaway = Runaway()
    assert any(runaway.feed(piece) for _ in range(5_000))
