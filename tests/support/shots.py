"""`make shots`: every page of the sample, light and dark, wide, narrow and large, to look at.

python -m tests.support.shots [FOLDER]     (default: shots/; LANGUAGE=zh_TW for another language)
"""

import asyncio
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

# isort: split
import qasync

from desktop_app import languages
from desktop_app.ui.dreams.dream_rows import RowKind
from desktop_app.ui.dreams_page import DreamsPage
from desktop_app.ui.frame.loop import collected_here
from desktop_app.ui.frame.palette import Palette
from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from desktop_app.words import tr
from tests.support import proposals
from tests.support.program import quiet, running, sample
from tests.support.waiting import until

SIZES = {"": (1280, 800, 1.0), "-900": (900, 640, 1.0), "-200": (1280, 800, 2.0)}
"""Width and height of the window, and the zoom."""

TALK = """\
User: My sister Ines moved to Lyon in October; the spare key for the boat is with her now.
AI: Noted: Ines lives in Lyon and has the spare key.
User: We decided to keep the boat in the yard until March. The surveyor, Mr Okafor, comes on
4 December at 9:30.
AI: The boat stays in the yard until March, and Mr Okafor comes on 4 December at 9:30.
用户：還有，桂花茶只在下午喝。
助手：好的，桂花茶只在下午喝。
User: The password of the yard's gate is heron-4711-Quay.
"""

Scene = Callable[[OpenNotebook], Awaitable[None]]


async def memory(program: OpenNotebook) -> None:
    """MEMORY.md being written, the cursor in a bullet that a dream brought."""
    program.window.open("MEMORY.md", 14)


async def days(program: OpenNotebook) -> None:
    """A day."""
    program.window.show_page("memory")
    program.window.open(max(program.memory.days.heads(), key=lambda head: head.words).path, 6)


async def review(program: OpenNotebook) -> None:
    """A dream's proposal."""
    page = program.dreams_page
    program.window.show_page("dreams")
    if not program.memory.dreams.proposals():
        page.dream()
        await until(lambda: page.review.proposal is not None)
    await quiet(program)
    page.list.choose(next(row for row in page.list.all() if row.kind == RowKind.WAITING))


async def diary(program: OpenNotebook) -> None:
    """An earlier diary entry."""
    page = program.dreams_page
    program.window.show_page("dreams")
    await quiet(program)
    page.list.choose(next(row for row in page.list.all() if row.kind == RowKind.WRITTEN))


async def search(program: OpenNotebook) -> None:
    """A query in its hits and its document."""
    program.window.show_page("search")
    await quiet(program)
    program.window.page.pane.input.setText("harbour" if languages.chosen() == "en" else "港口")


async def settings(program: OpenNotebook) -> None:
    """What can be chosen."""
    program.window.show_page("settings")


async def conversation(program: OpenNotebook) -> None:
    """A conversation is to be given; what the same one added before is taken back."""
    sheet = program.conversation_page.sheet
    if sheet.banner.words:
        sheet.undo()
        await quiet(program)
    program.actions["conversation"].trigger()


async def conversation_lines(program: OpenNotebook) -> None:
    """What would be added, line by line."""
    sheet = program.conversation_page.sheet
    sheet.take_text(TALK)
    await until(sheet.shown.isVisible)


async def conversation_added(program: OpenNotebook) -> None:
    """What became of it."""
    sheet = program.conversation_page.sheet
    sheet.act_button.click()
    await until(lambda: sheet.banner.words)


async def manual(program: OpenNotebook) -> None:
    """A page of the manual."""
    program.window.show_help("dreams.md")


async def palette(program: OpenNotebook) -> None:
    """The command palette over a page."""
    program.window.show_page("memory")
    program.actions["palette"].trigger()
    await quiet(program)
    open_palette(program).input.setText(tr("Dreams")[:3])


def open_palette(program: OpenNotebook) -> Palette:
    """The palette that lies over the window."""
    return program.window.finder


async def history(program: OpenNotebook) -> None:
    """The versions of MEMORY.md."""
    program.history_page.show_file("MEMORY.md")


async def settings_dreams(program: OpenNotebook) -> None:
    """What can be chosen of dreams, and what a dream without a model can and cannot do."""
    program.window.show_page("settings")
    await quiet(program)
    program.window.page.show_section("dreams")


