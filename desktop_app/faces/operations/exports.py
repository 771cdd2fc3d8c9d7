"""Operations that write notes for other programs, to be read, or for another computer."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.table import Call, Parameter, operation
from desktop_app.known_settings import MOVED
from desktop_app.notebook.archive import unarchive
from desktop_app.settings import Places
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.export.web_page import PrintedFile

_PDF = ".pdf"


def _printed(call: Call, path: Path, *, pdf: bool) -> "PrintedFile":
    from desktop_app.export.printout import PrintKind, wanted

    printed = call.memory.printout(wanted(call["what"] or PrintKind.MEMORY))
    every = max(1, len(printed.places) // 20)

    def go_on(done: int, count: int) -> None:
        if done and not done % every:
            call.report(tr("{done} of {count}").format(done=done, count=count))

    if not pdf:
        return call.memory.export_page(printed, path, go_on)
    if call.write_pdf is None:
        raise Problem(
            tr("No PDF can be written here."), tr("Write a page: name a file that ends with .html")
        )
    return call.write_pdf(printed, path, go_on)


def _printed_json(file: "PrintedFile") -> dict[str, Any]:
    """`left_out` are days and paths that could not be read."""
    return {
        "path": str(file.path),
        "title": file.title,
        "notes": file.notes,
        "left_out": list(file.left_out),
    }


def _exported_text(answer: dict[str, Any]) -> str:
    path = answer["path"]
    if "tables" in answer:
        told = ", ".join(f"{table} {rows:,}" for table, rows in answer["tables"].items())
        return tr("{path} is written. Rows of its tables: {told}.").format(path=path, told=told)
    lines = [tr("{path} is written: {title}.").format(path=path, title=answer["title"])]
    if left := answer["left_out"]:
        lines.append(counted("{count} file was not read: {told}.",
            "{count} files were not read: {told}.", len(left), told=", ".join(left)))  # fmt: skip
    return "\n".join(lines)


@operation(
    "export",
    tr("write a page or a PDF"),
    "nightstand export november.pdf --what 2026-11-01..2026-11-30",
    _exported_text,
    Parameter(
        "path",
        tr(
            "a new file, or an earlier export; its name ends with .html or .pdf, and any "
            "other one is a database"
        ),
        required=True,
    ),
    Parameter(
        "--what",
        tr(
            "of a page or PDF: memory (the usual), a day, days such as "
            "2026-11-01..2026-11-20 or 2026-11-01.., dream:2026-11-20, topic:NAME"
        ),
        takes="WHAT",
    ),
)
def _export(call: Call) -> Any:
    from desktop_app.export.web_page import SUFFIXES

    path = Path(call["path"])
    suffix = path.suffix.lower()
    if suffix in (*SUFFIXES, _PDF):
        return _printed_json(_printed(call, path, pdf=suffix == _PDF))
    if call["what"] is not None:
        raise WrongUse(
            tr("A database always holds the whole notebook."),
            tr("Leave --what out, or name a file that ends with .html or .pdf."),
        )
    exported = call.memory.export(path)
    return {"path": str(exported.path), "tables": exported.rows}


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


@operation(
    "archive",
    tr("write the notebook with its history into one file, for another computer"),
    "nightstand archive memory.nightstand",
    _archived_text,
    Parameter("path", tr("the archive: a new file"), required=True),
)
def _archive(call: Call) -> Any:
    archived = call.memory.archive(Path(call["path"]), call.settings.get)
    return {
        "path": str(archived.path),
        "files": archived.files,
        "left_out": list(archived.left_out),
    }


@operation(
    "unarchive",
    tr("make the notebook of an archive in an empty folder"),
    "nightstand unarchive memory.nightstand ~/Memory",
    lambda answer: counted(
        "A notebook with {count} file is ready in {path}",
        "A notebook with {count} files is ready in {path}",
        answer["files"],
        path=answer["path"],
    ),
    Parameter("path", tr("the archive"), required=True),
    Parameter("folder", tr("where the notebook will be"), required=True),
    Parameter("--settings", tr("take its settings over, too"), flag=True),
    notebook=False,
)
def _unarchive(call: Call) -> Any:
    places = Places.default()
    unarchived = unarchive(Path(call["path"]), Path(call["folder"]), places.data)
    taken = []
    for key, value in unarchived.settings.items() if call["settings"] else ():
        if key in MOVED:
            call.settings.set(key, value)
            taken.append(key)
    return {"path": str(unarchived.root), "files": unarchived.files, "settings": taken}
