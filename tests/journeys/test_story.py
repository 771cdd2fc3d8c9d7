"""The product's story through the real window: first run, dream, review, apply, diary, undo."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from desktop_app.ui.dreams.dream_rows import RowKind
from tests.support.program import click, press, quiet, running, sample, write
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
        cards = {card.change.new: card for card in page.review.cards.values()}
        report = cards["The harbour survey report is due on 4 December; Jonas signs it off."]
        assert report.change.old[0].startswith("The harbour survey report is due on 27 November")
        assert not any("Kelp-Anchor" in (new or "") for new in cards), "a password stays in its day"
        assert not any("Delta Marine" in (new or "") for new in cards), "an order is not kept"
        key = next(card for new, card in cards.items() if new and "blue suitcase" in new)
        click(report.accept_button)
        click(key.reject_button)
        await quiet(program)
        assert key.reject_button.text() == "Rejected"
        accepted = [c for c in page.review.proposal.changes if c.accepted]
        assert page.review.apply_button.text() == f"Apply {len(accepted)} changes"
        click(page.review.apply_button)
        await until(lambda: "applied" in program.window._toast.words)
        await quiet(program)
        after = core.read_bytes()
        assert b"due on 4 December; Jonas signs it off." in after
        assert b"27 November" not in after
        assert b"blue suitcase" not in after
        for line in before.splitlines():  # all else stays byte for byte
            gone = any(line == b"- " + c.old[0].encode() for c in accepted if c.old)
            assert gone or line in after.splitlines()
        row = page.list.row()
        assert row is not None
        assert row.kind == RowKind.WRITTEN
        assert page.diary.isVisible()
        click(program.window._toast.button)
        await until(lambda: core.read_bytes() == before)
        await quiet(program)
        assert "Undone" in program.window._toast.words
        assert {path: path.read_bytes() for path in days} == days


async def test_the_keys_of_the_review_decide_and_apply(qtbot: Any, tmp_path: Path) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = program.dreams_page
        program.window.show_page("dreams")
        program.actions["dream"].trigger()
        await until(lambda: page.review.proposal is not None and page.review.isVisible())
        await quiet(program)
        scroll = page.review._scroll
        scroll.setFocus()
        first = page.review.current
        press(scroll, Qt.Key.Key_R)
        await quiet(program)
        press(scroll, Qt.Key.Key_J)
        assert page.review.current != first
        press(scroll, Qt.Key.Key_A)
        press(scroll, Qt.Key.Key_K)
        await quiet(program)
        assert page.review.current == first
        changes = {change.n: change for change in program.memory.dreams.proposal().changes}
        assert (changes[first].accepted, changes[first].decided) == (False, True)


async def test_a_changed_wording_is_what_is_applied(qtbot: Any, tmp_path: Path) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = program.dreams_page
        program.window.show_page("dreams")
        page.dream()
        await until(lambda: page.review.proposal is not None)
        await quiet(program)
        card = next(c for c in page.review.cards.values() if "charts" in (c.change.new or ""))
        card.edit()
        card._field.selectAll()
        write(card._field, "Charts on paper.")
        press(card._field, Qt.Key.Key_Return)
        await quiet(program)
        click(page.review.apply_button)
        core = program.memory.root / "MEMORY.md"
        await until(lambda: b"- Charts on paper." in core.read_bytes())
        assert b"Prefers printed charts" not in core.read_bytes()


async def test_a_source_opens_its_day_at_the_line(qtbot: Any, tmp_path: Path) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = program.dreams_page
        program.window.show_page("dreams")
        page.dream()
        await until(lambda: page.review.proposal is not None)
        await quiet(program)
        change = next(c for c in page.review.proposal.changes if c.kind == "updated")
        page.review.cards[change.n].open_source()
        await quiet(program)
        assert program.window.page is not None
        assert program.window.page.name == "days"
        source = change.sources[0]
        assert program.window._trail.here.path == source.path


async def test_a_second_dream_finds_nothing_and_says_so(qtbot: Any, tmp_path: Path) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = program.dreams_page
        program.window.show_page("dreams")
        page.dream()
        await until(lambda: page.review.proposal is not None)
        await quiet(program)
        click(page.review.discard_button)
        await until(lambda: page.review.proposal is None)
        await quiet(program)
        click(page.list.dream_button)
        await until(lambda: page.reading.nothing.isVisible())
        assert "not changed" in page.reading.nothing._sentence.text()
        await quiet(program)
        assert page.list.dream_button.isEnabled()


async def test_typing_is_saved_found_and_noted(qtbot: Any, tmp_path: Path) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("memory")
        await quiet(program)
        editor = program.window.page.editor
        editor.setFocus()
        editor.go_to_end()
        write(editor.engine, "\n- Wombats are welcome")
        core = program.memory.root / "MEMORY.md"
        await until(lambda: core.read_bytes().endswith(b"- Wombats are welcome"))
        await quiet(program)
        hits = program.memory.search.find("wombats").hits
        assert [hit.path for hit in hits] == ["MEMORY.md"]


async def test_a_dream_finished_elsewhere_calls_and_is_silent_once_one_comes(
    qtbot: Any, tmp_path: Path
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("memory")
        await quiet(program)
        program.actions["dream"].trigger()
        toast = program.window._toast
        await until(lambda: toast.isVisible() and "to review" in toast.words)
        program.window.show_page("dreams")
        await until(lambda: not toast.isVisible())
        await until(program.dreams_page.review.isVisible)
