"""Proof: a mind's own words are backed, clause by clause, by what they cite."""

from datetime import date

import pytest

from desktop_app.dreams.proof import (
    Cited,
    Proof,
    Rewrite,
    SecondReading,
    prove,
    prove_sentence,
    read_again,
)
from desktop_app.dreams.proposal import ChangeKind, Support
from desktop_app.language.doubts import DoubtKind
from tests.support.proof_cases import LABELLED, cases, judged

TODAY = date(2026, 11, 28)
TUE = date(2026, 11, 24)


def memory(text: str, *context: str) -> Cited:
    return Cited(text, context)


def note(text: str, *context: str, day: date = TUE, to_do: bool = False) -> Cited:
    return Cited(text, context, day, to_do)


def proved(
    new: str | None,
    *cited: Cited,
    old: tuple[Cited, ...] = (),
    kind: ChangeKind | None = None,
    under: tuple[str, ...] = (),
) -> Proof:
    kind = kind or (ChangeKind.UPDATED if old else ChangeKind.ADDED)
    return prove(Rewrite(kind, new, under, old, (*old, *cited)), TODAY)


def is_proved(proof: Proof) -> bool:
    return proof.verdict == Support.SUPPORTED and not proof.doubts


def doubted(proof: Proof) -> str:
    """The words that are not backed; fails where all are."""
    assert proof.verdict != Support.SUPPORTED
    for doubt in proof.doubts:
        assert doubt.message.endswith(".")
        assert doubt.span == (0, 0) or doubt.span[0] < doubt.span[1]
    return " ".join(word for doubt in proof.doubts for word in doubt.words)


def test_a_note_that_names_the_old_value_beside_the_new_one_backs_the_new_one_alone() -> None:
    for told, new, old in (
        ("Ana now keeps the key, no longer Mira.", "Ana keeps the key.", "Mira keeps the key."),
        ("The rent is now 410 euros, no longer 390 euros.", "The rent is 410 euros.",
         "The rent is 390 euros."),
        ("会议现在在周四，不再在周二。", "会议在周四。", "会议在周二。"),
    ):  # fmt: skip
        assert is_proved(proved(new, note(told)))
        assert not is_proved(proved(old, note(told)))


@pytest.mark.parametrize("name", ["Ana", "Jonas", "Tomas"])
@pytest.mark.parametrize("told", ["looks after the boat", "is the harbour master", "has the key"])
def test_a_name_takes_the_place_of_a_name_however_it_ends(name: str, told: str) -> None:
    proof = proved(f"{name} {told}.", note(f"{name} {told} now."), old=(memory(f"Mira {told}."),))
    assert proof == Proof(ChangeKind.UPDATED, Support.SUPPORTED)


# -- the marks ------------------------------------------------------------------------------


def test_honest_changes_are_proved_and_no_lie_is_ticked() -> None:
    """Cases by somebody who has not seen the code; the other half of them is held back."""
    every = list(judged(cases(LABELLED / "proof-tune.jsonl")))
    honest, lies = (
        [one for one in every if one.case["honest"] == is_it] for is_it in (True, False)
    )
    assert len(honest) == len(lies) == 60
    assert sum(one.right for one in honest) >= 0.95 * len(honest)
    assert all(one.right for one in lies)
    assert sum(one.noticed for one in lies) >= 0.95 * len(lies)


def test_our_own_cases_are_judged_as_well() -> None:
    """Harder ones, written to break it; what is known to be wrong counts, too."""
    every = list(judged(cases(LABELLED / "proof-own.jsonl")))
    honest, lies = (
        [one for one in every if one.case["honest"] == is_it] for is_it in (True, False)
    )
    assert sum(one.right for one in honest) >= 0.88 * len(honest)
    assert sum(one.right for one in lies) >= 0.98 * len(lies)


