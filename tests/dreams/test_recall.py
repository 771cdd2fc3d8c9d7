"""The recall test: what a dream would make memory forget, and what newer notes have replaced."""

import dataclasses
from datetime import date

import pytest

from desktop_app.dreams import deciding
from desktop_app.dreams.dreamer import DreamDraft
from desktop_app.dreams.forgetting import without
from desktop_app.dreams.proposal import Change, ChangeKind, Proposal, RecallPlace, Support
from desktop_app.dreams.proving import proved
from desktop_app.dreams.recall.result import RecallTest
from desktop_app.dreams.recall.trial import RecallTrial
from desktop_app.dreams.result import written
from desktop_app.dreams.stored import decoded, encoded
from desktop_app.dreams.unattended import writable
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.forgetting.phrases import sought
from desktop_app.notebook.source import Source
from desktop_app.notebook.statements.day_text import DayText
from tests.dreams.dreaming import TODAY, material
from tests.support import proposals

LINES = (
    "Dentist Dr. Wu, Tuesday 3 pm, Hauptstr. 5",
    "Never deploy on Fridays; use `make ship`.",
    "The boiler contract renews in March; the reference is in the blue folder.",
    "Prefers dark chocolate to milk.",
    "翻译小组每月第一个星期五在河边书店聚会，由林怡君主持。",
    "Lena keeps the spare key of berth 4.",
    "The tide gauge at the north pier reads 12 cm too high.",
)
DENTIST, DEPLOY, BOILER, CHOCOLATE, GROUP, KEY, GAUGE = LINES
MEMORY = "# Memory\n\n## Life\n\n" + "".join(f"- {line}\n" for line in LINES)
DAY = "memory/2026-11-21.md"


def change(old: str | tuple[str, ...], new: str | None, *notes: str) -> Change:
    """What a dream would do to one line or to several, as these notes say."""
    olds = (old,) if isinstance(old, str) else old
    kind = ChangeKind.MERGED if len(olds) > 1 else ChangeKind.UPDATED
    return Change(
        1, kind if new else ChangeKind.REMOVED, "Life", 5, olds, new,
        tuple(Source(DAY, n, note, "x") for n, note in enumerate(notes, 1)),
        Support.SUPPORTED, True, "the notes say so",
    )  # fmt: skip


def lost(one: Change) -> list[str]:
    trial = RecallTrial(MemoryFile(MEMORY.encode()), "MEMORY.md")
    return [answer.answer for answer in trial.alone(one)]


@pytest.mark.parametrize("line", LINES)
def test_a_dropped_line_is_missed(line: str) -> None:
    assert lost(change(line, None, "Bought bread and a lamp."))


@pytest.mark.parametrize(
    ("line", "was", "becomes"),
    [
        (DENTIST, "3 pm", "4 pm"),
        (DENTIST, "Tuesday", "Thursday"),
        (DENTIST, "Wu", "Roth"),
        (DENTIST, ", Hauptstr. 5", ""),
        (DEPLOY, "Never d", "D"),
        (DEPLOY, "make ship", "make send"),
        (DEPLOY, "Fridays", "Mondays"),
        (BOILER, "March", "May"),
        (BOILER, "blue", "red"),
        (BOILER, "; the reference is in the blue folder", ""),
        (CHOCOLATE, "dark", "white"),
        (CHOCOLATE, " to milk", ""),
        (GROUP, "翻译", "电影"),
        (GROUP, "星期五", "星期三"),
        (GROUP, "，由林怡君主持", ""),
        (KEY, "4", "7"),
        (KEY, "Lena", "Mara"),
        (GAUGE, "12", "21"),
        (GAUGE, "north", "south"),
        (GAUGE, "high", "low"),
        (GAUGE, "reads", "never reads"),
        (DEPLOY, "on Fridays", "on Fridays, or not on Fridays"),
        (DEPLOY, "on", "before"),
        (KEY, "keeps", "no longer keeps"),
        (CHOCOLATE, "dark chocolate to milk", "milk to dark chocolate"),
        (BOILER, "in March", "in late March"),
        (GROUP, "每月第一个", "每月最后一个"),
        (GROUP, "由林怡君主持", "不由林怡君主持"),
        (GROUP, "在河边书店聚会，由林怡君主持", "由林怡君聚会，在河边书店主持"),
    ],
)
def test_an_altered_line_is_missed(line: str, was: str, becomes: str) -> None:
    altered = line.replace(was, becomes)
    assert altered != line
    assert lost(change(line, altered, "Bought bread and a lamp."))


def test_of_two_lines_made_one_nothing_may_be_left_out() -> None:
    both = (KEY, GAUGE)
    assert not lost(change(both, f"{KEY} {GAUGE}"))
    assert lost(change(both, f"{KEY} {GAUGE.replace('12', '')}")) == ["12"]


def test_a_newer_value_from_a_note_is_no_loss_but_what_went_beside_it_is() -> None:
    note = "The dentist moved us to 4 pm."
    assert lost(change(DENTIST, DENTIST.replace("3 pm", "4 pm"), note)) == []
    without = DENTIST.replace("3 pm, Hauptstr. 5", "4 pm")
    assert set(lost(change(DENTIST, without, note))) >= {"Hauptstr", "5"}


def test_what_a_note_turns_round_or_denies_is_no_loss() -> None:
    turned = CHOCOLATE.replace("dark chocolate to milk", "milk to dark chocolate")
    assert lost(change(CHOCOLATE, turned, "By now I prefer milk to dark chocolate.")) == []
    gone = KEY.replace("keeps", "no longer keeps")
    assert lost(change(KEY, gone, "Lena does not have the spare key of berth 4.")) == []


