"""`schedule show|install|remove`: shown first, written as shown, nothing unasked.

`systemctl` is a small program of the test on the path; it notes what it is asked.
"""

import io
import os
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Shell

_SYSTEMCTL = """#!/bin/sh
echo "systemctl $*" >> "{log}"
"""


class Screen(io.StringIO):
    """Standard input of a person at a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any) -> Shell:
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "systemctl").write_text(_SYSTEMCTL.format(log=tmp_path / "log"))
    (tools / "systemctl").chmod(0o755)
    monkeypatch.setattr("desktop_app.system.here._has_systemd", lambda: True)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("FLATPAK_ID", raising=False)
    made = Shell(tmp_path / "My notes", capfdbinary)
    assert made.run("init") == 0
    return made


def asked(tmp_path: Path) -> list[str]:
    log = tmp_path / "log"
    return log.read_text().splitlines() if log.exists() else []


def units(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "home/xdg_config_home/systemd").rglob("nightstand-*"))


def test_show_writes_nothing(shell: Shell, tmp_path: Path) -> None:
    said = shell.says("schedule", "show")
    assert said.startswith("Not installed.")
    assert f'"dream" "--if-due" "--notebook" "{shell.folder}"' in said
    assert "OnCalendar=*:00/15" in said
    assert units(tmp_path) == []
    assert asked(tmp_path) == []


def test_what_is_installed_is_what_show_has_shown(shell: Shell, tmp_path: Path) -> None:
    shown = shell.do("schedule", "show")
    assert "dreams.schedule daily" in shell.says("schedule", "install", "--yes")
    assert {str(path): path.read_text() for path in units(tmp_path)} == {
        file["path"]: file["text"] for file in shown["files"]
    }
    assert asked(tmp_path) == [
        "systemctl --user daemon-reload",
        f"systemctl --user enable --now {units(tmp_path)[1].name}",
    ]
    assert shell.says("schedule", "show").startswith("Installed, as follows:")
    assert shell.run("schedule", "install") == 0, "nothing is left to be asked"


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("Yes\n", 0), ("\n", 3), ("n\n", 3)])
def test_a_person_is_asked_and_only_yes_is_yes(
    answer: str, code: int, shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Screen(answer))
    assert shell.run("schedule", "install") == code
    shell.out()
    assert "Write this? [y/N]" in shell.complaint
    assert '"dream" "--if-due" "--notebook"' in shell.complaint, "it is shown before it is asked"
    assert bool(units(tmp_path)) == (code == 0)


def test_where_nobody_can_be_asked_nothing_is_written(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert "add --yes" in shell.says("schedule", "install", code=3)
    assert units(tmp_path) == []


def test_remove_takes_back_what_install_wrote(shell: Shell, tmp_path: Path) -> None:
    assert shell.run("schedule", "install", "--yes") == 0
    said = shell.says("schedule", "remove", "--yes")
    assert said.rstrip().splitlines()[-1].startswith("Removed.")
    assert units(tmp_path) == []
    assert shell.says("schedule", "remove", "--yes") == "Nothing was installed.\n"


def test_inside_flatpak_it_says_what_can_be_done(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLATPAK_ID", "app.nightstand.Nightstand")
    said = shell.says("schedule", "install", "--yes", code=3)
    assert "flatpak run app.nightstand.Nightstand" in said and "--notebook" in said


def test_what_the_system_starts_without_an_output_dreams_all_the_same(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert shell.run("dream", "--if-due") == 0
    monkeypatch.setattr("sys.stdout", None)
    assert shell.run("status") == 3, "somebody asked, and hears nothing"


def test_without_systemd_it_says_what_another_scheduler_could_run(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.system.here._has_systemd", lambda: False)
    for do in ("show", "install"):
        assert "dream --if-due --notebook" in shell.says("schedule", do, code=3)
