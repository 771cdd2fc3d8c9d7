"""Long, torn and mangled streams: one answer however it arrives, and little memory for it."""

import json
import random

import pytest

from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.model import AnswerPiece
from tests.models.asking import PROMPT, the_model
from tests.support.ollama import OurOllama, Script, Talk, done, said
from tests.support.waiting import until

TEXT = "[MEMORY]\n- 港口六点开 🛶 – naïve\n[DREAM]\nThe sea was “calm”.\n"


def _bytes() -> bytes:
    pieces = [TEXT[i : i + 3] for i in range(0, len(TEXT), 3)]
    said_lines = [*map(said, pieces), done("stop", 300)]
    return b"".join(
        json.dumps(line, ensure_ascii=i % 2 == 0).encode() + b"\n"
        for i, line in enumerate(said_lines)
    )


def _torn(data: bytes, per: int) -> Script:
    async def script(talk: Talk) -> None:
        await talk.head()
        for at in range(0, len(data), per):
            await talk.piece(data[at : at + per])
        await talk.end()

    return script


@pytest.mark.parametrize("per", [1, 2, 7, 64, 10_000])
async def test_an_answer_is_the_same_however_it_is_torn(ollama: OurOllama, per: int) -> None:
    ollama.next("/api/chat", _torn(_bytes(), per))
    heard: list[AnswerPiece] = []
    answer = await the_model(ollama).chat(PROMPT, context=8192, most=500, on_chunk=heard.append)
    assert answer.text == TEXT == "".join(chunk.text for chunk in heard)


async def test_lines_may_end_as_on_windows_or_not_at_all(ollama: OurOllama) -> None:
    for data in (_bytes().replace(b"\n", b"\r\n"), _bytes().rstrip(b"\n"), b"\n\n" + _bytes()):
        ollama.next("/api/chat", _torn(data, 50))
        answer = await the_model(ollama).chat(PROMPT, context=8192, most=500)
        assert answer.text == TEXT


@pytest.mark.parametrize("piece", ["- a\n", "- a\n" * 1_000], ids=["pieces", "bytes"])
async def test_what_runs_far_beyond_its_longest_is_stopped(ollama: OurOllama, piece: str) -> None:
    async def bullets(talk: Talk) -> None:
        await talk.head()
        for _ in range(100_000):
            await talk.line(said(piece))

    ollama.next("/api/chat", bullets)
    with pytest.raises(ModelProblem) as raised:
        await the_model(ollama).chat(PROMPT, context=8192, most=500)
    assert raised.value.ending is Ending.TOO_BIG
    assert raised.value.answer is not None and len(raised.value.answer.text) < 200_000
    await until(ollama.asked("/api/chat")[0].left.is_set)


async def test_mangled_streams_end_by_name(ollama: OurOllama) -> None:
    await _mangle(ollama, range(100))


@pytest.mark.prove
@pytest.mark.parametrize("part", range(5))
async def test_ten_thousand_mangled_streams_end_by_name(ollama: OurOllama, part: int) -> None:
    await _mangle(ollama, range(part * 2_000, (part + 1) * 2_000))


async def _mangle(ollama: OurOllama, numbers: range) -> None:
    model = the_model(ollama)
    endings = set()
    for number in numbers:
        chance = random.Random(number)
        ollama.next("/api/chat", _torn(_mangled(_bytes(), chance), chance.choice([5, 100, 9_000])))
        try:
            answer = await model.chat(PROMPT, context=8192, most=500)
            assert answer.text.strip()
            endings.add(answer.ended)
        except ModelProblem as problem:
            assert problem.message and problem.ending is not Ending.DONE
            endings.add(problem.ending)
    assert {Ending.DONE, Ending.NOT_UNDERSTOOD, Ending.UNFINISHED} <= endings


def _mangled(data: bytes, chance: random.Random) -> bytes:
    """The stream with a few bytes changed, lost, doubled or moved."""
    for _ in range(chance.randint(1, 4)):
        at, length = chance.randrange(len(data)), chance.choice([1, 1, 2, 30])
        cut = data[at : at + length]
        others = (b"", cut + cut, bytes(chance.choices(range(256), k=length)), cut.upper(), b"\n")
        data = data[:at] + chance.choice(others) + data[at + length :]
    return data if chance.random() < 0.8 else data[: chance.randrange(1, len(data))]
