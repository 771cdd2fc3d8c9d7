"""Operations that make a notebook, bring notes in, and take it to another computer."""

import asyncio
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from desktop_app.clock import SystemClock
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.table import (
    EXPECTED,
    Answer,
    Call,
    Model,
    Told,
    current_folder,
    engine_for,
    fields_of,
    operation,
    several,
    who,
)
from desktop_app.memory import Memory
from desktop_app.notebook.archive import unarchive
from desktop_app.notebook.discovery import MARK
from desktop_app.notebook.opening import notes_in
from desktop_app.notebook.sample import copy_sample
from desktop_app.sessions.imports import entry as in_words
from desktop_app.sessions.imports.entry import ImportKind, ImportPreview, SkipWhy
from desktop_app.settings import Places, RememberedState
from desktop_app.words import counted, listed, tr

_kinds = several(ImportKind)
EXPECTED[_kinds] = tr("one or more of {names}, with commas between").format(
    names=", ".join(ImportKind)
)

# -- made, or a folder of notes used as one -------------------------------------------------------


def _text(answer: Answer) -> Iterator[str]:
    yield from (tr("A notebook is ready in {path}").format(path=answer["path"]), *answer["told"])
    if answer["adopted"]:
        wrote = tr("only {mark} was added").format(mark=MARK)
        wrote = wrote if answer["made"] else tr("nothing was written")
        yield tr("The folder is used as it is; {wrote}.").format(wrote=wrote)
    else:
        yield tr("Made: {names}.").format(names=listed(answer["made"]))


def _names(folder: Path) -> set[str]:
    """What stands in a folder; nothing where it cannot be read."""
    with suppress(OSError):
        return {entry.name + "/" * entry.is_dir() for entry in folder.iterdir()}
    return set()


@operation(
    "init", tr("make a notebook"), "nightstand init ~/Memory --sample", _text, notebook=False,
    dir_=tr("its folder (default: the current one)"),
    sample=tr("put two weeks of sample notes into it"),
    leave_out=tr(
        "leave these files, folders and '# sections' out of dreams, search and prompts; '' for none"
    ),
)  # fmt: skip
def _init(
    call: Call, dir_: str | None = None, *, sample: bool = False, leave_out: list[str] | None = None
) -> Any:
    named = Path(dir_ or call.arguments.get("notebook") or "")
    current = current_folder()
    if current is None and not named.is_absolute():
        raise Problem(
            tr("The current folder is gone."),
            tr("Name one in full: nightstand init /home/me/Memory"),
        )
    folder, places = named if current is None else current / named, Places.default()
    before = notes_in(folder)
    present = _names(folder)
    if sample:
        copy_sample(folder, SystemClock().now().date())
    memory = Memory.create(folder, places)
    if leave_out is not None:
        parts = ",".join(leave_out).split(",")  # as the window takes them
        memory.leave_out([one for part in parts if (one := part.strip())])
    RememberedState(places.data / "state.json").add_recent(memory.root)
    answer = {"path": str(memory.root), "id": memory.id, "layout": memory.layout.summary}
    memory.close()
    found: Answer = {"days": 0, "newest": None, "told": []}
    if before:
        found = fields_of(before, "days", "newest?", told="sentences")
    made = sorted(_names(memory.root) - present)
    return answer | found | {"adopted": before is not None, "made": made}


# -- what other programs wrote, into the days and out of them again -------------------------------


def _preview_json(
    preview: ImportPreview, shown: Collection[ImportKind], chosen: Collection[ImportKind]
) -> Answer:
    """What an import would bring of the chosen kinds, by kind and by month, and what is skipped."""
    days, kinds = preview.days(chosen), [kind for kind in preview.kinds if kind in shown]
    return {
        "kinds": [
            {"kind": kind, "entries": preview.entries([kind])}
            | {"known": preview.known[kind], "comes": kind in chosen}
            for kind in kinds
        ],
        "entries": preview.entries(chosen),
        "days": len(days),
        "first": str(days[0]) if days else None,
        "last": str(days[-1]) if days else None,
        "skipped": [
            dict(zip(("why", "count", "names"), one, strict=True)) for one in preview.skipped
        ],
    }


def _import_text(answer: Answer) -> Iterator[str]:
    done = tr("Nothing was new, so nothing was written.")
    if answer["id"] is not None:
        done = tr("Imported {entries} in {days}. Undo it with: nightstand import --undo")
    yield done.format(entries=_entries(answer["entries"]), days=_days(answer["days"]))
    yield from in_words.besides(answer["known"], answer["nothing"], answer["held_back"])


