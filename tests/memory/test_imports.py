"""Imports: looked at, written into the right days as one, and taken back as one."""

import asyncio
import errno
import os
from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Changed, Memory, imports
from desktop_app.memory.imports import Imported
from desktop_app.notebook import write_journal as journals
from desktop_app.notebook.history import Cause
from desktop_app.notebook.storage import writing
from desktop_app.notebook.write_journal import Write
from desktop_app.sessions.imports import books
from desktop_app.sessions.imports.entry import ImportKind, ImportPreview
from tests.sessions.imports.given import (
    SECOND,
    chatgpt,
    claude,
    folder,
    noted,
    packed,
    written,
)
from tests.support.dreaming import DAY, NOON, StillClock, a_notebook, opened, places

OLD = "memory/2026-11-20.md"


def look(memory: Memory, path: Path) -> ImportPreview:
    return asyncio.run(memory.imports.look(str(path)))


def bring(memory: Memory, path: Path, *kinds: ImportKind) -> Imported:
    preview = look(memory, path)
    return asyncio.run(memory.imports.write(preview, kinds or preview.kinds))


def text(memory: Memory, day: str) -> str:
    return (memory.root / "memory" / f"{day}.md").read_text(encoding="utf-8")


def state(memory: Memory) -> dict[str, bytes]:
    """Every file of the notebook with its bytes; not the one that names its history."""
    every = memory.root.rglob("*")
    found = (path for path in every if path.is_file() and path.name != ".nightstand.toml")
    return {str(path.relative_to(memory.root)): path.read_bytes() for path in found}


def notes(tmp_path: Path) -> Path:
    return folder(
        tmp_path / "notes",
        **{
            "2024-01-05": "# 2024-01-05\n\n- Tea with Ines.\n",
            "2024-01-05 1430 Call": "The lease ends in June.",
            "2024-02-10 Boats": "Two boats.",
            "2026-11-20": "Lunch at the harbour.",
            "Undated": "x",
        },
    )


# -- writing ---------------------------------------------------------------------------------


def test_notes_go_into_their_days_in_order_and_as_they_are(memory: Memory, tmp_path: Path) -> None:
    heard: list[Changed] = []
    memory.index.refresh()
    memory.listen(heard.append)
    done = bring(memory, notes(tmp_path))
    assert (done.entries, len(done.days), done.known) == (4, 3, 0)
    assert text(memory, "2024-01-05") == (
        "# Daily Memory: 2024-01-05\n\n## Notes\n\n- Tea with Ines.\n\n"
        "## Call (14:30)\n\nThe lease ends in June.\n"
    )
    assert text(memory, "2026-11-20") == DAY + "\n## Notes\n\nLunch at the harbour.\n"
    assert [(one.own, set(one.paths)) for one in heard] == [(True, set(done.paths))]
    causes = {version.cause for version in memory.history.versions("memory/2024-02-10.md")}
    assert causes == {Cause.IMPORT}
    assert memory.search.find("harbour lunch").hits[0].path == OLD


def test_of_conversations_only_what_matters_comes_and_into_its_own_days(
    memory: Memory, tmp_path: Path
) -> None:
    small = chatgpt("s", "Hello", ("user", "Hi!", SECOND), ("assistant", "Hello!", SECOND))
    secret = ("user", "The password of the router is heron-4711-Quay.", SECOND + 86_400)
    trip = ("user", "We decided to sell the small boat in spring.", SECOND)
    many = [chatgpt("t", "Trip", trip, secret), small, claude()]
    done = bring(memory, packed(tmp_path / "x.zip", conversations_json=many))
    assert (done.entries, done.nothing, done.held_back) == (2, 2, 1)
    assert text(memory, "2025-11-22") == (
        "# Daily Memory: 2025-11-22\n\n## ChatGPT: Trip (12:30)\n\n"
        "- User: We decided to sell the small boat in spring.\n"
    )
    assert "## Claude: Anchors (12:31)" in text(memory, "2025-11-23")
    assert "heron" not in "".join(map(str, state(memory).values()))


