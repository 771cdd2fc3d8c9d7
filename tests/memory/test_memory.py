"""Memory: what every face goes through. Listening, opening in trouble, days, diaries, status."""

import asyncio
import os
import threading
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Changed, Memory
from desktop_app.memory.saving import Task, open_file, write
from desktop_app.notebook.history import Cause, written_by
from desktop_app.notebook.notebook import Notebook
from desktop_app.settings import Settings
from tests.support.dreaming import DAY, MEMORY, a_notebook, opened
from tests.support.plain_user import as_plain_user

TODAY = "memory/2026-11-21.md"


@pytest.fixture
def heard(memory: Memory) -> list[Changed]:
    found: list[Changed] = []
    memory.index.refresh()
    memory.listen(found.append)
    return found


def test_a_pin_where_no_bullet_is_says_so(memory: Memory) -> None:
    with pytest.raises(Problem, match=r"Line 999 of MEMORY\.md is no bullet"):
        memory.files.pin(999)


def test_listeners_hear_when_the_index_has_caught_up(memory: Memory) -> None:
    heard: list[Changed] = []
    memory.listen(heard.append)
    memory.index.refresh()
    memory.index.refresh()
    assert heard == [Changed((), own=False)], "once, and no file is said to have changed"


def test_listening_can_be_ended_at_any_time_and_more_than_once(
    memory: Memory, heard: list[Changed]
) -> None:
    told: list[Changed] = []
    end = memory.listen(told.append)
    end()
    memory.days.remember("mine")
    end()
    assert told == [] and len(heard) == 1
    end = memory.listen(told.append)
    memory.close()
    end()


def test_outside_changes_are_heard_once_and_own_ones_as_own(
    memory: Memory, heard: list[Changed]
) -> None:
    memory.days.remember("mine")
    assert heard == [Changed((TODAY,), own=True)]
    assert memory.index.refresh() == ()
    (memory.root / "memory" / "2026-11-19.md").write_bytes(b"- theirs\n")
    assert memory.index.refresh() == ("memory/2026-11-19.md",)
    assert memory.index.refresh() == ()
    assert heard[1:] == [Changed(("memory/2026-11-19.md",), own=False)]
    assert [v.cause for v in memory.history.versions("memory/2026-11-19.md")] == ["outside"]


def test_what_another_program_removes_from_a_file_that_is_shown_is_kept(
    memory: Memory, heard: list[Changed]
) -> None:
    path = "memory/2026-11-20.md"
    for words in (b"- One.\n- Two.\n", b"- One.\n- Three.\n"):
        (memory.root / path).write_bytes(words)
        shown, _draft = open_file(memory, path)
        (memory.root / path).write_bytes(b"- One.\n")
        memory.index.refresh()
        kept = [memory.history.content(v.version) for v in memory.history.versions(path)]
        assert kept[:2] == [b"- One.\n", shown.data]


def test_what_was_there_before_another_program_wrote_is_kept_also_by_a_save(
    memory: Memory,
) -> None:
    path = "memory/2026-11-20.md"
    (memory.root / path).write_bytes(b"- One.\n- Two.\n")
    shown, _draft = open_file(memory, path)
    (memory.root / path).write_bytes(b"- One.\n")
    write(memory, Task(path, shown, "- Ours.\n- One.\n- Two.\n", "key"))
    kept = [memory.history.content(v.version) for v in memory.history.versions(path)]
    assert kept == [b"- Ours.\n- One.\n", b"- One.\n", shown.data]


def test_status_counts_again_what_changed(memory: Memory) -> None:
    before = memory.status().bullets, memory.status().dreams
    path = memory.root / "MEMORY.md"
    path.write_bytes(path.read_bytes() + b"\n- One\n  - below it\n- Two\n")
    diary = memory.root / "memory" / "dreams" / "2026-11-20.md"
    diary.parent.mkdir(exist_ok=True)
    diary.write_bytes(b"# 2026-11-20\n\n## 03:00 A night\n\nIt was calm.\n")
    assert (memory.status().bullets, memory.status().dreams) == (before[0] + 2, before[1] + 1)


