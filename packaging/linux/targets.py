"""What Linux gets: packages of Debian and of RPM, an AppImage, one file that installs itself, an
archive, a Flatpak. Each holds the same tree, as it stands below a prefix such as /usr."""

import gzip
import os
import platform
import shutil
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from functools import cache
from pathlib import Path

from bundle.libraries import host_needs, newest_glibc
from bundle.table import Table
from package import HERE, ID, ROOT, Missing, Release, Target, run, tool
from pictures import MENU, SVG, png

LINUX = HERE / "linux"
MACHINE = platform.machine()
RUNTIME = os.environ.get("APPIMAGE_RUNTIME", "")  # what an AppImage begins with
DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}.get(MACHINE, MACHINE)
MAINTAINER = "Nightstand contributors <contributors@nightstand.invalid>"
SUMMARY = "Home for the memory of an AI agent, or your own"
TELLING = """\
 Agents write one file of notes for each day, and so do many people. What is
 worth keeping belongs in one short file of memory. Nightstand proposes what to
 put there, and you decide. Notes are plain Markdown in a folder of yours.
"""


def lay_out(release: Release, to: Path) -> None:
    """Everything as it stands below a prefix: the bundle, and what a desktop reads."""
    from linux.documents import completions, manual, metainfo

    from desktop_app.faces.operations import every
    from desktop_app.faces.parser import parser

    def write(place: str, content: bytes) -> None:
        (to / place).parent.mkdir(parents=True, exist_ok=True)
        (to / place).write_bytes(content)

    shutil.copytree(release.bundle, to / "lib/nightstand", symlinks=True)
    (to / "bin").mkdir()
    (to / "bin/nightstand").symlink_to("../lib/nightstand/nightstand")
    write(f"share/applications/{ID}.desktop", (LINUX / f"{ID}.desktop").read_bytes())
    for size in MENU:
        write(f"share/icons/hicolor/{size}x{size}/apps/{ID}.png", png(size))
    write(f"share/icons/hicolor/scalable/apps/{ID}.svg", SVG.read_bytes())
    page = manual(parser(every()), release.version, release.epoch)
    write("share/man/man1/nightstand.1.gz", gzip.compress(page.encode(), mtime=0))
    for place, text in completions(parser(every())).items():
        write(f"share/{place}", text.encode())
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    told = metainfo(ID, changes, release.version, release.epoch, home())
    write(f"share/metainfo/{ID}.metainfo.xml", told)
    doc = f"share/doc/{release.name}"
    write(f"{doc}/NEWS.gz", gzip.compress(changes.encode(), mtime=0))
    texts = [(release.bundle / name).read_bytes() for name in ("LICENSE.txt", "THIRD-PARTY.txt")]
    whole = b"The texts are in lib/nightstand/licences; on Debian, the LGPL is also\n"
    whole += b"/usr/share/common-licenses/LGPL-3 and /usr/share/common-licenses/LGPL-2.1.\n"
    write(f"{doc}/copyright", b"\n".join([*texts, whole]))
    settle(to, release.epoch)


def settle(folder: Path, epoch: int) -> None:
    """Every file of one time and with one of two modes, whoever builds it, and when."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or _starts(path) else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def _starts(path: Path) -> bool:
    """Whether a file is a program, and no library, which need not be executable."""
    return bool(path.stat().st_mode & 0o100) and ".so" not in path.name


def home() -> str:
    """The address of the source: on a runner it is known, elsewhere it is what pyproject says."""
    if where := os.environ.get("GITHUB_REPOSITORY"):
        return f"{os.environ['GITHUB_SERVER_URL']}/{where}"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project.get("urls", {}).get("Homepage", ""))


@contextmanager
def laid_out(release: Release, prefix: str) -> Iterator[Path]:
    """The tree in a folder of its own, below `prefix`."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder) / "tree"
        (top / prefix).mkdir(parents=True)
        lay_out(release, top / prefix)
        yield top