def test_most_lies_in_the_words_of_the_notes_are_seen_through() -> None:
    """By two who were asked to lie with the notes' own words: turned round, cut, crossed."""
    lies = list(judged(cases(LABELLED / "proof-turned.jsonl")))
    assert len(lies) == 140 and not any(one.case["honest"] for one in lies)
    assert sum(one.right for one in lies) >= 0.89 * len(lies)


def test_who_keeps_to_the_words_of_the_notes_is_mostly_proved() -> None:
    """By somebody who was told what a mind is told."""
    every = list(judged(cases(LABELLED / "proof-obey.jsonl")))
    honest = [one for one in every if one.case["honest"]]
    assert sum(one.right for one in honest) >= 0.75 * len(honest)
    assert sum(one.right for one in every if not one.case["honest"]) >= len(every) - len(honest) - 1


@pytest.mark.parametrize("name", ["proof-tune", "proof-own"])
def test_what_stands_word_for_word_in_what_it_cites_is_proved(name: str) -> None:
    for case in cases(LABELLED / f"{name}.jsonl"):
        for one in case["notes"]:
            day = date.fromisoformat(one["day"])
            cited = Cited(one["text"], tuple(one["headings"]), day)
            proof = prove(Rewrite(ChangeKind.ADDED, one["text"], (), (), (cited,)), day)
            assert is_proved(proof), (one["text"], proof.doubts)


def test_who_says_it_without_a_denial_of_the_notes_is_told_so_and_not_called_a_liar() -> None:
    proof = proved(
        "The shop takes cash on Mondays.", note("The shop does not take cash on Mondays.")
    )
    (doubt,) = proof.doubts
    assert doubt.message == "The cited lines have “not” here, and this line has not."


def test_the_most_useful_doubt_comes_first_and_plain_words_share_the_last_sentence() -> None:
    told = note("Mara moors the sloop in the harbour.")
    proof = proved("Lovely quiet Mara never moors the old sloop at 9 in the harbour.", told)
    kinds = [one.kind for one in proof.doubts]
    assert kinds[0] == DoubtKind.NEGATION and kinds.index(DoubtKind.DATE) == 1
    assert set(kinds[2:]) == {DoubtKind.WORDS} and len(kinds) > 3, "each word is marked"
    (sentence,) = {one.message for one in proof.doubts[2:]}
    assert "“quiet”" in sentence and "“old”" in sentence
    assert sentence.endswith("are not in the cited lines.")


# -- values ---------------------------------------------------------------------------------

KEY = memory("The studio key is with Paul.")
NINA = note("Gave the key to Nina, she keeps it now.")


def test_a_new_value_of_the_notes_is_proved_and_another_one_is_named() -> None:
    assert is_proved(proved("The studio key is with Nina.", NINA, old=(KEY,)))
    assert doubted(proved("The studio key is with Oskar.", NINA, old=(KEY,))) == "Oskar"


def test_a_relative_date_may_become_the_absolute_one_that_it_means() -> None:
    plumber = note("The plumber comes tomorrow at 8:00.")
    assert is_proved(proved("The plumber comes on 2026-11-25 at 8:00.", plumber))
    assert doubted(proved("The plumber comes on 2026-11-26 at 8:00.", plumber)) == "2026-11-26"
    assert doubted(proved("The plumber comes tomorrow at 8:00.", plumber)) == "tomorrow"


def test_a_number_counts_the_same_things_and_is_not_an_ordinal() -> None:
    drops = note("Biscuit gets 4 ml of the drops.")
    assert "4" in doubted(proved("Biscuit gets 4 mg of the drops.", drops))
    bins = note("资源回收日是每月第二个周六。")
    assert "两" in doubted(proved("资源回收日是每月两个周六。", bins))


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("The shop is open from 18:00.", "The shop is open until 18:00."),
        ("Deploys only after 15:00.", "Deploys only before 15:00."),
        ("The tour takes at most 12 people.", "The tour takes at least 12 people."),
        ("The rent is 640 euros.", "The rent is about 640 euros."),
    ],
)
def test_a_limit_of_a_value_stays(new: str, said: str) -> None:
    assert is_proved(proved(said, note(said)))
    assert doubted(proved(new, note(said)))


