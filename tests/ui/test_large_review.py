"""The review of a large dream: kinds, one word on many, a second page, and always quick."""

import dataclasses
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from desktop_app.dreams.proposal import Change
from desktop_app.ui.help import keys
from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from desktop_app.ui.parts.diff_line import KEEP, MOVE
from desktop_app.ui.parts.rows import THING
from desktop_app.ui.review.change_card import ChangeCard
from desktop_app.ui.review.review import Review
from tests.support import proposals
from tests.support.accessible import nameless, reached_by_tab, wanting_the_keyboard
from tests.support.program import click, press, quiet, running, sample
from tests.support.waiting import heartbeat, until
from tests.ui.test_review import core, counts, lines, said

LARGE = proposals.large()
FIRST = LARGE[:20]
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def of(*kinds: str, page: int = 1) -> list[int]:
    return [change.n for change in LARGE if change.kind in kinds and change.page == page]


def listed(program: OpenNotebook) -> list[int]:
    model = program.dreams_page.changes.rows.model()
    return [model.index(n, 0).data(THING) for n in range(model.rowCount())]


def chips(review: Review) -> list[str]:
    return [chip.text() for chip in review.bar.chips.values()]


def kept(program: OpenNotebook) -> dict[int, Change]:
    assert program.memory is not None
    return {change.n: change for change in program.memory.dreams.proposal().changes}


@asynccontextmanager
async def reviewing(tmp_path: Path, *changes: Change) -> AsyncIterator[OpenNotebook]:
    """The program with these changes to be reviewed, their lines in memory."""
    root = sample(tmp_path)
    proposals.write_bullets(root, changes)
    async with running(tmp_path, root) as program:
        assert program.memory is not None
        program.memory._store.add(proposals.proposal(*changes), {})
        program.window.show_page("dreams")
        await until(program.dreams_page.review.isVisible)
        await quiet(program)
        yield program


async def pressed(program: OpenNotebook, key: Qt.Key, modifier: Any = NONE) -> None:
    press(program.dreams_page.review._scroll, key, modifier)
    await quiet(program)


def in_view(review: Review, card: ChangeCard) -> bool:
    return not card.visibleRegion().isEmpty()


