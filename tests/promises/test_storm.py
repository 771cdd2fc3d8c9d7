"""P20: window, servers, an agent, commands and editors write at once, and each is killed at times.

Nothing is lost, and nobody meets a conflict who only adds.
"""

import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from desktop_app.memory import Memory
from desktop_app.settings import Places, Settings
from tests.promises.test_kills import KILLED
from tests.promises.test_other_programs import texts
from tests.support.commands import Commands
from tests.support.program import sample

_WORD = re.compile(r"[a-z]+-[0-9]+(?:-[0-9]+)?-end")
_LINE = re.compile(rf"- (?:Decided: )?{_WORD.pattern}(?: comes in\.)?", re.IGNORECASE)


class GoneError(Exception):
    """It was killed before it answered: its line may stand, or not."""


class Storm:
    """A notebook, those who write into it, and the lines that they believe to be there."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.root, self.log, self.seed = sample(folder), folder / "log", seed
        self.log.touch()
        self.places = Places(folder / "nightstand", folder / "nightstand")
        Settings(self.places.config / "settings.toml").set("agents.may_write", ["*"])
        home = dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
        self.env = os.environ | home | {"QT_QPA_PLATFORM": "offscreen"}
        with closing(self.memory()) as memory:
            self.day = memory.days.remember("A storm comes.").path
            self.told_before = len(memory.dreams.diaries())
        self.commands = Commands(self.env)
        self.running: dict[str, subprocess.Popen[str]] = {}
        self.greeted: set[int] = set()
        self.told: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.over = threading.Event()
        self.saving = threading.Lock()  # editors that overwrite each other are no fault of ours

    def memory(self) -> Memory:
        return Memory.open(self.root, self.places)

    def start(self, name: str) -> None:
        """Begin the window, a server or the process of an agent."""
        words = ["-m", "desktop_app", "--notebook", str(self.root)]
        words += ["mcp"] if name == "mcp" else ["serve", "--port", "0"]
        if name == "window":
            words = ["-m", "tests.support.typing_window", str(self.root), str(self.log)]
        pipes = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
        with (self.log.parent / name).open("w") as said:
            self.running[name] = subprocess.Popen(
                [sys.executable, *words], env=self.env, text=True, stderr=said, **pipes
            )

    def server(self, name: str, text: str, main: bool) -> bool:
        """REST."""
        url = re.search(r"http\S+(?=/mcp)", (self.log.parent / name).read_text())
        if url is None:
            raise GoneError
        key = json.loads((self.places.data / "agents.json").read_text())["write"]
        where, who = "main" if main else "daily", {"authorization": f"Bearer {key}"}
        try:
            answer = httpx.post(
                f"{url[0]}/api/memory/{where}", json={"text": text}, headers=who, timeout=60
            )
        except httpx.HTTPError as gone:
            raise GoneError from gone
        return answer.status_code == 201

    def agent(self, name: str, text: str, main: bool) -> bool:
        """MCP over a pipe."""
        process = self.running[name]
        if process.pid not in self.greeted:
            self._ask(process, "initialize", protocolVersion="2025-06-18", capabilities={},
                      clientInfo={"name": name, "version": "1"})  # fmt: skip
            self.greeted.add(process.pid)
        tool, key = ("append_memory", "fact") if main else ("append_daily_log", "entry")
        return "Written" in str(self._ask(process, "tools/call", name=tool, arguments={key: text}))

    def _ask(self, process: subprocess.Popen[str], method: str, **params: Any) -> str:
        assert process.stdin and process.stdout
        call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        try:
            print(json.dumps(call), file=process.stdin, flush=True)
            answer = process.stdout.readline()
        except (OSError, ValueError) as gone:  # or its pipes are closed already
            raise GoneError from gone
        if not answer:
            raise GoneError
        return answer

    def command(self, name: str, text: str, main: bool) -> bool:
        """The command line, which dreams, applies and undoes, too."""
        dice = random.Random(f"{self.seed} {text}")
        acts = [["update" if main else "remember", text]]
        if dice.random() < 0.3:
            acts += [["dream", "--force"], ["apply", "--kind", "added"], ["undo"]]
        codes = []
        for words in acts:
            after = dice.uniform(0, 0.6) if dice.random() < 0.3 else None
            ended = self.commands.run(*words, "--notebook", str(self.root), kill_after=after)
            codes.append(ended.returncode)
            self.counts[f"{words[0]} {ended.returncode}"] += 1
        if codes[0] == KILLED:
            raise GoneError
        return codes[0] == 0

    def editor(self, name: str, text: str, main: bool) -> bool:
        """Adds a line as soon as it has read the file, and saves in place or by rename."""
        path = self.root / ("MEMORY.md" if main else self.day)
        with self.saving:
            lines = path.read_bytes().splitlines(keepends=True)
            at = random.Random(text).choice((len(lines), min(len(lines), 4)))
            whole = b"".join([*lines[:at], f"- {text}\n".encode(), *lines[at:]])
            there = path if name == "inplace" else path.with_name(".editor.tmp")
            there.write_bytes(whole)
            there.replace(path)
        return True

    def write(self, name: str, put: Callable[[str, str, bool], bool]) -> None:
        """Put one line after the other into MEMORY.md or today."""
        dice, number = random.Random(f"{self.seed} {name}"), 0
        while not self.over.wait(dice.uniform(0, 1)):
            number += 1
            word, main = f"{name}-{number}-end", dice.random() < 0.5
            try:
                done = put(name, word if main else f"Decided: {word} comes in.", main)
            except GoneError:
                self.counts[f"{name} gone"] += 1
                continue
            self.counts[f"{name} {'told' if done else 'refused'}"] += 1
            if done:
                self.told.add(word)

    def lines_of(self, name: str) -> int:
        """How many lines it was told to have written."""
        typed = self.log.read_text().count("word")
        return typed if name == "window" else self.counts[f"{name} told"]

    def wait_for(self, name: str) -> None:
        """Wait until it has written once more."""
        before, end = self.lines_of(name), time.monotonic() + 120
        while self.lines_of(name) == before:
            err = (self.log.parent / name).read_text()
            assert self.running[name].poll() is None and time.monotonic() < end, err
            time.sleep(0.02)

    def blow(self, rounds: int) -> None:
        """Let all write, and kill each that runs so many times."""
        dice = random.Random(self.seed)
        writers = {"first": self.server, "second": self.server, "mcp": self.agent}
        writers |= {"command": self.command, "inplace": self.editor, "renamer": self.editor}
        names = ["window", "first", "second", "mcp"]
        for name in names:
            self.start(name)
        threads = [threading.Thread(target=self.write, args=one) for one in writers.items()]
        for thread in threads:
            thread.start()
        try:
            for name in [one for _ in range(rounds) for one in dice.sample(names, 4)]:
                self.wait_for(name)
                time.sleep(dice.uniform(0, 0.5))
                self.running[name].kill()
                self.running[name].communicate()
                self.start(name)
            for name in names:
                self.wait_for(name)
        finally:
            self.over.set()
            for thread in threads:
                thread.join()
            for name, process in self.running.items():
                process.kill() if name == "window" else process.terminate()
                process.communicate(timeout=60)

    def look(self) -> None:
        """All that was told is there, in one file or version at least, and no conflict is false.

        A version alone has a line that an editor overwrote which had read the file before. A person
        who types at the end may type behind what another program has just put there.
        """
        for _ in range(2):  # the first look tells what the kills left
            doctor = self.commands.run("doctor", "--json", "--notebook", str(self.root)).stdout
        assert all(one["ok"] for one in json.loads(doctor)), doctor
        self.commands.close()
        said = [json.loads(line) for line in self.log.read_text().splitlines()]
        self.told |= {one["word"] for one in said if "word" in one}
        for clash in (one["clash"] for one in said if "clash" in one):
            base, *sides = (Counter(text.splitlines()) for text in clash)
            assert not all(base <= side for side in sides), f"both only added: {clash}"
        with closing(self.memory()) as memory:
            files = {one: memory.files.read(one).text for one in ("MEMORY.md", self.day)}
            known = {word for data in texts(memory) for word in _WORD.findall(data.decode())}
            standing = [p for p in memory.dreams.proposals("applied") if not p.undone]
            told = [entry for entry in memory.dreams.diaries() if not entry.undone]
            copies, journal = memory.files.copies(), memory._notebook.own / "journal"
        lines = [line for text in files.values() for line in text.split("\n") if "-end" in line]
        torn = [line for line in lines if not _LINE.fullmatch(line) and "typed" not in line]
        found = Counter(word for text in files.values() for word in set(_WORD.findall(text)))
        self.counts["in a version only"] = len(self.told - set(found))
        self.counts["twice"] = sum(text.count(w) > 1 for w in self.told for text in files.values())
        self.counts["clashes"] = len(said) - self.lines_of("window")
        assert not self.told - known, f"told as written, and nowhere: {self.told - known}"
        assert not copies and not torn, (copies, torn)
        assert len(told) - self.told_before == len(standing), "the diary and the books differ"
        assert not [*self.root.rglob(".*.nightstand"), *journal.glob("*.intent")]


@pytest.mark.parametrize(
    ("seed", "rounds"), [(1, 1), *(pytest.param(n, 10, marks=pytest.mark.prove) for n in (2, 3))]
)
def test_in_a_storm_of_writers_that_are_killed_nothing_is_lost(
    seed: int, rounds: int, tmp_path: Path
) -> None:
    storm = Storm(tmp_path, seed)
    storm.blow(rounds)
    storm.look()
    print(f"P20: {4 * rounds} kills, {len(storm.told)} lines, {dict(storm.counts)}")
