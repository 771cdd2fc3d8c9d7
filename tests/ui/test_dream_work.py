"""What is asked before a dream with a model, and how deeds of dreams end in the window."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from desktop_app.dreams.engine_choice import Engine, EngineName
from desktop_app.dreams.model.measure import Expected
from desktop_app.errors import Problem
from desktop_app.models.address import HERE, Address
from desktop_app.models.ollama import Ollama
from desktop_app.ui.dreams.dream_work import Question, Wanted, expected_words, question_of
from tests.support import proposals
from tests.support.program import quiet, running, sample
from tests.support.waiting import until

QWEN = Expected("qwen3:8b", "", days=7, parts=2, tokens=9_000, seconds=(180, 460))


async def asked(expects: Expected | Problem, at: Address = HERE) -> Question | None:
    """What is asked where a dream would take so much, by a model at this address."""

    async def offered(engine: Engine) -> None:
        """There is no model to offer."""

    async def expected(*given: object) -> Expected:
        if isinstance(expects, Problem):
            raise expects
        return expects

    rooms = {"offered": offered, "expected": expected}
    memory: Any = SimpleNamespace(
        dreams=SimpleNamespace(**rooms), models=SimpleNamespace(ollama=Ollama(at))
    )
    settings: Any = {"dreams.enabled": True, "models.agreed": []}
    return await question_of(memory, settings, Wanted(Engine(EngineName.AUTO, "qwen3:8b")), print)


@pytest.mark.parametrize(
    ("at", "elsewhere", "said"),
    [
        (HERE, "", "would read 7 days on this computer, in 2 calls, about 3 to 8 minutes. Nothing"),
        (Address("nas.local"), "nas.local", "on nas.local, in 2 calls, about 3 to 8 minutes. Your"),
    ],
)
async def test_the_question_says_where_the_notes_go(at: Address, elsewhere: str, said: str) -> None:
    question = await asked(QWEN, at)
    assert question is not None and question.elsewhere == elsewhere
    assert said in expected_words(question)


async def test_each_deed_of_the_window_ends_in_a_word_or_a_dream(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page, dreams = program.dreams_page, program.memory.dreams
        ended: list[str] = []
        page.work.cancelled.connect(lambda: ended.append("cancelled"))
        page.work.dream()
        page.work.cancel()
        await until(lambda: ended == ["cancelled"])
        assert dreams.runs() == [], "cancelled before it began it reads nothing"
        page._apply("none")
        await until(lambda: program.window.banner.words)
        proposals.keep(program.memory, proposals.proposal())
        page.work.discard(proposals.proposal().id)
        page.work.dream(force=True)
        await until(lambda: len(dreams.runs()) == 1)
        await quiet(program)
        assert dreams.proposal(proposals.proposal().id).state == "discarded", "it was settled first"
