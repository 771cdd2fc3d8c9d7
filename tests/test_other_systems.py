"""What only Windows does, as far as it can be tried on other systems.

`packaging/systems.md` says what was run on Windows' Python, and what nobody has tried.
"""

from pathlib import Path
from types import SimpleNamespace

import pytest

from desktop_app import own_files
from desktop_app.notebook.storage.contain import means_another
from desktop_app.notebook.storage.trouble import of_system


@pytest.mark.parametrize(
    "path",
    ["NUL.md", "memory/con.md", "aux", "memory/COM1.2026.md", "LPT9 .md", "a.md.", "memory /a.md",
     "a.md:b", "what?.md", "a|b.md", "memory/\x07.md"],
)  # fmt: skip
def test_names_that_windows_takes_for_others_are_known(path: str) -> None:
    assert means_another(path)


@pytest.mark.parametrize(
    "path",
    ["MEMORY.md", "memory/2026-11-21.md", "nullable.md", "memory/Console.md", "com10.md", ".a.md",
     "memory/a (conflict 2026-11-21 101010).md", "café/日记.md", "a b.md"],
)  # fmt: skip
def test_ordinary_names_are_left_alone(path: str) -> None:
    assert not means_another(path)


class Busy:
    """A file that takes another one's place only once nobody reads that one."""

    def __init__(self, readings: int) -> None:
        self.readings = readings

    def replace(self, _path: Path) -> None:
        self.readings -= 1
        if self.readings >= 0:
            raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize("platform", ["win32", "linux"])
def test_windows_is_asked_again_where_somebody_reads_the_file_to_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    monkeypatch.setattr(own_files, "sys", SimpleNamespace(platform=platform))
    monkeypatch.setattr(own_files, "_PAUSE", 0)
    if platform == "win32":
        own_files.replace(Busy(3), tmp_path)  # type: ignore[arg-type]
    for readings in (1, 1000) if platform == "linux" else (1000,):
        with pytest.raises(PermissionError):
            own_files.replace(Busy(readings), tmp_path)  # type: ignore[arg-type]


def test_a_file_that_another_program_has_to_itself_is_told_as_locked() -> None:
    error = PermissionError(13, "The process cannot access the file")
    error.winerror = 32
    assert of_system(error, "MEMORY.md").message == ("Another program has MEMORY.md locked.")
