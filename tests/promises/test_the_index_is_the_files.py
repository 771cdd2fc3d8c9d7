"""P12: whatever other programs do to the files, the index is what a rebuild would be.

Renames, deletes, moved folders, missed events, clocks set back, changes that leave no mark.
"""

import os
import random
import sqlite3
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.layout import Layout
from desktop_app.search.index import SearchIndex
from desktop_app.search.schema import FILE_SHIFT
from desktop_app.settings import Places

SOME, EVERY = 60, 1000
_LOOK_AFTER = 20  # bursts


@pytest.mark.parametrize("bursts", [SOME, pytest.param(EVERY, marks=pytest.mark.prove)])
def test_after_any_bursts_the_index_is_what_a_rebuild_would_be(tmp_path: Path, bursts: int) -> None:
    places = Places(tmp_path / "data", tmp_path / "config")
    memory = Memory.create(tmp_path / "notebook", places)
    world = World(memory.root, tmp_path / "elsewhere", random.Random(bursts))
    for number in range(1, bursts + 1):
        for _ in range(world.chance.randint(1, 8)):
            world.act()
        if world.chance.random() < 0.6:  # the rest are missed events
            try:
                memory.index.refresh()
            except Problem:
                assert not world.here
        if number % _LOOK_AFTER == 0 or number == bursts:
            world.come_back()
            memory.index.refresh()
            memory.index.accept_loss()
            if world.leaves_marks:  # nothing is mended then: there is nothing to mend
                assert memory.index.check() == []
            else:
                assert not any("damaged" in told for told in memory.index.check())
                memory.index.mend()
            assert memory.index.freshness.in_words == "up to date"
            assert held(memory) == rebuilt(memory, tmp_path / f"{number}.db")
            assert memory.index.check() == []
            world.leaves_marks = not world.leaves_marks
    memory.close()


class World:
    """What else has the files in its hands."""

    def __init__(self, root: Path, elsewhere: Path, chance: random.Random) -> None:
        self.root, self._elsewhere, self.chance = root, elsewhere, chance
        self._away: list[tuple[Path, Path]] = []
        self.leaves_marks = True  # whether each change can be seen without reading the file

    @property
    def here(self) -> bool:
        """Whether the notebook's folder is in its place."""
        return self.root.exists()

    def act(self) -> None:
        """One thing."""
        act = self.chance.choice(
            [self._write, self._write, self._edit, self._edit, self._delete, self._rename,
             self._set_clock, self._unmarked, self._empty, self._move_away]
        )  # fmt: skip
        if self._away:
            self.come_back()
        act()

    def come_back(self) -> None:
        """What was moved away is moved back."""
        while self._away:
            there, here = self._away.pop()
            there.rename(here)

    def _file(self) -> Path:
        names = [f"memory/2026-11-{self.chance.randint(1, 15):02}.md", "MEMORY.md",
            "memory/topic.md", "memory/dreams/2026-11-03.md", "sessions/talk.jsonl"]  # fmt: skip
        return self.root / self.chance.choice(names[:1] * 8 + names[1:])

    def _text(self) -> str:
        lines = (f"- {self.chance.choice('abc港口')} {self.chance.random()}" for _ in range(5))
        return "".join(f"{line}\n" for line in lines)

    def _write(self) -> None:
        path = self._file()
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(f"# Day\n\n## Notes\n{self._text()}", encoding="utf-8")

    def _edit(self) -> None:
        path = self._file()
        if path.exists():
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            at = self.chance.randint(0, len(lines))
            end = at + self.chance.randint(0, 2)
            lines[at:end] = self.chance.choice([[], ["- new\n"], ["\n", "## On\n"], [self._text()]])
            path.write_text("".join(lines), encoding="utf-8")

    def _delete(self) -> None:
        self._file().unlink(missing_ok=True)

    def _rename(self) -> None:
        path, other = self._file(), self._file()
        if path.exists() and other.parent.exists():
            path.replace(other)

    def _set_clock(self) -> None:
        path = self._file()
        if path.exists():
            os.utime(path, ns=(self.chance.randint(1, 9), self.chance.randint(1, 9)))

    def _unmarked(self) -> None:
        """Another text of the same size, with the time of the one before."""
        path = self._file()
        if not self.leaves_marks and path.exists() and (data := path.read_bytes()):
            marks = path.stat()
            with path.open("r+b") as file:
                file.write(bytes(data).replace(b"a", b"b").replace(b"0", b"7"))
            os.utime(path, ns=(marks.st_atime_ns, marks.st_mtime_ns))

    def _empty(self) -> None:
        path = self._file()
        if path.exists():
            path.write_bytes(b"")

    def _move_away(self) -> None:
        here = self.chance.choice([self.root, self.root / "memory"])
        if here.exists():
            here.rename(self._elsewhere)
            self._away.append((self._elsewhere, here))


def held(memory: Memory) -> list[tuple[object, ...]]:
    """Everything the index says, but for the ids that depend on the order of reading."""
    return _said(memory._index.path)


def rebuilt(memory: Memory, path: Path) -> list[tuple[object, ...]]:
    """The same of an index made anew."""
    index = SearchIndex(path, memory.files.read, Layout().kind)
    index.rebuild(memory._notebook.paths())
    said = _said(path)
    index.close()
    path.unlink()
    return said


def _said(path: Path) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    rows = connection.execute(
        "select path, kind, day, sha, line, end_line, heading, text, passages.body, passages.head,"
        f" chunks.id & {(1 << FILE_SHIFT) - 1}"  # by their numbers lines stand near each other
        " from chunks join files on files.id = file join passages using (id)"
        " order by path, line, chunks.id"
    ).fetchall()
    connection.close()
    return rows
