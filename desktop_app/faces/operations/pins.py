"""Operations on pinned bullets, which no dream and no agent changes."""

from typing import TYPE_CHECKING, Any

from desktop_app.errors import WrongUse
from desktop_app.faces.operations.table import Call, Parameter, fields_of, operation
from desktop_app.notebook.passage import place_of
from desktop_app.words import tr

if TYPE_CHECKING:  # its Markdown takes long to load
    from desktop_app.notebook.bullets import Bullet


def _line(call: Call) -> int:
    """The line that is named, as `9` or as `MEMORY.md:9`."""
    named: str = call["line"]
    place = place_of(f"{call.memory.layout.memory}:{named}" if named.isdecimal() else named)
    if place.path != call.memory.layout.memory or not place.first:
        raise WrongUse(
            tr("“{named}” is no line of MEMORY.md.").format(named=named),
            tr("Name one: nightstand pin MEMORY.md:9"),
        )
    return place.first


def _json(bullet: "Bullet") -> dict[str, Any]:
    return {**fields_of(bullet, "line", "text", "pinned")}


def _text(answer: list[dict[str, Any]]) -> str:
    rows = []
    for one in answer:
        first = one["text"].split("\n", 1)[0]
        rows.append(f"{one['line']:>5}  {first}")
    return "\n".join(rows) or tr("No line of MEMORY.md is pinned.")


def _unpinned_text(answer: list[dict[str, Any]]) -> str:
    return tr("Line {line} is not pinned any more.").format(line=answer[0]["line"])


@operation(
    "pin",
    tr("keep a line as it is"),
    "nightstand pin MEMORY.md:9",
    _text,
    Parameter("line", tr("its line: 9, or MEMORY.md:9")),
)
def _pin(call: Call) -> Any:
    if call["line"] is None:
        return [_json(one) for one in call.memory.files.bullets().statements if one.pinned]
    return [_json(call.memory.files.pin(_line(call)))]


@operation(
    "unpin",
    tr("unpin a bullet of MEMORY.md"),
    "nightstand unpin MEMORY.md:9",
    _unpinned_text,
    Parameter("line", tr("its line: 9, or MEMORY.md:9"), required=True),
)
def _unpin(call: Call) -> Any:
    return [_json(call.memory.files.pin(_line(call), pinned=False))]
