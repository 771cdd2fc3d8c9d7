"""Makes a chosen system call of a real process fail, kill it or wait, by strace (Linux only)."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

_CHANGING = {"write", "pwrite64", "ftruncate", "mkdir", "mkdirat", "linkat", "rename", "renameat",
            "renameat2"}  # fmt: skip
_MAY_FAIL = _CHANGING | {"openat", "fsync", "fdatasync", "unlink", "unlinkat", "fchmod"}
_CALL = re.compile(r"(?:\d+ +)?(\w+)\((.*)")


@dataclass(frozen=True)
class Point:
    """The `number`th time that a process makes a system call; `seen` is how it looked."""

    call: str
    number: int
    seen: str


@dataclass(frozen=True)
class Fault:
    """What happens at a point: an error by its name, or "KILL"; `stays` for all later ones too."""

    point: Point
    kind: str
    stays: bool = False

    @property
    def rule(self) -> str:
        what = f"signal={self.kind}" if self.kind == "KILL" else f"error={self.kind}"
        return f"{self.point.call}:{what}:when={self.point.number}{'+' if self.stays else ''}"


@dataclass(frozen=True)
class Ended:
    """How a process ended: its exit code (negative: a signal's), its words, its system calls."""

    code: int
    words: str
    calls: str


def need_strace() -> None:
    """Skip, saying why, where this machine cannot run strace; on a CI machine that fails."""
    why = _why_no_strace()
    if why and os.environ.get("CI"):
        pytest.fail(f"{why}: a CI machine must have it", pytrace=False)
    if why:
        pytest.skip(why)


class Stories:
    """The process that serves stories (tests.support.fault_story), and a tracer for each."""

    def __init__(self, folder: Path) -> None:
        need_strace()
        self._words, self._calls = folder / "words", folder / "calls"
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.support.fault_story"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        self._server.communicate(timeout=120)

    def points(
        self, story: list[str], below: Path, calls: Iterable[str] = _MAY_FAIL
    ) -> list[Point]:
        """Where a story makes some calls on files below a folder, in order; tells it once."""
        ended = self.told(story, [f"trace={','.join(f'?{name}' for name in calls)}"])
        assert ended.code == 0, ended.words
        count: Counter[str] = Counter()
        found = []
        for line in ended.calls.splitlines():
            match = _CALL.match(line)
            if match is not None:
                count[match[1]] += 1
                if str(below) in match[2]:
                    found.append(Point(match[1], count[match[1]], match[2]))
        return found

    def run(self, story: list[str], fault: Fault) -> Ended:
        """Tell a story with a fault, which must have happened."""
        ended = self.told(story, [f"trace={fault.point.call}", f"inject={fault.rule}"])
        happened = "killed by SIGKILL" if fault.kind == "KILL" else "(INJECTED)"
        assert happened in ended.calls, f"{fault} did not happen:\n{ended.calls}\n{ended.words}"
        return ended

    def told(
        self,
        story: list[str],
        rules: list[str],
        meanwhile: Callable[[], None] = lambda: None,
        whole: bool = False,
    ) -> Ended:
        """Tell a story under strace's `rules`; `meanwhile` runs beside it.

        With `whole` the calls are told with every byte, in hexadecimal.
        """
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        print(json.dumps([*story, str(self._words)]), file=self._server.stdin, flush=True)
        pid = int(self._server.stdout.readline())
        options = [f"-e{rule}" for rule in rules] + (["-xx", "-s9999999"] if whole else [])
        tracer = subprocess.Popen(
            ["strace", "-f", "-y", "-o", str(self._calls), *options, "-p", str(pid)],
            stderr=subprocess.PIPE,
            text=True,
        )
        assert tracer.stderr is not None
        attached = tracer.stderr.readline()
        os.kill(pid, signal.SIGCONT)
        assert "attached" in attached, attached
        try:
            meanwhile()
        finally:
            code = int(self._server.stdout.readline())
            tracer.communicate(timeout=120)
        return Ended(code, self._words.read_text(), self._calls.read_text(errors="replace"))


def faults(point: Point) -> list[Fault]:
    """What can go wrong at a point once: the end of the process, or what the disk may say."""
    makes = point.call in _CHANGING or "O_CREAT" in point.seen
    return [Fault(point, "KILL"), Fault(point, "ENOSPC" if makes else "EIO")]


def _why_no_strace() -> str:
    if sys.platform != "linux" or shutil.which("strace") is None:
        return "strace is not installed"
    tried = subprocess.run(["strace", "-f", "true"], capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else f"strace does not work here ({tried.stderr.strip()})"
