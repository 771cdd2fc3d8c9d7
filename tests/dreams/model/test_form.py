"""A model that misses the form is held to it by its server, and what it says is proved the same."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from desktop_app.dreams.model.answers.form import parsed, schema

from desktop_app.dreams.consolidator.answer import Parsed
from desktop_app.dreams.consolidator.faults import Fault
from desktop_app.dreams.model.asking.habits import Habits, Lessons
from desktop_app.dreams.model.engine import ModelDreamer
from desktop_app.errors import Problem
from desktop_app.models.endings import Ending
from desktop_app.models.model import ModelAnswer, ModelMessage
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
        async def chat(self, messages: Sequence[ModelMessage], **more: Any) -> ModelAnswer:
            answer = await super().chat(messages, **more)
            return ModelAnswer(**{**vars(answer), "answer_tokens": 70})

    await dreamt(Counting("no form", SAME), lessons=lessons)
    assert lessons.habits.words == 140


NUMBERS = json.dumps({"new": [5], "changed": [], "ended": []})
PEANUTS = ("added", "Mara is allergic to peanuts.")


def without_form(messages: Sequence[ModelMessage]) -> str:
    """Numbers where they are asked for, else nothing that keeps to a form."""
    asked_for_numbers = "numbers only" in messages[1].content
    return NUMBERS if asked_for_numbers else "no form"


@pytest.mark.parametrize(
    "out_of_form", ["no form", "", "- ha\n" * 2_000, ModelProblem(Ending.LENGTH)]
)
@pytest.mark.parametrize("chosen", [None, False])
async def test_a_model_that_misses_the_form_of_words_twice_goes_on_by_number(
    out_of_form: Any, chosen: bool | None
) -> None:
    lessons, steps = Lessons(), list[str]()
    model = ToldModel(out_of_form, out_of_form, NUMBERS)
    dreamer = ModelDreamer(model, numbered=chosen, lessons=lessons)
    draft = await dreamer.dream(material(), steps.append)
    assert told(draft) == [PEANUTS]
    assert len(model.asked) == 3
    assert [step for step in steps if "number" in step] == [
        "small:latest missed the form twice and goes on by number"
    ]


async def test_the_next_dream_of_such_a_model_begins_by_number_where_words_are_not_chosen() -> None:
    lessons = Lessons()
    await dreamt(ToldModel(say=without_form), lessons=lessons)
    again = ToldModel(say=without_form)
    await dreamt(again, lessons=lessons)
    assert len(again.asked) == 1
    words = ToldModel(say=without_form)
    await dreamt(words, lessons=lessons, numbered=False)
    assert len(words.asked) == 3, "chosen by a person"
    assert lessons.habits.formless
    await dreamt(ToldModel(GOOD), lessons=lessons, numbered=False)
    assert not lessons.habits.formless, "it has learnt the form since"


async def test_the_rest_of_such_a_dream_is_by_number_and_no_note_is_left_out() -> None:
    days = [
        "".join(f"- Skipper Number{n}{m} rents berth {n}{m} until Friday.\n" for m in range(40))
        for n in range(6)
    ]

    def failing(messages: Sequence[ModelMessage]) -> str:
        if "numbers only" in messages[1].content:
            return json.dumps({"new": [2], "changed": [], "ended": []})
        return "no form" if len(model.asked) > 1 else f"[MEMORY]\n{_first(messages)}\n[DREAM]\nx"

    model = ToldModel(say=failing, context=4_096)
    await dreamt(model, material("- Tea.\n", *days))
    assert [schema is None for schema in model.schemas[:2]] == [True, True]
    assert all(schema is not None for schema in model.schemas[2:])
    shown = "\n".join(asked[1].content for asked in model.asked)
    assert all(f"Skipper Number{n}{m} " in shown for n in range(6) for m in range(40))


async def test_a_model_without_any_form_is_a_failed_dream() -> None:
    model = ToldModel("no form")
    with pytest.raises(Problem, match="numbers of lines"):
        await dreamt(model)
    assert len(model.asked) == 4


async def test_what_is_no_fault_of_the_form_is_not_asked_by_number() -> None:
    model = ToldModel(ModelProblem(Ending.STALLED))
    with pytest.raises(ModelProblem):
        await dreamt(model)
    assert len(model.asked) == 1


def _first(messages: Sequence[ModelMessage]) -> str:
    rows = [row for row in messages[1].content.split("\n") if row.startswith("D2026")]
    mark, _, text = rows[1].partition(" ")
    return f"{text} {{{mark}}}"
