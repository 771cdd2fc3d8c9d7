"""The river of topics: picture, table, and the way to the days."""

from datetime import date, timedelta
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, Qt
from pytestqt.qtbot import QtBot

from desktop_app.dreams.almanac.river import River, RiverStream
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.river.river_picture import RiverPicture, RiverPlaces
from desktop_app.ui.river_page import RiverPage
from tests.support.notes import FILES, Notes, notes
from tests.support.program import running
from tests.support.waiting import until

BOATS = {
    f"memory/2026-{month:02}-{day:02}.md": f"# Daily Memory: 2026-{month:02}-{day:02}\n\n- {text}\n"
    for month, day, text in (
        (8, 1, "The boat leaks."), (8, 2, "The boat is dry."), (8, 3, "火锅 with Mara."),
        (10, 5, "The boat is sold."), (10, 6, "火锅 again."),
    )
}  # fmt: skip


async def shown(made: Notes) -> RiverPage:
    page = made.river_page
    made.actions["river.come"].trigger()
    await until(lambda: page.settled and page.river.streams)
    return page


def names(page: RiverPage) -> list[str]:
    return [stream.name for stream in page.river.streams]


async def test_keys_choose_a_topic_at_a_month_and_enter_asks_for_its_days(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp, {**FILES, **BOATS}, "days") as made:
        page = await shown(made)
        assert page.header.subtitle.text() == "August 2026 – November 2026 · 6 days with notes"
        heard: list[tuple[object, ...]] = []
        page.words_asked.connect(lambda *told: heard.append(told))
        picture = page.picture
        await until(picture.hasFocus)
        picture.choose(names(page).index("boat"), 0)
        assert page.words.text() == "boat, August 2026: on 2 days"
        assert picture.accessibleName() == "Topics by month: boat, August 2026: on 2 days"
        qtbot.keyClick(picture, Qt.Key.Key_Right)
        assert page.words.text() == "boat, September 2026: on 0 days"
        qtbot.keyClick(picture, Qt.Key.Key_Return)
        assert heard == [], "no day of September speaks of it"
        qtbot.keyClick(picture, Qt.Key.Key_Right)
        qtbot.keyClick(picture, Qt.Key.Key_Return)
        assert heard == [("boat", date(2026, 10, 1), date(2026, 10, 31))]


async def test_the_table_says_and_chooses_the_same(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, {**FILES, **BOATS}, "days") as made:
        page = await shown(made)
        model, boat = page.table.model(), names(page).index("boat")
        rows = [model.index(row, boat).data() for row in range(model.rowCount())]
        assert rows == ["2", "", "1", ""]
        assert model.headerData(0, Qt.Orientation.Vertical) == "August 2026"
        page.table.setCurrentIndex(model.index(2, boat))
        assert (page.picture.stream, page.picture.month) == (boat, 2)
        told = model.index(2, boat).data(Qt.ItemDataRole.AccessibleTextRole)
        assert told == "boat, October 2026: on 1 day"


async def test_a_click_on_a_stream_opens_it_and_new_notes_keep_it_chosen(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp, {**FILES, **BOATS}, "days") as made:
        page = await shown(made)
        places, boat = page.picture.places, names(page).index("boat")
        heard: list[object] = []
        page.words_asked.connect(lambda *told: heard.append(told[0]))
        middle = (places.edges[boat][0] + places.edges[boat + 1][0]) / 2
        spot = QPointF(places.xs[0] + 2, middle).toPoint()
        qtbot.mouseClick(page.picture, Qt.MouseButton.LeftButton, pos=spot)
        assert heard == ["boat"]
        made.outside("memory/2026-07-01.md", "- The boat is new.\n")
        await until(lambda: len(page.river.months) == 5 and page.settled)
        assert page.words.text() == "boat, August 2026: on 2 days"


async def test_a_notebook_without_topics_says_so(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, FILES, "days") as made:
        page = made.river_page
        made.actions["river.come"].trigger()
        await until(lambda: page.settled)
        assert "No word comes back" in page.empty._sentence.text()


async def test_the_days_of_a_topic_are_found_by_search(tmp_path: Path, qapp, qtbot) -> None:
    for path, text in {**FILES, **BOATS}.items():
        (tmp_path / "notes" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "notes" / path).write_text(text)
    async with running(tmp_path, tmp_path / "notes") as program:
        program.actions["river.come"].trigger()
        page = cast(RiverPage, program.window.page)
        await until(lambda: page.settled and page.river.streams)
        page.picture.choose(names(page).index("boat"), 0)
        qtbot.keyClick(page.picture, Qt.Key.Key_Return)
        search = program.search_page
        await until(lambda: program.window.page is search and search.settled and search.state.rows)
        assert search.pane.query == "boat"
        found = {row.path for row in search.state.rows}
        assert found == {"memory/2026-08-01.md", "memory/2026-08-02.md"}


COUNTS = st.integers(1, 12).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 31), min_size=n, max_size=n), min_size=1, max_size=8)
)


@given(COUNTS)
@settings(max_examples=12, deadline=None)
def test_no_stream_leaves_the_picture_or_crosses_another(counts: list[list[int]]) -> None:
    months = tuple(date(2020, 1, 1) + timedelta(days=31 * n) for n in range(len(counts[0])))
    made = River(months, tuple(RiverStream(f"t{n}", tuple(c)) for n, c in enumerate(counts)))
    ground = QRectF(10, 10, 400, 200)
    places = RiverPlaces(made, ground)
    assert len(places.edges) == len(counts) + 1
    for above, below in zip(places.edges, places.edges[1:], strict=False):
        pairs = zip(above, below, strict=True)
        assert all(ground.top() - 1e-6 <= a <= b <= ground.bottom() + 1e-6 for a, b in pairs)
    for n in range(len(counts)):
        box = places.outline(n).boundingRect()
        assert ground.top() - 1 <= box.top() <= box.bottom() <= ground.bottom() + 1
        assert ground.left() - 1 <= box.left() and box.right() <= ground.right() + 1


def test_ten_years_are_drawn_with_every_name_inside_its_stream(
    theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    months = tuple(date(2017 + n // 12, n % 12 + 1, 1) for n in range(120))
    waves = [tuple((n + 40 * k) % 120 // 10 for n in range(120)) for k in range(3)]
    streams = tuple(RiverStream(f"topic {n}", wave) for n, wave in enumerate(waves))
    picture = RiverPicture()
    qtbot.addWidget(picture)
    picture.resize(900, 300)
    picture.show_river(River(months, streams, 3_650), 0, 0)
    picture.grab()
    for n in range(3):
        box = picture.places.room_for(n, 50, 12)
        assert box is not None
        assert picture.places.outline(n).contains(box)
