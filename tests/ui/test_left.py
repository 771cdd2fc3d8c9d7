"""Left in the days: chips with counts, their lines on a click, the day on another."""

import dataclasses
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.dreams.left import LeftLine
from desktop_app.dreams.proposal import MOST_ASIDE, AsideLine
from desktop_app.language.masked import HIDDEN
from desktop_app.notebook.source import line_sha
from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from desktop_app.ui.review.left_list import LeftRows
from desktop_app.ui.review.left_section import LeftSection
from desktop_app.ui.review.left_words import kinds_of, left_in_words
from desktop_app.ui.review.source_row import Names
from tests.support import proposals
from tests.support.accessible import nameless, reached_by_tab, wanting_the_keyboard
from tests.support.program import click, press, quiet, running, sample
from tests.support.waiting import until

KINDS = (
    *("trivia", "todo", "question", "repeated", "over", "secret", "order", "long", "foreign"),
    "forget",
)


@asynccontextmanager
async def leaving(
    tmp_path: Path, aside: tuple[AsideLine, ...] | None = None, **counts: int
) -> AsyncIterator[OpenNotebook]:
    """The program with a proposal that left lines of the sample in their days."""
    root = sample(tmp_path)
    async with running(tmp_path, root) as program:
        assert program.memory is not None
        if aside is None:
            aside = proposals.asides(root, proposals.SAMPLE_KINDS)
        made = proposals.proposal(aside=aside, set_aside=counts or None)
        program.memory._store.add(made, {})
        program.window.show_page("dreams")
        await until(program.dreams_page.review.isVisible)
        await quiet(program)
        yield program


def section(program: OpenNotebook) -> LeftSection:
    return program.dreams_page.review.left


def shown(left: LeftSection) -> list[str]:
    model = left.list.model()
    return [model.index(n, 0).data() for n in range(model.rowCount())] if left.kind else []


async def unfolded(program: OpenNotebook, kind: str) -> LeftSection:
    left = section(program)
    click(left.chips[kind])
    await until(left.list.isVisible)
    return left


async def test_counts_are_said_in_words_and_nothing_is_unfolded(tmp_path: Path, qtbot: Any) -> None:
    async with leaving(tmp_path) as program:
        left = section(program)
        assert [chip.text() for chip in left.chips.values()] == [
            "6 passing lines", "2 things to do", "1 open question", "1 repeated",
            "1 line that looks like a secret", "1 that gives orders",
        ]  # fmt: skip
        assert left.isVisible()
        assert not left.list.isVisible()


async def test_a_click_unfolds_the_lines_and_another_folds_them(tmp_path: Path, qtbot: Any) -> None:
    async with leaving(tmp_path) as program:
        left = await unfolded(program, "trivia")
        assert shown(left)[0] == "Rain on the skylight, tea, to bed."
        assert len(shown(left)) == 6
        first = left.list.model().index(0, 0)
        assert "line 13: Rain on" in first.data(Qt.ItemDataRole.AccessibleTextRole)
        assert left.list.accessibleName() == "6 passing lines"
        click(left.chips["todo"])
        await until(lambda: shown(left)[:1] == ["Book the boat for the re-run."])
        assert not left.chips["trivia"].isChecked()
        click(left.chips["todo"])
        assert not left.list.isVisible()


