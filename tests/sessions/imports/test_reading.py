"""What is imported is recognised, dated, and told what it is; what cannot be is told why."""

import os
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.storage.contain import DEEPEST
from desktop_app.sessions.imports import files
from desktop_app.sessions.imports.entry import ImportEntry, ImportKind, SkippedEntry, SkipWhy
from desktop_app.sessions.imports.reading import entries
from tests.sessions.imports.given import (
    NOW,
    SECOND,
    chatgpt,
    claude,
    folder,
    noted,
    packed,
    written,
)
from tests.support.plain_user import as_plain_user


def read(path: Path, now: datetime = NOW, without: Path | None = None) -> list[Any]:
    with files.opened(path, without) as bundle:
        return list(entries(bundle, now))


def found(path: Path) -> list[tuple[str, str, str]]:
    return [(one.kind, one.day.isoformat(), one.title) for one in kept(path)]


def kept(path: Path) -> list[ImportEntry]:
    return [one for one in read(path) if isinstance(one, ImportEntry)]


def left(path: Path) -> list[tuple[str, str]]:
    return [(one.name, one.why) for one in read(path) if isinstance(one, SkippedEntry)]


# -- conversations ---------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["file", "zip", "folder", "numbered"])
def test_an_export_is_read_from_its_file_its_zip_and_its_folder(tmp_path: Path, shape: str) -> None:
    many = [chatgpt(), claude()]
    path = {
        "file": lambda: written(tmp_path / "conversations.json", many),
        "zip": lambda: packed(
            tmp_path / "x.zip", export__conversations_json=many, export__user_json={"id": 1}
        ),
        "folder": lambda: written(tmp_path / "x" / "conversations.json", many).parent,
        "numbered": lambda: [
            written(tmp_path / "y" / f"conversations-00{n}.json", [one]).parent
            for n, one in enumerate(many)
        ].pop(),
    }[shape]()
    assert found(path) == [
        (ImportKind.CHATGPT, "2025-11-22", "ChatGPT: The boat"),
        (ImportKind.CLAUDE, "2025-11-23", "Claude: Anchors"),
    ]


def test_a_conversation_of_several_days_is_one_entry_for_each(tmp_path: Path) -> None:
    said = (
        ("user", "The first evening.", SECOND),
        ("assistant", "Without a time of its own.", None),
        ("user", "The next day.", SECOND + 86_400),
    )
    first, second = kept(written(tmp_path / "conversations.json", [chatgpt("n", "Two", *said)]))
    assert [first.source, second.source] == ["chatgpt:n"] * 2
    assert [(one.day.isoformat(), one.numbers) for one in (first, second)] == [
        ("2025-11-22", (0, 1)),
        ("2025-11-23", (2,)),
    ]
    assert len(first.messages) == 3, "a message is known by all that stand before it"
    assert first.at and first.at.timestamp() == SECOND


def test_claudes_words_stand_in_parts_or_in_one_text(tmp_path: Path) -> None:
    one = claude()
    one["chat_messages"][0]["content"] = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "In parts."},
        {"type": "tool_use", "name": "x", "input": {}},
    ]
    one["chat_messages"][0]["text"] = "This block is not supported."
    one["chat_messages"][1] |= {"content": [], "text": "In one."}
    one["chat_messages"] += [{"sender": "system", "text": "no"}, 7]
    (entry,) = kept(written(tmp_path / "conversations.json", [one]))
    assert [message.content for message in entry.messages] == ["In parts.", "In one."]
    assert [message.role for message in entry.messages] == ["user", "assistant"]


def test_conversations_without_messages_or_in_another_time_are_told(tmp_path: Path) -> None:
    empty = claude("e", "Nothing said", chat_messages=[])
    early = claude("o", "Old", ("human", "x", "1899-12-31T12:00:00Z"))
    late = claude("f", "Future", ("human", "x", "2027-01-01T12:00:00Z"))
    undated = claude("u", "When", ("human", "x", None), created_at=None)
    many = [empty, early, late, undated, {"odd": 1}, 3]
    assert left(written(tmp_path / "conversations.json", many)) == [
        ("Nothing said", SkipWhy.EMPTY),
        ("Old", SkipWhy.TOO_OLD),
        ("Future", SkipWhy.FUTURE),
        ("When", SkipWhy.NO_DATE),
        ("a value that is no conversation", SkipWhy.UNKNOWN),
        ("a value that is no conversation", SkipWhy.UNKNOWN),
    ]


