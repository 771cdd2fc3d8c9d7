"""How long a prompt will be, and whether all of it was read."""

import dataclasses
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.models.address import Address
from desktop_app.models.asking import OllamaModel
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.model import ModelMessage
from desktop_app.models.ollama import Ollama
from desktop_app.models.tokens import (
    STEPS,
    UNHEARD,
    HeardPrompt,
    Tokens,
    fits,
    room,
)
from tests.models.asking import an_info, ended
from tests.support.ollama import OurOllama, Served

ENGLISH = (
    "- Mira moved the boat to the north pier; the harbour fee rises in May.\n"
    "- Not before Tuesday: the surgery is at 10:30, bring the blue folder.\n"
    "- `nightly.sh` failed twice on 2026-04-17, the disk was 98% full.\n"
)
CHINESE = (
    "- 米拉把船移到了北码头，五月起停泊费要涨。\n"
    "- 星期二之前不行：手术在十点半，带上蓝色文件夹。\n"
    "- 夜间任务失败了两次，磁盘已经快满了，下次先清理日志。\n"
)
NUMBERS = "2026-04-17 10:30:05 | 98.2 | 1044 | 0.25\n"
TABLE = "| name            | value           |\n|-----------------|-----------------|\n" * 2
KINDS = {
    "English": ENGLISH,
    "Chinese": CHINESE,
    "both": ENGLISH + CHINESE,
    "numbers": ENGLISH + NUMBERS,
    "tables": ENGLISH + TABLE,
}


def _notes(kind: str, length: int, chance: random.Random) -> str:
    lines = KINDS[kind].splitlines(keepends=True)
    found: list[str] = []
    while sum(map(len, found)) < length:
        found.append(chance.choice(lines))
    return "".join(found)


def test_a_model_never_heard_is_judged_by_two_tokens_a_character_and_one_for_two_and_a_half() -> (
    None
):
    assert UNHEARD.estimate("港" * 500).wide == 1000
    assert UNHEARD.estimate("harbour " * 125).narrow == pytest.approx(400)
    both = UNHEARD.estimate("港" * 500, "harbour " * 125)
    assert 1400 <= both.high <= 1400 + 200


@pytest.mark.parametrize(
    "text", ["2026" * 100, "🛶" * 100, "ที่" * 100, "ж" * 100, "ế" * 100, "x9+/" * 99]
)
def test_what_falls_into_many_tokens_is_never_judged_too_short(text: str) -> None:
    assert UNHEARD.estimate(text).high >= len(text)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("served", [(0.55, 0.20), (0.7, 0.24), (1.3, 0.36)])
def test_one_answer_teaches_the_length_of_the_next_prompt(
    kind: str, served: tuple[float, float]
) -> None:
    model = Served(per_wide=served[0], per_letter=served[1])
    chance = random.Random(kind)
    first = _notes(kind, 4_000, chance)
    tokens = UNHEARD.observe(UNHEARD.estimate(first), model.count(first))
    for length in (2_000, 20_000, 100_000):
        text = _notes(kind, length, chance)
        estimate = tokens.estimate(text)
        assert estimate.low < model.count(text) < estimate.high
        assert estimate.likely == pytest.approx(model.count(text), rel=0.2)
        assert estimate.high < model.count(text) * 2 + 128


def test_what_was_learnt_can_be_kept_and_fades() -> None:
    tokens = UNHEARD
    estimate = UNHEARD.estimate(ENGLISH * 20)
    for _ in range(200):
        tokens = tokens.observe(estimate, 1_000)
    assert Tokens(**dataclasses.asdict(tokens)) == tokens
    assert tokens.narrow_narrow < 40
    for _ in range(30):
        tokens = tokens.observe(estimate, 500)
    assert tokens.estimate(ENGLISH * 20).likely == pytest.approx(500, rel=0.1)


