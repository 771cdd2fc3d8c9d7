"""The system's own tools: runs one, and says what went wrong. Knows no tool by name."""

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_app.errors import Problem
from desktop_app.words import tr

_SECONDS = 30  # that a tool may take
_HINT = tr("Nothing was changed. `nightstand schedule show` prints what you can set up yourself.")


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


def run(tool: Tool, words: Sequence[str], text: str = "") -> None:
    """Have a tool do something. Raises Problem where it is not there, or refuses."""
    try:
        ran = tool(words, text)
    except OSError as error:
        raise no_tool(words[0]) from error
    if ran.code:
        raise refused(words, ran)


def no_tool(name: str) -> Problem:
    """The problem that a tool is not there."""
    return Problem(
        tr("{tool} is not on this computer.").format(tool=name),
        _HINT,
    )


def refused(words: Sequence[str], ran: ToolResult) -> Problem:
    """The problem that a tool refused."""
    why = ran.complaint.splitlines()[-1] if ran.complaint else str(ran.code)
    return Problem(
        tr("“{command}” failed: {why}.").format(command=" ".join(words), why=why.rstrip(".。")),
        _HINT,
    )
