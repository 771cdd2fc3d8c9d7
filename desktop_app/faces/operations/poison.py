"""Operations of the poison lab: list what is suspicious, quarantine it, or call it fine."""

from typing import TYPE_CHECKING, Any

from desktop_app.errors import Missing, WrongUse
from desktop_app.faces.operations.table import Call, Parameter, fields_of, operation
from desktop_app.notebook.passage import place_of
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory.poison import PoisonedLine

_MOST = 120  # characters of a line that are shown


def poison_text(answer: dict[str, Any]) -> str:
    """What an operation of the poison lab answered, for a person."""
    if "found" in answer:
        rows = [_found_text(one) for one in answer["found"]]
        return "\n\n".join(rows) or tr("No line seems to be written to steer a model.")
    if "held" in answer:
        rows = [_held_text(one) for one in answer["held"]]
        rows += [
            tr("{id}  is fine: {text}").format(id=one["id"], text=_short(one["text"]))
            for one in answer["called_fine"]
        ]
        return "\n".join(rows) or tr("Nothing is in quarantine, and nothing was called fine.")
    if "quarantined" in answer:
        undo = tr("To put it back: nightstand poison back {id}")
        return f"{tr('The line is in quarantine.')} {undo.format(id=answer['quarantined'])}"
    if "fine" in answer:
        undo = tr("To have it marked again: nightstand poison back {id}")
        return f"{tr('The line is marked no more.')} {undo.format(id=answer['fine'])}"
    return tr("The line is marked again.") if "marked" in answer else tr("The line is back.")


def _found_text(one: dict[str, Any]) -> str:
    from desktop_app.language.gate.poison import Certainty  # long to load
    from desktop_app.language.gate.poison_words import sure_words

    lines = [f"{one['path']}:{one['line']}  {_short(one['text'])}"]
    lines += [
        f"    {sure_words(Certainty(each['certainty']))}: {each['does']}"
        for each in one["findings"]
    ]
    return "\n".join(lines)


def _held_text(one: dict[str, Any]) -> str:
    return f"{one['id']}  {one['path']}:{one['line']}  {_short(one['text'])}"


def _short(text: str) -> str:
    from desktop_app.language.gate.poison_words import line_words

    return line_words(text, _MOST)


def _listed(call: Call) -> list[dict[str, Any]]:
    from desktop_app.language.gate.poison import LEAST, Certainty  # long to load

    found = call.memory.poison.look()
    if call["do"]:
        path = place_of(call["do"]).path
        call.memory.files.lines(path)  # raises where there is none
        found = [one for one in found if one.path == path]
    least = LEAST[Certainty.POSSIBLE if call["all"] else Certainty.LIKELY]
    return [line_json(one) for one in found if one.sure >= least]


def line_json(one: "PoisonedLine", *, quoting: bool = True) -> dict[str, Any]:
    """A suspicious line as JSON. Not `quoting`, it holds no word of it, as an agent may read it."""
    from desktop_app.language.gate.poison_words import does_words  # long to load

    findings = [
        {
            "kind": str(finding.kind), "from": finding.start, "to": finding.end,
            "sure": round(finding.sure, 2), "certainty": str(finding.certainty),
            "does": does_words(finding, quoting=quoting),
        }
        for finding in one.findings
    ]  # fmt: skip
    told = {"path": one.path, "line": one.line, "certainty": str(one.certainty)}
    return told | ({"text": one.text} if quoting else {}) | {"findings": findings}


def _quarantine(call: Call) -> Any:
    held = call.memory.poison.quarantine(*_named(call))
    return {"quarantined": held.id, "path": held.path, "line": held.line}


def _fine(call: Call) -> Any:
    return {"fine": call.memory.poison.fine(*_named(call)).id}


def _back(call: Call) -> Any:
    """Out of quarantine, or marked again: whichever has this id."""
    name = call["which"] or ""
    try:
        held = call.memory.poison.back(name)
    except Missing:
        if not any(one.id.startswith(name) for one in call.memory.poison.fine_lines()):
            raise
        call.memory.poison.not_fine(name)
        return {"marked": name}
    return {"back": held.id, "path": held.path}


def _held(call: Call) -> Any:
    lab = call.memory.poison
    held = [
        {**fields_of(one, "id", "path", "line", "text"), "at": one.at.isoformat()}
        for one in lab.held()
    ]  # fmt: skip
    fine = [{"id": one.id, "text": one.text, "at": one.at.isoformat()} for one in lab.fine_lines()]
    return {"held": held, "called_fine": fine}


def _named(call: Call) -> tuple[str, int]:
    place = place_of(call["which"] or "")
    if not place.first:
        raise WrongUse(
            tr("Say which line, as PATH:LINE."),
            tr("For example: nightstand poison quarantine memory/2026-11-20.md:9"),
        )
    return place.path, place.first


@operation(
    "poison",
    tr("list suspicious lines"),
    "nightstand poison quarantine memory/2026-11-20.md:9",
    poison_text,
    Parameter(
        "do",
        tr(
            "a file to look at (all without one); quarantine or fine with PATH:LINE; "
            "back with an id, out of quarantine or marked again; held: list what is in "
            "quarantine and what is fine"
        ),
    ),
    Parameter("which", tr("the line, as PATH:LINE, or its id")),
    Parameter("--all", tr("also what is only possible"), default=False, flag=True),
)
def _poison(call: Call) -> Any:
    act = {"quarantine": _quarantine, "fine": _fine, "back": _back, "held": _held}.get(call["do"])
    return act(call) if act else {"found": _listed(call)}