def test_the_smallest_room_that_is_enough_is_asked_for_and_kept() -> None:
    small, large = UNHEARD.estimate(ENGLISH), UNHEARD.estimate(ENGLISH * 80)
    assert room(small, 1_000, 131_072) == STEPS[0]
    asked = room(large, 1_000, 131_072)
    assert asked in STEPS and fits(large, asked, 1_000) and not fits(large, asked // 2, 1_000)
    assert room(small, 1_000, 131_072, current=asked) == asked
    assert room(large, 1_000, 131_072, current=4_096) == asked
    assert room(large, 1_000, 6_000) == 6_000
    assert not fits(large, room(large, 1_000, 6_000), 1_000)
    assert room(small, 1_000, 4_096, current=32_768) == 4_096


# --- P8: never dreams on half a prompt ----------------------------------------------------------


async def _asked(ollama: OurOllama, tokens: Tokens, text: str, most: int) -> Ending:
    """How asking ends, with the room that a dream would ask for."""
    served = ollama.models["small:latest"]
    ollama.loaded.clear()
    info = an_info(context=served.context)
    model = OllamaModel(Ollama(Address("127.0.0.1", ollama.port)), info, tokens)
    messages = [ModelMessage("system", "You keep a memory."), ModelMessage("user", text)]
    estimate = tokens.estimate(*(message.content for message in messages))
    try:
        answer = await model.chat(messages, context=room(estimate, most, served.context), most=most)
    except ModelProblem as problem:
        return problem.ending
    assert answer.prompt_tokens is not None
    return answer.ended


def _case(number: int, ollama: OurOllama) -> tuple[Tokens, str, int]:
    """A server, what is known of its model, and a prompt with its real length."""
    chance = random.Random(number)
    kind = chance.choice(list(KINDS))
    served = Served(per_wide=chance.uniform(0.55, 1.3), per_letter=chance.uniform(0.2, 0.36))
    ollama.models = {served.name: served}
    ollama.honours = chance.random() < 0.3
    ollama.tells_room = chance.random() < 0.6
    ollama.cuts = chance.choice(["half", "brim"])
    ollama.room = None
    text = _notes(kind, int(chance.uniform(3_000, 40_000)), chance)
    tokens = UNHEARD
    if chance.random() < 0.6:
        before = _notes(kind, 5_000, chance)
        tokens = tokens.observe(tokens.estimate(before), served.count(before))
    return tokens, text, served.count(text)


PROMPTS = [60, pytest.param(200, marks=pytest.mark.prove)]


@pytest.mark.parametrize("count", PROMPTS)
async def test_prompts_that_were_cut_are_refused(ollama: OurOllama, count: int) -> None:
    refused = 0
    for number in range(count):
        tokens, text, real = _case(number, ollama)
        chance = random.Random(-number)
        if ollama.tells_room:
            ollama.room = int(real * chance.uniform(0.1, 0.99))
        else:  # a server that goes by a room of its own has one of the usual sizes
            ollama.room = max(size for size in (512, 1024, 2048, 4096, 8192) if size < real)
        ended = await _asked(ollama, tokens, text, most=1_000)
        refused += ended in {Ending.PROMPT_CUT, Ending.PROMPT_TOO_LONG}
    assert refused == count


@pytest.mark.parametrize("count", PROMPTS)
async def test_whole_prompts_are_not(ollama: OurOllama, count: int) -> None:
    taken = 0
    for number in range(count):
        tokens, text, _ = _case(number, ollama)
        taken += await _asked(ollama, tokens, text, most=1_000) is Ending.DONE
    assert taken == count


async def test_messages_dropped_without_a_mark_are_refused(ollama: OurOllama) -> None:
    ollama.honours, ollama.room = False, 4096
    turns = [ModelMessage("system", "You keep a memory.")]
    turns += [ModelMessage("user", ENGLISH * 6), ModelMessage("assistant", ENGLISH * 6)] * 12
    turns += [ModelMessage("user", "And now?")]
    model = OllamaModel(Ollama(Address("127.0.0.1", ollama.port)), an_info())
    assert await ended(model.chat(turns, context=32_768, most=500)) is Ending.PROMPT_CUT


TURNS = ("The harbour opens at six. " * 9, "海港六点开门。" * 12, "| 7 | 12.5 |\n" * 8)


@given(
    st.lists(st.sampled_from(TURNS), min_size=2, max_size=12),
    st.integers(1, 3),
    st.floats(0.2, 0.5),
)
def test_a_prompt_that_grew_from_a_counted_one_is_known_better_than_a_new_one(
    turns: list[str], new: int, rate: float
) -> None:
    """As in a talk: the lines that were counted cost the same again."""
    served = Served(per_letter=rate, per_wide=2 * rate)

    def real(texts: list[str]) -> int:
        return sum(served.count(text) + 4 for text in texts)

    before, now = turns[:-new] or turns[:1], [*turns, "And on Sundays?"]
    heard = HeardPrompt(tuple(before), real(before))
    better, alone = Tokens().after(heard, *now), Tokens().estimate(*now)
    assert better.low <= real(now) <= better.high
    assert better.high <= alone.high + 16 * len(now)
    same = Tokens().after(HeardPrompt(tuple(now), real(now)), *now)
    assert same.high <= 1.02 * real(now) + 200
    assert (better.wide, better.narrow) == (alone.wide, alone.narrow)
