"""A large dream in review, for `make shots`: its kinds, questions, second page, and its diary."""

import dataclasses
from pathlib import Path

from desktop_app.ui.dreams.dream_rows import RowKind
from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support import proposals
from tests.support.program import quiet, running, sample
from tests.support.shots import SIZES, save
from tests.support.waiting import until

LARGE = proposals.large(20, 80)
SWAPPED = dataclasses.replace(
    proposals.CHANGES[4], n=101, new=proposals.BOILER.replace("March", "April"),
    sources=(
        *proposals.CHANGES[4].sources,
        proposals.Source("MEMORY.md", 21, proposals.BOILER, "x"),
    ),
    reason="memory says something else, and the notes do not say that it changed",
)  # fmt: skip


async def take(place: Path, folder: Path) -> None:
    """All of them, in both themes and every size; `place` is where the notebook stands."""
    root = sample(place)
    changes = (*LARGE[:2], SWAPPED, *LARGE[2:])
    proposals.write_bullets(root, changes)
    async with running(place, root) as program:
        aside = proposals.asides(root, proposals.SAMPLE_KINDS)
        assert program.memory is not None
        program.memory._store.add(proposals.proposal(*changes, aside=aside), {})
        for ending, (width, height, zoom) in SIZES.items():
            program.window.resize(width, height)
            theme().set_zoom(zoom)
            for mode in ("light", "dark"):
                theme().set_mode(mode)
                await _states(program, folder, f"{mode}{ending}.png")
        theme().set_zoom(1.0)
        program.window.resize(1280, 800)
        theme().set_mode("light")
        await _applied(program, folder)


async def _states(program: OpenNotebook, folder: Path, name: str) -> None:
    page, review = program.dreams_page, program.dreams_page.review
    program.window.show_page("dreams")
    await until(review.isVisible)
    await quiet(program)
    review._show_family("")
    await _top(program)
    await save(program, folder / f"large-{name}")
    review._show_family("questions")
    await _top(program)
    await save(program, folder / f"large-questions-{name}")
    program.window._toast.hide()
    review._say_all(False)
    await until(program.window._toast.isVisible)
    await save(program, folder / f"large-dismissed-{name}")
    program.window._toast.button.click()
    review._show_family("moved")
    await _top(program)
    await save(program, folder / f"large-moved-{name}")
    review._show_family("")
    await quiet(program)
    bar = review._scroll.verticalScrollBar()
    for _ in range(8):  # what comes into sight makes the page longer or shorter
        bar.setValue(bar.maximum())
        await quiet(program)
    chip = review.left.chips.get("secret") or next(iter(review.left.chips.values()))
    if not chip.isChecked():
        chip.click()
    await quiet(program)
    bar.setValue(bar.maximum())
    await save(program, folder / f"large-end-{name}")
    page.show_again()
    await quiet(program)


async def _top(program: OpenNotebook) -> None:
    await quiet(program)
    review = program.dreams_page.review
    review.go_to(next(iter(review._things)))
    review._scroll.verticalScrollBar().setValue(0)
    await quiet(program)


async def _applied(program: OpenNotebook, folder: Path) -> None:
    """Some of it taken, some refused, some left open: as its diary tells it."""
    page, review = program.dreams_page, program.dreams_page.review
    for number in (1, 2):
        review.go_to(number)
        review.cards[number].say("rejected")
    await quiet(program)
    review.apply_button.click()
    await until(lambda: page.diary.isVisible())
    await quiet(program)
    program.window._toast.hide()
    page.list.choose(next(row for row in page.list.all() if row.kind == RowKind.WRITTEN))
    for mode in ("light", "dark"):
        theme().set_mode(mode)
        await save(program, folder / f"large-diary-{mode}.png")
