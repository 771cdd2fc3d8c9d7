"""By which words this installation is started, as each package really lies."""

import sys
from pathlib import Path

import pytest

from desktop_app import release


def frozen(monkeypatch: pytest.MonkeyPatch, program: Path) -> None:
    program.parent.mkdir(parents=True, exist_ok=True)
    program.touch()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    for name in ("APPIMAGE", "APPDIR", "FLATPAK_ID"):
        monkeypatch.delenv(name, raising=False)


def test_a_package_is_started_by_its_link_which_an_update_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen(monkeypatch, tmp_path / "usr/lib/nightstand/nightstand")
    link = tmp_path / "usr/bin/nightstand"
    link.parent.mkdir()
    link.symlink_to("../lib/nightstand/nightstand")
    assert release.command() == [str(link)]
    link.unlink()
    link.symlink_to("/bin/sh")
    assert release.command() == [sys.executable], "a link of something else"


def test_a_bundle_without_a_link_is_started_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen(monkeypatch, tmp_path / "nightstand/nightstand")
    assert release.command() == [sys.executable]


def test_an_appimage_is_started_by_its_own_path_not_where_it_is_mounted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen(monkeypatch, tmp_path / ".mount_Night/usr/lib/nightstand/nightstand")
    monkeypatch.setenv("APPIMAGE", "/home/me/Nightstand.AppImage")
    monkeypatch.setenv("APPDIR", str(tmp_path / ".mount_Night"))
    assert release.command() == ["/home/me/Nightstand.AppImage"]


def test_a_terminal_that_is_an_appimage_does_not_mislead_a_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen(monkeypatch, tmp_path / "usr/lib/nightstand/nightstand")
    monkeypatch.setenv("APPIMAGE", "/home/me/Terminal.AppImage")
    monkeypatch.setenv("APPDIR", str(tmp_path / ".mount_Terminal"))
    assert release.command() == [sys.executable]


def test_on_windows_no_console_opens_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen(monkeypatch, tmp_path / "Nightstand/nightstand.exe")
    windowed = tmp_path / "Nightstand/nightstandw.exe"
    windowed.touch()
    assert release.command(window=True) == [str(windowed)]
    assert release.command() == [sys.executable]


def test_from_source_the_script_beside_this_python_starts_it() -> None:
    script = Path(sys.executable).with_name("nightstand")
    expected = [str(script)] if script.exists() else [sys.executable, "-m", "desktop_app"]
    assert release.command() == expected


def test_a_flatpak_is_started_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLATPAK_ID", "app.nightstand.Nightstand")
    assert release.command() == ["flatpak", "run", "app.nightstand.Nightstand"]
