"""Lines of a crontab, for systems without systemd. Text; writes nothing. See crontab(5)."""

import shlex

from desktop_app.system.units.start import Start


def line(start: Start) -> str:
    """One line: its minutes, the program, and at its end the name by which it is found again."""
    minutes = ",".join(map(str, start.minutes))
    settings = [f"{key}={shlex.quote(value)}" for key, value in start.environment]
    command = " ".join([*settings, shlex.join(start.words)])
    # An unescaped percent sign would end the command.
    return f"{minutes} * * * * {command} >/dev/null 2>&1 # {start.name}".replace("%", "\\%")


def without(table: str, name: str) -> str:
    """A crontab without the line of this name; all else stays as it is."""
    return "".join(kept for kept in table.splitlines(keepends=True) if not _is(kept, name))


def found(table: str, name: str) -> str:
    """The line of this name; "" if there is none."""
    return next((one.rstrip("\n") for one in table.splitlines() if _is(one, name)), "")


def _is(one: str, name: str) -> bool:
    return one.rstrip("\n").endswith(f" # {name}")