def test_a_file_that_cannot_be_read_hides_no_other_change(
    memory: Memory, heard: list[Changed], tmp_path: Path
) -> None:
    outside = tmp_path / "outside.md"
    outside.write_bytes(b"- not ours\n")
    (memory.root / "memory" / "2026-11-19.md").write_bytes(b"- theirs\n")
    reading = memory._notebook.read
    memory._notebook.read = lambda path: (  # as where a permission is missing; root has them all
        reading(path) if "19" in path else (_ for _ in ()).throw(Problem("No permission."))
    )
    (memory.root / "memory" / "2026-11-18.md").write_bytes(b"- theirs\n")
    memory.index.refresh()
    assert heard == [Changed(("memory/2026-11-18.md", "memory/2026-11-19.md"), own=False)]
    assert len(memory.history.versions("memory/2026-11-19.md")) == 1


def test_an_index_that_cannot_follow_keeps_no_change_from_listeners(
    memory: Memory, heard: list[Changed]
) -> None:
    connection = memory._index._database.connection()
    pages = connection.execute("pragma page_count").fetchone()[0]
    connection.execute(f"pragma max_page_count={pages}")
    (memory.root / TODAY).write_bytes(b"- a line from outside\n" * 20_000)
    with pytest.raises(Problem, match="disk is full"):
        memory.index.refresh()
    assert heard == [Changed((TODAY,), own=False)]
    assert memory.status().index.behind == 1
    connection.execute("pragma max_page_count=1000000")
    memory.index.refresh()
    assert memory.status().index.behind == 0
    assert heard[1:] == [Changed((), own=False)]


def test_the_watcher_hears_what_the_command_line_writes(memory: Memory, tmp_path: Path) -> None:
    heard: list[Changed] = []
    there = threading.Event()

    def hear(changed: Changed) -> None:
        heard.append(changed)
        there.set()

    memory.index.refresh()
    memory.listen(hear)
    memory.index.watch(memory.index.refresh)
    other = opened(memory.root, tmp_path)
    other.days.remember("from the command line")
    other.close()
    assert there.wait(60)
    assert heard == [Changed((TODAY,), own=False)]


