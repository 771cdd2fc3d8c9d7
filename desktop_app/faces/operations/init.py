"""`init`: make a notebook, or use a folder of notes as one, and say what is in it.

Knows texts and Memory, not how a notebook is recognised.
"""

from pathlib import Path
from typing import Any

from desktop_app.clock import SystemClock
from desktop_app.errors import Problem
from desktop_app.faces.operations.table import Answer, Call, operation
from desktop_app.memory import Memory
from desktop_app.notebook.finding import MARK
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.sample import copy_sample
from desktop_app.settings import Places, RememberedState
from desktop_app.words import tr


def _text(answer: Answer) -> str:
    lines = [tr("A notebook is ready in {path}").format(path=answer["path"]), *answer["told"]]
    if not answer["adopted"]:
        return "\n".join([*lines, tr("Made: {names}.").format(names=", ".join(answer["made"]))])
    wrote = tr("only {mark} was added").format(mark=MARK)
    wrote = wrote if answer["made"] else tr("nothing was written")
    return "\n".join([*lines, tr("It is used as it is: {wrote}.").format(wrote=wrote)])


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
    dir_=tr("its folder (default: the current one)"),
    sample=tr("put two weeks of sample notes into it"),
    leave_out=tr(
        "leave these files, folders and '# sections' out of dreams, search and prompts; '' for none"
    ),
    follow=tr("follow this link out of the folder, to where it leads now"),
    notebook=False,
)
def _init(
    call: Call,
    dir_: str | None = None,
    *,
    sample: bool = False,
    follow: str | None = None,
    leave_out: list[str] | None = None,
) -> Any:
    named = Path(dir_ or call.arguments.get("notebook") or "")
    current = current_folder()
    if current is None and not named.is_absolute():
        raise Problem(
            tr("The current folder is gone."),
            tr("Name one in full: nightstand init /home/me/Memory"),
        )
    folder, places = named if current is None else current / named, Places.default()
    before = Notebook.look(folder)
    present = _names(folder) if before else set()
    if sample:
        copy_sample(folder, SystemClock().now().date())
    memory = Memory.create(folder, places, follow=[follow] if follow else ())
    if leave_out is not None:
        memory.leave_out(list(filter(str.strip, leave_out)))
    RememberedState(places.data / "state.json").add_recent(memory.root)
    answer = {"path": str(memory.root), "id": memory.id, "layout": memory.layout.summary}
    memory.close()
    newest = before.newest.isoformat() if before and before.newest else None
    return answer | {
        "adopted": before is not None,
        "days": before.days if before else 0,
        "newest": newest,
        "made": sorted(_names(memory.root) - present),
        "told": list(before.sentences) if before else [],
    }
