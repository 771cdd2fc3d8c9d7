"""An export: the whole notebook as a database that other programs open."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from tests.support.dreaming import DAY, a_notebook, opened

CHINESE = "# 2026-11-19\n\n- 港口办公室的钥匙在玛拉那里。\n"
TALK = [{"role": "user", "content": "Where is the key?"}, {"type": "title", "title": "Keys"}]


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    root = a_notebook(tmp_path, d20261120=DAY, d20261119=CHINESE)
    (root / "sessions").mkdir()
    (root / "sessions" / "one.jsonl").write_text("\n".join(map(json.dumps, TALK)))
    made = opened(root, tmp_path)
    asyncio.run(made.dreams.dream())
    made.dreams.apply(only=[change.n for change in made.dreams.proposal().changes])
    yield made
    made.close()


def asked(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(sql).fetchall()


def test_a_bullet_leads_to_the_line_it_came_from_and_the_dream_that_brought_it(
    memory: Memory, tmp_path: Path
) -> None:
    path = tmp_path / "memory.db"
    assert memory.export(path).rows["bullets"] == len(memory.files.bullets().statements)
    led = asked(
        path,
        "select bullets.text, lines.path, lines.line, days.date from bullets"
        " join sources on sources.bullet = bullets.id join lines on lines.id = sources.now"
        " join days on days.path = lines.path where bullets.text like 'The report%'",
    )
    assert ("memory/2026-11-20.md", 5, "2026-11-20") in [row[1:] for row in led]
    (dream,) = memory.dreams.runs()
    assert asked(path, "select id, state, diary from dreams") == [
        (dream.id, "applied", memory.dreams.proposals("applied")[0].diary)
    ]
    made = len(memory.dreams.proposals("applied")[0].changes)
    assert asked(path, "select count(*) from changes where dream in (select id from dreams)") == [
        (made,)
    ]
    assert asked(path, "pragma foreign_key_check") == []
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("word", ["办公室", "钥匙在玛", "boiler"])
def test_it_is_searched_in_full_text_in_any_script(
    memory: Memory, tmp_path: Path, word: str
) -> None:
    path = tmp_path / "memory.db"
    memory.export(path)
    found = asked(path, f"select text from lines_fts where lines_fts match '{word}'")
    assert found and all(word in text for (text,) in found)


def test_what_was_said_is_in_it_without_what_nobody_said(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    memory.export(path)
    assert asked(path, "select path, line, role, text from messages") == [
        ("sessions/one.jsonl", 1, "user", "Where is the key?")
    ]


def test_an_earlier_export_is_written_anew_and_another_file_never(
    memory: Memory, tmp_path: Path
) -> None:
    path, other = tmp_path / "memory.db", tmp_path / "mine.db"
    with closing(sqlite3.connect(other)) as mine:
        mine.execute("create table theirs (n)")
    before = other.read_bytes()
    memory.export(path)
    memory.days.remember("The spare key is under the mat.")
    memory.export(path)
    assert asked(path, "select count(*) from lines where text like '%spare key%'") == [(1,)]
    for taken in (other, memory.root / "MEMORY.md", tmp_path):
        with pytest.raises(Problem, match="is there already"):
            memory.export(taken)
    assert other.read_bytes() == before


def test_where_nothing_can_be_written_nothing_is_left(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="cannot be written"):
        memory.export(tmp_path / "missing" / "memory.db")
    path = tmp_path / "memory.db"
    memory.export(path)
    assert not list(tmp_path.glob(".*.part"))


def test_bytes_that_are_no_text_hinder_nothing(memory: Memory, tmp_path: Path) -> None:
    (memory.root / "memory" / "2026-11-18.md").write_bytes(b"- caf\xe9 \xed\xa0\x80\n")
    memory.export(tmp_path / "memory.db")
    assert asked(tmp_path / "memory.db", "select text from lines where path like '%11-18%'")
