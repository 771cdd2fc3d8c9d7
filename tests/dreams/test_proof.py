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


@pytest.mark.parametrize("said", ["rose from 400 to 450 euros", "is no longer 400 but 450 euros"])
def test_a_note_that_tells_how_an_amount_grew_backs_its_new_value(said: str) -> None:
    old = memory("The rent is 400 euros.")
    assert is_proved(proved("The rent is 450 euros.", note(f"The rent {said}."), old=(old,)))
    assert not is_proved(proved("The rent is 400 euros.", note(f"The rent {said}.")))


def test_a_range_is_no_value_and_what_is_denied_in_passing_stays_denied() -> None:
    old = memory("The rent is 390 euros.")
    for said in (
        "ranged from 400 to 450 euros",
        "never rose from 390 to 450 euros",
        "isn't 450 euros, but that is fine",
    ):
        assert not is_proved(
            proved("The rent is 450 euros.", note(f"The rent {said}."), old=(old,))
        )


@pytest.mark.parametrize("asks", ["asks", "wonders", "knows", "asked"])
def test_who_asks_a_question_is_not_who_it_asks_for(asks: str) -> None:
    assert not is_proved(proved("Ana has the key.", note(f"Ana {asks} who has the key.")))
    assert is_proved(proved("Ana has the key.", note("Ana, who has the key, lives in Lyon.")))


def test_what_nearly_happened_did_not() -> None:
    assert not is_proved(proved("Siv bought a kayak.", note("Siv nearly bought a kayak.")))
    assert is_proved(proved("The mast is almost 40 m.", note("The mast is almost 40 m now.")))


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


@pytest.mark.parametrize(
    "cited",
    [
        note("Mara has a new bike."),
        note("Mara wears a new coat."),
        note("Nothing else came up.", "New facts"),
    ],
)
def test_a_word_that_is_said_of_something_else_is_not_taken_for_another_thing(cited: Cited) -> None:
    told = "Mara is allergic to peanuts and wears {}glasses."
    old = memory(told.format(""), *cited.context)
    assert "new" in doubted(proved(told.format("new "), cited, old=(old,)))
    glasses = note("Mara has new glasses since Tuesday.")
    assert is_proved(proved(told.format("new "), glasses, old=(old,)))


def test_a_word_is_not_carried_from_one_thing_to_another_in_a_single_clause() -> None:
    old = memory("Mara wears glasses.")
    for word in "new", "thick":
        coat, own = note(f"Mara wears a {word} coat."), note(f"Mara wears {word} glasses now.")
        assert word in doubted(proved(f"Mara wears {word} glasses.", coat, old=(old,)))
        assert is_proved(proved(f"Mara wears {word} glasses.", own, old=(old,)))


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


def test_what_a_clause_says_of_somebody_else_proves_nothing() -> None:
    towns = note("Mira lives in Ghent and Tom in Bruges.")
    assert is_proved(proved("Tom lives in Bruges.", towns))
    assert "Bruges" in doubted(proved("Mira lives in Bruges.", towns))
    assert doubted(proved("王芳住在布鲁日。", note("王芳住在根特，李明住在布鲁日。")))


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


def test_a_word_that_is_put_together_denies_nothing() -> None:
    said = proved("The brake stops the winch.", note("The brake stops the winch.", "Fail-safe"))
    assert is_proved(said)
    fail_safe = proved("The brake stops the winch.", note("The fail-safe brake stops the winch."))
    assert DoubtKind.NEGATION not in {one.kind for one in fail_safe.doubts}
    assert doubted(proved("The brake is safe.", note("The brake fails to be safe.")))


def test_free_and_less_deny_what_they_are_put_together_with() -> None:
    free = note("The wine is alcohol-free.")
    assert doubted(proved("The wine has alcohol.", free))
    assert is_proved(proved("The wine has no alcohol.", free))
    assert is_proved(proved("The wine is alcohol-free.", free))


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


