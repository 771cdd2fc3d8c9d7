"""Power: whether the computer runs on mains. Knows what each system tells, not who asks."""

import subprocess
import sys
from pathlib import Path

_SUPPLIES = Path("/sys/class/power_supply")
_SECONDS = 0.8


def on_mains() -> bool | None:
    """Whether it runs on mains, within a second; None where the system does not tell."""
    if sys.platform == "win32":
        return of_windows(_line_of_windows())
    if sys.platform == "darwin":
        return of_macos(_batteries_of_macos())
    return of_linux(_SUPPLIES)


def of_linux(supplies: Path) -> bool | None:
    """As the kernel's folder of power supplies has it."""
    try:
        names = ("type", "scope", "online", "status")
        found = [{name: _word(one / name) for name in names} for one in supplies.iterdir()]
    except OSError:
        return None
    own = [one for one in found if one.get("scope") != "Device"]  # not a mouse's battery
    lines = [one for one in own if one.get("type") in ("Mains", "USB", "Wireless")]
    if any(one.get("online") in ("1", "2") for one in lines):
        return True
    states = [one.get("status") for one in own if one.get("type") == "Battery"]
    if "Discharging" in states:
        return False
    if any(state in ("Charging", "Full", "Not charging") for state in states):
        return True
    return False if any(one.get("type") == "Mains" for one in lines) else None


def of_macos(told: str) -> bool | None:
    """As `pmset -g batt` says it."""
    first = told.partition("\n")[0]
    if "'AC Power'" in first:
        return True
    return False if "'Battery Power'" in first or "'UPS Power'" in first else None


def of_windows(line: int) -> bool | None:
    """As `ACLineStatus` has it: 0 is the battery, 1 mains, 255 unknown."""
    return {0: False, 1: True}.get(line)


def _word(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace").strip()
    except OSError:  # not every supply has every file
        return ""


def _batteries_of_macos() -> str:
    try:
        asked = subprocess.run(
            ["/usr/bin/pmset", "-g", "batt"], capture_output=True, text=True, timeout=_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return asked.stdout


def _line_of_windows() -> int:
    if sys.platform != "win32":
        return 255
    import ctypes

    status = (ctypes.c_ubyte * 12)()  # SYSTEM_POWER_STATUS: ACLineStatus is its first byte
    told: bool = ctypes.windll.kernel32.GetSystemPowerStatus(status)
    return status[0] if told else 255
