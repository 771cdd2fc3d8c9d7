"""Layout: where each kind of file lives in a notebook. Knows names, never opens a file."""

import re
from dataclasses import dataclass
from datetime import date

_DAY_NAME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.md")


def named_date(name: str) -> date | None:
    """The calendar date of a file name such as `2026-11-20.md`; None for anything else."""
    match = _DAY_NAME.fullmatch(name)
    if match is None:
        return None
    try:
        return date.fromisoformat(match[1])
    except ValueError:  # well formed, but on no calendar: 2026-02-30
        return None


@dataclass(frozen=True)
class Layout:
    """The places of one notebook, as paths relative to its folder with "/" between names."""

    memory: str = "MEMORY.md"
    days: str = "memory"
    dreams: str = "memory/dreams"
    sessions: str = "sessions"

    def day(self, day: date) -> str:
        """The path of a day's file."""
        return f"{self.days}/{day.isoformat()}.md"

    def diary(self, day: date) -> str:
        """The path of a day's dream diary."""
        return f"{self.dreams}/{day.isoformat()}.md"

    def date_of(self, path: str) -> date | None:
        """The date of a daily file, None for any other path (topic files and diaries too)."""
        folder, _, name = path.rpartition("/")
        return named_date(name) if folder == self.days else None

    def kind(self, path: str) -> str | None:
        """ "memory", "days", "dreams" or "sessions"; None for what is no part of the notebook.

        A topic file (`.md` without a date) directly in the days' folder is of kind "days".
        """
        folder, _, name = path.rpartition("/")
        if path == self.memory:
            return "memory"
        if name.startswith("."):
            return None
        if folder == self.days and name.endswith(".md"):
            return "days"
        if folder == self.dreams and name.endswith(".md"):
            return "dreams"
        if folder == self.sessions and name.endswith(".jsonl"):
            return "sessions"
        return None
