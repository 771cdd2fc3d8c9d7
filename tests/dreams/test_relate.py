"""How a line of the notes stands to a line of memory: exact changes are made, all else is asked."""

import pytest

from desktop_app.dreams.comparing import book
from desktop_app.dreams.comparing.book import Book
from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.comparing.rarity import Rarity
from desktop_app.dreams.comparing.relate import Relation, relate, repeats
from desktop_app.errors import Problem
from desktop_app.notebook.bullets import MemoryFile

REPORT = "The harbour survey report is due on 27 November; Jonas signs it off."


def related(memory: str, note: str) -> Relation:
    return relate(points(memory), points(note))


EXACT = [
    (REPORT, "The harbour survey report moves from 27 November to 4 December.", "4 December"),
    (REPORT, "Harbour survey report: 27 November -> 4 December", "4 December"),
    (REPORT, "The survey report is due on 4 December instead of 27 November.", "4 December"),
    ("Backups go to /mnt/old/store", "Backups now go to /mnt/new/store instead of /mnt/old/store",
     "/mnt/new/store"),
    ("The office is at 12 Quay Road, phone 555 0199 123", "Office phone changed from 555 0199 123 "
     "to 555 0188 321", "555 0188 321"),
    ("房租每月3500元", "房租从3500元调到3800元", "3800元"),
    ("例會在週三下午", "例會從週三改到週五", "週五"),
    ("數據庫用 PostgreSQL，端口 5432", "數據庫端口 5432 → 5433", "5433"),
]  # fmt: skip


@pytest.mark.parametrize(("memory", "note", "came"), EXACT)
def test_one_value_that_gives_way_to_another_is_exchanged(
    memory: str, note: str, came: str
) -> None:
    found = related(memory, note)
    assert (found.kind, found.exact) == ("update", True)
    assert found.new is not None and came in found.new
    assert all(part in memory for part in found.new.split(came))


def test_the_same_sentence_with_another_value_needs_a_word_of_change() -> None:
    memory = "Standup is at 9:30 on weekdays"
    assert related(memory, "Standup is now at 9:45 on weekdays").new == (
        "Standup is at 9:45 on weekdays"
    )
    assert related(memory, "Standup is at 9:45 on weekdays").kind == "question"


NOT_EXACT = [
    ("The shop opens at 9:00-17:00", "The shop moves from 9:00 to 10:00"),  # half of a range
    ("Staging runs version 2.3.1", "Production went from version 2.3.1 to 2.4.0"),  # a rival
    ("Rent is 900 € a month", "Rent went from 900 to 950 $ a month"),  # another unit
    ("The key is with Ana", "The key went from Ana to Ben"),  # names are never exchanged
    ("CI runs on Jenkins", "CI moved from Jenkins to Buildbot"),
    ("The deadline is 27 November", "Wrong: the deadline is 4 December, not 27 November"),
    ("The meeting is at 9:00", "We discussed moving the meeting from 9:00 to 10:00"),
    ("The meeting is at 9:00", "The meeting moves from 9:00 to 10:00 only this week"),
    ("Docs are at https://a.example/x", "Docs moved from https://a.example/x to /srv/docs"),
]


@pytest.mark.parametrize(("memory", "note"), NOT_EXACT)
def test_what_is_not_exact_is_never_exchanged(memory: str, note: str) -> None:
    found = related(memory, note)
    assert found.kind != "update" and found.new in (None, note)


@pytest.mark.parametrize(
    ("memory", "note"),
    [
        (REPORT, "The harbour survey report is due on 4 December."),
        ("Ana has the spare key", "Ben has the spare key"),
        ("Deploys happen on Thursday", "Deploys never happen on Thursday"),
        ("早餐八點在食堂", "早餐九點在食堂"),
    ],
)
def test_a_contradiction_is_asked_with_the_note_as_it_stands(memory: str, note: str) -> None:
    found = related(memory, note)
    assert (found.kind, found.new) == ("question", note)


@pytest.mark.parametrize(
    ("memory", "note"),
    [
        ("Gym membership at FitHub, 39 € a month", "Cancelled the FitHub gym membership"),
        ("We have a van, plate K-77", "Sold the van"),
        ("訂閱了晨光日報", "晨光日報的訂閱取消了"),
    ],
)
def test_what_ended_without_a_successor_is_offered_or_asked(memory: str, note: str) -> None:
    assert related(memory, note).kind in ("removal", "question")


def test_an_end_with_a_successor_is_asked_and_takes_nothing_away() -> None:
    found = related("Bookkeeping is done by Corwin & Lund", "Corwin & Lund stopped, Mara does it")
    assert found.kind == "question"


@pytest.mark.parametrize(
    ("memory", "note"),
    [
        ("Jonas drinks green tea, never coffee", "jonas drinks GREEN tea, never coffee."),
        ("The spare key hangs behind the tide board.", "spare key: behind the tide board"),
        ("備用鑰匙在潮汐牌後面", "备用钥匙在潮汐牌后面。"),
    ],
)
def test_what_memory_says_already_is_a_repetition(memory: str, note: str) -> None:
    assert related(memory, note).kind == "duplicate"
    assert repeats(points(memory), points(note))


def test_a_shift_that_memory_has_already_is_no_change() -> None:
    memory = "The harbour survey report is due on 4 December; Jonas signs it off."
    note = "The harbour survey report moves from 27 November to 4 December."
    assert related(memory, note).kind == "duplicate"


def test_lines_without_a_word_in_common_have_nothing_to_do_with_each_other() -> None:
    assert related("The tablets use SQLite.", "媽媽不吃香菜。").kind == "different"


RESTATED = [
    ("Never push to the shared branch without explicit approval of Ana",
     "Explicit approval of Ana: never push to the shared branch without it"),
    ("始终保持简短、温柔、带点可爱的说话方式", "保持简短、温柔、可爱的说话方式"),
]  # fmt: skip


@pytest.mark.parametrize(("memory", "note"), RESTATED)
def test_a_note_that_says_it_again_in_nearly_its_words_is_known(memory: str, note: str) -> None:
    assert related(memory, note).kind == "duplicate"


@pytest.mark.parametrize(
    "note",
    [
        "Never push to the shared branch without explicit approval of Ana and Jonas",
        "Never push to the shared branch without explicit approval of Ana before 9:00",
        "Now push to the shared branch without explicit approval of Ana",
    ],
)
def test_a_name_a_value_or_a_change_more_is_not_known(note: str) -> None:
    memory = "Never push to the shared branch without explicit approval of Ana"
    assert related(memory, note).kind not in ("duplicate", "different")


def test_among_many_lines_one_that_nothing_speaks_against_is_not_asked_about() -> None:
    """In a large memory some line is always near; a note that changes nothing gets a warning."""
    memory = points("The harbour index stands in the green folder beside the tide tables")
    note = points("Copied two tide tables and the harbour index into the folder this morning")
    few, many = Rarity({}, 8), Rarity({}, 25)
    assert relate(memory, note, few).kind == "question"
    assert relate(memory, note, many).kind in ("near", "different")
    moved = points("The harbour index moved to the red folder beside the tide tables")
    assert relate(memory, moved, many).kind == "question"


def test_of_a_memory_without_end_nothing_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "MOST_BULLETS", 3)
    memory = MemoryFile(b"".join(b"- Line %d of it.\n" % n for n in range(4)))
    with pytest.raises(Problem, match="has 4 bullets; at most 3 are compared"):
        Book(memory, "MEMORY.md")
