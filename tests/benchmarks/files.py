"""Files: what a durable save and append cost, against the bare fsync that both cannot do without.

The floor of a save is a new file beside the old one, written, synced, renamed and its folder
synced; the floor of an append is a write at the end and a sync. Neither compares, swaps, locks or
keeps anything. They take turns with ours, in a session of writing; the figures are medians.
"""

import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from desktop_app.notebook.files import NotebookFiles
from desktop_app.notebook.opening import create_notebook, open_notebook

_TIMES = 200
_SIZES = {"4 kB": 4_000, "100 kB": 100_000, "10 MB": 10_000_000}
_NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
_ENTRY = "- one more line\n"


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used."""
    dice = random.Random(20261122)
    words = ["".join(dice.choices("aeiounrstlmd", k=dice.randint(2, 9))) for _ in range(3000)]
    for name, size in _SIZES.items():
        times = _TIMES if size < 1_000_000 else 9
        lines = (f"- {' '.join(dice.choices(words, k=10))}\n" for _ in range(size // 62))
        body = "".join(lines).encode()
        yield from _saves(work / name, name, body, times)
        yield from _appends(work / name, name, body, times)


def _saves(folder: Path, name: str, body: bytes, times: int) -> Iterator[str]:
    folder.mkdir()
    plain, files = folder / "plain.md", NotebookFiles(folder)
    notebook = create_notebook(folder / "notebook", folder / "data")
    plain.write_bytes(body)
    ours = files.replace("ours.md", body, files.read("ours.md"))
    saved = notebook.save("MEMORY.md", body, notebook.read("MEMORY.md"), "edit", _NOW)
    took: dict[str, list[float]] = {"floor": [], "replace": [], "save": []}
    for number in range(times):  # in turns, so that a busy moment of the disk hits all three
        text = body + b"- %d\n" % number
        took["floor"].append(_seconds(lambda text=text: _bare_replace(plain, text)))
        start = time.perf_counter()
        ours = files.replace("ours.md", text, ours)
        took["replace"].append(time.perf_counter() - start)
        start = time.perf_counter()
        saved = notebook.save("MEMORY.md", text, saved, "edit", _NOW)
        took["save"].append(time.perf_counter() - start)
    notebook.close()
    floor, replace, save = (statistics.median(seconds) for seconds in took.values())
    yield f"replace {name}: {_ms(replace)}, {replace / floor:.2f} x a bare replace ({_ms(floor)})"
    yield f"save with history {name}: {_ms(save)}, {save / floor:.2f} x a bare replace"


def _appends(folder: Path, name: str, body: bytes, times: int) -> Iterator[str]:
    plain, files = folder / "plain.md", NotebookFiles(folder)
    notebook = open_notebook(folder / "notebook", folder / "data")
    took: dict[str, list[float]] = {"floor": [], "append": [], "note": []}
    for _ in range(times):
        took["floor"].append(_seconds(lambda: _bare_append(plain, _ENTRY.encode())))
        took["append"].append(_seconds(lambda: files.append("ours.md", _ENTRY.encode())))
        took["note"].append(
            _seconds(lambda: notebook.append("MEMORY.md", _ENTRY, "", "note", _NOW))
        )
    notebook.close()
    floor, append, note = (statistics.median(seconds) for seconds in took.values())
    yield f"append to {name}: {_ms(append)}, {append / floor:.2f} x a bare append ({_ms(floor)})"
    yield f"append with history to {name}: {_ms(note)}, {note / floor:.2f} x a bare append"


def _bare_replace(path: Path, text: bytes) -> None:
    aside = path.with_suffix(".aside")
    with aside.open("wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def _bare_append(path: Path, entry: bytes) -> None:
    with path.open("ab") as file:
        file.write(entry)
        file.flush()
        os.fsync(file.fileno())


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"
