"""`nightstand --smoke`: the program tries itself out on the sample and says what failed."""

import asyncio
import logging
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app import languages
from desktop_app.dreams.proposal import ChangeKind, ProposalState
from desktop_app.settings import Places, Settings

if TYPE_CHECKING:
    from desktop_app.app import Program
    from desktop_app.ui.open_notebook import OpenNotebook

PATIENCE = 30.0  # seconds for one step, on a slow and busy machine

_FOUND = {  # in the sample of each language; Chinese is written in other characters than asked for
    "en": (("harbour", "harbour"), ("书店", "書店")),
    "zh_TW": (("survey", "survey"), ("书店", "書店")),
    "zh_CN": (("survey", "survey"), ("書店", "书店")),
}


class SmokeError(Exception):
    """What was tried and did not happen."""


def run_smoke() -> int:
    """Try everything out, telling each step; returns 0, or 1 after saying what failed."""
    if sys.platform.startswith("linux"):  # without a screen, or with a dead one, none is shown
        screens = {"WAYLAND_DISPLAY": "wayland", "DISPLAY": "xcb"}
        present = [platform for name, platform in screens.items() if os.environ.get(name)]
        os.environ.setdefault("QT_QPA_PLATFORM", ";".join([*present, "offscreen"]))
    with tempfile.TemporaryDirectory(
        prefix="nightstand-smoke-", ignore_cleanup_errors=True
    ) as folder:
        try:
            _try_out(Path(folder))
        except Exception as error:
            if not isinstance(error, SmokeError):
                traceback.print_exc()
            print(f"The smoke test failed: {type(error).__name__}: {error}", file=sys.stderr)
            return 1
    print("Nightstand works here.", flush=True)
    return 0


def _try_out(folder: Path) -> None:
    from desktop_app.app import live

    places = Places(folder / "data", folder / "config")
    Settings(places.config / "settings.toml").set("dreams.engine", "builtin")
    mistakes = _Mistakes()
    logging.getLogger().addHandler(mistakes)
    try:
        live(places, lambda program: _life(program, folder / "Memory", mistakes))
    finally:
        logging.getLogger().removeHandler(mistakes)
    mistakes.must_be_none()


async def _life(program: "Program", root: Path, mistakes: "_Mistakes") -> None:
    window = asyncio.ensure_future(program.run())
    story = asyncio.ensure_future(_story(program.front, root, mistakes))
    await asyncio.wait({window, story}, return_when=asyncio.FIRST_COMPLETED)
    try:
        if not story.done():
            story.cancel()
            raise SmokeError("the window was closed")
        story.result()
    finally:
        program.end()
        await asyncio.wait_for(window, PATIENCE)


async def _story(opened: "OpenNotebook", root: Path, mistakes: "_Mistakes") -> None:
    """The sample is opened, painted and searched; a dream over it is applied and undone."""

    async def until(goal: str, happened: Callable[[], object]) -> None:
        clock = asyncio.get_running_loop()
        end = clock.time() + PATIENCE
        while not happened():
            mistakes.must_be_none()
            if clock.time() > end:
                raise SmokeError(f"waited {PATIENCE:.0f} s in vain until {goal}")
            await asyncio.sleep(0.01)

    opened.opening.open(root, sample=True)
    await until("the sample notebook opens", lambda: opened.memory is not None)
    memory = opened.memory
    assert memory is not None  # waited for
    _need_resources()
    for name in ("days", "dreams", "settings", "memory", "search"):
        opened.window.show_page(name)
        await until(f"the page {name} is painted", lambda: _painted(opened))
    print("The window is open.", flush=True)

    pane = opened.search_page.pane

    def found(words: str) -> bool:
        return any(words in row.snippet.casefold() for row in pane.rows.rows.things)

    for words, written in _FOUND[languages.chosen()]:
        pane.ask(words)
        await until(f"{words} is found", partial(found, written))
        print(f"{words}: found.", flush=True)

    core, review = root / "MEMORY.md", opened.dreams_page.review
    before = core.read_bytes()
    opened.window.show_page("dreams")
    opened.actions["dream"].trigger()
    await until("the dream proposes", lambda: review.proposal is not None)
    proposal = review.proposal
    assert proposal is not None  # waited for
    print(f"A dream without a model proposes {len(proposal.changes)} changes.", flush=True)
    if not any(change.kind == ChangeKind.ADDED for change in proposal.changes):
        raise SmokeError("the dream adds nothing to MEMORY.md of the sample")
    accept = opened.actions["review.accept.all"]
    await until("all changes can be accepted", accept.isEnabled)
    accept.trigger()
    await until("the proposal can be applied", review.footer.apply.isEnabled)
    review.footer.apply.click()
    kept, id_ = memory.dreams.proposal, proposal.id
    await until("the dream is applied", lambda: kept(id_).state == ProposalState.APPLIED)
    if core.read_bytes() == before:
        raise SmokeError("an applied dream changed nothing")
    opened.dreams_page.undo(id_)
    await until("the dream is undone", lambda: kept(id_).undone)
    if core.read_bytes() != before:
        raise SmokeError("an undone dream left something behind")
    print("Applied, and undone to the byte.", flush=True)


def _need_resources() -> None:
    from PySide6.QtGui import QFontDatabase, QImageReader

    from desktop_app.ui.look.theme import theme

    family = theme().font("ui").families()[0]
    formats = {bytes(name.data()) for name in QImageReader.supportedImageFormats()}
    wanted = {f"the font {family}": QFontDatabase.hasFamily(family), "SVG": b"svg" in formats}
    if missing := [name for name, present in wanted.items() if not present]:
        raise SmokeError(f"this is missing: {', '.join(missing)}")


def _painted(opened: "OpenNotebook") -> bool:
    picture = opened.window.grab().toImage()
    points = range(0, picture.width(), 7), range(0, picture.height(), 7)
    return len({picture.pixel(x, y) for x in points[0] for y in points[1]}) > 20


class _Mistakes(logging.Handler):
    """What was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(logging.Formatter().format(record))

    def must_be_none(self) -> None:
        if self.lines:
            raise SmokeError("\n".join(self.lines))
