"""The operation on almanacs: a week, month or year of days, rolled up."""

from typing import Any

from desktop_app.faces.answers import almanac as answers
from desktop_app.faces.operations.engine import MODEL, engine_if_allowed, engine_parameter
from desktop_app.faces.operations.table import Call, Operation, Parameter, day
from desktop_app.notebook.spans import SpanKind
from desktop_app.words import tr


async def _almanac(call: Call) -> Any:
    kind, rooms = SpanKind(call["span"]), call.memory.almanacs
    engine, barred = engine_if_allowed(call)
    asked = (kind, call["day"], engine, call.report)
    if call["look"]:
        answer = answers.looked_json(await rooms.told(*asked))
    else:
        answer = answers.written_json(await rooms.write_told(*asked, anew=call["anew"]))
    return answer | {"wordless": barred or answer["wordless"]}


ROWS = (
    Operation(
        "almanac",
        tr("roll up a week, a month or a year of days, each line with its sources"),
        "nightstand almanac week 2026-11-20",
        _almanac,
        answers.almanac_text,
        (
            Parameter("span", tr("how long"), choices=tuple(SpanKind), required=True),
            Parameter("day", tr("a day in it, YYYY-MM-DD (default: today)"), day),
            Parameter("--look", tr("only show it; nothing is written"), flag=True, group="how"),
            Parameter(
                "--anew",
                tr("write it also over a text that the program does not know as its own"),
                flag=True,
                group="how",
            ),
            engine_parameter(tr("opens it")),
            MODEL,
        ),
    ),
)
