"""Ways in which each system has programs started: where their files lie, what takes them up."""

from pathlib import Path

from desktop_app.system import units
from desktop_app.system.installing import FileInstaller, StartWay, Tool, UnitFile, by_subprocess
from desktop_app.system.units import Start


def systemd_installer(config: Path, tool: Tool = by_subprocess) -> FileInstaller:
    """Units below the person's `config` folder."""
    folder = config / "systemd" / "user"
    user = ["systemctl", "--user"]

    def make(start: Start) -> list[UnitFile]:
        return [
            UnitFile(folder / f"{start.name}.service", units.systemd_service(start)),
            UnitFile(folder / f"{start.name}.timer", units.systemd_timer(start)),
        ]

    return FileInstaller(
        make,
        StartWay.SYSTEMD,
        lambda start: [[*user, "daemon-reload"], [*user, "enable", "--now", f"{start.name}.timer"]],
        lambda start: [[*user, "disable", "--now", f"{start.name}.timer"]],
        (*user, "daemon-reload"),
        tool,
    )


def launchd_installer(home: Path, user: int, tool: Tool = by_subprocess) -> FileInstaller:
    """An agent of this person; `user` is their number."""
    agents, domain = home / "Library" / "LaunchAgents", f"gui/{user}"

    def make(start: Start) -> list[UnitFile]:
        return [UnitFile(agents / f"{start.name}.plist", units.launchd_agent(start))]

    def take_up(start: Start) -> list[list[str]]:
        return [["launchctl", "bootstrap", domain, str(agents / f"{start.name}.plist")]]

    def let_go(start: Start) -> list[list[str]]:
        return [["launchctl", "bootout", f"{domain}/{start.name}"]]

    return FileInstaller(make, StartWay.LAUNCHD, take_up, let_go, tool=tool)


def tasks_installer(data: Path, tool: Tool = by_subprocess) -> FileInstaller:
    """A task of Windows; the file below `data` is what it was made from."""

    def make(start: Start) -> list[UnitFile]:
        return [
            UnitFile(data / "tasks" / f"{start.name}.xml", units.windows_task(start), utf16=True)
        ]

    def take_up(start: Start) -> list[list[str]]:
        (file,) = make(start)
        return [["schtasks", "/Create", "/F", "/TN", start.name, "/XML", str(file.path)]]

    def let_go(start: Start) -> list[list[str]]:
        return [["schtasks", "/Delete", "/F", "/TN", start.name]]

    return FileInstaller(make, StartWay.TASKS, take_up, let_go, tool=tool)
