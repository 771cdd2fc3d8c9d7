"""Operations that carry a notebook to another computer."""

from pathlib import Path
from typing import Any

from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.known_settings import MOVED
from desktop_app.notebook.archive import unarchive
from desktop_app.settings import Places
from desktop_app.words import counted, tr


def _archive(call: Call) -> Any:
    archived = call.memory.archive(Path(call["path"]), call.settings.get)
    return {
        "path": str(archived.path),
        "files": archived.files,
        "left_out": list(archived.left_out),
    }


def _archived_text(answer: dict[str, Any]) -> str:
    lines = [
        counted(
            "{path} is written, with {count} file.",
            "{path} is written, with {count} files.",
            answer["files"],
            path=answer["path"],
        )
    ]
    lines += [tr("Not in it: {path}").format(path=path) for path in answer["left_out"]]
    return "\n".join(lines)


def _unarchive(call: Call) -> Any:
    places = Places.default()
    unarchived = unarchive(Path(call["path"]), Path(call["folder"]), places.data)
    taken = []
    for key, value in unarchived.settings.items() if call["settings"] else ():
        if key in MOVED:
            call.settings.set(key, value)
            taken.append(key)
    return {"path": str(unarchived.root), "files": unarchived.files, "settings": taken}


ROWS = (
    Operation(
        "archive",
        tr("write the notebook with its history into one file, for another computer"),
        "nightstand archive memory.nightstand",
        _archive,
        _archived_text,
        (Parameter("path", tr("the archive: a new file"), required=True),),
    ),
    Operation(
        "unarchive",
        tr("make the notebook of an archive in an empty folder"),
        "nightstand unarchive memory.nightstand ~/Memory",
        _unarchive,
        lambda answer: counted(
            "A notebook with {count} file is ready in {path}",
            "A notebook with {count} files is ready in {path}",
            answer["files"],
            path=answer["path"],
        ),
        (
            Parameter("path", tr("the archive"), required=True),
            Parameter("folder", tr("where the notebook will be"), required=True),
            Parameter("--settings", tr("take its settings over, too"), flag=True),
        ),
        notebook=False,
    ),
)