def _preview_text(answer: Answer) -> Iterator[str]:
    for each in answer["kinds"]:
        kind = ImportKind(each["kind"]).in_words
        line = tr("{kind}: {entries:,} new, {known:,} known").format(**each | {"kind": kind})
        only = tr("only with --kind {kind}").format(kind=each["kind"])
        yield line if each["comes"] else f"{line} ({only})"
    told = tr("{entries} in {days}, from {first} to {last}.")
    of = {"entries": _entries(answer["entries"]), "days": _days(answer["days"])}
    yield told.format(**answer | of) if answer["days"] else tr("Nothing in it is new.")
    for each in answer["skipped"]:
        names = ", ".join(each["names"]) + ("" if each["count"] == len(each["names"]) else ", …")
        gaps = {"why": SkipWhy(each["why"]).in_words, "names": names}
        yield tr("Skipped, {why}: {count:,} ({names})").format(**each | gaps)


def _entries(count: int) -> str:
    return counted("{count} entry", "{count} entries", count)


def _days(count: int) -> str:
    return counted("{count} day", "{count} days", count)


_EXAMPLE = "nightstand import chatgpt-export.zip --preview"


@operation(
    "import", tr("bring other notes in"), _EXAMPLE, _import_text,
    path=tr("what another program exported, a file or a folder: manual conversations names them"),
    preview=tr("count what would come, and write nothing"),
    kind=tr("only these: {names}, with commas between").format(names=", ".join(ImportKind)),
    engine=who(tr("sums conversations up")),
    undo=tr("undo the newest import"),
)  # fmt: skip
async def _import(
    call: Call, path: str | None = None, *, preview: bool = False,
    kind: Annotated[frozenset[ImportKind] | None, _kinds] = None,
    engine: EngineName | None = None, model: Model = None, undo: bool = False,
) -> Any:  # fmt: skip
    """Rules sum conversations up unless a model is asked for: an export has thousands of them."""
    imports = call.memory.imports
    if undo:
        if path or preview or kind:
            raise WrongUse(
                tr("--undo undoes the newest import and needs nothing else."),
                tr("For example: {example}").format(example="nightstand import --undo"),
            )
        latest = imports.latest()
        undone = await asyncio.to_thread(imports.undo, latest.id if latest else "")
        answer = fields_of(undone, "id", "conflicts", restored="paths")
        back = tr("Undone: {days} as before the import.")
        words = [back.format(days=_days(len(undone.paths)))]
        words += [in_words.stays_words(answer["conflicts"])] if answer["conflicts"] else []
        return Told(answer, words)
    if not path:
        raise WrongUse(
            tr("import needs the path of what is to be imported."),
            tr("For example: {example}").format(example=_EXAMPLE),
        )
    found = await imports.look(path, report=call.report)
    chosen: Collection[ImportKind] = kind or found.usual
    if preview:
        answer = _preview_json(found, kind or found.kinds, chosen)
        return Told(answer, _preview_text(answer))
    by = engine_for(call, engine or (None if model else EngineName.BUILTIN), model)
    done = await imports.write(found, chosen, engine=by, report=call.report)
    told = fields_of(done, "id?", "entries", "known", "nothing", "held_back")
    return told | {"days": len(done.days)}


# -- on another computer ----------------------------------------------------------------------


def _archived_text(answer: Answer) -> Iterator[str]:
    yield counted("{path} is written, with {count} file.",
        "{path} is written, with {count} files.", answer["files"], path=answer["path"])  # fmt: skip
    yield from (tr("Not in it: {path}").format(path=path) for path in answer["left_out"])


@operation(
    "archive", tr("pack it into one file"),
    "nightstand archive memory.nightstand", _archived_text,
    path=tr("the archive: a new file"),
)  # fmt: skip
def _archive(call: Call, path: str) -> Any:
    files, left_out = call.memory.archive(Path(path))
    return {"path": path, "files": files, "left_out": left_out}


@operation(
    "unarchive", tr("make the notebook of an archive in an empty folder"),
    "nightstand init --unpack memory.nightstand ~/Memory",
    lambda answer: counted("A notebook with {count} file is ready in {path}",
        "A notebook with {count} files is ready in {path}", answer["files"], path=answer["path"]),
    notebook=False,
    path=tr("the archive"),
    folder=tr("where the notebook will be"),
)  # fmt: skip
def _unarchive(call: Call, path: str, folder: str) -> Any:
    root, files = unarchive(Path(path), Path(folder), Places.default().data)
    return {"path": str(root), "files": files}
