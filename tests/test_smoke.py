"""`nightstand --smoke` from source: a working copy passes, one with something missing does not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def smoke(place: Path, home: Path, language: str = "en") -> subprocess.CompletedProcess[str]:
    """The program of `place` tried out where there is no screen."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_")
    env = {key: value for key, value in os.environ.items() if not key.startswith(hidden)}
    return subprocess.run(
        [sys.executable, "-m", "desktop_app", "--smoke"],
        cwd=place,
        env={
            **env,
            "HOME": str(home),
            "TMPDIR": str(home / "tmp"),
            "PYTHONPATH": str(place),
            "LANGUAGE": language,
        },
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    (home / "tmp").mkdir(parents=True)
    return home


def test_it_opens_finds_dreams_applies_undoes_and_leaves_nothing_behind(home: Path) -> None:
    """In Chinese; in English the promise that nothing leaves tries it out."""
    ended = smoke(ROOT, home, "zh_CN")
    assert ended.returncode == 0, ended.stderr
    assert "The window is open." in ended.stdout
    assert "Applied, and undone to the byte." in ended.stdout
    assert ended.stdout.endswith("Nightstand works here.\n")
    ours = [p for p in home.rglob("*") if "nightstand" in p.name.lower()]
    assert ours == [], "neither settings nor history nor a temporary folder"


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("fonts", "the font Inter"),
        ("language/exchange.toml", "exchange.toml"),
    ],
)
def test_it_says_what_failed_when_something_was_left_out(
    tmp_path: Path, home: Path, missing: str, said: str
) -> None:
    place = tmp_path / "place"
    shutil.copytree(ROOT / "resources", place / "resources")
    (place / "desktop_app").symlink_to(ROOT / "desktop_app")
    gone = place / "resources" / missing
    shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
    ended = smoke(place, home)
    assert ended.returncode == 1, ended.stdout
    assert "The smoke test failed: " in ended.stderr
    assert said in ended.stderr


def test_it_stands_alone_on_the_command_line() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "desktop_app", "status", "--smoke"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 2
    ended = subprocess.run(
        [sys.executable, "-m", "desktop_app", "--smoke", "status"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 2
    assert "--smoke stands alone" in ended.stderr
