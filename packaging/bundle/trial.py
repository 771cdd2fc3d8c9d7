"""The frozen command line tried out on the sample, in a home of its own. Knows commands only."""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
_PYTHON = ("PYTHON", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "QT_", "XDG_")


def surroundings(home: Path) -> dict[str, str]:
    """The environment of somebody who has no Python, no Qt and no settings; and no screen."""
    told = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(_PYTHON) and key not in _SCREENS
    }
    return {**told, "HOME": str(home)}


def try_command_line(program: Sequence[str]) -> list[str]:
    """What goes wrong from `init` to `undo`, in sentences."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        notebook = home / "Memory"
        core = notebook / "MEMORY.md"
        for words, expected in (
            (["--version"], "Nightstand"),
            (["init", "--sample", str(notebook)], "A notebook is ready"),
            (["status"], "bullets"),
            (["help", "dreams"], "# Dreams"),
            (["search", "书店"], "書店"),
            (["archive", str(home / "all.nightstand")], "all.nightstand"),
            (["dream"], "MEMORY.md"),
            (["apply", "--only", "1"], ""),
        ):
            before = core.read_bytes() if core.exists() else b""
            if trouble := _trouble(program, words, expected, home):
                return [trouble]
        if core.read_bytes() == before:
            return ["apply changed nothing"]
        if trouble := _trouble(program, ["undo"], "", home):
            return [trouble]
        if core.read_bytes() != before:
            return ["undo left something behind"]
        models = _run(program, ["models"], home)  # there may be no Ollama; its client there must be
        if models.returncode and "Ollama" not in models.stderr:
            return [f"`nightstand models` ended with {models.returncode}: {models.stderr.strip()}"]
        told = _run(program, ["status", "--json"], home).stdout
        return [] if json.loads(told)["bullets"] else ["status counts no bullets"]


def try_unpacked(unpack: Callable[[Path, Path], Path], made: Path, version: str) -> list[str]:
    """What goes wrong with a package that is unpacked and started, outside the checkout."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        program = [str(unpack(made, home))]
        tried = ((["--version"], f"Nightstand {version}"), (["--smoke"], "Nightstand works here."))
        troubles = (_trouble(program, words, expected, home) for words, expected in tried)
        return [f"{made.name}: {trouble}" for trouble in troubles if trouble]


def try_start(program: Sequence[str], word: str, expected: str) -> tuple[str, float]:
    """What goes wrong with a start in an empty home ("" is nothing), and its seconds."""
    with tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        trouble = _trouble(program, [word], expected, Path(home))
        return trouble, time.perf_counter() - began


def _trouble(program: Sequence[str], words: list[str], expected: str, home: Path) -> str:
    ended = _run(program, words, home)
    if ended.returncode == 0 and expected in ended.stdout:
        return ""
    told = f"{ended.stdout}{ended.stderr}".strip()
    return f"`nightstand {' '.join(words)}` ended with {ended.returncode}: {told}"


def _run(
    program: Sequence[str], words: Sequence[str], home: Path
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*program, *words],
        cwd=home,
        env=surroundings(home),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
