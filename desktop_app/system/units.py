"""What each system reads to start a program: texts, made from what is to be started."""

import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

EVERY = 15  # minutes between two questions whether a dream is due; the program itself decides


@dataclass(frozen=True)
class Start:
    """A program to start, by full paths.

    `name` tells it from all others: letters, digits, dots and hyphens. `title` is for a person. No
    text has a line break or another sign that cannot be printed.
    `environment` is what the program is to find there beside what the system gives.
    """

    name: str
    title: str
    words: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()


# -- Linux -----------------------------------------------------------------------------------------


def systemd_service(start: Start) -> str:
    """The unit that runs the program once, behind all other work.

    See systemd.service(5), and `Quoting` in systemd.syntax(7).
    """
    settings = "".join(f"Environment={_systemd_word(f'{k}={v}')}\n" for k, v in start.environment)
    return (
        "[Unit]\n"
        f"Description={_systemd_text(start.title)}\n"
        "\n"
        "[Service]\n"
        "Type=oneshot\n"
        f"{settings}"
        f"ExecStart={_systemd_command(start.words)}\n"
        "Nice=19\n"
        "IOSchedulingClass=idle\n"
    )


def systemd_timer(start: Start) -> str:
    """The unit that starts the service of the same name."""
    return (
        "[Unit]\n"
        f"Description={_systemd_text(start.title)}\n"
        "\n"
        "[Timer]\n"
        f"OnCalendar=*:00/{EVERY}\n"
        "Persistent=true\n"
        "\n"
        "[Install]\n"
        "WantedBy=timers.target\n"
    )


def _systemd_command(words: tuple[str, ...]) -> str:
    """systemd takes no quote or backslash in the path of a program; `env` does."""
    if set("\"'\\") & set(words[0]):
        words = ("/usr/bin/env", *words)
    program, *rest = words  # in the program's own path a dollar stands for itself
    return " ".join(
        [_systemd_word(program), *(_systemd_word(word).replace("$", "$$") for word in rest)]
    )


def _systemd_word(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{_systemd_text(escaped)}"'


def _systemd_text(text: str) -> str:
    """A text in which nothing is a specifier."""
    return text.replace("%", "%%")


# -- macOS and Windows -----------------------------------------------------------------------------


def launchd_agent(start: Start) -> str:
    """The agent that starts the program at its minutes, behind all other work."""
    import plistlib  # another system needs it not

    agent: dict[str, Any] = {
        "Label": start.name,
        "ProgramArguments": list(start.words),
        **({"EnvironmentVariables": dict(start.environment)} if start.environment else {}),
        "StartCalendarInterval": [{"Minute": minute} for minute in range(0, 60, EVERY)],
        "ProcessType": "Background",
        "LowPriorityIO": True,
        "Nice": 19,
    }
    return plistlib.dumps(agent, sort_keys=False).decode("utf-8")


NAMESPACE = "http://schemas.microsoft.com/windows/2004/02/mit/task"
_BEGAN = "2024-01-01"  # any past day: from then on it repeats
_SETTINGS = {
    "MultipleInstancesPolicy": "IgnoreNew",
    "DisallowStartIfOnBatteries": "false",  # the program itself asks for mains, as the person chose
    "StopIfGoingOnBatteries": "false",
    "StartWhenAvailable": "true",
    "ExecutionTimeLimit": "PT0S",  # none: the program has its own
    "Priority": "7",
}


def windows_task(start: Start) -> str:
    """The task that starts the program at its minutes, while its person is logged in."""
    from xml.etree import ElementTree as Xml

    top = Xml.Element("Task", {"version": "1.2", "xmlns": NAMESPACE})
    _add(_add(top, "RegistrationInfo"), "Description", start.title)
    daily = _add(_add(top, "Triggers"), "CalendarTrigger")
    _add(daily, "StartBoundary", f"{_BEGAN}T00:00:00")
    again = _add(daily, "Repetition")
    _add(again, "Interval", f"PT{EVERY}M")
    _add(again, "Duration", "P1D")
    _add(_add(daily, "ScheduleByDay"), "DaysInterval", "1")
    who = _add(_add(top, "Principals"), "Principal", id="Person")
    _add(who, "LogonType", "InteractiveToken")
    _add(who, "RunLevel", "LeastPrivilege")
    settings = _add(top, "Settings")
    for name, value in _SETTINGS.items():
        _add(settings, name, value)
    program = _add(_add(top, "Actions", Context="Person"), "Exec")
    _add(program, "Command", start.words[0])
    if start.words[1:]:
        _add(program, "Arguments", subprocess.list2cmdline(start.words[1:]))
    Xml.indent(top)
    return f'<?xml version="1.0" encoding="UTF-16"?>\n{Xml.tostring(top, encoding="unicode")}\n'


def _add(parent: "Element", tag: str, text: str = "", **attributes: str) -> "Element":
    made = parent.makeelement(tag, attributes)
    parent.append(made)
    made.text = text or None
    return made
