"""Nightly: a year of dreams by themselves under a fake clock, each bullet accounted for.

Over LoCoMo (github.com/snap-research/locomo, data/locomo10.json) as `locomo-dev.json` in the data
folder: what somebody drew from each session is noted on one of 365 days, one speaker's lines by the
person, the other's by an agent. Over public notebooks, where `histories.json` of the data folder
names them and `--mirrors` holds them as OWNER+NAME/repo (bare): their days are written by another
program as they were, from the first commit of a row on. Once dreams write what the table 'What is
ticked' allows, once a person accepts all of each dream every morning.

Lost and invented: bullets that went or came without a change that says so, and bullets with a word
that no note and no earlier memory has. Both are to be 0. Twice: bullets that stand there again;
nearly: those that say nearly what an earlier one says. Rest and power of the computer are played.
"""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from desktop_app.notebook.layout import counted_date
from tests.benchmarks._public import PublicNotebook, git, rows
from tests.support.nights import Year, told

NIGHTS = 365
_ROWS = ("g", "r", "w", "n")
_QUIET = 14  # nights after the last day of a public notebook
_HOW = {True: "all accepted", False: "as the table allows"}


def run(data: Path | None, work: Path, mirrors: Path | None = None) -> Iterator[str]:
    """Lines to print; `work` is empty."""
    path = (data or Path()) / "locomo-dev.json"
    if not path.is_file():
        yield "locomo-dev.json: not measured, see tests/benchmarks/nightly.py and --data"
    else:
        sessions = _sessions(json.loads(path.read_text(encoding="utf-8")))
        for accept in (False, True):
            yield from _of_sessions(work / f"locomo-{accept}", sessions, accept)
    for row in rows(data):
        repo = (mirrors or Path()) / row["repo"].replace("/", "+") / "repo"
        if row["name"] in _ROWS and mirrors and repo.is_dir():
            for accept in (False, True):
                yield from _of_history(work / f"{row['name']}-{accept}", repo, row, accept)


Session = tuple[list[str], list[str]]
"""What was noted of one speaker, and of the other."""


def _sessions(conversations: list[Any]) -> list[Session]:
    sessions = []
    for conversation in conversations:
        first = conversation["conversation"]["speaker_a"]
        for told_of in conversation["observation"].values():
            lines = {name: [text for text, _ in some] for name, some in told_of.items()}
            theirs = [text for name, some in lines.items() if name != first for text in some]
            sessions.append((lines.get(first, []), theirs))
    return sessions


def _of_sessions(folder: Path, sessions: list[Session], accept: bool) -> Iterator[str]:
    begins = date(2026, 1, 1)
    year = Year(folder, "# Memory\n\nWords of my own.\n\n## People\n", accept, begins)
    due = {n * NIGHTS // len(sessions): session for n, session in enumerate(sessions)}
    for n in range(NIGHTS):
        day = begins + timedelta(days=n)
        if n in due:
            year.note(day, *due[n])
        year.night(day)
    year.close()
    yield from told(f"LoCoMo, {_HOW[accept]}", year.nights)


def _of_history(folder: Path, repo: Path, row: dict[str, Any], accept: bool) -> Iterator[str]:
    there = PublicNotebook(row["name"], repo, row.get("folder", ""))
    memory = there.text(row["from"], "MEMORY.md")
    files = there.texts(row["to"])
    del files["MEMORY.md"]
    begun = git(repo, "log", "-1", "--format=%ad", "--date=format:%Y-%m-%d", row["from"])
    begins = date.fromisoformat(begun.strip())
    year = Year(folder, memory, accept, begins)
    by_day: dict[date, dict[str, str]] = {}
    for path, text in files.items():
        day = counted_date(path.rpartition("/")[2]) or date.min
        by_day.setdefault(max(day, begins), {})[path] = text
    for n in range(min(NIGHTS, (max(by_day) - begins).days + _QUIET)):
        day = begins + timedelta(days=n)
        year.put(by_day.get(day, {}))
        year.night(day)
    year.close()
    yield from told(f"a public notebook ({row['name']}), {_HOW[accept]}", year.nights)
