"""Days as a person says them, in each language of the program; weeks as the desktop begins them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QPainter

from desktop_app import dates
from desktop_app.ui.days.day_list import HeatGrid, week_start
from desktop_app.ui.look.theme import Theme

DAY, TODAY, LATER = date(2026, 11, 22), date(2026, 11, 23), date(2027, 1, 2)  # a Sunday
TOLD = """
from datetime import date, datetime
from desktop_app import dates
day, today, later = date(2026, 11, 22), date(2026, 11, 23), date(2027, 1, 2)
at = datetime(2026, 11, 22, 3, 5)
print(*(dates.whole(day), dates.title(day, today), dates.plain(day, today), dates.short(day, later),
    dates.month(day), dates.weekday(day), dates.initial(day), dates.moment(at),
    dates.when(at, datetime(2026, 11, 23, 9, 0)), dates.ago(12)), sep="|")
"""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "Sunday, 22 November 2026|Sunday, 22 November|22 November|22 Nov 2026"
            "|November 2026|Sun|S|22 November 2026, 03:05|yesterday 03:05|12 s ago",
        ),
        (
            "zh_TW",
            "2026年11月22日 星期日|11月22日 星期日|11月22日|2026年11月22日"
            "|2026年11月|週日|日|2026年11月22日 03:05|昨天 03:05|12 秒前",
        ),
        (
            "zh_CN",
            "2026年11月22日 星期日|11月22日 星期日|11月22日|2026年11月22日"
            "|2026年11月|周日|日|2026年11月22日 03:05|昨天 03:05|12 秒前",
        ),
    ],
)
def test_a_date_stands_in_the_order_and_the_words_of_the_language(language: str, told: str) -> None:
    env = os.environ | {"LANGUAGE": language, "PYTHONIOENCODING": "utf-8"}
    ended = subprocess.run([sys.executable, "-c", TOLD], env=env, capture_output=True, check=True)
    assert ended.stdout.decode().strip() == told


def test_every_month_and_weekday_has_a_name_of_its_own() -> None:
    days = [date(2026, month, 1) for month in range(1, 13)]
    assert (
        len({dates.month(day) for day in days}) == len({dates.short(d, LATER) for d in days}) == 12
    )
    week = [DAY + timedelta(days=n) for n in range(7)]
    assert len({dates.weekday(day) for day in week}) == 7


def test_a_moment_is_told_by_the_clock_of_the_person() -> None:
    now = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
    assert dates.when(now - timedelta(hours=2), now) == "today 07:00"
    assert dates.when(now - timedelta(days=3), now) == "Fri 09:00"
    assert dates.when(now - timedelta(days=9), now) == "14 Nov"
    assert [dates.ago(n) for n in (3, 59, 60, 7_300)] == [
        "just now", "59 s ago", "1 min ago", "2 h ago",
    ]  # fmt: skip


@pytest.fixture
def usual() -> Iterator[None]:
    before = QLocale()
    yield
    QLocale.setDefault(before)


@pytest.mark.usefixtures("usual")
@pytest.mark.parametrize(
    ("name", "row", "first"),
    [
        ("C", "MTWTFSS", date(2026, 11, 16)),
        ("en_US", "SMTWTFS", DAY),
        ("ar_EG", "SSMTWTF", date(2026, 11, 21)),
    ],
)
def test_the_week_begins_where_the_desktop_begins_it_and_names_every_day(
    theme: Theme, monkeypatch: pytest.MonkeyPatch, name: str, row: str, first: date
) -> None:
    QLocale.setDefault(QLocale(name))
    assert week_start(DAY) == first
    grid = HeatGrid()
    grid.resize(280, 240)
    grid.show_day(DAY)
    painted: list[str] = []
    monkeypatch.setattr(QPainter, "drawText", lambda _self, *told: painted.append(told[-1]))
    grid.grab()
    assert "".join(painted[:7]) == row
    assert grid.cell(DAY).left() == pytest.approx((DAY - first).days * grid.width() / 7 + 2), (
        "the day stands below its name"
    )
