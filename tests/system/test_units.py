"""The texts that each system reads, checked by its own tools or by its documented schema."""

import os
import plistlib
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from desktop_app.system import units
from desktop_app.system.units import Start

ODD = "a b$c%h\"d'e\\f`g#日记"


def program(folder: Path, name: str = ODD) -> Path:
    """A program that writes beside itself which words it was given, and its XDG_DATA_HOME."""
    path = folder / name
    path.write_text(
        '#!/bin/sh\nfor word in "$@"; do printf "%s\\n" "$word"; done > "$0.told"\n'
        'printf "%s\\n" "$XDG_DATA_HOME" >> "$0.told"\n'
    )
    path.chmod(0o755)
    return path


def odd_start(folder: Path) -> Start:
    data = ("XDG_DATA_HOME", f"{folder}/{ODD}")
    return Start("nightstand-dream-1", f"Dreams of {ODD}", (str(program(folder)), ODD), (data,))


def told(folder: Path) -> list[str]:
    return (folder / f"{ODD}.told").read_text(encoding="utf-8").splitlines()


def verify(folder: Path, unit: Path) -> "subprocess.CompletedProcess[str]":
    (folder / "run").mkdir(exist_ok=True)
    return subprocess.run(
        ["systemd-analyze", "--user", "verify", str(unit)], capture_output=True, text=True,
        env={**os.environ, "XDG_RUNTIME_DIR": str(folder / "run")},
    )  # fmt: skip


needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here (package systemd)"
)


@needs_systemd
def test_systemd_takes_service_and_timer_as_they_are(tmp_path: Path) -> None:
    start = odd_start(tmp_path)
    service, timer = tmp_path / f"{start.name}.service", tmp_path / f"{start.name}.timer"
    service.write_text(units.systemd_service(start), encoding="utf-8")
    timer.write_text(units.systemd_timer(start), encoding="utf-8")
    for unit in (service, timer):
        checked = verify(tmp_path, unit)
        assert (checked.returncode, checked.stderr) == (0, "")


@needs_systemd
def test_systemd_takes_a_program_with_a_dollar_and_a_space_in_its_path(tmp_path: Path) -> None:
    service = tmp_path / "a.service"
    service.write_text(
        units.systemd_service(Start("a", "A", (str(program(tmp_path, "b c$d%e")), "f")))
    )
    checked = verify(tmp_path, service)
    assert (checked.returncode, checked.stderr) == (0, "")


@needs_systemd
def test_systemd_finds_the_program_only_where_it_is(tmp_path: Path) -> None:
    service = tmp_path / "a.service"
    service.write_text(units.systemd_service(Start("a", "A", (str(tmp_path / "gone"),))))
    assert "gone is not executable" in verify(tmp_path, service).stderr


@needs_systemd
def test_the_timer_comes_every_quarter_of_an_hour() -> None:
    (calendar,) = [
        line.removeprefix("OnCalendar=")
        for line in units.systemd_timer(Start("a", "A", ("/a",))).splitlines()
        if line.startswith("OnCalendar=")
    ]
    listed = subprocess.run(
        ["systemd-analyze", "calendar", "--iterations=4", "--base-time=2026-11-24 03:00", calendar],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for minute in (15, 30, 45):
        assert f"2026-11-24 03:{minute}:00" in listed


def test_a_dollar_of_an_argument_is_no_variable_of_systemd() -> None:
    (line,) = [
        one for one in units.systemd_service(Start("a", "A", ("/a$b", "c$d"))).splitlines()
        if one.startswith("ExecStart=")
    ]  # fmt: skip
    assert line == 'ExecStart="/a$b" "c$$d"'


def test_launchd_reads_back_what_is_to_be_started(tmp_path: Path) -> None:
    start = odd_start(tmp_path)
    agent = plistlib.loads(units.launchd_agent(start).encode())
    assert agent["Label"] == start.name
    assert agent["ProgramArguments"] == list(start.words)
    assert agent["EnvironmentVariables"] == dict(start.environment)
    assert [one["Minute"] for one in agent["StartCalendarInterval"]] == [0, 15, 30, 45]
    assert "RunAtLoad" not in agent, "to install it starts nothing"


SCHEMA: dict[str, tuple[bool, list[str]]] = {
    # [MS-TSCH] 2.5: whether the children stand in this order, and all there may be.
    "Task": (False, ["RegistrationInfo", "Triggers", "Settings", "Data", "Principals", "Actions"]),
    "RegistrationInfo": (
        False, ["URI", "SecurityDescriptor", "Source", "Date", "Author", "Version", "Description",
                "Documentation"]),
    "Triggers": (True, ["CalendarTrigger"]),
    "CalendarTrigger": (
        True, ["Enabled", "StartBoundary", "EndBoundary", "Repetition", "ExecutionTimeLimit",
               "RandomDelay", "ScheduleByDay"]),
    "Repetition": (False, ["Interval", "Duration", "StopAtDurationEnd"]),
    "ScheduleByDay": (False, ["DaysInterval"]),
    "Principals": (True, ["Principal"]),
    "Principal": (False, ["UserId", "LogonType", "GroupId", "DisplayName", "RunLevel"]),
    "Settings": (
        False, ["AllowStartOnDemand", "RestartOnFailure", "MultipleInstancesPolicy",
                "DisallowStartIfOnBatteries", "StopIfGoingOnBatteries", "AllowHardTerminate",
                "StartWhenAvailable", "NetworkProfileName", "RunOnlyIfNetworkAvailable",
                "WakeToRun", "Enabled", "Hidden", "DeleteExpiredTaskAfter", "IdleSettings",
                "NetworkSettings", "ExecutionTimeLimit", "Priority", "RunOnlyIfIdle"]),
    "Actions": (True, ["Exec"]),
    "Exec": (True, ["Command", "Arguments", "WorkingDirectory"]),
}  # fmt: skip


def unfit(node: Xml.Element) -> list[str]:
    """What of an element and those below does not fit the schema."""
    space = f"{{{units.NAMESPACE}}}"
    name, names = node.tag.removeprefix(space), [one.tag.removeprefix(space) for one in node]
    if name not in SCHEMA:
        return [name] if names or not (node.text or "").strip() else []
    ordered, known = SCHEMA[name]
    wrong = [f"{name}/{one}" for one in names if one not in known]
    if len(set(names)) < len(names) or (
        ordered and not wrong and names != sorted(names, key=known.index)
    ):
        wrong.append(f"{name}: {names}")
    return wrong + [one for child in node for one in unfit(child)]


def test_the_task_of_windows_fits_the_documented_schema(tmp_path: Path) -> None:
    start = odd_start(tmp_path)
    top = Xml.fromstring(units.windows_task(start).partition("\n")[2])
    space = {"t": units.NAMESPACE}
    assert unfit(top) == []
    assert top.findtext(".//t:Command", namespaces=space) == start.words[0]
    assert top.findtext(".//t:Arguments", namespaces=space) == subprocess.list2cmdline([ODD])
    assert top.findtext(".//t:StartBoundary", namespaces=space) == "2024-01-01T00:00:00"
    assert top.findtext(".//t:Interval", namespaces=space) == "PT15M"
    (context,) = {one.get("Context") for one in top.iterfind("t:Actions", space)}
    assert context == top.find(".//t:Principal", space).get("id")  # type: ignore[union-attr]
