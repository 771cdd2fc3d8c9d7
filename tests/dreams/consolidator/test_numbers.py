"""A model answers by number, and code writes the notes' own words: the same kind of proposal."""

import json

import pytest

from desktop_app.dreams.engine_choice import AnswerForm
from desktop_app.dreams.material import DreamDraft, Material
from desktop_app.errors import Problem
from tests.dreams.model.mutating import wrongs
from tests.dreams.model.told_model import ToldModel, dreamt, material, told, waiting

# The notes of `told_model` as they are shown: 1-5 of yesterday, 6 and 7 of today.
SHOWN = [
    "(Notes)",
    "1 The report moves from 27 November to 4 December.",
    "2 Decided to stop drinking coffee after 14:00.",
    "3 Mara is allergic to peanuts.",
    "4 Had lunch at the harbour.",
    "5 The tide gauge at berth 4 no longer reads too high.",
    "",
    "(Decisions)",
    "6 Prefers printed charts on field days; the tablet screen is useless in the sun.",
    "7 Jonas orders hazelnut cake every Friday.",
]


def says(new: object = (), changed: object = (), ended: object = ()) -> str:
    return json.dumps({"new": new, "changed": changed, "ended": ended})


def pair(bullet: object, line: object) -> dict[str, object]:
    return {"bullet": bullet, "line": line}


async def numbered(answer: str, given: Material | None = None) -> tuple[DreamDraft, ToldModel]:
    model = ToldModel(answer)
    return await dreamt(model, given, AnswerForm.NUMBERS), model


GOOD = says([2, 3, 6], [pair(1, 1)], [pair(3, 5)])


async def test_numbers_become_the_notes_own_words() -> None:
    draft, model = await numbered(GOOD)
    assert told(draft) == [
        ("updated", "The report is due on 4 December; Jonas signs it off."),
        ("added", "Decided to stop drinking coffee after 14:00."),
        ("added", "Mara is allergic to peanuts."),
        ("added", "Prefers printed charts on field days; the tablet screen is useless in the sun."),
    ]
    assert waiting(draft) == [
        ("retired", "The tide gauge at berth 4 reads 12 cm too high.", "supported"),
    ]
    assert wrongs(draft, material()) == []
    assert len(model.asked) == 1


async def test_lines_are_shown_with_their_numbers_and_the_schema_knows_no_others() -> None:
    _, model = await numbered(GOOD)
    asked = model.asked[0][1].content
    assert "\n".join(SHOWN) in asked
    assert "\nH2 ## Work\nM1 The report is due on 27 November" in asked
    (form,) = model.schemas
    assert form is not None
    assert form["properties"]["new"]["items"]["maximum"] == 7
    assert set(form["required"]) == {"new", "changed", "ended"}
    bullets = form["properties"]["changed"]["items"]["properties"]["bullet"]
    assert bullets["maximum"] == 6


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "4, 5",
        "[4, 5]",
        '{"new": [4, 5]}',
        '{"new": 4, "changed": [], "ended": []}',
        '{"new": [4',
    ],
)
async def test_another_form_is_asked_for_again_and_then_a_failed_dream(answer: str) -> None:
    model = ToldModel(answer)
    with pytest.raises(Problem, match="numbers of lines"):
        await dreamt(model, form=AnswerForm.NUMBERS)
    assert "the agreed form" in model.asked[1][1].content
    draft, _ = await numbered(GOOD)
    assert (await dreamt(ToldModel(answer, GOOD), form=AnswerForm.NUMBERS)).changes == draft.changes


async def test_a_note_that_exchanges_nothing_is_asked_about_beside_the_line() -> None:
    draft, _ = await numbered(says((), [pair(2, 3)]))
    assert waiting(draft)[0][:2] == ("question", "Mara is allergic to peanuts.")
    assert told(draft) == []
    assert draft.changes[0].reason == "it may be a change of this line; you decide"


async def test_no_list_is_longer_than_there_are_lines() -> None:
    lists = {}
    for memory, lines in (("- Tea.\n", 3), ("- Tea.\n", 200), ("", 3)):
        day = "".join(f"- Skipper Number{n} rents berth {n}.\n" for n in range(lines))
        model = ToldModel(says())
        await dreamt(model, material(memory, day), AnswerForm.NUMBERS)
        (form,) = model.schemas
        assert form is not None
        most = [each["maxItems"] for each in form["properties"].values()]
        lists[memory, lines] = most
    assert list(lists.values()) == [[3, 3, 3], [40, 10, 10], [3, 0, 0]]
