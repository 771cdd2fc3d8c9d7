"""How one line of the notes stands to one line of memory."""

import pytest
from desktop_app.dreams.builtin.relating.relate import Relation, relate
from desktop_app.dreams.builtin.relating.sense import sense

REPORT = "The harbour survey report is due on 27 November; Jonas signs it off."

SAME = [
    (REPORT, "the harbour survey report is due on 27 November; Jonas signs it off"),
    ("Mara is my sister; she moved to Porto and prefers voice notes.", "Mara prefers voice notes."),
    (
        "Use `survey-2026/` for all raw soundings, never the shared drive.",
        "Raw soundings always go to survey-2026/, never to the shared drive.",
    ),
    ("The boiler service is on 3 May.", "**Remember:** boiler service on May 3rd"),
    ("林怡君帶翻譯小組", "林怡君带翻译小组。"),
    ("媽媽不吃香菜", "媽媽她不吃香菜的"),
    ("Standup is at 9:00 on Monday.", "On Monday the standup is at 9am."),
]
NOT_SAME = [
    (REPORT, "The harbour survey report is due on 4 December."),
    ("The service is written in Rust.", "The service is written in Go."),
    ("Room A is for drafts", "Room B is for drafts"),
    ("The keys are in room B now", "The keys are in room A now"),
    ("Jonas reports to Mara at the office", "Mara reports to Jonas at the office"),
    ("Jonas signs off the report", "Jonas does not sign off the report"),
    ("The report might be late", "The report is late"),
    ("Favourite colour for the hall is purple", "Favourite colour for the hall is cyan"),
    ("Berth 4 is free", "Berth 5 is free"),
    ("The tablets use SQLite", "The tablets use SQLite and sync at noon"),
    ("媽媽不吃香菜", "媽媽吃香菜"),
]
CONTRADICTIONS = [
    ("Favourite colour for the hall is purple", "Favourite colour for the hall is cyan"),
    (
        "The boiler service contract renews in March; the reference is in the folder.",
        "The boiler service contract renews in April.",
    ),
    ("Jonas signs off the survey report", "Jonas does not sign off the survey report"),
    ("The harbour office is closed on Mondays", "The harbour office is closed on Tuesdays"),
    ("大廳的顏色是紫色", "大廳的顏色是青色"),
    ("翻譯小組週一聚會", "翻譯小組週二聚會"),
]
NO_CONTRADICTIONS = [
    ("Mara's birthday is 3 May", "Jonas's birthday is 4 June"),
    ("Mara likes tea", "Mara likes coffee"),
    (
        "Jonas signs off the harbour survey report on 27 November",
        "Jonas has a harbour survey meeting on 25 November",
    ),
    ("The boat has three berths", "The boat has two anchors"),
    ("The hall is purple", "The door is cyan"),
    ("The report might be due on 3 May", "The report is due on 4 May"),
    ("媽媽喜歡茶", "媽媽喜歡咖啡"),
]


def related(memory: str, note: str) -> Relation:
    return relate(sense(memory), sense(note))


@pytest.mark.parametrize(("memory", "note"), SAME)
def test_a_note_repeats_what_memory_says_in_other_words(memory: str, note: str) -> None:
    assert related(memory, note).kind == "duplicate"


@pytest.mark.parametrize(("memory", "note"), NOT_SAME)
def test_a_new_value_a_denial_or_another_order_is_no_repetition(memory: str, note: str) -> None:
    assert related(memory, note).kind != "duplicate"


@pytest.mark.parametrize(("memory", "note"), CONTRADICTIONS)
def test_two_lines_that_cannot_both_hold(memory: str, note: str) -> None:
    assert related(memory, note).kind == "conflict"


@pytest.mark.parametrize(("memory", "note"), NO_CONTRADICTIONS)
def test_two_lines_that_can_both_hold(memory: str, note: str) -> None:
    assert related(memory, note).kind in ("different", "maybe")


UPDATES = [
    (
        REPORT,
        "The harbour survey report moves from 27 November to 4 December.",
        "The harbour survey report is due on 4 December; Jonas signs it off.",
    ),
    (
        REPORT,
        "Survey report: 27 Nov -> 4 December",
        "The harbour survey report is due on 4 December; Jonas signs it off.",
    ),
    (
        "Clara has piano every Thursday at 17:00",
        "Clara's piano moved from Thursday to Tuesday",
        "Clara has piano every Tuesday at 17:00",
    ),
    (
        "We use Dropbox for chapter drafts",
        "Switched from Dropbox to Nextcloud for the chapter drafts",
        "We use Nextcloud for chapter drafts",
    ),
    (
        "Mara is my sister; she lives in Porto.",
        "Mara no longer lives in Porto but in Lisbon.",
        "Mara is my sister; she lives in Lisbon.",
    ),
    (
        "林怡君帶翻譯小組，聚會在每月第一個星期五。",
        "翻譯小組的聚會從第一個星期五改為第二個星期六。",
        "林怡君帶翻譯小組，聚會在每月第二個星期六。",
    ),
    ("例會在週一早上。", "例會週一改為週二。", "例會在週二早上。"),
    (
        "The pump is a Vega; Mara has the manual.",
        "The Vega pump was replaced: Vega -> Grundfos",
        "The pump is Grundfos; Mara has the manual.",
    ),
]


@pytest.mark.parametrize(("memory", "note", "result"), UPDATES)
def test_a_new_value_takes_the_place_of_the_old_one_and_all_else_stays(
    memory: str, note: str, result: str
) -> None:
    found = related(memory, note)
    assert (found.kind, found.new) == ("update", result)
    assert related(result, note).kind in ("duplicate", "different"), "it would be changed again"


@pytest.mark.parametrize(
    ("memory", "note"),
    [
        (REPORT, "The invoice for the crane moves from 27 November to 4 December."),
        ("Berth 5 inspection is on Monday", "Berth 4 inspection moves from Monday to Tuesday"),
        ("Jonas keeps the rent receipts", "The salary was raised from 900 to 950"),
        ("The service is written in Rust.", "The service is written in Go."),
        ("Ana's phone is 555 0142", "Ana moved to the desk by the window"),
        ("小林的电话是 5550142", "小林搬到靠窗的位子"),
    ],
)
def test_a_change_of_another_thing_leaves_the_line_alone(memory: str, note: str) -> None:
    assert related(memory, note).kind not in ("update", "merged")


def test_an_old_value_that_stands_twice_is_not_exchanged() -> None:
    found = related(
        "The report is due on 3 May, not before 3 May.", "The report moves from 3 May to 4 May."
    )
    assert found.kind != "update" or found.new == "The report moves from 3 May to 4 May."


MERGED = [
    ("The tablets use SQLite", "The tablets use SQLite and sync at noon"),
    ("媽媽不吃香菜", "媽媽不吃香菜，也不吃芹菜"),
]


@pytest.mark.parametrize(("memory", "note"), MERGED)
def test_a_note_that_says_the_same_and_more_takes_the_line_in(memory: str, note: str) -> None:
    found = related(memory, note)
    assert (found.kind, found.new) == ("merged", note)
