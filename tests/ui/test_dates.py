"""Days as a person says them, in the language and the order of the desktop."""

from collections.abc import Iterator
from datetime import date

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QPainter

from desktop_app import dates
from desktop_app.ui.days.heat import HeatGrid
from desktop_app.ui.look.theme import Theme

DAY, TODAY, LATER = date(2026, 11, 22), date(2026, 11, 23), date(2027, 1, 2)  # a Sunday


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    before = QLocale()
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("C", "Sunday, 22 November 2026|Sunday, 22 November|22 November|22 Nov 2026"),
        ("en_US", "Sunday, 22 November 2026|Sunday, 22 November|22 November|22 Nov 2026"),
        ("zh_TW", "2026年11月22日 星期日|11月22日 星期日|11月22日|2026年11月22日"),
        ("zh_CN", "2026年11月22日星期日|11月22日星期日|11月22日|2026年11月22日"),
        ("ja_JP", "2026年11月22日日曜日|11月22日日曜日|11月22日|2026年11月22日"),
        ("de_DE", "Sonntag, 22. November 2026|Sonntag, 22. November|22. November|22. Nov. 2026"),
        (
            "es_ES",
            "domingo, 22 de noviembre de 2026|domingo, 22 de noviembre|22 de noviembre"
            "|22 de nov de 2026",
        ),
        (
            "hu_HU",
            "2026. november 22., vasárnap|november 22., vasárnap|november 22.|2026. nov. 22.",
        ),
    ],
)
def test_a_date_stands_in_the_order_of_the_desktop(name: str, told: str) -> None:
    QLocale.setDefault(QLocale(name))
    said = [dates.whole(DAY), dates.title(DAY, TODAY), dates.plain(DAY, TODAY)]
    assert [*said, dates.short(DAY, LATER)] == told.split("|")


def test_a_month_has_no_day_in_any_language() -> None:
    for name, told in (
        ("C", "November 2026"), ("zh_TW", "2026年11月"), ("de_DE", "November 2026"),
        ("es_ES", "noviembre de 2026"), ("ko_KR", "2026년 11월"),
    ):  # fmt: skip
        QLocale.setDefault(QLocale(name))
        assert dates.month(DAY) == told


@pytest.mark.parametrize(
    ("name", "row", "first"),
    [
        ("C", "MTWTFSS", date(2026, 11, 16)),
        ("en_US", "SMTWTFS", DAY),
        ("zh_TW", "日一二三四五六", DAY),
        ("zh_CN", "一二三四五六日", date(2026, 11, 16)),
        ("ar_EG", "سحنثرخج", date(2026, 11, 21)),
    ],
)
def test_the_week_begins_where_the_desktop_begins_it_and_names_every_day(
    theme: Theme, monkeypatch: pytest.MonkeyPatch, name: str, row: str, first: date
) -> None:
    QLocale.setDefault(QLocale(name))
    assert dates.week_start(DAY) == first
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
