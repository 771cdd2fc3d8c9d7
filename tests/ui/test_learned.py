"""Settings tell what dreams learned from reviews, and let it be forgotten."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt

from desktop_app.dreams.proposal import Change
from desktop_app.notebook.source import Source
from desktop_app.settings import Settings
from desktop_app.ui.settings.learned_row import LearnedRow
from tests.support import proposals
from tests.support.program import running, sample
from tests.support.waiting import until

LINES = ("The pump runs on Mondays.", "Salt is bought in sacks.")


def click(qtbot, button) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def offered(day: str) -> list[Change]:
    """Two lines of a day, each under a heading of its own."""
    return [
        Change(
            n, "added", "Home", 0, (), line, (Source(day, 3 * n, line),), "supported", True, "said"
        )
        for n, line in enumerate(LINES, 1)
    ]  # fmt: skip


def reviewed(memory) -> None:
    """A dream of which one line was kept and one refused, in the first day of the notebook."""
    day = memory.days.heads()[-1].path
    base = memory.files.read(day)
    memory.files.save(
        day, f"# Day\n## Rules\n- {LINES[0]}\n\n## Log\n- {LINES[1]}\n".encode(), base
    )
    made = proposals.proposal(*offered(day))
    memory._store.add(made, {})
    memory.dreams.decide(made.id, 2, False)
    memory.dreams.apply(made.id)


async def test_what_was_learned_is_told_and_forgotten_after_a_question_in_its_row(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("settings")
        row: LearnedRow = program.window.page.dreams.learned
        await until(lambda: row.explanation.text().startswith("Nothing yet."))
        assert not row.forget.isVisible()
        reviewed(program.memory)
        await until(lambda: row.explanation.text().startswith("From 1 line you kept and 1 you"))
        click(qtbot, row.forget)
        assert row.question.text() == "Forget all of it?" and row.keep.hasFocus()
        qtbot.keyClick(row.keep, Qt.Key.Key_Space)
        assert row.forget.hasFocus() and program.memory.dreams.learned().kept == 1
        click(qtbot, row.forget)
        click(qtbot, row.sure)
        await until(lambda: row.explanation.text().startswith("Nothing yet."))
        assert program.memory.dreams.learned().kept == 0
        assert not (row.forget.isVisible() or row.question.isVisible())


async def test_learning_is_switched_off_and_then_a_review_in_the_window_teaches_nothing(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("settings")
        switch = program.window.page.dreams.learn
        assert switch.isChecked()
        click(qtbot, switch)
        await until(lambda: Settings(program.settings.path).get("dreams.learn") is False)
        made = proposals.proposal(*offered(program.memory.days.heads()[0].path))
        program.memory._store.add(made, {})
        program.dreams_page.work.apply(made.id)
        await until(lambda: program.memory.dreams.proposal(made.id).state == "applied")
        assert program.memory.dreams.learned().kept == 0
        click(qtbot, switch)
        later = replace(made, id="20261122-030000")
        program.memory._store.add(later, {})
        program.dreams_page.work.discard(later.id)
        program.dreams_page.work.settle()
        await until(lambda: program.memory.dreams.learned().left == 2)
