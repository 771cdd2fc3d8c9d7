"""An answer as a list of changes in JSON says the same as one in lines."""

import json
from dataclasses import replace

import pytest

from desktop_app.dreams.consolidator.answer import Fault, Item, Parsed, parsed_json
from desktop_app.dreams.proposal import ChangeKind
from tests.dreams.model.told_model import GOOD

ONE = {
    "kind": "updated",
    "heading": "Work",
    "text": "Tea at five.",
    "marks": ["M1", "X", "D2026-11-20:5"],
}
TEA = Item("Tea at five.", "Work", ("M1", "D2026-11-20:5"), ChangeKind.UPDATED)
WHOLE = {"changes": [ONE], "title": "Tea", "diary": "Tea is at five.\nNow."}


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps(WHOLE),
        json.dumps([ONE]),
        json.dumps([ONE], indent=2),
        f"```json\n{json.dumps(WHOLE)}\n```",
        f"Here it is:\n\n```\n{json.dumps([ONE])}\n```\nTell me if more is needed.",
        f"<think>[MEMORY]</think>{json.dumps(WHOLE)}",
        f"{json.dumps(WHOLE)}\n\nDone.",
        f"Here you are, {{M1}} is gone:\n{json.dumps(WHOLE, indent=2)}",
    ],
)
def test_the_same_changes_in_many_dresses(answer: str) -> None:
    found = parsed_json(answer)
    assert isinstance(found, Parsed)
    assert found.items == (TEA,)
    said = [line for line in found.diary or () if line]
    assert said in ([], ["Tea", "Tea is at five.", "Now."])


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("{", Fault.LONG),
        ("{3, 4}", None),
        ("{M1} hello", None),
        ("[ ] call Mara", None),
        (json.dumps(WHOLE)[:-9], Fault.LONG),
        ("{" * 50_000, Fault.LONG),
        ("{}", Fault.NO_MEMORY),
        ('{"changes": 3}', Fault.NO_MEMORY),
        ('{"changes": {}, "title": "x"}', Fault.NO_MEMORY),
        (GOOD, None),
        ("3, 4", None),
    ],
)
def test_another_form_is_a_fault_and_lines_are_no_json(answer: str, fault: Fault | None) -> None:
    assert parsed_json(answer) is fault


def test_a_heading_by_its_title_and_mark_is_the_one_that_is_marked() -> None:
    found = parsed_json(json.dumps([{**ONE, "heading": "Boat {H2}"}]))
    assert isinstance(found, Parsed)
    assert found.items == (
        Item("Boat", None, ("H2",), ChangeKind.RETITLED),
        replace(TEA, heading="H2"),
    )


@pytest.mark.parametrize(
    "odd",
    [
        [],
        [3, None, [], "x", {}],
        [{"text": 5, "marks": "M1", "heading": []}],
        [{"kind": "updated", "text": "", "marks": ["M1"]}, {"text": "none", "marks": ["M1"]}],
    ],
)
def test_odd_rows_say_nothing(odd: object) -> None:
    found = parsed_json(json.dumps({"changes": odd, "title": 5, "diary": ["x"]}))
    assert isinstance(found, Parsed)
    assert found.items == ()
