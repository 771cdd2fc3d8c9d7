"""Excerpts: a text may leave out of another what changes nothing, and only that."""

import pytest

from desktop_app.language.claims.excerpts import differences

SAME = [
    ("The user wants dark mode off by default.", "I want dark mode off by default"),
    ("User prefers tea", "- I prefer tea."),
    ("My deadline is 4 December", "User: My deadline is 4 December and Elena signs it off."),
    ("I moved the survey to berth 7.", "Hi! I moved the survey to berth 7 now."),
    ("stop drinking coffee after 14:00", "Decided: stop drinking coffee after 14:00"),
    ("The vendor charges 20 EUR for storage", "The vendor charges 20 EUR for storage, thanks"),
    ("use 5 kg of flour", "Use 5kg of flour"),
    ("Ana sails on Sundays", "Ana sails on Sundays and Ben rows"),
    ("Ben rows in the club", "Ana sails on Sundays; Ben rows in the club"),
    ("陈柏宇住在台北", "小美住在台中，陳柏宇住在台北。"),
    ("报告改到十二月四日", "报告改到十二月四日，王敏负责签字。"),
    ("每位客戶至少要付 500 元", "每位客戶至少要付500元。"),
    ("안나는 부산에 살고 의사로 일한다", "안나는 부산에 살고 의사로 일한다."),
    ("Анна живёт в Праге", "Анна живёт в Праге"),
]
OTHER = [
    ("three staging servers and five workers", "five staging servers and three workers"),
    ("Maya reports to Tom", "Tom reports to Maya"),
    ("Tom pays Maya 500 EUR a month", "Maya pays Tom 500 EUR a month"),
    ("The vendor charges 50 for storage", "The vendor charges 20 for storage and 50 for traffic"),
    ("Moved to Berlin from Madrid", "Moved from Berlin to Madrid"),
    ("All customers want invoices", "Some customers want invoices"),
    ("Customers want invoices", "Some customers want invoices"),
    ("We deploy on Tuesdays", "We only deploy on Tuesdays"),
    ("Rollback takes at least 30 minutes", "Rollback takes up to 30 minutes"),
    ("The user wants dark mode by default", "The user wants dark mode off by default"),
    ("We move to Hetzner", "If the vendor agrees, we move to Hetzner"),
    ("We move to Hetzner", "We move to Hetzner if the vendor agrees"),
    ("We move to Hetzner", "We move to Hetzner. Cancelled."),
    ("We move to Hetzner", "We move to Hetzner. Not before May, though."),
    ("We move to Hetzner", "We move to Hetzner?"),
    ("Move to Hetzner", "Rejected: move to Hetzner"),
    ("Move to Hetzner", "Move to Hetzner (rejected)"),
    ("Move to Hetzner", "~~Move to Hetzner~~"),
    ("Call Ana", "- [ ] Call Ana"),
    ("Maya is allergic to nuts", "Tom thinks that Maya is allergic to nuts"),
    ("Maya is allergic to nuts", "Maya is allergic to nuts, Tom says"),
    ("Maya is allergic to nuts", "Maya's sister is allergic to nuts"),
    ("Maya pays 500", "Tom or Maya pays 500"),
    ("The user prefers tea", "Ana: I prefer tea"),
    ("The user prefers tea", "Assistant: I prefer tea"),
    ("It was 5 degrees", "It was -5 degrees"),
    ("小美住在台北，陳柏宇住在台中", "小美住在台中，陳柏宇住在台北"),
    ("測試環境用 16，正式環境用 14", "測試環境用 14，正式環境用 16"),
    ("小美教林老師鋼琴", "林老師教小美鋼琴"),
    ("每位客戶至多要付 500 元", "每位客戶至少要付 500 元"),
    ("我們搬到 Hetzner", "如果廠商同意，我們就搬到 Hetzner"),
    ("每天都部署", "除了星期五，每天都部署"),
    ("林老師要搬家", "小美說，林老師要搬家"),
    ("我们每天部署", "我们每天部署。取消。"),
    ("小美老师教钢琴", "小美的老师教钢琴"),
    ("안나는 서울에 살고 의사로 일한다", "안나는 부산에 살고 의사로 일한다"),
    ("Анна живёт в Брно", "Анна живёт в Праге"),
]


@pytest.mark.parametrize(("claim", "text"), SAME)
def test_an_excerpt_keeps_clauses_word_for_word(claim: str, text: str) -> None:
    assert differences(claim, [text]) == ()


@pytest.mark.parametrize(("claim", "text"), OTHER)
def test_what_is_swapped_hardened_or_weakened_is_none(claim: str, text: str) -> None:
    assert differences(claim, [text])


def test_each_sentence_may_come_from_another_text() -> None:
    texts = ["Mara is allergic to peanuts.", "Jonas orders cake every Friday."]
    assert not differences("Mara is allergic to peanuts; Jonas orders cake every Friday.", texts)
    assert not differences("Atlas: the deadline is 9 May", ["Atlas", "The deadline is 9 May."])


def test_no_pronoun_comes_to_mean_somebody_else() -> None:
    texts = ["Tom lives in Berlin.", "Ben is in hospital. He leads the team."]
    assert differences("Tom lives in Berlin; he leads the team.", texts)
    texts = ["小美住在台中。", "阿明上星期住院了。他负责这个项目。"]
    assert differences("小美住在台中；他负责这个项目。", texts)


def test_the_words_that_differ_are_named_in_their_places() -> None:
    claim = "All five servers run on Tuesdays"
    (one,) = differences(claim, ["Some five servers run on Tuesdays"])
    assert (one.kind, one.words, claim[slice(*one.span)]) == ("words", ("All",), "All")
    orders = differences("Maya reports to Tom", ["Ben sails.", "Tom reports to Maya"])
    assert [(one.kind, one.words, one.source) for one in orders] == [
        ("order", ("Maya",), 1),
        ("order", ("Tom",), 1),
    ]


def test_what_was_left_out_is_named() -> None:
    (one,) = differences("We move to Hetzner", ["If the vendor agrees, we move to Hetzner"])
    assert (one.kind, one.instead) == ("part", "If the vendor agrees")
    (one,) = differences("我們搬到 Hetzner", ["如果廠商同意，我們搬到 Hetzner"])
    assert (one.kind, one.instead) == ("part", "如果廠商同意")
