"""Nothing in a notebook is too large or too deep: a limit is told, or work grows in proportion."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from desktop_app.dreams.proof import Cited, prove_sentence
from desktop_app.errors import Problem
from desktop_app.notebook.files import NotebookFiles
from desktop_app.notebook.sample import copy_sample
from desktop_app.settings import RememberedState, Settings
from tests.support.commands import Commands, Ended

ROOT = Path(__file__).parents[2]
GIGABYTE = 1_000_000_000
DEEP = "[" * 100_000
HUGE = "9" * 400


def sparse(path: Path, size: int = GIGABYTE) -> Path:
    """A file that has so many bytes and takes no room."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.truncate(size)
    return path


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    copy_sample(folder, date.today())
    return folder


@pytest.fixture(scope="module")
def commands() -> Iterator[Commands]:
    made = Commands()
    yield made
    made.close()


Run = Callable[..., Ended]


@pytest.fixture
def run(commands: Commands, notebook: Path) -> Run:
    """A command over the notebook, with so many bytes of memory at most; no bug shows itself."""

    def run(*words: str, most: int = 4 * GIGABYTE) -> Ended:
        ended = commands.run("--notebook", str(notebook), *words, memory=most)
        assert "Traceback" not in ended.stderr, (words, ended.stderr)
        return ended

    return run


COMMANDS = [
    ["status"], ["search", "report"], ["remember", "The ferry leaves at 8."], ["blame"],
    ["dream", "--force"], ["proposals"], ["doctor"], ["index", "--check"], ["get", "MEMORY.md"],
]  # fmt: skip


def test_files_of_a_gigabyte_hinder_no_command_and_are_told(notebook: Path, run: Run) -> None:
    names = ("memory/large.md", "sessions/large.jsonl", "memory/notes/a.md")
    for name in names:
        sparse(notebook / name)
    for words in COMMANDS:
        ended = run(*words, most=GIGABYTE)
        assert ended.returncode == 0 or words[0] == "doctor", (words, ended.stderr)
    told = run("doctor").stdout
    for name in names:
        assert f"{name} is too large: it has 1.0 GB, and Nightstand reads at most 50 MB." in told
    assert "0 behind" in told or "behind" not in told


@pytest.mark.parametrize("kind", ["memory", "day", "mark"])
def test_a_file_that_is_needed_and_too_large_is_named(notebook: Path, run: Run, kind: str) -> None:
    names = {
        "memory": "MEMORY.md", "day": f"memory/{date.today()}.md", "mark": ".nightstand.toml",
    }  # fmt: skip
    sparse(notebook / names[kind])
    for words in COMMANDS:
        ended = run(*words, most=GIGABYTE)
        if ended.returncode not in (0, 3):
            pytest.fail(f"{words}: {ended.returncode} {ended.stderr}")
        if ended.returncode == 3 and words[0] != "doctor":
            assert f"{names[kind]} is too large" in ended.stderr, words
    with pytest.raises(Problem, match="too large"):
        NotebookFiles(notebook).append(names[kind], b"- a line\n")


def test_folders_nested_a_thousand_deep_are_told_and_hinder_nothing(
    notebook: Path, run: Run
) -> None:
    with nested(notebook / "memory", 1_000):
        for words in COMMANDS:
            ended = run(*words)
            assert ended.returncode == 0 or words[0] == "doctor", (words, ended.stderr)
        assert "too deep" in run("doctor").stdout


@contextmanager
def nested(folder: Path, count: int) -> Iterator[None]:
    """Folders in each other, with a note in the last. They go again: Python's own clean-up of
    temporary folders would stumble over them."""
    home = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        for _ in range(count):  # from inside, as no name may be so long
            Path("deeper").mkdir()
            os.chdir("deeper")
        Path("note.md").touch()
        os.fchdir(home)
        yield
    finally:
        subprocess.run(["rm", "-r", str(folder / "deeper")], check=True)
        os.fchdir(home)
        os.close(home)