def test_lines_of_one_subject_may_name_it_once() -> None:
    trial = RecallTrial(MemoryFile(b"- Lena likes tea\n- Lena hates trams\n"), "MEMORY.md")
    both = ("Lena likes tea", "Lena hates trams")
    assert trial.alone(change(both, "Lena likes tea, hates trams")) == ()
    assert trial.alone(change(both, "Lena likes tea, hates")) != ()


def test_a_line_that_a_note_has_ended_is_not_missed() -> None:
    assert lost(change(KEY, None, "Lena gave up the spare key of berth 4.")) == []
    assert lost(change(KEY, None, "Lena found the spare key of berth 4."))


def test_what_stands_twice_may_go_once() -> None:
    trial = RecallTrial(MemoryFile(f"{MEMORY}- {KEY}\n".encode()), "MEMORY.md")
    assert trial.alone(change(KEY, None)) == ()


def test_a_change_that_costs_an_answer_waits_and_is_never_written_unseen() -> None:
    note = "The boiler contract renews in May."
    given = material(MEMORY, f"- {note}\n")
    day = given.days[0].path
    new = "The boiler contract renews in May."
    bad = dataclasses.replace(change(BOILER, new), sources=(Source(day, 1, note),))
    good = dataclasses.replace(
        change(BOILER, BOILER.replace("March", "May")), sources=(Source(day, 1, note),)
    )
    (held,) = proved(DreamDraft((bad,), "", "", {}), given, TODAY)
    (free,) = proved(DreamDraft((good,), "", "", {}), given, TODAY)
    assert (held.accepted, free.accepted) == (False, True)
    assert [one.answer for one in held.costs] == ["reference", "blue", "folder"]
    assert "would no longer answer 3 questions" in held.reason

    proposal = proposals.proposal(dataclasses.replace(held, accepted=True))
    assert not writable(proposal, lambda source: True, verbatim=True)
    assert not deciding.acceptable([held], [held])
    assert deciding.acceptable([dataclasses.replace(held, costs=())], [held])


def result(*changes: Change, days: str = "") -> Proposal:
    texts = [DayText(date(2026, 11, 21), DAY, days)] if days else []
    numbered = [dataclasses.replace(one, n=n) for n, one in enumerate(changes, 1)]
    return RecallTest(MEMORY.encode(), "MEMORY.md", texts).of(proposals.proposal(*numbered))


def added(text: str) -> Change:
    return dataclasses.replace(change("", text), kind=ChangeKind.ADDED, old=())


def test_a_dream_that_only_adds_loses_nothing() -> None:
    told = result(added("Prefers tea in the morning."), added("Jonas has a boat at berth 9."))
    assert told.recall is not None
    assert told.recall.asked >= len(LINES)
    assert told.recall.lost == ()


def test_the_result_follows_what_is_ticked() -> None:
    test = RecallTest(MEMORY.encode(), "MEMORY.md", ())
    ticked = test.of(proposals.proposal(change(GAUGE, GAUGE.replace("12", "21"))))
    assert ticked.recall is not None
    assert [(one.answer, one.change) for one in ticked.recall.lost] == [("12", 1)]
    assert ticked.recall.lost[0].instead == GAUGE.replace("12", "21")

    unticked = test.of(deciding.decided(ticked, 1, False))
    assert unticked.recall is not None
    assert unticked.recall.lost == ()
    assert unticked.recall.of != ticked.recall.of
    assert [one.answer for one in unticked.changes[0].costs] == ["12"]

    worded = test.of(deciding.decided(unticked, 1, True, "The gauge was repaired."))
    assert worded.recall is not None
    assert worded.recall.lost == ()  # a person's own words


def test_the_result_is_kept_with_the_proposal() -> None:
    told = result(change(GAUGE, GAUGE.replace("12", "21")))
    assert decoded(encoded(told)) == told
    assert decoded(encoded(proposals.proposal())).recall is None


def test_an_answer_in_the_days_is_missed_when_lines_of_memory_crowd_it_out() -> None:
    day = "- The ferry to Amrum leaves at 7:25 on market days.\n"
    crowd = [added(f"The ferry to Amrum leaves on market days, ship {n}.") for n in "abcdefghijkl"]
    assert result(*crowd[:1], days=day).recall.worse == 0
    told = result(*crowd, days=day).recall
    assert told is not None
    assert {(one.answer, one.place, one.change) for one in told.lost} == {
        ("7:25", RecallPlace.SEARCH, 0)
    }


def test_a_line_lost_in_writing_is_missed_too() -> None:
    trial = RecallTrial(MemoryFile(MEMORY.encode()), "MEMORY.md")
    one = added("Prefers tea in the morning.")
    data = written(MEMORY.encode(), [one])[0]
    assert trial.after(data, [one]) == ()
    assert trial.after(data.replace(f"- {KEY}\n".encode(), b""), [one])


def test_what_is_forgotten_stands_in_no_result() -> None:
    told = result(change(GAUGE, GAUGE.replace("12", "21")), change(KEY, KEY.replace("4", "7")))
    assert told.recall is not None
    assert told.recall.worse == 2
    rest, _ = without(told, sought(["tide gauge"]))
    assert rest.recall is None
    assert "gauge" not in encoded(rest)
    assert [one.answer for one in rest.changes[0].costs] == ["4"]


def test_a_line_of_megabytes_is_asked_about_by_its_beginning() -> None:
    """Else each of its questions would be read in full, and a dream would have no end."""
    endless = MemoryFile(f"- {BOILER} {'word and words here ' * 100_000}\n".encode())
    asked = RecallTrial(endless, "MEMORY.md").questions(endless.bullets[0])
    assert "March" in {one.answer for one in asked}
    assert max(len(one.text) for one in asked) < 1_000
