"""The dreams page: what waits, what was dreamt, what found nothing, and the way back."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QTextBrowser, QWidget

from desktop_app import dates
from desktop_app.dreams.decisions import needs_of
from desktop_app.dreams.runs import DreamRun
from desktop_app.ui.dreams import diary_view
from desktop_app.ui.dreams.dream_rows import RowKind
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.open_notebook import OpenNotebook
from desktop_app.ui.parts.rows import DETAIL, TITLE
from desktop_app.ui.review.change_words import changes
from tests.support import proposals
from tests.support.browsing import follow
from tests.support.program import (
    click,
    press,
    press_toast,
    quiet,
    running,
    sample,
)
from tests.support.reviewing import call_all_fine, reviewing
from tests.support.waiting import until


def said(part: QWidget) -> str:
    if isinstance(part, QTextBrowser):
        return part.toPlainText().replace("\u00a0", " ")
    return "\n".join(label.text() for label in part.findChildren(QLabel) if label.isVisible())


def empty_notebook(tmp_path: Path) -> Path:
    root = tmp_path / "Empty"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n")
    return root


async def opened(program: OpenNotebook) -> Any:
    """The dreams page in front."""
    program.window.show_page("dreams")
    await quiet(program)
    return program.dreams_page


def add_runs(program: OpenNotebook) -> None:
    now = proposals.proposal().made
    store = program.memory._store
    store.add_run(
        DreamRun("r1", now - timedelta(days=1), "nothing", "No day has any notes.", "b", 0)
    )
    store.add_run(DreamRun("r2", now, "failed", "The disk is full. Free some space.", "b", 0))


def test_no_paragraph_of_a_diary_is_cut_however_long_it_is(qapp: Any, qtbot: Any) -> None:
    Theme(qapp, "light")
    words = [f"word{n}" for n in range(20_000)]
    document = QTextDocument()
    document.setHtml("".join(diary_view.plain_prose([" ".join(words), "x" * 30_000])))
    shown = document.toPlainText()
    assert shown.split()[: len(words)] == words and shown.count("x") == 30_000
    assert max(map(len, shown.split("\n"))) <= 8_000, "each is laid out in a moment"


async def test_what_waits_stands_first_and_every_ending_is_told(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        add_runs(program)
        proposals.keep(program.memory, proposals.proposal())
        call_all_fine(program)
        page = await opened(program)
        rows = page.list.all()
        assert rows[0].kind == RowKind.WAITING
        assert {row.kind for row in rows[1:]} == {
            RowKind.WRITTEN,
            RowKind.NOTHING,
            RowKind.FAILED,
        }
        assert [row.at for row in rows[1:]] == sorted((r.at for r in rows[1:]), reverse=True)
        model = page.list.rows.model()
        told = {
            model.index(n, 0).data(TITLE): model.index(n, 0).data(DETAIL) for n in range(len(rows))
        }
        assert told["To decide"].startswith("3 need your decision · The report moved")
        assert told["Nothing proposed"] == "No day has any notes."
        assert told["The dream failed"].startswith("The disk is full.")


async def test_a_dream_opens_its_review_by_itself(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        call_all_fine(program)
        page = await opened(program)

        # Dreams that are switched off say so.
        program.settings.set("dreams.enabled", False)
        click(page.list.dream_button)
        await until(lambda: "switched off in Settings" in program.window.banner.words)
        assert not page.work.running and page.list.dream_button.isEnabled()
        program.settings.set("dreams.enabled", True)

        # One that ends opens its review.
        told = []
        page.list.waiting.connect(told.append)
        click(page.list.dream_button)
        assert not page.list.dream_button.isEnabled()
        assert page.dreaming.isVisible()
        await until(page.review.isVisible)
        await quiet(program)
        assert page.list.dream_button.isEnabled()
        assert not page.dreaming.isVisible()
        assert told[-1] == needs_of([page.review.proposal])
        assert page.list.isVisible()
        assert page.list.row().kind == RowKind.WAITING


async def test_a_dream_that_ends_elsewhere_calls_one_back(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = await opened(program)
        program.window.show_page("memory")
        program.actions["dream"].trigger()
        await until(lambda: "Dream finished" in program.window._toast.words)
        [proposal] = program.memory.dreams.proposals()
        words = f"Dream finished: {changes(len(proposal.changes))} proposed"
        assert program.window._toast.words == words, "what else waits is counted below"
        assert program.window.page.name == "memory"
        await press_toast(program)
        await until(page.review.isVisible)


async def test_days_to_read_are_chosen_and_what_was_dreamt_is_read(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = await opened(program)
        menu = page.list.menu
        chosen = [a.text() for a in menu.actions() if a.isChecked()]
        assert chosen[0] == "Every day since the last dream"
        next(action for action in menu.actions() if action.text() == "The last 14 days").trigger()
        assert program.settings.get("dreams.days") == 14
        assert "Reads: The last 14 days" in page.list.dream_button.toolTip()

        # A diary tells its prose first, and its lines when asked.
        row = next(r for r in page.list.all() if r.title == "The tide gauge was telling the truth")
        page.list.choose(row)
        diary = page.diary
        assert "disagree with the lead line" in said(diary)
        assert "\n4 changes\n" in said(diary)
        new = [change.new for change in row.thing.changes]
        assert all(said(diary).count(f"\n+\n{one}\n") == 1 for one in new)
        source = row.thing.changes[0].sources[0]
        day = program.memory.root / source.path
        day.write_text("\n" * 50 + day.read_text())  # by another program
        await until(lambda: f"line {source.line + 50}" in said(diary))
        with qtbot.waitSignal(page.opened) as way:
            follow(diary, dates.short(date.fromisoformat(source.path[7:17]), date.today()))
        assert way.args == [source.path, source.line + 50]

        # A line of a diary opens the run it belongs to.
        last = page.list.all()[-1].thing
        program.window.open(last.path, last.line + 3)
        await until(lambda: page.list.row().thing == last)
        assert page.header.subtitle.text() == last.path


async def applied(program: OpenNotebook) -> Any:
    """A proposal, applied by its button."""
    proposals.keep(program.memory, proposals.proposal())
    page = await opened(program)
    await until(page.review.isVisible)
    click(page.review.footer.apply)
    await until(lambda: "3 changes applied" in program.window._toast.words)
    await quiet(program)
    return page


async def test_after_apply_the_diary_is_open_and_can_be_undone(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        before = (program.memory.root / "MEMORY.md").read_bytes()
        page = await applied(program)
        assert page.list.row().kind == RowKind.WRITTEN
        assert "due on 4 December" in page.list.row().title
        assert page.list.all()[0].kind == RowKind.WAITING, "what is undecided waits on"
        assert page.list.rows.hasFocus(), "the keyboard stays on the page"
        await until(page.desk.offer.isVisible)
        assert "each night at 03:00" in page.desk.offer.words
        click(page.desk.offer.button)
        assert program.window.page is program.settings_page and not page.desk.offer.words
        program.window.show_page("dreams")
        program.window._toast.hide()
        click(page.diary.undo_button)
        await until(lambda: "undone" in program.window._toast.words)
        await quiet(program)
        assert (program.memory.root / "MEMORY.md").read_bytes() == before
        assert "what you changed later stays" in program.window._toast.words
        assert "as it was before" not in program.window._toast.words
        told = said(page.diary)
        assert "Undone on" in told and "This dream was undone." in told
        assert "changes undone: 3" in told and "applied" not in told
        assert page.list.rows.currentIndex().data(DETAIL).startswith("Undone on")
        assert "Memory now says" not in page.list.rows.currentIndex().data(DETAIL)
        assert page.list.row().undoable == ""
        page.show_notebook(program.memory)
        assert said(page.diary) == "", "no page of a notebook before is left"


async def test_ctrl_z_undoes_the_dream_while_its_toast_is_up(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        before = (program.memory.root / "MEMORY.md").read_bytes()
        page = await applied(program)
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        for _ in range(2):  # the second press must not reach for an earlier dream
            press(page.list.rows, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            assert not program.actions["undo"].isEnabled()
        await until(lambda: "undone" in program.window._toast.words)
        await quiet(program)
        assert (program.memory.root / "MEMORY.md").read_bytes() == before


async def test_ctrl_z_takes_back_what_was_typed_in_an_editor_before_the_dream(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = await applied(program)
        core = program.memory.root / "MEMORY.md"
        after = core.read_bytes()
        program.window.show_page("memory")
        await quiet(program)
        editor = program.window.page.editor
        editor.setFocus()
        press(editor, Qt.Key.Key_X)
        assert program.actions["undo"].isEnabled()
        press(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        program.window.page.file.flush()
        await quiet(program)
        assert core.read_bytes() == after

        # Undo of the dream says what was edited since.
        core.write_bytes(core.read_bytes().replace(b"4 December", b"5 December"))
        page.undo()
        await until(lambda: "One place was edited since" in program.window._toast.words)
        assert b"5 December" in core.read_bytes()


async def test_a_discarded_dream_comes_back_by_undo(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        page = program.dreams_page
        button = program.window.rail.buttons["dreams"]
        await until(lambda: button.waiting == 3)
        click(page.review.footer.discard)
        await quiet(program)
        assert all(row.kind != RowKind.WAITING for row in page.list.all())
        assert not page.review.isVisible()
        await press_toast(program)
        await until(page.review.isVisible)
        assert program.memory.dreams.proposal().state == "pending"
        click(page.review.footer.discard)
        page.work.settle()
        await until(lambda: program.memory.dreams.proposals("discarded"))
        await quiet(program)
        assert page.list.all()[0].title == "A discarded dream"
        await until(lambda: button.waiting == 0)


def old_notebook(tmp_path: Path) -> Path:
    """Notes of a year that is long past."""
    root = empty_notebook(tmp_path)
    for day in ("2024-03-14", "2024-03-01"):
        (root / f"memory/{day}.md").write_text("- Rule: the harbour report is due on 4 December.\n")
    return root


async def test_a_dream_of_empty_days_offers_the_newest_notes(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, old_notebook(tmp_path)) as program:
        page = await opened(program)
        page.dream()
        await until(lambda: "14 March 2024, 2 days in all" in said(page.blank))
        await quiet(program)
        button = page.blank.button
        assert button.text() == "Dream up to 14 March 2024"
        assert page.list.rows.currentIndex().data(TITLE) == "No notes to read"
        click(button)
        await until(lambda: bool(program.memory.dreams.proposals()))
        assert [str(day) for day in program.memory.dreams.proposals()[0].days_read] == [
            "2024-03-14", "2024-03-01",
        ]  # fmt: skip


async def test_a_dream_takes_over_what_waits_from_the_one_before(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        proposals.keep(program.memory, proposals.proposal())
        page = await opened(program)
        await until(lambda: page.review.proposal is not None)
        shown = page.review.proposal
        waits = {one.new for one in shown.changes if not (one.accepted or one.decided)}
        program.actions["dream"].trigger()
        await until(
            lambda: page.review.proposal is not None and page.review.proposal.id != shown.id
        )
        assert program.memory.dreams.proposal(shown.id).state == "superseded"
        assert waits & {one.new for one in page.review.proposal.changes}


async def test_a_dream_that_finds_nothing_new_leads_to_what_waits(
    tmp_path: Path, qtbot: Any
) -> None:
    root = empty_notebook(tmp_path)
    (root / f"memory/{date.today()}.md").write_text("- Remember that the key hangs by the door.\n")
    async with running(tmp_path, root) as program:
        await program.memory.dreams.dream()
        page = await opened(program)
        await until(page.review.isVisible)
        page.dream()
        await until(lambda: "waits for you" in program.window._toast.words)
        await quiet(program)
        assert program.window._toast.button.text() == "To decide"
        assert page.review.isVisible() and page.review.proposal is not None


async def test_who_comes_back_sees_what_was_dreamt_meanwhile(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = await opened(program)
        page.list.choose(page.list.all()[-1])
        program.window.show_page("memory")
        waiting = (await program.memory.dreams.dream()).proposal  # as the system's timer does
        program.background.look()
        await quiet(program)
        await opened(program)
        await until(lambda: page.review.isVisible() and page.list.row().id == waiting.id)
