"""The rule of the inbox: at most three a day, again but not forever, and never holds."""

import dataclasses
import tempfile
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import given, settings

from desktop_app.database import Database
from desktop_app.dreams.inbox.item import InboxAnswer, InboxItem, InboxKind, key_of
from desktop_app.dreams.inbox.store import MOST, AskedBefore, InboxBook, choose
from desktop_app.notebook import history
from desktop_app.notebook.source import Source

FIRST = date(2026, 3, 1)


def item(name: str, kind: InboxKind = InboxKind.PASSED, other: str = "") -> InboxItem:
    return InboxItem(kind, name, "why", (Source("MEMORY.md", 1, name),), other=other)


def days_of(one: InboxItem, days: int, asked: dict[str, AskedBefore] | None = None) -> list[int]:
    """On which days, from 0, a question is seen that nobody answers."""
    known = dict(asked or {})
    seen = []
    for n in range(days):
        today = FIRST + timedelta(days=n)
        for chosen in choose([one], known, today):
            was = known.get(chosen.key, AskedBefore(chosen.key, today))
            known[chosen.key] = dataclasses.replace(
                was, chosen=today, seen=today, times=was.times + 1
            )
            seen.append(n)
    return seen


def test_what_nobody_answers_comes_after_a_day_and_a_week_and_then_no_more() -> None:
    assert days_of(item("a"), 400) == [0, 1, 8]


def test_later_is_a_week_and_then_it_counts_anew() -> None:
    one = item("a")
    later = AskedBefore(one.key, FIRST, FIRST, 0, InboxAnswer.LATER, FIRST)
    assert days_of(one, 60, {one.key: later}) == [7, 8, 15]


def test_what_was_still_true_is_asked_after_a_year_only_where_it_is_old() -> None:
    for kind, days in ((InboxKind.PASSED, []), (InboxKind.OLD, [365, 366, 373])):
        one = item("a", kind)
        still = AskedBefore(one.key, FIRST, FIRST, 0, InboxAnswer.STILL, FIRST)
        assert days_of(one, 500, {one.key: still}) == days


def test_a_contradiction_comes_first_and_a_line_is_asked_about_once_a_day() -> None:
    pair = item("a", InboxKind.CONTRADICTION, "b")
    every = [item("o", InboxKind.OLD), item("a"), item("q", InboxKind.QUESTION, "r"), pair,
             item("p")]  # fmt: skip
    assert choose(every, {}, FIRST) == [pair, item("p"), item("q", InboxKind.QUESTION, "r")]


def test_a_question_is_the_same_however_its_lines_are_marked_or_ordered() -> None:
    assert key_of("**Rent** is 900.", "Rent is 950") == key_of("rent is 950", "Rent is 900")
    assert key_of("Rent is 900") != key_of("Rent is 900", "Rent is 950")


Step = tuple[str, int]
STEPS = st.lists(
    st.tuples(st.sampled_from(["look", "peek", "day", "gone", *InboxAnswer]), st.integers(0, 9)),
    max_size=60,
)


@given(STEPS)
@settings(max_examples=25)
def test_never_more_than_three_a_day_and_never_what_is_never_asked(steps: Sequence[Step]) -> None:
    names = [
        item(f"line {n}", list(InboxKind)[n % 4], "x" * (n % 2) and f"o{n}") for n in range(10)
    ]
    today, never = FIRST, set()
    shown: dict[date, set[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        book = opened(Path(folder))
        for word, n in steps:
            if word == "day":
                today += timedelta(days=n)
            elif word == "gone":
                names = [one for one in names if one.text != f"line {n}"]
            elif word in ("look", "peek"):
                book = opened(Path(folder))  # as another program, or after a restart
                chosen = book.today(names, today, seen=word == "look")
                shown.setdefault(today, set()).update(one.key for one in chosen)
                assert not never & {one.key for one in chosen}
            else:
                for one in book.today(names, today, seen=True)[n % 3 : n % 3 + 1]:
                    shown.setdefault(today, set()).add(one.key)
                    book.answer(one, InboxAnswer(word), today)
                    never |= {one.key} if word == InboxAnswer.NEVER else set()
        assert {one.key for one in book.never()} == never
    assert all(len(keys) <= MOST for keys in shown.values())


def opened(folder: Path) -> InboxBook:
    return InboxBook(Database(folder / "history.db", history.TABLES.make, durable=False))
