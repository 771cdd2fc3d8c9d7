"""A problem report: what helps to find a mistake of the program, without a word of the notes.

Only what is known beforehand to be harmless gets in: numbers, and words that the program itself
brings. Paths, names, addresses and messages stay out. It is in English, for whoever mends the
program.
"""

import platform
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app import __version__, languages
from desktop_app.known_settings import KNOWN
from desktop_app.logs import scrubbed

if TYPE_CHECKING:
    from desktop_app.memory.status import Status
    from desktop_app.notebook.doctor import CheckResult

_PACKAGES = ("PySide6-Essentials", "qasync", "watchdog", "ollama", "numpy")
_ENDINGS = (".md", ".jsonl")


def problem_report(setting: Callable[[str], Any], log: Path, notebook: Sequence[str] = ()) -> str:
    """The report in Markdown; `log` is the folder of the log, `notebook` lines about the notebook
    that is open (see `counted_lines`)."""
    parts = {
        "Program": _program(),
        "Settings that were changed": _settings(setting),
        "Notebook": list(notebook) or ["none is open"],
        "Last errors of the log": scrubbed(log) or ["none"],
    }
    lines = ["# Nightstand: problem report"]
    for title, some in parts.items():
        lines += ["", f"## {title}", *(f"- {line}" for line in some)]
    return "\n".join(lines)


def counted_lines(
    status: "Status", findings: Iterable["CheckResult"], paths: Sequence[str]
) -> list[str]:
    """An open notebook in numbers; of what the doctor finds only how often, and of which kind."""
    endings = Counter(next((e for e in _ENDINGS if path.endswith(e)), "other") for path in paths)
    wrong = Counter(one.check for one in findings if not one.ok)
    index, meaning = status.index, status.meaning
    return [
        f"files: {', '.join(f'{count} {end}' for end, count in sorted(endings.items())) or 0}",
        f"bullets: {status.bullets}, lines of MEMORY.md: {status.length.lines}",
        f"days: {status.days}, dreams: {status.dreams}, conversations: {status.sessions}",
        f"waiting proposals: {len(status.pending)}, engine: {status.engine}",
        f"history: {status.history} bytes",
        f"index: {index.files} files, {index.chunks} lines, {index.behind} behind",
        f"meaning: {meaning.done} of {meaning.lines} lines read, {meaning.refused} refused",
        f"doctor: {', '.join(f'{n} {kind}' for kind, n in sorted(wrong.items())) or 'all is well'}",
    ]


def _program() -> list[str]:
    frozen = "frozen" if getattr(sys, "frozen", False) else "from source"
    # Of the kernel only its numbers: who builds one may have named it.
    kernel = re.match(r"[\d.]*", platform.release())
    packages = ", ".join(f"{name} {_version(name)}" for name in _PACKAGES)
    return [
        f"Nightstand {__version__}, {frozen}, in {languages.chosen()}",
        f"{platform.system()} {kernel[0] if kernel else ''} on {platform.machine()}",
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}",
        packages,
    ]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _settings(setting: Callable[[str], Any]) -> list[str]:
    """Those that differ from the usual. What may be typed freely is told only to be there."""
    values = {key: setting(key) for key in sorted(KNOWN)}
    changed = [f"{k} = {_shown(k, v)}" for k, v in values.items() if v != KNOWN[k].default]
    return changed or ["none"]


def _shown(key: str, value: Any) -> str:
    if isinstance(value, int):
        return str(value)
    is_typed = key not in _OF_A_TABLE and isinstance(KNOWN[key].default, str | list)
    if not is_typed:
        return ", ".join(value) if isinstance(value, list) else str(value)
    return f"{len(value)} of them" if isinstance(value, list) else "(something)"


def _takes_any_text(key: str) -> bool:
    return KNOWN[key].fits(["?"] if isinstance(KNOWN[key].default, list) else "?")


_PLACES = ("agents.", "models.", "tiers.")  # sections with addresses, names and folders
_OF_A_TABLE = frozenset(
    key for key in KNOWN if not key.startswith(_PLACES) and not _takes_any_text(key)
)
