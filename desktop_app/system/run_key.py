"""The key of Windows' registry that names what is started at login. Knows winreg."""

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.system.installing import Installed, UnitFile, check
from desktop_app.system.units.start import Start
from desktop_app.words import tr

_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"


@dataclass(frozen=True)
class RunKeyInstaller:
    """See `Installer`. `values` are those of the key, by their names."""

    values: "dict[str, str] | RunKey" = field(default_factory=lambda: RunKey())

    way = None

    def files(self, start: Start) -> list[UnitFile]:
        """See `Installer`; the path is that of the key's value."""
        check(start)
        return [UnitFile(Path("HKCU") / _KEY / start.name, self._line(start))]

    def installed(self, start: Start) -> Installed:
        """See `Installer`."""
        found = self.values.get(start.name)
        if found is None:
            return Installed.NO
        return Installed.SAME if found == self._line(start) else Installed.OTHER

    def install(self, start: Start) -> None:
        """See `Installer`."""
        self.values[start.name] = self.files(start)[0].text

    def remove(self, start: Start) -> bool:
        """See `Installer`."""
        return self.values.pop(start.name, None) is not None

    @staticmethod
    def _line(start: Start) -> str:
        return subprocess.list2cmdline(start.words)


class RunKey:
    """The values of the key. Raises Problem where Windows refuses."""

    def get(self, name: str) -> str | None:
        """The value of this name; None for none."""
        if sys.platform == "win32":
            import winreg

            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _KEY) as key:
                    return str(winreg.QueryValueEx(key, name)[0])
            except FileNotFoundError:
                return None
            except OSError as error:
                raise _refused(error) from error
        return None

    def __setitem__(self, name: str, line: str) -> None:
        if sys.platform == "win32":
            import winreg

            try:
                with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _KEY) as key:
                    winreg.SetValueEx(key, name, 0, winreg.REG_SZ, line)
            except OSError as error:
                raise _refused(error) from error

    def pop(self, name: str, default: None) -> str | None:
        """Delete a value; returns what it was, or `default`."""
        found = self.get(name)
        if found is not None and sys.platform == "win32":
            import winreg

            access = winreg.KEY_SET_VALUE
            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _KEY, 0, access) as key:
                    winreg.DeleteValue(key, name)
            except OSError as error:
                raise _refused(error) from error
        return default if found is None else found


def _refused(error: OSError) -> Problem:
    return Problem(
        tr("Windows' registry could not be read or written: {strerror}.").format(
            strerror=error.strerror
        ),
        tr("Check whether this computer lets you change what starts at login."),
    )