def test_a_value_that_is_over_proves_nothing() -> None:
    moved = note("The rehearsal moved from Tuesday to Thursday.")
    assert is_proved(proved("The rehearsal is on Thursday.", moved))
    assert "Tuesday" in doubted(proved("The rehearsal is on Tuesday.", moved))


def test_a_newer_value_that_is_cited_counts() -> None:
    older = note("The entry fee is 30 euros.", day=date(2026, 11, 3))
    newer = note("The entry fee is 35 euros now.")
    assert is_proved(proved("The entry fee is 35 euros.", older, newer))
    assert "30 euros" in doubted(proved("The entry fee is 30 euros.", older, newer))


# -- of the same ----------------------------------------------------------------------------


def test_facts_of_two_statements_are_not_crossed() -> None:
    adults, children = (
        memory("Tickets for adults cost 140."),
        memory("Tickets for children cost 85."),
    )
    old = (adults, children)
    right = "Tickets: adults 140, children 85."
    assert is_proved(proved(right, old=old, kind=ChangeKind.MERGED))
    assert "85" in doubted(
        proved("Tickets: adults 85, children 140.", old=old, kind=ChangeKind.MERGED)
    )


@pytest.mark.parametrize(
    ("new", "said", "old"),
    [
        ("Anna's seat: 14C.", "Tom's seat changed to 14C.", "Anna's seat: 12A."),
        ("Entry is 15 euros.", "Entry is 15 euros in our Oslo shop.", "Entry is 10 euros."),
        ("数据库端口 5439", "测试库端口改为 5439", "数据库端口 5433"),
        ("宽带 600 兆。", "邻居家宽带升到 600 兆。", "宽带 300 兆。"),
    ],
)  # fmt: skip
def test_a_note_about_another_one_of_the_kind_brings_nothing_up_to_date(
    new: str, said: str, old: str
) -> None:
    assert doubted(proved(new, note(said), old=(memory(old),)))


def test_a_note_below_another_heading_of_the_kind_is_about_something_else() -> None:
    old = memory("Debug logging is on.", "Staging")
    off = note("Debug logging is off as of today.", "Production")
    new = "Debug logging is off since 2026-11-24."
    assert doubted(proved(new, off, old=(old,), under=("Staging",)))
    assert is_proved(proved(new, off, old=(memory(old.text, "Production"),), under=("Production",)))


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("Prefers short answers.", "Priya prefers short answers."),
        ("My mother is in hospital.", "Priya's mother is in hospital."),
        ("我的女兒 2027 年 2 月結婚。", "阿姨說：「我女兒明年二月結婚。」"),
        ("Ana lends Ben the drill.", "Ben lends Ana the drill."),
        ("王芳借给李明一台电钻。", "李明借给王芳一台电钻。"),
    ],
)
def test_who_it_is_counts(new: str, said: str) -> None:
    assert is_proved(proved(said, note(said)))
    assert doubted(proved(new, note(said)))


def test_a_missing_subject_is_taken_from_a_heading() -> None:
    hours = note("Open from 9 to 17, closed on Mondays.", "Library")
    assert is_proved(proved("The library is open from 9 to 17 and closed on Mondays.", hours))
    assert "museum" in doubted(proved("The museum is open from 9 to 17.", hours))


def test_a_detail_from_nowhere_is_named() -> None:
    run = note("The group runs 8 km on Tuesdays.")
    assert doubted(proved("The group runs 8 km by the river on Tuesdays.", run)) == "river"


