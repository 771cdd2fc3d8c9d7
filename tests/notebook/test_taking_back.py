"""A block is taken out of its day again: exactly that, and only while it stands as written."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.errors import Problem
from desktop_app.notebook import days, files
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import create_notebook
from tests.support.odd_files import ODD_FILES

NOW = datetime(2026, 11, 21, 14, 30, 59, tzinfo=UTC)
LATER = NOW.replace(minute=31)
PATH = "memory/2026-11-21.md"


def block(notebook: Notebook, text: str = "- slept\n- woke") -> days.AddedToDay:
    return days.append_block(notebook, "Sleep", text, NOW)


def day(notebook: Notebook) -> Path:
    return notebook.root / PATH


def test_the_file_that_was_made_for_it_goes_too_and_stays_in_the_history(
    notebook: Notebook,
) -> None:
    added = block(notebook)
    written = day(notebook).read_bytes()
    days.take_back(notebook, added, LATER)
    assert not day(notebook).exists()
    newest = notebook.history.versions(PATH)[0]
    assert notebook.history.content(newest.version) == written
    assert [path.name for path in day(notebook).parent.iterdir() if path.is_file()] == []


@pytest.mark.parametrize("data", ODD_FILES.values(), ids=ODD_FILES.keys())
def test_every_other_byte_stays(notebook: Notebook, data: bytes) -> None:
    day(notebook).write_bytes(data)
    days.take_back(notebook, block(notebook), LATER)
    after = day(notebook).read_bytes() if day(notebook).exists() else b""
    assert after in (data, data + b"\n")  # a last line had got its end


@given(
    st.text(st.sampled_from("a\n\r #-\ufeff`"), max_size=12),
    st.text(st.sampled_from("b\n #-`"), min_size=1, max_size=12).filter(str.strip),
)
def test_what_others_wrote_before_and_after_it_stays(
    tmp_path_factory: pytest.TempPathFactory, before: str, after: str
) -> None:
    folder = tmp_path_factory.mktemp("n")
    notebook = create_notebook(folder / "notebook", folder / "own")
    if before:
        day(notebook).write_bytes(before.encode())
    added = block(notebook)
    assert day(notebook).read_bytes() == added.after
    days.append_note(notebook, after, LATER)
    rest = day(notebook).read_bytes().removeprefix(added.after)
    days.take_back(notebook, added, LATER)
    assert day(notebook).read_bytes() == added.before + rest
    notebook.close()


def test_it_is_found_again_where_lines_have_moved(notebook: Notebook) -> None:
    day(notebook).write_text("# Day\n\nOne\n")
    added = block(notebook)
    text = added.after.decode().replace("One\n", "New line\nOne\n")
    day(notebook).write_text(text + "\n## Notes\n\n- x\n")
    days.take_back(notebook, added, LATER)
    assert day(notebook).read_text() == "# Day\n\nNew line\nOne\n\n## Notes\n\n- x\n"


def test_of_two_alike_the_one_that_was_meant_goes(notebook: Notebook) -> None:
    day(notebook).write_text("# Day\n\nOne\n")
    first, second = block(notebook), block(notebook)
    day(notebook).write_text(day(notebook).read_text().replace("One\n", "One\nTwo\n", 1))
    days.take_back(notebook, second, LATER)
    assert day(notebook).read_text() == first.after.decode().replace("One\n", "One\nTwo\n")
    days.take_back(notebook, first, LATER)
    assert day(notebook).read_text() == "# Day\n\nOne\nTwo\n"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("slept", "dozed"),
        lambda text: text.replace("- woke", "- napped\n- woke"),
        lambda text: text.replace("## Sleep", "x ## Sleep"),
    ],
)
def test_a_block_that_was_changed_stays(notebook: Notebook, change: object) -> None:
    added = block(notebook)
    changed = change(day(notebook).read_text())
    day(notebook).write_text(changed)
    with pytest.raises(Problem, match="have been changed since"):
        days.take_back(notebook, added, LATER)
    assert day(notebook).read_text() == changed


def test_a_line_that_came_behind_it_stays(notebook: Notebook) -> None:
    day(notebook).write_text("# Day\n\nOne\n")
    added = block(notebook)
    day(notebook).write_bytes(added.after + b"- rose\n")
    days.take_back(notebook, added, LATER)
    assert day(notebook).read_text() == "# Day\n\nOne\n- rose\n"


def test_lines_that_arrive_at_the_same_moment_are_kept(
    notebook: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    day(notebook).write_text("# Day\n\nOne\n")
    added = block(notebook)
    read, late = notebook.files.read, ["\n## Notes (14:31)\n\n- late\n"]

    def raced(path: str) -> Snapshot:
        snapshot = read(path)
        if path == PATH and late:
            with day(notebook).open("a") as file:
                file.write(late.pop(0))
        return snapshot

    monkeypatch.setattr(notebook.files, "read", raced)
    days.take_back(notebook, added, LATER)
    expected = "# Day\n\nOne\n\n## Notes (14:31)\n\n- late\n"
    assert day(notebook).read_text() == expected
    assert [path.name for path in day(notebook).parent.glob("*.md")] == [day(notebook).name]


def test_a_day_that_never_rests_is_a_problem_and_nothing_is_lost(
    notebook: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = block(notebook)
    count = iter(range(100))

    def raced(path: str) -> Snapshot:
        snapshot = files.NotebookFiles.read(notebook.files, path)
        if path == PATH:
            day(notebook).write_text(f"{next(count)}\n{snapshot.text}")
        return snapshot

    monkeypatch.setattr(notebook.files, "read", raced)
    with pytest.raises(Problem, match="keeps writing"):
        days.take_back(notebook, added, LATER)
    assert added.after in day(notebook).read_bytes()
    assert [path.name for path in day(notebook).parent.glob("*.md")] == [day(notebook).name]
