"""P4, P5: other programs, and other processes of ours, write at once, and nothing is lost."""

import asyncio
import random
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from desktop_app.dreams.dream import deep_dream
from desktop_app.errors import Problem
from desktop_app.memory import Memory, saving
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.lines import as_buffer
from tests.support.dreaming import COFFEE, REPORT, ToldDreamer, a_notebook, opened, places

KINDS = ("rename", "in place", "append", "held")
_WORD = re.compile(rb"- ([a-z-]+-[0-9]+-end)")


def words_in(memory: Memory) -> set[bytes]:
    """Every line of the editors and of ours that is in a file, a version or a draft."""
    return {word for data in texts(memory) for word in _WORD.findall(data)}


def texts(memory: Memory) -> Iterator[bytes]:
    """Every file of the notebook, every draft and every version."""
    for folder in (memory.root, memory._notebook.own / "drafts"):
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                yield file.read_bytes()
    for version in memory._notebook.history.versions(limit=-1):
        yield memory.history.content(version.version)


def our_save(memory: Memory, number: int) -> bytes:
    """A person types a line and it is saved, merged with what the other program wrote."""
    base, _draft = saving.open_file(memory, "MEMORY.md")
    word = f"ours-{number}-end"
    lines = as_buffer(base.data).split("\n")
    lines.insert(random.Random(number).randrange(len(lines)), f"- {word}")
    task = saving.Task("MEMORY.md", base, "\n".join(lines), secrets.token_hex(8))
    with suppress(Problem):  # "another program keeps writing": it is in the draft
        saving.write(memory, task)
    return word.encode()


def our_dream(memory: Memory) -> None:
    """A dream, applied and taken back. It may find that somebody wrote, and says so."""
    bullets = MemoryFile(memory.files.read("MEMORY.md").data).bullets
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
        memory.dreams.apply(only={1})
        memory.dreams.undo()


def race(tmp_path: Path, kind: str, times: int) -> tuple[int, int]:
    """Let an editor save so many times while we save and dream; its saves, and ours."""
    root = a_notebook(tmp_path)
    log = tmp_path / "log"
    memory = opened(root, tmp_path)
    ours: set[bytes] = set()
    with closing(memory):
        memory.days.remember("so that the folder is marked")
        command = [sys.executable, "-m", "tests.support.editors", kind, str(root / "MEMORY.md")]
        editor = subprocess.Popen([*command, str(times), str(log)])
        while editor.poll() is None:
            ours.add(our_save(memory, len(ours)))
            if len(ours) % 2 == 0:
                our_dream(memory)
        assert editor.returncode == 0
        memory.index.refresh()
        if not memory.dreams.proposals("applied"):  # a busy machine never let one in between
            our_dream(memory)
        assert memory.dreams.proposals("applied"), "no dream was ever applied"
    with closing(opened(root, tmp_path)) as memory:
        saved = set(_WORD.findall(log.read_bytes()))
        assert len(saved) == times
        found = words_in(memory)
        lost = (saved | ours) - found
        assert not lost, f"nowhere: {lost}"
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
from desktop_app.notebook.opening import open_notebook
notebook = open_notebook(Path(sys.argv[1]), Path(sys.argv[2]))
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
