"""What a newcomer meets first: `make run` without a screen, and requirements one can trust."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.dreaming import a_notebook

ROOT = Path(__file__).parent.parent


def test_run_without_a_screen_says_so_and_shows_the_notebook(tmp_path: Path) -> None:
    hidden = {"DISPLAY", "WAYLAND_DISPLAY"}
    env = {key: value for key, value in os.environ.items() if key not in hidden}
    ended = subprocess.run(
        [sys.executable, "packaging/run_sample.py", str(a_notebook(tmp_path))],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    assert "no screen" in ended.stdout
    assert "3 bullets" in ended.stdout


@pytest.mark.parametrize(
    "name",
    sorted(path.name for path in ROOT.glob("requirements*.txt")),
)
def test_every_requirement_is_pinned_with_hashes_and_without_a_url(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    if name != "requirements.txt":  # it holds what it needs beside that
        assert text.startswith("-r requirements.txt\n")
        text = re.sub(r"^-r .+\n", "", text, flags=re.MULTILINE)
    for requirement in re.split(r"\n(?=[A-Za-z0-9])", text.strip()):
        assert re.match(r"[A-Za-z0-9_.-]+==\S+", requirement), requirement
        assert "--hash=sha256:" in requirement, requirement


def test_readme_says_what_was_tried() -> None:
    part = (ROOT / "README.md").read_text("utf-8").partition("## What was tried")[2]
    told = " ".join(re.findall(r"^\|.+", part, re.M))
    assert all(name in told for name in ("deb", "rpm", "AppImage", "Windows", "macOS"))


def test_every_target_that_contributing_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^\| `make (\w+)", (ROOT / "CONTRIBUTING.md").read_text(), re.M):
        assert f"\n{target}:" in makefile