def test_other_words_may_change_places() -> None:
    for new, said in (
        ("Tom pays Mia 40 euros for the garage.", "For the garage, Tom pays Mia 40 euros."),
        ("In September Ana moved to Porto.", "Ana moved to Porto in September."),
        ("Postgres was replaced by SQLite.", "SQLite replaced Postgres."),
    ):
        assert is_proved(proved(new, note(said))), new


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


def test_what_is_over_may_be_denied() -> None:
    moved = note("Switched the web repo from npm to pnpm.")
    assert is_proved(proved("The web repo uses pnpm, no longer npm.", moved))
    assert doubted(proved("The web repo uses npm, no longer pnpm.", moved))


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
        ("I am allergic to nuts.", "Lena said: I am allergic to nuts."),
        ("I am allergic to nuts.", "Then Lena: I am allergic to nuts."),
        ("My sister works at the harbour.", "My sister's friend Lena works at the harbour."),
        ("怕狗。", "带女儿去公园，她怕狗。"),
        ("不吃香菜。", "小周说她不吃香菜。"),
    ],
)
def test_what_is_said_of_somebody_else_is_not_the_users(new: str, said: str) -> None:
    assert doubted(proved(new, note(said), under=("About me",)))


def test_a_pronoun_is_free_where_what_it_means_is_named() -> None:
    for new, said in (
        ("The build needs Node 20.", "The build failed again, it needs Node 20."),
        ("Is allergic to nuts.", "The user said: I am allergic to nuts."),
    ):
        assert is_proved(proved(new, note(said))), new


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


def test_a_capital_of_a_title_makes_no_name_of_a_word() -> None:
    line = "The field tablets keep SQLite."
    titles = {"Key Decisions": True, "Key Setup": True, "Notes on Mara": False, "Mara Lind": False}
    for heading, kept in (*titles.items(), ("Notes on Berth 4", False)):
        old = memory(line, heading)
        moved = prove(Rewrite(ChangeKind.MOVED, line, ("Work",), (old,), (old,)), TODAY)
        assert is_proved(moved) == kept, heading
    assert moved.doubts[0].message == "The heading would no longer say “Berth”, “4”."


def test_a_date_or_status_of_a_heading_that_is_still_said_is_not_lost() -> None:
    def moved(line: str, heading: str, to: str, box: bool = False) -> Proof:
        old = Cited(line, (heading,), to_do=box)
        return prove(Rewrite(ChangeKind.MOVED, line, (to,), (old,), (old,)), TODAY)

    fan = "Buy a fan for the kiln."
    assert doubted(moved(fan, "TODO", "Kiln")) == "TODO"
    assert is_proved(moved(fan, "TODO", "To do: kiln"))
    assert is_proved(moved(f"[ ] {fan}", "TODO", "Kiln", box=True))
    assert doubted(moved("The kiln runs.", "Done", "Kiln")) == "Done"
    assert is_proved(moved("The kiln runs since 20 November.", "2026-11-20", "Kiln"))
    assert is_proved(moved("The kiln runs.", "2026-11-20", "Kiln since Nov 20"))
    assert doubted(moved("The kiln runs.", "2026-11-20", "Kiln")) == "2026-11-20"


def test_a_date_that_each_line_below_says_may_leave_the_title() -> None:
    old = Cited("Kiln 2026-11-20")

    def retitled(*below: str) -> Proof:
        cited = tuple(memory(text, old.text) for text in below)
        return prove(Rewrite(ChangeKind.RETITLED, "Kiln", (), (old,), cited), TODAY)

    assert is_proved(retitled("The kiln runs since 20 November 2026.", "Paid on 2026-11-20."))
    assert doubted(retitled("The kiln runs since 20 November 2026.", "It is paid."))


