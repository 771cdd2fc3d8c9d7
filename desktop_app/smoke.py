"""`nightstand --smoke`: the program tries itself out on the sample and says what failed."""

import asyncio
import logging
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app import languages
from desktop_app.dreams.proposal import ChangeKind, ProposalState
from desktop_app.settings import Places, Settings

if TYPE_CHECKING:
    from desktop_app.app import Program
    from desktop_app.dreams.proposal import Proposal
    from desktop_app.memory import Memory
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
    _choose_a_screen()
    with tempfile.TemporaryDirectory(
        prefix="nightstand-smoke-", ignore_cleanup_errors=True
    ) as folder:
        try:
            _try_out(Path(folder))
        except SmokeError as failed:
            return _say(str(failed))
        except Exception as error:
            traceback.print_exc()
            return _say(f"{type(error).__name__}: {error}")
    print("Nightstand works here.", flush=True)
    return 0


def _say(reason: str) -> int:
    print(f"The smoke test failed: {reason}", file=sys.stderr)
    return 1


def _choose_a_screen() -> None:
    """The platforms Qt is to try in turn; without a screen, or with a dead one, none is shown."""
    if not sys.platform.startswith("linux"):
        return
    screens = {"WAYLAND_DISPLAY": "wayland", "DISPLAY": "xcb"}
    present = [platform for name, platform in screens.items() if os.environ.get(name)]
    os.environ.setdefault("QT_QPA_PLATFORM", ";".join([*present, "offscreen"]))


def _try_out(folder: Path) -> None:
    from desktop_app.app import live

    places = Places(folder / "data", folder / "config")
    Settings(places.config / "settings.toml").set("dreams.engine", "builtin")
    mistakes = _Mistakes()
    logging.getLogger().addHandler(mistakes)
    try:
        live(places, lambda program: _life(program, folder / "Memory", mistakes.lines))
    finally:
        logging.getLogger().removeHandler(mistakes)
    if mistakes.lines:
        raise SmokeError("\n".join(mistakes.lines))


async def _life(program: "Program", root: Path, mistakes: list[str]) -> None:
    window = asyncio.ensure_future(program.run())
    story = asyncio.ensure_future(_Story(program.front, root, mistakes).tell())
    await asyncio.wait({window, story}, return_when=asyncio.FIRST_COMPLETED)
    try:
        if not story.done():
            story.cancel()
            raise SmokeError("the window was closed")
        story.result()
    finally:
        program.end()
        await asyncio.wait_for(window, PATIENCE)


class _Story:
    def __init__(self, opened: "OpenNotebook", root: Path, mistakes: list[str]) -> None:
        self._opened = opened
        self._root = root
        self._mistakes = mistakes

    async def tell(self) -> None:
        await self._open()
        for words, written in _FOUND[languages.chosen()]:
            await self._find(words, written)
        await self._dream_and_undo()

    async def _open(self) -> None:
        opened = self._opened
        opened.opening.open(self._root, sample=True)
        await self._until("the sample notebook opens", lambda: opened.memory is not None)
        if missing := _missing():
            raise SmokeError(f"this is missing: {', '.join(missing)}")
        for name in ("days", "dreams", "search", "settings", "memory"):
            opened.window.show_page(name)
            await self._until(f"the page {name} is painted", lambda: _painted(opened))
        print("The window is open.", flush=True)

    async def _find(self, words: str, written: str) -> None:
        self._opened.window.show_page("search")
        pane = self._opened.search_page.pane
        pane.ask(words)

        def found() -> list[str]:
            return [row.snippet.casefold() for row in pane.rows.rows.things]

        await self._until(f"{words} is found", lambda: any(written in one for one in found()))
        print(f"{words}: found in {len(found())} files.", flush=True)

    async def _dream_and_undo(self) -> None:
        opened, core = self._opened, self._root / "MEMORY.md"
        review = opened.dreams_page.review
        before = core.read_bytes()
        opened.window.show_page("dreams")
        opened.actions["dream"].trigger()
        await self._until("the dream proposes", lambda: review.proposal is not None)
        proposal = review.proposal
        assert proposal is not None  # waited for
        print(f"A dream without a model proposes {len(proposal.changes)} changes.", flush=True)
        if not any(change.kind == ChangeKind.ADDED for change in proposal.changes):
            raise SmokeError("the dream adds nothing to MEMORY.md of the sample")
        accept = opened.actions["review.accept.all"]
        await self._until("all changes can be accepted", accept.isEnabled)
        accept.trigger()
        await self._until("the proposal can be applied", review.footer.apply.isEnabled)
        review.footer.apply.click()
        await self._until(
            "the dream is applied",
            lambda: _stands(opened, proposal).state == ProposalState.APPLIED,
        )
        if core.read_bytes() == before:
            raise SmokeError("an applied dream changed nothing")
        opened.dreams_page.work.undo(proposal.id)
        await self._until("the dream is undone", lambda: _stands(opened, proposal).undone)
        if core.read_bytes() != before:
            raise SmokeError("an undone dream left something behind")
        print("Applied, and undone to the byte.", flush=True)

    async def _until(self, goal: str, happened: Callable[[], object]) -> None:
        """Return once `happened()` is true; raises SmokeError in vain, or after a mistake."""
        clock = asyncio.get_running_loop()
        end = clock.time() + PATIENCE
        while not happened():
            if self._mistakes:
                raise SmokeError("\n".join(self._mistakes))
            if clock.time() > end:
                raise SmokeError(f"waited {PATIENCE:.0f} s in vain until {goal}")
            await asyncio.sleep(0.01)


def _missing() -> list[str]:
    from PySide6.QtGui import QFontDatabase, QImageReader

    from desktop_app.ui.look.theme import theme

    family = theme().font("ui").families()[0]
    formats = {bytes(name.data()) for name in QImageReader.supportedImageFormats()}
    wanted = {f"the font {family}": QFontDatabase.hasFamily(family), "SVG": b"svg" in formats}
    return [name for name, present in wanted.items() if not present]


def _painted(opened: "OpenNotebook") -> bool:
    picture = opened.window.grab().toImage()
    colours = {
        picture.pixel(x, y)
        for y in range(0, picture.height(), 7)
        for x in range(0, picture.width(), 7)
    }
    return len(colours) > 20


def _stands(opened: "OpenNotebook", proposal: "Proposal") -> "Proposal":
    memory: Memory | None = opened.memory
    return memory.dreams.proposal(proposal.id) if memory else proposal


class _Mistakes(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(logging.Formatter().format(record))
