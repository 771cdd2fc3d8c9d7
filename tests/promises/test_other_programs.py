"""P4, P5: other programs, and other processes of ours, write at once, and nothing is lost."""

import asyncio
import random
import re
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from desktop_app.dreams.dream import deep_dream
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.ui.writing import saving
from tests.support.dreaming import COFFEE, REPORT, ToldDreamer, a_notebook, opened, places

KINDS = ("rename", "in place", "append", "held")
_WORD = re.compile(rb"- ([a-z-]+-[0-9]+-end)")


def words_in(memory: Memory) -> set[bytes]:
    """Every line of the editors and of ours that is in a file, a version or a draft."""
    found: set[bytes] = set()
    for place in (memory.root, memory._notebook.own / "drafts"):
        for file in place.rglob("*"):
            if file.is_file():
                found |= set(_WORD.findall(file.read_bytes()))
    for version in memory._notebook.history.versions(limit=1_000_000):
        found |= set(_WORD.findall(memory.version_data(version.version)))
    return found


def our_save(memory: Memory, number: int) -> bytes:
    """A person types a line and it is saved, merged with what the other program wrote."""
    file, _draft = saving.open_file(memory, "MEMORY.md")
    word = f"ours-{number}-end"
    lines = file.text.split("\n")
    lines.insert(random.Random(number).randrange(len(lines)), f"- {word}")
    task = saving.Task("MEMORY.md", file.base, "\n".join(lines), file.key)
    with suppress(Problem):  # "another program keeps writing": it is in the draft
        saving.write(memory, task)
    return word.encode()


def our_dream(memory: Memory) -> None:
    """A dream, applied and taken back. It may find that somebody wrote, and says so."""
    bullets = MemoryFile(memory.read("MEMORY.md").data).bullets
    changes = [COFFEE, REPORT] if bullets else [COFFEE]
    asyncio.run(
        deep_dream(
            memory._notebook,
            memory._store,
            ToldDreamer(*changes),
            now=memory.now(),
            lookback_days=9,
            force=True,
        )
    )
    with suppress(Problem):
        memory.apply(only={1})
        memory.undo()


def race(tmp_path: Path, kind: str, times: int) -> tuple[int, int]:
    """Let an editor save so many times while we save and dream; its saves, and ours."""
    root = a_notebook(tmp_path)
    log = tmp_path / "log"
    memory = opened(root, tmp_path)
    ours: set[bytes] = set()
    with closing(memory):
        memory.remember("so that the folder is marked")
        command = [sys.executable, "-m", "tests.support.editors", kind, str(root / "MEMORY.md")]
        editor = subprocess.Popen([*command, str(times), str(log)])
        end = time.monotonic() + 300
        while editor.poll() is None and time.monotonic() < end:
            ours.add(our_save(memory, len(ours)))
            if len(ours) % 2 == 0:
                our_dream(memory)
        assert editor.wait(10) == 0
        memory.refresh()
        if not memory.proposals("applied"):  # a busy machine never let one in between
            our_dream(memory)
        assert memory.proposals("applied"), "no dream was ever applied"
    with closing(opened(root, tmp_path)) as memory:
        saved = set(_WORD.findall(log.read_bytes()))
        assert len(saved) == times
        found = words_in(memory)
        assert saved - found == set(), f"{len(saved - found)} of {times} saves are nowhere"
        assert ours - found == set(), "a line of ours is nowhere"
        assert not [*root.rglob(".*.nightstand")]
    return len(saved), len(ours)


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_editor_saves_meanwhile_is_never_lost(tmp_path: Path, kind: str) -> None:
    race(tmp_path, kind, 150)


@pytest.mark.prove
@pytest.mark.parametrize("kind", KINDS)
def test_two_thousand_saves_of_an_editor_meanwhile_are_never_lost(
    tmp_path: Path, kind: str
) -> None:
    saves, ours = race(tmp_path, kind, 2000)
    print(f"P4: {saves} saves ({kind}) beside {ours} of ours with dreams: 0 unrecoverable")


_APPENDS = """
import sys
from datetime import datetime
from pathlib import Path
from desktop_app.notebook import days
from desktop_app.notebook.notebook import Notebook
notebook = Notebook.open(Path(sys.argv[1]), Path(sys.argv[2]))
now = datetime(2026, 11, 21, 12, 0)
for n in range(int(sys.argv[4])):
    days.append_note(notebook, f"by-{sys.argv[3]}-{n}-end", now)
notebook.close()
"""


@pytest.mark.parametrize("times", [15, pytest.param(500, marks=pytest.mark.prove)])
def test_eight_processes_append_at_once_and_every_line_stands(tmp_path: Path, times: int) -> None:
    root, data = a_notebook(tmp_path), places(tmp_path).data
    command = [sys.executable, "-c", _APPENDS, str(root), str(data)]
    started = [subprocess.Popen([*command, who, str(times)]) for who in "abcdefgh"]
    assert [process.wait(600) for process in started] == [0] * 8
    lines = (root / "memory/2026-11-21.md").read_bytes().split(b"\n")
    for who in "abcdefgh":
        mine = [line for line in lines if line.startswith(f"- by-{who}-".encode())]
        assert mine == [f"- by-{who}-{n}-end".encode() for n in range(times)]
    assert len(lines) == 8 * times + 5  # header, its gap, one heading, its gap, the end
    print(f"P5: 8 processes, {8 * times} appends, all intact")
