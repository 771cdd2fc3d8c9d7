"""`init`: make a notebook, or use a folder of notes as one, and say what is in it.

Knows texts and Memory, not how a notebook is recognised.
"""

from pathlib import Path
from typing import Any

from desktop_app.clock import SystemClock
from desktop_app.errors import Problem
from desktop_app.faces.operations.table import Call, Parameter, operation
from desktop_app.memory import Memory
from desktop_app.notebook.finding import MARK
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.sample import copy_sample
from desktop_app.settings import Places, RememberedState
from desktop_app.words import tr


def _text(answer: dict[str, Any]) -> str:
    lines = [tr("A notebook is ready in {path}").format(path=answer["path"]), *answer["told"]]
    if answer["adopted"]:
        wrote = (
            tr("only {mark} was added").format(mark=MARK)
            if answer["made"]
            else tr("nothing was written")
        )
        lines.append(tr("It is used as it is: {wrote}.").format(wrote=wrote))
    else:
        lines.append(tr("Made: {names}.").format(names=", ".join(answer["made"])))
    return "\n".join(lines)


def _names(folder: Path) -> set[str]:
    return {entry.name + "/" * entry.is_dir() for entry in folder.iterdir()}


def current_folder() -> Path | None:
    """The current folder; None when it is gone."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None


@operation(
    "init",
    tr("make a notebook"),
    "nightstand init ~/Memory --sample",
    _text,
    Parameter("dir", tr("its folder (default: the current one)")),
    Parameter("--sample", tr("put two weeks of sample notes into it"), flag=True),
    notebook=False,
)
def _init(call: Call) -> Any:
    """Make the folder a notebook; say what it held and what is new."""
    named = Path(call["dir"] or call.arguments.get("notebook") or "")
    current = current_folder()
    if current is None and not named.is_absolute():
        raise Problem(
            tr("The current folder is gone."),
            tr("Name one in full: nightstand init /home/me/Memory"),
        )
    folder, places = named if current is None else current / named, Places.default()
    before = Notebook.look(folder)
    present = _names(folder) if before else set()
    if call["sample"]:
        copy_sample(folder, SystemClock().now().date())
    memory = Memory.create(folder, places)
    RememberedState(places.data / "state.json").add_recent(memory.root)
    answer = {"path": str(memory.root), "id": memory.id, "layout": memory.layout.summary}
    memory.close()
    made = sorted(_names(memory.root) - present)
    if before is None:
        return answer | {"adopted": False, "days": 0, "newest": None, "made": made, "told": []}
    return answer | {
        "adopted": True,
        "days": before.days,
        "newest": before.newest.isoformat() if before.newest else None,
        "made": made,
        "told": list(before.sentences),
    }
