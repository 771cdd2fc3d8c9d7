"""Installing: has the system start the program by itself, and takes that back.

What would be written is asked first, by `files`; `install` writes just that. Knows files and
tables, not which of them a system reads.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from desktop_app import small_files
from desktop_app.errors import Problem
from desktop_app.settings import write_own_file
from desktop_app.system.tools import Tool, by_subprocess, no_tool, refused, run
from desktop_app.system.units import cron
from desktop_app.system.units.start import Start
from desktop_app.words import tr


class StartWay(StrEnum):
    """Who starts the program."""

    SYSTEMD = "systemd"
    CRON = "cron"
    LAUNCHD = "launchd"
    TASKS = "schtasks"


class Installed(StrEnum):
    """What stands there: nothing, what would be written now, or something else of that name."""

    NO = "no"
    SAME = "same"
    OTHER = "other"


@dataclass(frozen=True)
class UnitFile:
    """A text and where it goes; `utf16` as the Task Scheduler reads it."""

    path: Path
    text: str
    utf16: bool = False

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.text.encode("utf-16" if self.utf16 else "utf-8")


class Installer(Protocol):
    """One way to have the program started."""

    @property
    def way(self) -> StartWay | None:
        """Which of the ways to start dreams; None at login."""

    def files(self, start: Start) -> list[UnitFile]:
        """What `install` would write."""

    def installed(self, start: Start) -> Installed:
        """What stands there now. Raises Problem where that cannot be read."""

    def install(self, start: Start) -> None:
        """Write it and have the system take it up. Raises Problem; then nothing was written."""

    def remove(self, start: Start) -> bool:
        """Take it back; returns whether anything was there. Raises Problem."""


@dataclass(frozen=True)
class FileInstaller:
    """Files that the system reads. `take_up` and `let_go` are its tools' words for that."""

    make: Callable[[Start], list[UnitFile]]
    way: StartWay | None = None
    take_up: Callable[[Start], list[list[str]]] = field(default=lambda start: [])
    let_go: Callable[[Start], list[list[str]]] = field(default=lambda start: [])
    after: tuple[str, ...] = ()  # once the files are gone
    tool: Tool = by_subprocess

    def files(self, start: Start) -> list[UnitFile]:
        """See `Installer`."""
        check(start)
        return self.make(start)

    def installed(self, start: Start) -> Installed:
        """See `Installer`."""
        there = [(_data(file.path), file.data) for file in self.make(start)]
        if all(found is None for found, _ in there):
            return Installed.NO
        return Installed.SAME if all(a == b for a, b in there) else Installed.OTHER

    def install(self, start: Start) -> None:
        """See `Installer`."""
        before = {file.path: _data(file.path) for file in self.files(start)}
        again = any(data is not None for data in before.values())
        if again:
            self._quietly(self.let_go(start))
        try:
            for file in self.files(start):
                write_own_file(file.path, file.data)
            for words in self.take_up(start):
                run(self.tool, words)
        except Problem:
            for path, data in before.items():
                with suppress(Problem):
                    write_own_file(path, data) if data is not None else _delete(path)
            self._quietly(self.take_up(start) if again else [])
            raise

    def remove(self, start: Start) -> bool:
        """See `Installer`."""
        paths = [file.path for file in self.make(start) if file.path.exists()]
        if not paths:
            return False
        self._quietly(self.let_go(start))
        for path in paths:
            _delete(path)
        self._quietly([self.after] if self.after else [])
        return True

    def _quietly(self, commands: Sequence[Sequence[str]]) -> None:
        """Have the tools do what may be done already, or was undone by hand."""
        for words in commands:
            with suppress(Problem):
                run(self.tool, words)


@dataclass(frozen=True)
class CronInstaller:
    """A line of the person's crontab; all other lines stay as they are."""

    tool: Tool = by_subprocess
    way: StartWay | None = StartWay.CRON

    def files(self, start: Start) -> list[UnitFile]:
        """See `Installer`; the path is what `crontab -l` prints."""
        check(start)
        return [UnitFile(Path("crontab"), f"{cron.line(start)}\n")]

    def installed(self, start: Start) -> Installed:
        """See `Installer`."""
        found = cron.found(self._table(), start.name)
        if not found:
            return Installed.NO
        return Installed.SAME if found == cron.line(start) else Installed.OTHER

    def install(self, start: Start) -> None:
        """See `Installer`."""
        (file,) = self.files(start)
        kept = cron.without(self._table(), start.name)
        gap = "\n" if kept and not kept.endswith("\n") else ""
        run(self.tool, ["crontab", "-"], f"{kept}{gap}{file.text}")

    def remove(self, start: Start) -> bool:
        """See `Installer`."""
        table = self._table()
        if not cron.found(table, start.name):
            return False
        run(self.tool, ["crontab", "-"], cron.without(table, start.name))
        return True

    def _table(self) -> str:
        """The crontab; without one, `crontab` complains, and that is no problem."""
        try:
            listed = self.tool(["crontab", "-l"], "")
        except OSError as error:
            raise no_tool("crontab") from error
        if listed.code and "no crontab" not in listed.complaint.casefold():
            raise refused(["crontab", "-l"], listed)
        return listed.out if not listed.code else ""


def check(start: Start) -> None:
    """Raises Problem where a path holds what no system's file can name."""
    texts = (*start.words, *(value for _, value in start.environment))
    odd = next((text for text in texts if not text.isprintable()), None)
    if odd is not None:
        raise Problem(
            tr("The path {path} holds a sign that a schedule cannot name.").format(path=ascii(odd)),
            tr("Give that folder another name."),
        )


def _data(path: Path) -> bytes | None:
    """The bytes of a file; None if there is none."""
    try:
        return small_files.read(path)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _of_file(path, error) from error


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _of_file(path, error) from error


def _of_file(path: Path, error: OSError | ValueError) -> Problem:
    why = error.strerror if isinstance(error, OSError) else error
    return Problem(
        tr("{path} could not be read or removed: {why}.").format(path=path, why=why),
        tr("Check the disk and the permissions."),
    )
