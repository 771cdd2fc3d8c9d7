"""A model's dream, from the menu to the undone diary, through the real window and real sockets."""

from pathlib import Path
from typing import Any

from desktop_app.ui.dreams.dream_rows import RowKind
from desktop_app.ui.review.change_words import State
from tests.support.model_dream import EMBEDDER, INVENTED, MODEL, QWEN, REPORT, dreams, meet
from tests.support.ollama import OurOllama
from tests.support.program import click, quiet, running, sample
from tests.support.reviewing import number_of, row, say
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
            program.settings.set("dreams.engine", "ollama")
            program.settings.set("dreams.model", MODEL)

            click(page.list.dream_button)
            await until(page.desk.offer.isVisible)
            server.next("/api/chat", dreams())
            click(page.desk.offer.button)
            await until(page.review.isVisible)
            await quiet(program)
            assert core.read_bytes() == before, "a dream only proposes"
            report, invented = number_of(program, REPORT), number_of(program, INVENTED)
            assert not row(program, invented).change.accepted, "what nobody wrote waits"
            news = [one.new or "" for one in page.review.proposal.changes]
            assert not any("Kelp-Anchor" in new for new in news)

            say(program, report, State.ACCEPTED)
            await quiet(program)
            click(page.review.footer.apply)
            await until(lambda: "applied" in program.window._toast.words)
            await quiet(program)
            after = core.read_text()
            assert f"- {REPORT}" in after
            assert INVENTED not in after
            written = page.list.row()
            assert written.kind == RowKind.WRITTEN
            assert f" · {MODEL} · " in written.thing.meta
            assert " tokens · " in written.thing.meta
            click(page.diary.undo_button)
            await until(lambda: core.read_bytes() == before)
