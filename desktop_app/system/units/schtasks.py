"""A task of Windows' Task Scheduler, as XML for `schtasks /Create /XML`. Text; writes nothing.

See the schema in [MS-TSCH], section 2.5.
"""

import subprocess
from xml.etree import ElementTree as Xml

from desktop_app.system.units.start import EVERY, Start

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


def task(start: Start) -> str:
    """The task that starts the program at its minutes, while its person is logged in."""
    top = Xml.Element("Task", {"version": "1.2", "xmlns": NAMESPACE})
    _add(_add(top, "RegistrationInfo"), "Description", start.title)
    daily = _add(_add(top, "Triggers"), "CalendarTrigger")
    _add(daily, "StartBoundary", f"{_BEGAN}T00:{start.minute:02}:00")
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


def _add(parent: Xml.Element, tag: str, text: str = "", **attributes: str) -> Xml.Element:
    made = Xml.SubElement(parent, tag, attributes)
    made.text = text or None
    return made
