"""Errors of real programs: found, told apart, and ended by what ended them.

An agent of ours writes a broken file, runs a program over it, looks around, writes it well and runs
it again: three times, in other folders, at other lines. What ends each error is known beforehand.
`--data FOLDER` also reads the transcripts of agents that lie there, and counts.
"""

import itertools
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.support.agents import ClaudeCode, append

_TIMES = 3
_PYTHON = sys.executable


@dataclass(frozen=True)
class Case:
    """A file that breaks, what runs it, and the same file made well. `comment` begins a line that
    says nothing, `needs` is the program."""

    name: str
    needs: str
    file: str
    broken: str
    well: str
    command: str
    comment: str = "#"
    run: str = ""  # instead of a change of the file: this command ends it


_UNIT = "import unittest\n\n\nclass Sums(unittest.TestCase):\n    def test_adds(self):\n        "
CASES = (
    Case(
        "python exception",
        _PYTHON,
        "shop.py",
        "def total(d):\n    return d['x']\n\n\ntotal({})\n",
        "def total(d):\n    return d.get('x')\n\n\ntotal({})\n",
        "{python} shop.py",
    ),
    Case(
        "python import",
        _PYTHON,
        "shop.py",
        "import shopkeeping\n",
        "import json\n",
        "{python} shop.py",
    ),
    Case(
        "python syntax", _PYTHON, "shop.py", "if x = 1:\n    pass\n", "x = 1\n", "{python} shop.py"
    ),
    Case(
        "python in a pipe",
        _PYTHON,
        "shop.py",
        "raise ValueError('no port')\n",
        "print(1)\n",
        "{python} shop.py 2>&1 | tail -20",
    ),
    Case(
        "python chained",
        _PYTHON,
        "shop.py",
        "try:\n    {}['a']\nexcept KeyError as e:\n    raise OSError('no shop') from e\n",
        "print(1)\n",
        "{python} shop.py",
    ),
    Case(
        "pytest",
        _PYTHON,
        "test_shop.py",
        "def test_adds():\n    assert 1 + 2 == 4\n",
        "def test_adds():\n    assert 1 + 2 == 3\n",
        "{python} -m pytest -q -p no:cacheprovider test_shop.py",
    ),
    Case(
        "unittest",
        _PYTHON,
        "test_shop.py",
        f"{_UNIT}self.assertEqual(1 + 2, 4)\n",
        f"{_UNIT}self.assertEqual(1 + 2, 3)\n",
        "{python} -m unittest test_shop",
    ),
    Case(
        "mypy",
        _PYTHON,
        "shop.py",
        "x: int = 'a'\n",
        "x: int = 1\n",
        "{python} -m mypy --cache-dir=/dev/null shop.py",
    ),
    Case(
        "ruff",
        _PYTHON,
        "shop.py",
        "import os\n",
        "X = 1\n",
        "{python} -m ruff check --no-cache --output-format concise shop.py",
    ),
    Case(
        "node exception",
        "node",
        "shop.js",
        "const shop = {};\nshop.total.add(1);\n",
        "const shop = {};\n",
        "node shop.js",
        "//",
    ),
    Case(
        "node import",
        "node",
        "shop.js",
        "require('shopkeeping');\n",
        "require('fs');\n",
        "node shop.js",
        "//",
    ),
    Case("node syntax", "node", "shop.js", "const = 1;\n", "const x = 1;\n", "node shop.js", "//"),
    Case(
        "node test",
        "node",
        "shop.test.js",
        "const {test} = require('node:test');\nconst assert = require('assert');\n"
        "test('adds two', () => assert.strictEqual(1 + 2, 4));\n",
        "const {test} = require('node:test');\ntest('adds two', () => {});\n",
        "node --test shop.test.js",
        "//",
    ),
    Case(
        "java exception",
        "java",
        "Shop.java",
        "class Shop {\n  static int total(String s) { return s.length(); }\n"
        "  public static void main(String[] a) { total(null); }\n}\n",
        "class Shop {\n  public static void main(String[] a) { }\n}\n",
        "java Shop.java",
        "//",
    ),
    Case(
        "java source",
        "java",
        "Shop.java",
        'class Shop { int x = "a"; }\n',
        "class Shop { public static void main(String[] a) { } }\n",
        "java Shop.java",
        "//",
    ),
    Case(
        "go panic",
        "go",
        "main.go",
        "package main\n\nfunc pick(x []int, n int) int { return x[n] }\n\n"
        "func main() { pick([]int{1}, 5) }\n",
        "package main\n\nfunc main() { }\n",
        "go run main.go",
        "//",
    ),
    Case(
        "go source",
        "go",
        "main.go",
        "package main\n\nfunc main() { total(1) }\n",
        "package main\n\nfunc main() { }\n",
        "go run main.go",
        "//",
    ),
    Case(
        "rust source",
        "rustc",
        "main.rs",
        'fn main() { let x: i32 = "a"; }\n',
        "fn main() { }\n",
        "rustc --crate-name shop -o /dev/null main.rs",
        "//",
    ),
    Case(
        "rust panic",
        "rustc",
        "main.rs",
        "fn main() { let x: Option<i32> = None; x.unwrap(); }\n",
        "fn main() { }\n",
        "rustc --crate-name shop -o shop main.rs && ./shop",
        "//",
    ),
    Case(
        "c source",
        "gcc",
        "main.c",
        "int main(void) { return total; }\n",
        "int main(void) { return 0; }\n",
        "gcc -o shop main.c",
        "//",
    ),
    Case("make", "make", "Makefile", "all: missing\n\t@true\n", "all:\n\t@true\n", "make all"),
    Case(
        "no program",
        "sh",
        "notes.txt",
        "a\n",
        "a\n",
        "PATH=$PWD/bin:$PATH shopctl up",
        run="mkdir -p bin && printf '#!/bin/sh\\n' > bin/shopctl && chmod +x bin/shopctl",
    ),
    Case("no file", "sh", "notes.txt", "a\n", "a\n", "cat settings.ini", run="touch settings.ini"),
    Case("git", "git", "notes.txt", "a\n", "a\n", "git status", run="git init -q ."),
    Case(
        "sqlite",
        _PYTHON,
        "shop.py",
        "import sqlite3\ndb = sqlite3.connect(':memory:')\ndb.execute('select * from shop')\n",
        "print(1)\n",
        "{python} shop.py",
    ),
)