def deb(release: Release) -> Path:
    """For Debian and Ubuntu; `Depends` names what the bundle's files need of the system."""
    made = release.file(f"_{release.version}_{DEBIAN}.deb")
    tool("dpkg-deb", "dpkg")
    inside = release.bundle / "_internal"
    table = Table.read(LINUX / "libraries.toml")
    needed = table.debian(host_needs(inside, table))
    depends = [f"libc6 (>= {newest_glibc(inside)})", *(name for name in needed if name != "libc6")]
    with laid_out(release, "usr") as top:
        kilobytes = sum(path.lstat().st_size for path in top.rglob("*")) // 1024
        shutil.copytree(LINUX / "debian", top / "DEBIAN")
        overrides = top / "usr/share/lintian/overrides" / release.name
        overrides.parent.mkdir(parents=True)
        rules = (top / "DEBIAN/overrides").read_text()
        overrides.write_text(rules.replace("PACKAGE", release.name))
        (top / "DEBIAN/overrides").unlink()
        fields = {
            "Package": release.name,
            "Version": release.version,
            "Architecture": DEBIAN,
            "Maintainer": MAINTAINER,
            "Installed-Size": kilobytes,
            "Depends": ", ".join(depends),
            "Recommends": "fonts-noto-cjk, fonts-noto-color-emoji, libnotify-bin",
            "Conflicts": _other(release),
            "Replaces": _other(release),
            "Section": "text",
            "Priority": "optional",
            **({"Homepage": home()} if home() else {}),
            "Description": f"{SUMMARY}\n{TELLING.rstrip()}",
        }
        changed = (
            f"{release.name} ({release.version}) unstable; urgency=medium\n\n  * See NEWS.gz.\n\n"
            f" -- {MAINTAINER}  {formatdate(release.epoch)}\n"
        )
        news = top / f"usr/share/doc/{release.name}/changelog.gz"
        news.write_bytes(gzip.compress(changed.encode(), mtime=0))
        control = "".join(f"{name}: {value}\n" for name, value in fields.items())
        (top / "DEBIAN/control").write_text(control, encoding="utf-8")
        settle(top, release.epoch)
        same = {**os.environ, "SOURCE_DATE_EPOCH": str(release.epoch)}
        level = os.environ.get("DEB_LEVEL", "6")  # a lower one packs in a fifth of the time
        packed = ["--root-owner-group", "-Zxz", f"-z{level}", "--threads-max=2"]
        run("dpkg-deb", *packed, "--build", top, made, env=same, capture_output=True)
    return made


def rpm(release: Release) -> Path:
    """For Fedora and openSUSE; what it requires are the libraries' own names."""
    rpmbuild = tool("rpmbuild", "rpm")
    inside = release.bundle / "_internal"
    table = Table.read(LINUX / "libraries.toml")
    needs = [f"{name}()(64bit)" for name in host_needs(inside, table) if "ld-linux" not in name]
    needs.append(f"libc.so.6(GLIBC_{newest_glibc(inside)})(64bit)")
    made = release.file(f"-{release.version}-1.{MACHINE}.rpm")
    with laid_out(release, "usr") as top:
        shell = top / "usr/share"
        (shell / "zsh/vendor-completions").rename(shell / "zsh/site-functions")
        spec = (LINUX / "nightstand.rpm.spec").read_text()
        values = {
            "name": release.name,
            "version": release.version,
            "summary": SUMMARY,
            "telling": TELLING,
            "requires": ", ".join(needs),
            "other": _other(release),
            "tree": str(top),
        }
        for key, value in values.items():
            spec = spec.replace(f"@{key}@", value)
        work = top.parent
        (work / "nightstand.spec").write_text(spec)
        same = {**os.environ, "SOURCE_DATE_EPOCH": str(release.epoch)}
        run(rpmbuild, "-bb", "--quiet", "--define", f"_topdir {work}", work / "nightstand.spec",
            env=same)  # fmt: skip
        shutil.copyfile(next((work / "RPMS").rglob("*.rpm")), made)
    return made


def _other(release: Release) -> str:
    """The package that has the same files, with the embedder or without."""
    return min({"nightstand", "nightstand-with-embedder"} - {release.name})