# -- how surely -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("Guests may not park in row F.", "Guests may park in row F."),
        ("Open the kiln above 200 degrees.", "Never open the kiln above 200 degrees."),
        ("小雨对花生过敏，可以吃芝麻。", "小雨对花生过敏，不能吃芝麻。"),
        ("倉庫週六開。", "倉庫週六不開。"),
    ],
)
def test_a_denial_may_neither_come_nor_go(new: str, said: str) -> None:
    assert is_proved(proved(said, note(said)))
    assert doubted(proved(new, note(said)))


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("Zoe moves to Turin in spring.", "Zoe may move to Turin in spring."),
        ("The archive moves to the cloud.", "Should the archive move to the cloud?"),
        ("Hanne closes the shop at 18:00.", "Usually Hanne closes the shop at 18:00."),
        ("The team uses Matrix.", "The team uses Matrix for now."),
        ("會計部 2027 年 3 月搬到四樓。", "據說會計部明年三月搬到四樓。"),
    ],
)
def test_a_hedge_does_not_go(new: str, said: str) -> None:
    assert is_proved(proved(said, note(said)))
    assert doubted(proved(new, note(said)))


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("Release 3.0 goes out in May.", "If the audit passes, release 3.0 goes out in May."),
        ("The export fails.", "The export fails when a name has a semicolon."),
        ("要是月底前没凑到八万。演出延到春天。", "演出延到春天，除非月底前凑到八万。"),
    ],
)  # fmt: skip
def test_a_condition_does_not_go(new: str, said: str) -> None:
    assert is_proved(proved(said, note(said)))
    assert doubted(proved(new, note(said)))


def test_a_plan_or_an_open_box_does_not_prove_that_it_was_done() -> None:
    call = note("Call the insurer about the hail.", to_do=True)
    assert is_proved(proved("To do: call the insurer about the hail.", call))
    assert doubted(proved("The insurer was called about the hail.", call))
    photos = note("Move the photos to the NAS.", "Next week")
    assert "moved" in doubted(proved("The photos were moved to the NAS.", photos))
    assert "好了" in doubted(proved("热水器修好了。", note("明天上午师傅来修热水器。")))


def test_two_days_show_a_rule_but_never_always() -> None:
    days = (
        note("Monday deploy failed.", day=date(2026, 11, 2)),
        note("Monday deploy failed again."),
    )
    rule = ChangeKind.GENERALISED
    assert is_proved(proved("Monday deploys often fail.", *days, kind=rule))
    assert "always" in doubted(proved("Monday deploys always fail.", *days, kind=rule))
    assert doubted(proved("Monday deploys often fail.", days[0], kind=rule))
    pump = note("Check the pump before a trip.", day=date(2026, 11, 2)), note("It loses its prime.")
    doubts = proved("Check the pump before a trip: it loses water.", *pump, kind=rule).doubts
    assert {DoubtKind.WORDS} <= {one.kind for one in doubts} and "water" in doubts[-1].words
    assert DoubtKind.ONCE not in {one.kind for one in doubts}, "two days are cited"
    assert doubted(
        proved("周一发布都失败。", note("周一发布失败。"), note("周一发布又失败。"), kind=rule)
    )


# -- what is lost ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("The studio opens daily.", "The studio opens daily at 9:00."),
        ("The studio opens at 9:00.", "The studio opens at 9:00, except on Mondays."),
        ("Goods may be returned.", "Goods may be returned if the seal is unbroken."),
        ("Nadia keeps the code.", "Nadia keeps the code because Jules forgot it."),
        ("The report is due in May.", "The report is due in May; Jonas signs it off."),
        ("展览到三月底。", "展览到三月底，周一休馆。"),
    ],
)  # fmt: skip
def test_what_is_lost_without_a_successor_makes_it_shorter(new: str, old: str) -> None:
    assert proved(new, old=(memory(old),)).kind == ChangeKind.SHORTENED
    assert proved(old, old=(memory(old),)).kind == ChangeKind.UPDATED


def test_a_statement_that_ends_is_retired() -> None:
    assert proved(None, old=(KEY,)).kind == ChangeKind.RETIRED


def test_a_heading_that_counts_is_missed() -> None:
    here = ("Browsers",)
    plain = memory("The printer in the hall works.", "Notes")
    assert is_proved(proved(plain.text, old=(plain,), kind=ChangeKind.MOVED, under=here))
    for heading in ("Not supported", "Until March", "Proposed by Ada Hart"):
        one = memory(plain.text, heading)
        assert doubted(proved(one.text, old=(one,), kind=ChangeKind.MOVED, under=here))


