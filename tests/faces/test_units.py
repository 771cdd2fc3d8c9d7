"""`schedule show|install|remove`: shown first, written as shown, nothing unasked.

`systemctl` and `crontab` are small programs of the test on the path; they note what they are asked.
"""

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import run

_CRONTAB = """#!/bin/sh
echo "crontab $*" >> "{log}"
case "$1" in
-l) [ -f "{table}" ] && cat "{table}" || {{ echo "no crontab for me" >&2; exit 1; }} ;;
-) cat > "{table}" ;;
esac
"""
_SYSTEMCTL = """#!/bin/sh
echo "systemctl $*" >> "{log}"
"""


class Screen(io.StringIO):
    """Standard input of a person at a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any) -> Path:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name, text in (("crontab", _CRONTAB), ("systemctl", _SYSTEMCTL)):
        text = text.format(log=tmp_path / "log", table=tmp_path / "table")
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("FLATPAK_ID", raising=False)
    folder = tmp_path / "My notes"
    assert run("init", str(folder)) == 0
    capfdbinary.readouterr()
    return folder


def scheduled(notebook: Path, *words: str) -> int:
    return run("--notebook", str(notebook), "schedule", *words)


def asked(tmp_path: Path) -> list[str]:
    log = tmp_path / "log"
    return log.read_text().splitlines() if log.exists() else []


def units(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "home/xdg_config_home/systemd").rglob("nightstand-*"))


def test_show_writes_nothing(notebook: Path, tmp_path: Path, capfdbinary: Any) -> None:
    assert scheduled(notebook, "show", "--with", "systemd") == 0
    said = capfdbinary.readouterr().out.decode()
    assert said.startswith("Not installed.")
    assert f'"dream" "--if-due" "--notebook" "{notebook}"' in said
    assert "OnCalendar=*:00/15" in said
    assert units(tmp_path) == []
    assert asked(tmp_path) == []


def test_what_is_installed_is_what_show_has_shown(
    notebook: Path, tmp_path: Path, capfdbinary: Any
) -> None:
    scheduled(notebook, "show", "--with", "systemd", "--json")
    shown = json.loads(capfdbinary.readouterr().out)
    assert scheduled(notebook, "install", "--with", "systemd", "--yes") == 0
    assert "dreams.schedule daily" in capfdbinary.readouterr().out.decode()
    assert {str(path): path.read_text() for path in units(tmp_path)} == {
        file["path"]: file["text"] for file in shown["files"]
    }
    assert asked(tmp_path) == [
        "systemctl --user daemon-reload",
        f"systemctl --user enable --now {units(tmp_path)[1].name}",
    ]
    scheduled(notebook, "show", "--with", "systemd")
    assert capfdbinary.readouterr().out.startswith(b"Installed, as follows:")
    assert scheduled(notebook, "install", "--with", "systemd") == 0, "nothing is left to be asked"


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("Yes\n", 0), ("\n", 3), ("n\n", 3)])
def test_a_person_is_asked_and_only_yes_is_yes(
    answer: str, code: int, notebook: Path, tmp_path: Path, capfdbinary: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.stdin", Screen(answer))
    assert scheduled(notebook, "install", "--with", "cron") == code
    said = capfdbinary.readouterr().err.decode()
    assert "Write this? [y/N]" in said
    assert "dream --if-due --notebook" in said, "it is shown before it is asked"
    assert (tmp_path / "table").exists() == (code == 0)


def test_where_nobody_can_be_asked_nothing_is_written(
    notebook: Path, tmp_path: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert scheduled(notebook, "install", "--with", "cron") == 3
    assert b"add --yes" in capfdbinary.readouterr().err
    assert not (tmp_path / "table").exists()


def test_remove_finds_both_ways_and_leaves_all_else(
    notebook: Path, tmp_path: Path, capfdbinary: Any
) -> None:
    (tmp_path / "table").write_text("0 1 * * * backup\n")
    for way in ("systemd", "cron"):
        assert scheduled(notebook, "install", "--with", way, "--yes") == 0
    assert (tmp_path / "table").read_text().count("\n") == 2
    assert scheduled(notebook, "remove", "--yes") == 0
    assert capfdbinary.readouterr().out.decode().rstrip().splitlines()[-1].startswith("Removed.")
    assert (tmp_path / "table").read_text() == "0 1 * * * backup\n"
    assert units(tmp_path) == []
    assert scheduled(notebook, "remove", "--yes") == 0
    assert capfdbinary.readouterr().out == b"Nothing was installed.\n"


def test_inside_flatpak_it_says_what_can_be_done(
    notebook: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLATPAK_ID", "app.nightstand.Nightstand")
    assert scheduled(notebook, "install", "--yes") == 3
    assert b"flatpak run app.nightstand.Nightstand" in capfdbinary.readouterr().err


def test_what_the_system_starts_without_an_output_dreams_all_the_same(
    notebook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert run("--notebook", str(notebook), "dream", "--if-due") == 0
    monkeypatch.setattr("sys.stdout", None)
    assert run("--notebook", str(notebook), "status") == 3, "somebody asked, and hears nothing"


def test_show_prints_a_text_also_where_nothing_would_run_it(
    notebook: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.system.here._has_systemd", lambda: False)
    monkeypatch.setenv("PATH", str(notebook))
    assert scheduled(notebook, "show") == 0
    assert b"# crontab\n0,15,30,45 * * * *" in capfdbinary.readouterr().out
    assert scheduled(notebook, "install", "--yes") == 3
    assert b"neither systemd nor cron" in capfdbinary.readouterr().err
    assert scheduled(notebook, "remove") == 0
    assert capfdbinary.readouterr().out == b"Nothing was installed.\n"
