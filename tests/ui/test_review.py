"""The review: what a person sees of a change, decides, words anew, applies and takes back."""

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app.dreams.proposal import Change
from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.diff_line import ADD, DEL, DROP, KEEP, DiffLine
from desktop_app.ui.parts.rows import DETAIL, ICON
from desktop_app.ui.review.change_card import ChangeCard
from desktop_app.ui.review.change_words import ACCEPTED, REJECTED
from desktop_app.ui.review.review_footer import ReviewFooter
from tests.support import proposals
from tests.support.late import Late
from tests.support.program import click, press, quiet, running, sample, write
from tests.support.waiting import until


@asynccontextmanager
async def reviewing(tmp_path: Path, *changes: Change) -> AsyncIterator[OpenNotebook]:
    """The program on the sample notebook, with a proposal open to be reviewed."""
    async with running(tmp_path, sample(tmp_path)) as program:
        assert program.memory is not None
        program.memory._store.add(proposals.proposal(*changes), {})
        program.window.show_page("dreams")
        await until(program.dreams_page.review.isVisible)
        await quiet(program)
        yield program


def card(program: OpenNotebook, number: int) -> ChangeCard:
    made = program.dreams_page.review._list.card(number)  # one that is made anew comes later
    assert isinstance(made, ChangeCard)
    return made


def lines(part: QWidget) -> list[tuple[str, str]]:
    """Tone and words of each line a card shows."""
    return [(line.tone, line.words) for line in part.findChildren(DiffLine) if line.isVisible()]


def said(part: QWidget) -> str:
    return "\n".join(label.text() for label in part.findChildren(QLabel) if label.isVisible())


def chips(part: QWidget) -> list[str]:
    return [chip.text() for chip in part.findChildren(Chip) if chip.isVisible()]


def counts(footer: ReviewFooter) -> str:
    return footer.tally.text().replace("\u00a0", " ")


def core(program: OpenNotebook) -> bytes:
    assert program.memory is not None
    return (program.memory.root / "MEMORY.md").read_bytes()


