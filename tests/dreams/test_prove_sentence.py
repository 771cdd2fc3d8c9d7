"""A sentence and the statements it cites: what they say is supported, and what not is named."""

from datetime import date

import pytest

from desktop_app.dreams.proof import Cited, Proof, prove_sentence
from desktop_app.dreams.proposal import ChangeKind, Support
from desktop_app.notebook.source import Source

SUPPORTED = Proof(ChangeKind.ADDED, Support.SUPPORTED)
DAY = date(2026, 11, 20)  # a Friday
NOTES = (
    "- The harbour survey report moves from 27 November to 4 December; Jonas signs it off.",
    "- Never deploy on Fridays, the on-call rota is thin.",
    "- Ana plans to visit Lisbon in spring.",
    "- Raw soundings go to `survey-2026/`, see https://harbour.example/plan",
    "- The tide gauge at berth 4 reads 12 cm too high.",
    "- 媽媽不吃香菜，鋼琴課在週四晚上七點。",
)


def checked(claim: str, *notes: str) -> Proof:
    lines = notes or NOTES
    path = "memory/2026-11-20.md"
    cited = [Cited(text, day=DAY, source=Source(path, n, text)) for n, text in enumerate(lines, 1)]
    return prove_sentence(claim, cited, DAY)


def test_a_weekday_at_the_end_of_the_calendar_is_no_fault_of_ours() -> None:
    for day in (date.max, date.min):
        evidence = [Cited("The ferry left on Monday.", day=day)]
        assert prove_sentence("The ferry left last week on Monday.", evidence, day).verdict
        in_december = [Cited("It ends at the end of December.", day=day)]
        assert prove_sentence("It stops at the end of December.", in_december, day).verdict
    evidence = [Cited("It ends in 4000000 days.")]
    assert prove_sentence("It all ends in 4000000 days.", evidence, date(2026, 11, 21)).verdict


@pytest.mark.parametrize(
    ("claim", "note"),
    [
        ("The barge carries 25 crates.", "The barge carries twenty-five crates."),
        ("The barge carries 8000 litres.", "The barge carries 8k litres."),
        ("驳船装三千五百箱。", "驳船装了3500箱。"),
        ("The gate code is in `vault/gate-2`.", "The gate code is in vault/gate-2 now."),
        ("The ferry leaves on 2026-11-27.", "The ferry leaves on the 27th."),
        ("渡轮 2026-11-25 开船。", "渡轮下周三开船。"),
    ],
)
def test_a_fact_may_be_written_in_another_way(claim: str, note: str) -> None:
    assert checked(claim, note) == SUPPORTED
