"""Drafts: what could not be saved is kept whole, found again, and let go when it is safe."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.drafts import Drafts, UnsavedDraft
from tests.support.odd_files import ODD_FILES

AT = datetime(2026, 11, 21, 14, 30, tzinfo=UTC)


def draft(key: str = "one", path: str = "MEMORY.md", data: bytes = b"- typed\n") -> UnsavedDraft:
    return UnsavedDraft(key, path, AT, b"- was\n", data)


@pytest.mark.parametrize("data", ODD_FILES.values(), ids=ODD_FILES.keys())
def test_a_draft_comes_back_byte_for_byte(tmp_path: Path, data: bytes) -> None:
    drafts = Drafts(tmp_path / "drafts")
    kept = UnsavedDraft("one", "memory/caf\udce9.md", AT, data[::-1], data)
    drafts.keep(kept)
    assert Drafts(tmp_path / "drafts").find("memory/caf\udce9.md") == kept


@pytest.mark.parametrize("damage", [b"", b"{}\n", b"not json\nx", b'{"path": "MEMORY.md"}\n'])
def test_a_damaged_draft_is_passed_over_and_stays(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "bad.draft").write_bytes(damage)
    drafts = Drafts(tmp_path)
    drafts.keep(draft())
    assert drafts.find("MEMORY.md") == draft()
    assert (tmp_path / "bad.draft").read_bytes() == damage


def test_a_cut_draft_is_not_taken_for_whole(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    drafts.keep(draft())
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert drafts.find("MEMORY.md") is None


def test_only_the_person_can_read_a_draft(tmp_path: Path) -> None:
    Drafts(tmp_path / "drafts").keep(draft())
    [file] = (tmp_path / "drafts").iterdir()
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600
        assert file.parent.stat().st_mode & 0o777 == 0o700


def test_a_draft_that_cannot_be_kept_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Problem):
        Drafts(tmp_path / "file").keep(draft())


def test_a_key_cannot_lead_elsewhere(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="up"):
        Drafts(tmp_path).keep(draft(key="../up"))