# -- notes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "day", "title"),
    [
        ("2024-01-05.md", "2024-01-05", "Notes"),
        ("2024-01-05 Harbour survey.md", "2024-01-05", "Harbour survey"),
        ("Harbour survey (2024_1_5).md", "2024-01-05", "Harbour survey"),
        ("20240105.md", "2024-01-05", "Notes"),
        ("202401050930 Zettel.md", "2024-01-05", "Zettel"),
        ("2024年1月5日 港口.md", "2024-01-05", "港口"),
        ("2024/01/05.md", "2024-01-05", "Notes"),
    ],
)
def test_a_note_is_dated_by_its_name(tmp_path: Path, name: str, day: str, title: str) -> None:
    noted(tmp_path / "n", name, "- Tea.\n")
    assert found(tmp_path / "n") == [(ImportKind.MARKDOWN, day, title)]


@pytest.mark.parametrize(
    ("front", "day"),
    [
        ("date: 2024-01-05", "2024-01-05"),
        ("tags: [a]\ncreated: '2024-01-05T09:30:00'", "2024-01-05"),
        ("Created at: 2024-01-05 09:30", "2024-01-05"),
        ("date: 2024-01-05T23:30:00-05:00", "2024-01-06"),
    ],
)
def test_a_note_is_dated_by_its_front_matter(tmp_path: Path, front: str, day: str) -> None:
    noted(tmp_path / "n", "Tea.md", f"---\n{front}\n---\n# Tea\n\nGreen.\n")
    (one,) = kept(tmp_path / "n")
    assert (one.day.isoformat(), one.title, one.text) == (day, "Tea", "Green.")


def test_a_vaults_daily_notes_are_found_by_its_settings(tmp_path: Path) -> None:
    vault = folder(
        tmp_path / "vault",
        Tagebuch__2024__05__Jan="Tea.",
        Boats="---\ndate: 2024-02-01\n---\nTwo.",
        Undated="x",
    )
    (vault / "Tagebuch/2024").rename(vault / "Tagebuch/2024x")
    noted(vault, "Tagebuch/05 January 2024.md", "# 2024-01-05\n\nCoffee.")
    settings = {"folder": "Tagebuch", "format": "DD MMMM YYYY", "template": "t"}
    written(vault / ".obsidian" / "daily-notes.json", settings)
    noted(vault, ".trash/2024-01-09.md", "gone")
    assert found(vault) == [
        (ImportKind.MARKDOWN, "2024-02-01", "Boats"),
        (ImportKind.OBSIDIAN, "2024-01-05", "Daily note"),
    ]
    assert [one.text for one in kept(vault)] == ["Two.", "Coffee."]


def test_headings_move_below_the_heading_of_their_block(tmp_path: Path) -> None:
    text = "# Morning\n\n## Tea\n\n```\n# no heading\n```\n\nEvening\n=======\n\n- x\n---\n"
    noted(tmp_path / "n", "2024-01-05.md", text)
    (one,) = kept(tmp_path / "n")
    assert one.text == (
        "### Morning\n\n#### Tea\n\n```\n# no heading\n```\n\n### Evening\n\n- x\n---"
    )


# -- bad input -------------------------------------------------------------------------------


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    outside = folder(tmp_path / "outside", **{"2024-01-05": "secret"})
    inside = folder(tmp_path / "n", **{"2024-01-06": "mine"})
    (inside / "2024-01-05.md").symlink_to(outside / "2024-01-05.md")
    (inside / "all").symlink_to(outside)
    (inside / "same.md").symlink_to(inside / "2024-01-06.md")
    (inside / "ring").symlink_to(inside)
    assert found(inside) == [(ImportKind.MARKDOWN, "2024-01-06", "Notes")]
    assert left(inside) == [("2024-01-05.md", SkipWhy.OUTSIDE), ("all", SkipWhy.OUTSIDE)]


def test_folders_that_lie_too_deep_are_told(tmp_path: Path) -> None:
    deep = "/".join("d" * (DEEPEST + 2))
    noted(tmp_path / "n", "2024-01-05.md", "Tea.")
    noted(tmp_path / "n", f"{deep}/2024-01-06.md", "Tea.")
    assert left(tmp_path / "n") == [(deep[: 2 * DEEPEST + 1], SkipWhy.NOT_READ)]


def test_what_is_no_text_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "NOTE_MOST", 1_000)
    noted(tmp_path / "n", "2024-01-01.md", b"\xff\xfe\x00\xd8")
    noted(tmp_path / "n", "2024-01-02.md", b"caf\xe9")
    noted(tmp_path / "n", "2024-01-03.md", b"a" * 1_001)
    noted(tmp_path / "n", "2024-01-04.md", b"\0\0")
    noted(tmp_path / "n", "2024-01-05.md", b" \n")
    noted(tmp_path / "n", "2024-01-06.md", "wide 茶".encode("utf-16"))
    assert [why for _, why in left(tmp_path / "n")] == [
        SkipWhy.UNREADABLE,
        SkipWhy.UNREADABLE,
        SkipWhy.TOO_LARGE,
        SkipWhy.UNREADABLE,
        SkipWhy.EMPTY,
    ]
    assert [one.text for one in kept(tmp_path / "n")] == ["wide 茶"]


