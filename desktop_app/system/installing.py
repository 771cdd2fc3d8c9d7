"""Installing: has the system start the program by itself, and takes that back."""

import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.settings import write_own_file
from desktop_app.system import units
from desktop_app.system.units import Start
from desktop_app.words import tr

_SECONDS = 30  # that a tool may take
_HINT = tr("Nothing was changed. `nightstand schedule show` prints what you can set up yourself.")


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


# -- tools of the system ---------------------------------------------------------------------------


@dataclass(frozen=True)
class ToolResult:
    """What one of the system's tools came to."""

    code: int
    out: str = ""
    complaint: str = ""


Tool = Callable[[Sequence[str], str], ToolResult]
"""Runs a command with a text on its standard input. Raises OSError where there is no such tool."""


def by_subprocess(words: Sequence[str], text: str = "") -> ToolResult:
    """The way in which tools are really run."""
    try:
        ran = subprocess.run(
            words, input=text, capture_output=True, text=True, errors="replace", timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return ToolResult(1, complaint=tr("it does not answer"))
    return ToolResult(ran.returncode, ran.stdout, ran.stderr.strip())


def _run(tool: Tool, words: Sequence[str], text: str = "", *, fine: str = "") -> ToolResult:
    """What a tool comes to. Raises Problem where it is not there, or refuses; a complaint with the
    words `fine` is none."""
    try:
        ran = tool(words, text)
    except OSError as error:
        message = tr("{tool} is not on this computer.").format(tool=words[0])
        raise Problem(message, _HINT) from error
    if ran.code and not (fine and fine in ran.complaint.casefold()):
        why = ran.complaint.splitlines()[-1] if ran.complaint else str(ran.code)
        message = tr("“{command}” failed: {why}.")
        command = " ".join(words)
        raise Problem(message.format(command=command, why=why.rstrip(".。")), _HINT)
    return ran


# -- ways to have the program started --------------------------------------------------------------


class Installer:
    """One way to have the program started."""

    way: StartWay

    def files(self, start: Start) -> list[UnitFile]:
        """What `install` would write; of a line in a table the path names the table."""
        texts = (*start.words, *(value for _, value in start.environment))
        odd = next((text for text in texts if not text.isprintable()), None)
        if odd is not None:
            message = tr("The path {path} holds a character that a timer cannot use.")
            raise Problem(message.format(path=ascii(odd)), tr("Give that folder another name."))
        return self._made(start)

    def installed(self, start: Start) -> Installed:
        """What stands there now. Raises Problem where that cannot be read."""
        files = self._made(start)
        there = [self._there(file, start) for file in files]
        if all(found is None for found in there):
            return Installed.NO
        return Installed.SAME if there == [file.data for file in files] else Installed.OTHER

    def install(self, start: Start) -> None:
        """Write it and have the system take it up. Raises Problem; then nothing was written."""
        raise NotImplementedError

    def remove(self, start: Start) -> bool:
        """Take it back; returns whether anything was there. Raises Problem."""
        raise NotImplementedError

    def _made(self, start: Start) -> list[UnitFile]:
        raise NotImplementedError

    def _there(self, file: UnitFile, start: Start) -> bytes | None:
        raise NotImplementedError


@dataclass(frozen=True)
class FileInstaller(Installer):
    """Files that the system reads. `take_up` and `let_go` are its tools' words for that."""

    make: Callable[[Start], list[UnitFile]]
    way: StartWay
    take_up: Callable[[Start], list[list[str]]] = field(default=lambda start: [])
    let_go: Callable[[Start], list[list[str]]] = field(default=lambda start: [])
    after: tuple[str, ...] = ()  # once the files are gone
    tool: Tool = by_subprocess

    def install(self, start: Start) -> None:
        files = self.files(start)
        before = {file.path: self._there(file, start) for file in files}
        again = any(data is not None for data in before.values())
        if again:
            self._quietly(self.let_go(start))
        try:
            for file in files:
                write_own_file(file.path, file.data)
            for words in self.take_up(start):
                _run(self.tool, words)
        except Problem:
            for path, data in before.items():
                with suppress(Problem):
                    write_own_file(path, data) if data is not None else _delete(path)
            self._quietly(self.take_up(start) if again else [])
            raise

    def remove(self, start: Start) -> bool:
        paths = [file.path for file in self._made(start) if file.path.exists()]
        if not paths:
            return False
        self._quietly(self.let_go(start))
        for path in paths:
            _delete(path)
        self._quietly([self.after] if self.after else [])
        return True

    def _made(self, start: Start) -> list[UnitFile]:
        return self.make(start)

    def _there(self, file: UnitFile, start: Start) -> bytes | None:
        try:
            return own_files.read(file.path)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise _of_file(file.path, error) from error

    def _quietly(self, commands: Sequence[Sequence[str]]) -> None:
        """Have the tools do what may be done already, or was undone by hand."""
        for words in commands:
            with suppress(Problem):
                _run(self.tool, words)


@dataclass(frozen=True)
class CronInstaller(Installer):
    """A line of the person's crontab; all other lines stay as they are."""

    tool: Tool = by_subprocess
    way: StartWay = StartWay.CRON

    def install(self, start: Start) -> None:
        (file,) = self.files(start)
        kept = units.cron_without(self._table(), start.name)
        gap = "\n" if kept and not kept.endswith("\n") else ""
        _run(self.tool, ["crontab", "-"], f"{kept}{gap}{file.text}")

    def remove(self, start: Start) -> bool:
        table = self._table()
        if not units.cron_found(table, start.name):
            return False
        _run(self.tool, ["crontab", "-"], units.cron_without(table, start.name))
        return True

    def _made(self, start: Start) -> list[UnitFile]:
        return [UnitFile(Path("crontab"), f"{units.cron_line(start)}\n")]

    def _there(self, file: UnitFile, start: Start) -> bytes | None:
        found = units.cron_found(self._table(), start.name)
        return f"{found}\n".encode() if found else None

    def _table(self) -> str:
        """The crontab; without one, `crontab` complains, and that is no problem."""
        listed = _run(self.tool, ["crontab", "-l"], fine="no crontab")
        return listed.out if not listed.code else ""


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
