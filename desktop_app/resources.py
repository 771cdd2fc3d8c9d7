"""Where the files that ship with the program are. Knows folders, not what is in them."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def folder() -> Path:
    """The resources folder: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).parent
    installed = package / "_resources"
    return installed if installed.is_dir() else package.parent / "resources"


def beside() -> Path:
    """Where the list of changes is: beside the resources in a checkout, else among them."""
    return folder() if (folder() / "CHANGELOG.md").is_file() else folder().parent


@cache
def table(name: str) -> dict[str, Any]:
    """A TOML table such as `language/changes`, read once."""
    return tomllib.loads((folder() / f"{name}.toml").read_text(encoding="utf-8"))
