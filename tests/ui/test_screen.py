"""Screens: none, one without its libraries, a very small one, and two of different scale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.other_screens import environment

LIBRARIES = Path("/usr/lib/x86_64-linux-gnu")
START = [sys.executable, "-m", "desktop_app"]
WITHOUT = """
mount -t tmpfs none {spare} && mkdir {spare}/up {spare}/work && mknod {spare}/up/{library} c 0 0
mount -t overlay none -o lowerdir={folder},upperdir={spare}/up,workdir={spare}/work {folder}
exec {start}
"""


def started(command: list[str], screen: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    own["DISPLAY"] = screen
    return subprocess.run(command, env=own, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libEGL.so.1", "libegl1"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
        ("libglib-2.0.so.0", "libglib2.0-0"),
    ],
)
def test_a_library_that_is_missing_is_named_with_its_package(
    tmp_path: Path, library: str, package: str
) -> None:
    words = WITHOUT.format(spare=tmp_path, folder=LIBRARIES, library=library, start=" ".join(START))
    can = ["unshare", "-m", "sh", "-c", words.replace(" ".join(START), "true")]
    if not (LIBRARIES / library).exists() or not shutil.which("unshare"):
        pytest.skip(f"{library} is not installed, or cannot be hidden")
    if subprocess.run(can, capture_output=True).returncode:
        pytest.skip("only root can hide a library from a program")
    ended = started(["unshare", "-m", "sh", "-c", words], ":7878")
    assert (ended.returncode, ended.stderr) == (
        3,
        f"A library of the system is missing: {library}.\n"
        f"Install it; on Debian and Ubuntu: sudo apt install {package}\n",
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of the screens of Linux")
def test_a_screen_that_does_not_answer_is_told_and_is_no_crash() -> None:
    ended = started(START, ":7878")
    assert ended.returncode == 3
    assert "No window can open on this screen." in ended.stderr
    assert started(START, "").stderr.startswith("There is no screen here")


def test_a_small_screen_holds_the_window_and_one_of_another_scale_shows_it_alike(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "tests.support.other_screens", str(tmp_path)]
    env = environment(tmp_path)
    ended = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert ended.stdout == ""
