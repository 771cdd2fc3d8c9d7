"""A model's dream, from the menu to the undone diary, through the real window and real sockets."""

from pathlib import Path
from typing import Any

from desktop_app.ui.dreams.dream_rows import RowKind
from tests.support.model_dream import EMBEDDER, INVENTED, MODEL, QWEN, REPORT, dreams, meet
from tests.support.ollama import OurOllama
from tests.support.program import click, quiet, running, sample
from tests.support.waiting import until


async def test_a_model_dreams_is_reviewed_applied_and_taken_back(
    qtbot: Any, tmp_path: Path
) -> None:
    with OurOllama(QWEN, EMBEDDER) as server:
        async with running(tmp_path, sample(tmp_path)) as program:
            memory = program.memory
            assert memory is not None
            meet(memory, server)
            core = memory.root / "MEMORY.md"
            before = core.read_bytes()
            page = program.dreams_page
            program.window.show_page("dreams")
            await quiet(program)
            page.list.menu.aboutToShow.emit()
            await until(lambda: page.engines.models)
            next(one for one in page.list.menu.engines if one.text().startswith(MODEL)).trigger()

            click(page.list.dream_button)
            await until(page.ask.isVisible)
            server.next("/api/chat", dreams(thinking="Let me see. ", pause=0.005))
            click(page.ask.yes)
            await until(page.review.isVisible)
            await quiet(program)
            assert core.read_bytes() == before, "a dream only proposes"
            cards = {card.change.new: card for card in page.review.cards.values()}
            assert not cards[REPORT].change.accepted, "what changes a line is for a person"
            assert not cards[INVENTED].change.accepted, "what nobody wrote waits"
            assert not any("Kelp-Anchor" in (new or "") for new in cards)

            click(cards[REPORT].accept_button)
            click(page.review.apply_button)
            await until(lambda: "applied" in program.window._toast.words)
            await quiet(program)
            after = core.read_text()
            assert f"- {REPORT}" in after
            assert INVENTED not in after
            row = page.list.row()
            assert row is not None
            assert row.kind == RowKind.WRITTEN
            assert "coffee" in row.title, "a diary of this week has told of the report already"
            assert f" · {MODEL} · " in row.thing.meta
            assert " tokens · " in row.thing.meta
            click(page.diary.undo_button)
            await until(lambda: core.read_bytes() == before)


async def test_nothing_of_the_notes_is_sent_before_one_has_agreed(
    qtbot: Any, tmp_path: Path
) -> None:
    with OurOllama(QWEN) as server:
        async with running(tmp_path, sample(tmp_path)) as program:
            assert program.memory is not None
            meet(program.memory, server)
            page = program.dreams_page
            program.window.show_page("dreams")
            page.engines.choose("ollama", MODEL)
            page.dream()
            await until(page.ask.isVisible)
            await quiet(program)
            assert all("harbour" not in str(request.body) for request in server.requests)
