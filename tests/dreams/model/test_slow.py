"""A slow computer dreams, too: small calls one after the other, as the pace is learnt.

Time is counted, not waited for: the model says how long it would have read and written.
"""

import json
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from desktop_app import dates
from desktop_app.dreams.engine_choice import AnswerForm
from desktop_app.dreams.material import Material
from desktop_app.dreams.model.calls import Asking
from desktop_app.dreams.model.habits import Habits, KnownHabits, _key
from desktop_app.dreams.model.summary import ModelSummarizer
from desktop_app.errors import Problem
from desktop_app.models.address import HERE
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.model import ModelAnswer, ModelMessage
from desktop_app.models.pace import UNHEARD, Pace, fresh
from desktop_app.models.tokens import Tokens
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.sample import copy_sample
from desktop_app.notebook.source import DayText
from desktop_app.notebook.text.records import Message as Said
from tests.dreams.model.bad_answers import whole
from tests.dreams.model.told_model import INFO, MEMORY, ToldModel, dreamer, dreamt, material

PATIENCE = 300.0  # what a computer as slow as this one was not waited for beyond
TWO_MINUTES = 120.0
_PER_LETTER = 0.24


class SlowModel(ToldModel):
    """Reads and writes at these speeds; silent where a prompt takes longer than anybody waits."""

    def __init__(self, reads: float, writes: float, thinking: int = 0) -> None:
        super().__init__(say=answered, pace=UNHEARD)
        self.reads, self.writes, self.thinking = reads, writes, thinking
        self.counted = 0  # tokens that were read and written
        self.read: list[float] = []  # seconds of each prompt
        self.took = 0.0
        self._before: list[str] = []

    async def chat(self, messages: Sequence[ModelMessage], **more: object) -> ModelAnswer:  # type: ignore[override]
        texts = [message.content for message in messages]
        tokens = sum(map(len, texts)) * _PER_LETTER
        new = tokens * fresh(texts, self._before)
        self._before = texts
        self.read.append(new / self.reads)
        if self.read[-1] > PATIENCE:
            raise ModelProblem(Ending.SILENT, model=self.info.name)
        pace = self.pace
        answer = await super().chat(messages, **more)  # type: ignore[arg-type]
        wrote = self.thinking + round(len(answer.text) * _PER_LETTER)
        self.counted += round(tokens) + wrote
        self.pace = pace.heard(new, new / self.reads, wrote, wrote / self.writes)
        self.took += new / self.reads + wrote / self.writes
        self.tokens = self.tokens.observe(self.tokens.estimate(*texts), round(tokens))
        return replace(answer, prompt_tokens=round(tokens), answer_tokens=wrote)


def answered(messages: Sequence[ModelMessage]) -> str:
    """Some of the last lines that are shown, by number or in their words."""
    asked = messages[1].content
    if numbered := re.findall(r"^(\d+) .+$", asked, re.MULTILINE)[-20:]:
        return json.dumps({"new": list(map(int, numbered)), "changed": [], "ended": []})
    shown = re.findall(r"^(D[\d-]+:[\d.]+) (.+)$", asked, re.MULTILINE)[-20:]
    return whole(*(f"- {text} {{{mark}}}" for mark, text in shown))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Material:
    """The sample notebook with all its days."""
    root = tmp_path_factory.mktemp("slow") / "sample"
    copy_sample(root, date(2026, 11, 21))
    days = []
    for path in sorted((root / "memory").glob("*.md"), reverse=True):
        if day := dates.iso_day(path.stem):
            days.append(DayText(day, f"memory/{path.name}", path.read_text()))
    memory = MemoryFile((root / "MEMORY.md").read_bytes())
    shutil.rmtree(root)
    return Material(memory, tuple(days), (), frozenset())


@pytest.fixture(scope="module")
def month() -> Material:
    """Thirty days with a dozen lines each."""
    days = [
        f"# Daily Memory\n\n## Harbour ({n:02}:00)\n\n"
        + "".join(f"- Skipper Number{n}{m} rents berth {n}{m} until Friday.\n" for m in range(12))
        for n in range(30)
    ]
    return material(MEMORY, *days)


@pytest.mark.parametrize("reads", [15.0, 25.0])
async def test_a_slow_computer_ends_with_a_proposal(
    sample: Material, month: Material, reads: float
) -> None:
    for given in (sample, month):
        model = SlowModel(reads, 5.0)
        model.pace = Pace(reads, 1, 5, 1)
        steps: list[str] = []
        assert (await dreamt(model, given, steps=steps)).changes
        assert steps[0] == "small:latest is slow here, so it answers with numbers of lines"
        assert all(schema is not None for schema in model.schemas)
        assert max(model.read) < TWO_MINUTES * 1.25, "about two minutes at most"
        assert any(
            re.fullmatch(r"\d+ calls? to come, about [\d to]+ minutes?", step) for step in steps
        )
        first = f"Asking small:latest (part 1 of {len(model.asked)}, about "
        assert len(model.asked) == 1 or any(one.startswith(first) for one in steps)


@pytest.mark.parametrize("thinks", [False, True])
@pytest.mark.parametrize("form", [AnswerForm.WORDS, AnswerForm.COPY, AnswerForm.NUMBERS])
async def test_what_is_expected_is_within_a_factor_of_two_before_the_first_call_and_after_it(
    sample: Material, month: Material, form: AnswerForm, thinks: bool
) -> None:
    for given in (sample, month):
        habits, pace, tokens = Habits(), UNHEARD, Tokens()
        for heard in (False, True):
            model = SlowModel(40.0, 9.0, thinking=800 * thinks)
            model.pace, model.tokens = pace, tokens
            if thinks:
                model.info = replace(INFO, capabilities=frozenset({"completion", "thinking"}))
            asking = Asking(model, habits=habits)
            expected = await dreamer(asking, form).expected(given)
            draft = await dreamt(asking, given, form)
            assert len(model.asked) <= expected.parts <= len(model.asked) + 2  # join, mend
            assert model.counted / 2 < expected.tokens < model.counted * 2
            assert draft.tokens == model.counted
            if heard and given is month:
                assert expected.seconds is not None
                assert (
                    expected.seconds[0] < model.took * 1.4
                    and model.took * 0.8 < expected.seconds[1]
                )
            habits, pace, tokens = asking.habits, model.pace, model.tokens


async def test_a_conversation_is_summed_up_in_calls_that_are_read_in_two_minutes() -> None:
    talk = [
        Said("user", f"I rent berth {n} to skipper Number{n} until Friday.") for n in range(150)
    ]
    prompts = {}
    for speed in (15.0, 2_000.0):
        model = ToldModel("None", pace=Pace(speed, 1.0, 5.0, 1.0))
        with suppress(Problem):  # it overlooks all of it
            await ModelSummarizer(Asking(model)).summarize(talk)
        prompts[speed] = [sum(len(each.content) for each in asked) for asked in model.asked]
    assert max(prompts[15.0]) * _PER_LETTER < 15 * TWO_MINUTES * 1.25
    assert len(prompts[15.0]) > len(prompts[2_000.0])


@pytest.mark.parametrize("odd", ["[]", "{", '{"%s": 5}', '{"%s": {"pace": [1], "words": "x"}}'])
def test_a_spoilt_file_of_habits_teaches_nothing(tmp_path: Path, odd: str) -> None:
    path = tmp_path / "models.json"
    path.write_text(odd.replace("%s", _key("a", HERE)))
    assert KnownHabits(path).of("a", HERE) == Habits()
