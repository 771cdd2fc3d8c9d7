"""Layout: where each kind of file lives in a notebook. Knows names, never opens a file."""

import posixpath
import re
import unicodedata
from dataclasses import dataclass
from datetime import date

_DAY_NAME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[^0-9](.*))?\.md", re.DOTALL)

# What sync programs, and we, call the second one of two texts that met.
_COPY = re.compile(
    r"\.sync-conflict-\d{8}-\d{6}|\(.*conflicted copy.*\)| \(conflict \d{4}-\d\d-\d\d \d{6}"
    r"|_conf\(\d+\)|\[Conflict(?:ed)?\]|-[\w-]+-\d+\.conflict|\(.*的冲突副本.*\)|冲突文件|衝突的副本"
)
_LONGEST_SLUG = 80  # bytes; a name has room for 255
_PLACEHOLDER = re.compile(r"\..+\.(?:icloud|cloud)|.+\.(?:onedrive|cloudf|gdoc)")


def named_date(name: str) -> date | None:
    """The calendar date of a file name such as `2026-11-20.md`; None for anything else."""
    return counted_date(name) if len(name) == len("2026-11-20.md") else None


def counted_date(name: str) -> date | None:
    """The same, and of a name that says more behind the date: `2026-11-20-harbour.md`."""
    match = _DAY_NAME.fullmatch(name)
    if match is None:
        return None
    try:
        return date.fromisoformat(match[1])
    except ValueError:  # well formed, but on no calendar: 2026-02-30
        return None


def is_copy(name: str) -> bool:
    """Whether a sync program, or we, named a file so because two texts met."""
    return _COPY.search(name) is not None


def is_placeholder(name: str) -> bool:
    """Whether a name stands for a file that a sync program has not fetched."""
    return _PLACEHOLDER.fullmatch(name) is not None


@dataclass(frozen=True)
class Layout:
    """The places of one notebook, as paths relative to its folder with "/" between names.

    `diaries` is the one file that holds every diary, "" where each day has its own in `dreams`.
    `name` is whose way of keeping a notebook this is.
    """

    memory: str = "MEMORY.md"
    days: str = "memory"
    dreams: str = "memory/dreams"
    sessions: str = "sessions"
    diaries: str = ""
    name: str = "Nightstand"

    @property
    def told(self) -> str:
        """The layout in a line: OpenClaw: MEMORY.md, days in memory/, diary in DREAMS.md."""
        diary = f"diary in {self.diaries}" if self.diaries else f"diaries in {self.dreams}/"
        return f"{self.name}: {self.memory}, days in {self.days}/, {diary}"

    def day(self, day: date) -> str:
        """The path of a day's file, into which programs write."""
        return f"{self.days}/{day.isoformat()}.md"

    def diary(self, day: date) -> str:
        """The path of a day's dream diary."""
        return self.diaries or f"{self.dreams}/{day.isoformat()}.md"

    def about(self, title: str) -> str:
        """The path of the topic file of this title, in any script: memory/harbour-survey.md."""
        words = re.findall(r"\w+", unicodedata.normalize("NFC", title.casefold()))
        slug = "-".join(words).encode("utf-8", "ignore")[:_LONGEST_SLUG].decode("utf-8", "ignore")
        names = (slug.strip("-_") or "notes", f"notes-{slug}")
        paths = (posixpath.join(self.days, f"{name}.md") for name in names)
        return next(filter(self._is_topic, paths), posixpath.join(self.days, "notes.md"))

    def _is_topic(self, path: str) -> bool:
        itself = path.casefold() == self.memory.casefold()
        return self.kind(path) == "days" and not self.date_of(path) and not itself

    def date_of(self, path: str) -> date | None:
        """The day a file in the days' folder counts to, also one of several.

        None for any other path (undated topics, diaries, conflict copies).
        """
        folder, _, name = path.rpartition("/")
        return counted_date(name) if folder == self.days and not is_copy(name) else None

    def topic(self, path: str) -> str:
        """What the name of one of several files of a day says behind the date: "harbour"."""
        match = _DAY_NAME.fullmatch(path.rpartition("/")[2])
        return (match[2] or "") if match and self.date_of(path) else ""

    def kind(self, path: str) -> str | None:
        """ "memory", "days", "dreams" or "sessions"; None for what is no part of the notebook.

        A topic file (`.md` without a date) directly in the days' folder is of kind "days".
        """
        folder, _, name = path.rpartition("/")
        if path == self.memory:
            return "memory"
        if self.diaries and path == self.diaries:
            return "dreams"
        if name.startswith(".") or is_copy(name) or is_placeholder(name):
            return None
        if folder == self.days and name.endswith(".md"):
            return "days"
        if folder == self.dreams and name.endswith(".md"):
            return "dreams"
        if folder == self.sessions and name.endswith(".jsonl"):
            return "sessions"
        return None
