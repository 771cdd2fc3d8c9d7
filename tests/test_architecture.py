"""The floors hold: who may import whom is a contract that runs with the tests."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support import architecture

ROOT = Path(__file__).parent.parent


@cache
def walked() -> list[tuple[str, list[ast.AST]]]:
    """All of each module of the program, with its path."""
    return [(f"desktop_app/{name}", [*ast.walk(tree)]) for name, tree in architecture.parsed()]


def nodes() -> Iterator[tuple[str, ast.AST]]:
    """All of the program, each with its path."""
    return ((name, node) for name, every in walked() for node in every)


def test_no_floor_imports_one_above_it() -> None:
    ended = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout


def test_every_file_of_tests_holds_a_test() -> None:
    for path in (ROOT / "tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        assert re.search(r"^ *(?:async )?def test_|^Test\w+ = ", text, re.M), path


def test_the_page_of_the_architecture_is_what_the_imports_say() -> None:
    assert architecture.PAGE.read_text(encoding="utf-8") == architecture.page()
    for name, tree in architecture.parsed():
        assert not name.endswith("__init__.py") or ast.get_docstring(tree), name


def test_notebook_files_are_written_by_the_notebook_floor_only() -> None:
    allowed = {"desktop_app/own_files.py"}  # the program's own small files, never a notebook's
    guilty = []
    for name, node in nodes():
        if name in allowed or name.startswith("desktop_app/notebook/"):
            continue
        if isinstance(node, ast.Attribute) and node.attr in {"write_text", "write_bytes"}:
            guilty.append(f"{name}:{node.lineno}")
        if isinstance(node, ast.Call) and _opens_for_writing(node):
            guilty.append(f"{name}:{node.lineno}")
    assert not guilty


def test_the_command_line_imports_no_qt() -> None:
    code = (
        "import sys, desktop_app.faces.cli;"
        "print([name for name in sys.modules if name.split('.')[0] in ('PySide6', 'qasync')])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert ended.stdout.strip() == "[]", ended.stderr


def _opens_for_writing(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    modes = [*call.args, *(k.value for k in call.keywords if k.arg == "mode")]
    return name == "open" and any(
        isinstance(mode, ast.Constant)
        and isinstance(mode.value, str)
        and set(mode.value) & set("wax")
        and len(mode.value) <= 3
        for mode in modes
    )


def test_the_word_lists_stay_short() -> None:
    """All of them together: a list that grows fits its own examples."""
    lists = (ROOT / "resources" / "language").glob("*.toml")
    assert sum(path.stat().st_size for path in lists) <= 130_000


def test_the_window_stays_as_small_as_it_is() -> None:
    """Whoever adds to it takes away elsewhere; whoever takes away lowers the bar."""
    files = (ROOT / "desktop_app" / "ui").rglob("*.py")
    assert sum(len(one.read_text(encoding="utf-8").splitlines()) for one in files) <= 24_652


def test_no_class_name_stands_for_two_things() -> None:
    names = Counter(node.name for _, node in nodes() if isinstance(node, ast.ClassDef))
    assert [name for name, count in names.items() if count > 1] == []


def test_no_theme_is_handed_on() -> None:
    """It is asked for where it is needed; only what makes it knows one by name."""
    guilty = [
        f"{name}:{node.lineno}"
        for name, node in nodes()
        if isinstance(node, ast.arg) and "/look/" not in name and _is_of_theme(node)
    ]
    assert not guilty


def _is_of_theme(parameter: ast.arg) -> bool:
    written = ast.unparse(parameter.annotation) if parameter.annotation else ""
    return parameter.arg == "theme" or "Theme" in written.replace('"', " ").split()