async def test_a_notebook_with_an_interrupted_change_opens_although_it_cannot_be_completed(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(_self: Notebook, *_: object) -> list[str]:
        raise Problem("The disk is full.", "Free some space, then try again.")

    monkeypatch.setattr(Notebook, "recover", refuses)
    again = opened(memory.root, tmp_path)
    assert "The disk is full." in again.notices[0]
    assert again.files.read("MEMORY.md").exists


def test_a_file_where_a_folder_belongs_hinders_no_reading(tmp_path: Path) -> None:
    root = a_notebook(tmp_path)
    (root / "memory" / "dreams").write_bytes(b"a file of mine")
    found = opened(root, tmp_path)
    assert found.notices == []
    assert [day.date.day for day in found.days.heads()] == [20]
    asyncio.run(found.dreams.dream())
    with pytest.raises(Problem, match="A file stands where"):
        found.dreams.apply(only=[1])
    assert found.files.read("MEMORY.md").text == MEMORY


def test_versions_and_dreams_that_can_be_read_of_a_damaged_history_stay(tmp_path: Path) -> None:
    memory = opened(a_notebook(tmp_path, d20261120=DAY), tmp_path)
    asyncio.run(memory.dreams.dream(3))
    memory.dreams.apply(only=[1])  # the second one is what waits on
    memory.days.remember("a line")
    versions = memory.history.versions(limit=-1)
    own = memory._notebook.own
    memory.close()
    with (own / "history.db").open("r+b") as file:
        file.write(b"?" * 100)
    memory = opened(memory.root, tmp_path)
    assert "The damaged history is now in" in memory.notices[0]
    assert memory.history.versions(limit=-1) == versions
    assert memory.dreams.undo().restored
    assert memory.files.read("MEMORY.md").text == MEMORY


def test_decisions_made_at_once_by_many_are_all_kept(memory: Memory) -> None:
    (memory.root / "memory" / "2026-11-20.md").write_bytes(
        DAY.encode()
        + b"".join(
            b"- Remember: %s paints boats\n" % who
            for who in (b"Ana", b"Ben", b"Cleo", b"Dov", b"Eve")
        )
    )
    outcome = asyncio.run(memory.dreams.dream(3))
    assert outcome.proposal
    numbers = [change.n for change in outcome.proposal.changes]
    assert len(numbers) > 4
    threads = [
        threading.Thread(target=memory.dreams.decide, args=(outcome.id, n, False)) for n in numbers
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not any(change.accepted for change in memory.dreams.proposal(outcome.id).changes)
    assert all(change.decided for change in memory.dreams.proposal(outcome.id).changes)


def test_one_file_that_may_not_be_read_refuses_itself_only() -> None:
    told = as_plain_user(
        """
        from desktop_app.memory import Memory
        from desktop_app.settings import Places

        closed = root / "closed"
        closed.mkdir()
        (closed / "MEMORY.md").write_text("- elsewhere\\n")
        closed.chmod(0)
        for name in ("MEMORY.md", "a link", "memory/2026-11-20.md", ".nightstand.toml"):
            folder = root / name.replace("/", "-").strip(".")
            (folder / "memory").mkdir(parents=True)
            if name == "a link":
                (folder / "MEMORY.md").symlink_to(closed / "MEMORY.md")
            else:
                (folder / "MEMORY.md").write_text("- a harbour\\n")
            (folder / "memory" / "2026-11-20.md").write_text("- a day\\n")
            (folder / "memory" / "2026-11-19.md").write_text("- a boat\\n")
            if name != "a link":
                (folder / name).touch()
                (folder / name).chmod(0)
            memory = Memory.open(folder, Places(root / "data", root / "config"))
            memory.index.refresh()
            found = len(memory.search.find("boat", limit=1).hits)
            noted = memory.days.remember("a note").line > 0
            days, status = len(memory.days.heads()), memory.status()
            faults = [one.message for one in memory.doctor() if not one.ok]
            print(name, found, noted, days, status.days, bool(status.unread), faults[0][:25])
            memory.close()
        """
    )
    assert told == [
        "MEMORY.md 1 True 3 3 True MEMORY.md cannot be read.",
        "a link 1 True 3 3 True MEMORY.md leads out of th",
        "memory/2026-11-20.md 1 True 3 3 False memory/2026-11-20.md cann",
        ".nightstand.toml 1 True 3 3 False .nightstand.toml cannot b",
    ]


def need_root() -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can make files of root's")


def test_what_root_begins_belongs_to_whom_the_folder_belongs(tmp_path: Path) -> None:
    need_root()
    root = a_notebook(tmp_path)
    somebody = 65534
    for path in (tmp_path, root, *root.rglob("*")):
        os.chown(path, somebody, somebody)
    memory = opened(root, tmp_path)
    memory.days.remember("a line")
    asyncio.run(memory.dreams.dream(3))
    memory.close()
    Settings(tmp_path / "config" / "nightstand" / "settings.toml").set("dreams.days", 3)
    made = [path for path in tmp_path.rglob("*") if path.lstat().st_uid != somebody]
    assert made == []


def test_a_look_at_the_notebook_finds_no_fault_in_an_edit_by_another_program(
    memory: Memory,
) -> None:
    (memory.root / "memory").mkdir(exist_ok=True)
    (memory.root / "memory" / "2026-11-20.md").write_text(DAY)
    memory.index.refresh()
    (memory.root / "memory" / "2026-11-20.md").write_text(DAY + "- more\n")
    (memory.root / "memory" / "2026-11-19.md").write_text("- another day\n")
    assert [one.message for one in memory.doctor() if not one.ok] == []


def test_what_an_agent_writes_carries_its_name_into_history_and_blame(memory: Memory) -> None:
    async def agent() -> None:
        with written_by("claude-code"):
            await asyncio.to_thread(memory.days.remember, "the harbour report is due")
            memory.files.update("Ana has the spare key")

    asyncio.run(agent())
    memory.days.remember("mine")
    steps = memory.history.versions(TODAY)
    assert [version.cause for version in steps] == ["note", "note:claude-code"]
    assert (steps[1].cause.kind, steps[1].cause.client) == (Cause.NOTE, "claude-code")
    (origin,) = [one for one in memory.history.origins() if one.bullet.text.startswith("Ana")]
    assert (origin.cause.kind, origin.cause.client) == (Cause.UPDATE, "claude-code")
