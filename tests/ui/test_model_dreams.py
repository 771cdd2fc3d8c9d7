"""Dreams with a model in the window: chosen, asked for once, watched, stopped, failed, retried."""

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt

from desktop_app.dreams.runs import alone
from desktop_app.models.address import Address
from desktop_app.models.ollama import Ollama
from desktop_app.ui.dreams.dream_rows import RowKind
from desktop_app.ui.dreams_page import DreamsPage
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.model_dream import (
    EMBEDDER,
    INVENTED,
    MODEL,
    QWEN,
    THINKER,
    dreams,
    meet,
)
from tests.support.ollama import OurOllama, Script, Talk, lines, said, says, silent
from tests.support.program import click, press, quiet, running, sample
from tests.support.reviewing import call_all_fine
from tests.support.waiting import until

CHAT = "/api/chat"


@asynccontextmanager
async def asking(
    tmp_path: Path, *, agreed: bool = True, engine: str = "ollama"
) -> AsyncIterator[tuple[OpenNotebook, DreamsPage, OurOllama]]:
    """The dreams page of the sample, its dreams by a model of the scripted server."""
    with OurOllama(QWEN, THINKER, EMBEDDER) as server:
        async with running(tmp_path, sample(tmp_path)) as program:
            program.server.stop()  # the status bar would take scripts that are meant for dreams
            program.server.follow(program.memory)
            meet(program.memory, server)
            program.settings.set("dreams.engine", engine)
            program.settings.set("dreams.model", MODEL)
            program.settings.set("models.agreed", [MODEL] if agreed else [])
            call_all_fine(program)
            program.window.show_page("dreams")
            await quiet(program)
            yield program, program.dreams_page, server


def files(program: OpenNotebook) -> dict[str, bytes]:
    root = program.memory.root
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def away(program: OpenNotebook) -> None:
    """Ollama is not running any more."""
    program.memory.models.ollama = Ollama(Address("127.0.0.1", 9))


# -- asked once -----------------------------------------------------------------------------------


async def test_the_first_dream_with_a_model_is_asked_about_once(tmp_path: Path, qtbot: Any) -> None:
    async with asking(tmp_path, agreed=False) as (program, page, server):
        server.next(CHAT, *[dreams()] * 4)
        click(page.list.dream_button)
        offer = page.desk.offer
        await until(offer.isVisible)
        assert server.asked(CHAT) == []
        sent = [str(request.body) for request in server.requests]
        assert not any("harbour" in body for body in sent), "nothing of the notes"
        words = offer.words
        assert words.startswith(f"{MODEL} would read 4 days on this computer, in 2 calls, about ")
        assert "Nothing leaves it. You are asked once" in words
        assert offer.button.hasFocus()
        page.show_again()  # as when a file has changed meanwhile
        await quiet(program)
        assert offer.isVisible()
        press(offer.button, Qt.Key.Key_Space)
        await until(page.review.isVisible)
        assert program.settings.get("models.agreed") == [MODEL]
        asked = len(server.asked(CHAT))
        page.dream(force=True)
        await until(lambda: len(server.asked(CHAT)) > asked)
        assert not offer.isVisible()


async def test_the_first_dream_offers_a_capable_model_and_keeps_automatic(
    tmp_path: Path, qtbot: Any
) -> None:
    async with asking(tmp_path, agreed=False, engine="auto") as (program, page, server):
        program.settings.set("dreams.model", "")
        server.next(CHAT, dreams())
        click(page.list.dream_button)
        await until(page.desk.offer.isVisible)
        words = page.desk.offer.words
        assert words.startswith(f"{MODEL} would read") and "Where Ollama is away" in words
        assert server.asked(CHAT) == []
        click(page.desk.offer.button)
        await until(page.review.isVisible)
        get = program.settings.get
        assert (get("dreams.engine"), get("dreams.model")) == ("auto", MODEL)
        await quiet(program)
        away(program)
        page.dream(force=True)
        without = "Ollama is not running, so the dream ran without a model."
        await until(lambda: program.window.banner.words == without)


async def test_who_dismisses_the_question_dreams_nothing_and_is_asked_again(
    tmp_path: Path, qtbot: Any
) -> None:
    async with asking(tmp_path, agreed=False) as (program, page, server):
        page.dream()
        await until(page.desk.offer.isVisible)
        click(page.desk.offer.cross)
        await quiet(program)
        assert not page.desk.offer.isVisible()
        assert page.diary.isVisible()
        assert page.list.dream_button.isEnabled()
        assert server.asked(CHAT) == []
        page.dream()
        await until(page.desk.offer.isVisible)  # no answer was given

        # Who declines gets the built-in engine from then on.
        click(page.desk.offer.other)
        await until(page.review.isVisible)
        assert page.review.proposal.engine == "builtin"
        assert program.settings.get("dreams.engine") == "builtin"
        assert "Without a model" in page.list.dream_button.toolTip()
        assert server.asked(CHAT) == []


# -- under way ------------------------------------------------------------------------------------


async def test_a_slow_answer_is_followed_in_words_and_numbers(tmp_path: Path, qtbot: Any) -> None:
    async with asking(tmp_path) as (_program, page, server):
        go = Event()
        server.next(CHAT, dreams(per=8, go=go))
        page.dream()
        await until(lambda: "tokens" in page.dreaming.spent.text())
        assert page.dreaming.step.text() == f"Asking {MODEL} …"
        go.set()
        await until(page.review.isVisible)
        made = page.review.list.rows[0].text
        assert f" · {MODEL} · " in made
        held = [c for c in page.review.proposal.changes if c.new == INVENTED]
        assert held[0].verdict != "supported" and not held[0].accepted


