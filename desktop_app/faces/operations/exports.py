"""Operations that write notes for other programs, to be read, or for another computer."""

from pathlib import Path
from typing import Annotated, Any

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.table import Answer, Call, Takes, operation
from desktop_app.known_settings import MOVED
from desktop_app.notebook.archive import unarchive
from desktop_app.settings import Places
from desktop_app.words import counted, tr


def _exported_text(answer: Answer) -> str:
    if "tables" in answer:
        told = ", ".join(f"{table} {rows:,}" for table, rows in answer["tables"].items())
        return tr("{path} is written. Rows of its tables: {told}.").format(**answer, told=told)
    lines = [tr("{path} is written: {title}.").format(**answer)]
    if left := answer["left_out"]:
        lines.append(counted("{count} file was not read: {told}.",
            "{count} files were not read: {told}.", len(left), told=", ".join(left)))  # fmt: skip
    return "\n".join(lines)


@operation(
    "export",
    tr("write a page or a PDF"),
    "nightstand export november.pdf --what 2026-11-01..2026-11-30",
    _exported_text,
    path=tr(
        "a new file, or an earlier export; its name ends with .html or .pdf, and any "
        "other one is a database"
    ),
    what=tr(
        "of a page or PDF: memory (the usual), a day, days such as "
        "2026-11-01..2026-11-20 or 2026-11-01.., dream:2026-11-20, topic:NAME"
    ),
)
def _export(call: Call, path: str, *, what: Annotated[str | None, Takes("WHAT")] = None) -> Any:
    """`left_out` are days and paths that could not be read."""
    from desktop_app.export.printout import PrintKind, wanted
    from desktop_app.export.web_page import SUFFIXES

    place = Path(path)
    suffix = place.suffix.lower()
    if suffix not in (*SUFFIXES, ".pdf"):
        if what is None:
            exported = call.memory.export(place)
            return {"path": str(exported.path), "tables": exported.rows}
        raise WrongUse(
            tr("A database always holds the whole notebook."),
            tr("Leave --what out, or name a file that ends with .html or .pdf."),
        )
    printed = call.memory.printout(wanted(what or PrintKind.MEMORY))
    every = max(1, len(printed.places) // 20)

    def go_on(done: int, count: int) -> None:
        if done and not done % every:
            call.report(tr("{done} of {count}").format(done=done, count=count))

    write = call.memory.export_page if suffix in SUFFIXES else call.write_pdf
    if write is None:
        raise Problem(
            tr("No PDF can be written here."), tr("Write a page: name a file that ends with .html")
        )
    file = write(printed, place, go_on)
    told = {"path": str(file.path), "title": file.title, "notes": file.notes}
    return told | {"left_out": list(file.left_out)}


def _archived_text(answer: Answer) -> str:
    told = counted(
        "{path} is written, with {count} file.",
        "{path} is written, with {count} files.",
        answer["files"],
        path=answer["path"],
    )
    return "\n".join(
        [told, *(tr("Not in it: {path}").format(path=path) for path in answer["left_out"])]
    )


@operation(
    "archive",
    tr("write the notebook with its history into one file, for another computer"),
    "nightstand archive memory.nightstand",
    _archived_text,
    path=tr("the archive: a new file"),
)
def _archive(call: Call, path: str) -> Any:
    done = call.memory.archive(Path(path), call.settings.get)
    return {"path": str(done.path), "files": done.files, "left_out": list(done.left_out)}


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
    path=tr("the archive"),
    folder=tr("where the notebook will be"),
    settings=tr("take its settings over, too"),
    notebook=False,
)
def _unarchive(call: Call, path: str, folder: str, *, settings: bool = False) -> Any:
    done = unarchive(Path(path), Path(folder), Places.default().data)
    taken = {key: value for key, value in done.settings.items() if settings and key in MOVED}
    for key, value in taken.items():
        call.settings.set(key, value)
    return {"path": str(done.root), "files": done.files, "settings": list(taken)}