async def test_an_update_shows_what_goes_and_what_comes(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        shown = card(program, 1)
        assert lines(shown) == [
            (DEL, proposals.REPORT),
            (ADD, proposals.REPORT.replace("27 November", "4 December")),
        ]
        assert "The notes say it moved." in said(shown)
        assert proposals.MOVED in said(shown)
        assert [one.split(" · ")[1] for one in chips(shown)] == ["09:12"]


async def test_a_quote_said_on_two_days_stands_once_beside_two_chips(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        assert len(chips(card(program, 2))) == 2
        assert said(card(program, 2)).count(proposals.CHARTS) == 1
        for chip in card(program, 2).findChildren(Chip):
            assert chip.width() == chip.sizeHint().width(), "a chip is as wide as its words"


async def test_a_line_without_a_source_is_held_back_until_one_says_otherwise(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        held = card(program, 4)
        assert "No source found" in said(held)
        assert "held back until you say otherwise" in said(held)
        assert "a motorboat”" not in said(held), "a quote that is not there would mislead"
        footer = program.dreams_page.review.footer
        assert counts(footer) == "3 accepted · 1 held back · 2 to decide"
        click(held.accept_button)
        await until(lambda: held.accept_button.text() == "Accepted")
        assert counts(footer) == "4 accepted · 2 to decide"
        await until(lambda: "accepted it all the same" in said(held))


async def test_a_question_shows_both_lines_and_takes_either(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        asked = card(program, 5)
        old, new = proposals.BOILER, "The boiler service contract renews in April."
        assert lines(asked) == [(KEEP, old), (KEEP, new)]
        click(asked.reject_button)
        await until(lambda: asked.reject_button.text() == "Mine kept")
        assert lines(asked) == [(KEEP, old), (DROP, new)]
        click(asked.accept_button)
        await until(lambda: asked.accept_button.text() == "Note's taken")
        assert asked.reject_button.text() == "Keep mine"
        assert lines(asked) == [(DEL, old), (ADD, new)]


async def test_a_rejected_change_says_that_its_line_does_not_come(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        shown = card(program, 2)
        width = shown.reject_button.width()
        click(shown.reject_button)
        await until(lambda: shown.reject_button.text() == "Rejected")
        assert lines(shown) == [(DROP, proposals.CHARTS)]
        assert "Does not come" in shown.findChildren(DiffLine)[-1].accessibleName()
        assert shown.reject_button.width() == width, "nothing moves under the mouse"
        assert "Rejected" in shown.accessibleName()


async def test_decisions_are_kept_where_they_were_made(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        card(program, 1).say(REJECTED)
        card(program, 4).say(ACCEPTED)
        await quiet(program)
        assert program.memory is not None
        kept = {change.n: change for change in program.memory.dreams.proposal().changes}
        assert (kept[1].accepted, kept[1].decided) == (False, True)
        assert (kept[4].accepted, kept[4].decided) == (True, True)
        assert not kept[3].decided
        assert core(program).count(b"27 November") == 1, "nothing is written before Apply"


async def test_the_list_beside_tells_each_state_by_sign_and_words(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        model = program.dreams_page.changes.rows.model()
        rows = [model.index(n, 0) for n in range(model.rowCount())]
        assert [row.data(ICON) for row in rows] == [
            "check", "check", "partly", "warn", "question", "check",
        ]  # fmt: skip
        assert [row.data(DETAIL) for row in rows] == [
            "27 November → 4 December", "New bullet", "Partly in your notes", "No source found",
            "Which one holds?", "Leaves MEMORY.md",
        ]  # fmt: skip
        card(program, 1).say(REJECTED)
        await until(lambda: rows[0].data(ICON) == "cross")
        assert "Rejected" in rows[0].data(Qt.ItemDataRole.AccessibleTextRole)


async def test_choosing_in_the_list_goes_to_the_card_and_back(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        page = program.dreams_page
        page.changes.rows.setFocus()
        press(page.changes.rows, Qt.Key.Key_Down)
        assert page.review.current == 2
        press(page.changes.rows, Qt.Key.Key_J)
        assert page.review.current == 3, "the review's keys work from its list as well"
        assert page.changes.rows.currentIndex().row() == 2
        press(page.changes.rows, Qt.Key.Key_A)
        await until(lambda: card(program, 3).accept_button.text() == "Accepted")


async def test_the_last_and_the_first_change_are_the_ends(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        review = program.dreams_page.review
        review.focus()
        press(review._scroll, Qt.Key.Key_K)
        assert review.current == 1
        for _ in range(9):
            press(review._scroll, Qt.Key.Key_J)
        assert review.current == 6


async def test_enter_opens_the_first_source_and_on_a_button_presses_it(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        review = program.dreams_page.review
        opened: list[tuple[str, int]] = []
        review.opened.connect(lambda path, line: opened.append((path, line)))
        press(review._scroll, Qt.Key.Key_Return)
        assert opened == [(proposals.day(1), 6)]
        await quiet(program)
        program.window.show_page("dreams")
        await quiet(program)  # the page looks for dreams and gives the review the keyboard
        button = card(program, 1).reject_button
        button.setFocus()
        press(button, Qt.Key.Key_Return)
        await until(lambda: button.text() == "Rejected")


async def test_a_chip_opens_its_own_line(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        second = card(program, 2).findChildren(Chip)[1]
        opened: list[tuple[str, int]] = []
        program.dreams_page.opened.connect(lambda path, line: opened.append((path, line)))
        second.click()
        assert opened == [(proposals.day(0), 5)]


async def test_a_line_is_worded_anew_in_place(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        review, shown = program.dreams_page.review, card(program, 1)
        press(review._scroll, Qt.Key.Key_E)
        field = shown._field
        assert field.hasFocus()
        await quiet(program)
        assert lines(shown) == [(DEL, proposals.REPORT)], "the old line stays to compare with"
        write(field, "jkar")
        press(field, Qt.Key.Key_Escape)
        assert shown.change.new == proposals.REPORT.replace("27 November", "4 December")
        assert review.current == 1, "letters in a field are letters"
        shown.edit()
        write(field, "The report is due in December.")
        press(field, Qt.Key.Key_Return)
        await until(lambda: shown.change.new == "The report is due in December.")
        assert shown.accept_button.text() == "Accepted"
        await until(lambda: lines(shown)[-1:] == [(ADD, "The report is due in December.")])
        click(review.apply_button)
        await until(lambda: b"- The report is due in December.\n" in core(program))


async def test_an_emptied_field_changes_nothing(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        shown = card(program, 1)
        shown.edit()
        press(shown._field, Qt.Key.Key_Delete)
        press(shown._field, Qt.Key.Key_Return)
        await quiet(program)
        assert not shown.editing
        assert shown.change == proposals.CHANGES[0]


async def test_a_wording_still_in_its_field_is_applied_too(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        shown = card(program, 2)
        shown.edit()
        write(shown._field, "Prefers paper.")
        click(program.dreams_page.review.apply_button)
        await until(lambda: b"- Prefers paper.\n" in core(program))


async def test_side_by_side_puts_new_beside_old(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        review, shown = program.dreams_page.review, card(program, 1)
        click(review.modes.part("beside"))

        def stands() -> str:
            there = [line for line in shown.findChildren(DiffLine) if line.isVisible()]
            if len(there) != 2:
                return ""  # not drawn yet
            old, new = there
            right = old.mapTo(shown, old.rect().topRight()).x() < new.mapTo(shown, new.pos()).x()
            return "beside" if right else "below" if old.pos().y() != new.pos().y() else ""

        await until(lambda: stands() == "beside")
        await until(lambda: "Not in MEMORY.md yet" in said(card(program, 2)))
        program.window.resize(900, 640)
        await until(lambda: stands() == "below")  # too narrow for two columns


async def test_the_result_is_memory_with_what_is_accepted(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        review = program.dreams_page.review
        click(review.modes.part("result"))
        await until(lambda: "4 December" in review.result.reader.page.toPlainText())
        text = review.result.reader.page.toPlainText()
        assert "27 November" not in text
        assert "motorboat" not in text
        assert "2 lines come, 2 lines go" in review.result.sentence.text()
        lit = review.result.reader.page.fresh
        assert {core(program).count(b"\n", 0, core(program).index(b"27 November")) + 1} < lit
        for number in (1, 2, 6):
            card(program, number).say(REJECTED)
        await until(lambda: "Nothing is accepted" in review.result.sentence.text())
        assert not review.apply_button.isEnabled()


async def test_a_bullet_edited_since_is_said_and_left_out(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        assert program.memory is not None
        path = program.memory.root / "MEMORY.md"
        path.write_bytes(core(program).replace(b"27 November", b"28 November"))
        await until(lambda: card(program, 1).gone)
        assert "edited after the dream" in said(card(program, 1))
        assert not card(program, 1).accept_button.isEnabled()
        review = program.dreams_page.review
        assert counts(review.footer) == ("2 accepted · 1 held back · 2 to decide · 1 edited since")
        row = program.dreams_page.changes.rows.model().index(0, 0)
        assert row.data(DETAIL) == "Edited since the dream"
        click(review.apply_button)
        await until(lambda: "2 changes applied" in program.window._toast.words)
        assert "1 change left out" in program.window.banner.words
        assert b"28 November" in core(program)


async def test_the_buttons_stand_below_where_there_is_no_room_beside(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        program.window.resize(900, 640)
        theme().set_zoom(2.0)
        await quiet(program)
        try:
            for shown in program.dreams_page.review.cards.values():
                right = max(
                    part.mapTo(shown, part.rect().topRight()).x()
                    for part in (shown.accept_button, shown.reject_button)
                )
                assert right < shown.width(), "no button is cut off"
            assert shown.accept_button.mapTo(shown, shown.rect().topLeft()).y() > 100
        finally:
            theme().set_zoom(1.0)


async def test_a_refused_decision_is_said_and_nothing_else_happens(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        assert program.memory is not None
        settled = dataclasses.replace(proposals.proposal(), state="superseded")
        program.memory._store.put(settled)
        card(program, 1).say(REJECTED)
        await until(lambda: "already superseded" in program.window.banner.words)
        assert core(program).count(b"27 November") == 1


async def test_a_decision_outlives_an_answer_that_was_read_before_it(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        page, shown = program.dreams_page, card(program, 2)
        page.work._memory = late = Late(program.memory, "files.bullets")
        late.hold()
        page.show_again()
        await until(lambda: late.held)
        click(shown.reject_button)
        await until(lambda: "1 rejected" in counts(page.review.footer))
        late.let_go()
        await quiet(program)
        assert "1 rejected" in counts(page.review.footer)
        assert shown.reject_button.text() == "Rejected"


async def test_what_is_being_applied_cannot_be_applied_again_by_a_decision_before_it(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        page, shown = program.dreams_page, card(program, 2)
        deciding = Late(program.memory, "dreams.decide")
        page.work._memory = applying = Late(deciding, "dreams.apply")
        deciding.hold()
        applying.hold()
        click(shown.reject_button)
        click(page.review.apply_button)
        await until(lambda: deciding.held)
        deciding.let_go()
        await until(lambda: applying.held and "1 rejected" in counts(page.review.footer))
        assert not page.review.apply_button.isEnabled()
        applying.let_go()
        await until(lambda: " applied" in program.window._toast.words)


async def test_what_was_said_of_a_change_stands_in_the_review_of_the_next_dream(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        memory, page = program.memory, program.dreams_page
        assert memory is not None
        program.window.show_page("dreams")
        page.dream()
        await until(page.review.isVisible)
        await quiet(program)
        first = page.review.proposal
        assert first is not None
        added = next(change for change in first.changes if change.kind == "added")
        memory.dreams.decide(first.id, added.n, True, "In words of my own.")
        refused = next(c for c in first.changes if c.accepted and c.n != added.n)
        memory.dreams.decide(first.id, refused.n, False)
        memory.days.remember("Decided to meet on Mondays at 9:15 in the harbour office.")
        page.dream()
        await until(lambda: page.review.proposal is not None and page.review.proposal != first)
        await until(lambda: bool(page.review.cards))
        await quiet(program)
        second = page.review.proposal
        assert second is not None and second.id != first.id
        shown = {
            change.new: card(program, change.n) for change in second.changes if change.page == 1
        }
        mine = shown["In words of my own."]
        assert mine.change.accepted and mine.change.decided
        assert (ADD, "In words of my own.") in lines(mine)
        assert "In your own words." in said(mine)
        assert f"“{added.new}”" in said(mine)
        no = next(one for one in shown.values() if one.change.old == refused.old
                  and one.change.proposed is None and one.change.decided)  # fmt: skip
        assert not no.change.accepted
        assert "1 rejected" in counts(page.review.footer)
        assert [p.id for p in memory.dreams.proposals()] == [second.id]
        assert f"{len(second.carried)} from an earlier dream" in page.review.made.text()


async def test_what_memory_would_forget_is_said_and_follows_the_ticks(
    tmp_path: Path, qtbot: Any
) -> None:
    bins = proposals.FORGET.old[0]
    damage = dataclasses.replace(
        proposals.FORGET, n=1, kind="updated", new=bins.replace("glass", "metal"), accepted=True
    )
    async with reviewing(tmp_path, damage) as program:
        review = program.dreams_page.review
        await until(lambda: "got worse" in review.recall.accessibleName())
        await until(lambda: "no longer answers" in said(card(program, 1)))
        assert "Before: glass" in said(card(program, 1))

        review.focus()
        press(review.focusWidget(), Qt.Key.Key_R)
        await until(lambda: "got worse" not in review.recall.accessibleName())
        assert "find their answer as before" in said(review.recall)
        await until(lambda: "would no longer answer" in said(card(program, 1)))
        kept = program.memory.dreams.proposal()
        assert kept.recall is not None
        assert kept.recall.lost == ()
