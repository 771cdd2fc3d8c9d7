"""P2: killed at any moment, a dream leaves MEMORY.md and its diary as before or as after."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.support.commands import Commands
from tests.support.program import sample

KILLED = -signal.SIGKILL


class Dreams:
    """A notebook whose dreams are cut short, and everything that was ever in it."""

    def __init__(self, folder: Path) -> None:
        self.root = sample(folder)
        home = {name: str(folder / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        self.places = Places(*(Path(one) / "nightstand" for one in home.values()))
        self.commands = Commands(os.environ | home | {"QT_QPA_PLATFORM": ""})
        self.took: dict[str, float] = {}
        with closing(self.memory()) as memory:
            self.told_before = len(memory.dreams.diaries())
            self.days = {path: memory.files.read(path).data for path in memory._notebook.paths()}

    def memory(self) -> Memory:
        return Memory.open(self.root, self.places)

    def command(self, *words: str, kill_after: float | None = None) -> int:
        """Carry out a command, or kill it after some seconds; its exit code."""
        ended = self.commands.run(*words, "--notebook", str(self.root), kill_after=kill_after)
        if ended.returncode != KILLED:  # also one that was too fast to be killed
            self.took[words[0]] = ended.seconds
        assert ended.returncode in (KILLED, 0, 3), ended.stderr
        return ended.returncode

    def look(self, before: bytes) -> str:
        """What is there now, after the next start; raises for anything but before or after."""
        with closing(self.memory()) as memory:
            assert memory.notices == []
            there = memory.files.read("MEMORY.md").data
            proposals = memory.dreams.proposals(None)
            standing = [p for p in proposals if p.state == "applied" and not p.undone]
            told = [entry for entry in memory.dreams.diaries() if not entry.undone]
            assert len(told) - self.told_before == len(standing), "the diary and the books differ"
            for path, data in self.days.items():
                assert memory.layout.kind(path) != "days" or memory.files.read(path).data == data
            ends = {before}
            for proposal in proposals:
                if proposal.state == "applied":
                    for sha in memory._store.ends(proposal.id)[""]:
                        ends.add(memory._notebook.history.find("MEMORY.md", sha))
            assert there in ends, "a mixed MEMORY.md"
            left = list(self.root.rglob(".*.nightstand"))
            left += [*memory._notebook.own.glob("journal/*")]
            assert not left, left
        return "old" if there == before else "new"


@pytest.fixture
def dreams(tmp_path: Path) -> Iterator[Dreams]:
    made = Dreams(tmp_path)
    yield made
    made.commands.close()


_COMMANDS = (("dream", "--force"), ("apply", "--kind", "added"), ("undo",))


def kill(dreams: Dreams, times: int, seed: int = 0) -> Counter[str]:
    """Kill so many commands, each at a moment of its own; how all had gone that were told to."""
    dice = random.Random(seed)
    found: Counter[str] = Counter()
    for words in _COMMANDS:
        dreams.command(*words)  # how long each takes
    while killed(found) < times:
        for words in _COMMANDS:
            before = (dreams.root / "MEMORY.md").read_bytes()
            longest = dreams.took[words[0]] * 1.2
            code = dreams.command(*words, kill_after=dice.uniform(0, longest))
            outcome = dreams.look(before)
            found[f"{words[0]} {'killed' if code == KILLED else 'done'} {outcome}"] += 1
            if code == KILLED and outcome == "old":
                dreams.command(*words)  # so that each gets something to do
    return found


def killed(found: Counter[str]) -> int:
    return sum(count for how, count in found.items() if "killed" in how)


def test_a_killed_dream_leaves_the_old_or_the_new(dreams: Dreams) -> None:
    kill(dreams, 9)


@pytest.mark.prove
@pytest.mark.parametrize("quarter", [1, 2, 3, 4])
def test_a_thousand_dreams_killed_at_any_moment_leave_the_old_or_the_new(
    dreams: Dreams, quarter: int
) -> None:
    found = kill(dreams, 250, quarter)
    print(f"P2: {killed(found)} commands killed at random moments, 0 mixed states: {dict(found)}")
    assert {f"{what} killed {end}" for what in ("apply", "undo") for end in ("old", "new")} <= {
        *found
    }


def kill_flushes(dreams: Dreams, times: int, seed: int = 0) -> int:
    """Kill so many flushes, each tried again; how many of those killed had written their block."""
    dice = random.Random(seed)
    talk, written = dreams.root.parent / "talk.jsonl", 0

    def flush(name: str, kill_after: float | None = None) -> int:
        line = {"role": "user", "content": f"We decided that Ana paints the boat {name} blue."}
        talk.write_text(json.dumps(line) + "\n")
        return dreams.command("flush", str(talk), "--session", name, kill_after=kill_after)

    def standing(name: str) -> int:
        days = (dreams.root / "memory").glob("*.md")
        return sum(day.read_text().count(f"boat {name} blue") for day in days)

    flush("warm-up")  # what the first one loads late is no part of how long one takes
    assert flush("timed") == 0
    assert standing("timed") == 1
    for number in range(times):
        name = f"nr-{number}-end"
        while flush(name, dice.uniform(0.2, 1.1) * dreams.took["flush"]) != KILLED:
            name += "-again"  # it was faster than we were
        written += standing(name)
        assert flush(name) == 0
        assert standing(name) == 1
    return written


def test_a_killed_flush_that_is_tried_again_stands_once(dreams: Dreams) -> None:
    kill_flushes(dreams, 6)


@pytest.mark.prove
def test_two_hundred_flushes_killed_at_any_moment_stand_once(dreams: Dreams) -> None:
    written = kill_flushes(dreams, 200, 1)
    print(f"P2: 200 flushes killed and tried again, {written} after they were written: 0 doubled")
    assert written > 0


@pytest.mark.parametrize("field", ["note", "conversation"])
def test_a_killed_window_has_what_was_typed_without_a_pause_and_not_added_yet(
    tmp_path: Path, field: str
) -> None:
    root, own = sample(tmp_path), tmp_path / "own"
    places = Places(own / "data", own / "config")
    with closing(Memory.open(root, places)) as memory:
        drafts = memory.drafts

    def kept() -> bytes:
        found = drafts.named(field)
        return found.data if found else b""

    command = [sys.executable, "-X", "faulthandler", "-m", "tests.support.noting_window"]
    window = subprocess.Popen(
        [*command, str(root), str(own), field],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        stderr=subprocess.PIPE,
    )
    end = time.monotonic() + 300
    typed = b"The spare key is with Ana and"
    while typed not in kept() and window.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    window.kill()
    _, words = window.communicate()
    assert window.returncode == KILLED, words.decode()
    assert kept().startswith(typed), "nothing was kept"
