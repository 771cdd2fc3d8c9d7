"""The review: what a person sees of a change, decides, words anew, applies and takes back."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QMenu

from desktop_app.dreams.decisions import Needs, needs_of
from desktop_app.dreams.dream import Outcome as DreamOutcome
from desktop_app.ui.open_notebook import OpenNotebook
from desktop_app.ui.parts.rows import DETAIL
from desktop_app.ui.review.change_words import State
from desktop_app.ui.review.press import ADD, DEL, DROP, KEEP, MOVE, WAIT
from desktop_app.ui.review.rows import RowForm
from tests.support import proposals
from tests.support.accessible import nameless
from tests.support.late import Late
from tests.support.program import click, press, press_toast, quiet, running, sample, write
from tests.support.reviewing import (
    core,
    heading,
    kept,
    lines,
    place,
    press_row,
    pressable,
    reviewing,
    row,
    rows,
    say,
    tally,
)
from tests.support.waiting import heartbeat, until

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier
NEW_REPORT = proposals.REPORT.replace("27 November", "4 December")
APRIL = "The boiler service contract renews in April."


async def key(program: OpenNotebook, number: int, key: Qt.Key, modifier: Any = NONE) -> None:
    """A key while the keyboard is on the row of a change."""
    rows(program).go_to(place(program, number))
    program.dreams_page.review.focus()
    press(rows(program), key, modifier)
    await quiet(program)


# -- what is seen ------------------------------------------------------------------------------


async def test_memory_is_shown_with_its_sections_and_the_changes_in_their_places(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        assert rows(program).row.change.n == 1, "the first change"
        told = [
            one.change.n if one.change else one.text
            for one in rows(program).rows
            if one.kind in (RowForm.SECTION, RowForm.CHANGE)
        ]
        assert told == ["Work", 1, 3, 6, "Home", 5, 4, "Preferences", 2]
        folds = [one for one in rows(program).rows if one.kind == RowForm.FOLD and one.line > 0]
        assert [(one.text, one.detail) for one in folds] == [
            ("6 lines unchanged", "Memory, People")
        ]
        quiet_ones = [one.text for one in rows(program).rows if one.kind == RowForm.LINE]
        assert "Growing three tomato varieties on the south balcony 🍅" in quiet_ones
        fold = rows(program).rows.index(folds[0])
        press_row(program, fold, "fold")
        assert rows(program).rows[fold + 1].text == "Memory"
        press_row(program, fold, "fold")
        assert rows(program).rows[fold + 1].text != "Memory", "it is folded again"

        # An update shows what goes, what comes, why and from where.
        assert lines(program, 1) == [(DEL, proposals.REPORT), (ADD, NEW_REPORT)]
        assert row(program, 1).sentence == (
            f"Updated. Accepted. {proposals.REPORT[:-1]}. New: {NEW_REPORT[:-1]}. "
            "The notes say it moved."
        )
        source = pressable(program, place(program, 1))["open"].asked
        assert source is not None
        assert (source.path, source.line) == (proposals.day(1), 6)

        # Keys walk by line and stop at the ends.
        rows(program).go_to(place(program, 1))
        program.dreams_page.review.focus()
        passed = [rows(program).row.change]
        for _ in range(9):
            press(rows(program), Qt.Key.Key_J)
            passed.append(rows(program).row.change)
        assert [one and one.n for one in dict.fromkeys(passed)] == [1, 3, 6, 5, 4, 2]
        for _ in range(9):
            press(rows(program), Qt.Key.Key_K)
        assert rows(program).row.change.n == 1
        press(rows(program), Qt.Key.Key_N)
        assert rows(program).row.change.n == 3, "the next that waits for a word"
        click(program.dreams_page.review.footer.next)
        assert rows(program).row.change.n == 5

        # A line without a source is held back until one says otherwise.
        assert lines(program, 4) == [(WAIT, "Wants to buy a motorboat next spring.")]
        assert "No source found" in row(program, 4).warnings[0]
        assert tally(program) == "3 accepted · 3 undecided"
        say(program, 4, State.ACCEPTED)
        await until(lambda: tally(program) == "4 accepted · 2 undecided")
        assert lines(program, 4) == [(ADD, "Wants to buy a motorboat next spring.")]


async def test_each_kind_of_change_has_its_word_and_its_lines(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path, *proposals.EVERY) as program:
        told = {change.kind: row(program, change.n).sentence for change in proposals.EVERY}
        for kind, sentence in told.items():
            asks = {"question": "which is true?", "retired": "remove", "removed": "remove"}
            assert sentence.lower().startswith(asks.get(kind, kind))
        assert [tone for tone, _ in lines(program, 12)] == [DEL, DEL, ADD], "merged"
        assert lines(program, 16)[1:] == [
            (ADD, "Dr. Okafor is the physio."), (ADD, "Physio is every second Tuesday at 16:40."),
        ]  # fmt: skip
        assert lines(program, 9) == [(DEL, proposals.BINS)], "retired lines are shown struck"
        assert lines(program, 17) == [(MOVE, "寫給怡君的信一律用繁體中文。")]
        assert lines(program, 18) == [(DEL, "Home"), (ADD, "Flat")]

        # Every row is a sentence to a screen reader.
        assert nameless(program.window) == []
        seen = QAccessible.queryAccessibleInterface(rows(program))
        told = [seen.child(n).text(QAccessible.Text.Name) for n in range(len(rows(program).rows))]
        assert told == [one.sentence for one in rows(program).rows]
        assert all(told)

        # A doubtful line says which word is not backed, until it is a person's own.
        [line] = rows(program).picture(place(program, 7)).lines
        assert (line.tone, line.words) == (WAIT, proposals.GYM), "in the dream's own wording"
        assert [proposals.GYM[slice(*span)] for span in line.doubted] == ["pool", "Friday"]
        assert row(program, 7).warnings == (
            "“Friday” is not in the cited lines; they say “Thursday”.",
            "“pool” stands in no line about this.",
        )
        await key(program, 7, Qt.Key.Key_E)
        field = rows(program).field
        assert field is not None
        write(field, "Swims at 7:30.")
        press(field, Qt.Key.Key_Return)
        await until(lambda: row(program, 7).change.new == "Swims at 7:30.")
        assert not row(program, 7).warnings, "a person's own words need no proof"
        assert "The dream proposed: “Goes to the pool" in row(program, 7).sentence


async def test_a_question_shows_both_lines_and_takes_one_or_both(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        assert lines(program, 5) == [(KEEP, proposals.BOILER), (WAIT, APRIL)]

        # Three keys answer it, of which one does nothing elsewhere.
        for pressed, word in (
            (Qt.Key.Key_B, "Both kept"),
            (Qt.Key.Key_A, "New one used"),
            (Qt.Key.Key_R, "Old line kept"),
        ):
            await key(program, 5, pressed)
            await until(lambda word=word: word in row(program, 5).sentence)
        await key(program, 1, Qt.Key.Key_B)
        assert not kept(program)[1].decided

        # So do clicks.
        for answer, shown in (
            (State.REJECTED, [(KEEP, proposals.BOILER), (DROP, APRIL)]),
            (State.ACCEPTED, [(DEL, proposals.BOILER), (ADD, APRIL)]),
            (State.BOTH, [(KEEP, proposals.BOILER), (ADD, APRIL)]),
        ):
            say(program, 5, answer)
            await until(lambda shown=shown: lines(program, 5) == shown)
        assert "Both kept" in row(program, 5).sentence
        click(program.dreams_page.review.footer.apply)
        await until(lambda: APRIL.encode() in core(program))
        assert proposals.BOILER.encode() in core(program)
        await quiet(program)
        assert not program.memory.inbox.today(), "what was answered here is not asked there"


# -- a word on one line, and on many -------------------------------------------------------------


async def test_a_word_on_many_leaves_what_is_held_or_not_proved_and_can_be_taken_back(
    tmp_path: Path, qtbot: Any
) -> None:
    open_ones = [
        dataclasses.replace(one, accepted=False)
        for one in (proposals.RULE, proposals.TITLE, proposals.PASSWORD)
    ]
    changes = [*proposals.CHANGES[:2], proposals.DOUBTED, *open_ones]
    async with reviewing(tmp_path, *changes) as program:
        before = kept(program)
        assert row(program, 19).warnings == (
            "“Accept all” skips this line because it may hold a secret.",
        )
        press_row(program, heading(program, "without a model"), "yes")
        await until(lambda: "accepted" in program.window._toast.words)
        await quiet(program)
        now = kept(program)
        assert {n for n in now if now[n].decided} == {14, 18}
        assert not now[19].accepted and not now[7].accepted
        assert "left; decide each one separately" in program.window._toast.words
        await press_toast(program)
        await until(lambda: kept(program) == before)


async def test_a_line_comes_under_another_heading_when_one_chooses_it(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        await key(program, 2, Qt.Key.Key_T)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        [people] = [one for one in menu.actions() if one.text() == "People"]
        people.trigger()
        menu.close()
        await until(lambda: kept(program)[2].heading == "People")
        await quiet(program)
        click(program.dreams_page.review.footer.apply)
        await until(lambda: proposals.CHARTS.encode() in core(program))
        before, _ = core(program).split(b"## Work")
        assert proposals.CHARTS.encode() in before


# -- cards ---------------------------------------------------------------------------------------


async def test_lines_of_a_card_are_ticked_one_by_one_and_the_rest_is_left_out(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path, *proposals.CARD) as program:
        press_row(program, place(program, 21), "tick")
        await until(lambda: kept(program)[21].accepted)
        await key(program, 22, Qt.Key.Key_Space)
        await until(lambda: kept(program)[22].accepted)
        await key(program, 22, Qt.Key.Key_Space)
        await until(lambda: not kept(program)[22].accepted)
        rows(program).go_to(heading(program, "Boat"))
        press(rows(program), Qt.Key.Key_R)
        await until(lambda: kept(program)[20].decided)
        assert [one.accepted for one in kept(program).values()] == [False, True, False]


async def test_a_card_leads_to_its_notes_and_becomes_a_section_of_memory_with_one_key(
    tmp_path: Path, qtbot: Any
) -> None:
    async def decided(program: OpenNotebook, accepted: bool) -> None:
        said = {(True, accepted)}
        every = lambda: {(one.decided, one.accepted) for one in kept(program).values()}
        await until(lambda: every() == said)
        await quiet(program)

    async with reviewing(tmp_path, *proposals.CARD) as program:
        assert [one.kind for one in rows(program).rows[1:5]] == ["card", *["change"] * 3]
        sections = [one.text for one in rows(program).rows if one.kind == RowForm.SECTION]
        assert sections == [], "of memory there is none"

        # A line says where it was noted, and leads there.
        opened: list[tuple[str, int]] = []
        program.dreams_page.opened.connect(lambda path, line: opened.append((path, line)))
        (said,) = proposals.CARD[1].sources
        assert said.quote in pressable(program, place(program, 21))["open"].tip
        press_row(program, place(program, 21), "open")
        day = (program.memory.root / said.path).read_text().splitlines()
        (line,) = (n for n, text in enumerate(day, 1) if said.quote in text)
        assert opened == [(said.path, line)]
        assert not kept(program)[21].decided, "a click there says no word"
        program.window.show_page("dreams")
        await quiet(program)

        # One key or click rejects or accepts it, also where all was rejected before.
        rows(program).go_to(heading(program, "Boat"))
        program.dreams_page.review.focus()
        assert rows(program).row.kind == RowForm.CARD
        for key, accepted in ((Qt.Key.Key_R, False), (Qt.Key.Key_A, True)):
            press(rows(program), key)
            await decided(program, accepted)
        every = (("no", "Reject 3", False), ("yes", "Accept 3", True))
        for button, words, accepted in every:
            boat = heading(program, "Boat")
            assert pressable(program, boat)[button].draw.args[0].words == words
            press_row(program, boat, button)
            await decided(program, accepted)

        # What is accepted becomes a section.
        press(rows(program), Qt.Key.Key_Return, CONTROL)
        await until(lambda: b"## Lessons" in core(program))
        tail = core(program).decode().split("## Lessons")[1]
        assert tail.count("\n- ") == 3


# -- a line worded anew --------------------------------------------------------------------------


async def test_a_line_is_worded_anew_in_place(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        await key(program, 1, Qt.Key.Key_E)
        field = rows(program).field
        assert field is not None and field.hasFocus() and field.toPlainText() == NEW_REPORT
        assert lines(program, 1) == [(DEL, proposals.REPORT)], "the old line stays to compare with"
        inside = rows(program).visualRect(rows(program).currentIndex())
        assert inside.contains(field.geometry())
        one_line = field.fontMetrics().lineSpacing()
        assert one_line < field.height() < 3 * one_line, "as high as its words"
        write(field, "jkar")
        press(field, Qt.Key.Key_Escape)
        await quiet(program)
        assert rows(program).field is None
        assert row(program, 1).change.new == NEW_REPORT
        assert rows(program).hasFocus(), "letters in a field were letters, and now are keys"
        press_row(program, place(program, 1), "edit")
        field = rows(program).field
        assert field is not None
        write(field, "The report is due in December.")
        press(field, Qt.Key.Key_Return)
        await until(lambda: lines(program, 1)[1:] == [(ADD, "The report is due in December.")])
        click(program.dreams_page.review.footer.apply)
        await until(lambda: b"- The report is due in December.\n" in core(program))


async def test_a_wording_still_in_its_field_is_applied_too(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        await key(program, 2, Qt.Key.Key_E)
        write(rows(program).field, "Prefers paper.")
        click(program.dreams_page.review.footer.apply)
        await until(lambda: b"- Prefers paper.\n" in core(program))


async def test_an_open_field_keeps_its_words_whatever_comes_in(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        await key(program, 2, Qt.Key.Key_E)
        write(rows(program).field, "Prefers pa")
        memory = program.memory.root / "MEMORY.md"
        memory.write_bytes(core(program) + b"- One more line.\n")
        program.dreams_page.show_again()
        await quiet(program)
        field = rows(program).field
        assert field is not None
        assert field.toPlainText() == "Prefers pa"
        assert (
            rows(program)
            .visualRect(rows(program).model().index(place(program, 2), 0))
            .contains(field.geometry())
        )
        press(field, Qt.Key.Key_Escape)
        await until(lambda: any("One more line." in one.text for one in rows(program).rows))


async def test_the_same_word_again_takes_it_back(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        for word, accepted in ((Qt.Key.Key_A, True), (Qt.Key.Key_R, False)):
            await key(program, 4, word)
            await until(lambda accepted=accepted: kept(program)[4].accepted is accepted)
            assert kept(program)[4].decided
            tips = [press.tip for press in pressable(program, place(program, 4)).values()]
            assert sum("Take this answer back" in tip for tip in tips) == 1
            await key(program, 4, word)
            await until(lambda: not kept(program)[4].decided)
            assert not kept(program)[4].accepted
        assert "3 undecided" in tally(program)
        await key(program, 1, Qt.Key.Key_A)
        assert kept(program)[1].accepted, "what the dream took beforehand is agreed to"


# -- the whole -----------------------------------------------------------------------------------


async def test_enter_opens_the_source_and_a_chip_its_own_line(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        opened: list[tuple[str, int]] = []
        program.dreams_page.opened.connect(lambda path, line: opened.append((path, line)))
        await key(program, 1, Qt.Key.Key_Return)
        program.window.show_page("dreams")
        await quiet(program)
        press_row(program, place(program, 2), "open")
        assert opened == [(proposals.day(1), 6), (proposals.day(2), 6)]


async def test_the_button_says_what_stays_undecided(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        review = program.dreams_page.review
        assert review.footer.apply.text() == "Apply 3 · 3 stay undecided"
        for number in (3, 4, 5):
            say(program, number, State.REJECTED)
            await quiet(program)
        assert review.footer.apply.text() == "Apply 3 changes"
        assert not review.footer.next.isEnabled()
        before = program.memory.files.read("MEMORY.md").data
        for number in (1, 2, 6):
            say(program, number, State.REJECTED)
            await quiet(program)
        review.footer.show_count([State.ACCEPTED], Needs(2))  # questions of no dream
        assert review.footer.tally.text().replace("\u00a0", " ") == "1 accepted · 2 undecided"
        assert review.footer.apply.text() == "Apply 1 · 2 stay undecided", "one count"
        review.footer.show_count([State.REJECTED], needs_of([], 1))  # a suspicious line still waits
        assert review.footer.apply.isEnabled() and review.footer.next.isEnabled()
        assert review.footer.apply.text() == "Done", "what is all rejected can be ended"
        click(review.footer.apply)
        await until(lambda: review.proposal is None)
        program.dreams_page.work.settle()
        await quiet(program)
        assert program.memory.dreams.proposals() == []
        assert program.memory.files.read("MEMORY.md").data == before


async def test_the_counters_of_the_window_agree(tmp_path: Path, qtbot: Any) -> None:
    def told() -> set[str]:
        """What the rail, the status, the heading, the row of the list and a notification say."""
        window, page = program.window, program.dreams_page
        row = page.list.rows.model().index(0, 0)
        dream = DreamOutcome("done", "p", "", proposal=program.memory.dreams.proposal())
        notes: list[str] = []
        program.background._notify = lambda _title, words: notes.append(words)
        program.background._tell_dreamt(dream)
        return {
            window.rail.buttons["dreams"].accessibleDescription(),
            window.status.dream.words.split(" · ")[0],
            page.review.header.subtitle.text().split(" · ")[0],
            str(row.data(DETAIL)).split(" · ")[0],
            *notes,
        }

    line = proposals.CHANGES[1]
    changes = [
        dataclasses.replace(line, n=n, new=f"{line.new} ({n})", accepted=n <= 7)
        for n in range(1, 19)
    ]
    async with reviewing(tmp_path, *changes) as program:
        badge = program.window.rail.buttons["dreams"]
        assert told() == {"11 need your decision"} and badge.waiting == 11
        assert tally(program) == "7 accepted · 11 undecided"
        for change in changes[7:]:
            program.memory.dreams.decide(program.dreams_page.review.proposal.id, change.n, False)
        program.dreams_page.show_again()
        await until(lambda: badge.waiting == 7)
        await quiet(program)
        assert told() == {"7 changes are ready to apply"}
        assert tally(program) == "7 accepted · 11 rejected"


async def test_the_result_is_memory_with_what_is_accepted(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        review = program.dreams_page.review
        click(review.modes.part("result"))
        await until(lambda: "4 December" in review.result.reader.editor.toPlainText())
        text = review.result.reader.editor.toPlainText()
        assert "27 November" not in text
        assert "motorboat" not in text
        assert "MEMORY.md with 3 changes" in review.result.sentence.text()
        lit = review.result.reader.editor.fresh
        assert {core(program).count(b"\n", 0, core(program).index(b"27 November")) + 1} < lit
        for number in (1, 2, 6):
            review._decide(number, State.REJECTED)
        await until(lambda: "Nothing is accepted" in review.result.sentence.text())


async def test_a_line_edited_since_is_said_and_left_out(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        path = program.memory.root / "MEMORY.md"
        path.write_bytes(core(program).replace(b"27 November", b"28 November"))
        await until(lambda: bool(row(program, 1).gone))
        assert "edited after the dream" in row(program, 1).warnings[0]
        assert set(pressable(program, place(program, 1))) == {"rejected", "open"}
        await key(program, 1, Qt.Key.Key_A)
        assert not kept(program)[1].decided
        assert tally(program) == "2 accepted · 3 undecided · 1 edited since"
        click(program.dreams_page.review.footer.apply)
        await until(lambda: "2 changes applied" in program.window._toast.words)
        assert "1 change left out" in program.window.banner.words
        assert b"28 November" in core(program)


async def test_a_refused_decision_is_said_and_nothing_else_happens(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        settled = dataclasses.replace(proposals.proposal(), state="superseded")
        program.memory._store.put(settled)
        say(program, 1, State.REJECTED)
        await until(lambda: "A newer dream took the place" in program.window.banner.words)
        assert core(program).count(b"27 November") == 1


async def test_a_decision_outlives_an_answer_that_was_read_before_it(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        page = program.dreams_page
        page.memory = late = Late(program.memory, "files.bullets")
        late.hold()
        page.show_again()
        await until(lambda: late.held)
        say(program, 2, State.REJECTED)
        await until(lambda: "1 rejected" in tally(program))
        late.let_go()
        await quiet(program)
        assert "1 rejected" in tally(program)
        assert "Rejected" in row(program, 2).sentence


async def test_what_is_being_applied_cannot_be_applied_again_by_a_decision_before_it(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        page = program.dreams_page
        applying = Late(program.memory, "dreams.apply")
        page.memory = deciding = Late(applying, "dreams.decide")
        deciding.hold()
        applying.hold()
        say(program, 2, State.REJECTED)
        click(page.review.footer.apply)
        await until(lambda: deciding.held)
        deciding.let_go()
        await until(lambda: applying.held and "1 rejected" in tally(program))
        assert not page.review.footer.apply.isEnabled()
        applying.let_go()
        await until(lambda: " applied" in program.window._toast.words)


async def test_what_speaks_against_a_dream_as_a_whole_stands_on_top(
    tmp_path: Path, qtbot: Any
) -> None:
    words = "Nothing is accepted beforehand: memory would lose 4 facts."
    async with running(tmp_path, sample(tmp_path)) as program:
        made = proposals.proposal(*proposals.MIND, set_aside={"todo": 12, "question": 3})
        program.memory._store.add(dataclasses.replace(made, caution=words), {})
        program.window.show_page("dreams")
        await until(program.dreams_page.review.isVisible)
        assert rows(program).rows[1].text == words
        # Below the last row stand suspicious lines, as soon as they are found.
        told = [one.text for one in rows(program).rows]
        assert "Not proposed: questions (3), to do (12)." in told


# -- for everyone --------------------------------------------------------------------------------


@pytest.mark.prove
async def test_three_hundred_changes_open_and_are_answered_without_holding_anything_up(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:  # once, so that the page itself is there
        page, review = program.dreams_page, program.dreams_page.review
        many = dataclasses.replace(proposals.proposal(*proposals.large(300)), id="20261121-030013")
        program.memory._store.put(dataclasses.replace(proposals.proposal(), state="superseded"))
        program.memory._store.put(many)
        worst: dict[str, float] = {}
        for name, deed in (
            ("open", page.show_again),
            ("last", lambda: rows(program).go_to(place(program, 300))),
            ("no", lambda: press(rows(program), Qt.Key.Key_R)),
            ("accept all", lambda: review.say_all(review.list.whole, yes=True)),
        ):
            async with heartbeat() as gaps:
                deed()
                await quiet(program)
                worst[name] = max(gaps)
        # Of this process's own work; a machine that is busy with other things does not count.
        assert {name: most for name, most in worst.items() if most > 0.25} == {}
        print(f"three hundred changes, longest of the interface's work in s: {worst}")
