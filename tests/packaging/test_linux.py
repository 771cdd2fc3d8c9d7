"""What the Linux packages are made from: documents, icons, dependencies. No package is built."""

import gzip
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from desktop_app import __version__
from desktop_app.faces.operations import every
from desktop_app.faces.parser import parser

ROOT = Path(__file__).parent.parent.parent
CHANGES = (
    "# Changelog\n\n## Unreleased\n- A `moon` that\n  rises.\n\n## 0.0.9 (2026-01-02)\n- It set.\n"
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="of Linux only")


@pytest.fixture(autouse=True)
def packaging(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the build, whose modules can be imported meanwhile."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    return ROOT / "packaging"


def judged(*command: Any) -> None:
    """What a system's own checker says, where there is one."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not here")
    ended = subprocess.run([*map(str, command)], capture_output=True, text=True)
    told = ended.stdout + ended.stderr
    assert ended.returncode == 0, told
    assert "hint:" not in told


def test_the_desktop_entry_is_valid_and_named_as_the_window_says(packaging: Path) -> None:
    from package import ID

    assert f'setDesktopFileName("{ID}")' in (ROOT / "desktop_app/app.py").read_text()
    judged("desktop-file-validate", packaging / "linux" / f"{ID}.desktop")


def test_metainfo_has_pictures_and_what_each_release_brought(tmp_path: Path) -> None:
    from linux.documents import metainfo

    path = tmp_path / "app.nightstand.Nightstand.metainfo.xml"
    path.write_bytes(metainfo(path.name[:-13], CHANGES, "0.2.0", 86400, "https://example.org/n"))
    top = Xml.parse(path).getroot()
    releases = [(r.get("version"), r.get("date"), r.findtext(".//li")) for r in top.iter("release")]
    assert releases == [
        ("0.2.0", "1970-01-02", "A moon that rises."),
        ("0.0.9", "2026-01-02", "It set."),
    ]
    pictures = [image.text or "" for image in top.iter("image")]
    assert len(pictures) == 2
    for picture in pictures:
        assert (ROOT / picture.partition("/raw/v0.2.0/")[2]).is_file()
    judged("appstreamcli", "validate", "--no-net", path)


def test_the_man_page_names_every_command_and_nothing_in_it_is_odd(tmp_path: Path) -> None:
    from linux.documents import manual

    page = tmp_path / "nightstand.1"
    page.write_text(manual(parser(every()), __version__, 0), encoding="utf-8")
    for operation in every():
        assert f"\n.SS {operation.name}\n" in page.read_text(encoding="utf-8")
    judged("mandoc", "-T", "lint", "-W", "warning", page)


def test_a_shell_completes_commands_and_folders(tmp_path: Path) -> None:
    from linux.documents import completions

    words = parser(every())
    bash, zsh, fish = completions(words).values()
    for name in words.summaries.keys() - {*words.within.values()}:
        assert all(name in text for text in (bash, zsh, fish)), name
    (tmp_path / "bash").write_text(bash)
    asked = 'source "$0"; COMP_WORDS=(nightstand rem); COMP_CWORD=1; $(complete -p nightstand'
    asked += ' | sed "s/.*-F \\([^ ]*\\).*/\\1/") nightstand rem nightstand; echo "${COMPREPLY[@]}"'
    told = subprocess.run(["bash", "-c", asked, tmp_path / "bash"], capture_output=True, text=True)
    assert told.stdout.split() == ["remember"], told.stderr


def test_an_icon_has_every_size(packaging: Path) -> None:
    from pictures import icns, ico, png

    assert struct.unpack(">II", png(48)[16:24]) == (48, 48)
    made = ico()
    rows = [struct.unpack_from("<BBBBHHII", made, 6 + 16 * n) for n in range(made[4])]
    assert [row[0] for row in rows] == [16, 24, 32, 48, 64, 128, 0]
    for *_, length, at in rows:
        assert made[at : at + 4] == b"\x89PNG"
        assert made[at + length - 8 : at + length - 4] == b"IEND"
    made, at, sizes = icns(), 8, []
    assert struct.unpack(">4sI", made[:8]) == (b"icns", len(made))
    while at < len(made):
        length = struct.unpack_from(">I", made, at + 4)[0]
        sizes.append(struct.unpack_from(">I", made, at + 8 + 16)[0])
        at += length
    assert at == len(made)
    assert sorted(set(sizes)) == [16, 32, 64, 128, 256, 512, 1024]


def test_what_the_bundle_expects_of_the_system_are_packages_of_debian(packaging: Path) -> None:
    from bundle.table import Table

    table = Table.read(packaging / "linux/libraries.toml")
    assert table.debian(["libEGL.so.1", "libm.so.6", "libc.so.6"]) == ["libc6", "libegl1"]
    hosts = table.rows["host"]
    asked = ["dpkg-query", "-S", *(f"*/{library}" for library in hosts)]
    owners: dict[str, set[str]] = {}
    for line in subprocess.run(asked, capture_output=True, text=True).stdout.splitlines():
        owner, _, place = line.partition(": ")
        owners.setdefault(Path(place).name, set()).add(owner.partition(":")[0])
    assert {name for name in owners if hosts[name] not in owners[name]} == set()


def _release(folder: Path, mode: int = 0o755) -> Any:
    """A bundle whose files are one letter each."""
    from package import Release

    bundle = folder / "bundle"
    bundle.mkdir(parents=True)
    for file in ("nightstand", "LICENSE.txt", "THIRD-PARTY.txt", "lib.so"):
        (bundle / file).write_text("x")
    (bundle / "nightstand").chmod(mode)
    return Release(bundle, folder, "nightstand", "1.0", 86400)


def test_two_trees_of_one_commit_are_the_same(tmp_path: Path) -> None:
    from linux.targets import lay_out

    trees = []
    for name, mode in (("one", 0o700), ("two", 0o755)):
        to = tmp_path / name / "tree"
        release = _release(tmp_path / name, mode)
        to.mkdir()
        lay_out(release, to)
        trees.append(
            {
                path.relative_to(to): (
                    path.lstat().st_mode,
                    path.lstat().st_mtime,
                    b"" if path.is_dir() else path.read_bytes(),
                )
                for path in to.rglob("*")
            }
        )
    assert trees[0] == trees[1]
    assert {time for _, time, _ in trees[0].values()} == {86400}
    page = trees[0][Path("share/man/man1/nightstand.1.gz")][2]
    assert b"NIGHTSTAND" in gzip.decompress(page)


@pytest.mark.skipif(not shutil.which("mksquashfs"), reason="mksquashfs is not here")
def test_an_appimage_is_a_runtime_and_the_same_tree_whenever_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from linux import targets

    assert targets.appimage(_release(tmp_path)).is_dir(), "without a runtime it is a folder"
    (tmp_path / "runtime").write_bytes(b"a program " * 99)
    monkeypatch.setattr(targets, "RUNTIME", str(tmp_path / "runtime"))
    made = [targets.appimage(_release(tmp_path / name)) for name in ("one", "two")]
    assert made[0].read_bytes() == made[1].read_bytes()
    assert made[0].read_bytes().startswith(b"a program " * 99 + b"hsqs")
    assert made[0].stat().st_mode & 0o111
    listed = ["unsquashfs", "-offset", "990", "-ls", made[0]]
    told = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
    assert {"squashfs-root/AppRun", "squashfs-root/.DirIcon"} <= set(told.split())


def test_the_file_that_installs_itself_never_holds_an_earlier_build(tmp_path: Path) -> None:
    from linux.targets import MACHINE, installer

    release = _release(tmp_path)
    release.file(f"-1.0-linux-{MACHINE}.tar.xz").write_bytes(b"of yesterday")
    made = installer(release)
    subprocess.run(["sh", made, "--prefix", tmp_path / "home"], capture_output=True, check=True)
    assert (tmp_path / "home/bin/nightstand").read_text() == "x"


@pytest.mark.skipif(not shutil.which("flatpak-builder"), reason="flatpak-builder is not here")
def test_reading_the_flatpak_leaves_nothing_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from linux.targets import flatpak

    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert "-1.0-linux-" in flatpak(_release(tmp_path)).read_text()
    assert not list((tmp_path / "here").iterdir())


def _installer(tmp_path: Path) -> Path:
    """The file that installs itself, with a program of one line inside."""
    tree = tmp_path / "nightstand"
    for place in ("lib/nightstand/nightstand", "share/applications/n.desktop"):
        (tree / place).parent.mkdir(parents=True, exist_ok=True)
        (tree / place).write_text("Exec=nightstand open\n")
    (tree / "bin").mkdir()
    (tree / "bin/nightstand").symlink_to("../lib/nightstand/nightstand")
    subprocess.run(["tar", "-cJf", "n.tar.xz", "nightstand"], cwd=tmp_path, check=True)
    made = tmp_path / "n.run"
    head = (ROOT / "packaging/linux/install.sh").read_bytes()
    made.write_bytes(head + (tmp_path / "n.tar.xz").read_bytes())
    return made


def test_the_file_that_installs_itself_takes_away_what_it_brought_and_nothing_else(
    tmp_path: Path,
) -> None:
    made, prefix = _installer(tmp_path), tmp_path / "a home" / "local"
    mine = prefix / "share/nightstand/history.db"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    for _ in range(2):  # an update is the same again
        subprocess.run(["sh", made.name, "--prefix", prefix], cwd=tmp_path, check=True)
        (prefix / "lib/nightstand/of an old version").touch()
        with (prefix / "lib/nightstand/installed.txt").open("a") as listed:
            listed.write("./lib/nightstand/of an old version\n")
    entry = (prefix / "share/applications/n.desktop").read_text()
    assert entry == f'Exec="{prefix}/bin/nightstand" open\n'
    assert (prefix / "bin/nightstand").resolve().is_file()
    ended = subprocess.run(
        ["sh", made, "--prefix", prefix, "--uninstall"], capture_output=True, text=True, check=True
    )
    assert "are where they were" in ended.stdout
    left = [path for path in prefix.rglob("*") if not path.is_dir()]
    assert left == [mine]
    assert not (prefix / "lib/nightstand").exists()