@pytest.mark.parametrize(
    "text",
    [DEEP, '{"a":' * 50_000, HUGE, f'{{"size": [{HUGE}, {HUGE}], "list_width": {HUGE}}}', "\0", ""],
)
def test_odd_books_of_ours_are_no_bug(notebook: Path, run: Run, text: str) -> None:
    data = Path(os.environ["XDG_DATA_HOME"]) / "nightstand"
    run("remember", "A first line.")
    own = next((data / "notebooks").iterdir())
    for path in (
        data / "state.json",
        data / "notebooks.json",
        own / "journal" / "a.intent",
        own / "drafts" / "a.draft",
        Path(os.environ["XDG_CONFIG_HOME"]) / "nightstand" / "settings.toml",
        notebook / ".nightstand.toml",
        notebook / ".obsidian" / "daily-notes.json",
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for words in (["status"], ["remember", "A line."], ["dream", "--force"], ["settings"]):
        run(*words)


@pytest.mark.parametrize(
    "held", [DEEP, "[1e999, 2]", f"[{HUGE}, 7]", '{"recent": [["a"], 3, null]}', '{"a": 1}', ""]
)
def test_what_the_window_remembers_is_read_or_lost(tmp_path: Path, held: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(held, encoding="utf-8")
    state = RememberedState(path)
    assert state.recent() == []
    state.set("size", [1, 2])
    assert RememberedState(path).get("size") == [1, 2]


def test_settings_that_are_no_small_file_are_told(tmp_path: Path) -> None:
    for name, make in (("large", sparse), ("pipe", os.mkfifo)):
        path = tmp_path / name
        make(path)  # type: ignore[operator]
        assert Settings(path).damage is not None


def test_lines_of_any_length_and_any_number_are_no_bug(notebook: Path, run: Run) -> None:
    odd = [
        "9" * 10_000, f"The boat costs {'9' * 5_000} euro.", f"Since {HUGE}-11-20.", "and",
        "and and", f"In {HUGE} days.", f"{HUGE}%", "，，，", "9" * 400 + ":30", f"v{HUGE}.{HUGE}",
        "一" * 5_000, "百" * 500, f"第{HUGE}天", "- " * 2_000, "(" * 5_000, "*" * 5_000,
        f"{HUGE}e{HUGE} kg", "not " * 2_000,
    ]  # fmt: skip
    day = notebook / f"memory/{date.today()}.md"
    with day.open("a", encoding="utf-8") as file:
        file.writelines(f"- {line}\n" for line in odd)
    with (notebook / "MEMORY.md").open("a", encoding="utf-8") as file:
        file.writelines(f"- {line} more\n" for line in odd)
    talk = notebook.parent / "talk.jsonl"
    talk.write_text(
        "".join(json.dumps({"role": "user", "content": line, "time": HUGE}) + "\n" for line in odd),
        encoding="utf-8",
    )
    path = f"memory/{date.today()}.md"
    for words in (["dream", "--force"], ["search", "boat"], ["blame"],
                  ["flush", str(talk)], ["check", odd[1], "--against", path]):  # fmt: skip
        assert run(*words).returncode == 0, words


@pytest.mark.parametrize("files", [6, pytest.param(10, marks=pytest.mark.prove), 16])
def test_few_file_handles_are_told_as_such(notebook: Path, files: int) -> None:
    """Each command starts as a person's does, since loading it wants handles, too."""
    for words in (["status"], ["search", "report"], ["remember", "A line."], ["dream", "--force"]):
        command = [sys.executable, "-m", "desktop_app", "--notebook", str(notebook), *words]
        ended = subprocess.run(
            ["prlimit", f"--nofile={files}", *command], cwd=ROOT, capture_output=True, text=True
        )
        assert "Traceback" not in ended.stderr, (words, ended.stderr)
        if ended.returncode:
            assert ended.stderr.strip(), (words, files)


def test_a_check_against_more_than_anybody_reads_is_refused_with_the_way_out(
    notebook: Path, run: Run
) -> None:
    large = notebook / "memory" / "large.md"
    large.write_text("- The report is due on 4 December.\n" * 30_000, encoding="utf-8")
    ended = run("check", "The report is due.", "--against", "memory/large.md")
    assert ended.returncode == 3
    assert "memory/large.md:1-200" in ended.stderr


def test_a_check_takes_as_long_as_it_has_lines() -> None:
    """Twice the lines, twice the steps: counted, since time tells nothing on a busy machine."""
    counts = [steps_of_check(lines) for lines in (200, 800)]
    assert counts[1] < counts[0] * 8  # it would be 16 if each line were held against each


def steps_of_check(lines: int) -> int:
    told = [Cited(f"Room {n} is not for guests of berth {n}, {n}x.") for n in range(lines)]
    seen = 0

    def count(frame: object, event: str, arg: object) -> Any:
        nonlocal seen
        seen += 1
        return count

    sys.settrace(count)
    try:
        prove_sentence("Room 7 is for guests of berth 7.", told, date.min)
    finally:
        sys.settrace(None)
    return seen
