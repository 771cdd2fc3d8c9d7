"""The rule of the inbox: at most three a day, until they are answered, and never holds."""

import tempfile
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import given, settings

from desktop_app.database import Database
from desktop_app.dreams.inbox.item import InboxAnswer, InboxItem, InboxKind, key_of
from desktop_app.dreams.inbox.store import MOST, Answered, InboxBook, choose
from desktop_app.notebook import history
from desktop_app.notebook.source import Source

FIRST = date(2026, 3, 1)


def item(name: str, kind: InboxKind = InboxKind.PASSED, other: str = "") -> InboxItem:
    return InboxItem(kind, name, "why", (Source("MEMORY.md", 1, name),), other=other)


def asked_on(one: InboxItem, answer: InboxAnswer, days: int) -> list[int]:
    """On which days, from that of an answer, it is asked again."""
    said = {one.key: Answered(one.key, answer, FIRST, (one.text,))}
    return [n for n in range(days) if choose([one], said, FIRST + timedelta(days=n))]


def test_a_question_is_asked_until_it_is_answered_and_later_is_a_week() -> None:
    one = item("a")
    assert all(choose([one], {}, FIRST + timedelta(days=n)) for n in range(400))
    assert asked_on(one, InboxAnswer.LATER, 9) == [7, 8]


def test_what_was_still_true_is_asked_after_a_year_only_where_it_is_old() -> None:
    assert asked_on(item("a"), InboxAnswer.STILL, 500) == []
    assert asked_on(item("a", InboxKind.OLD), InboxAnswer.STILL, 367) == [365, 366]


def test_a_line_is_not_asked_about_as_old_where_another_question_was_about_it() -> None:
    pair, old = item("a", InboxKind.CONTRADICTION, "b"), item("a", InboxKind.OLD)
    for answer, again in ((InboxAnswer.BOTH, [365]), (InboxAnswer.NEVER, [])):
        said = {pair.key: Answered(pair.key, answer, FIRST, ("a", "b"))}
        days = [n for n in range(366) if choose([old], said, FIRST + timedelta(days=n))]
        assert days == again


def test_a_contradiction_comes_first_and_a_line_is_asked_about_once_a_day() -> None:
    pair = item("a", InboxKind.CONTRADICTION, "b")
    every = [item("o", InboxKind.OLD), item("a"), pair, item("p")]
    assert choose(every, {}, FIRST) == [pair, item("p"), item("o", InboxKind.OLD)]


def test_a_question_is_the_same_however_its_lines_are_marked_or_ordered() -> None:
    assert key_of("**Rent** is 900.", "Rent is 950") == key_of("rent is 950", "Rent is 900")
    assert key_of("Rent is 900") != key_of("Rent is 900", "Rent is 950")


Step = tuple[str, int]
STEPS = st.lists(
    st.tuples(st.sampled_from(["look", "day", "gone", *InboxAnswer]), st.integers(0, 9)),
    max_size=60,
)


@given(STEPS)
@settings(max_examples=25)
def test_never_more_than_three_a_day_and_never_what_is_never_asked(steps: Sequence[Step]) -> None:
    names = [
        item(f"line {n}", list(InboxKind)[n % 3], "x" * (n % 2) and f"o{n}") for n in range(10)
    ]
    today, never = FIRST, set()
    answered: dict[date, set[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        book = opened(Path(folder))
        for word, n in steps:
            if word == "day":
                today += timedelta(days=n)
            elif word == "gone":
                names = [one for one in names if one.text != f"line {n}"]
            elif word == "look":
                book = opened(Path(folder))  # as another program, or after a restart
                chosen = choose(names, book.answered(), today)
                assert len(chosen) <= MOST
                assert not never & {one.key for one in chosen}
            else:
                for one in choose(names, book.answered(), today)[n % 3 : n % 3 + 1]:
                    answered.setdefault(today, set()).add(one.key)
                    book.answer(one, InboxAnswer(word), today)
                    never |= {one.key} if word == InboxAnswer.NEVER else set()
        assert {one.key for one in book.never()} == never
    assert all(len(keys) <= MOST for keys in answered.values())


def opened(folder: Path) -> InboxBook:
    return InboxBook(Database(folder / "history.db", history.TABLES.make, durable=False))
