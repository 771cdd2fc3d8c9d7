"""Explicit words of change, in both languages, and what only looks like one."""

import pytest
from desktop_app.language.changes import shifts

CHANGES = [
    ("The survey report moves from 27 November to 4 December.", "27 November", "4 December"),
    (
        "Piano moved from Thursday at 17:00 to Tuesday at 18:00.",
        "Thursday at 17:00",
        "Tuesday at 18:00",
    ),
    ("We switched from Dropbox to Nextcloud.", "Dropbox", "Nextcloud"),
    ("The rent is raised from €900 to €950 in January.", "€900", "€950"),
    (
        "Upgraded the atlas from PostgreSQL 15 to PostgreSQL 16 because of the backups.",
        "PostgreSQL 15",
        "PostgreSQL 16",
    ),
    ("The physio shifted my slot from 16:40 to 17:10.", "16:40", "17:10"),
    ("The deadline slips from 3 May to 17 May.", "3 May", "17 May"),
    ("Office hours change from Monday to Wednesday, says the note.", "Monday", "Wednesday"),
    ("The limit dropped from 200 to 120.", "200", "120"),
    ("Mara moved from Porto to Braga.", "Porto", "Braga"),
    ("The call was rescheduled from 9:00 to 10:30", "9:00", "10:30"),
    ("moved the 27 November deadline to 4 December", "27 November", "4 December"),
    ("The pump was replaced by a Grundfos.", "pump", "Grundfos"),
    ("Replaced the old pump with a new Grundfos.", "old pump", "new Grundfos"),
    ("Jonas has been replaced by Mara.", "Jonas", "Mara"),
    ("Mara replaces Jonas as the contact.", "Jonas", "Mara"),
    ("Mara took over from Jonas.", "Jonas", "Mara"),
    ("Swapped oat milk for soy milk.", "oat milk", "soy milk"),
    ("Use pnpm instead of npm.", "npm", "pnpm"),
    ("She drinks oat milk instead of cow milk.", "cow milk", "oat milk"),
    ("The folder drafts/ was renamed to chapters/", "drafts/", "chapters/"),
    ("Renamed Heron to Borealis.", "Heron", "Borealis"),
    ("The office is now in Leça, not Matosinhos.", "Matosinhos", "Leça"),
    ("Standup: Monday -> Tuesday", "Monday", "Tuesday"),
    ("Postgres 15 → Postgres 16", "Postgres 15", "Postgres 16"),
    ("Mara no longer lives in Porto but in Lisbon.", "in Porto", "in Lisbon"),
    ("The shop is not in Rua Nova any more but in Rua Velha.", "in Rua Nova", "in Rua Velha"),
    ("Jonas no longer signs off the report.", "signs off the report", None),
    ("We don't use the shared drive any more.", "use the shared drive", None),
    ("Stopped using the shared drive.", "using the shared drive", None),
    ("聚會從第一個星期五改為第二個星期六。", "第一個星期五", "第二個星期六"),
    ("聚會時間由19:00改為19:30", "19:00", "19:30"),
    ("截止日從11月27日延到12月4日。", "11月27日", "12月4日"),
    ("例會週一改為週二", "週一", "週二"),
    ("房租从3500元涨到3800元", "3500元", "3800元"),
    ("他從台北搬到台南了。", "台北", "台南"),
    ("把咖啡換成茶。", "咖啡", "茶"),
    ("數據庫從 PostgreSQL 15 升級到 PostgreSQL 16", "PostgreSQL 15", "PostgreSQL 16"),
    ("不再喝咖啡，改喝茶。", "咖啡", "茶"),
    ("停用Dropbox，改用Nextcloud。", "Dropbox", "Nextcloud"),
    ("Dropbox 被 Nextcloud 取代", "Dropbox", "Nextcloud"),
    ("用木頭取代水泥。", "水泥", "木頭"),
    ("负责人从王敏换成李强。", "王敏", "李强"),
    ("把譯名「甲板」改名為「艙面」", "譯名「甲板」", "艙面"),
    ("會議室從三樓改到五樓，大家注意", "三樓", "五樓"),
    ("不再使用共享硬碟。", "使用共享硬碟", None),
    ("我不喝咖啡了。", "喝咖啡", None),
]

NO_CHANGES = [
    "The shop is open from 9:00 to 17:00.",
    "From Monday to Friday the gate is locked.",
    "We drove from Porto to Lisbon.",
    "The exhibition runs from 3 May to 9 May.",
    "From time to time the gauge sticks.",
    "It moves from side to side, from side to side.",
    "The report might move from 27 November to 4 December.",
    "The report may move from 27 November to 4 December.",
    "Does the report move from 27 November to 4 December?",
    "Jonas wants to move the report from 27 November to 4 December.",
    "They did not change the date from 3 May to 4 May.",
    "If the tide changes from 2 m to 3 m we wait.",
    "Mara proposed to switch from Dropbox to Nextcloud.",
    "He could have replaced the pump with a Grundfos.",
    "The boat stopped at berth 4.",
    "Jonas stopped by at noon.",
    "Walked instead of taking the tram.",
    "The letter from Mara to Jonas arrived.",
    "Copied the files from the boat to the office.",
    "A ferry from Leixões to Madeira, every second week.",
    "The data goes client -> server -> archive.",
    "We need more time to finish.",
    "The contract renews in March.",
    "She moved to Porto in September.",
    "Moved three boxes to room 4.",
    "The second draft is longer than the first.",
    "Read the chapter from page 12 to page 40.",
    "The call is now.",
    "Two more soundings to go.",
    "Is it no longer possible?",
    "They considered replacing Jonas by Mara.",
    "從台北到台南坐了兩個小時。",
    "從週一到週五都開門。",
    "會議可能從週一改為週二。",
    "要不要從週一改為週二？",
    "如果把咖啡換成茶就好了",
    "他建議把咖啡換成茶",
    "還沒有把咖啡換成茶",
    "會議地點改為三樓",
    "第三章完成，下週開始校對。",
    "她從早到晚都在寫。",
    "從今天起每天走路",
    "這家店不錯，不貴也不遠。",
    "他不吃香菜。",
]


@pytest.mark.parametrize(("text", "old", "new"), CHANGES)
def test_a_change_is_read_with_what_goes_and_what_comes(
    text: str, old: str, new: str | None
) -> None:
    assert [(shift.old, shift.new) for shift in shifts(text)] == [(old, new)]


@pytest.mark.parametrize("text", NO_CHANGES)
def test_a_way_a_range_a_wish_a_question_and_a_denial_are_no_change(text: str) -> None:
    assert shifts(text) == ()


def test_both_halves_are_cut_verbatim_from_the_text() -> None:
    for text, _, _ in CHANGES:
        for shift in shifts(text):
            assert shift.old in text[shift.start : shift.end]
            assert shift.new is None or shift.new in text[shift.start : shift.end]


def test_two_changes_of_one_sentence_are_two() -> None:
    text = "The call moved from Monday to Tuesday and the room changed from A1 to B2."
    assert [(shift.old, shift.new) for shift in shifts(text)] == [
        ("Monday", "Tuesday"),
        ("A1", "B2"),
    ]


def test_what_says_so_is_told_apart() -> None:
    said = ("moved from Porto to Braga", "was replaced by Mara", "no longer signs it")
    assert [shifts(f"Jonas {text}")[0].how for text in said] == ["moved", "replaced", "ended"]


def test_a_long_line_of_half_changes_is_read_in_no_time() -> None:
    assert shifts("moved from a " * 200) == ()