async def review_cards(program: OpenNotebook) -> None:
    """Cards, and MEMORY.md with a change of every kind in its place."""
    await at_change(program, 23)


async def review_document(program: OpenNotebook) -> None:
    """A line made shorter, one that is split, a question."""
    await at_change(program, 15)


async def review_doubts(program: OpenNotebook) -> None:
    """Changes that the notes say in part, or not at all, and a line worded anew."""
    await at_change(program, 8)
    program.dreams_page.review.list.edit_line()


async def review_end(program: OpenNotebook) -> None:
    """The end of it, with what was left in the days."""
    view = (await dreamt(program)).review.list
    view.keep_edit()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())


async def diary_applied(program: OpenNotebook) -> None:
    """An applied dream; the last scene of all, since it applies."""
    page = program.dreams_page
    if program.memory.dreams.proposals():
        page.review.footer.apply.click()
        await until(page.diary.isVisible)
        await quiet(program)
        program.window._toast.hide()
    program.window.show_page("dreams")
    await quiet(program)


async def dreamt(program: OpenNotebook) -> DreamsPage:
    """The review of a dream that has a change of every kind."""
    page = program.dreams_page
    if "20261121-030012" not in {one.id for one in program.memory.dreams.proposals()}:
        aside = proposals.asides(program.memory.root, proposals.SAMPLE_KINDS)
        counts = Counter(one.why for one in aside) + Counter(over=4, long=2)
        made = proposals.proposal(*proposals.EVERY, aside=aside, set_aside=counts)
        proposals.keep(program.memory, made)
    program.window.show_page("dreams")
    page.show_waiting()
    await until(lambda: page.review.isVisible() and page.review.list.place_of(23) is not None)
    await quiet(program)
    return page


async def at_change(program: OpenNotebook, number: int) -> None:
    """The review with this change near the top."""
    view = (await dreamt(program)).review.list
    view.keep_edit()
    view.go_to(view.place_of(number))
    await quiet(program)
    view.scrollTo(view.currentIndex(), view.ScrollHint.PositionAtTop)
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() - 60)


SCENES: tuple[Scene, ...] = (
    memory, days, conversation, conversation_lines,
    conversation_added, review, diary,
    search, settings, settings_dreams, history, manual, palette,
)  # fmt: skip
ANSWERS: tuple[Scene, ...] = (
    review_cards, review_document, review_doubts, review_end,
)  # fmt: skip


async def take(folder: Path) -> None:
    """All scenes, each in both themes and sizes."""
    with tempfile.TemporaryDirectory() as place:
        os.environ["HOME"] = place  # the pictures show ~/Memory, not a folder that is soon gone
        async with running(Path(place)) as program:
            program.window.resize(1280, 800)
            for mode in ("light", "dark"):
                theme().set_mode(mode)
                await save(program, folder / f"first-run-{mode}.png")
        async with running(Path(place), sample(Path(place))) as program:
            for scenes in (SCENES, ANSWERS, (diary_applied,)):
                for ending, (width, height, zoom) in SIZES.items():
                    program.window.resize(width, height)
                    theme().set_zoom(zoom)
                    for mode in ("light", "dark"):
                        theme().set_mode(mode)
                        await each(program, scenes, folder, f"{mode}{ending}")
            theme().set_zoom(1.0)


async def each(program: OpenNotebook, scenes: Sequence[Scene], folder: Path, ending: str) -> None:
    """These scenes as the window is now."""
    for scene in scenes:
        await quiet(program)
        await scene(program)
        await save(program, folder / f"{scene.__name__}-{ending}.png")
        if scene is palette:
            open_palette(program).hide()


async def save(program: OpenNotebook, path: Path) -> None:
    """What the window shows, once it has come to rest where it does."""
    await quiet(program)
    await asyncio.sleep(0.3)
    program.window.grab().save(str(path))
    print(path)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "shots")
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication(["nightstand"])
    app.setQuitOnLastWindowClosed(False)
    with collected_here(), qasync.QEventLoop(app) as loop:
        loop.run_until_complete(take(folder))


if __name__ == "__main__":
    main()