def test_a_bold_label_of_a_line_is_no_heading_and_what_it_says_of_status_is_not_lost() -> None:
    checks = memory("The crawler checks the proxy before each run.")
    for label, kind in (
        ("Added 2026-03-10", ChangeKind.SHORTENED),
        ("Cancelled", ChangeKind.SHORTENED),
        ("Proxy", ChangeKind.MERGED),
        ("Work", ChangeKind.MERGED),
    ):
        olds = (memory(f"**{label}**: The crawler checks the proxy.", "Work", label), checks)
        lines = [checks.text, f"{label}: the crawler checks the proxy before each run."]
        without, kept = (
            proved(new, old=olds, kind=ChangeKind.MERGED, under=("Work",)) for new in lines
        )
        assert (without.kind, without.doubts) == (kind, ()), label
        assert kept == Proof(ChangeKind.MERGED, Support.SUPPORTED), label


def test_what_is_to_do_stays_so_with_a_box_of_its_own() -> None:
    task = memory("Order the buoys and paint the gauge")
    old = Cited(task.text, to_do=True)
    for box, kept in (("[ ] ", True), ("", False), ("[x] ", False)):
        new = f"{box}Order the buoys\n{box}Paint the gauge"
        split = prove(Rewrite(ChangeKind.SPLIT, new, (), (old,), (old,)), TODAY)
        assert is_proved(split) == kept, box


def test_a_line_moves_to_another_person_only_where_it_names_her() -> None:
    for text, kept in (("Is afraid of needles.", False), ("Peregrine is afraid of needles.", True)):
        old = memory(text, "Children", "Rosalind")
        moved = proved(text, old=(old,), kind=ChangeKind.MOVED, under=("Children", "Peregrine"))
        assert is_proved(moved) == kept, text


@pytest.mark.parametrize(
    ("title", "said", "proved_"),
    [
        ("Dentist (Dr. Okon)", "First visit at our new dentist, Dr. Okon.", True),
        ("Dentist (Dr. Okon)", "Met Dr. Okon at the fair. The dentist called.", False),
        ("Tyres and nightly lamps", "Tyres hang in the cellar.", False),
    ],
)
def test_a_title_takes_a_name_only_from_what_it_is_about(
    title: str, said: str, proved_: bool
) -> None:
    old = memory("Dentist" if "Dentist" in title else "Tyres")
    retitled = Rewrite(ChangeKind.RETITLED, title, (), (old,), (note(said),))
    assert is_proved(prove(retitled, TODAY)) == proved_


# -- notes in their own words -----------------------------------------------------------------


RENT = memory("Rent 950 a month, due on the 3rd.")
RISES = note("Landlord: rent goes up to 990 from January 2027.")


@pytest.mark.parametrize(
    ("new", "true"),
    [
        ("Rent 950 a month, due on the 3rd; landlord: goes up to 990 from January 2027.", True),
        ("Rent 990 a month, due on the 3rd; landlord: goes up to 950 from January 2027.", False),
        ("Rent 950 a month from January 2027, due on the 3rd.", False),
        ("Rent 950 a month, due on the 3rd; landlord: goes up to 990 from January 2028.", False),
    ],
)
def test_an_old_value_may_stand_beside_the_one_that_comes(new: str, true: bool) -> None:
    assert is_proved(proved(new, RISES, old=(RENT,))) == true


@pytest.mark.parametrize(
    ("new", "said", "true"),
    [
        (
            "Mochi had 4.6 kg on 2026-11-24, the vet comes in a week.",
            "Mochi had 4.6 kg, the vet comes in a week.",
            1,
        ),
        ("On 2026-11-24 he brings the tap.", "On Friday the plumber comes, he brings the tap.", 0),
        ("2026-11-24给柠檬树喷了药，5天后再喷一次药。", "给柠檬树喷了药，5天后再喷一次药。", 1),
        ("给柠檬树喷了药，2026-11-24再喷一次药。", "给柠檬树喷了药，5天后再喷一次药。", 0),
    ],
)
def test_a_note_tells_of_its_own_day_up_to_another_one(new: str, said: str, true: bool) -> None:
    assert is_proved(proved(new, note(said), under=("Weight",))) == bool(true)


