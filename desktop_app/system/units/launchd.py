"""Agents of launchd, which starts programs on macOS. Property lists; writes nothing.

See launchd.plist(5).
"""

import plistlib
from typing import Any

from desktop_app.system.units.start import Start


def every_quarter(start: Start) -> str:
    """The agent that starts the program at its minutes, behind all other work.

    launchd makes up for those that were slept through by one start.
    """
    return _agent(
        start,
        StartCalendarInterval=[{"Minute": minute} for minute in start.minutes],
        ProcessType="Background",
        LowPriorityIO=True,
        Nice=19,
    )


def at_login(start: Start) -> str:
    """The agent that starts the program when its person logs in."""
    return _agent(start, RunAtLoad=True, ProcessType="Interactive", LimitLoadToSessionType="Aqua")


def _agent(start: Start, **more: Any) -> str:
    known: dict[str, Any] = {"Label": start.name, "ProgramArguments": list(start.words)}
    if start.environment:
        known["EnvironmentVariables"] = dict(start.environment)
    return plistlib.dumps({**known, **more}, sort_keys=False).decode("utf-8")
