"""One value or name for another: exchanged where the note itself says so, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis.strategies import DataObject, booleans, data, lists, sampled_from

from desktop_app.dreams.comparing.exchange import exchanged, opposed, with_value
from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.comparing.memory_lines import Book, new_value
from desktop_app.dreams.skipped_lines import told_otherwise
from desktop_app.notebook.bullets import MemoryFile, Replace
from tests.dreams.dreaming import dream, only

REPORT = "The harbour survey report is due on 27 November; Jonas signs it off."


def worded(memory: str, note: str) -> str | None:
    return exchanged(gist(memory), gist(note))


EXCHANGED = [
    (REPORT, "The harbour survey report moves from 27 November to 4 December.",
     "The harbour survey report is due on 4 December; Jonas signs it off."),
    ("Rent is paid on the 5th. The bank is in town.", "Rent is paid on the 9th, no longer on the "
     "5th.", "Rent is paid on the 9th. The bank is in town."),
    ("The berth is 4.", "The berth is now 7, no longer 4.", "The berth is 7."),
    ("The yard closes on 19 December.", "The yard closes on 21 December, not on 19 December.",
     "The yard closes on 21 December."),
    ("The mast is 9 m long.", "The mast is now 11 m long, no longer 9 m.",
     "The mast is 11 m long."),
    ("The fee is 40 euro.", "The fee is now 45 euro instead of 40 euro.", "The fee is 45 euro."),
    ("The boat lies at berth 14.", "The boat lies at berth 22 now, no longer at berth 14.",
     "The boat lies at berth 22."),
    ("The spare key is with Mrs. Hall.", "The spare key moved from Mrs. Hall to Jonas.",
     "The spare key is with Jonas."),
    ("The bike is kept in the shed.", "The bike moved from the shed to the cellar.",
     "The bike is kept in the cellar."),
    ("Backups go to /mnt/old/store", "Backups now go to /mnt/new/store instead of /mnt/old/store",
     "Backups go to /mnt/new/store"),
    ("Rent is 700 euros a month.", "The rent rose from 700 to 750 euros.",
     "Rent is 750 euros a month."),
    ("The club has 12 members.", "The club grew from 12 members to 14 members.",
     "The club has 14 members."),
    ("The dose is 50 mg.", "The dose went from 50 mg to 25 mg.", "The dose is 25 mg."),
    ("The key is with Jonas.", "The key is no longer with Jonas but with Pia.",
     "The key is with Pia."),
    ("The yard closes on 19 December.", "The yard closes not on 19 December but on 21 December.",
     "The yard closes on 21 December."),
    ("房租是700元。", "房租从700元跌到650元。", "房租是650元。"),
    ("鑰匙在老周那裡。", "鑰匙不再在老周那裡，而是在小林那裡。", "鑰匙在小林那裡。"),
    ("房租每月3500元", "房租从3500元调到3800元", "房租每月3800元"),
    ("例會在週三下午", "例會從週三改到週五", "例會在週五下午"),
    ("翻譯小組的聚會在每月第一個星期五，地點是河邊書店。",
     "翻譯小組的聚會從第一個星期五改為第二個星期六。",
     "翻譯小組的聚會在每月第二個星期六，地點是河邊書店。"),
]  # fmt: skip


@pytest.mark.parametrize(("memory", "note", "new"), EXCHANGED)
def test_memorys_line_gets_the_new_value_that_the_note_tells(
    memory: str, note: str, new: str
) -> None:
    assert worded(memory, note) == new


LEFT = [
    ("The bike lock is kept in the shed.", "The bike moved from the shed to the cellar."),
    ("The bike is in the shed, by the boxes.", "Moved the boxes from the shed to the cellar."),
    ("The bike is kept in the shed.", "Maybe the bike moves from the shed to the cellar."),
    ("The bike is kept in the shed.", "We moved from the shed to the cellar for lunch."),
    ("The bike is kept in the sheds.", "The bike moved from the shed to the cellar."),
    (REPORT, "The harbour survey report is due on 4 December."),  # it names no old value
    ("The shop opens at 9:00-17:00", "The shop moves from 9:00 to 10:00"),  # half of a range
    ("Staging runs version 2.3.1", "Production went from version 2.3.1 to 2.4.0"),  # a rival
    ("Rent is 900 € a month", "Rent went from 900 to 950 $ a month"),  # another currency
    ("The rope is 9 m long", "The rope is now 11 km long, no longer 9 km"),  # another unit
    ("The deadline is 27 November", "Wrong: the deadline is 4 December, not 27 November"),
    ("The meeting is at 9:00", "We discussed moving the meeting from 9:00 to 10:00"),
    ("The meeting is at 9:00", "The meeting moves from 9:00 to 10:00 only this week"),
    ("The library opens at 9:00", "The library is open from 9:00 to 17:00"),  # nothing changed
    ("The boat leaves at 9.", "The boat sailed from 9 to 17."),  # hours
    ("The ferry starts on 3 May.", "The ferry ran from 3 May to 9 May."),
    ("The shop is open on Monday.", "The shop is not only open on Monday but on Tuesday."),
    ("Docs are at https://a.example/x", "Docs moved from https://a.example/x to /srv/docs"),
    ("The suite has 278 tests", "The suite of tests: 278 → 285"),  # a log counts on
    ("The suite went from 270 to 278 tests", "The suite went from 278 to 285 tests"),  # a record
    ("The rent is 40 euro.", "The rent is 900 euro, not counting water for 40 euro."),
    ("The boat lies at berth 4", "The tide gauge moved from berth 4 to berth 7"),
    (
        "Electricity with GreenVolt, 92 EUR a month",
        "Electricity moves from GreenVolt to Enwal, 81 EUR a month",
    ),
    ("Dentist: Dr. Huang, 12 Mill Lane", "The dentist is now Dr. Weber"),
]


@pytest.mark.parametrize(("memory", "note"), LEFT)
def test_what_the_note_does_not_exchange_of_this_line_stays(memory: str, note: str) -> None:
    assert worded(memory, note) is None


def test_of_several_lines_that_hold_the_value_the_one_that_is_most_about_it_changes() -> None:
    lines = [REPORT, "The report is due on 27 November.", "The survey is on 27 November."]
    memory = MemoryFile("".join(f"- {line}\n" for line in lines).encode())
    note = gist("The report is now due on 4 December, no longer on 27 November.")
    found = new_value(Book(memory, "MEMORY.md"), note)
    assert found is not None
    assert (found[0].bullet.line, found[1]) == (2, "The report is due on 4 December.")


VALUES = [
    ("Idempotency keys live 24 h", "Idempotency keys 48 h", "Idempotency keys live 48 h"),
    ("排練費每小時 120 元", "排練費每小時 150 元", "排練費每小時 150 元"),
    ("Standup is at 9:30 on weekdays", "Standup is now at 9:45 on weekdays",
     "Standup is at 9:45 on weekdays"),
]  # fmt: skip


@pytest.mark.parametrize(("memory", "note", "new"), VALUES)
def test_a_note_that_says_the_same_with_another_value_gives_the_line_that(
    memory: str, note: str, new: str
) -> None:
    assert with_value(gist(memory), gist(note)) == new


WHOLE = [
    ("讀詩會在星期日下午", "讀詩會從星期日下午改到星期五晚上", "讀詩會在星期五晚上"),
    ("值日是每週一早上，記得開窗", "值日從每週一早上改為每週六傍晚", "值日是每週六傍晚，記得開窗"),
    ("倉庫在大安區二樓", "倉庫從大安區二樓搬到松山區七樓", "倉庫在松山區七樓"),
    ("值日是每週一早上", "值日每週一早上改為每週六", "值日是每週六"),
    ("The studio is on the second floor in Altona",
     "The studio moved from the second floor in Altona to the ninth floor in Wedel",
     "The studio is on the ninth floor in Wedel"),
    ("Choir is on Sunday evening", "Choir is on Friday morning now, no longer on Sunday evening",
     "Choir is on Friday morning"),
]  # fmt: skip


@pytest.mark.parametrize(("memory", "note", "new"), WHOLE)
def test_what_the_note_says_was_gives_way_as_a_whole(memory: str, note: str, new: str) -> None:
    assert worded(memory, note) == new


MIXED = [
    ("值日是每週一早上", "值日從每週一改為每週六傍晚"),
    ("值日是每週一", "值日從每週一早上改為每週六傍晚"),
    ("每週一早上值日", "值日改到週六傍晚"),
    ("Choir is on Sunday evening", "Choir moved from Sunday to Friday morning"),
]


@pytest.mark.parametrize(("memory", "note"), MIXED)
def test_no_line_mixes_what_was_with_what_is(memory: str, note: str) -> None:
    assert worded(memory, note) is None


DAYS, PARTS = "一二三四五六", ("早上", "中午", "下午", "傍晚", "晚上", "")
WEEKDAYS = ("Monday", "Tuesday", "Thursday", "Friday", "Sunday")
HOURS = ("morning", "afternoon", "evening", "")


@given(data())
def test_a_new_line_has_all_of_the_new_wording_and_nothing_else_of_the_old(
    draw: DataObject,
) -> None:
    chinese = draw.draw(booleans())
    days, parts, gap = (DAYS, PARTS, "") if chinese else (WEEKDAYS, HOURS, " ")
    one, other = draw.draw(lists(sampled_from(days), min_size=2, max_size=2, unique=True))
    held, old, new = (draw.draw(sampled_from(parts)) for _ in range(3))
    was, is_now, had = (f"{a}{gap}{b}".strip() for a, b in ((one, old), (other, new), (one, held)))
    if chinese:
        memory, note = f"會刊付印是每週{had}", f"會刊付印從每週{was}改為每週{is_now}"
    else:
        memory, note = f"Printing is on {had}", f"Printing moved from {was} to {is_now}"
    found = worded(memory, note)
    if found:
        assert is_now in found
        assert not old or old == new or old not in found
        assert found in (memory.replace(was, is_now), memory.replace(had, is_now))
    else:
        assert had != was


APART = [
    ("Props budget 400", "Prop budget for the kids show is 150"),
    ("Recital hall holds 85", "Church hall holds 140"),
    ("Vet emergency 01632 960077", "vet for the cats: 01632 960091"),
    ("The hourly rate is 780 NOK", "The hourly rate of Anna is 820 NOK"),
    ("Noise limit 42 dB at night", "It is now 50 dB at the harbour"),
    ("The docs site costs 14 EUR a month.", "The docs site now costs 19 EUR a month, this week."),
    ("鋼琴課：每週三下午四點", "鋼琴課下週改到週五下午四點"),
]


@pytest.mark.parametrize(("memory", "note"), APART)
def test_a_value_of_another_thing_is_none_of_this_one(memory: str, note: str) -> None:
    assert worded(memory, note) is None
    assert with_value(gist(memory), gist(note)) is None


FORMS = [
    ("Rent is on the 5th. The bank is in town.\n", "Rent is on the 9th."),
    ("| what | value |\n|---|---|\n| rent | on the 5th |\n", "| rent | on the 9th |"),
    ("1. Boats need wax.\n2. Rent is on the 5th.\n", "Rent is on the 9th."),
    ("> Rent is on the 5th.\n", "Rent is on the 9th."),
    ("Boats need wax.\n§\nRent is on the 5th.\n", "Rent is on the 9th."),
    ("Landlord: Ana\nRent: on the 5th\n", "Rent: on the 9th"),
]


@pytest.mark.parametrize(("memory", "new"), FORMS)
def test_a_note_gives_a_new_value_to_any_statement_of_memory(memory: str, new: str) -> None:
    file = MemoryFile(memory.encode())
    note = gist("Rent is on the 9th, no longer on the 5th.")
    found = new_value(Book(file, "MEMORY.md"), note)
    assert found and found[1] == new
    changed_file = file.changed([Replace(found[0].bullet, new)]).decode()
    assert changed_file == memory.replace("5th", "9th")


@pytest.mark.parametrize(
    ("memory", "note", "otherwise"),
    [
        ("The crew meets on Tuesday at 18:00.", "The crew meeting moved to Thursday at 19:00.", 1),
        ("The office is in Paris.", "The office moved to Lyon.", 1),
        ("The budget for sails is 900 €.", "The budget for sails is 1200 € for 3 sails.", 1),
        ("团队周会在周二下午三点。", "团队周会改成周四下午四点。", 1),
        ("預算是 5000 元。", "預算其實是 8000 元。", 1),
        ("專案用 PostgreSQL 資料庫。", "專案換成 MySQL 資料庫。", 1),
        ("The budget for sails is 900 €.", "Is the budget for sails 1200 €?", 0),
        ("The budget for sails is 900 €.", "The budget for sails may be 1200 € for 3 sails.", 0),
        ("The budget for sails is 900 €.", "The budget for sails is 900 €.", 0),
        ("The budget for sails is 900 €.", "Lunch was good, 12 €.", 0),
    ],
)
def test_what_says_something_else_of_a_thing_in_memory_is_counted_where_no_question_is_asked(
    memory: str, note: str, otherwise: int
) -> None:
    draft = dream(f"# Memory\n\n- {memory}\n", note)
    assert (draft.changes, draft.set_aside.get("otherwise", 0)) == ((), otherwise)
    told = "1 note names something in memory and says something else (memory/2026-11-21.md:1)."
    assert (told in told_otherwise(draft)) == bool(otherwise)


TESTS = "- The parser passes 245 tests, no longer 214.\n"


@pytest.mark.parametrize(
    "memory",
    ["- 2026-11-02: the parser passes 214 tests.",
     "- **2026-11-02** — the parser passes 214 tests.",
     "- Report (as of 2026-11-02): the parser passes 214 tests.",
     "## 2026-11-02\n\n- The parser passes 214 tests.",
     "## Parser (2026-11-02)\n\n- The parser passes 214 tests."],
)  # fmt: skip
def test_a_value_in_an_entry_of_a_past_day_is_history(memory: str) -> None:
    assert dream(f"{memory}\n", TESTS).changes == ()


@pytest.mark.parametrize(
    "memory",
    ["- The parser passes 214 tests.", "- 2027-11-02: the parser passes 214 tests.",
     "- The parser passes 214 tests since 2026-11-02."],
)  # fmt: skip
def test_a_value_that_holds_is_asked_about(memory: str) -> None:
    assert only(dream(f"{memory}\n", TESTS)).kind == "question"


def test_a_line_that_needs_its_heading_is_asked_about_by_notes_of_the_same() -> None:
    memory = "## Harbour app\n\n- All 214 tests pass.\n"
    note = "- Tests went up from 214 to 245.\n"
    assert only(dream(memory, f"## Harbour\n\n{note}")).new == "All 245 tests pass."
    for other in ("## Tide app", "## Fees"):
        draft = dream(memory, f"{other}\n\n{note}")
        assert (draft.changes, draft.set_aside) == ((), {})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The gate code is 4711", "The gate code is 4712"),
        ("The report is due on Friday 27 November", "The report is due on 4 December"),
        ("Sommer works from home on Tuesdays", "Sommer works from home on Thursdays"),
        ("The site is kept in /srv/www/site", "The site is kept in /srv/www/site2"),
        ("会议室的密码是1234", "会议室的密码是5678"),
        ("Takes 50 mg of iron every morning", "Takes 75 mg of iron every morning"),
        ("The rent is 900 euros a month", "Rent is €950 a month, due on the 3rd"),
        ("每天早上九点半开站会", "每天早上十点开站会"),
        ("The contract renews in March; see the blue folder", "The contract renews in April"),
    ],
)
def test_another_value_in_the_same_statement_speaks_against_it(one: str, other: str) -> None:
    pair = opposed(gist(one), gist(other))
    assert pair and opposed(gist(other), gist(one)) == pair[::-1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jonas signs off the report", "Jonas does not sign off the report"),
        ("对花生过敏", "对花生不过敏"),
        ("Always run the tests first", "Don't run the tests first, CI does"),
        ("Kevin 是前端负责人", "Kevin 不再是前端负责人，现在是 Amy"),
        ("The gate code is 4711", "The gate code is 4711."),
        ("The wiki listens on port 8080", "The blog listens on port 8090"),
        ("Ana works on Mondays", "Ben works on Tuesdays"),
        ("12 May, post 1: share 74309121", "12 May, post 2: share 74309194"),
        ("Start time: Friday 9:00", "Start time: Sunday 10:00"),
        ("A direct user has 14 days of trial", "A user with a card has 0 days of trial"),
        ("The base address is https://api.one.example/v2", "The base address is https://two.org/x"),
        ("Never push to the main branch", "Pushed the site to the main branch"),
        ("Model: Heron 4-5", "Heron model ID: heron-4-5 (NOT 3-5)"),
        ("Client A pays within 30 days", "Client B pays within 14 days"),
        ("The rate is 85 euros an hour", "The rate is 95 euros an hour for Ana"),
        ("Mara is allergic to nuts", "Mara is allergic to nuts, Jonas is not"),
        ("Hosted at Harbour Cloud (not Tide Web)", "Switched from Tide Web to Harbour Cloud"),
        ("Berth 4 belongs to Lena and Jonas", "Berth 5 belongs to Lena and Jonas"),
        ("Bought oat milk at the market", "Bought rye bread at the market"),
        ("Prefers light mode in editors", "Prefers dark mode in editors"),
    ],
)
def test_a_denial_is_no_other_value_nor_is_what_may_be_right_beside_it(
    one: str, other: str
) -> None:
    assert opposed(gist(one), gist(other)) is None
