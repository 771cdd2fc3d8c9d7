"""Questions with three answers, lines to be forgotten, doubts: what a person sees and says."""

import dataclasses
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.dreams.proposal import Change
from desktop_app.notebook.source import Source
from desktop_app.ui.frame.palette import Palette
from desktop_app.ui.help import keys
from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.diff_line import ADD, DEL, DROP, KEEP, WAIT, DiffLine
from desktop_app.ui.parts.rows import DETAIL, ICON
from desktop_app.ui.review import change_notes, change_words
from desktop_app.ui.review.doubting import doubts_of, places_of, verdict_of
from tests.support import proposals
from tests.support.program import click, press, quiet, write
from tests.support.waiting import until
from tests.ui.test_review import card, chips, core, counts, lines, reviewing, said

APRIL = "The boiler service contract renews in April."


def the(number: int) -> Change:
    return next(change for change in proposals.EVERY if change.n == number)


def row(program: OpenNotebook, number: int) -> Any:
    return program.dreams_page.changes.rows.model().index(number - 1, 0)


async def test_a_question_can_keep_both_lines_and_that_is_what_is_written(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        asked, review = card(program, 5), program.dreams_page.review
        click(asked.both_button)
        await until(lambda: asked.both_button.text() == "Both kept")
        assert lines(asked) == [(KEEP, proposals.BOILER), (ADD, APRIL)]
        assert asked.accept_button.text() == "Take the note's"
        assert counts(review.footer) == "3 accepted · 1 both kept · 1 held back · 1 to decide"
        assert review.apply_button.text() == "Apply 4 changes"
        assert asked.accessibleName().endswith("Both kept")
        assert row(program, 5).data(DETAIL) == "Both kept"
        assert row(program, 5).data(ICON) == "checks"
        assert "Both kept" in row(program, 5).data(Qt.ItemDataRole.AccessibleTextRole)
        click(review.modes.part("result"))
        page = review.result.reader.page
        await until(lambda: APRIL in page.toPlainText())
        assert proposals.BOILER in page.toPlainText()
        click(review.apply_button)
        await until(lambda: APRIL.encode() in core(program))
        assert proposals.BOILER.encode() in core(program)
        await quiet(program)
        assert not program.memory.inbox.today(), "what was answered here is not asked there"


async def test_the_answer_to_a_question_can_be_changed_until_apply(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        asked = card(program, 5)
        for button, word in (
            (asked.both_button, "Both kept"),
            (asked.reject_button, "Mine kept"),
            (asked.accept_button, "Note's taken"),
            (asked.both_button, "Both kept"),
        ):
            click(button)
            await until(lambda button=button, word=word: button.text() == word)
        assert program.memory is not None
        kept = program.memory.dreams.proposal().changes[4]
        assert (kept.accepted, kept.decided, kept.both) == (True, True, True)


async def test_three_keys_answer_a_question(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        review, asked = program.dreams_page.review, card(program, 5)
        review.go_to(5)
        review.focus()
        for key, button, word in (
            (Qt.Key.Key_B, asked.both_button, "Both kept"),
            (Qt.Key.Key_A, asked.accept_button, "Note's taken"),
            (Qt.Key.Key_R, asked.reject_button, "Mine kept"),
        ):
            press(review._scroll, key)
            await until(lambda button=button, word=word: button.text() == word)


async def test_b_does_nothing_to_what_is_no_question(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        review = program.dreams_page.review
        review.focus()
        press(review._scroll, Qt.Key.Key_B)
        card(program, 1).say("both")
        await quiet(program)
        assert program.memory is not None
        now = program.memory.dreams.proposal().changes
        assert [replace(one, costs=()) for one in now] == [*proposals.CHANGES]
        assert not card(program, 1).both_button.isVisible()
        assert program.window.banner.words == ""


async def test_the_palette_offers_what_the_current_card_offers(tmp_path: Path, qtbot: Any) -> None:
    def offered() -> set[str]:
        return {known.id for known in program.actions if known.action.isEnabled() and known.listed}

    async with reviewing(tmp_path, *proposals.EVERY) as program:
        review = program.dreams_page.review
        assert {"review.accept", "review.reject", "review.edit"} <= offered()
        assert "review.both" not in offered()
        review.go_to(5)
        assert "review.both" in offered()
        program.actions["palette"].trigger()
        palette = next(one for one in program.window.findChildren(Palette) if one.isVisible())
        palette.input.setText("keep both")
        press(palette.input, Qt.Key.Key_Return)
        await until(lambda: card(program, 5).both_button.text() == "Both kept")
        review.go_to(7)
        assert "review.quote" in offered()
        click(program.dreams_page.changes.back_button)
        program.window.show_page("memory")
        assert not {one for one in offered() if one.startswith("review.")}


async def test_the_page_of_keys_knows_the_third_answer(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        program.actions["shortcuts"].trigger()
        told = {
            known.action.text(): known.keys
            for _, group in keys.groups(program.actions)
            for known in group
        }
        assert told["Keep both lines"] == "B"
        assert told["Use the note's sentence"] == "S"


async def test_each_line_of_a_question_has_its_place_beside_its_caption(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        asked = card(program, 11)
        assert chips(asked) == ["MEMORY.md · line 11", chips(asked)[1]]
        assert chips(asked)[1].endswith("line 17")
        assert "“" not in said(asked), "both lines stand there; no quote says them again"
        assert "Memory says something else, and the notes do not say that it changed." in said(
            asked
        )
        click(program.dreams_page.review.modes.part("beside"))
        await quiet(program)
        assert "MEMORY.md says" in said(asked)
        assert "Now" not in said(asked).split("\n")


QUOTE = "The boiler service contract renews in April."
SWAPPED = dataclasses.replace(
    proposals.CHANGES[4], new=proposals.BOILER.replace("March", "April"),
    sources=(
        Source(proposals.day(0), 6, QUOTE, "x"), Source(proposals.day(2), 5, QUOTE, "x"),
        Source("MEMORY.md", 21, proposals.BOILER, "x"),
    ),
)  # fmt: skip


async def test_a_question_never_shows_a_mixture_as_what_the_notes_say(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, SWAPPED) as program:
        asked = card(program, 5)
        mixed = SWAPPED.new
        assert lines(asked) == [(KEEP, proposals.BOILER), (KEEP, QUOTE), (KEEP, mixed)]
        captions = [words for words in said(asked).split("\n") if "say" in words or "be" in words]
        assert captions[:3] == ["MEMORY.md says", "Your notes say", "With the note's, it would be"]
        assert len(chips(asked)) == 3, "one place in memory, two days that say it"
        click(asked.accept_button)
        await until(lambda: asked.accept_button.text() == "Note's taken")
        assert lines(asked) == [(DEL, proposals.BOILER), (KEEP, QUOTE), (ADD, mixed)]
        click(asked.reject_button)
        await until(lambda: asked.reject_button.text() == "Mine kept")
        assert lines(asked) == [(KEEP, proposals.BOILER), (KEEP, QUOTE), (DROP, mixed)]
        asked.edit()
        await quiet(program)
        assert lines(asked) == [(KEEP, proposals.BOILER), (KEEP, QUOTE)], "to compare with"
        write(asked._field, "It renews in May.")
        press(asked._field, Qt.Key.Key_Return)
        await until(lambda: asked.change.new == "It renews in May.")
        await until(lambda: "Your wording" in said(asked))
        assert lines(asked) == [
            (DEL, proposals.BOILER), (KEEP, QUOTE), (ADD, "It renews in May."),
        ]  # fmt: skip


async def test_whether_two_lines_are_one_has_words_of_its_own(tmp_path: Path, qtbot: Any) -> None:
    joined = dataclasses.replace(the(12), n=1, kind="question", accepted=False)
    async with reviewing(tmp_path, joined) as program:
        asked = card(program, 1)
        assert (asked.reject_button.text(), asked.accept_button.text()) == (
            "Keep them apart", "Make them one",
        )  # fmt: skip
        assert not asked.both_button.isVisible()
        assert "As one line" in said(asked) and "Your notes say" not in said(asked)
        assert row(program, 1).data(DETAIL) == "Are they one?"


async def test_every_card_says_why_it_is_offered(tmp_path: Path, qtbot: Any) -> None:
    bare = dataclasses.replace(the(2), n=20, reason="")
    once = dataclasses.replace(bare, n=21, sources=bare.sources[:1])
    async with reviewing(tmp_path, *proposals.EVERY, bare, once) as program:
        for number in (20, 21):
            program.dreams_page.review.go_to(number)
            await quiet(program)
        for shown in program.dreams_page.review.cards.values():
            held = shown.change.verdict == "unsupported"
            assert change_notes.reason_of(shown.change) or held
            reason = change_notes.reason_of(shown.change)
            assert reason in said(shown) or "Your notes ask to forget this." in said(shown)
            assert not held or "held back" in said(shown)
        assert "Said in 2 notes." in said(card(program, 20))
        assert "Your notes say so." in said(card(program, 21))


async def test_a_question_worded_anew_keeps_its_answer(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        asked = card(program, 5)
        click(asked.both_button)
        await until(lambda: asked.both_button.text() == "Both kept")
        asked.edit()
        write(asked._field, "It renews in May.")
        press(asked._field, Qt.Key.Key_Return)
        await until(lambda: asked.change.new == "It renews in May.")
        assert asked.change.both


async def test_every_answer_says_what_it_would_do(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        asked = card(program, 5)
        said = [
            button.accessibleDescription()
            for button in (asked.reject_button, asked.accept_button, asked.both_button)
        ]
        assert said == [
            "MEMORY.md stays as it is. You are not asked again until a line changes.",
            "The new line comes in place of the old one.",
            "The old line stays, and the new one comes beside it.",
        ]


async def test_what_the_notes_ask_to_forget_waits_for_a_yes(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        shown = card(program, 9)
        bins = shown.change.old[0]
        assert "Your notes ask to forget this." in said(shown)
        assert lines(shown) == [(KEEP, bins)]
        assert (shown.reject_button.text(), shown.accept_button.text()) == ("Keep it", "Forget it")
        assert row(program, 9).data(DETAIL) == "Your notes ask to forget this"
        assert not shown.both_button.isVisible()
        click(shown.accept_button)
        await until(lambda: card(program, 9).accept_button.text() == "Forgotten")
        await quiet(program)  # the recall test has told what it costs, on a card made anew
        shown = card(program, 9)
        await until(lambda: lines(shown) == [(DEL, bins)])
        click(shown.reject_button)
        await until(lambda: shown.reject_button.text() == "Kept")
        await until(lambda: lines(shown) == [(KEEP, bins)])
        assert row(program, 9).data(ICON) == "check", "a line that stays is nothing bad"


async def test_any_other_removal_says_remove_and_keep(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        shown = card(program, 10)
        assert (shown.reject_button.text(), shown.accept_button.text()) == ("Keep", "Removed")
        assert "The same line stands here twice." in said(shown)
        assert "forget" not in said(shown)


async def test_a_merge_says_why_and_shows_both_lines_that_become_one(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        shown = card(program, 12)
        assert [tone for tone, _ in lines(shown)] == [DEL, DEL, ADD]
        assert "The new line says all that both of them say." in said(shown)
        assert row(program, 12).data(DETAIL) == "2 bullets become one"


async def test_a_doubtful_line_says_what_is_not_in_the_notes_and_what_is(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        shown = card(program, 7)
        assert lines(shown) == [(WAIT, proposals.GYM)]
        [line] = [one for one in shown.findChildren(DiffLine) if one.isVisible()]
        assert [proposals.GYM[slice(*place)] for place in line.doubted] == ["pool", "Friday"]
        assert "“Friday”" in line.accessibleDescription()
        assert "they say “Thursday”." in said(shown)
        assert said(shown).count(proposals.POOL) == 1, "the nearest line is not said twice"
        assert shown.accept_button.text() == "Accept anyway"
        opened: list[tuple[str, int]] = []
        program.dreams_page.opened.connect(lambda path, number: opened.append((path, number)))
        [chip] = [one for one in shown.findChildren(Chip) if one.isVisible()]
        chip.click()
        assert opened == [(proposals.day(2), 6)]


async def test_partly_and_unsupported_differ_by_sign_and_words(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        assert (row(program, 7).data(ICON), row(program, 8).data(ICON)) == ("partly", "warn")
        assert "Only partly" in said(card(program, 7))
        assert "Your notes do not say this, so it is held back" in said(card(program, 8))
        assert row(program, 8).data(DETAIL) == "“not” is not in the notes."


async def test_the_notes_own_sentence_takes_the_doubts_away(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        shown = card(program, 7)
        click(shown.quote_button)
        await until(lambda: card(program, 7).change.new == proposals.POOL)
        await quiet(program)  # the recall test has answered
        shown = card(program, 7)
        assert lines(shown) == [(ADD, proposals.POOL)]
        assert shown.accept_button.text() == "Accepted"
        assert "This is your note's own sentence." in said(shown)
        assert "Only partly" not in said(shown)
        assert not shown.quote_button.isVisible()
        assert row(program, 7).data(ICON) == "check"
        click(shown.reject_button)
        await until(lambda: card(program, 7).reject_button.text() == "Rejected")
        await quiet(program)
        assert lines(card(program, 7)) == [(DROP, proposals.POOL)], "it can be decided anew"


async def test_a_key_takes_the_notes_sentence(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        review = program.dreams_page.review
        review.focus()
        press(review._scroll, Qt.Key.Key_S)
        review.go_to(8)
        press(review._scroll, Qt.Key.Key_S)
        await until(
            lambda: card(program, 8).change.new == "Talked about SQLite on the field tablets."
        )
        assert not card(program, 1).change.decided, "a card without doubts has no such answer"


async def test_accepted_anyway_says_so_and_keeps_the_doubt_in_sight(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        shown = card(program, 8)
        click(shown.accept_button)
        await until(lambda: card(program, 8).accept_button.text() == "Accepted")
        await quiet(program)
        shown = card(program, 8)
        assert "you have accepted it all the same" in said(shown)
        assert [tone for tone, _ in lines(shown)] == [DEL, ADD]
        assert shown.findChildren(DiffLine)[-1].doubted


async def test_words_that_are_gone_from_the_line_are_doubted_no_more(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        shown = card(program, 8)
        shown.edit()
        write(shown._field, "The team keeps SQLite.")
        press(shown._field, Qt.Key.Key_Return)
        await until(lambda: shown.change.new == "The team keeps SQLite.")
        await until(lambda: lines(shown)[-1:] == [(ADD, "The team keeps SQLite.")])
        assert "Your notes do not say this" not in said(shown)


@pytest.mark.parametrize("zoom", [1.0, 2.0])
async def test_no_card_is_wider_than_a_small_window(
    tmp_path: Path, qtbot: Any, zoom: float
) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        program.window.resize(900, 640)
        theme().set_zoom(zoom)
        try:
            await quiet(program)
            review = program.dreams_page.review
            room = review._scroll.viewport().width()
            assert review._scroll.widget().width() <= room
            for shown in review.cards.values():
                parts = [part for part in shown.findChildren(QLabel) if part.isVisible()]
                right = max(part.mapTo(shown, part.rect().topRight()).x() for part in parts)
                assert right < shown.width()
                for name in ("edit", "quote", "reject", "accept", "both"):
                    button = getattr(shown._tools, name)
                    if button.isVisible():
                        edge = button.mapTo(shown, button.rect().bottomRight())
                        assert edge.x() < shown.width() and edge.y() < shown.height(), name
        finally:
            theme().set_zoom(1.0)


def test_doubts_find_their_words_wherever_they_stand() -> None:
    change = the(7)
    assert places_of(change) == ((12, 16), (23, 29))
    moved = dataclasses.replace(change, new="On Friday it is.")
    assert [moved.new[slice(*place)] for place in places_of(moved)] == ["Friday"]
    assert len(doubts_of(moved)) == 1
    fine = dataclasses.replace(change, new="On Thursday it is.", decided=True, accepted=True)
    assert (doubts_of(fine), verdict_of(fine)) == ((), "supported")
    assert change_words.state_of(change) == "open"
