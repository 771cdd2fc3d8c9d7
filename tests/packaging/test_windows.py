"""The installer for Windows: compiled around a stand-in, and, with wine, installed and removed."""

import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

PACKAGING = Path(__file__).parent.parent.parent / "packaging"
WINE = Path("/usr/lib/wine/wine64")
makensis = pytest.mark.skipif(not shutil.which("makensis"), reason="makensis is not here")
wine = pytest.mark.skipif(not WINE.exists(), reason="wine is not here")
PROGRAM = """\
Unicode true
Target amd64-unicode
RequestExecutionLevel user
SilentInstall silent
Name "stand-in"
OutFile "{out}"
Section
    Sleep {pause}
SectionEnd
"""


@pytest.fixture
def targets(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(PACKAGING))
    import windows.targets

    yield windows.targets
    for name in ("windows.targets", "windows", "package", "pictures"):
        sys.modules.pop(name, None)


def _bundle(folder: Path, version: str, targets: Any, pause: int = 0) -> Any:
    """A bundle with programs that only wait, where nothing of Windows is at hand."""
    bundle = folder / version / "nightstand"
    (bundle / "_internal").mkdir(parents=True)
    (bundle / "licences" / "Qt").mkdir(parents=True)
    for name in ("LICENSE.txt", "THIRD-PARTY.txt", "licences/Qt/text", f"_internal/{version}"):
        (bundle / name).write_text(version)
    for name in ("nightstand.exe", "nightstandw.exe"):
        script = folder / "program.nsi"
        script.write_text(PROGRAM.format(out=bundle / name, pause=pause))
        subprocess.run(["makensis", "-V1", script], check=True)
    return targets.Release(bundle, bundle.parent, "nightstand", version, 0)


@makensis
def test_the_installer_compiles_without_a_warning_and_says_that_it_is_unsigned(
    tmp_path: Path, targets: Any
) -> None:
    made = targets.installer(_bundle(tmp_path, "1.0.0", targets))
    assert made.name == "nightstand-1.0.0-windows-x64-setup-unsigned.exe"
    assert made.read_bytes()[:2] == b"MZ"


def test_two_archives_of_one_bundle_are_the_same(tmp_path: Path, targets: Any) -> None:
    bundle = tmp_path / "nightstand"
    bundle.mkdir()
    (bundle / "nightstand.exe").write_text("program")
    release = targets.Release(bundle, tmp_path, "nightstand", "1.0.0", 0)
    first = targets.portable(release).read_bytes()
    os.utime(bundle / "nightstand.exe", (1, 1))
    made = targets.portable(release)
    assert made.read_bytes() == first
    assert zipfile.ZipFile(made).namelist() == ["nightstand/nightstand.exe"]


def test_a_path_that_windows_could_not_write_stops_the_build(tmp_path: Path, targets: Any) -> None:
    deep = tmp_path / "nightstand" / ("a" * 100) / ("b" * 100)
    deep.mkdir(parents=True)
    release = targets.Release(tmp_path / "nightstand", tmp_path, "nightstand", "1.0.0", 0)
    with pytest.raises(ValueError, match="too long for Windows"):
        targets.installer(release)


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[Callable[..., int]]:
    """Runs a program of Windows in a system of its own and returns its exit code."""
    env = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    env |= {"WINEPREFIX": str(tmp_path / "wine"), "WINEARCH": "win64", "WINEDEBUG": "-all"}
    env["HOME"] = str(tmp_path)  # its menus are not put among the person's

    def run(*command: Any) -> int:
        words = list(map(str, (WINE, *command)))
        return subprocess.run(
            words, env=env, capture_output=True, input=b"", timeout=300
        ).returncode

    run("wineboot", "-i")
    yield run
    subprocess.run([WINE.with_name("wineserver64"), "-k"], env=env, check=False)


@makensis
@wine
def test_it_installs_upgrades_refuses_and_leaves_nothing_but_what_is_the_persons(
    tmp_path: Path, targets: Any, windows: Callable[..., int]
) -> None:
    old = targets.installer(_bundle(tmp_path, "1.0.0", targets))
    new = targets.installer(_bundle(tmp_path, "1.1.0", targets, pause=20_000))
    (own,) = (tmp_path / "wine" / "drive_c" / "users").glob("*/AppData/Local")
    place = own / "Programs" / "Nightstand"
    (own / "nightstand").mkdir()
    (own / "nightstand" / "settings.toml").write_text("kept")

    assert windows(old, "/S") == 0
    shortcut = next(own.parent.glob("Roaming/**/Programs/Nightstand.lnk"))
    assert (place / "_internal" / "1.0.0").exists()
    (place / "mine.txt").write_text("a person's")

    assert windows(new, "/S") == 0
    assert [path.name for path in (place / "_internal").iterdir()] == ["1.1.0"]
    assert not (place / "_new").exists()
    assert windows(old, "/S") == 3, "a newer one is there"
    assert (place / "_internal" / "1.1.0").exists()

    env = {**os.environ, "WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all"}
    with subprocess.Popen([WINE, str(place / "nightstandw.exe")], env=env) as running:
        deadline = time.monotonic() + 15
        while (code := windows(new, "/S")) == 0 and time.monotonic() < deadline:
            pass  # it has not begun yet
        running.wait(60)
    assert code == 2, "it runs"
    assert (place / "_internal" / "1.1.0").exists()

    assert windows(old, "/S", "/DOWNGRADE") == 0
    assert [path.name for path in (place / "_internal").iterdir()] == ["1.0.0"]
    assert windows(place / "uninstall.exe", "/S") == 0
    deadline = time.monotonic() + 30  # it goes on from a copy of itself
    while (place / "uninstall.exe").exists() and time.monotonic() < deadline:
        time.sleep(0.2)
    while shortcut.exists() and time.monotonic() < deadline:
        time.sleep(0.2)
    assert [path.name for path in place.iterdir()] == ["mine.txt"]
    assert not shortcut.exists()
    assert (own / "nightstand" / "settings.toml").read_text() == "kept"


@pytest.mark.skipif(not shutil.which("osslsigncode"), reason="osslsigncode is not here")
@makensis
def test_with_a_certificate_the_installer_is_signed_and_its_name_is_plain(
    tmp_path: Path, targets: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate, both = (tmp_path / name for name in ("key", "cert", "both.p12"))
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out",
            certificate, "-subj", "/CN=A test"]  # fmt: skip
    subprocess.run(made, check=True, capture_output=True)
    packed = ["openssl", "pkcs12", "-export", "-inkey", key, "-in", certificate, "-out", both,
              "-passout", "pass:secret"]  # fmt: skip
    subprocess.run(packed, check=True, capture_output=True)
    import base64

    monkeypatch.setenv("CERTIFICATE", base64.b64encode(both.read_bytes()).decode())
    monkeypatch.setenv("PASSWORD", "secret")
    monkeypatch.setattr(targets, "SIGN", str(PACKAGING / "windows" / "sign.sh"))
    monkeypatch.setattr(targets, "MARK", "")
    signed = targets.installer(_bundle(tmp_path, "1.0.0", targets))
    assert signed.name == "nightstand-1.0.0-windows-x64-setup.exe"
    seen = subprocess.run(["osslsigncode", "verify", "-CAfile", certificate, "-in", signed],
                          capture_output=True, text=True)  # fmt: skip
    assert "A test" in seen.stdout