async def test_kinds_are_counted_and_one_shows_only_its_own(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        review = program.dreams_page.review
        assert chips(review) == [
            "All 20", f"New {len(of('added'))}", f"Changed {len(of('updated'))}",
            f"Removed {len(of('removed'))}", f"Moved {len(of('moved'))}",
            f"Questions {len(of('question'))}",
        ]  # fmt: skip
        assert listed(program) == [change.n for change in FIRST]
        click(review.bar.chips["questions"])
        await quiet(program)
        assert listed(program) == of("question")
        assert review.current == of("question")[0]
        assert {one for one, card in review.cards.items() if card.isVisible()} == set(
            of("question")
        )
        await pressed(program, Qt.Key.Key_J)
        assert review.current == of("question")[1], "one goes from question to question"
        await pressed(program, Qt.Key.Key_F)
        assert review.sift.family == "" and listed(program)[:3] == [1, 2, 3]
        await pressed(program, Qt.Key.Key_F, SHIFT)
        assert review.sift.family == "questions"
        assert review.bar.chips["questions"].isChecked()


async def test_few_changes_need_no_kinds(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        assert not program.dreams_page.review.bar.isVisible()
        assert not program.dreams_page.review.more_button.isVisible()


async def test_a_yes_to_all_takes_what_the_notes_support_and_is_undone_by_its_toast(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        review, before = program.dreams_page.review, kept(program)
        click(review.bar.chips["new"])
        await quiet(program)
        waiting = [n for n in of("added") if not before[n].accepted]
        held = [n for n in waiting if before[n].verdict != "supported"]
        assert len(held) == 1
        assert review.bar.yes.text() == f"Accept {len(waiting) - 1} more"
        click(review.bar.yes)
        await until(lambda: "accepted" in program.window._toast.words)
        await quiet(program)
        now = kept(program)
        assert [n for n in of("added") if not now[n].accepted] == held
        assert program.window._toast.words == (
            f"{len(waiting) - 1} changes accepted. 1 waits for a word of its own."
        )
        assert not review.bar.yes.isVisible(), "there is nothing more to say yes to"
        assert {n for n in now if now[n] != before[n]} <= set(of("added")), "and no other kind"
        click(program.window._toast.button)
        await until(lambda: kept(program) == before)
        await until(lambda: review.bar.yes.isVisible())


async def test_a_no_to_all_leaves_what_the_person_has_said(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        review = program.dreams_page.review
        click(review.bar.chips["changed"])
        await quiet(program)
        numbers = of("updated")
        assert review.bar.no.text() == f"Reject all {len(numbers)}"
        await pressed(program, Qt.Key.Key_A)
        assert review.bar.no.text() == f"Reject the other {len(numbers) - 1}"
        await pressed(program, Qt.Key.Key_R, SHIFT)
        await until(lambda: "rejected" in program.window._toast.words)
        now = kept(program)
        assert [now[n].accepted for n in numbers] == [True, *[False] * (len(numbers) - 1)]
        assert all(now[n].decided for n in numbers)
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        review.focus()
        press(review._scroll, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: sum(one.decided for one in kept(program).values()) == 1)
        assert kept(program)[numbers[0]].accepted, "what was said by itself stays"


async def test_questions_are_dismissed_together_and_taken_together(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        review, asked = program.dreams_page.review, of("question")
        await pressed(program, Qt.Key.Key_A, SHIFT)  # to all: questions have their own answers
        assert not any(kept(program)[n].decided for n in asked)
        click(review.bar.chips["questions"])
        await quiet(program)
        assert review.bar.no.text() == f"Dismiss all {len(asked)} questions"
        click(review.bar.no)
        await until(lambda: "dismissed" in program.window._toast.words)
        assert "not asked again until a line of it changes" in program.window._toast.words
        assert all(kept(program)[n].decided and not kept(program)[n].accepted for n in asked)
        click(program.window._toast.button)
        await until(lambda: not any(kept(program)[n].decided for n in asked))
        await until(lambda: review.bar.yes.text() == f"Take the note's in all {len(asked)}")
        click(review.bar.yes)
        await until(lambda: all(kept(program)[n].accepted for n in asked))


async def test_one_goes_from_what_waits_to_what_waits(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        review = program.dreams_page.review
        waiting = [change.n for change in FIRST if not change.accepted]
        await pressed(program, Qt.Key.Key_N)
        assert review.current == waiting[0]
        click(review.footer.next)
        await quiet(program)
        assert review.current == waiting[1]
        assert in_view(review, review.cards[waiting[1]])
        click(review.bar.chips["removed"])
        await quiet(program)
        for n in of("removed"):
            review.go_to(n)
            await pressed(program, Qt.Key.Key_R)
        await pressed(program, Qt.Key.Key_N)
        assert review.sift.family == "", "none is left here, so it goes where one is"
        assert review.current in waiting and review.current not in of("removed")
        for n in waiting:
            review.go_to(n)
            await pressed(program, Qt.Key.Key_R)
        assert not review.footer.next.isEnabled()


async def test_the_second_page_is_one_key_away_and_counts_only_then(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        page, review = program.dreams_page, program.dreams_page.review
        assert "20 changes proposed, 31 more behind them" in review.header.subtitle.text()
        assert review.more_button.text() == "Show 31 more"
        open_ones = sum(not change.accepted and change.verdict == "supported" for change in FIRST)
        assert f"{open_ones + 1} to decide" in counts(review.footer)
        await pressed(program, Qt.Key.Key_M)
        assert review.current == 21
        assert in_view(review, review.cards[21])
        assert not review.more_button.isVisible()
        assert chips(review)[0] == "All 51"
        assert len(listed(program)) == 51
        assert f"{open_ones + 1 + 31} to decide" in counts(review.footer)
        assert not any(kept(program)[n].accepted for n in range(21, 52))
        # The same proposal, drawn anew, still shows them.
        page.show_again()
        await quiet(program)
        assert len(listed(program)) == 51


async def test_what_was_answered_behind_is_in_sight_and_what_was_not_is_not_written(
    tmp_path: Path, qtbot: Any
) -> None:
    answered = dataclasses.replace(LARGE[30], kind="added", old=(), new="A line of its own.",
        accepted=True, decided=True)  # fmt: skip
    changes = [answered if change.n == 31 else change for change in LARGE]
    async with reviewing(tmp_path, *changes) as program:
        review = program.dreams_page.review
        assert listed(program) == [*range(1, 21), 31]
        assert review.more_button.text() == "Show 30 more"
        click(review.apply_button)
        await until(lambda: b"A line of its own." in core(program))
        behind = [one for one in LARGE if one.kind == "added" and one.page == 2 and one.n != 31]
        texts = {one.new for one in behind} - {one.new for one in FIRST}
        assert not [text for text in texts if text and text.encode() in core(program)]


async def test_what_waits_in_the_window_is_the_first_page(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        told: list[int] = []
        program.dreams_page.waiting.connect(told.append)
        program.dreams_page.show_again()
        await quiet(program)
        assert told == [20]


@pytest.mark.prove
@pytest.mark.parametrize("count", [100])
async def test_a_hundred_changes_open_and_are_sifted_without_holding_anything_up(
    tmp_path: Path, qtbot: Any, count: int
) -> None:
    async with reviewing(tmp_path) as program:  # once, so that the page itself is there
        assert program.memory is not None
        page, review = program.dreams_page, program.dreams_page.review
        many = proposals.proposal(*proposals.large(count, 0))
        deeds: list[tuple[str, Callable[[], object]]] = [
            ("open", page.show_again),
            ("questions", lambda: review._show_family("questions")),
            ("all", lambda: review._show_family("")),
            ("last", lambda: review.go_to(count)),
            ("accept all", lambda: review._say_all(True)),
        ]
        program.memory._store.put(dataclasses.replace(many, id="20261121-030013"))
        program.memory._store.put(dataclasses.replace(proposals.proposal(), state="superseded"))
        worst: dict[str, float] = {}
        for name, deed in deeds:
            async with heartbeat() as gaps:
                deed()
                await quiet(program)
                worst[name] = max(gaps)
        assert len(listed(program)) == count
        assert len(review.cards) < 40, "only those near are there"
        # Of this process's own work; a machine that is busy with other things does not count.
        assert {name: most for name, most in worst.items() if most > 0.25} == {}
        print(f"a hundred changes, longest of the interface's work in s: {worst}")


async def test_scrolling_to_the_end_and_back_shows_every_card_once_and_keeps_its_place(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, *proposals.large(60, 0)) as program:
        review = program.dreams_page.review
        bar, seen = review._scroll.verticalScrollBar(), set()
        while True:
            shown = [n for n, card in review.cards.items() if in_view(review, card)]
            assert shown, "there is always something to be read"
            seen.update(shown)
            tops = [review.cards[n].y() for n in sorted(shown)]
            assert tops == sorted(tops)
            first = min(shown)
            place = review.cards[first].mapTo(review, review.cards[first].rect().topLeft()).y()
            await quiet(program)
            again = review.cards[first].mapTo(review, review.cards[first].rect().topLeft()).y()
            assert abs(again - place) <= 1, "what one reads stays where it is"
            if bar.value() == bar.maximum():
                break
            bar.setValue(bar.value() + 300)
        assert seen == set(range(1, 61))
        review.go_to(1)
        await quiet(program)
        assert in_view(review, review.cards[1])


async def test_what_one_reads_stays_in_place_when_one_scrolls_up_to_what_nobody_has_seen(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, *proposals.large(60, 0)) as program:
        review = program.dreams_page.review
        bar = review._scroll.verticalScrollBar()
        review.go_to(45)
        await quiet(program)

        def place(number: int) -> int:
            return int(review.cards[number].mapTo(review, QPoint(0, 0)).y())

        for _ in range(6):
            first = min(n for n, card in review.cards.items() if in_view(review, card))
            before = place(first)
            bar.setValue(bar.value() - 200)
            await quiet(program)
            assert abs(place(first) - before - 200) <= 1


async def test_a_field_that_is_open_far_away_keeps_its_words(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *proposals.large(60, 0)) as program:
        review = program.dreams_page.review
        review.cards[1].edit()
        review.cards[1]._field.setPlainText("My own words.")
        for n in range(10, 61, 5):
            review.go_to(n)
            await quiet(program)
        assert review.cards[1].editing
        review.keep_edits()
        await until(lambda: kept(program)[1].new == "My own words.")


async def test_the_page_of_keys_knows_the_large_review(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        program.actions["shortcuts"].trigger()
        told = {
            known.action.text(): known.keys
            for _, group in keys.groups(program.actions)
            for known in group
        }
        assert told["Next change to decide"] == "N"
        assert told["Show more changes"] == "M"
        assert told["Next kind of changes"] == "F"
        assert told["Accept all that are shown"] == "Shift+A"
        assert told["Reject all that are shown"] == "Shift+R"


async def test_everything_has_a_name_and_is_reached_by_tab(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        review = program.dreams_page.review
        assert nameless(program.window) == []
        chip = QAccessible.queryAccessibleInterface(review.bar.chips["questions"])
        assert chip.text(QAccessible.Text.Name) == f"Questions {len(of('question'))}"
        assert "Shows only these" in chip.text(QAccessible.Text.Description)
        click(review.bar.chips["questions"])
        await quiet(program)
        reached = reached_by_tab(qtbot, program.window)
        assert wanting_the_keyboard(program.window) <= set(reached)


async def test_tab_goes_through_every_card_and_then_to_the_rest(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        review, passed = program.dreams_page.review, []
        review.cards[1].reject_button.setFocus()
        for _ in range(200):
            now = QApplication.focusWidget()
            if now is review.more_button:
                break
            passed += [n for n, card in review.cards.items() if card.isAncestorOf(now)]
            qtbot.keyClick(now, Qt.Key.Key_Tab)
            await quiet(program)
        assert list(dict.fromkeys(passed)) == list(range(1, 21))


@pytest.mark.parametrize(("width", "height", "zoom"), [(900, 640, 1.0), (1280, 800, 2.0)])
async def test_the_large_review_fits(
    tmp_path: Path, qtbot: Any, width: int, height: int, zoom: float
) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        program.window.resize(width, height)
        theme().set_zoom(zoom)
        try:
            await quiet(program)
            review = program.dreams_page.review
            review._show_family("questions")
            await quiet(program)
            assert review._scroll.widget().width() <= review._scroll.viewport().width()
            parts = [*review.bar.chips.values(), review.bar.yes, review.bar.no]
            for part in parts:
                right = part.mapTo(review, part.rect().topRight()).x()
                assert part.isVisible() and right < review.width(), part.text()
            foot = review.footer
            for part in (foot.next, foot.discard, foot.apply, foot.tally):
                right = part.mapTo(foot, part.rect().topRight()).x()
                assert right < foot.width() and part.width() >= part.minimumSizeHint().width()
            assert review._scroll.viewport().height() > height / 3, "the cards have most of it"
        finally:
            theme().set_zoom(1.0)


async def test_a_line_that_moves_says_where_to(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *LARGE) as program:
        review, (number, *_) = program.dreams_page.review, of("moved")
        review.go_to(number)
        await quiet(program)
        card = review.cards[number]
        assert "Moves to memory/harbour.md" in said(card)
        assert card.accept_button.text() == "Move"
        assert card.accept_button.accessibleDescription() == (
            "The line leaves MEMORY.md for memory/harbour.md."
        )
        await pressed(program, Qt.Key.Key_A)
        await until(lambda: card.accept_button.text() == "Moved")
        assert lines(card) == [(MOVE, LARGE[number - 1].old[0])]
        await pressed(program, Qt.Key.Key_R)
        await until(lambda: card.reject_button.text() == "Kept here")
        assert lines(card) == [(KEEP, LARGE[number - 1].old[0])]
