"""What a team shares: the newest version counts, whoever wrote it, and nobody's is overwritten."""

import json
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from desktop_app.errors import WrongUse
from desktop_app.tiers.shared import SharedFolder, SharedItem, SharedKind
from desktop_app.tiers.store import Away

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
PATTERN = SharedItem(
    SharedKind.PATTERN, "jwt-null", "Ann", NOON, {"type": "NullPointerException", "名": "空"}
)
LATER = replace(PATTERN, who="Bob", when=NOON + timedelta(hours=1), body={"type": "again"})


@pytest.fixture
def place(tmp_path: Path) -> SharedFolder:
    (tmp_path / "team").mkdir()
    return SharedFolder(tmp_path / "team")


def test_a_folder_keeps_the_newest_version_until_it_is_removed(place: SharedFolder) -> None:
    assert place.items(SharedKind.PATTERN).items == ()
    place.remove(SharedKind.PATTERN, PATTERN.id)
    assert place.put(PATTERN) == PATTERN
    assert place.put(LATER) == LATER
    assert place.put(PATTERN) == LATER
    other = replace(PATTERN, id="記憶", kind=SharedKind.PROCEDURE)
    assert place.put(other) == other
    assert place.items(SharedKind.PATTERN).items == (LATER,)
    place.remove(SharedKind.PATTERN, PATTERN.id)
    assert place.items(SharedKind.PATTERN).items == ()
    assert place.items(SharedKind.PROCEDURE).items == (other,)


def test_what_was_put_is_listed_by_its_kind_until_it_is_removed(place: SharedFolder) -> None:
    assert place.put(PATTERN) == PATTERN
    steps = replace(PATTERN, kind=SharedKind.PROCEDURE, body={"steps": [1, 2]})
    place.put(steps)
    assert place.items(SharedKind.PATTERN).items == (PATTERN,)
    assert place.items(SharedKind.PROCEDURE).items == (steps,)
    place.remove(SharedKind.PATTERN, PATTERN.id)
    assert place.items(SharedKind.PATTERN).items == ()
    assert place.items(SharedKind.PROCEDURE).items == (steps,)
    assert not list((place.path / "patterns").iterdir())


def test_a_newer_version_is_not_overwritten(place: SharedFolder) -> None:
    place.put(LATER)
    assert place.put(PATTERN) == LATER
    assert place.items(SharedKind.PATTERN).items == (LATER,)


def test_a_newer_version_takes_the_place_of_an_older_one(place: SharedFolder) -> None:
    place.put(PATTERN)
    assert place.put(LATER) == LATER
    assert len(list((place.path / "patterns").iterdir())) == 1


@given(hours=st.lists(st.integers(0, 5), min_size=1, max_size=6), data=st.data())
@examples(max_examples=25)
def test_clones_that_are_merged_agree_on_the_newest(
    hours: list[int], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """As Git merges them: each file is in one clone, or in both and the same."""
    clones = [SharedFolder(tmp_path_factory.mktemp("clone")) for _ in range(2)]
    versions = [
        replace(PATTERN, who=str(number), when=NOON + timedelta(hours=hour))
        for number, hour in enumerate(hours)
    ]
    for version in versions:
        data.draw(st.sampled_from(clones)).put(version)
    for here, there in (clones, clones[::-1]):
        (here.path / "patterns").mkdir(exist_ok=True)
        for path in (there.path / "patterns").glob("*"):
            os.link(path, here.path / "patterns" / path.name) if not (
                here.path / "patterns" / path.name
            ).exists() else None
    newest = max(versions, key=lambda one: one.age)
    assert [one.items(SharedKind.PATTERN).items for one in clones] == [(newest,)] * 2


def test_odd_files_are_named_and_hide_nothing(place: SharedFolder) -> None:
    place.put(PATTERN)
    folder = place.path / "patterns"
    whole = next(folder.iterdir()).read_bytes()
    odd = {
        "half.json": whole[: len(whole) // 2],
        "list.json": b"[1]",
        "bytes.json": b"\xff\xfe\x00",
        "naive.json": whole.replace(b"+00:00", b""),
        "deep.json": b"[" * 100_000,
        "huge.json": b" " * 1_000_001 + whole,
    }
    for name, data in odd.items():
        (folder / name).write_bytes(data)
    (folder / "notes.md").write_text("mine", encoding="utf-8")
    (folder / "folder.json").mkdir()
    private = place.path.parent / "private.json"
    private.write_bytes(json.dumps({**json.loads(whole), "id": "private"}).encode())
    (folder / "link.json").symlink_to(private)
    found = place.items(SharedKind.PATTERN)
    assert found.items == (PATTERN,)
    assert set(found.unreadable) == set(odd)
    place.remove(SharedKind.PATTERN, PATTERN.id)
    assert (folder / "notes.md").exists() and (folder / "half.json").exists() and private.exists()


def test_a_folder_that_is_gone_is_told_and_not_made(tmp_path: Path) -> None:
    place = SharedFolder(tmp_path / "drive")
    for use in (
        lambda: place.put(PATTERN),
        lambda: place.items(SharedKind.PATTERN),
        lambda: place.remove(SharedKind.PATTERN, "x"),
    ):
        with pytest.raises(Away, match="drive can't be used"):
            use()
    assert not place.path.exists()


def test_others_may_read_what_was_shared(place: SharedFolder) -> None:
    before = os.umask(0o027)
    try:
        place.put(PATTERN)
    finally:
        os.umask(before)
    (path,) = (place.path / "patterns").iterdir()
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("body", [{"x": float("nan")}, {"x": object()}, {"x": "y" * 1_000_000}])
def test_what_is_no_json_or_too_large_is_refused(
    place: SharedFolder, body: dict[str, object]
) -> None:
    with pytest.raises(WrongUse):
        place.put(replace(PATTERN, body=body))
    assert place.items(SharedKind.PATTERN).items == ()
