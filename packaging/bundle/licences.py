"""Whose work is in the bundle, and may it be? Writes the list and the texts beside the program."""

import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path

from bundle.libraries import libraries
from bundle.table import Table

_DEBIAN = Path("/usr/share/common-licenses")
_KEPT = Path(__file__).parent.parent / "texts"  # of what comes without a text of its own
_SHARED = ("Apache-2.0", "GPL-2", "GPL-3", "LGPL-2.1", "LGPL-3", "MPL-2.0")
_OWN_TEXTS = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*$", re.IGNORECASE)

HEAD = """\
THIRD-PARTY WORK IN THIS BUNDLE

Nightstand is under the MIT licence. It comes with the work of others, listed here with the
licences they are used under; the texts are in `licences/`. Nothing here is under the GPL, but for
PyInstaller's start of the program, whose exception allows any licence for what it starts.

Qt, PySide6, Shiboken and GLib are under the LGPL, as files of their own: replace them with your own
builds of the same version, and the program uses those. Their sources:
https://download.qt.io/official_releases/QtForPython/ , https://download.qt.io/official_releases/qt/
and https://download.gnome.org/sources/glib/ ; what Qt itself contains is told at
https://doc.qt.io/qt-6/licenses-used-in-qt.html

"""


@dataclass(frozen=True)
class Work:
    """Something of somebody else's. `texts` are files with its licence."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Rules:
    """`packaging/licences.toml`."""

    allowed: frozenset[str]
    distributions: dict[str, str]
    others: dict[str, str]

    @staticmethod
    def read(path: Path) -> "Rules":
        rows = tomllib.loads(path.read_text(encoding="utf-8"))
        return Rules(frozenset(rows["allowed"]), rows["distributions"], rows["others"])

    def works(self, modules: Iterable[str], inside: Path, table: Table) -> list[Work]:
        """Everything that is in the bundle; what no table knows has no licence."""
        found = {name: self._distributed(name) for name in _distributions(modules, inside)}
        version = ".".join(map(str, sys.version_info[:3]))
        found["Python"] = Work("Python", version, "PSF-2.0", _python_text())
        for name, licence in self.others.items():
            texts = _own_texts(distribution("pyinstaller")) if "PyInstaller" in name else ()
            texts = tuple(inside.rglob("OFL.txt")) if licence.startswith("OFL") else texts
            found[name] = Work(name, "", licence, texts)
        for path in libraries(inside):
            project, licence = table.project(path.name) or (path.name, "")
            texts = tuple(_KEPT.glob(f"{project}.txt")) or _system_text(path.name)
            found.setdefault(project, Work(project, "", licence, texts))
        found.pop("nightstand", None)  # that is us
        return sorted(found.values(), key=lambda work: work.name.lower())

    def refused(self, works: Iterable[Work]) -> list[str]:
        """What may not be in the bundle, in sentences."""
        return [
            f"{work.name} has {work.licence or 'no licence that we know'}"
            for work in works
            if work.licence not in self.allowed
        ]

    def _distributed(self, name: str) -> Work:
        found = distribution(name)
        return Work(name, found.version, self._licence(name, found), _own_texts(found))

    def _licence(self, name: str, found: Distribution) -> str:
        """As reviewed; nothing where the distribution speaks of the GPL alone since then."""
        said = found.metadata.get("License-Expression") or found.metadata.get("License") or ""
        only_gpl = re.match(r"(A?GPL|GNU (Affero )?General)", said) and " OR " not in said
        return "" if only_gpl else self.distributions.get(name, "")


def write_list(works: Iterable[Work], folder: Path) -> list[str]:
    """`THIRD-PARTY.txt` and `licences/` into `folder`; returns the works without any text."""
    texts = folder / "licences"
    shutil.rmtree(texts, ignore_errors=True)
    texts.mkdir()
    for name in _SHARED:
        if (_DEBIAN / name).exists():
            shutil.copyfile(_DEBIAN / name, texts / name)
    rows, bare = [], []
    for work in works:
        rows.append(f"{f'{work.name} {work.version}'.strip():40} {work.licence}")
        for text in work.texts:
            place = texts / work.name.replace("/", "-")
            place.mkdir(exist_ok=True)
            shutil.copyfile(text, place / text.name)
        if not work.texts and not any(work.licence.startswith(name) for name in _SHARED):
            bare.append(work.name)
    (folder / "THIRD-PARTY.txt").write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    return bare


def _distributions(modules: Iterable[str], inside: Path) -> set[str]:
    """The distributions that frozen modules and folders of the bundle come from."""
    owners = packages_distributions()
    tops = {name.partition(".")[0] for name in modules} | {path.name for path in inside.iterdir()}
    names = {owner for top in tops for owner in owners.get(top, ())}
    names |= {"nightstand"} if "desktop_app" in tops else set()
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}


def _own_texts(found: Distribution) -> tuple[Path, ...]:
    """The licences that a distribution brings."""
    return tuple(
        Path(str(found.locate_file(file)))
        for file in found.files or ()
        if ".dist-info" in str(file) and _OWN_TEXTS.search(str(file))
    )


def _python_text() -> tuple[Path, ...]:
    """Python's own licence: beside its library, or where Debian keeps it."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    beside = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    texts = (beside, Path("/usr/share/doc") / version / "copyright")
    return tuple(text for text in texts if text.exists())[:1]


def _system_text(library: str) -> tuple[Path, ...]:
    """The licence that Debian keeps of the package a library is from; none elsewhere."""
    if shutil.which("dpkg-query") is None:
        return ()
    asked = ["dpkg-query", "--search", f"*/{library}"]
    said = subprocess.run(asked, capture_output=True, text=True).stdout
    packages = (line.partition(":")[0] for line in said.splitlines())
    texts = (Path("/usr/share/doc") / package / "copyright" for package in packages)
    return tuple(text for text in texts if text.exists())[:1]
