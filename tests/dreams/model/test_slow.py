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

from desktop_app.dreams.dreamer import DreamDraft, Material
from desktop_app.dreams.model.asking.habits import Habits, Lessons
from desktop_app.dreams.model.engine import ModelDreamer
from desktop_app.dreams.model.measure import slow, small, wished
from desktop_app.dreams.model.summary import ModelSummarizer
from desktop_app.errors import Problem
from desktop_app.models.endings import Ending
from desktop_app.models.model import ModelAnswer, ModelMessage
from desktop_app.models.pace import UNHEARD, Pace, fresh
from desktop_app.models.problem import ModelProblem
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.layout import named_date
from desktop_app.notebook.sample import copy_sample
from desktop_app.notebook.statements.day_text import DayText
from desktop_app.notebook.text.records import Message as Said
from tests.dreams.model.bad_answers import whole
from tests.dreams.model.told_model import INFO, MEMORY, ToldModel, material, rules

PATIENCE = 300.0  # what a computer as slow as this one was not waited for beyond
TWO_MINUTES = 120.0
_PER_LETTER = 0.24


class SlowModel(ToldModel):
    """Reads and writes at these speeds; silent where a prompt takes longer than anybody waits."""

    def __init__(self, reads: float, writes: float, **more: object) -> None:
        super().__init__(say=answered, pace=UNHEARD, **more)  # type: ignore[arg-type]
        self.reads, self.writes = reads, writes
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
        wrote = len(answer.text) * _PER_LETTER
        self.pace = pace.heard(new, new / self.reads, wrote, wrote / self.writes)
        self.took += new / self.reads + wrote / self.writes
        self.tokens = self.tokens.observe(self.tokens.estimate(*texts), round(tokens))
        return answer


def answered(messages: Sequence[ModelMessage]) -> str:
    """The fourth line that is shown, by number or in its words; nothing where there are fewer."""
    asked = messages[1].content
    numbered = re.findall(r"^(\d+) - (.+)$", asked, re.MULTILINE)
    if numbered:
        return json.dumps({"new": [int(numbered[-1][0])], "changed": [], "ended": []})
    shown = re.findall(r"^(D[\d-]+:\d+) - (.+)$", asked, re.MULTILINE)
    mark, text = shown[-1]
    return whole(f"- {text} {{{mark}}}")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Material:
    """The sample notebook with all its days."""
    root = tmp_path_factory.mktemp("slow") / "sample"
    copy_sample(root, date(2026, 11, 21))
    days = []
    for path in sorted((root / "memory").glob("*.md"), reverse=True):
        if day := named_date(path.name):
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


async def dreamt(
    model: ToldModel, material: Material, steps: list[str] | None = None, **more: object
) -> DreamDraft:
    steps = steps if steps is not None else []
    more.setdefault("rules", rules)
    return await ModelDreamer(model, **more).dream(material, steps.append)  # type: ignore[arg-type]


@pytest.mark.parametrize("reads", [15.0, 25.0])
async def test_a_slow_computer_ends_with_a_proposal(
    sample: Material, month: Material, reads: float
) -> None:
    model = SlowModel(reads, 5.0)
    assert (await dreamt(model, sample)).changes
    model = SlowModel(reads, 5.0)
    steps: list[str] = []
    draft = await dreamt(model, month, steps)
    assert draft.changes
    assert len(model.asked) > 3
    assert max(model.read) < TWO_MINUTES * 1.25, "about two minutes at most"
    assert any(re.fullmatch(r"\d+ calls? to come, about \d+ min", step) for step in steps)


async def test_every_day_is_read_however_slow(month: Material) -> None:
    slow_one, fast = SlowModel(15.0, 5.0), SlowModel(2_000.0, 500.0)
    for model in (slow_one, fast):
        await dreamt(model, month, numbered=True)

    def shown(model: ToldModel) -> set[str]:
        return {
            row
            for asked in model.asked
            for row in re.findall(r"^\d+ (.+)$", asked[1].content, re.MULTILINE)
        }

    assert shown(slow_one) == shown(fast)
    assert len(slow_one.asked) > len(fast.asked)


async def test_a_fast_model_is_asked_little_once_and_then_as_much_as_it_can_read(
    month: Material,
) -> None:
    model = SlowModel(2_000.0, 500.0)
    await dreamt(model, month)
    sizes = [sum(len(message.content) for message in asked) for asked in model.asked]
    assert len(sizes) <= 4
    assert sizes[0] * _PER_LETTER < 1_300
    assert max(sizes) > 2 * sizes[0]


async def test_a_model_found_slow_goes_on_by_number(month: Material) -> None:
    model = SlowModel(15.0, 5.0)
    await dreamt(model, month)
    assert model.schemas[0] is None
    assert all(schema is not None for schema in model.schemas[1:])
    words = SlowModel(15.0, 5.0)
    await dreamt(words, month, numbered=False)
    assert set(words.schemas) == {None}


