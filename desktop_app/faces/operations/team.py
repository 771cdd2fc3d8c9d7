"""Operations on what a team shares: seen before it goes out, shared, taken back and taken over."""

from typing import TYPE_CHECKING, Any

from desktop_app.errors import Missing
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.memory.team import team_of
from desktop_app.tiers.shared import SharedItem, SharedKind
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory.team import Team


def with_team(call: Call) -> "Team":
    """Share where the settings say."""
    call.memory.team.choose(team_of(call.settings.get))
    return call.memory.team


def away(call: Call) -> str:
    """Why what others share is left out, "" where it is not."""
    problem = call.memory.team.trouble
    return str(problem) if problem else ""


def shared(call: Call) -> Any:
    """All that is shared, own things marked as such."""
    team = with_team(call)
    hindsight, procedures = call.memory.hindsight, call.memory.procedures
    rows = [
        _row(SharedKind.PATTERN, one.key, one.title, one.team.who, one.last)
        for one in hindsight.shared()
        if one.team
    ]
    rows += [
        _row(SharedKind.PROCEDURE, one.id, one.title, one.who, one.when)
        for one in procedures.shared()
    ]
    for kind, title in ((SharedKind.PATTERN, "error"), (SharedKind.PROCEDURE, "title")):
        for name, item in team.own(kind).items():
            when = item.when.isoformat(timespec="seconds")
            told = str(item.body.get(title, ""))
            rows.append(_row(kind, name, told, item.who, when, own=True))
    choice = team.choice
    return {"place": choice.place, "name": choice.who, "away": away(call), "shared": rows}


def _row(
    kind: SharedKind, name: str, title: str, who: str, when: str, *, own: bool = False
) -> dict[str, Any]:
    return {"kind": kind, "id": name, "title": title, "who": who, "when": when, "own": own}


def to_share(call: Call, name: str) -> SharedItem:
    """What would be shared of a procedure of this name, or of an error of this id."""
    with_team(call)
    if _is_procedure(call, name):
        return call.memory.procedures.to_share(name)
    return call.memory.hindsight.to_share(name)


def item_json(item: SharedItem) -> dict[str, Any]:
    """An item, to the last word."""
    when = item.when.isoformat(timespec="seconds")
    return {"kind": item.kind, "id": item.id, "who": item.who, "when": when, "body": item.body}


def taken(call: Call, name: str) -> dict[str, Any]:
    """A shared procedure becomes a proposal."""
    with_team(call)
    return {"proposed": call.memory.procedures.take_over(name)}


def _is_procedure(call: Call, name: str) -> bool:
    return any(one.name == name for one in call.memory.procedures.every())


def _team(call: Call) -> Any:
    if call["show"]:
        return item_json(to_share(call, call["show"]))
    if name := call["share"]:
        item = to_share(call, name)
        if item.kind is SharedKind.PROCEDURE:
            call.memory.procedures.share(name)
        else:
            call.memory.hindsight.share(name)
        return item_json(item)
    if name := call["withdraw"]:
        team = with_team(call)
        if name in team.own(SharedKind.PROCEDURE):
            call.memory.procedures.withdraw(name)
        elif _is_procedure(call, name):
            raise Missing(tr("“{name}” is not shared.").format(name=name[:80]))
        else:
            call.memory.hindsight.decline(name)
        return {"withdrawn": name}
    if call["take"]:
        return taken(call, call["take"])
    return shared(call)


def _team_text(answer: dict[str, Any]) -> str:
    if "body" in answer:
        from pprint import pformat

        head = tr("{who} shares {id}:").format(who=answer["who"] or "–", id=answer["id"])
        return f"{head}\n{pformat(answer['body'], width=96, sort_dicts=False)}"
    if "withdrawn" in answer:
        return tr("{name} is shared no longer.").format(name=answer["withdrawn"])
    if "proposed" in answer:
        nothing = tr("It waits for your review already.")
        path = answer["proposed"]
        return tr("Proposed: {path}").format(path=path) if path else nothing
    lines = [_row_text(one) for one in answer["shared"]]
    if answer["away"]:
        lines.append(answer["away"])
    elif not answer["place"]:
        lines.append(tr("No place is chosen in which a team shares."))
    return "\n".join(lines) or tr("Nothing is shared yet.")


def _row_text(one: dict[str, Any]) -> str:
    who = tr("you") if one["own"] else one["who"]
    kind = tr("procedure") if one["kind"] == SharedKind.PROCEDURE else tr("error")
    return f"{one['id']}  {one['title']}\n          {kind}, {who}, {one['when'][:10]}"


_DECIDE = "decide"
ROWS = (
    Operation(
        "team",
        tr("share with a team"),
        "nightstand team --show 1f3a90c2",
        _team,
        _team_text,
        (
            Parameter(
                "--show",
                tr("what others would be shown of this error or procedure, to the last word"),
                takes="ID",
                group=_DECIDE,
            ),
            Parameter("--share", tr("share it"), takes="ID", group=_DECIDE),
            Parameter("--withdraw", tr("share it no longer"), takes="ID", group=_DECIDE),
            Parameter(
                "--take",
                tr("propose a procedure that somebody shared, for a review"),
                takes="ID",
                group=_DECIDE,
            ),
        ),
    ),
)
