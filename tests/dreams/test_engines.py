"""Which engine works: as a person asks for it, as their settings say, and as Ollama stands."""

from pathlib import Path
from typing import Any

import pytest

from desktop_app.dreams.engine_choice import Engine
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.text.records import Message
from tests.dreams.model.told_model import GOOD, MEMORY, TODAYS, YESTERDAY
from tests.support.dreaming import a_notebook, opened
from tests.support.ollama import OurOllama, Served, says

CHAT = "/api/chat"
TALK = [Message("user", "I moved the survey to berth 7 on Monday.")]
AUTO = Engine("auto", "small")


@pytest.fixture
def memory(tmp_path: Path, ollama: OurOllama) -> Memory:
    ollama.answer = GOOD
    found = opened(a_notebook(tmp_path, MEMORY, d20261120=YESTERDAY, d20261121=TODAYS), tmp_path)
    found.models.ask_at(ollama.url, "")
    return found


async def dreamt(memory: Memory, engine: Engine) -> tuple[Any, list[str]]:
    steps: list[str] = []
    outcome = await memory.dreams.dream(engine=engine, report=steps.append)
    return outcome, steps


async def test_auto_dreams_with_the_named_model(memory: Memory) -> None:
    outcome, _ = await dreamt(memory, AUTO)
    assert (outcome.proposal.engine, outcome.proposal.model) == ("ollama", "small:latest")
    assert outcome.fell_back == ""


@pytest.mark.parametrize("engine", [Engine(), Engine("builtin"), Engine("builtin", "small")])
async def test_without_a_model_named_nobody_is_asked(
    memory: Memory, ollama: OurOllama, engine: Engine
) -> None:
    outcome, _ = await dreamt(memory, engine)
    assert outcome.proposal.engine == "builtin"
    assert (await memory.dreams.expected(engine)).model is None
    assert ollama.requests == []


async def test_auto_without_ollama_is_the_built_in_engine_and_says_so(memory: Memory) -> None:
    memory.models.ask_at("127.0.0.1:9", "")
    outcome, steps = await dreamt(memory, AUTO)
    assert (outcome.proposal.engine, outcome.proposal.model) == ("builtin", None)
    assert outcome.fell_back == "Ollama is not running."
    assert "Ollama is not running: dreaming without a model" in steps


@pytest.mark.parametrize(
    ("served", "words"),
    [
        (Served("other:latest"), "small is not installed any more"),
        (Served(capabilities=("embedding",)), "small:latest cannot do this kind of work"),
        (Served(remote_host="https://far.example"), "small:latest does not run on this computer"),
    ],
)
async def test_auto_passes_over_a_model_that_cannot_dream_here(
    memory: Memory, ollama: OurOllama, served: Served, words: str
) -> None:
    ollama.models = {served.name: served}
    outcome, steps = await dreamt(memory, AUTO)
    assert outcome.proposal.engine == "builtin"
    assert any(step.startswith(words) for step in steps)
    assert ollama.asked(CHAT) == []
    found = await memory.dreams.expected(AUTO)
    assert found.model is None
    assert found.reason.startswith(words)


async def test_ollama_without_a_name_is_the_only_model_that_can_dream(
    memory: Memory, ollama: OurOllama
) -> None:
    ollama.models["embeds"] = Served("embeds", capabilities=("embedding",))
    ollama.models["far"] = Served("far", remote_host="https://far.example")
    outcome, _ = await dreamt(memory, Engine("ollama"))
    assert outcome.proposal.model == "small:latest"


@pytest.mark.parametrize(
    ("names", "hint"), [((), "nightstand models --pull"), (("a:1b", "b:1b"), "a:1b, b:1b")]
)
async def test_ollama_without_a_name_and_no_single_model_is_a_failed_dream(
    memory: Memory, ollama: OurOllama, names: tuple[str, ...], hint: str
) -> None:
    ollama.models = {name: Served(name) for name in names}
    outcome, _ = await dreamt(memory, Engine("ollama"))
    assert outcome.kind == "failed"
    assert hint in outcome.problem.hint
    with pytest.raises(Problem):
        await memory.dreams.expected(Engine("ollama"))


async def test_the_room_and_the_time_asked_for_are_kept(memory: Memory, ollama: OurOllama) -> None:
    await dreamt(memory, Engine("ollama", "small", room=3_000))
    assert {r.body["options"]["num_ctx"] for r in ollama.asked(CHAT)} == {3_000}
    for minutes, seconds in ((3, 180), (0, None)):
        async with memory._engines.opened(Engine(minutes=minutes), "small") as asking:
            assert asking.total == seconds


# -- what a dream would be --------------------------------------------------------------------


async def test_what_is_expected_is_about_what_happens(memory: Memory, ollama: OurOllama) -> None:
    before = await memory.dreams.expected(AUTO)
    assert (before.model, before.days, before.parts) == ("small:latest", 2, 1)
    assert before.seconds is None, "nobody knows how fast a model is that was never heard here"
    assert ollama.asked(CHAT) == []
    outcome, _ = await dreamt(memory, AUTO)
    assert outcome.proposal.tokens / 3 < before.tokens < outcome.proposal.tokens * 3


# -- flush ------------------------------------------------------------------------------------


async def test_a_flush_says_why_rules_wrote_it(memory: Memory, ollama: OurOllama) -> None:
    steps: list[str] = []
    memory.models.ask_at("127.0.0.1:9", "")
    flushed = await memory.sessions.flush(TALK, "trim", engine=AUTO, report=steps.append)
    assert (flushed.engine, flushed.reason) == ("builtin", "Ollama is not running.")
    assert flushed.path
    assert "Ollama is not running: the notes are chosen without a model" in steps
    memory.models.ask_at(ollama.url, "")
    ollama.loaded = {"small:latest": 4_096}
    ollama.next(CHAT, *[says("")] * 2)
    later = [Message("user", "I moved the gauge to berth 4 on Tuesday.")]
    flushed = await memory.sessions.flush(later, "trim", engine=AUTO)
    assert (flushed.engine, flushed.reason) == ("builtin", "small:latest answered with nothing.")
    assert len(ollama.asked(CHAT)) == 2


# -- settings ---------------------------------------------------------------------------------


def test_another_computer_is_asked_only_with_its_name_as_consent(memory: Memory) -> None:
    before = memory.models.ollama.wire.address
    for consent in ("", "other.example"):
        with pytest.raises(Problem):
            memory.models.ask_at("box.example:11434", consent)
    assert memory.models.ollama.wire.address == before
    memory.models.ask_at("box.example:11434", "box.example")
    assert memory.models.ollama.wire.address.host == "box.example"
