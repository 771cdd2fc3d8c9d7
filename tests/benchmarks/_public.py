"""Public notebooks as they were, commit by commit. Nothing of theirs is kept.

`histories.json` of the data folder names them; a folder of mirrors has each as OWNER+NAME/repo.
"""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class PublicNotebook:
    """A repository, and the folder in it ("" or with a stroke at its end) that is the notebook."""

    name: str
    repo: Path
    prefix: str

    def texts(self, commit: str) -> dict[str, str]:
        """The Markdown of a commit but for what dreams wrote, by its path."""
        names = git(self.repo, "ls-tree", "-r", "-z", "--name-only", commit).split("\0")
        kept = [
            name.removeprefix(self.prefix)
            for name in names
            if name.startswith(self.prefix) and name.endswith(".md") and "node_modules/" not in name
        ]
        return {name: self.text(commit, name) for name in kept if name != "DREAMS.md"}

    def text(self, commit: str, path: str) -> str:
        """One file of a commit."""
        return git(self.repo, "show", f"{commit}:{self.prefix}{path}")

    def memory(self) -> str:
        """The last MEMORY.md that it had."""
        path = f"{self.prefix}MEMORY.md"
        last = git(self.repo, "log", "-1", "--diff-filter=AM", "--format=%H", "--", path).strip()
        return self.text(last, "MEMORY.md") if last else ""

    def evenings(self) -> Iterator[tuple[date, str]]:
        """Each day from the first MEMORY.md to the last commit, with the commit that then stood."""
        told = git(self.repo, "log", "--reverse", "--format=%ad %H", "--date=short").split("\n")
        commits = dict(line.split(" ", 1) for line in told if line)
        first = git(
            self.repo, "log", "--reverse", "--format=%ad", "--date=short",
            "--", f"{self.prefix}MEMORY.md",
        ).split("\n")[0]  # fmt: skip
        day, stood = date.fromisoformat(first), ""
        while day <= date.fromisoformat(max(commits)):
            stood = commits.get(day.isoformat(), stood)
            yield day, stood
            day += timedelta(days=1)


def notebooks(data: Path | None, mirrors: Path | None) -> list[PublicNotebook]:
    """Each repository that is there once, under the name of its first row."""
    found: dict[Path, PublicNotebook] = {}
    for row in rows(data):
        repo = (mirrors or Path()) / row["repo"].replace("/", "+") / "repo"
        if mirrors and repo.is_dir():
            found.setdefault(repo, PublicNotebook(row["name"], repo, row.get("folder", "")))
    return list(found.values())


def rows(data: Path | None) -> list[dict[str, Any]]:
    """The rows of `histories.json`; none without it."""
    path = (data or Path()) / "histories.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []


def git(repo: Path, *words: str) -> str:
    """What Git says; lines that are no UTF-8 are read with replacements."""
    done = subprocess.run(["git", f"--git-dir={repo}", *words], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")
