"""An update, or a removal, takes the program's files away while it runs."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.copied import copied, environment

TOLD = "Nightstand was updated or removed while it ran."
WINDOW = """
import asyncio, sys
from pathlib import Path
from PySide6.QtCore import Qt
from desktop_app import release
from desktop_app.app import live
from desktop_app.settings import Places

house, root = Path(sys.argv[1]), Path(sys.argv[2])

async def story(program):
    opened = program.front
    window = asyncio.ensure_future(program.run(root))
    while opened.memory is None or not opened.window.isVisible():
        await asyncio.sleep(0.01)
    print("before:", opened.window.banner.words)
    (house / "desktop_app").rename(house / "away")
    if sys.argv[3] == "woken":
        opened.lookout._woke(Qt.ApplicationState.ApplicationActive)
    else:
        load = lambda: __import__("desktop_app.notebook.archive")
        opened.jobs.do(load, lambda _: None, lambda _: None)
    while not opened.window.banner.words:
        await asyncio.sleep(0.01)
    print("after:", opened.window.banner.words)
    opened.window.close()
    await window

release.started_from()
live(Places(house / "data", house / "config"), story)
"""


@pytest.mark.parametrize("how", ["woken", "missing"])
def test_a_window_says_so_when_one_comes_back_to_it_or_a_part_is_missing(
    tmp_path: Path, how: str
) -> None:
    house = copied(tmp_path / "house")
    (tmp_path / "Memory").mkdir()
    (tmp_path / "Memory" / "MEMORY.md").write_text("# Memory\n")
    command = [sys.executable, "-P", "-c", WINDOW, str(house), str(tmp_path / "Memory"), how]
    ended = subprocess.run(
        command, env=environment(house), capture_output=True, text=True, timeout=240
    )
    assert ended.returncode == 0, ended.stderr
    before, after = ended.stdout.splitlines()
    assert before == "before: "
    assert after == f"after: {TOLD} Your notes are safe. Quit it and start it again."


def test_a_command_that_misses_a_part_says_so(tmp_path: Path) -> None:
    house = copied(tmp_path / "house")
    (tmp_path / "MEMORY.md").write_text("# Memory\n\n- The boat is called Tern\n")
    command = [sys.executable, "-P", "-m", "desktop_app", "check", "--batch", "-"]
    command += ["--against", "MEMORY.md:3", "--notebook", str(tmp_path)]
    with subprocess.Popen(
        command, env=environment(house), stdin=-1, stdout=-1, stderr=-1, text=True
    ) as running:
        assert running.stdin and running.stdout
        running.stdin.write("no question\n")
        running.stdin.flush()
        assert "This line is not understood" in running.stdout.readline()
        (house / "desktop_app").rename(house / "away")
        _, told = running.communicate('{"claim": "The boat is called Tern"}\n', timeout=120)
    assert (running.returncode, told) == (
        3,
        f"{TOLD}\nYour notes are safe. Quit it and start it again.\n",
    )
