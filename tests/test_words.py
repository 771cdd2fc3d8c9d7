"""Words: every text that a person sees goes through one function, so that it can be translated."""

import ast
import os
import re
import shutil
import string
import struct
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "desktop_app"
SEEN = ("ui", "faces", "dreams", "memory", "language", "export.py")  # whose words are for a person
# Tests, files, styles, and the diary: it is a file of the notebook, in its language.
NOT_SEEN = ("smoke.py", "identity.py", "look/sheet.py", "look/theme.py", "dreams/telling.py")
WORDS = re.compile(r"[A-Za-z’']{2,}[,;:]? [A-Za-z’']{2,}")
SENTENCE = re.compile(r"[A-Z“].*[a-z}”]{2} [a-z{“].*[.:]$", re.S)
LOOKED_UP = ("tr", "counted")
NO_TEXTS = ("fill",)  # a section of a prompt, by its title
SQL = re.compile(r"^(?:select|insert|delete|update|create|pragma) |\?$|<> ''|in \('")
NO_WORDS = re.compile(
    r"nightstand |px;|d{4}, |\(\.\*\?\)|\bmatch \?|\bwhere version|tuple\[|two actions are"
    r"|event-stream"
)


@cache
def modules() -> list[tuple[str, ast.Module]]:
    named = [(path.relative_to(HOUSE).as_posix(), path) for path in sorted(HOUSE.rglob("*.py"))]
    return [
        (name, ast.parse(path.read_text(encoding="utf-8")))
        for name, path in named
        if not name.endswith(NOT_SEEN)
    ]


def called(node: ast.AST) -> str:
    function = getattr(node, "func", None)
    return getattr(function, "id", "") or getattr(function, "attr", "")


def literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts that stand outside `tr`, with their lines; not docstrings, names, logs or faults."""
    passed: set[int] = set()
    for node in ast.walk(tree):
        part: list[ast.AST] = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            part = [node.value]
        elif isinstance(node, ast.Compare | ast.Raise) and "Problem" not in ast.dump(node):
            part = [node]
        elif isinstance(node, ast.Dict):
            part = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
            part = [node.annotation]
        elif isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(b) for b in node.bases):
            part = [node]  # values that are kept; `test_no_name_of_a_state_is_translated`
        elif isinstance(node, ast.Call) and (
            called(node) in LOOKED_UP + NO_TEXTS
            or re.match(r"log\.|re\.|cast", ast.unparse(node.func))
        ):
            part = [node]
        passed.update(id(one) for root in part for one in ast.walk(root))
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            passed.update(map(id, ast.walk(node)))
            values = (v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
            yield node.lineno, "".join(map(str, values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("seen", [True, False])
def test_no_text_for_a_person_goes_past_the_catalogue(seen: bool) -> None:
    kind = WORDS if seen else SENTENCE
    assert [
        f"{name}:{line}: {text}"
        for name, tree in modules()
        if name.startswith(SEEN) is seen
        for line, text in literals(tree)
        if kind.search(text.replace("{}", "")) and not (NO_WORDS.search(text) or SQL.search(text))
    ] == []


def test_each_text_is_a_literal_whose_gaps_are_filled() -> None:
    """`xgettext` reads the source; a gap that nobody fills would be shown as it stands."""
    wrong = []
    for name, tree in modules():
        filled = {
            id(node.func.value): {word.arg for word in node.keywords}
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "format"
        }
        for node in ast.walk(tree):
            if called(node) == "counted" and len(node.args) == 3:
                texts = node.args[:2]
                if not all(isinstance(text, ast.Constant) for text in texts):
                    wrong.append(f"{name}:{node.lineno} is no literal")
                elif any(gaps_of(text) - {"count"} != others(node) for text in texts):
                    wrong.append(f"{name}:{node.lineno} has a gap that nobody fills")
            if called(node) != "tr" or not isinstance(node, ast.Call):
                continue
            text = node.args[0]
            if not isinstance(text, ast.Constant):
                wrong.append(f"{name}:{node.lineno} is no literal")
            elif id(node) in filled and gaps_of(text) != filled[id(node)]:
                wrong.append(f"{name}:{node.lineno} {sorted(gaps_of(text))}")
    assert wrong == []


def gaps_of(text: ast.expr) -> set[str]:
    assert isinstance(text, ast.Constant)
    return {gap for _, gap, _, _ in string.Formatter().parse(text.value) if gap}


def others(call: ast.AST) -> set[str]:
    """The names under which a call hands over what fills a gap."""
    return {str(word.arg) for word in getattr(call, "keywords", ())}


def test_no_name_of_a_state_is_translated() -> None:
    enums = [
        node
        for _, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(b) for b in node.bases)
    ]
    assert [one.name for one in enums if any(called(node) == "tr" for node in ast.walk(one))] == []


def test_a_translation_is_shown_in_the_language_of_the_system(tmp_path: Path) -> None:
    for folder in ("desktop_app", "resources"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    place = tmp_path / "resources" / "translations" / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    place.joinpath("nightstand.mo").write_bytes(
        catalogue({"say what is in the notebook": "sagt, was im Notizbuch steht"})
    )
    for language, words in (("de", "sagt, was im Notizbuch steht"), ("fr", "say what is in")):
        env = os.environ | {"LANGUAGE": language, "PYTHONPATH": str(tmp_path)}
        command = [sys.executable, "-m", "desktop_app", "--help"]
        ended = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=True)
        assert words in ended.stdout.decode()


def catalogue(texts: dict[str, str]) -> bytes:
    """A compiled catalogue, as GNU gettext describes it."""
    entries = sorted(({"": "Content-Type: text/plain; charset=UTF-8\n"} | texts).items())
    count, head = len(entries), 28
    tables, data = ([], []), b""
    for side in (0, 1):
        for entry in entries:
            text = entry[side].encode()
            tables[side].extend((len(text), head + 16 * count + len(data)))
            data += text + b"\0"
    numbers = (0x950412DE, 0, count, head, head + 8 * count, 0, head + 16 * count)
    return struct.pack(f"<{7 + 4 * count}I", *numbers, *tables[0], *tables[1]) + data
