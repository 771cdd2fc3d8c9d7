"""The rule of the inbox: at most three a day, until they are answered, and each holds."""

import tempfile
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import given, settings

from desktop_app.database import Database
from desktop_app.dreams.inbox.store import (
    MOST,
    Answered,
    InboxAnswer,
    InboxBook,
    InboxItem,
    choose,
)
from desktop_app.notebook import history
from desktop_app.notebook.source import Source

FIRST = date(2026, 3, 1)


def item(name: str, weight: float = 0.0) -> InboxItem:
    return InboxItem(name, "why", Source("MEMORY.md", 1, name), weight)


def asked_on(one: InboxItem, answer: InboxAnswer, days: int) -> list[int]:
    """On which days, from that of an answer, it is asked again."""
    said = {one.key: Answered(one.key, answer, FIRST, (one.text,))}
    return [n for n in range(days) if choose([one], said, FIRST + timedelta(days=n))]


def test_a_question_is_asked_until_it_is_answered_and_later_is_a_week() -> None:
    one = item("a")
    assert all(choose([one], {}, FIRST + timedelta(days=n)) for n in range(400))
    assert asked_on(one, InboxAnswer.LATER, 9) == [7, 8]

    assert asked_on(one, InboxAnswer.STILL, 500) == []


Step = tuple[str, int]
STEPS = st.lists(
    st.tuples(st.sampled_from(["look", "day", "gone", *InboxAnswer]), st.integers(0, 9)),
    max_size=60,
)


@given(STEPS)
@settings(max_examples=25)
def test_never_more_than_three_a_day_and_nothing_that_was_answered(steps: Sequence[Step]) -> None:
    names = [item(f"line {n}") for n in range(10)]
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
                    never |= {one.key} if word != InboxAnswer.LATER else set()
    assert all(len(keys) <= MOST for keys in answered.values())


def opened(folder: Path) -> InboxBook:
    return InboxBook(Database(folder / "history.db", history.TABLES.make, durable=False))
