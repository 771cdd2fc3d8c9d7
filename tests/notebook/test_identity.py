"""Which notebook a folder is: copies, moved folders, and ids that belong to another."""

import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_app.notebook.discovery import MARK
from desktop_app.notebook.notebook import Notebook

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
Opener = Callable[[Path], Notebook]


def written(folder: Path, text: bytes, opened: Opener) -> Notebook:
    """A notebook whose memory we wrote, so that it carries its id and has a history."""
    folder.mkdir()
    (folder / "MEMORY.md").write_bytes(b"- begun\n")
    notebook = opened(folder)
    notebook.save("MEMORY.md", text, notebook.read("MEMORY.md"), "edit", NOW)
    return notebook


def forge(folder: Path, notebook: Notebook) -> None:
    """Give a folder the mark of another notebook, as one that comes from elsewhere may."""
    (folder / MARK).write_bytes((notebook.root / MARK).read_bytes())


def test_a_forged_id_of_a_live_notebook_gives_none_of_its_history(
    tmp_path: Path, opened: Opener
) -> None:
    mine = written(tmp_path / "mine", b"- my secret\n", opened)
    (tmp_path / "gift").mkdir()
    (tmp_path / "gift/MEMORY.md").write_bytes(b"- a gift\n")
    forge(tmp_path / "gift", mine)
    gift = opened(tmp_path / "gift")
    assert gift.id != mine.id
    assert gift.history.versions() == []
    gift.save("MEMORY.md", b"- mine now\n", gift.read("MEMORY.md"), "edit", NOW)
    assert gift.id in (gift.root / MARK).read_text()  # the forged mark is mended
    assert opened(mine.root).id == mine.id
    assert len(mine.history.versions()) == 2


def test_a_known_folder_that_takes_a_forged_id_keeps_its_own(
    tmp_path: Path, opened: Opener
) -> None:
    mine = written(tmp_path / "mine", b"- my secret\n", opened)
    other = written(tmp_path / "other", b"- other\n", opened)
    forge(other.root, mine)
    assert opened(other.root).id == other.id
    assert opened(mine.root).id == mine.id


def test_a_forged_id_of_a_notebook_not_written_to_yet_is_not_taken(
    tmp_path: Path, opened: Opener, own: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/MEMORY.md").touch()
    mine = opened(tmp_path / "mine")  # known by its path, with nothing in its folder
    (tmp_path / "gift").mkdir()
    (tmp_path / "gift/MEMORY.md").touch()
    (tmp_path / "gift" / MARK).write_text(f'id = "{mine.id}"\n')
    assert opened(tmp_path / "gift").id != mine.id
    assert sorted(json.loads((own / "notebooks.json").read_bytes()).values()) == [
        str(tmp_path / "gift"), str(tmp_path / "mine"),
    ]  # fmt: skip


def test_a_copy_stays_one_when_the_original_moves(tmp_path: Path, opened: Opener) -> None:
    first = written(tmp_path / "first", b"- one\n", opened)
    copy = opened(Path(shutil.copytree(first.root, tmp_path / "copy")))
    copy.save("MEMORY.md", b"- two\n", copy.read("MEMORY.md"), "edit", NOW)
    moved = opened(first.root.rename(tmp_path / "moved"))
    assert moved.id == first.id
    assert len(moved.history.versions()) == 2
    assert opened(copy.root).id == copy.id


def test_two_folders_that_change_places_keep_their_histories(
    tmp_path: Path, opened: Opener
) -> None:
    one = written(tmp_path / "one", b"- one\n", opened)
    two = written(tmp_path / "two", b"- two\n", opened)
    (tmp_path / "one").rename(tmp_path / "aside")
    (tmp_path / "two").rename(tmp_path / "one")
    (tmp_path / "aside").rename(tmp_path / "two")
    assert opened(tmp_path / "two").id == one.id
    assert opened(tmp_path / "one").id == two.id


def test_another_notebook_in_the_place_of_one_that_moved_gets_no_history_of_it(
    tmp_path: Path, opened: Opener
) -> None:
    first = written(tmp_path / "notes", b"- one\n", opened)
    first.root.rename(tmp_path / "moved")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/MEMORY.md").write_bytes(b"- another\n")
    second = opened(tmp_path / "notes")
    assert second.id != first.id
    assert second.history.versions() == []
    assert opened(tmp_path / "moved").id == first.id


@pytest.mark.parametrize("changed", [False, True])
def test_a_notebook_that_lost_its_mark_is_found_again_by_what_it_holds(
    tmp_path: Path, opened: Opener, changed: bool
) -> None:
    first = written(tmp_path / "notes", b"- one\n", opened)
    first.append("memory/2026-11-21.md", "- a line\n", "# Day\n\n", "note", NOW)
    (first.root / MARK).unlink()
    if changed:
        (first.root / "MEMORY.md").write_bytes(b"- written anew outside\n")
    assert opened(first.root).id == first.id
