"""Operations on pinned bullets, which no dream and no agent changes."""

from typing import Any

from desktop_app.errors import WrongUse
from desktop_app.faces.operations.table import Answer, Call, fields_of, operation
from desktop_app.notebook.passage import place_of
from desktop_app.words import tr

_HELP = tr("its line: 9, or MEMORY.md:9")


def _pinned(call: Call, named: str, *, pinned: bool) -> list[Answer]:
    memory = call.memory.layout.memory
    place = place_of(f"{memory}:{named}" if named.isdecimal() else named)
    if place.path != memory or not place.first:
        raise WrongUse(
            tr("“{named}” is no line of MEMORY.md.").format(named=named),
            tr("Name one: nightstand pin MEMORY.md:9"),
        )
    return [_json(call.memory.files.pin(place.first, pinned=pinned))]


def _json(bullet: object) -> Answer:
    return fields_of(bullet, "line", "text", "pinned")


def _text(answer: list[Answer]) -> str:
    rows = (f"{one['line']:>5}  {one['text'].split(chr(10), 1)[0]}" for one in answer)
    return "\n".join(rows) or tr("No line of MEMORY.md is pinned.")


@operation("pin", tr("keep a line as it is"), "nightstand pin MEMORY.md:9", _text, line=_HELP)
def _pin(call: Call, line: str | None = None) -> Any:
    if line is None:
        return [_json(one) for one in call.memory.files.bullets().statements if one.pinned]
    return _pinned(call, line, pinned=True)


@operation(
    "unpin",
    tr("unpin a bullet of MEMORY.md"),
    "nightstand unpin MEMORY.md:9",
    lambda answer: tr("Line {line} is not pinned any more.").format(**answer[0]),
    line=_HELP,
)
def _unpin(call: Call, line: str) -> Any:
    return _pinned(call, line, pinned=False)
