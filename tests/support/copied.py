"""A copy of the program in a folder of its own, as an update or a second installation has it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parent.parent.parent
_STEP = """
def _moons(db: "sqlite_utils.Database") -> None:
    db.table("moons").create({"day": str}, pk="day", if_not_exists=True)


TABLES = Tables("versions", _versions, _moons)
"""


def copied(folder: Path) -> Path:
    """The program and its resources, copied into a folder."""
    for name in ("desktop_app", "resources"):
        without = shutil.ignore_patterns("__pycache__")
        shutil.copytree(HOUSE / name, folder / name, ignore=without)
    shutil.copy(HOUSE / "CHANGELOG.md", folder)
    return folder


def newer(folder: Path, *, history: bool = True) -> Path:
    """A copy that is version 9.8.7, with a further table of the index and of the history."""
    copied(folder)
    _change(folder, "__init__", '__version__ = "0.1.0"', '__version__ = "9.8.7"')
    if history:
        _change(folder, "notebook/history", 'TABLES = Tables("versions", _versions)\n', _STEP)
    table = "create table counted ("
    _change(folder, "search/schema", table, f"create table moons (day text);\n{table}")
    return folder


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command line of a copy."""
    command = [sys.executable, "-P", "-m", "desktop_app", *words]
    return subprocess.run(
        command, cwd=folder, env=environment(folder), capture_output=True, text=True
    )


def environment(folder: Path) -> dict[str, str]:
    """In which the copy is what is imported, and leaves no trace."""
    return os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def _change(folder: Path, module: str, old: str, new: str) -> None:
    path = folder / "desktop_app" / f"{module}.py"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{module} has another line now"
    path.write_text(text.replace(old, new), encoding="utf-8")
