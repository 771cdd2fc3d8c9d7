"""The review in a test: its rows as a person sees them, clicked with the mouse."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop_app.dreams.proposal import Change
from desktop_app.ui.open_notebook import OpenNotebook
from desktop_app.ui.review.list import ReviewList
from desktop_app.ui.review.press import Tile
from desktop_app.ui.review.rows import ReviewRow, RowForm
from tests.support import proposals
from tests.support.program import quiet, running, sample
from tests.support.waiting import until


@asynccontextmanager
async def reviewing(tmp_path: Path, *changes: Change) -> AsyncIterator[OpenNotebook]:
    """The program on the sample notebook, with a proposal open to be reviewed, and nothing else."""
    async with running(tmp_path, sample(tmp_path)) as program:
        assert program.memory is not None
        proposals.keep(program.memory, proposals.proposal(*changes))
        call_all_fine(program)
        program.window.show_page("dreams")
        await until(program.dreams_page.review.isVisible)
        await quiet(program)
        yield program


def call_all_fine(program: OpenNotebook) -> None:
    """No line of the notebook is suspicious any more."""
    assert program.memory is not None
    for one in program.memory.poison.look():
        program.memory.poison.call_fine(one.text)
    program.memory.poison.look()  # it counts them


def rows(program: OpenNotebook) -> ReviewList:
    """The list of them."""
    return program.dreams_page.review.list


def place(program: OpenNotebook, number: int) -> int:
    """Where the row of a change is."""
    found = rows(program).place_of(number)
    assert found is not None, f"change {number} is not shown"
    return found


def row(program: OpenNotebook, number: int) -> ReviewRow:
    """The row of a change."""
    return rows(program).rows[place(program, number)]


def number_of(program: OpenNotebook, words: str) -> int:
    """The number of the change whose new line has these words."""
    proposal = program.dreams_page.review.proposal
    assert proposal is not None
    return next(one.n for one in proposal.changes if words in (one.new or ""))


def heading(program: OpenNotebook, words: str) -> int:
    """Where the row of a section or a card with these words is."""
    heads = (RowForm.CARD, RowForm.SECTION, RowForm.WHOLE)
    every = enumerate(rows(program).rows)
    return next(n for n, one in every if one.kind in heads and words in one.text)


def lines(program: OpenNotebook, number: int) -> list[tuple[str, str]]:
    """Tone and words of each line that a change shows."""
    picture = rows(program).picture(place(program, number))
    return [(line.tone, line.words) for line in picture.lines]


def pressable(program: OpenNotebook, at: int) -> dict[str, Tile]:
    """What can be clicked in a row, by what it asks for; of several, the first."""
    parts = rows(program).picture(at).parts
    return {one.asked.name: one for one in reversed(parts) if one.asked}


def press_row(program: OpenNotebook, at: int, name: str) -> None:
    """A click with the mouse on a part of a row that a person can see."""
    view = rows(program)
    view.scrollTo(view.model().index(at, 0))
    part = next(one for one in view.picture(at).parts if one.asked and one.asked.name == name)
    point = view.visualRect(view.model().index(at, 0)).topLeft() + part.box.center()
    assert view.viewport().rect().contains(point), f"{name} is not to be seen"
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(point))


def say(program: OpenNotebook, number: int, answer: str) -> None:
    """A click on an answer to a change."""
    press_row(program, place(program, number), answer)


def tally(program: OpenNotebook) -> str:
    """What the footer counts."""
    return program.dreams_page.review.footer.tally.text().replace("\u00a0", " ")


def core(program: OpenNotebook) -> bytes:
    """MEMORY.md."""
    assert program.memory is not None
    return (program.memory.root / "MEMORY.md").read_bytes()


def kept(program: OpenNotebook) -> dict[int, Change]:
    """The changes as they are kept, by number."""
    assert program.memory is not None
    return {change.n: change for change in program.memory.dreams.proposal().changes}
