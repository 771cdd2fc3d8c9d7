"""The product's story through the real window: first run, dream, review, apply, diary, undo."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from desktop_app.ui.dreams.dream_rows import RowKind
from desktop_app.ui.review.change_words import State
from tests.support.program import click, press, quiet, running
from tests.support.reviewing import heading, number_of, place, press_row, row, rows, say
from tests.support.waiting import until


async def test_from_the_first_run_to_an_applied_dream_and_back(qtbot: Any, tmp_path: Path) -> None:
    async with running(tmp_path) as program:
        click(program.opening.first_run.sample_button)
        await until(lambda: program.memory is not None)
        await quiet(program)
        memory = program.memory
        assert memory is not None
        core = memory.root / "MEMORY.md"
        before = core.read_bytes()
        days = {path: path.read_bytes() for path in (memory.root / "memory").glob("*.md")}
        page = program.dreams_page
        program.window.show_page("dreams")
        click(page.list.dream_button)
        await until(lambda: page.review.proposal is not None and page.review.isVisible())
        assert core.read_bytes() == before, "a dream only proposes"
        await quiet(program)
        news = [one.new or "" for one in page.review.proposal.changes]
        report = number_of(program, "is due on 4 December; Jonas signs it off.")
        assert row(program, report).change.old[0].startswith("The harbour survey report is due on")
        assert not any("Kelp-Anchor" in new for new in news), "a password stays in its day"
        assert not any("Delta Marine" in new for new in news), "an order is not kept"
        say(program, report, State.ACCEPTED)
        await quiet(program)
        press_row(program, heading(program, "Lessons"), "yes")
        await until(lambda: row(program, number_of(program, "gauge")).change.accepted)
        coffee = number_of(program, "o coffee")
        press_row(program, place(program, coffee), "tick")
        await quiet(program)
        rows(program).go_to(place(program, coffee))
        press(rows(program), Qt.Key.Key_R)
        await until(lambda: "Rejected" in row(program, coffee).sentence)
        accepted = [c for c in page.review.proposal.changes if c.accepted]
        assert page.review.footer.apply.text() == "Apply 3 · 5 stay undecided", "as in the bar"
        program.window._toast.hide()
        click(page.review.footer.apply)
        await until(lambda: "applied" in program.window._toast.words)
        await quiet(program)
        after = core.read_bytes()
        assert b"due on 4 December; Jonas signs it off." in after
        assert b"27 November" not in after
        assert after.endswith(
            b"## Lessons\n\n"
            b"- Check the gauge against the tide board before a survey, not after it.\n"
            b"- Two people sound a berth: one steers, one reads the depth aloud.\n"
        )
        assert b"coffee" not in after
        for line in before.splitlines():  # all else stays byte for byte
            gone = any(line == b"- " + c.old[0].encode() for c in accepted if c.old)
            assert gone or line in after.splitlines()
        assert page.list.row().kind == RowKind.WRITTEN
        assert page.diary.isVisible()
        click(program.window._toast.button)
        await until(lambda: core.read_bytes() == before)
        await quiet(program)
        assert "undone" in program.window._toast.words
        assert {path: path.read_bytes() for path in days} == days
