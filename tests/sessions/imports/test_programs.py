"""What programs export comes by the public door: dated in the person's zone, and with a count of
what stays out and why."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import exports
from tests.support.agents import ClaudeCode, append
from tests.support.cli import Shell
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


class Desk(Shell):
    """A notebook that is imported into."""

    def preview(self, path: Path) -> tuple[dict[str, int], dict[str, int]]:
        """How many of each kind are new, and how many are skipped for each reason."""
        said = self.do("import", str(path), "--preview")
        kinds = {one["kind"]: one["entries"] for one in said["kinds"]}
        return kinds, {one["why"]: one["count"] for one in said["skipped"]}

    def bring(self, path: Path, *words: str) -> int:
        """The number of entries that came."""
        return int(self.do("import", str(path), *words)["entries"])

    def day(self, day: str) -> str:
        return self.text(f"memory/{day}.md")

    @property
    def days(self) -> list[str]:
        return sorted(path.stem for path in (self.folder / "memory").glob("*.md"))


@pytest.fixture
def desk(tmp_path: Path, capfdbinary: Any) -> Desk:
    made = Desk(tmp_path / "notes", capfdbinary)
    assert made.run("init") == 0
    return made


# -- notes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["folder", "zip", "parts"])
def test_notion(tmp_path: Path, desk: Desk, form: str) -> None:
    files = exports.notion()
    if form == "folder":
        source = dated(in_folder(tmp_path / "x", files))
    else:
        source = in_zip(tmp_path / "x.zip", files)
        if form == "parts":
            source = in_zip(tmp_path / "y.zip", {"Export-Part-1.zip": source.read_bytes()})
    assert desk.preview(source) == ({"markdown": 1, "undated": 1}, {"not read": 2})
    assert desk.bring(source) == 1
    assert desk.days == ["2022-05-01"]
    day = desk.day("2022-05-01")
    assert "## Quay (22:30)\n\nCreated: May 1, 2022 10:30 PM\nTags: boat, yard\n\nAt" in day


def dated(source: Path) -> Path:
    """With files that were changed on the third of May."""
    for path in (source, *source.rglob("*")):
        os.utime(path, (1651500000, 1651500000))
    return source


def test_bears_markdown_comes_by_the_time_of_its_files_for_who_says_so(
    tmp_path: Path, desk: Desk
) -> None:
    source = dated(in_folder(tmp_path / "x", exports.bear_markdown()))
    assert desk.preview(source) == ({"undated": 1}, {"not read": 1})
    assert desk.bring(source) == 0
    assert desk.bring(source, "--kind", "undated") == 1
    assert "## Quay (23:00)\n\n#harbour\n\n![](Quay/quay.png)\n" in desk.day("2022-05-02")


@pytest.mark.parametrize("packed", [False, True])
def test_logseq(tmp_path: Path, desk: Desk, packed: bool) -> None:
    files = exports.logseq()
    source = in_zip(tmp_path / "x.zip", files) if packed else in_folder(tmp_path / "x", files)
    assert desk.preview(source) == ({"logseq": 1, "undated": 1}, {"not read": 1})
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


# -- what programs remember ------------------------------------------------------------------


def test_claudes_memory_comes_with_its_conversations(tmp_path: Path, desk: Desk) -> None:
    work, home = "**Work context**\n\nKeeps a harbour.", "**Personal context**\n\nHas two boats."
    message = {
        "sender": "human", "created_at": "2022-05-03T22:30:00Z",
        "text": "We decided to sell the small boat in spring.",
        "attachments": [{"file_name": "plan.txt", "extracted_content": "x"}],
        "files": [{"file_name": "quay.png"}],
    }  # fmt: skip
    talk = {"uuid": "t", "name": "Boats", "chat_messages": [message]}

    def export(name: str, *sections: str) -> Path:
        return in_zip(tmp_path / name, {
            "conversations.json": json.dumps([talk]),
            "memories.json": json.dumps(exports.claude_memory(*sections)),
            "users.json": json.dumps([{"uuid": "u", "full_name": "Ines"}]),
        })  # fmt: skip

    first = export("a.zip", work, home)
    skipped = {"in a conversation": 2, "not read": 1}
    assert desk.preview(first) == ({"claude": 1, "memory": 3}, skipped)
    assert desk.bring(first) == 4
    assert "small boat" in desk.day("2022-05-04")
    *_, today = desk.days
    remembered = f"## Claude's memory\n\n{work}\n\n{home}\n\nBerths are paid in March.\n"
    assert remembered in desk.day(today)
    assert desk.bring(first) == 0, "it is known"
    assert desk.bring(export("b.zip", work, home.replace("two", "three"))) == 1
    assert desk.day(today).count("Keeps a harbour.") == 1


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


def test_a_record_that_a_crash_cut_costs_none_of_the_others(tmp_path: Path, desk: Desk) -> None:
    talk = ClaudeCode(tmp_path, tmp_path / "boats", "first")
    append(talk.path, talk.user("We decided to sell the small boat in spring."))
    with talk.path.open("a") as file:
        file.write('{"type": "user", "message": {"role": "user", "content": "This is cut\n')
    append(talk.path, talk.user("The spare key is with Ines in Lyon now."))
    assert desk.preview(talk.path) == ({"agent": 1}, {"broken": 1})
    desk.bring(talk.path)
    day = desk.day("2026-11-21")
    assert "small boat" in day and "spare key" in day
