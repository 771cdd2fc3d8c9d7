"""`nightstand watch` beside an agent that writes, both real processes; the first is killed."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.support.commands import Commands
from tests.support.program import sample

KILLED = -signal.SIGKILL
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it forks and kills")


class Watch:
    """A home, a notebook, an agent that writes and a program that follows it."""

    def __init__(self, folder: Path) -> None:
        self.root, self.home = sample(folder), folder / "home"
        self.project = self.home / ".claude/projects/-some-folder"
        self.project.mkdir(parents=True)
        own = {name: str(folder / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        self.places = Places(*(Path(one) / "nightstand" for one in own.values()))
        self.environment = os.environ | own | {"HOME": str(self.home), "QT_QPA_PLATFORM": ""}
        self.environment.pop("CLAUDE_CONFIG_DIR", None)
        self.commands = Commands(self.environment)

    def agent(self, seed: int) -> "subprocess.Popen[str]":
        words = ("tests.support.agent_writer", str(self.home), str(self.root), str(seed))
        return subprocess.Popen(
            [sys.executable, "-m", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=self.environment,
            text=True,
        )

    def command(self, *words: str, kill_after: float | None = None) -> int:
        """Carry out a command, or kill it after some seconds; its exit code."""
        ended = self.commands.run(*words, "--notebook", str(self.root), kill_after=kill_after)
        return ended.returncode

    def rest(self) -> None:
        """Nobody has written for an hour."""
        moment = (datetime.now() - timedelta(hours=1)).timestamp()
        for path in self.project.iterdir():
            os.utime(path, (moment, moment))

    def days(self) -> str:
        return "".join(path.read_text() for path in (self.root / "memory").glob("*.md"))


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    made = Watch(tmp_path)
    yield made
    made.commands.close()


def kill(watch: Watch, times: int, seed: int = 0) -> list[tuple[str, str]]:
    """Kill so many programs that follow, each at a moment of its own, while an agent writes; then
    let one come to its end. What was said."""
    dice = random.Random(seed)
    (watch.project / "talk-0.jsonl").write_text("")
    first = json.dumps({"type": "summary", "sessionId": "talk-0", "cwd": str(watch.root)})
    (watch.project / "talk-0.jsonl").write_text(f"{first}\n")
    assert watch.command("watch", "--yes", "claude-code", "--once") == 0
    agent = watch.agent(seed)
    for number in range(times):
        long = number % 5 == 4  # so that it looks more than once
        moment = dice.uniform(2, 4) if long else dice.uniform(0, 0.7)
        assert watch.command("watch", kill_after=moment) == KILLED
    out, _ = agent.communicate("\n", timeout=60)
    watch.rest()
    assert watch.command("watch", "--once") == 0
    assert watch.command("watch", "--once") == 0
    return [(session, words) for session, words in json.loads(out)]


def check(watch: Watch, said: list[tuple[str, str]]) -> None:
    """Every message is in the books of its conversation, and in the days at most once."""
    assert len(said) > 5
    days = watch.days()
    twice = [words for _, words in said if days.count(words) > 1]
    assert not twice
    with closing(Memory.open(watch.root, watch.places)) as memory:
        lost = [words for session, words in said if not _flushed(memory, watch, session, words)]
    assert not lost
    written = sum(words in days for _, words in said)
    assert written > len(said) // 2, (written, len(said))


def _flushed(memory: Memory, watch: Watch, session: str, words: str) -> bool:
    from desktop_app.sessions.reading import read_conversation

    for path in _transcripts(watch):
        for message in read_conversation(str(path)).messages:
            if message.content == words:
                return memory.sessions.flushed([message], session) == (True,)
    return False


def _transcripts(watch: Watch) -> list[Path]:
    return [path for path in watch.project.iterdir() if path.stat().st_size]


def test_no_message_is_lost_or_flushed_twice_whenever_the_program_is_killed(watch: Watch) -> None:
    check(watch, kill(watch, 5))


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(1, 7))
def test_however_often_it_is_killed_no_message_is_lost_or_flushed_twice(
    watch: Watch, seed: int
) -> None:
    check(watch, kill(watch, 50, seed))