async def test_what_is_expected_of_a_model_that_was_heard_is_within_a_factor_of_two(
    month: Material,
) -> None:
    for speeds in ((15.0, 5.0), (40.0, 9.0), (400.0, 60.0)):
        first = SlowModel(*speeds)
        lessons = Lessons()
        unheard = await ModelDreamer(first, lessons=lessons).expected(month)
        assert unheard.seconds is None
        await dreamt(first, month, lessons=lessons)
        assert lessons.habits.numbers or lessons.habits.words
        again = SlowModel(*speeds)
        again.pace, again.tokens = first.pace, first.tokens
        expected = await ModelDreamer(again, lessons=lessons).expected(month)
        assert expected.seconds is not None
        calls = len(again.asked)
        await dreamt(again, month, lessons=lessons)
        assert expected.parts == len(again.asked) - calls
        assert again.took / 2 < expected.seconds < again.took * 2, speeds


async def test_a_dream_that_failed_goes_on_with_the_same_parts(month: Material) -> None:
    from desktop_app.dreams.model.asking.calls import InMemory

    answers = InMemory()
    model = SlowModel(15.0, 5.0)
    say, calls = model._say, 0

    def failing(messages: Sequence[ModelMessage]) -> str | ModelProblem:
        nonlocal calls
        calls += 1
        assert say is not None
        return ModelProblem(Ending.STALLED) if calls == 4 else say(messages)

    model._say = failing
    with pytest.raises(Problem):
        await dreamt(model, month, answers=answers)
    again = SlowModel(15.0, 5.0)
    again.pace = Pace(1_000, 100, 100, 10)  # slower than it was planned with
    await dreamt(again, month, answers=answers)
    once = SlowModel(15.0, 5.0)
    await dreamt(once, month)
    assert len(again.asked) <= len(once.asked) - 3 + 2
    first = {asked[1].content.split("=== ")[-2] for asked in model.asked[:3]}
    assert not first & {asked[1].content.split("=== ")[-2] for asked in again.asked}


def test_slow_is_where_words_take_over_two_minutes() -> None:
    assert not slow(UNHEARD)
    assert slow(Pace(100, 1, 5, 1))
    assert not slow(Pace(100, 1, 50, 1))
    assert wished(Pace(1_500, 100, 1, 1)) == 1_800
    assert wished(UNHEARD) is None
    assert wished(Pace(1_500, 100, 1, 1), total=60) == 450, "half of the time that a call may take"


async def test_a_conversation_is_summed_up_in_calls_that_are_read_in_two_minutes() -> None:
    talk = [
        Said("user", f"I rent berth {n} to skipper Number{n} until Friday.") for n in range(150)
    ]
    prompts = {}
    for speed in (15.0, 2_000.0):
        model = ToldModel("None", pace=Pace(speed, 1.0, 5.0, 1.0))
        with suppress(Problem):  # it overlooks all of it
            await ModelSummarizer(model).summarize(talk)
        prompts[speed] = [sum(len(each.content) for each in asked) for asked in model.asked]
    assert max(prompts[15.0]) * _PER_LETTER < 15 * TWO_MINUTES * 1.25
    assert len(prompts[15.0]) > len(prompts[2_000.0])


def test_habits_are_those_of_one_model(tmp_path: Path) -> None:
    from desktop_app.dreams.model.asking.habits import KnownHabits
    from desktop_app.models.address import HERE, Address

    known = KnownHabits(tmp_path / "models.json")
    habits = Habits(Pace(1, 2, 3, 4, 5), 100.0, 50.0, True)
    known.keep("a:latest", HERE, habits)
    known.keep("b:latest", HERE, Habits())
    again = KnownHabits(tmp_path / "models.json")
    assert again.of("a:latest", HERE) == habits
    assert again.of("b:latest", HERE) == again.of("c", HERE) == Habits()
    assert again.of("a:latest", Address("nas.example")) == Habits(), "another computer"


@pytest.mark.parametrize("odd", ["[]", "{", '{"%s": 5}', '{"%s": {"pace": [1], "words": "x"}}'])
def test_a_spoilt_file_of_habits_teaches_nothing(tmp_path: Path, odd: str) -> None:
    from desktop_app.dreams.model.asking.habits import KnownHabits, _key
    from desktop_app.models.address import HERE

    path = tmp_path / "models.json"
    path.write_text(odd.replace("%s", _key("a", HERE)))
    assert KnownHabits(path).of("a", HERE) == Habits()


@pytest.mark.parametrize(
    ("parameters", "size", "expected"),
    [
        ("3.2B", 9_000_000_000, True),
        ("8B", 5_000_000_000, False),
        ("", 1_000_000_000, True),
        ("1.2.3B", 5_000_000_000, False),  # a server may say anything
        ("..B", 5_000_000_000, False),
        ("9" * 400 + "B", 5_000_000_000, False),
    ],
)
def test_what_is_small_is_told_by_weights_else_by_bytes(
    parameters: str, size: int, expected: bool
) -> None:
    assert small(replace(INFO, parameters=parameters, size=size)) is expected
