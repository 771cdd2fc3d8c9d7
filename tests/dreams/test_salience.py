"""What is worth keeping, of which type, and the reason that is shown."""

from datetime import date

import pytest
from desktop_app.dreams.builtin.notes.salience import FOREIGN, Worth, is_to_do, worth
from desktop_app.dreams.builtin.notes.split import Unit

KEPT = [
    ("The spare key hangs behind the tide board.", "fact"),
    ("Mara is allergic to nuts and to penicillin.", "fact"),
    ("The API allows 60 requests a minute per key.", "fact"),
    ("Bins go out every other Tuesday, glass on the first Monday.", "fact"),
    ("Mara prefers voice notes to mails.", "preference"),
    ("Never push to main on a Friday.", "preference"),
    ("Decided to keep SQLite on the tablets.", "decision"),
    ("We agreed that the quay is plotted first, berth 4 last.", "decision"),
    ("Root cause: the cron job runs in UTC and the report in local time.", "lesson"),
    ("Turns out the sensor drifts when the battery is below 20 percent.", "lesson"),
    ("Jonas and Clara got married in Lisbon.", "event"),
    ("Grandma came home from hospital on Sunday.", "event"),
    ("备用钥匙在邻居王阿姨家，门牌 14 号。", "fact"),
    ("媽媽不吃香菜，也不吃芹菜。", "preference"),
    ("大家说好，以后周报统一用一页纸。", "decision"),
    ("原来是时区没设对，定时任务才每天早跑八小时。", "lesson"),
    ("奶奶上周出院了，住到姑姑家。", "event"),
]
PASSING = [
    "Ran the depth check three times, same result.",
    "Rain again, soup for lunch, early to bed.",
    "Still waiting for the build, probably done after lunch.",
    "Deployed 2.3.1 to staging, all green.",
    "Decided to have soup for lunch today.",
    "haha yes, always fun when the fan screams",
    "I might go for a walk later.",
    "2026-11-20 09:12:44 INFO worker started, 12 jobs",
    "今天好累，晚上随便吃了点面。",
    "刚刚又跑了一遍测试，还在等结果。",
    "决定了，今晚吃火锅哈哈。",
]


def _worth(text: str, *headings: str, mark: str = "", foreign: bool = False) -> Worth:
    return worth(Unit(text, date(2026, 11, 20), "d", headings, (), mark, foreign))


@pytest.mark.parametrize(("text", "kind"), KEPT)
def test_what_lasts_is_kept_with_its_type(text: str, kind: str) -> None:
    found = _worth(text)
    assert found.kept and found.kind == kind


@pytest.mark.parametrize("text", PASSING)
def test_what_passes_is_left_even_if_it_is_marked(text: str) -> None:
    assert not _worth(text).kept


@pytest.mark.parametrize(
    ("text", "heading", "why"),
    [
        ("Remember: the key hangs behind the board.", "", "the notes ask to remember it"),
        ("Decided to keep SQLite.", "", "marked as a decision"),
        ("Mara prefers the slow ferry.", "", "marked as a preference"),
        ("Lesson learned: never tow with one line.", "", "a lesson"),
        ("Clara signed the lease for the flat.", "", "an event in somebody's life"),
        ("The lease number is 4471 and it expires in May.", "", "a lasting fact"),
        ("Charts of berth 4 in one metre steps", "Key Decisions", "stands under “Key Decisions”"),
    ],
)
def test_the_strongest_reason_is_told(text: str, heading: str, why: str) -> None:
    found = _worth(text, *([heading] if heading else []))
    assert found.kept and found.why == why


def test_a_heading_speaks_for_and_against_what_stands_below() -> None:
    line = "The quay is plotted in metres"
    plain, kept, dropped = (
        _worth(line, *above).score for above in ((), ("Decisions",), ("In progress",))
    )
    assert dropped < plain < kept


def test_the_innermost_heading_that_says_something_counts() -> None:
    line = "The quay is plotted in metres"
    assert _worth(line, "Decisions", "To do").score < _worth(line, "To do", "Decisions").score
    assert _worth(line, "Decisions", "Quay").score == _worth(line, "Decisions").score


def test_the_title_of_a_day_says_nothing() -> None:
    line = "The quay is plotted in metres"
    assert _worth(line, "Daily Memory: 2026-11-20", "Session Notes (09:12)") == _worth(line)


def test_a_passage_is_worth_less_than_its_core() -> None:
    core = "The quay is plotted in metres and Jonas signs the charts. "
    assert _worth(core * 20).score < _worth(core).score


@pytest.mark.parametrize(
    ("text", "to_do"),
    [
        ("Buy milk", True),
        ("TODO: plot berth 4", True),
        ("記得買牛奶", True),
        ("Check the valves before every dive", False),
        ("Call me Bea, not Beatrice", False),
        ("The shop buys milk", False),
    ],
)
def test_something_to_do_once_is_told_from_a_rule(text: str, to_do: bool) -> None:
    assert is_to_do(Unit(text, date(2026, 11, 20), "d", (), ())) == to_do


def test_an_unticked_box_is_something_to_do() -> None:
    assert is_to_do(Unit("the north quay", date(2026, 11, 20), "d", (), (), "todo"))


def test_a_language_that_is_not_read_is_judged_by_length_and_heading() -> None:
    short, long = "Wir sichern nachts.", "Der Schlüssel liegt " + "und liegt " * 10
    assert not _worth(short, foreign=True).kept
    assert _worth(long, foreign=True).kept
    assert _worth("Wir sichern die Daten jede Nacht.", "Entscheidungen", foreign=True).kept
    assert _worth(long, foreign=True).why == FOREIGN


def test_english_words_in_another_language_mean_nothing() -> None:
    plain = _worth("Das Boot liegt dort und wir", foreign=True)
    assert _worth("Das Boot decided never remember und", foreign=True).score == plain.score
