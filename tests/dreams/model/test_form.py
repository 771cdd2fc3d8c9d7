"""How a model answers: in words, held to a form by its server, or by number; and who chooses."""

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from desktop_app.dreams.engine_choice import AnswerForm
from desktop_app.dreams.model.calls import Asking
from desktop_app.dreams.model.habits import UNKNOWN, Habits
from desktop_app.dreams.model.measure import chosen_form
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.pace import Pace
from tests.dreams.model.mutating import wrongs
from tests.dreams.model.told_model import (
    FAST,
    GOOD,
    INFO,
    ToldModel,
    dreamt,
    material,
    told,
    waiting,
)

REPORT = "The report is due on 4 December; Jonas signs it off."
CHARTS = "Prefers printed charts on field days; the tablet screen is useless in the sun."


def change(kind: str, heading: str, text: str, *marks: str) -> dict[str, object]:
    return {"kind": kind, "heading": heading, "text": text, "marks": marks}


SAME = json.dumps(
    {
        "changes": [
            change("updated", "Work", REPORT, "M1", "D2026-11-20:5"),
            change("retired", "Work", "it was repaired", "M3", "D2026-11-20:12"),
            change(
                "added",
                "Preferences",
                "Decided to stop drinking coffee after 14:00.",
                "D2026-11-20:6",
            ),
            change("added", "Preferences", "Mara is allergic to peanuts.", "D2026-11-20:7"),
            change("added", "Preferences", CHARTS, "D2026-11-21:5"),
        ],
        "title": "The report moves",
        "diary": GOOD.strip().split("\n")[-1],
    }
)
NUMBERS = json.dumps({"new": [3], "changed": [], "ended": []})
PEANUTS = ("added", "Mara is allergic to peanuts.")


# -- held to a form by its server -------------------------------------------------------------


async def test_after_an_answer_out_of_form_the_server_holds_the_model_to_it() -> None:
    for form in (AnswerForm.WORDS, AnswerForm.COPY):
        model = ToldModel("no form", SAME)
        asking = Asking(model)
        draft = await dreamt(asking, form=form)
        assert model.schemas[0] is None
        assert model.schemas[1] is not None
        assert "as JSON" in model.asked[1][1].content
        in_words = await dreamt(ToldModel(GOOD), form=form)
        assert (told(draft), waiting(draft)) == (told(in_words), waiting(in_words))
        assert (draft.title, draft.voice) == (in_words.title, in_words.voice)
        assert wrongs(draft, material()) == []
        assert asking.habits.strict
        again = ToldModel(SAME)
        assert told(await dreamt(again, form=form, habits=asking.habits)) == told(draft)
        assert len(again.asked) == 1
        assert again.schemas[0] is not None, "it is known to need it"


async def test_what_is_only_said_strangely_is_asked_for_in_words_again() -> None:
    strange = GOOD.replace("Mara is allergic", "玛拉对花生过敏").replace("- ", "- 我们决定了以后")
    model = ToldModel(strange, GOOD)
    await dreamt(model)
    assert model.schemas == [None, None]


# -- by number after all ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "out_of_form", ["no form", "", "- ha\n" * 2_000, ModelProblem(Ending.LENGTH)]
)
@pytest.mark.parametrize("form", [AnswerForm.AUTO, AnswerForm.WORDS, AnswerForm.COPY])
async def test_a_model_that_misses_the_form_of_words_twice_goes_on_by_number(
    out_of_form: Any, form: AnswerForm
) -> None:
    steps: list[str] = []
    model = ToldModel(out_of_form, out_of_form, NUMBERS)
    draft = await dreamt(model, form=form, steps=steps)
    assert told(draft) == [PEANUTS]
    assert len(model.asked) == 3
    assert [step for step in steps if "number" in step] == [
        "small:latest answered in the wrong form twice, and now answers with numbers of lines"
    ]


# -- who chooses ------------------------------------------------------------------------------

SLOW = Pace(100, 1, 5, 1)


@pytest.mark.parametrize(
    ("parameters", "size", "pace", "habits", "form"),
    [
        ("8B", 5e9, FAST, UNKNOWN, "words"),
        ("", 0, FAST, UNKNOWN, "words"),  # it is not known
        ("4B", 4e9, FAST, UNKNOWN, "copy"),
        ("3.2B", 9e9, FAST, UNKNOWN, "numbers"),
        ("", 1e9, FAST, UNKNOWN, "numbers"),
        ("8B", 5e9, SLOW, UNKNOWN, "numbers"),
        ("8B", 5e9, FAST, Habits(missed="2026-11-18"), "numbers"),
        ("8B", 5e9, FAST, Habits(missed="2026-11-14"), "words"),
        ("1.2.3B", 5e9, FAST, UNKNOWN, "words"),  # a server may say anything
        ("..B", 5e9, FAST, UNKNOWN, "words"),
        ("9" * 400 + "B", 5e9, FAST, UNKNOWN, "words"),
    ],
)
def test_size_pace_and_what_was_missed_lately_choose_the_form_and_say_why(
    parameters: str, size: float, pace: Pace, habits: Habits, form: str
) -> None:
    info = replace(INFO, parameters=parameters, size=int(size))
    chosen = chosen_form(AnswerForm.AUTO, info, habits, pace, date(2026, 11, 21))
    assert chosen[0] == form
    assert bool(chosen[1]) == (form != "words")
    for wanted in (AnswerForm.WORDS, AnswerForm.COPY, AnswerForm.NUMBERS):
        chosen = chosen_form(wanted, info, habits, pace, date(2026, 11, 21))
        assert chosen == (wanted, "")
