"""A model that misses the form is held to it by its server, and what it says is proved the same."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from desktop_app.dreams.model.answers.form import parsed, schema
from desktop_app.dreams.model.answers.parsing import Parsed
from desktop_app.dreams.model.asking.faults import Fault
from desktop_app.dreams.model.asking.habits import Habits, Lessons
from desktop_app.dreams.model.engine import ModelDreamer
from desktop_app.errors import Problem
from desktop_app.models.endings import Ending
from desktop_app.models.model import Answer, Message
from desktop_app.models.problem import ModelProblem
from tests.dreams.model.mutating import wrongs
from tests.dreams.model.told_model import GOOD, ToldModel, dreamt, material, told, waiting

REPORT = "The report is due on 4 December; Jonas signs it off."


def line(heading: str, text: str, *marks: str, remove: bool = False) -> dict[str, object]:
    return {"heading": heading, "text": text, "marks": marks, "remove": remove}


SAME = json.dumps(
    {
        "memory": [
            line("Work", REPORT, "M1", "D2026-11-20:5"),
            line("Work", "it was repaired", "M3", "D2026-11-20:12", remove=True),
            line("Preferences", "Decided to stop drinking coffee after 14:00.", "D2026-11-20:6"),
            line("", "Mara is allergic to peanuts.", "D2026-11-20:7"),
            line(
                "",
                "Prefers printed charts on field days; the tablet screen is useless in the sun.",
                "D2026-11-21:5",
            ),
        ],
        "title": "The report moved",
        "diary": "The report moves to 4 December. Coffee ends at two.",
    }
)  # fmt: skip


async def test_after_an_answer_out_of_form_the_server_holds_the_model_to_it() -> None:
    lessons = Lessons()
    model = ToldModel("no form", SAME)
    draft = await dreamt(model, lessons=lessons)
    assert model.schemas[0] is None
    form = model.schemas[1]
    assert form is not None
    marks = form["properties"]["memory"]["items"]["properties"]["marks"]["items"]["enum"]
    assert {"M1", "D2026-11-20:5"} <= set(marks)
    assert "as JSON" in model.asked[1][1].content
    in_words = await dreamt(ToldModel(GOOD))
    assert told(draft) == told(in_words)
    assert waiting(draft) == waiting(in_words)
    assert draft.title == "The report moved"
    assert wrongs(draft, material()) == []
    assert lessons.habits.strict
    again = ToldModel(SAME)
    assert told(await dreamt(again, lessons=lessons)) == told(draft)
    assert again.schemas[0] is not None, "it is known to need it"
    assert len(again.asked) == 1


async def test_a_model_that_keeps_the_form_is_never_held_to_it() -> None:
    lessons = Lessons()
    model = ToldModel(GOOD)
    await dreamt(model, lessons=lessons)
    assert model.schemas == [None]
    assert not lessons.habits.strict


@pytest.mark.parametrize(
    "first", ["- ha\n" * 2_000, "", ModelProblem(Ending.LENGTH), ModelProblem(Ending.TOOL_CALL)]
)
async def test_endless_and_empty_answers_are_out_of_form_too(first: Any) -> None:
    model = ToldModel(first, SAME)
    assert (await dreamt(model)).changes
    assert model.schemas[1] is not None


async def test_what_is_only_said_wrongly_is_asked_for_in_words_again() -> None:
    strange = GOOD.replace("Mara is allergic", "玛拉对花生过敏").replace("- ", "- 我们决定了以后")
    model = ToldModel(strange, GOOD)
    await dreamt(model)
    assert model.schemas == [None, None]


async def test_an_invented_line_is_held_back_in_any_form() -> None:
    said = json.loads(SAME)
    said["memory"] = [line("", "Mara was born on 3 May 1987.", "D2026-11-20:7")]
    draft = await dreamt(ToldModel("no form", json.dumps(said)))
    assert told(draft) == []


async def test_every_attempt_has_its_line() -> None:
    steps: list[str] = []
    await ModelDreamer(ToldModel("no form", SAME)).dream(material(), steps.append)
    assert steps[:3] == [
        "Asking small:latest",
        "small:latest did not answer in the agreed form: [MEMORY] was missing.",
        "Asking small:latest once more",
    ]


@pytest.mark.parametrize(
    "answer",
    ["{", "{}", '{"memory": 3}', '{"memory": {}, "title": "x"}', "[]", "{" * 50_000],
)
async def test_json_of_another_form_is_a_failed_dream(answer: str) -> None:
    with pytest.raises(Problem):
        await dreamt(ToldModel(answer))


@pytest.mark.parametrize(
    "odd",
    [
        {"memory": [3, None, [], "x", {}]},
        {"memory": [{"text": 5, "marks": "M1", "heading": []}]},
        {"memory": [{"text": "none", "marks": ["M1"]}], "title": 5, "diary": ["x"]},
    ],
)
def test_odd_rows_say_nothing(odd: dict[str, object]) -> None:
    found = parsed(json.dumps(odd))
    assert isinstance(found, Parsed)
    assert found.items == ()


def test_only_what_begins_as_json_is_read_as_json() -> None:
    assert parsed(GOOD) is None
    assert parsed("{3, 4}") is Fault.LONG
    assert set(schema(["M1"])["required"]) == {"memory", "title", "diary"}


async def test_habits_count_what_was_written_in_all_attempts() -> None:
    lessons = Lessons(Habits())

    class Counting(ToldModel):
        async def chat(self, messages: Sequence[Message], **more: Any) -> Answer:
            answer = await super().chat(messages, **more)
            return Answer(**{**vars(answer), "answer_tokens": 70})

    await dreamt(Counting("no form", SAME), lessons=lessons)
    assert lessons.habits.words == 140