def test_a_day_keeps_its_own_line_ends_and_odd_bytes(memory: Memory, tmp_path: Path) -> None:
    day = memory.root / "memory" / "2024-01-05.md"
    day.write_bytes(b"\xef\xbb\xbf# 5 January\r\n\r\n- caf\xe9")
    bring(memory, folder(tmp_path / "n", **{"2024-01-05": "- Tea."}))
    assert day.read_bytes() == (
        b"\xef\xbb\xbf# 5 January\r\n\r\n- caf\xe9\r\n\r\n## Notes\r\n\r\n- Tea.\r\n"
    )


# -- again -----------------------------------------------------------------------------------


def test_what_a_person_took_out_by_hand_does_not_come_back(memory: Memory, tmp_path: Path) -> None:
    path = notes(tmp_path)
    bring(memory, path)
    (memory.root / "memory" / "2024-02-10.md").unlink()
    assert look(memory, path).new == {}


def test_what_has_no_date_is_known_on_another_day(tmp_path: Path) -> None:
    clock = StillClock()
    memory = opened(a_notebook(tmp_path), tmp_path, clock)
    kept = {"conversations_memory": "The harbour has four berths."}
    path = written(tmp_path / "memories.json", [kept])
    brought = bring(memory, path).entries
    assert brought
    clock.forward(days=1)
    assert sum(look(memory, path).known.values()) == brought


def test_a_note_that_grew_brings_what_is_new(memory: Memory, tmp_path: Path) -> None:
    path = folder(tmp_path / "n", **{"2024-01-05": "- Tea.\n- Lunch.\n"})
    bring(memory, path)
    noted(path, "2024-01-05.md", "- Tea.\n- Lunch.\n- Dinner.\n")
    assert bring(memory, path).entries == 1
    assert text(memory, "2024-01-05").count("- Tea.") == 1
    assert text(memory, "2024-01-05").endswith("## Notes\n\n- Dinner.\n")
    assert look(memory, path).new == {}


def test_a_conversation_that_grew_brings_its_new_messages(memory: Memory, tmp_path: Path) -> None:
    said = ("user", "We decided to sell the small boat in spring.", SECOND)
    path = written(tmp_path / "conversations.json", [chatgpt("t", "Trip", said)])
    bring(memory, path)
    more = ("user", "The spare key is with Ines in Lyon now.", SECOND + 60)
    written(path, [chatgpt("t", "Trip", said, more)])
    assert bring(memory, path).entries == 1
    assert text(memory, "2025-11-22").count("small boat") == 1
    assert "spare key" in text(memory, "2025-11-22")


def test_the_same_twice_in_one_import_comes_once(memory: Memory, tmp_path: Path) -> None:
    path = written(tmp_path / "x" / "conversations-000.json", [chatgpt(), chatgpt()])
    written(tmp_path / "x" / "conversations-001.json", [chatgpt()])
    assert bring(memory, path.parent).entries == 1
    copies = {"2024-01-05": "- Tea.", "copy/2024-01-05": "- Tea.\n", "2024-01-05 x": "# X\n- Tea."}
    assert bring(memory, folder(tmp_path / "n", **copies)).entries == 1
    assert text(memory, "2024-01-05").count("- Tea.") == 1


# -- taking back -----------------------------------------------------------------------------


def test_what_was_written_since_stays_when_an_import_is_taken_back(
    memory: Memory, tmp_path: Path
) -> None:
    path = folder(tmp_path / "n", **{"2026-11-21": "- Tea.", "2026-11-20": "- Lunch."})
    done = bring(memory, path)
    memory.days.remember("Mine, of today.")
    day = memory.root / OLD
    day.write_text(day.read_text().replace("coffee", "black coffee"))
    again = bring(memory, folder(tmp_path / "m", **{"2026-11-20": "- Later."}))
    assert memory.imports.undo(done.id).conflicts == 0
    assert text(memory, "2026-11-21") == (
        "# Daily Memory: 2026-11-21\n\n## Notes (12:00)\n\n- Mine, of today.\n"
    )
    assert "black coffee" in day.read_text() and "Lunch" not in day.read_text()
    assert "- Later." in day.read_text() and again.id != done.id
    memory.imports.undo(again.id)
    assert day.read_text() == DAY.replace("coffee", "black coffee")


