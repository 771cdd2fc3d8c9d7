"""Two engines side by side in the window: chosen, compared, taken from by keys, applied, undone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop_app.dreams.whatif.pairing import PairKind
from desktop_app.ui.dreams.whatif.pair_card import PairCard
from desktop_app.ui.dreams_page import DreamsPage
from desktop_app.ui.look.theme import theme
from tests.support.model_dream import MODEL, dreams
from tests.support.ollama import lines, said
from tests.support.program import click, press, quiet
from tests.support.waiting import until
from tests.ui.test_model_dreams import CHAT, asking, files

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


def current(page: DreamsPage) -> PairCard:
    card: PairCard = page.what_if.pairs.cards[page.what_if.pairs.current]
    return card


def keys(page: DreamsPage, *typed: Qt.Key, modifier: Any = NONE) -> None:
    for key in typed:
        press(page.what_if.pairs._scroll, key, modifier)


def out_of_sight(card: QWidget, within: QWidget) -> Iterator[str]:
    """The parts of a card that stick out of the page at the right."""
    for part in card.findChildren(QWidget):
        right = part.mapTo(within, part.rect().bottomRight()).x()
        if part.isVisible() and right > within.width():
            yield f"{part} ends at {right}"


async def test_two_engines_are_compared_and_taken_from_by_keys_and_the_review_applies_it(
    tmp_path: Path, qtbot: Any
) -> None:
    async with asking(tmp_path) as (program, page, server):
        program.window.resize(900, 640)
        theme().set_mode("dark")
        before = files(program)
        days = program.memory._store.last_window()
        program.actions["dream.whatif"].trigger()
        view = page.what_if
        await until(lambda: page.engines.models and not page.engines.looking)
        assert view.choice.left.hasFocus()
        assert (view.choice.left.currentData(), view.choice.right.currentData()) == (
            "builtin", MODEL,
        )  # fmt: skip
        press(view.choice.right, Qt.Key.Key_Up)
        assert not view.choice.button.isEnabled(), "the same engine twice"
        assert "two different" in view.choice._state.text()
        page.engines.changed.emit()  # as when models are found after the page was made
        assert view.choice.right.currentData() == MODEL

        server.next(CHAT, lines(said("[MEM"), {"error": f"model '{MODEL}' not found"}))
        press(view.choice.button, Qt.Key.Key_Return)
        assert not page.list.dream_button.isEnabled()
        await until(view.pairs.isVisible)
        kinds = {pair.kind for pair in view.pairs.whatif.pairs}
        assert kinds == {PairKind.LEFT}, "one failing leaves the other"
        assert MODEL in view.pairs.totals.accessibleDescription()
        assert "Failed" in view.pairs.totals.accessibleDescription()
        press(view, Qt.Key.Key_Escape)

        server.next(CHAT, dreams())
        press(view.choice.button, Qt.Key.Key_Return)
        await until(view.pairs.isVisible)
        await quiet(program)
        assert files(program) == before
        assert program.memory._store.last_window() == days
        assert program.memory.dreams.proposals() == []
        pairs = view.pairs.whatif.pairs
        assert {pair.kind for pair in pairs} == {"equal", "similar", "left"}
        while current(page).pair.kind != PairKind.SIMILAR:
            keys(page, Qt.Key.Key_J)
        assert not list(out_of_sight(current(page), view.pairs._scroll.viewport()))
        keys(page, Qt.Key.Key_L)
        assert "Built-in engine taken" in current(page).accessibleName()
        keys(page, Qt.Key.Key_R)
        assert {str(pick)[0] for pick in view.pairs.picks} == {"R"}, "the left one is left"
        assert f"{MODEL} taken" in current(page).accessibleName()
        keys(page, Qt.Key.Key_R)
        assert not view.pairs.picks
        keys(page, Qt.Key.Key_L, modifier=SHIFT)
        assert {str(pick)[0] for pick in view.pairs.picks} == {"L"}
        keys(page, Qt.Key.Key_B)
        theme().set_mode("light")
        keys(page, Qt.Key.Key_R)
        both = len(view.pairs.picks)
        keys(page, Qt.Key.Key_Return, modifier=CONTROL)
        await until(page.review.isVisible)
        await quiet(program)
        proposal = page.review.proposal
        assert (len(proposal.changes), proposal.engine) == (both, "what-if")
        assert {change.by for change in proposal.changes} == {
            "builtin", MODEL, f"builtin + {MODEL}",
        }  # fmt: skip
        invented = next(c for c in proposal.changes if "motorboat" in (c.new or ""))
        assert (invented.by, invented.accepted, invented.verdict) == (MODEL, False, "unsupported")
        assert page.review.made.text().startswith(f"Built-in engine + {MODEL}")
        page.review.apply_button.click()
        await until(lambda: page.reading.isVisible() and not page.review.isVisible())
        await quiet(program)
        entry = program.memory.dreams.diaries()[0]
        assert f"what-if: built-in engine + {MODEL}" in entry.meta
        assert {change.by for change in entry.changes} == {
            "built-in engine", f"built-in engine + {MODEL}",
        }  # fmt: skip
        page.work.undo(None)
        await quiet(program)
        root = program.memory.root
        assert (root / "MEMORY.md").read_bytes() == before[str(root / "MEMORY.md")]


async def test_an_edited_line_can_not_be_taken_a_cancel_leaves_nothing_and_no_notes_are_said(
    tmp_path: Path, qtbot: Any
) -> None:
    async with asking(tmp_path) as (program, page, server):
        view = page.what_if
        page.come_what_if()
        await until(lambda: page.engines.models and not page.engines.looking)
        server.next(CHAT, dreams())
        click(view.choice.button)
        await until(view.pairs.isVisible)
        assert current(page).pair.kind == PairKind.EQUAL
        keys(page, Qt.Key.Key_L)
        memory = program.memory.root / "MEMORY.md"
        old = current(page).pair.left.old[0]
        memory.write_text(memory.read_text().replace(old, f"{old} Or so."))
        await until(lambda: not view.pairs.picks)
        assert not current(page).buttons["left"].isEnabled()
        click(view.again_button)
        await until(view.choice.isVisible)
        click(view.choice.button)
        click(page.list.dreaming.cancel_button)
        await until(lambda: view.choice.button.isEnabled())
        assert view.choice.isVisible()
        for day in memory.parent.glob("memory/2*.md"):
            day.unlink()
        await quiet(program)
        click(view.choice.button)
        await until(lambda: program.window.banner.words)
        assert "None of these days has any notes." in program.window.banner.words
        assert view.choice.left.hasFocus(), "the keyboard stays"