@pytest.mark.parametrize(
    ("new", "said", "true"),
    [
        ("2027年2月涨到5500。", "明年2月涨到5500。", True),
        ("2028年2月涨到5500。", "明年2月涨到5500。", False),
        ("2027年3月涨到5500。", "明年2月涨到5500。", False),
        ("理疗做到2026年11月底。", "理疗做到月底。", True),
        ("理疗做到2026年12月底。", "理疗做到月底。", False),
        ("The adjuster visits on Fri 27 Nov 2026.", "Adjuster visits Fri 27th.", True),
        ("The adjuster visits on Fri 20 Nov 2026.", "Adjuster visits Fri 27th.", False),
        ("A retry without the key fails.", "Retry w/o the key fails.", True),
        ("A retry with the key fails.", "Retry w/o the key fails.", False),
    ],
)
def test_what_notes_write_short_may_be_written_out(new: str, said: str, true: bool) -> None:
    assert is_proved(proved(new, note(said))) == true


def test_a_rule_that_a_statement_gives_needs_no_second_day() -> None:
    asked, again = note("Sam: use the container in tests."), note("Sam rejected PR 77.")
    rule = ChangeKind.GENERALISED
    assert is_proved(proved("Sam: use the container in tests.", asked, again, kind=rule))
    assert doubted(proved("Sam rejects PRs.", again, kind=rule))


def test_a_fact_of_one_day_and_a_tale_of_another_are_no_rule() -> None:
    fact = note("Mara is allergic to peanuts.", day=date(2026, 11, 2))
    tale = note("Mara ate peanuts by mistake and saw a doctor in Oslo.")
    same = note("As we know, Mara is allergic to peanuts.")
    rule = ChangeKind.GENERALISED
    said = [proved("Mara is allergic to peanuts.", fact, one, kind=rule) for one in (tale, same)]
    assert [(is_proved(one), one.kind) for one in said] == [(True, "added"), (True, "generalised")]


def test_a_hedge_of_another_part_stays_there() -> None:
    trip = memory("Trip to Hualien on 5 December, hotel undecided.")
    wave = note("Hualien hotel booked: Wave, two nights.")
    new = "Trip to Hualien on 5 December, hotel booked: Wave, two nights."
    assert is_proved(proved(new, wave, old=(trip,)))
    assert doubted(proved(new, wave, old=(memory("Trip to Hualien on 5 December, perhaps."),)))


def test_both_are_said_only_of_what_is_said_of_each() -> None:
    radish, spinach = memory("东边两垄萝卜"), memory("西边一垄菠菜，10月20日播的")
    lie = "东边两垄萝卜，西边一垄菠菜，都是10月20日播的。"
    assert doubted(proved(lie, old=(radish, spinach), kind=ChangeKind.MERGED))
    sown = memory("东边两垄萝卜，10月20日播的")
    assert is_proved(proved(lie, old=(sown, spinach), kind=ChangeKind.MERGED))


@pytest.mark.parametrize(
    ("new", "said", "true"),
    [
        ("待办：去社保局补缴，带身份证。", "去社保局补缴，带身份证。", True),
        ("待办：去社保局补缴，身份证带了。", "去社保局补缴，带身份证。", False),
        ("To do: call Bo, bring the contract.", "Call Bo, bring the contract.", True),
        ("To do: call Bo. The contract was brought.", "Call Bo, bring the contract.", False),
    ],
)
def test_a_sentence_that_begins_as_a_to_do_stays_one(new: str, said: str, true: bool) -> None:
    assert is_proved(proved(new, note(said, to_do=True))) == true


def test_a_path_that_was_left_may_be_told_as_left() -> None:
    moved = note("Moved conf/app.yaml -> config/lark.toml.", "Config")
    lark = (memory("Config lives in conf/app.yaml", "Project Lark"),)
    new = "Config lives in config/lark.toml, moved from conf/app.yaml"
    assert is_proved(proved(new, moved, old=lark, under=("Project Lark",)))
    lie = "Config lives in conf/app.yaml, moved from config/lark.toml"
    assert doubted(proved(lie, moved, old=lark, under=("Project Lark",)))


