"""What the system starts by itself: parts of the operation `schedule`. Writes nothing unasked."""

import sys
from datetime import time
from typing import Any

from desktop_app.dreams.schedule.plan import ScheduleKind
from desktop_app.errors import Problem
from desktop_app.faces.operations.proposed import TURN_ON
from desktop_app.faces.operations.table import Call
from desktop_app.system import here
from desktop_app.system.installing import Installed, Installer, StartWay
from desktop_app.system.units.start import Start
from desktop_app.words import tr


def run(call: Call, part: str) -> dict[str, Any]:
    """Show what would be or is there, write it, or remove it. Raises Problem."""
    memory = call.memory
    at = time.fromisoformat(call.settings.get("dreams.time"))
    start = here.dream_start(memory.root, memory.id, memory.name, at)
    if part == "remove":
        ways = [here.scheduler(call["with"])] if call["with"] else here.every_scheduler()
        return _removed(call, start, ways)
    wanted = call["with"] or ("" if part != "show" or here.has_scheduler() else StartWay.CRON)
    installer = here.scheduler(wanted)
    off = call.settings.get("dreams.schedule") == ScheduleKind.OFF
    answer = _answer(part, installer, start) | {"off": off}
    if part == "show" or answer["installed"] == Installed.SAME:
        return answer
    _agree(call, _texts(answer), tr("Write this?"))
    installer.install(start)
    return answer | {"done": True, "installed": Installed.SAME}


def text(answer: Any) -> str:
    """The answer in words."""
    if answer["part"] == "remove":
        if not answer["done"]:
            return tr("Nothing was installed.")
        return tr("Removed. The system starts no dreams of this notebook any more.")
    if answer["part"] == "install":
        if not answer["done"]:
            return tr("It is installed already, just so.")
        done = tr("Installed. Every 15 minutes the system asks whether a dream is due.")
        return f"{done}\n{TURN_ON}" if answer["off"] else done
    states = {
        Installed.NO: tr("Not installed. `nightstand schedule install` would write this:"),
        Installed.SAME: tr("Installed, as follows:"),
        Installed.OTHER: tr("Another text is installed. `install` would write this:"),
    }
    return f"{states[answer['installed']]}\n\n{_texts(answer)}"


def _answer(part: str, installer: Installer, start: Start) -> dict[str, Any]:
    return {
        "part": part,
        "with": installer.way,
        "installed": here.installed(installer, start),
        "done": False,
        "files": [
            {"path": str(file.path), "text": file.text} for file in installer.files(start)
        ],
    }  # fmt: skip


def _texts(answer: dict[str, Any]) -> str:
    """Each file with its path above it."""
    return "\n".join(f"# {file['path']}\n{file['text']}" for file in answer["files"])


def _removed(call: Call, start: Start, ways: list[Installer]) -> dict[str, Any]:
    there = [way for way in ways if here.installed(way, start) is not Installed.NO]
    files = [file for way in there for file in way.files(start)]
    if files:
        _agree(call, "\n".join(str(file.path) for file in files), tr("Remove this?"))
    return {"part": "remove", "done": len([way for way in there if way.remove(start)]) > 0}


def _agree(call: Call, shown: str, question: str) -> None:
    """Ask the person, unless they said yes beforehand. Raises Problem where they do not agree."""
    if call["yes"]:
        return
    nothing = tr("Nothing was changed.")
    if sys.stdin is None or not sys.stdin.isatty():
        raise Problem(nothing, tr("Nobody is there to be asked: look at `show`, then add --yes."))
    print(f"{shown}\n{question} [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
        raise Problem(nothing)
