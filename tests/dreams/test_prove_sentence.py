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


@pytest.mark.parametrize(
    "claim",
    [
        *(note.removeprefix("- ") for note in NOTES),
        "Never deploy on Fridays.",
        "媽媽不吃香菜。",
        "妈妈不吃香菜",
    ],
)
def test_what_the_notes_say_is_supported(claim: str) -> None:
    assert checked(claim) == SUPPORTED


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("The harbour survey report moves to 5 December.", "date"),
        ("The tide gauge at berth 4 reads 14 cm too high.", "number"),
        ("The tide gauge at berth 5 reads 12 cm too high.", "number"),
        ("Petra signs off the harbour survey report.", "name"),
        ("Raw soundings go to `survey-2025/`.", "literal"),
        ("Deploy on Fridays, the on-call rota is thin.", "negation"),
        ("Ana visited Lisbon in spring.", "modality"),
        ("媽媽吃香菜。", "negation"),
        ("鋼琴課在週四晚上八點。", "date"),
    ],
)
def test_what_they_do_not_say_is_named(claim: str, kind: str) -> None:
    verdict = checked(claim)
    assert verdict.verdict in ("partly", "unsupported")
    assert kind in {doubt.kind for doubt in verdict.doubts}
    for doubt in verdict.doubts:
        assert doubt.message.endswith(".") and doubt.nearest is not None
        start, end = doubt.span
        assert not doubt.words or (start, end) == (0, 0) or claim[start:end] == doubt.words[0]


def test_who_said_it_counts() -> None:
    talk = ("Mara: I have a boat on the river.", "Jonas: Lucky you! I only have a bicycle.")
    assert checked("Mara has a boat on the river.", *talk).verdict == "supported"
    assert checked("Jonas has a boat on the river.", *talk).verdict == "partly"


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
        ("We move to Frankfurt.", "If the vendor agrees, we move to Frankfurt."),
        ("Kofi becomes team lead.", "Kofi becomes team lead once Priya leaves, if she leaves."),
        ("我们迁到法兰克福。", "如果供应商同意，我们就迁到法兰克福。"),
    ],
)
def test_a_condition_that_is_left_out_is_told(claim: str, note: str) -> None:
    verdict = checked(claim, note)
    assert verdict.verdict != "supported"
    assert {doubt.kind for doubt in verdict.doubts} == {"modality"}
    assert checked(note, note) == SUPPORTED


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


def test_a_value_of_another_line_is_named() -> None:
    notes = ("The harbour survey starts on 4 May.", "The crew party starts on 9 June.")
    verdict = checked("The harbour survey starts on 9 June.", *notes)
    (doubt,) = verdict.doubts
    assert (doubt.kind, doubt.words) == ("order", ("The harbour survey starts on 9 June",))
    assert doubt.nearest is not None and doubt.nearest.line == 1


def test_a_sentence_that_stands_in_a_statement_is_supported_unless_it_is_to_do() -> None:
    said = "Room B is cold. If it rains, the tour is moved to the hall; nobody minds."
    whole = "If it rains, the tour is moved to the hall; nobody minds."
    assert checked(whole, said) == SUPPORTED
    assert checked("That was it.", "We packed at dawn. That was it.") == SUPPORTED
    to_do = Cited("The tour was moved to the hall", day=DAY, to_do=True)
    assert prove_sentence("The tour was moved to the hall.", [to_do], DAY).verdict != "supported"