def test_a_heading_of_what_is_not_filed_yet_is_no_loss() -> None:
    for heading, true in (
        ("未分類", True),
        ("待歸檔", True),
        ("Unsorted", True),
        ("未確認", False),
    ):
        one = memory("Garmin 充電線在公司置物櫃。", heading)
        moved = proved(one.text, old=(one,), kind=ChangeKind.MOVED, under=("設備",))
        assert is_proved(moved) == true, heading


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (
            "Mail stops -> the queue grows -> the disk fills.",
            "queue grows -> mail stops -> disk fills",
        ),
        ("Tür klemmt → Alarm geht an.", "Alarm geht an → Tür klemmt"),
        ("停电 → 门打不开 → 人被困。", "门打不开 → 停电 → 人被困"),
        (
            "Painters come on Fri 2026-11-27, Ole will call.",
            "painters come prob. this fri, Ole will call",
        ),
        ("The guest list may be changed.", "the guest list may be changed, but first ask Ines"),
        ("客厅的画可以挂。", "客厅的画可以挂，但要先量尺寸"),
        ("When it rains, close the roof.", "When it rains and nobody is inside, close the roof"),
        (
            "Refunds are paid within 10 days if the seal is whole.",
            "refunds are paid within 10 days if the seal is whole, except for sale items",
        ),
        ("工具放在车库，钥匙在门后。", "工具放在车库，钥匙在门后，除非下雨"),
        ("The cat gets a tablet every evening.", "the cat must get a tablet every evening"),
        ("花盆每周转一次。", "花盆要每周转一次"),
        (
            "Nils rang about the leak, Nils promised to come.",
            "Nils rang about the leak, I promised to come",
        ),
        ("老高来问车位，老高答应登记。", "老高来问车位，我答应登记"),
    ],
)
def test_what_the_words_of_a_note_hold_together_is_not_turned_or_cut(new: str, said: str) -> None:
    assert not is_proved(proved(new, note(said)))


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("Queue grows → mail stops.", "queue grows → mail stops → disk fills"),
        (
            "The roof is closed when it rains and the hall is empty.",
            "the roof is closed when it rains and the hall is empty",
        ),
        ("Give the cat a tablet every evening.", "must give the cat a tablet every evening"),
        ("花盆每周得转一次。", "花盆要每周转一次"),
    ],
)
def test_a_chain_a_condition_and_an_order_may_be_kept(new: str, said: str) -> None:
    assert is_proved(prove_sentence(new, [note(said)], TODAY))


def test_a_heading_lends_no_part_of_its_own() -> None:
    said = note("letters go out on paper, two copies each", "Clinic")
    assert is_proved(proved("Letters of the clinic go out on paper, two copies each.", said))
    lie = proved("Letters go out on paper, two copies each, also in the clinic.", said)
    assert "clinic" in doubted(lie)


@pytest.mark.parametrize("now", ["retry time raised to 3 seconds", "retry time cut to 2 minutes"])
def test_a_value_is_old_where_a_change_leads_to_one_in_another_unit(now: str) -> None:
    old = memory("900 ms", "Settings", "Retry time")
    assert not is_proved(proved("Retry time: 900 ms.", note(now), old=(old,), under=("Settings",)))


def test_the_second_part_of_a_condition_of_memory_stays() -> None:
    old = memory("车库空着而且门只开一半的时候，可以自己停进去。")
    assert not is_proved(proved("车库空着的时候，可以自己停进去。", old=(old,)))
    assert is_proved(proved("车库空着而且门只开一半的时候，可以停进去。", old=(old,)))


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


def test_a_month_and_a_hedge_of_another_sentence_free_no_to_do() -> None:
    kestrel = note("Sell Kestrel in May", to_do=True)
    assert not is_proved(proved("We sell Kestrel in May.", kestrel))
    assert is_proved(proved("We may sell Kestrel in May.", kestrel))
    paint = note("Paint the hall green. It could change.", to_do=True)
    for new in (
        "Decided: the hall is painted green. It could change.",
        "It could change. The hall is painted green.",
    ):
        assert not is_proved(proved(new, paint)), new


