"""Installing: has the system start the program by itself, and takes that back.

`install` writes just the files that it shows. Knows files and tools, not which of them this
computer has.
"""

import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.settings import write_own_file
from desktop_app.words import tr

_SECONDS = 30  # that a tool may take
_HINT = tr("Nothing was changed. Have cron run `nightstand dream --if-due`.")


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


@dataclass(frozen=True)
class ToolResult:
    """What one of the system's tools came to."""

    code: int
    complaint: str = ""


Tool = Callable[[Sequence[str]], ToolResult]
"""Runs a command. Raises OSError where there is no such tool."""


def by_subprocess(words: Sequence[str]) -> ToolResult:
    """The way in which tools are really run."""
    try:
        ran = subprocess.run(
            words, capture_output=True, text=True, errors="replace", timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return ToolResult(1, tr("it does not answer"))
    return ToolResult(ran.returncode, ran.stderr.strip())


Words = Sequence[str]


@dataclass(frozen=True)
class Timer:
    """Files by which the system starts a program. `take_up` and `let_go` are its tools' words for
    that, `after` those that follow once the files are gone."""

    files: Sequence[UnitFile]
    take_up: Sequence[Words]
    let_go: Sequence[Words]
    after: Sequence[Words] = ()
    tool: Tool = by_subprocess

    def installed(self) -> bool:
        """Whether just this stands there now. Raises Problem where that cannot be read."""
        return all(_there(file.path) == file.data for file in self.files)

    def install(self) -> None:
        """Write it and have the system take it up. Raises Problem; then nothing was written."""
        before = {file.path: _there(file.path) for file in self.files}
        again = any(data is not None for data in before.values())
        if again:
            self._quietly(self.let_go)
        try:
            for file in self.files:
                write_own_file(file.path, file.data)
            for words in self.take_up:
                self._run(words)
        except Problem:
            for path, data in before.items():
                with suppress(Problem):
                    write_own_file(path, data) if data is not None else _delete(path)
            self._quietly(self.take_up if again else ())
            raise

    def remove(self) -> bool:
        """Take it back; returns whether anything was there. Raises Problem."""
        paths = [file.path for file in self.files if file.path.exists()]
        if not paths:
            return False
        self._quietly(self.let_go)
        for path in paths:
            _delete(path)
        self._quietly(self.after)
        return True

    def _run(self, words: Words) -> None:
        try:
            ran = self.tool(words)
        except OSError as error:
            message = tr("{tool} is not on this computer.").format(tool=words[0])
            raise Problem(message, _HINT) from error
        if ran.code:
            why = ran.complaint.splitlines()[-1] if ran.complaint else str(ran.code)
            message = tr("“{command}” failed: {why}.")
            command = " ".join(words)
            raise Problem(message.format(command=command, why=why.rstrip(".。")), _HINT)

    def _quietly(self, commands: Sequence[Words]) -> None:
        """Have the tools do what may be done already, or was undone by hand."""
        for words in commands:
            with suppress(Problem):
                self._run(words)


def _there(path: Path) -> bytes | None:
    try:
        return own_files.read(path)
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
