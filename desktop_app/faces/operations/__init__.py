"""The one table of operations from which every door is made. Knows Memory, no argument parser."""

from desktop_app.faces.operations import (  # noqa: F401 - each adds its rows
    agents,
    deciding,
    dreams,
    hindsight,
    lines,
    models,
    notebooks,
    notes,
    schedule,
    talk,
    upkeep,
    versions,
)
from desktop_app.faces.operations.table import EVERY, Operation
from desktop_app.words import tr

OPERATIONS: tuple[Operation, ...] = tuple(EVERY)

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (tr("Notes"), ("remember", "get", "update", "pin", "rename", "delete")),
    (tr("Search"), ("search", "tiers")),
    (tr("Dreams"), ("dream", "proposals", "apply", "inbox", "poison", "schedule")),
    (
        tr("Agents"),
        ("context", "flush", "watch", "hindsight", "procedures", "team", "mcp", "serve"),
    ),
    (tr("History"), ("history", "restore", "undo", "forget")),
    (
        tr("Notebook"),
        ("init", "open", "status", "doctor", "settings", "models", "import", "export"),
    ),
)
"""The commands as the help shows them; one that is in no group comes after the last."""

WITHIN = {
    "unpin": "pin --remove",
    "picture": "remember --picture",
    "links": "get --links",
    "similar": "search --similar",
    "check": "search --check",
    "index": "search --index",
    "discard": "proposals --discard",
    "dreams": "proposals --past",
    "facts": "flush --facts",
    "trajectory": "hindsight --sessions",
    "hook": "mcp --hook",
    "show": "history --show",
    "blame": "history --lines",
    "life": "history --life",
    "prune": "history --prune",
    "capture": "open --capture",
    "report": "doctor --report",
    "template": "settings --template",
    "archive": "export --archive",
    "unarchive": "init --unpack",
}
"""Operations that are options of another command. Their own names, which scripts use, go on."""
