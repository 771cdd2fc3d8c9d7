"""The wheel, unpacked where nothing of the source is: what `pip install nightstand` brings."""

import os
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from desktop_app import __version__

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(to)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    (made,) = to.iterdir()
    return made


def test_it_is_the_program_with_all_it_reads_and_no_test(wheel: Path) -> None:
    assert wheel.name == f"nightstand-{__version__}-py3-none-any.whl"
    names = set(zipfile.ZipFile(wheel).namelist())
    info = f"nightstand-{__version__}.dist-info/"
    assert {name.partition("/")[0] for name in names} == {"desktop_app", info.rstrip("/")}
    resources = [path for path in (ROOT / "resources").rglob("*") if path.is_file()]
    for path in resources:
        assert f"desktop_app/_resources/{path.relative_to(ROOT / 'resources').as_posix()}" in names
    told = Parser().parsestr(zipfile.ZipFile(wheel).read(f"{info}METADATA").decode())
    assert (told["License-Expression"], told["Requires-Python"]) == ("MIT", ">=3.11")
    entry = zipfile.ZipFile(wheel).read(f"{info}entry_points.txt").decode()
    assert "nightstand = desktop_app.__main__:main" in entry


def test_it_works_where_the_source_is_not(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "HOME": str(tmp_path)}
    env |= {"USERPROFILE": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}

    def ended(*words: str) -> str:
        command = [sys.executable, *words]
        run = subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, encoding="utf-8", check=True
        )
        return run.stdout

    where = ended("-c", "from desktop_app import resources; print(resources.folder())").strip()
    assert Path(where) == tmp_path / "site/desktop_app/_resources"
    assert ended("-m", "desktop_app", "--version").strip() == f"Nightstand {__version__}"
    ended("-m", "desktop_app", "init", "--sample", "Memory")
    assert "bullets" in ended("-m", "desktop_app", "--notebook", "Memory", "status")
    assert "# What is new" in ended("-m", "desktop_app", "help", "new")
