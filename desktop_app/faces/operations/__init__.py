"""The one table of operations from which every door is made. Knows Memory, no argument parser."""

from functools import cache
from importlib import import_module

from desktop_app.faces.operations.table import EVERY, Operation

MODULES = {
    "agents": ("serve", "mcp", "hook", "watch"),
    "decisions": ("inbox", "poison"),
    "dreams": ("dream", "proposals", "apply", "discard", "undo"),
    "hindsight": ("hindsight", "trajectory", "procedures"),
    "lines": ("forget",),
    "models": ("models", "settings", "help"),
    "notebooks": ("init", "import", "archive", "unarchive"),
    "notes": ("status", "remember", "get"),
    "schedule": ("schedule",),
    "search": ("search", "check", "index"),
    "talk": ("context", "flush"),
    "upkeep": ("doctor", "tiers"),
    "versions": ("blame", "history", "show", "restore", "update"),
}  # fmt: skip
"""The commands of each module here: one command starts sooner where only its own is loaded."""


@cache
def of_module(name: str) -> tuple[Operation, ...]:
    """The operations of a module here."""
    module = import_module(f"{__name__}.{name}").__name__
    return tuple(one for one in EVERY if one.run.__module__ == module)


def beside(command: str) -> tuple[Operation, ...]:
    """The operations of the module that has this command; all where none has it."""
    for name, commands in MODULES.items():
        if command in commands:
            return of_module(name)
    return every()


@cache
def every() -> tuple[Operation, ...]:
    """All operations that are commands."""
    return tuple(one for name in MODULES for one in of_module(name))
