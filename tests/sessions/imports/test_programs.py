"""What programs export comes by the public door: dated in the person's zone, with a count of what
stays out and why."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faces.test_cli import answered
from tests.support import exports
from tests.support.agents import ClaudeCode, append
from tests.support.exports import in_folder, in_zip


@pytest.fixture(autouse=True)
def far_east(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The person is where the late evening of UTC is the next day."""
    if not hasattr(time, "tzset"):
        pytest.skip("this system takes its zone from elsewhere")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


class Desk:
    """A notebook that is imported into."""

    def __init__(self, root: Path, heard: Any) -> None:
        self.root, self._heard = root, heard
        answered(heard, "init", str(root))

    def preview(self, path: Path) -> tuple[dict[str, int], dict[str, int]]:
        """How many of each kind are new, and how many are skipped for each reason."""
        code, said = answered(self._heard, "--notebook", str(self.root), "import", str(path),
                              "--preview")  # fmt: skip
        assert code == 0, said
        kinds = {one["kind"]: one["entries"] for one in said["kinds"]}
        return kinds, {one["why"]: one["count"] for one in said["skipped"]}

    def bring(self, path: Path, *words: str) -> int:
        """The number of entries that came."""
        code, said = answered(
            self._heard, "--notebook", str(self.root), "import", str(path), *words
        )
        assert code == 0, said
        return int(said["entries"])

    def day(self, day: str) -> str:
        return (self.root / f"memory/{day}.md").read_text()

    @property
    def days(self) -> list[str]:
        return sorted(path.stem for path in (self.root / "memory").glob("*.md"))


@pytest.fixture
def desk(tmp_path: Path, capfdbinary: Any) -> Desk:
    return Desk(tmp_path / "notes", capfdbinary)


# -- notes -----------------------------------------------------------------------------------


def test_joplins_markdown_with_front_matter(tmp_path: Path, desk: Desk) -> None:
    source = in_folder(tmp_path / "x", exports.joplin_markdown())
    assert desk.preview(source) == ({"markdown": 1}, {"not read": 1})
    desk.bring(source)
    assert "## Quay (07:30)\n\nThe quay. ![q](" in desk.day("2022-05-02")


@pytest.mark.parametrize("packed", [False, True])
def test_logseq(tmp_path: Path, desk: Desk, packed: bool) -> None:
    files = exports.logseq()
    source = in_zip(tmp_path / "x.zip", files) if packed else in_folder(tmp_path / "x", files)
    assert desk.preview(source) == ({"logseq": 1}, {"no date": 1, "not read": 1})
    desk.bring(source)
    assert desk.days == ["2022-05-01"]
    assert "## Daily note\n\n- At the quay.\n" in desk.day("2022-05-01")


@pytest.mark.parametrize(
    ("front", "day"),
    [
        ("date: '[[2022-05-10]]'", "2022-05-10"),
        ("date created: Friday, May 6th 2022, 9:00:00 am", "2022-05-06"),
        ("Date: 2022-05-07", "2022-05-07"),
        ("creation date: 2022-05-01 09:00", "2022-05-01"),
        ("date: 2022-05-11T23:30:00-08:00", "2022-05-12"),
        ("created: 1652311800000", "2022-05-12"),  # 23:30 UTC of the eleventh
    ],
)
def test_front_matter_as_programs_write_it(
    tmp_path: Path, desk: Desk, front: str, day: str
) -> None:
    desk.bring(in_folder(tmp_path / "x", {"Boat.md": f"---\n{front}\n---\nTwo."}))
    assert desk.days == [day]


def test_a_date_of_which_nobody_knows_the_month_is_none(tmp_path: Path, desk: Desk) -> None:
    files = {"a.md": "---\ndate: 12/05/2022\n---\nx", "b.md": "+++\ndate = 2022-05-13\n+++\ny"}
    assert desk.preview(in_folder(tmp_path / "x", files)) == ({"markdown": 1}, {"no date": 1})


# -- conversations with agents ---------------------------------------------------------------


def test_a_resumed_session_comes_once(tmp_path: Path, desk: Desk) -> None:
    one = ClaudeCode(tmp_path, tmp_path / "boats", "first")
    said = [
        {"type": "summary", "summary": "Boats", "leafUuid": "first-2"},
        one.user("We decided to sell the small boat in spring."),
        one.answer("Noted."),
    ]
    append(one.path, *said)
    two = ClaudeCode(tmp_path, tmp_path / "boats", "second")
    again = [record | {"sessionId": "second"} for record in said[1:]]
    new = two.user("The spare key is with Ines in Lyon now.", time="2026-11-22T10:00:00.000Z")
    append(two.path, said[0], *again, new)
    projects = one.path.parent
    assert desk.preview(projects) == ({"agent": 2}, {})
    desk.bring(one.path)
    assert desk.preview(projects) == ({"agent": 1}, {}), "what is repeated is known"
    desk.bring(projects)
    first, second = desk.day("2026-11-21"), desk.day("2026-11-22")
    assert "## Claude Code: boats (19:00)" in first
    assert (first + second).count("small boat") == 1 and "spare key" in second
    assert desk.bring(two.path) == 0