async def test_a_click_on_a_line_opens_its_day_there(tmp_path: Path, qtbot: Any) -> None:
    async with leaving(tmp_path) as program:
        left = await unfolded(program, "trivia")
        opened: list[tuple[str, int]] = []
        program.dreams_page.opened.connect(lambda path, line: opened.append((path, line)))
        program.dreams_page.review._scroll.ensureWidgetVisible(left.list)
        place = left.list.visualRect(left.list.model().index(0, 0)).center()
        QTest.mouseClick(left.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert opened == [(proposals.day(0), 13)]
        await until(lambda: program.window.page.name == "days")


async def test_the_keyboard_reaches_chips_and_lines_and_decides_nothing(
    tmp_path: Path, qtbot: Any
) -> None:
    async with leaving(tmp_path) as program:
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        left = section(program)
        left.chips["trivia"].setFocus()
        press(left.chips["trivia"], Qt.Key.Key_Return)
        await until(left.list.isVisible)
        left.list.setFocus()
        assert left.list.currentIndex().row() == 0
        press(left.list, Qt.Key.Key_R)
        press(left.list, Qt.Key.Key_E)
        left.list.setCurrentIndex(left.list.model().index(0, 0))
        press(left.list, Qt.Key.Key_Down)
        opened: list[tuple[str, int]] = []
        program.dreams_page.opened.connect(lambda path, line: opened.append((path, line)))
        press(left.list, Qt.Key.Key_Return)
        assert opened == [(proposals.day(1), 8)]
        await quiet(program)
        assert program.memory is not None
        assert not any(one.decided for one in program.memory.dreams.proposal().changes)


async def test_tab_goes_through_the_cards_and_then_what_was_left(
    tmp_path: Path, qtbot: Any
) -> None:
    async with leaving(tmp_path) as program:
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        left = await unfolded(program, "trivia")
        card = program.dreams_page.review.cards[1]
        click(card.reject_button)
        await until(lambda: card.reject_button.text() == "Rejected")  # it is drawn anew
        await quiet(program)
        review = program.dreams_page.review
        reached = reached_by_tab(qtbot, program.window)
        assert wanting_the_keyboard(program.window) <= set(reached)
        assert nameless(program.window) == []
        start = reached.index(card.reject_button)
        inside = list(itertools.takewhile(review._scroll.isAncestorOf, reached[start:]))
        assert inside[-1] is left.list
        places = [one.mapTo(review._scroll.widget(), one.rect().center()).y() for one in inside]
        assert places == sorted(places), "from the top to the end, whatever was drawn anew"


async def test_a_secret_is_masked_until_its_day_is_opened(tmp_path: Path, qtbot: Any) -> None:
    async with leaving(tmp_path) as program:
        left = await unfolded(program, "secret")
        assert shown(left) == [f"A password: The wifi password of the harbour office is {HIDDEN}."]
        index = left.list.model().index(0, 0)
        for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            assert "Kelp" not in index.data(role)


async def test_a_line_edited_since_says_so_as_soon_as_one_comes_back(
    tmp_path: Path, qtbot: Any
) -> None:
    async with leaving(tmp_path) as program:
        left = await unfolded(program, "order")
        assert shown(left)[0].startswith("Pasted from a mail")
        assert program.memory is not None
        day = program.memory.root / proposals.day(0)
        text = day.read_text(encoding="utf-8")
        program.window.show_page("memory")
        day.write_text(text.replace("Pasted from", "Copied from"), encoding="utf-8")
        program.window.show_page("dreams")
        await until(lambda: shown(left) == ["Edited since the dream"])
        day.write_text(f"# Another beginning\n\n{text}", encoding="utf-8")
        program.window.show_page("memory")
        program.window.show_page("dreams")
        await until(lambda: shown(left)[0].startswith("Pasted from a mail"))


async def test_what_is_not_remembered_is_counted(tmp_path: Path, qtbot: Any) -> None:
    async with leaving(tmp_path, trivia=43, long=2) as program:
        left = await unfolded(program, "trivia")
        assert left.more.text() == "and 37 more"
        click(left.chips["long"])
        await until(lambda: "did not note" in left.more.text())
        assert not left.list.isVisible()


async def test_a_dream_that_left_nothing_has_no_such_part(tmp_path: Path, qtbot: Any) -> None:
    async with leaving(tmp_path, ()) as program:
        assert not section(program).isVisible()


async def test_an_applied_dream_still_tells_what_it_left(tmp_path: Path, qtbot: Any) -> None:
    async with leaving(tmp_path) as program:
        page = program.dreams_page
        click(page.review.apply_button)
        await until(page.diary.left.isVisible)
        click(page.diary.left.chips["todo"])
        await until(page.diary.left.list.isVisible)
        assert shown(page.diary.left)[0] == "Book the boat for the re-run."
        theme().set_mode("dark" if theme().name == "light" else "light")
        assert page.diary.left.list.isVisible(), "it outlives another look"
        opened: list[tuple[str, int]] = []
        page.opened.connect(lambda path, line: opened.append((path, line)))
        page.diary.left.list.setFocus()
        press(page.diary.left.list, Qt.Key.Key_Return)
        assert opened == [(proposals.day(1), 15)]


async def test_a_discarded_dream_does_too_and_an_older_diary_does_not(
    tmp_path: Path, qtbot: Any
) -> None:
    async with leaving(tmp_path) as program:
        page = program.dreams_page
        click(page.review.discard_button)
        page.work.settle()
        await until(lambda: program.memory.dreams.proposals("discarded"))
        await quiet(program)
        page.list.choose(page.list.all()[0])
        await until(page.diary.left.isVisible)
        page.list.choose(page.list.all()[-1])
        await until(lambda: not page.diary.left.isVisible())


async def test_a_thousand_lines_of_one_day_are_there_at_once(tmp_path: Path, qtbot: Any) -> None:
    root = sample(tmp_path)
    texts = [
        f"- Step {n} of the log took a while and then it was over, as ever." for n in range(1000)
    ]
    day = root / proposals.day(0)
    day.write_text("\n".join(texts), encoding="utf-8")
    kinds = [KINDS[n // MOST_ASIDE] for n in range(1000)]
    aside = tuple(
        AsideLine(kind, proposals.day(0), n, line_sha(text))
        for n, (kind, text) in enumerate(zip(kinds, texts, strict=True), start=1)
    )
    async with running(tmp_path, root) as program:
        assert program.memory is not None
        program.memory._store.add(proposals.proposal(aside=aside), {})
        program.window.show_page("dreams")
        await until(program.dreams_page.review.isVisible)
        left = section(program)
        await until(lambda: left.chips)
        for kind in KINDS[:5]:
            click(left.chips[kind])
            await until(lambda kind=kind: len(shown(left)) == MOST_ASIDE and left.kind == kind)
        left.list.setFocus()
        press(left.list, Qt.Key.Key_End)
        await quiet(program)
        last = left.list.visualRect(left.list.model().index(MOST_ASIDE - 1, 0))
        assert left.list.visibleRegion().contains(last.center()), "it scrolls along"


@pytest.mark.parametrize("zoom", [1.0, 2.0])
async def test_chips_and_lines_fit_into_a_small_window(
    tmp_path: Path, qtbot: Any, zoom: float
) -> None:
    async with leaving(tmp_path, **dict.fromkeys(KINDS, 12)) as program:
        program.window.resize(900, 640)
        theme().set_zoom(zoom)
        try:
            left = await unfolded(program, "trivia")
            await quiet(program)
            for part in (*left.chips.values(), left.list):
                assert part.mapTo(left, part.rect().topRight()).x() < left.width()
            below = max(chip.geometry().bottom() for chip in left.chips.values())
            assert below < left._row.height(), "no line of chips is cut off"
        finally:
            theme().set_zoom(1.0)


def test_every_reason_has_words_for_one_and_for_many() -> None:
    assert kinds_of({"foreign": 1, "new": 2, "trivia": 3, "todo": 0}) == [
        "trivia",
        "foreign",
        "new",
    ]
    for kind in KINDS:
        assert left_in_words(kind, 1).startswith("1 ")
        assert left_in_words(kind, 1_234).startswith("1,234 ")
    assert left_in_words("secret", 1) == "1 line that looks like a secret"
    assert left_in_words("order", 2) == "2 that give orders"
    assert left_in_words("new", 2) == "2 other lines"


def test_a_secret_is_told_with_what_it_is() -> None:
    line = LeftLine(proposals.day(1), 14, f"The wifi password is {HIDDEN}", "password")
    rows = LeftRows("Edited since the dream")
    pad = dataclasses.replace(line, secret="one-time pad")
    rows.show([line, pad, LeftLine("a.md", 2, "", "key")],
        Names(proposals.TODAY))  # fmt: skip
    told = [rows.data(rows.index(n)) for n in range(3)]
    assert told == [
        f"A password: The wifi password is {HIDDEN}",
        f"One-time pad: The wifi password is {HIDDEN}",
        "A key: Edited since the dream",
    ]
    aloud = str(rows.data(rows.index(0), Qt.ItemDataRole.AccessibleTextRole))
    assert aloud.endswith(told[0])
