"""`make words`: ARCHITECTURE.md, the house as its imports and its folders tell it."""

import ast
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "ARCHITECTURE.md"
_HOUSE = ROOT / "desktop_app"

_HEAD = """# Architecture

Made by `make words` from the imports and from what each folder says of itself. An arrow leads from
a folder to one that it imports; an arrow that others imply is left out.

```mermaid
flowchart TD
"""


@cache
def parsed() -> list[tuple[str, ast.Module]]:
    """Each module by its path below `desktop_app`; parsed once for all who ask."""
    named = [(path.relative_to(_HOUSE).as_posix(), path) for path in sorted(_HOUSE.rglob("*.py"))]
    return [(name, ast.parse(path.read_text(encoding="utf-8"))) for name, path in named]


def imports() -> dict[str, set[str]]:
    """The folders of the house that each folder imports, types alone not counted."""
    found: dict[str, set[str]] = defaultdict(set)
    folders = {path.parent.name for path in _HOUSE.glob("*/__init__.py")}
    for name, tree in parsed():
        every = [*ast.walk(tree)]
        guards = (one for one in every if isinstance(one, ast.If))
        of_types = {
            inner
            for guard in guards
            if getattr(guard.test, "id", "") == "TYPE_CHECKING"
            for inner in guard.body
        }
        for node in every:
            if isinstance(node, ast.ImportFrom) and node not in of_types:
                below = (node.module or "").partition(".")[2]
                found[name.split("/")[0]].add(below.split(".")[0])
    return {folder: found[folder] & folders - {folder} for folder in sorted(folders)}


def page() -> str:
    """The whole page."""
    known = imports()
    beyond: dict[str, set[str]] = {}  # all that a folder reaches, its own arrows left out
    for folder in TopologicalSorter(known).static_order():
        beyond[folder] = {two for one in known[folder] for two in known[one] | beyond[one]}
    arrows = [
        f"  {one} --> {two}\n" for one in sorted(known) for two in sorted(known[one] - beyond[one])
    ]
    return _HEAD + "".join(arrows) + "```\n\n" + "".join(map(_told, _folders()))


def _folders() -> list[Path]:
    return sorted(path.parent for path in _HOUSE.rglob("__init__.py"))


def _told(folder: Path) -> str:
    """A line for a folder: what lives there, and what may not."""
    name = folder.relative_to(ROOT).as_posix()
    tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    words = " ".join((ast.get_docstring(tree) or "").split())
    return f"{'  ' * (name.count('/') - 1)}- `{name}/`: {words}\n" if "/" in name else ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