def test_a_title_has_its_words_from_the_old_one_or_from_below() -> None:
    def titled(title: str, before: str) -> Proof:
        below = memory("Ostrava Timber, 14 days delivery.", before)
        return proved(title, below, old=(memory(before),), kind=ChangeKind.RETITLED)

    assert is_proved(titled("Timber", "Things about timber"))
    assert "Furniture" in doubted(titled("Furniture", "Things about timber"))
    assert "Possible" in doubted(titled("Timber", "Possible timber"))


# -- prose ----------------------------------------------------------------------------------


def test_each_clause_of_a_diary_has_a_source() -> None:
    cited = (note("The kiln arrived."), note("Ask Bo for shelves.", to_do=True))
    assert is_proved(prove_sentence("The kiln arrived.", cited, TODAY))
    assert doubted(prove_sentence("The kiln arrived, and Bo built shelves.", cited, TODAY))
    assert prove_sentence("The kiln arrived.", (), TODAY).verdict == Support.UNSUPPORTED


# -- order and counts -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("Prefers tea to coffee.", "Prefers coffee to tea."),
        ("The deploy runs before the migration.", "The migration runs before the deploy."),
        (
            "The new router is slower than the old one.",
            "The old router is slower than the new one.",
        ),
        ("Leo taught Ben chess.", "Ben taught Leo chess."),
        ("喜欢咖啡多过茶。", "喜欢茶多过咖啡。"),
    ],
)
def test_what_is_done_to_what_stays(new: str, said: str) -> None:
    assert doubted(proved(new, note(said)))
    assert is_proved(proved(said, note(said)))


@pytest.mark.parametrize(
    ("new", "said", "word"),
    [
        ("Swims once a week.", "Swims three times a week.", "once"),
        ("One person signs off a release.", "Two people sign off a release.", "One"),
        ("The lease ends on 9 January 2026.", "The lease ends on 9 January.", "9 January 2026"),
        ("每周二开会。", "每月第二个周二开会。", "周二"),
        ("The vendors were the same in price.", "The vendors were compared in price.", "same"),
    ],
)
def test_another_count_or_year_is_named(new: str, said: str, word: str) -> None:
    assert word in doubted(proved(new, note(said)))


def test_a_sentence_as_it_stands_is_proved_beside_another_one() -> None:
    said = (note("Asks for the state of each tool."), note("Labels what is not live."))
    joined = "Asks for the state of each tool. Labels what is not live."
    assert is_proved(proved(joined, *said, under=("Habits",)))
    asked = note("Labels what is not live?")
    assert doubted(proved("Labels what is not live.", asked))


def test_a_line_below_its_parent_speaks_of_it() -> None:
    said = note("About psychology and human behaviour.", "psyche-research (14909)")
    assert is_proved(proved("psyche-research: psychology and human behaviour", said))
    assert doubted(proved("business-research: psychology and human behaviour", said))


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("Lives in Graz.", "Dinner with Hanna, who lives in Graz."),
        ("My cat is ill.", "Theo says my cat is ill."),
        ("Has two cats.", "Visited the Okafors; they have two cats."),
        ("My sister works at the harbour.", "My sister's friend Lena works at the harbour."),
        ("怕狗。", "带女儿去公园，她怕狗。"),
        ("不吃香菜。", "小周说她不吃香菜。"),
    ],
)
def test_what_is_said_of_somebody_else_is_not_the_users(new: str, said: str) -> None:
    assert doubted(proved(new, note(said), under=("About me",)))


@pytest.mark.parametrize(
    ("new", "said", "proved_"),
    [
        ("数字は必ず測ってから報告する", "数字は必ず測ってから報告する（推測で答えた反省）", True),
        ("ミナは紅茶が好き", "ミナはコーヒーが好き", False),
        ("민수는 커피를 좋아한다", "민수는 커피를 좋아한다. 차는 싫어한다", True),
        ("민수는 차를 좋아한다", "민수는 커피를 좋아한다", False),
    ],
)
def test_japanese_and_korean_are_proved_as_chinese_is(new: str, said: str, proved_: bool) -> None:
    assert is_proved(proved(new, note(said))) == proved_