def test_lines_of_an_import_that_were_edited_stay_and_are_counted(
    memory: Memory, tmp_path: Path
) -> None:
    done = bring(memory, folder(tmp_path / "n", **{"2026-11-20": "- Tea.\n- Lunch.\n- Dinner."}))
    day = memory.root / OLD
    day.write_text(day.read_text().replace("- Lunch.", "- Lunch with Ines."))
    assert memory.imports.undo(done.id).conflicts == 1
    assert "- Lunch with Ines." in day.read_text()


def test_a_day_that_was_deleted_since_stays_deleted(memory: Memory, tmp_path: Path) -> None:
    done = bring(memory, notes(tmp_path))
    (memory.root / "memory" / "2024-02-10.md").unlink()
    assert "memory/2024-02-10.md" not in memory.imports.undo(done.id).paths


def test_what_taking_back_needs_is_not_pruned(memory: Memory, tmp_path: Path) -> None:
    before = state(memory)
    done = bring(memory, notes(tmp_path))
    (memory.root / OLD).write_text((memory.root / OLD).read_text() + "\nMore.\n")
    memory.history.keep(OLD, b"newer", Cause.EDIT)
    memory.history.prune(0)
    memory.imports.undo(done.id)
    assert (memory.root / OLD).read_bytes() == before[OLD] + b"\nMore.\n"


# -- trouble ---------------------------------------------------------------------------------


