"""Operations on imports: what other programs wrote comes into the days, and out of them again."""

import asyncio
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.engine import MODEL, engine_for, engine_parameter
from desktop_app.faces.operations.table import Call, Parameter, fields_of, import_kinds, operation
from desktop_app.sessions.imports.entry import GUESSED, ImportKind, SkipWhy
from desktop_app.sessions.imports.words import (
    guessed_words,
    held_back_words,
    kind_words,
    known_words,
    nothing_words,
    stays_words,
    why_words,
)
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.memory.imports import Imported, ImportUndone
    from desktop_app.sessions.imports.preview import ImportPreview

_MONTHS = 24  # that a text lists; the answer in JSON has all of them


def preview_json(preview: "ImportPreview", chosen: Collection[ImportKind]) -> dict[str, Any]:
    """What an import would bring of the chosen kinds, by kind and by month, and what is skipped."""
    days = preview.days(chosen)
    return {
        "kinds": [
            {
                "kind": kind,
                "entries": preview.entries([kind]),
                "known": preview.known.get(kind, 0),
                "guessed": kind in GUESSED,
            }
            for kind in preview.kinds
            if kind in chosen
        ],
        "entries": preview.entries(chosen),
        "days": len(days),
        "first": days[0].isoformat() if days else None,
        "last": days[-1].isoformat() if days else None,
        "months": [
            {"month": f"{each.month:%Y-%m}", "entries": each.entries, "days": each.days}
            for each in preview.months(chosen)
        ],
        "skipped": [
            {"why": each.why, "count": each.count, "names": list(each.names)}
            for each in preview.skipped
        ],
    }


def imported_json(done: "Imported") -> dict[str, Any]:
    """What was written; `id` is None if nothing was."""
    return {
        "id": done.id or None,
        "entries": done.entries,
        "days": len(done.days),
        **fields_of(done, "known", "nothing", "held_back"),
    }


def undone_json(undone: "ImportUndone") -> dict[str, Any]:
    """What was taken back."""
    return {"id": undone.id, "restored": list(undone.paths), "conflicts": undone.conflicts}


def import_text(answer: dict[str, Any]) -> str:
    """Any of these in words."""
    if "restored" in answer:
        return _undone_text(answer)
    return _preview_text(answer) if "months" in answer else _imported_text(answer)


def _preview_text(answer: dict[str, Any]) -> str:
    lines = []
    for each in answer["kinds"]:
        kind = ImportKind(each["kind"])
        line = tr("{kind}: {entries:,} new, {known:,} known").format(
            kind=kind_words(kind), entries=each["entries"], known=each["known"]
        )
        lines.append(f"{line} ({guessed_words()})" if each["guessed"] else line)
    months = answer["months"]
    if months:
        lines.append(
            tr("{entries} in {days}, from {first} to {last}:").format(
                entries=_entries(answer["entries"]),
                days=_days(answer["days"]),
                first=answer["first"],
                last=answer["last"],
            )
        )
    else:
        lines.append(tr("Nothing in it is new."))
    lines += [
        f"  {each['month']}  {_entries(each['entries'])}, {_days(each['days'])}"
        for each in months[:_MONTHS]
    ]
    if len(months) > _MONTHS:
        more = len(months) - _MONTHS
        lines.append(counted("  and {count} month before", "  and {count} months before", more))
    for each in answer["skipped"]:
        names = ", ".join(each["names"]) + ("" if each["count"] == len(each["names"]) else ", …")
        lines.append(
            tr("Skipped, {why}: {count:,} ({names})").format(
                why=why_words(SkipWhy(each["why"])), count=each["count"], names=names
            )
        )
    return "\n".join(lines)


def _imported_text(answer: dict[str, Any]) -> str:
    lines = []
    if answer["id"] is None:
        lines.append(tr("Nothing was new, so nothing was written."))
    else:
        done = tr("Imported {entries} in {days}. Take it back with: nightstand import --undo")
        lines.append(done.format(entries=_entries(answer["entries"]), days=_days(answer["days"])))
    if answer["known"]:
        lines.append(known_words(answer["known"]))
    if answer["nothing"]:
        lines.append(nothing_words(answer["nothing"]))
    if answer["held_back"]:
        lines.append(held_back_words(answer["held_back"]))
    return "\n".join(lines)


def _undone_text(answer: dict[str, Any]) -> str:
    days = _days(len(answer["restored"]))
    lines = [tr("Taken back: {days} as before the import.").format(days=days)]
    if answer["conflicts"]:
        lines.append(stays_words(answer["conflicts"]))
    return "\n".join(lines)


def _entries(count: int) -> str:
    return counted("{count} entry", "{count} entries", count)


def _days(count: int) -> str:
    return counted("{count} day", "{count} days", count)


def _by_rules(call: Call) -> Call:
    """Rules sum conversations up unless a model is asked for: an export has thousands of them."""
    named = call["engine"] or call["model"]
    return call if named else replace(call, arguments=call.arguments | {"engine": "builtin"})


_EXAMPLE = "nightstand import chatgpt-export.zip --preview"


@operation(
    "import",
    tr("bring other notes in"),
    _EXAMPLE,
    import_text,
    Parameter(
        "path",
        tr(
            "an export of ChatGPT or Claude (its zip or conversations.json), Day One's "
            "JSON export, a folder of Markdown, or an Obsidian vault"
        ),
    ),
    Parameter("--preview", tr("count what would come, and write nothing"), flag=True),
    Parameter(
        "--kind",
        tr("only these: {names}, with commas between").format(names=", ".join(ImportKind)),
        import_kinds,
    ),
    engine_parameter(tr("sums conversations up")),
    MODEL,
    Parameter("--undo", tr("take the newest import back"), flag=True),
)
async def _import(call: Call) -> Any:
    imports = call.memory.imports
    if call["undo"]:
        if call["path"] or call["preview"] or call["kind"]:
            raise WrongUse(
                tr("--undo takes the newest import back and needs nothing else."),
                tr("For example: {example}").format(example="nightstand import --undo"),
            )
        latest = imports.latest()
        if latest is None:
            raise Problem(
                tr("There is no import to take back."), tr("Each import can be taken back once.")
            )
        return undone_json(await asyncio.to_thread(imports.undo, latest.id))
    if not call["path"]:
        raise WrongUse(
            tr("import needs the path of what is to be imported."),
            tr("For example: {example}").format(example=_EXAMPLE),
        )
    preview = await imports.look(call["path"], report=call.report)
    chosen: Collection[ImportKind] = call["kind"] or preview.kinds
    if call["preview"]:
        return preview_json(preview, chosen)
    engine = engine_for(_by_rules(call))
    done = await imports.write(preview, chosen, engine=engine, report=call.report)
    return imported_json(done)
