"""What notes and names hold never steers a terminal; a pipe gets their bytes."""

import json
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from desktop_app.notebook.sample import copy_sample
from desktop_app.visible import visible
from tests.support.commands import Commands

COPY = "\x1b]52;c;Y3VybCBldmls\x07"  # puts text on the clipboard
TITLE = "\x1b]0;another title\x1b\\"
WIPE = "\x9b2J"  # the one-byte form, two bytes in UTF-8
TURNED = "\u202egnirts\u2066"
BACK = "\roverwritten"
ODD = f"{COPY}{TITLE}{WIPE}{TURNED}{BACK}"
NAME = f"memory/odd\x1b[31m{WIPE}\u202e.md"
ROOT = Path(__file__).parents[2]
_STEPS = b"\r\x1b[K"  # our own: a step takes the place of the one before


Shown = Callable[..., bytes]


@pytest.fixture(scope="module")
def commands() -> Iterator[Commands]:
    made = Commands()
    yield made
    made.close()


@pytest.fixture
def on_terminal(commands: Commands, hostile: Path) -> Shown:
    """What a person's terminal gets of both outputs of a command, without our own steps."""

    def shown(*words: str) -> bytes:
        written = commands.on_terminal("--notebook", str(hostile), *words)
        return written.replace(_STEPS, b"").replace(b"\r\n", b"\n")

    return shown


@pytest.fixture
def answer(commands: Commands, hostile: Path) -> Callable[..., str]:
    """What a command says into a file."""
    return lambda *words: commands.run("--notebook", str(hostile), *words).stdout


def into_pipe(words: list[str], notebook: Path) -> bytes:
    """What a pipe gets of the answer."""
    command = [sys.executable, "-m", "desktop_app", "--notebook", str(notebook), *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120).stdout


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A notebook whose memory, day, diary and names steer a terminal."""
    folder = tmp_path / "notes"
    today = date.today()
    copy_sample(folder, today)
    (folder / "MEMORY.md").write_bytes(
        f"# Memory\n\n## Boats {ODD}\n\n- The dinghy Perle lies at berth 14. {ODD}\n".encode()
    )
    day = folder / f"memory/{today:%Y-%m-%d}.md"
    day.write_bytes(
        f"# {today:%Y-%m-%d}\n\n## 10:00 {ODD}\n\n"
        f"- The dinghy Perle lies at berth 22 now, no longer at berth 14.\n- Gone. {WIPE}\n"
        f"- Ada Brandt repairs the harbour crane on Tuesdays. {ODD}\n"
        "- Remember: Ida Holm keeps the keys of the boathouse \u200ein Lund.\n".encode()
        + b"- a broken byte \x9b and \xff\n"
    )
    (folder / NAME).write_bytes(f"# Odd {ODD}\n\n- Perle is here, too. {ODD}\n".encode())
    return folder


COMMANDS = [
    ["get", "MEMORY.md"],
    ["get", NAME],
    ["search", "Perle", "--limit", "50"],
    ["search", "Perle", "--explain", "--json"],
    ["dream", "--force"],
    ["proposals"],
    ["blame"],
    ["history", NAME],
    ["status"],
    ["doctor"],
    ["get", f"memory/none{ODD}.md"],
    ["search", "Perle", f"--{ODD}"],
    [f"{ODD}"],
    ["dream", "--force", "--apply"],
    ["undo"],
]


def test_no_note_and_no_name_steers_a_terminal(on_terminal: Shown) -> None:
    for words in COMMANDS:
        got = on_terminal(*words)
        assert got, words
        assert not steering(got), (words, steering(got), got)
    assert rb"\u001b]52;c;" in on_terminal("get", "MEMORY.md")


def test_a_pipe_gets_the_bytes(hostile: Path) -> None:
    there = (hostile / "MEMORY.md").read_bytes()
    assert there.strip() in into_pipe(["get", "MEMORY.md"], hostile)
    assert os.fsencode(NAME) in into_pipe(["search", "too", "--in", "topics"], hostile)


def test_json_on_a_terminal_stays_the_same_document(hostile: Path, on_terminal: Shown) -> None:
    words = ["get", "MEMORY.md", "--json"]
    assert json.loads(on_terminal(*words)) == json.loads(into_pipe(words, hostile))


def test_the_diary_of_a_dream_holds_nothing_that_steers_a_terminal(
    hostile: Path, answer: Callable[..., str]
) -> None:
    dream = json.loads(answer("dream", "--force", "--json"))
    every = ",".join(str(change["n"]) for change in dream["changes"])
    applied = answer("apply", "--only", every)
    diaries = list((hostile / "memory" / "dreams").glob(f"{date.today():%Y-%m-%d}*.md"))
    told = [path.read_bytes() for path in diaries]
    assert told and b"Perle" in b"".join(told), applied
    assert not [found for text in told if (found := steering(text))]


def test_a_line_with_a_mark_of_direction_is_found_in_the_diary_again(
    hostile: Path, answer: Callable[..., str]
) -> None:
    proposed = json.loads(answer("dream", "--force", "--json"))
    keys = next(one for one in proposed["changes"] if "boathouse" in (one["new"] or ""))
    answer("apply", "--only", str(keys["n"]))
    origins = json.loads(answer("blame", "--json"))
    brought = next(one for one in origins if "boathouse" in one["text"])
    assert "\u200e" in brought["text"]
    assert brought["cause"] == "dream"
    answer("undo")
    diary = hostile / "memory" / "dreams" / f"{date.today():%Y-%m-%d}.md"
    assert "Undone on" in diary.read_text("utf-8")


@pytest.mark.parametrize(
    "text", ["plain", "Zürich, 港口, مرحبا", "👩‍🚀 and ❤️", "می‌خواهم", "tab\tand\nlines\n", "क्‍ष"]
)
def test_what_people_write_is_shown_as_it_is(text: str) -> None:
    assert visible(text) == text


def test_an_escape_is_written_as_json_would() -> None:
    assert visible("\x1b[2J\x9b\u202e\x07") == r"\u001b[2J\u009b\u202e\u0007"
    assert json.loads(f'"{visible("a" + chr(0xE0001))}"') == "a\U000e0001"
    assert visible("a\r\nb\rc") == "a\nb\\rc"


def steering(data: bytes) -> list[str]:
    """The characters of these bytes that a terminal or the order of the letters obeys."""
    text = data.decode("utf-8", "surrogateescape")
    bad = {"Cc", "Zl", "Zp", "Cs"}
    turning = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
    return [c for c in text if c not in "\n\t" and unicodedata.category(c) in bad] + [
        c for c in text if turning.match(c)
    ]