def test_a_full_disk_in_the_middle_leaves_nothing(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, path = state(memory), notes(tmp_path)
    preview = look(memory, path)
    put, written_days = writing.put, 0

    def full(place: Any, new: Any, base: Any, **given: Any) -> Any:
        nonlocal written_days
        written_days += place.name.startswith("2")  # the file of a day
        if written_days > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return put(place, new, base, **given)

    monkeypatch.setattr(writing, "put", full)
    with pytest.raises(Problem, match="disk is full"):
        asyncio.run(memory.imports.write(preview, preview.kinds))
    monkeypatch.undo()
    assert {k: v for k, v in state(memory).items() if k.endswith(".md")} == {
        k: v for k, v in before.items() if k.endswith(".md")
    }
    assert written_days == 2 and memory.imports.latest() is None
    assert bring(memory, path).entries == 4


@pytest.mark.parametrize("after", [0, 1, 2, 3])
def test_an_import_that_a_crash_cut_short_is_finished_at_the_next_start(
    tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, root = notes(tmp_path), a_notebook(tmp_path)
    memory = opened(root, tmp_path)
    preview = look(memory, path)

    class Crash(BaseException):
        pass

    def crashing(*_: Any) -> None:
        raise Crash

    steps = 0
    real = journals._step

    def step(*given: Any) -> None:
        nonlocal steps
        if steps == after:
            raise Crash
        steps += 1
        real(*given)

    if after < 3:
        monkeypatch.setattr(journals, "_step", step)
    else:
        monkeypatch.setattr(journals.Journal, "_remove", crashing)
    with pytest.raises(Crash):
        asyncio.run(memory.imports.write(preview, preview.kinds))
    monkeypatch.undo()
    memory.close()
    memory = Memory.open(root, places(tmp_path), StillClock())
    assert "The lease ends in June." in text(memory, "2024-01-05")
    assert "Two boats." in text(memory, "2024-02-10")
    assert look(memory, path).new == {}, "it is noted as imported"
    latest = memory.imports.latest()
    assert latest is not None
    memory.imports.undo(latest.id)
    assert (root / OLD).read_text() == DAY


def test_an_import_that_a_crash_left_is_noted_by_whoever_saves_next(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program may have the notebook open when this one dies, and never start anew."""
    preview = look(memory, notes(tmp_path))

    def crashing(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(journals, "_step", crashing)
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(memory.imports.write(preview, preview.kinds))
    there = memory._notebook.read("MEMORY.md")
    write = Write(there.path, there.sha, there.data + b"\nMore.\n")
    memory._notebook.save_all((write,), {"kind": "other"}, Cause.EDIT, lambda _intent: None, NOON)
    assert look(memory, notes(tmp_path)).new == {} and memory.imports.latest() is not None


def in_pieces(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, fails_at: type[BaseException] | None = None
) -> list[int]:
    """Import a day at a time; how many days each step writes. The second step may fail."""
    steps: list[int] = []
    real = memory._notebook.save_all

    def save_all(writes: tuple[Write, ...], *more: Any) -> None:
        steps.append(len(writes))
        if len(steps) == 2 and fails_at is not None:
            raise fails_at("No room.")
        real(writes, *more)

    monkeypatch.setattr(imports, "_PIECE", 1)
    monkeypatch.setattr(memory._notebook, "save_all", save_all)
    return steps


def test_many_days_are_written_in_pieces_and_taken_back_by_one_undo(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, steps = state(memory), in_pieces(memory, monkeypatch)
    done = bring(memory, notes(tmp_path))
    assert steps == [1, 1, 1] and (done.entries, len(done.days)) == (4, 3)
    latest = memory.imports.latest()
    assert latest is not None
    assert (latest.id, latest.entries, latest.days) == (done.id, 4, 3)
    undone = memory.imports.undo(done.id)
    assert steps == [1] * 6 and (len(undone.paths), undone.conflicts) == (3, 0)
    assert state(memory) == before and memory.imports.latest() is None
    assert bring(memory, tmp_path / "notes").entries == 4


def test_a_day_that_cannot_be_written_takes_the_days_before_it_back(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = state(memory)
    in_pieces(memory, monkeypatch, Problem)
    with pytest.raises(Problem, match="No room"):
        bring(memory, notes(tmp_path))
    assert state(memory) == before and memory.imports.latest() is None


def test_what_a_crash_left_of_the_pieces_is_undone_or_imported_for_the_rest(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Crash(BaseException):
        pass

    before, path = state(memory), notes(tmp_path)
    in_pieces(memory, monkeypatch, Crash)
    with pytest.raises(Crash):
        bring(memory, path)
    assert state(memory) != before and look(memory, path).new != {}
    half = memory.imports.latest()
    assert half is not None and half.days == 1
    rest = bring(memory, path)
    assert len(rest.days) == 2 and look(memory, path).new == {}
    for _ in range(2):
        latest = memory.imports.latest()
        assert latest is not None
        memory.imports.undo(latest.id)
    assert state(memory) == before


async def test_a_cancel_before_the_end_leaves_nothing(memory: Memory, tmp_path: Path) -> None:
    path = folder(tmp_path / "n", **{f"2024-01-{n:02} x": f"Day {n}." for n in range(1, 32)})
    preview, before = await memory.imports.look(str(path)), state(memory)
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    task = loop.create_task(
        memory.imports.write(preview, preview.kinds, report=lambda _: told.set())
    )
    await told.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert state(memory) == before


async def test_a_cancel_that_comes_too_late_is_told_as_done(memory: Memory, tmp_path: Path) -> None:
    path = notes(tmp_path)
    preview = await memory.imports.look(str(path))
    loop = asyncio.get_running_loop()

    def cancel(step: str) -> None:
        if step.startswith("Writing"):
            loop.call_soon(task.cancel)

    task = loop.create_task(memory.imports.write(preview, preview.kinds, report=cancel))
    done = await task
    assert done.entries == 4 and not task.cancelled()
    assert "Two boats." in text(memory, "2024-02-10")


def test_too_much_text_is_refused_before_anything_is_written(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, path = state(memory), notes(tmp_path)
    for name in ("MOST", "DAY_MOST"):
        with monkeypatch.context() as patched:
            patched.setattr(books, name, 20)
            with pytest.raises(Problem, match="more text than can be imported at once"):
                bring(memory, path)
        assert state(memory) == before