SUN = date(2026, 11, 29)


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("Lena was born on 29 November 2026.", "Lena was born; it was on 3 March."),
        (
            "The office moved to Berlin on 2026-11-29.",
            "The office moved to Berlin. That was on 3 March.",
        ),
        ("The mast was broken on 2026-11-29.", "The mast was broken, Tom saw it on 3 March."),
        (
            "The office moves to Berlin on 2026-11-29.",
            "The office moves to Berlin. It is in 3 days.",
        ),
        ("2026-11-29莉娜出生了。", "莉娜出生了，那是3月3日。"),
        ("2026-11-29桅杆断了。", "桅杆断了，汤姆昨天看到的。"),
    ],
)
def test_a_note_that_names_another_day_may_mean_that_one(new: str, said: str) -> None:
    assert not is_proved(prove_sentence(new, [note(said, day=SUN)], SUN))


@pytest.mark.parametrize(
    ("new", "said", "true"),
    [
        ("Tom was ill in February 2026.", "Tom was ill in February.", True),
        ("Tom was ill in February 2027.", "Tom was ill in February.", False),
        ("Tom visited Rome in February 2026.", "Tom visited Rome in February.", True),
        ("Tom visited Rome in February 2027.", "Tom visited Rome in February.", False),
        ("汤姆2026年2月生了病。", "汤姆2月生了病。", True),
        ("汤姆2027年2月生了病。", "汤姆2月生了病。", False),
        ("Tom was ill in February 2026.", "In February, Tom was ill.", True),
        ("Tom was ill in February 2027.", "In February, Tom was ill.", False),
        ("The hall is closed in February 2027.", "The hall is closed in February.", True),
        ("The hall is closed in February 2026.", "The hall is closed in February.", False),
        (
            "Tom's dog was in Rome for a week in February 2027.",
            "Tom's dog was in Rome for a week in February.",
            False,
        ),
        (
            "Ann left the bank and opens a bakery in February 2027.",
            "Ann left the bank and opens a bakery in February.",
            True,
        ),
        ("汤姆2027年2月要搬家了。", "汤姆2月要搬家了。", True),
        ("The launch was moved to February 2027.", "The launch was moved to February.", True),
        ("The course starts in January 2027.", "The course starts in January.", True),
        ("The course starts in January 2028.", "The course starts in January 2027.", False),
    ],
)
def test_a_month_without_its_year_is_the_one_that_was_where_it_is_over(
    new: str, said: str, true: bool
) -> None:
    assert is_proved(proved(new, note(said, day=date(2026, 9, 1)))) == true


@pytest.mark.parametrize(
    ("new", "said", "true"),
    [
        ("小王和小李都喜欢茶。", "小王喜欢茶，小李喜欢咖啡。", False),
        ("小王和小李都住北京。", "小王住北京，小李住上海。", False),
        ("小王和小李都喜欢茶。", "小王喜欢茶，小李不喜欢茶。", False),
        ("小王和小李都喜欢茶。", "小王不喜欢茶，小李喜欢茶。", False),
        ("小王、小李都住北京。", "小王住北京，小李以前住北京。", False),
        ("小王和小李都喜欢茶。", "小王喜欢茶，小李喜欢茶。", True),
        ("小王和小李都喜欢茶。", "小王喜欢茶，小李也喜欢茶。", True),
        ("小王和小李都不喜欢茶。", "小王不喜欢茶，小李不喜欢茶。", True),
    ],
)
def test_both_are_said_clause_by_clause(new: str, said: str, true: bool) -> None:
    assert is_proved(proved(new, note(said))) == true


