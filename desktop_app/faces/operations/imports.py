"""Operations on imports: what other programs wrote comes into the days, and out of them again."""

import asyncio
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.answers import imports as answers
from desktop_app.faces.operations.engine import MODEL, engine_for, engine_parameter
from desktop_app.faces.operations.table import Call, Operation, Parameter, import_kinds
from desktop_app.sessions.imports.entry import ImportKind
from desktop_app.words import tr


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
        return answers.undone_json(await asyncio.to_thread(imports.undo, latest.id))
    if not call["path"]:
        raise WrongUse(
            tr("import needs the path of what is to be imported."),
            tr("For example: {example}").format(example=_EXAMPLE),
        )
    preview = await imports.look(call["path"], report=call.report)
    chosen: Collection[ImportKind] = call["kind"] or preview.kinds
    if call["preview"]:
        return answers.preview_json(preview, chosen)
    engine = engine_for(_by_rules(call))
    done = await imports.write(preview, chosen, engine=engine, report=call.report)
    return answers.imported_json(done)


def _by_rules(call: Call) -> Call:
    """Rules sum conversations up unless a model is asked for: an export has thousands of them."""
    named = call["engine"] or call["model"]
    return call if named else replace(call, arguments=call.arguments | {"engine": "builtin"})


_EXAMPLE = "nightstand import chatgpt-export.zip --preview"

ROWS = (
    Operation(
        "import",
        tr("bring other notes in"),
        _EXAMPLE,
        _import,
        answers.import_text,
        (
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
        ),
    ),
)
