"""Almanacs as a door reads them: which are written, and one by its name. Neither writes a file."""

from desktop_app.dreams.almanac.telling import almanac_json, listed_json
from desktop_app.faces.doors import shapes
from desktop_app.faces.doors.own import row
from desktop_app.faces.operations.table import Call, Parameter
from desktop_app.words import tr

_SOURCE = shapes.record(path=shapes.TEXT, line=shapes.COUNT, quote=shapes.TEXT)
_LINE = shapes.record(text=shapes.TEXT, sources=shapes.several(_SOURCE))
_SECTION = shapes.record(part=shapes.TEXT, title=shapes.TEXT, lines=shapes.several(_LINE))
WRITTEN = shapes.several(shapes.record(span=shapes.TEXT, path=shapes.TEXT, meta=shapes.TEXT))
ALMANAC = shapes.record(
    span=shapes.TEXT, path=shapes.TEXT, meta=shapes.TEXT, prose=shapes.TEXT,
    sections=shapes.several(_SECTION),
)  # fmt: skip
_SPAN = Parameter("span", tr("its name, such as 2026-W47, 2026-11 or 2026"), required=True)


def _every(call: Call) -> object:
    return [listed_json(one) for one in call.memory.almanacs.every()]


def _read(call: Call) -> object:
    return almanac_json(call.memory.almanacs.named(call["span"]))


EVERY = row("almanacs", tr("list the almanacs that are written"), _every)
READ = row("almanac", tr("read an almanac, or what it would say"), _read, _SPAN)