def _words(number: int) -> str:
    """Something else each time: a model that repeats itself is stopped by us."""
    return f"{hashlib.sha256(str(number).encode()).hexdigest()[:12]} "


async def _thinks(talk: Talk) -> None:
    await talk.head()
    for n in range(2_000):
        await talk.line(said(thinking=_words(n)))
        await talk.pause(0.1)


async def _speaks(talk: Talk) -> None:
    await talk.head()
    await talk.line(said("[MEMORY]\n"))
    for n in range(2_000):
        await talk.line(said(_words(n)))
        await talk.pause(0.1)


PHASES: dict[str, tuple[tuple[Script, ...], int, str]] = {
    "before the first word": ((silent,), 1, ""),
    "thinking": ((_thinks,), 1, "tokens"),
    "in the middle of the answer": ((_speaks,), 1, "tokens"),
    "between two calls": ((says("no form"), silent), 2, ""),
}


@pytest.mark.parametrize("phase", PHASES)
async def test_a_dream_stops_in_every_phase_and_leaves_no_trace(
    tmp_path: Path, qtbot: Any, phase: str
) -> None:
    scripts, calls, shown = PHASES[phase]
    async with asking(tmp_path) as (program, page, server):
        before = files(program)
        server.next(CHAT, *scripts)
        page.dream()
        await until(lambda: len(server.asked(CHAT)) == calls)
        await until(lambda: shown in page.dreaming.spent.text())
        click(page.dreaming.cancel_button)
        assert not page.dreaming.cancel_button.isEnabled()
        await until(lambda: not page.work.running)
        await until(lambda: server.asked(CHAT)[-1].left.is_set())
        await quiet(program)
        assert "cancelled" in program.window._toast.words
        assert not page.dreaming.isVisible()
        assert page.list.dream_button.isEnabled()
        assert program.memory.dreams.proposals() == []
        assert all(row.kind not in (RowKind.FAILED, RowKind.NOTHING) for row in page.list.all())
        assert files(program) == before


# -- failed ---------------------------------------------------------------------------------------


async def failed(page: DreamsPage, server: OurOllama) -> None:
    """A dream whose model was deleted in the middle of its answer."""
    gone = {"error": f"model '{MODEL}' not found"}
    server.next(CHAT, lines(said("[MEMORY]\n- Some"), gone))
    page.dream()
    await until(page.desk.builtin.isVisible)


async def test_a_model_that_goes_in_mid_answer_is_told_where_one_retries(
    tmp_path: Path, qtbot: Any
) -> None:
    async with asking(tmp_path) as (program, page, server):
        before = files(program)
        await failed(page, server)
        told = page.blank._sentence.text()
        assert told.startswith(
            f"The dream failed. {MODEL} is not installed any more. "
            "Install it again, or choose another model."
        )
        assert told.endswith("Nothing was written.")
        assert page.list.row().kind == RowKind.FAILED
        assert not program.window.banner.isVisible(), "it is told where it happened"
        assert files(program) == before
        server.next(CHAT, dreams())
        assert page.blank.button.text() == "Retry"
        click(page.blank.button)
        await until(page.review.isVisible)
        assert (page.review.proposal.engine, page.review.proposal.model) == ("ollama", MODEL)


async def test_the_built_in_engine_can_take_over_and_the_choice_stays(
    tmp_path: Path, qtbot: Any
) -> None:
    async with asking(tmp_path) as (program, page, server):
        await failed(page, server)
        click(page.desk.builtin)
        await until(page.review.isVisible)
        assert page.review.proposal.engine == "builtin"
        assert program.settings.get("dreams.engine") == "ollama"


# -- a dream while it runs ------------------------------------------------------------------------


async def test_the_window_does_not_dream_while_a_command_does(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("dreams")
        page, memory = program.dreams_page, program.memory
        with alone(memory._notebook.own, "a command", memory.now()):
            click(page.list.dream_button)
            await until(lambda: "a command, since" in program.window.banner.words)
            await quiet(program)
            assert memory.dreams.proposals() == [] and page.list.dream_button.isEnabled()
        click(page.list.dream_button)
        await until(page.review.isVisible)

        # A toast leaves the counts of a review to be seen.
        program.window.show_page("dreams")
        page = program.dreams_page
        page.dream()
        await until(page.review.isVisible)
        await quiet(program)
        program.window.toast("The dream was cancelled. Nothing was written.")
        toast, footer = program.window._toast, page.review.footer
        assert toast.isVisible() and footer.isVisible()
        top = footer.mapTo(program.window, QPoint(0, footer.height())).y()
        assert toast.mapTo(program.window, QPoint()).y() >= top, "it covers nothing of the page"


async def test_the_question_goes_with_the_dream_and_a_second_close_is_an_answer(
    tmp_path: Path, qtbot: Any
) -> None:
    async with asking(tmp_path) as (program, page, server):
        banner = program.window.banner
        for again in (False, True):
            server.next(CHAT, silent)
            page.dream()
            await until(lambda: page.work.running and len(server.asked(CHAT)) > again)  # noqa: B023
            program.window.close()
            await until(lambda: "A dream is running" in banner.words)
            if not again:
                page.work.cancel()
                await until(lambda: not banner.isVisible())
        program.window.close()
        await until(program.window.isHidden)