class _Agent:
    """Does what an agent does with real programs, and writes its transcript."""

    def __init__(self, home: Path, folder: Path, session: str, start: int) -> None:
        self.talk = ClaudeCode(home, folder, session)
        self.talk.count = start
        self.folder = folder
        self._calls = itertools.count()

    def run(self, command: str) -> bool:
        real = command.format(python=_PYTHON)
        done = subprocess.run(
            ["bash", "-c", real], cwd=self.folder, capture_output=True, text=True, timeout=120
        )
        told = f"{done.stdout}{done.stderr}"
        failed = done.returncode != 0
        call = f"{self.talk.session}-{next(self._calls)}"
        append(self.talk.path, self.talk.call("Bash", call, command=f"cd {self.folder} && {real}"))
        told = f"Exit code {done.returncode}\n{told}" if failed else told
        append(self.talk.path, self.talk.result(told, call, failed=failed))
        return failed

    def edit(self, name: str, text: str, words: str) -> None:
        path = self.folder / name
        call = f"{self.talk.session}-{next(self._calls)}"
        old = path.read_text() if path.exists() else ""
        path.write_text(text)
        if words:
            append(self.talk.path, self.talk.answer(words))
        given = {"file_path": str(path), "old_string": old, "new_string": text}
        append(self.talk.path, self.talk.call("Edit", call, **given))
        append(self.talk.path, self.talk.result("done", call))


def _met(case: Case, home: Path, work: Path, n: int) -> tuple[Path, str]:
    """The transcript of an agent that met an error and ended it, and the step that did."""
    folder = work / f"{case.name.replace(' ', '-')}-{n}" / ("deep" * n or ".")
    folder.mkdir(parents=True)
    agent = _Agent(home, folder, f"{case.name}-{n}", 100 * n)
    above = f"{case.comment} a line\n" * (3 * n)
    agent.edit(case.file, above + case.broken, "")
    assert agent.run(case.command) or "|" in case.command, case.name
    agent.run("ls")
    agent.run(f"cat {case.file}")
    if n == 1:
        agent.run(case.command)  # it tries again, in vain
    if case.run:
        agent.run(case.run)
        ended = f"cd {folder} && {case.run}"
    else:
        agent.edit(case.file, above + case.well, f"I make {case.file} well.")
        ended = f"Edit {folder / case.file}"
    agent.run("ls")
    assert not agent.run(case.command), case.name
    return agent.talk.path, " ".join(ended.split())[:300]


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty."""
    memory = Memory.create(work / "notebook", Places(work / "data", work / "config"))
    try:
        yield from _real(memory, work)
        if data:
            yield from _transcripts(memory, data)
    finally:
        memory.close()


def _real(memory: Memory, work: Path) -> Iterator[str]:
    here = [case for case in CASES if shutil.which(case.needs)]
    yield f"{len(here)} of {len(CASES)} kinds of errors: their programs are here"
    found = merged = right = 0
    for case in here:
        known = {one.key for one in memory.hindsight.patterns()}
        ends = []
        for n in range(_TIMES):
            path, ended = _met(case, work / "home", work / "projects", n)
            memory.hindsight.read(str(path))
            ends.append(ended)
        new = [one for one in memory.hindsight.patterns() if one.key not in known]
        mine = max(new, key=lambda one: one.times, default=None)
        met = mine.times if mine else 0
        well = [one for one in (mine.encounters if mine else ()) if one.ended]
        good = sum(one.ended is not None and one.ended.steps[-1] in ends for one in well)
        found, merged, right = found + met, merged + (len(new) == 1 and met == _TIMES), right + good
        if len(new) != 1 or met != _TIMES or good != _TIMES:
            told = "; ".join(f"{one.times} x {one.title[:60]}" for one in new)
            yield f"  {case.name}: {len(new)} patterns, {met} met, {good} ends right: {told}"
    every = len(here) * _TIMES
    yield f"errors found {found} of {every}, ends right {right} of {every}"
    yield f"kinds whose {_TIMES} errors are one pattern and no other: {merged} of {len(here)}"


def _transcripts(memory: Memory, data: Path) -> Iterator[str]:
    before = len(memory.hindsight.patterns())
    read = met = ended = turns = 0
    begun = time.perf_counter()
    for path in sorted(data.rglob("*.jsonl")):
        try:
            news = memory.hindsight.read(str(path))
        except Problem:
            continue
        read, met, ended = read + 1, met + news[0], ended + news[1]
        turns += path.read_bytes().count(b"\n")
    after = len(memory.hindsight.patterns()) - before
    took = time.perf_counter() - begun
    yield f"{read} transcripts of {turns:,} records: {met} errors, {after} patterns, {ended} ended"
    yield f"  read in {took:.1f} s"