@pytest.mark.parametrize("heading", ["Need to file taxes", "To sort out with Ann", "待整理的合同"])
def test_a_heading_that_only_holds_such_words_keeps_its_status(heading: str) -> None:
    one = memory("The papers lie in the blue box.", heading)
    moved = proved(one.text, old=(one,), kind=ChangeKind.MOVED, under=("Papers",))
    assert not is_proved(moved)


OLD_AND_NEW = [  # a line of memory, a note, what a mind would make of both
    (
        "后台导出权限只开给运营组。",
        "客服组也可以开导出权限。",
        "后台导出权限开给运营组，客服组也可以开。",
    ),
    ("不得改配置。", "限流可以改，前提是先在群里报备。", "不得改配置；限流可以改。"),
    ("三叔种凤梨，四叔养虾。", "三叔说四叔收掉了，改做民宿。", "三叔收掉了，改做民宿；四叔养虾。"),
    (
        "Gym: 34 a month.",
        "Gym is 39 a month from now on, was 34.",
        "Gym is now 34 a month, was 39.",
    ),
]


@pytest.mark.parametrize(("old", "said", "new"), OLD_AND_NEW)
def test_what_a_note_limits_replaces_or_only_tells_is_not_made_a_fact(
    old: str, said: str, new: str
) -> None:
    assert not is_proved(proved(new, note(said), old=(memory(old),)))


def test_a_question_with_a_remark_behind_it_and_a_guess_prove_nothing() -> None:
    asked = note("Mr Stone: has he time in March? he'd think 400.")
    assert not is_proved(proved("Mr Stone has time in March 2027.", asked))
    guessed = note("登录闪退跟 SDK 有关，还没证实，先锁在 7.0。")
    assert not is_proved(proved("登录闪退跟 SDK 有关，先锁在 7.0。", guessed))


def test_a_date_in_brackets_is_the_day_of_the_note() -> None:
    vet = note("Mochi weighs 4.6 kg (was 5.1 in August).")
    assert is_proved(proved("Mochi weighs 4.6 kg (2026-11-24), was 5.1 in August.", vet))
    assert not is_proved(proved("Mochi weighs 4.6 kg (2026-11-23), was 5.1 in August.", vet))
    assert is_proved(proved("MOT passed 2026-11-24.", note("MOT passed, next one 19 Nov 2027.")))
    assert not is_proved(proved("Bins go out (Tuesday).", note("Bins go out.")))
    exam = note("The exam was in March.")
    assert not is_proved(proved("The exam was in March (2026-11-24).", exam))


def test_a_day_of_the_month_may_stand_alone() -> None:
    assert is_proved(proved("秋游改到 2026-11-25。", note("秋游改到 25 号。")))
    assert is_proved(proved("2026-12-14 开始上课。", note("下个月 14 号开始上课。")))
    assert not is_proved(proved("2026-11-14 开始上课。", note("下个月 14 号开始上课。")))
    assert not is_proved(proved("会议在 2026-12-03。", note("会议在 3 号楼。")))


def test_a_note_below_another_heading_counts_where_the_text_names_that() -> None:
    gear = note("炉头两颗都在佩珊家。", "登山社", "公装")
    assert is_proved(proved("公装：炉头两颗都在佩珊家。", gear, under=("登山社", "装备")))
    assert not is_proved(proved("炉头两颗都在佩珊家。", gear, under=("登山社", "装备")))
    tank = note("The tank holds 40 litres.", "Boats", "Before")
    assert not is_proved(proved("The tank holds 40 litres.", tank, under=("Boats", "After")))
    port = note("Port is 8080 for the staging user.", "Server", "Staging")
    new = "Port is 8080 for the staging user."
    assert not is_proved(proved(new, port, under=("Server", "Production")))


def test_what_somebody_says_that_she_does_is_proved() -> None:
    assert is_proved(proved("Nora sells her boat.", note("Nora told me she sells her boat.")))
    rate = note("The rate is 80; it was 90.")
    assert not is_proved(proved("The rate is 90.", rate))
    assert not is_proved(proved("The rate is 90.", note("The rate is 80, up from 90.")))


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