@cache  # of one run: an archive that lies there may be of an earlier build
def archive(release: Release) -> Path:
    """The tree in one archive, to unpack anywhere; what the Flatpak is made from, too."""
    made = release.file(f"-{release.version}-linux-{MACHINE}.tar.xz")
    with laid_out(release, "nightstand") as top:
        shutil.copyfile(LINUX / "install.sh", top / "nightstand/lib/nightstand/install.sh")
        settle(top, release.epoch)
        run("tar", "--create", "--xz", "--sort=name", "--owner=0", "--group=0", "--numeric-owner",
            f"--file={made}", f"--directory={top}", "nightstand",
            env={**os.environ, "XZ_OPT": "-6 -T2"})  # fmt: skip
    return made


def installer(release: Release) -> Path:
    """One file that installs itself for one person: a few lines of shell before the archive."""
    packed = archive(release)
    made = release.file(f"-{release.version}-linux-{MACHINE}.run")
    made.write_bytes((LINUX / "install.sh").read_bytes() + packed.read_bytes())
    made.chmod(0o755)
    return made


def appimage(release: Release) -> Path:
    """An AppImage: the runtime at APPIMAGE_RUNTIME, and behind it the AppDir as a squashfs.

    Only the AppDir is made where that file is not at hand. It stays beside the AppImage.
    """
    folder = release.file(".AppDir")
    shutil.rmtree(folder, ignore_errors=True)
    lay_out(release, folder / "usr")
    for name in (f"{ID}.desktop", f"{ID}.svg"):
        shutil.copyfile(next((folder / "usr/share").rglob(name)), folder / name)
    (folder / ".DirIcon").symlink_to(f"{ID}.svg")
    (folder / "AppRun").symlink_to("usr/bin/nightstand")
    settle(folder, release.epoch)
    if not RUNTIME:
        print("APPIMAGE_RUNTIME names no file: only the AppDir is made.")
        return folder
    runtime = Path(RUNTIME).read_bytes()
    made = release.file(f"-{release.version}-{MACHINE}.AppImage")
    run(tool("mksquashfs", "squashfs-tools"), folder, made, "-noappend", "-all-root", "-no-xattrs",
        "-comp", "zstd", "-offset", len(runtime), "-processors", 2, "-quiet", "-no-progress",
        env={**os.environ, "SOURCE_DATE_EPOCH": str(release.epoch)})  # fmt: skip
    with made.open("r+b") as file:
        file.write(runtime)
    made.chmod(0o755)
    return made


def flatpak(release: Release) -> Path:
    """The manifest, read by flatpak-builder; Flathub's own machines build it."""
    made = release.out / f"{ID}.yaml"
    packed = f"{release.name}-{release.version}-linux-{MACHINE}.tar.xz"
    made.write_text((LINUX / made.name).read_text().replace("@archive@", packed))
    builder = tool("flatpak-builder", "flatpak-builder")
    with tempfile.TemporaryDirectory() as here:  # it leaves .flatpak-builder where it runs
        run(builder, "--show-manifest", made.resolve(), cwd=here, capture_output=True)
    return made


def _unpack_deb(made: Path, to: Path) -> Path:
    run("dpkg-deb", "--extract", made, to)
    return to / "usr/bin/nightstand"


def _unpack_rpm(made: Path, to: Path) -> Path:
    if not shutil.which("cpio"):
        raise Missing("cpio is not here (cpio).")
    run("sh", "-c", 'rpm2cpio "$0" | cpio --quiet -idm', made, cwd=to)
    return to / "usr/bin/nightstand"


def _unpack_archive(made: Path, to: Path) -> Path:
    run("tar", "--extract", f"--file={made}", f"--directory={to}")
    return to / "nightstand/bin/nightstand"


def _install(made: Path, to: Path) -> Path:
    run("sh", made, "--prefix", to / "prefix", capture_output=True)
    return to / "prefix/bin/nightstand"


def _unpack_appimage(made: Path, to: Path) -> Path:
    if made.is_dir():
        return made / "AppRun"
    run(made, "--appimage-extract", cwd=to, capture_output=True)
    return to / "squashfs-root/AppRun"


TARGETS = [
    Target("deb", deb, _unpack_deb),
    Target("tar", archive, _unpack_archive),
    Target("run", installer, _install),
    Target("rpm", rpm, _unpack_rpm),
    Target("appimage", appimage, _unpack_appimage),
    Target("flatpak", flatpak),
]
