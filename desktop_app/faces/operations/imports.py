"""Operations on imports: what other programs wrote comes into the days, and out of them again."""

import asyncio
from collections.abc import Collection
from typing import TYPE_CHECKING, Annotated, Any

from desktop_app.dreams.dreamer import EngineName
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.engine import Model, engine_for, who
from desktop_app.faces.operations.table import Answer, Call, fields_of, import_kinds, operation
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
    from desktop_app.sessions.imports.preview import ImportPreview

_MONTHS = 24  # that a text lists; the answer in JSON has all of them


def _preview_json(preview: "ImportPreview", chosen: Collection[ImportKind]) -> Answer:
    """What an import would bring of the chosen kinds, by kind and by month, and what is skipped."""
    days, kinds = preview.days(chosen), [kind for kind in preview.kinds if kind in chosen]
    return {
        "kinds": [
            {
                "kind": kind,
                "entries": preview.entries([kind]),
                "known": preview.known.get(kind, 0),
                "guessed": kind in GUESSED,
            }
            for kind in kinds
        ],
        "entries": preview.entries(chosen),
        "days": len(days),
        "first": days[0].isoformat() if days else None,
        "last": days[-1].isoformat() if days else None,
        "months": [
            {"month": f"{each.month:%Y-%m}"} | fields_of(each, "entries", "days")
            for each in preview.months(chosen)
        ],
        "skipped": [fields_of(each, "why", "count", "names") for each in preview.skipped],
    }


def _import_text(answer: Answer) -> str:
    if "restored" in answer:
        days = _days(len(answer["restored"]))
        lines = [tr("Taken back: {days} as before the import.").format(days=days)]
        stays = [stays_words(answer["conflicts"])] if answer["conflicts"] else []
        return "\n".join(lines + stays)
    if "months" in answer:
        return _preview_text(answer)
    lines = [tr("Nothing was new, so nothing was written.")]
    if answer["id"] is not None:
        done = tr("Imported {entries} in {days}. Take it back with: nightstand import --undo")
        lines = [done.format(entries=_entries(answer["entries"]), days=_days(answer["days"]))]
    more = (("known", known_words), ("nothing", nothing_words), ("held_back", held_back_words))
    return "\n".join([*lines, *(words(answer[key]) for key, words in more if answer[key])])


def _preview_text(answer: Answer) -> str:
    lines, months = [], answer["months"]
    for each in answer["kinds"]:
        line = tr("{kind}: {entries:,} new, {known:,} known").format(
            kind=kind_words(ImportKind(each["kind"])), entries=each["entries"], known=each["known"]
        )
        lines.append(f"{line} ({guessed_words()})" if each["guessed"] else line)
    told = tr("{entries} in {days}, from {first} to {last}:").format(
        entries=_entries(answer["entries"]),
        days=_days(answer["days"]),
        first=answer["first"],
        last=answer["last"],
    )
    lines.append(told if months else tr("Nothing in it is new."))
    lines += [
        f"  {each['month']}  {_entries(each['entries'])}, {_days(each['days'])}"
        for each in months[:_MONTHS]
    ]
    if (more := len(months) - _MONTHS) > 0:
        lines.append(counted("  and {count} month before", "  and {count} months before", more))
    for each in answer["skipped"]:
        names = ", ".join(each["names"]) + ("" if each["count"] == len(each["names"]) else ", …")
        lines.append(
            tr("Skipped, {why}: {count:,} ({names})").format(
                why=why_words(SkipWhy(each["why"])), count=each["count"], names=names
            )
        )
    return "\n".join(lines)


def _entries(count: int) -> str:
    return counted("{count} entry", "{count} entries", count)


def _days(count: int) -> str:
    return counted("{count} day", "{count} days", count)


_EXAMPLE = "nightstand import chatgpt-export.zip --preview"


@operation(
    "import",
    tr("bring other notes in"),
    _EXAMPLE,
    _import_text,
    path=tr(
        "an export of ChatGPT or Claude (its zip or conversations.json), Day One's "
        "JSON export, a folder of Markdown, or an Obsidian vault"
    ),
    preview=tr("count what would come, and write nothing"),
    kind=tr("only these: {names}, with commas between").format(names=", ".join(ImportKind)),
    engine=who(tr("sums conversations up")),
    undo=tr("take the newest import back"),
)
async def _import(
    call: Call,
    path: str | None = None,
    *,
    preview: bool = False,
    kind: Annotated[frozenset[ImportKind] | None, import_kinds] = None,
    engine: EngineName | None = None,
    model: Model = None,
    undo: bool = False,
) -> Any:
    """Rules sum conversations up unless a model is asked for: an export has thousands of them."""
    imports = call.memory.imports
    if undo:
        if path or preview or kind:
            raise WrongUse(
                tr("--undo takes the newest import back and needs nothing else."),
                tr("For example: {example}").format(example="nightstand import --undo"),
            )
        latest = imports.latest()
        if latest is None:
            raise Problem(
                tr("There is no import to take back."), tr("Each import can be taken back once.")
            )
        undone = await asyncio.to_thread(imports.undo, latest.id)
        return fields_of(undone, "id", "conflicts", restored="paths")
    if not path:
        raise WrongUse(
            tr("import needs the path of what is to be imported."),
            tr("For example: {example}").format(example=_EXAMPLE),
        )
    found = await imports.look(path, report=call.report)
    chosen: Collection[ImportKind] = kind or found.kinds
    if preview:
        return _preview_json(found, chosen)
    engine = engine or (None if model else EngineName.BUILTIN)
    chosen_engine = engine_for(call, engine, model)
    done = await imports.write(found, chosen, engine=chosen_engine, report=call.report)
    told = {"id": done.id or None, "days": len(done.days)}
    return told | fields_of(done, "entries", "known", "nothing", "held_back")