# -- notes in their own words -----------------------------------------------------------------


RENT = memory("Rent 950 a month, due on the 3rd.")
RISES = note("Landlord: rent goes up to 990 from January 2027.")


# -- what a reviewer found proved -------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        "Ann moves to Berlin, planned, not booked.",
        "Ann moves to Berlin (could change).",
        "Ann moves to Berlin, only planned so far.",
        "Ann moves to Berlin, and could change.",
        "Ann moves to Berlin and could change.",
        "Ann moves to Berlin, it could change.",
        "Ann moves to Berlin, perhaps with Tom.",
        "安娜搬到柏林，计划中。",
        "安娜搬到柏林（计划中）。",
        "安娜搬到柏林，可能会变。",
    ],
)
def test_a_hedge_behind_what_is_told_hedges_it(said: str) -> None:
    new = "Ann moves to Berlin." if said.isascii() else "安娜搬到柏林。"
    assert not is_proved(proved(new, note(said)))
    assert not is_proved(prove_sentence(new, [note(said)], TODAY))


SUN = date(2026, 11, 29)


@pytest.mark.parametrize(
    "more", ["; nobody came", "; they never went", ". It does not", ". Only then", ". No"]
)
def test_a_clause_of_function_words_alone_stands_in_what_is_cited(more: str) -> None:
    assert more.strip("; .") in doubted(proved(f"Tea is nice{more}.", note("Tea is nice.")))
    assert is_proved(proved(f"Tea is nice{more}.", note(f"Tea is nice{more}.")))


# -- a second reading -------------------------------------------------------------------------


def again(new: str, says: bool, words: str = "", *, kind: ChangeKind = ChangeKind.UPDATED) -> Proof:
    """The proof of a change of the report's day with what a second reading says."""
    old = memory("The report is due on 27 November.", "Work")
    cited = (old, note("Report moves a week, to 4 December", "Work"))
    change = Rewrite(kind, new, ("Work",), (old,), cited)
    return read_again(prove(change, TODAY), change, SecondReading(says, words))


def test_a_second_reading_settles_what_is_said_in_other_words() -> None:
    other = "Hand in the report by 4 December."
    assert not is_proved(again(other, False)) and is_proved(again(other, True))


def test_no_second_reading_ticks_what_memory_would_lose_or_a_to_do_told_as_done() -> None:
    assert again("The weather is fine.", True).kind == ChangeKind.SHORTENED
    asked = note("Ask the office for the berth plan", to_do=True)
    change = Rewrite(ChangeKind.ADDED, "The office sent the berth plan.", (), (), (asked,))
    assert not is_proved(read_again(prove(change, TODAY), change, SecondReading(True)))


def test_no_second_reading_makes_up_a_value_or_a_name() -> None:
    assert "9 pages" in doubted(again("The report of 9 pages is due on 4 December.", True))
    assert "Ines" in doubted(again("The report is due on 4 December, says Ines Falk.", True))


def test_what_a_second_reading_does_not_find_is_a_doubt_with_its_words() -> None:
    new = "The report is due on 4 December."
    assert doubted(again(new, False, "is due")) == "is due"
    assert again(new, False, "something else").doubts[-1].span == (0, 0)


def test_a_clause_is_not_said_of_something_else_where_a_word_of_it_is_nowhere() -> None:
    notes = (Cited("The boiler stands in the cellar."), Cited("It is loud at night."))
    new = "The boiler in the cellar is loud and old."
    proof = prove(Rewrite(ChangeKind.ADDED, new, (), (), notes), TODAY)
    assert [(one.kind, one.words) for one in proof.doubts] == [(DoubtKind.WORDS, ("old",))]
