"""The table of libraries of one system, `libraries.toml`. Knows its keys, no library."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Table:
    """`rows` as they stand in the file."""

    rows: dict[str, Any]

    @staticmethod
    def read(path: Path) -> "Table":
        return Table(tomllib.loads(path.read_text(encoding="utf-8")))

    def host(self, name: str) -> bool:
        """Whether a library of this name is the system's own and is not bundled."""
        return any(fnmatchcase(name.lower(), known.lower()) for known in self.rows["host"])

    def unwanted(self, path: str) -> bool:
        """Whether a file at this place of the bundle is left out."""
        spared = any(fnmatchcase(path, pattern) for pattern in self.rows["keep"])
        return not spared and any(fnmatchcase(path, pattern) for pattern in self.rows["leave"])

    def debian(self, names: Iterable[str]) -> list[str]:
        """The packages of Debian that bring these libraries of the system."""
        return sorted({self.rows["host"][name] for name in names})

    @property
    def must(self) -> list[str]:
        """Patterns of places; each must be there."""
        return list(self.rows["must"])

    def project(self, name: str) -> tuple[str, str] | None:
        """The project a bundled library belongs to, and its licence."""
        for project, row in self.rows["bundled"].items():
            if any(fnmatchcase(name, pattern) for pattern in row["files"]):
                return project, row["licence"]
        return None
