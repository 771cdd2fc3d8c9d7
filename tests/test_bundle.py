"""What the build of a frozen program relies on: reading libraries, pruning, licences, finding."""

import shutil
import sys
from pathlib import Path
from typing import Any

import PySide6
import pytest

ROOT = Path(__file__).parent.parent
QT = Path(PySide6.__file__).parent / "Qt"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a build yet")


@pytest.fixture
def packaging(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the build, whose modules can be imported meanwhile."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    return ROOT / "packaging"


@pytest.fixture
def table(packaging: Path) -> Any:
    from bundle.table import Table

    return Table.read(packaging / "linux" / "libraries.toml")


def a_bundle(tmp_path: Path, table: Any, *names: str) -> Path:
    """A bundle with these of Qt's libraries and an empty file for whatever else must be there."""
    inside = tmp_path / "_internal"
    lib = inside / "PySide6/Qt/lib"
    lib.mkdir(parents=True)
    for name in names:
        shutil.copy(QT / "lib" / name, lib)
    for pattern in table.must:
        path = inside / pattern.replace("*", "x")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return inside


def _a_build(folder: Path) -> None:
    (folder / "_internal").mkdir(parents=True)
    (folder / "nightstand").touch()


def _the_source(folder: Path) -> None:
    folder.mkdir()
    (folder / "README.md").touch()


def _a_build_in_a_clone(folder: Path) -> None:
    _a_build(folder)
    (folder / ".git").mkdir()


def _a_link(folder: Path) -> None:
    _a_build(folder.with_name("elsewhere"))
    folder.symlink_to("elsewhere")


@pytest.mark.parametrize(
    ("made", "refused"),
    [
        (lambda folder: None, False),
        (_a_build, False),
        (_the_source, True),
        (_a_build_in_a_clone, True),
        (_a_link, True),
        (Path.mkdir, True),
        (Path.touch, True),
    ],
)
def test_only_an_earlier_build_is_emptied(
    packaging: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: Any, refused: bool
) -> None:
    import package

    folder = tmp_path / "nightstand"
    made(folder)
    there = sorted(tmp_path.rglob("*"))
    assert bool(package.in_the_way(folder)) is refused
    monkeypatch.setattr(package.subprocess, "run", lambda *_, **__: None)  # no freezing here
    monkeypatch.setattr(package, "slim", lambda inside: None)
    monkeypatch.setattr(package, "time_of_the_source", lambda: 0)
    monkeypatch.setattr("bundle.checking.check", lambda *_: ["It was not frozen."])
    assert package.main(tmp_path, ["bundle"]) == 1
    assert (sorted(tmp_path.rglob("*")) == there) is (refused or not there)


def test_the_tree_it_is_built_from_is_never_emptied(
    packaging: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import package

    _a_build(tmp_path / "nightstand")
    monkeypatch.setattr(package, "ROOT", tmp_path / "nightstand" / "source")
    assert "is left alone" in package.in_the_way(tmp_path / "nightstand")


def test_a_library_tells_what_it_needs_and_where_to_look(packaging: Path, tmp_path: Path) -> None:
    from bundle.elf import read_elf

    elf = read_elf(QT / "lib" / "libQt6Widgets.so.6")
    assert elf is not None
    assert {"libQt6Gui.so.6", "libQt6Core.so.6", "libc.so.6"} <= set(elf.needed)
    assert elf.soname == "libQt6Widgets.so.6"
    assert elf.folders == ("$ORIGIN",)
    (tmp_path / "text.so").write_bytes(b"INPUT ( -lncurses )\n")
    assert read_elf(tmp_path / "text.so") is None


def test_what_a_library_needs_and_nobody_brings_is_told(tmp_path: Path, table: Any) -> None:
    from bundle.libraries import missing

    inside = a_bundle(tmp_path, table, "libQt6OpenGL.so.6", "libQt6Gui.so.6")
    told = " ".join(missing(inside, table))
    assert "libQt6OpenGL.so.6 needs libQt6Core.so.6, which is nowhere" in told
    assert "libQt6Gui.so.6, which is nowhere" not in told, "it lies beside, where $ORIGIN leads"
    assert "libEGL" not in told, "the system brings it"
    (inside / "PySide6/Qt/plugins/platforms/libqwayland.so").unlink()
    (inside / "libQt6Core.so.6").symlink_to("PySide6/Qt/lib/libQt6Core.so.6")
    told = " ".join(missing(inside, table))
    assert "PySide6/Qt/plugins/platforms/libqwayland.so is not in the bundle" in told
    assert "libQt6Core.so.6 leads nowhere" in told


def test_only_libraries_that_something_needs_are_kept(packaging: Path) -> None:
    from bundle.pruning import kept

    libraries = [path.name for path in (QT / "lib").glob("libQt6*.so.6")]
    rows = [(f"PySide6/Qt/lib/{name}", str(QT / "lib" / name), "BINARY") for name in libraries]
    for plugin in ("platforms/libqxcb.so", "platforms/libqvnc.so"):
        rows.append((f"PySide6/Qt/plugins/{plugin}", str(QT / "plugins" / plugin), "BINARY"))
    rows.append(("libGL.so.1", "/usr/lib/libGL.so.1", "BINARY"))
    rows.append(("libQt6Quick.so.6", "PySide6/Qt/lib/libQt6Quick.so.6", "SYMLINK"))
    rows.append(("libQt6Gui.so.6", "PySide6/Qt/lib/libQt6Gui.so.6", "SYMLINK"))
    names = [Path(place).name for place, _, _ in kept(rows, packaging / "linux/libraries.toml")]
    assert {"libqxcb.so", "libQt6XcbQpa.so.6", "libQt6Core.so.6"} <= set(names)
    assert names.count("libQt6Gui.so.6") == 2, "the link to it, too"
    for gone in ("libqvnc.so", "libQt6Network.so.6", "libQt6Quick.so.6", "libGL.so.1"):
        assert gone not in names


def test_what_nobody_reviewed_or_is_under_the_gpl_is_refused(tmp_path: Path, table: Any) -> None:
    from bundle.libraries import strangers
    from bundle.licences import Rules

    inside = a_bundle(tmp_path, table, "libQt6Core.so.6")
    for name in ("libreadline.so.8", "libstdc++.so.6"):
        shutil.copy(QT / "lib" / "libQt6Core.so.6", inside / name)
    rules = Rules.read(ROOT / "packaging" / "licences.toml")
    modules = ["desktop_app.app", "httpx", "PyInstaller.building", "hypothesis.core"]
    refused = " ".join(rules.refused(rules.works(modules, inside, table)))
    for name in ("libreadline.so.8", "pyinstaller", "hypothesis"):
        assert f"{name} has no licence that we know" in refused
    assert "httpx" not in refused
    assert "Qt" not in refused
    told = strangers(inside, table)
    assert "libreadline.so.8 is in no row of the table of libraries" in told
    assert "libstdc++.so.6 is the system's own" in told


def test_the_list_of_third_party_work_names_each_with_its_licence_and_text(
    tmp_path: Path, table: Any
) -> None:
    from bundle.licences import Rules, write_list

    inside = a_bundle(tmp_path, table, "libQt6Core.so.6", "libicudata.so.73")
    rules = Rules.read(ROOT / "packaging" / "licences.toml")
    works = rules.works(["httpx", "desktop_app"], inside, table)
    bare = write_list(works, tmp_path)
    told = (tmp_path / "THIRD-PARTY.txt").read_text(encoding="utf-8")
    for words in ("httpx 0.", "BSD-3-Clause", "Qt  ", "LGPL-3.0-only", "Inter (font)", "OFL-1.1"):
        assert words in told
    assert "\nnightstand" not in told, "that is no third party's"
    assert "Redistribution" in (tmp_path / "licences/httpx/LICENSE.md").read_text()
    assert "UNICODE" in (tmp_path / "licences/ICU/ICU.txt").read_text()
    assert not set(bare) & {"httpx", "ICU", "Qt"}