def test_pipes_are_not_waited_for(tmp_path: Path) -> None:
    folder(tmp_path / "n", **{"2024-01-06": "mine"})
    os.mkfifo(tmp_path / "n" / "2024-01-05.md")
    assert len(found(tmp_path / "n")) == 1
    with pytest.raises(Problem, match="no ordinary file"):
        read(tmp_path / "n" / "2024-01-05.md")


def test_files_that_may_not_be_read_are_told() -> None:
    before = """
        from datetime import datetime
        from desktop_app.sessions.imports import files
        from desktop_app.sessions.imports.reading import entries
        (root / "in").mkdir()
        for name in ("2024-01-05.md", "2024-01-06.md", "in/2024-01-07.md"):
            (root / name).write_text("Tea.")
        (root / "2024-01-05.md").chmod(0)
        (root / "in").chmod(0)
    """
    lines = """
        def look():
            with files.opened(root) as bundle:
                now = datetime(2026, 11, 21).astimezone()
                return [getattr(one, "why", "read") for one in entries(bundle, now)]
        tell(look)
        root.chmod(0)
        tell(look)
        root.chmod(0o700)
    """
    read_first, closed = as_plain_user(lines, before)
    assert read_first == "no problem: [<SkipWhy.UNREADABLE: 'unreadable'>, " + (
        "<SkipWhy.UNREADABLE: 'unreadable'>, 'read']"
    )
    assert "has no permission for" in closed


@pytest.mark.parametrize("damage", ["cut", "member", "name"])
def test_a_broken_zip_is_told(tmp_path: Path, damage: str) -> None:
    path = packed(tmp_path / "x.zip", conversations_json=[chatgpt()] * 50)
    data = bytearray(path.read_bytes())
    if damage == "cut":
        data = data[: len(data) // 2]
    elif damage == "member":
        data[60:200] = bytes(140)
    else:
        data = bytearray(b"no zip")
    path.write_bytes(data)
    with pytest.raises(Problem, match="is damaged, or is no archive"):
        read(path)


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.sessions.imports.streaming.VALUE_MOST", 2_000_000)
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("conversations.json", "w") as member:
            member.write(b'[{"mapping": {"a": "')
            for _ in range(60):
                member.write(b"a" * 1_000_000)
        archive.writestr("2024-01-05.md", "a" * 50_000_000)
        archive.writestr("2024-01-06.md", "Tea.")
    assert path.stat().st_size < 200_000
    with pytest.raises(Problem, match="is no JSON that can be read"):
        read(path)
    monkeypatch.setattr(files, "MOST", 10_000_000)
    assert left(path) == [
        ("conversations.json", SkipWhy.TOO_LARGE),
        ("2024-01-05.md", SkipWhy.TOO_LARGE),
    ]


def test_a_locked_zip_is_told(tmp_path: Path) -> None:
    path = packed(tmp_path / "x.zip", conversations_json=[chatgpt()])
    data = bytearray(path.read_bytes())
    data[6] |= 1  # the flag in the member's head
    data[data.rindex(b"PK\x01\x02") + 8] |= 1  # and in the list of members
    path.write_bytes(data)
    with pytest.raises(Problem, match=r"conversations\.json cannot be read"):
        read(path)


def test_the_notebook_itself_is_not_imported(tmp_path: Path) -> None:
    root = folder(tmp_path / "all", **{"2024-01-05": "x", "notebook/memory/2024-01-06": "y"})
    with files.opened(root, root / "notebook") as bundle:
        assert [one.day.day for one in entries(bundle, NOW) if isinstance(one, ImportEntry)] == [5]
    for path in (root / "notebook", root / "notebook" / "memory"):
        with pytest.raises(Problem, match="is part of the notebook"):
            read(path, without=root / "notebook")


@pytest.mark.parametrize("name", ["x.json", "x.csv", "x.zip", "folder"])
def test_what_nobody_knows_is_told_with_what_is_known(tmp_path: Path, name: str) -> None:
    if name == "folder":
        (tmp_path / name).mkdir()
        noted(tmp_path / name, "a.json", b"[1, 2]")
    elif name == "x.zip":
        packed(tmp_path / name, a_json=[{"b": 1}])
    else:
        noted(tmp_path, name, b'{"a": [1]}')
    with pytest.raises(Problem, match=r"Nothing in .* can be imported") as caught:
        read(tmp_path / name)
    assert "ChatGPT" in caught.value.hint
    with pytest.raises(Problem, match="is gone"):
        read(tmp_path / "missing")
