"""How large the bundle is and how fast it starts. Times are the best of a few runs."""

import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bundle.trial import surroundings

_TIMES = 3


@dataclass(frozen=True)
class Start:
    """Seconds from the start until each is done; `trouble` when one was not."""

    version: float = 0.0
    status: float = 0.0
    window: float = 0.0
    smoke: float = 0.0
    trouble: str = ""


def size(folder: Path) -> int:
    """Bytes of all files, links aside."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files)


def starts(programs: Sequence[Sequence[str]], root: Path) -> list[Start]:
    """The starts of each way to run the program, from the folder `root`.

    The ways take turns, so that a machine busy with something else is so for all of them.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        notebook = str(home / "Memory")
        _run([*programs[0], "init", "--sample", notebook], root, home)
        runs = [
            (n, _once(program, notebook, root, home))
            for _ in range(_TIMES)
            for n, program in enumerate(programs)
        ]
    return [_best([start for m, start in runs if m == n]) for n in range(len(programs))]


def _once(program: Sequence[str], notebook: str, root: Path, home: Path) -> Start:
    version = _run([*program, "--version"], root, home)
    status = _run([*program, "--notebook", notebook, "status"], root, home)
    return Start(version, status, *_smoke([*program, "--smoke"], root, home))


def _best(runs: Sequence[Start]) -> Start:
    return Start(
        min(run.version for run in runs),
        min(run.status for run in runs),
        min(run.window for run in runs),
        min(run.smoke for run in runs),
        next((run.trouble for run in runs if run.trouble), ""),
    )


def _run(command: Sequence[str], root: Path, home: Path) -> float:
    began = time.perf_counter()
    subprocess.run(command, cwd=root, env=surroundings(home), check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def _smoke(command: Sequence[str], root: Path, home: Path) -> tuple[float, float, str]:
    """Seconds until the window is open and until the end; and what failed."""
    began = time.perf_counter()
    opened = 0.0
    told = []
    with subprocess.Popen(
        command,
        cwd=root,
        env=surroundings(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            told.append(line)
            if "The window is open" in line:
                opened = time.perf_counter() - began
    whole = time.perf_counter() - began
    code = running.returncode
    return opened, whole, f"{command[0]} --smoke ended with {code}: {''.join(told)}" if code else ""
