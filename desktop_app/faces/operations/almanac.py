"""The operation on almanacs: a week, month or year of days, rolled up."""

from typing import Any

from desktop_app.faces.answers import almanac as answers
from desktop_app.faces.operations.table import Call, Operation, Parameter, day
from desktop_app.notebook.spans import SpanKind
from desktop_app.words import tr


def _almanac(call: Call) -> Any:
    kind, rooms = SpanKind(call["span"]), call.memory.almanacs
    if call["look"]:
        return answers.looked_json(rooms.made(kind, call["day"])[0])
    return answers.written_json(rooms.write(kind, call["day"], anew=call["anew"]))


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
        ),
    ),
)
