"""An entry of XDG autostart: Linux desktops start it at login. Text; writes nothing.

See the Desktop Entry Specification: `The Exec key` has two rounds of quoting.
"""

from desktop_app.system.units.start import Start


def entry(start: Start) -> str:
    """The whole file."""
    command = " ".join(map(_quoted, start.words))
    if start.environment:
        settings = " ".join(_quoted(f"{key}={value}") for key, value in start.environment)
        command = f"env {settings} {command}"
    return (
        "[Desktop Entry]\n"
        "Type=Application\n"
        f"Name={_value(start.title)}\n"
        f"Exec={_value(command)}\n"
        "Icon=app.nightstand.Nightstand\n"
        "X-GNOME-Autostart-enabled=true\n"
    )


def _quoted(word: str) -> str:
    """A word of the command line: within quotes four signs need a backslash; % is a field code."""
    for sign in '\\"`$':
        word = word.replace(sign, f"\\{sign}")
    return f'"{word}"'.replace("%", "%%")


def _value(text: str) -> str:
    """A value of the file, where a backslash begins an escape."""
    return text.replace("\\", "\\\\")
