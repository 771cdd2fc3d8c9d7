"""A service and its timer for the systemd of one person. Texts; writes nothing.

See systemd.service(5), systemd.timer(5) and `Quoting` in systemd.syntax(7).
"""

from desktop_app.system.units.start import EVERY, Start


def service(start: Start) -> str:
    """The unit that runs the program once, behind all other work."""
    settings = "".join(f"Environment={_quoted(f'{k}={v}')}\n" for k, v in start.environment)
    return (
        "[Unit]\n"
        f"Description={_line(start.title)}\n"
        "\n"
        "[Service]\n"
        "Type=oneshot\n"
        f"{settings}"
        f"ExecStart={_command(start.words)}\n"
        "Nice=19\n"
        "IOSchedulingClass=idle\n"
    )


def timer(start: Start) -> str:
    """The unit that starts the service of the same name."""
    return (
        "[Unit]\n"
        f"Description={_line(start.title)}\n"
        "\n"
        "[Timer]\n"
        f"OnCalendar=*:{start.minute:02}/{EVERY}\n"
        "Persistent=true\n"
        "\n"
        "[Install]\n"
        "WantedBy=timers.target\n"
    )


def _command(words: tuple[str, ...]) -> str:
    """systemd takes no quote or backslash in the path of a program; `env` does."""
    if set("\"'\\") & set(words[0]):
        words = ("/usr/bin/env", *words)
    program, *rest = words  # in the program's own path a dollar stands for itself
    return " ".join([_quoted(program), *(_quoted(word).replace("$", "$$") for word in rest)])


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{_line(escaped)}"'


def _line(text: str) -> str:
    """A text in which nothing is a specifier."""
    return text.replace("%", "%%")
