"""Operations on agents' errors, on what their conversations taught, and on what a team shares."""

import sys
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Missing, WrongUse
from desktop_app.faces.operations.engine import with_meaning
from desktop_app.faces.operations.table import Call, Parameter, count, fields_of, operation
from desktop_app.memory.team import team_of
from desktop_app.sessions.hindsight.pattern import met_in_words
from desktop_app.tiers.shared import SharedItem, SharedKind
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.memory.procedures import Procedure
    from desktop_app.memory.team import Team
    from desktop_app.sessions.hindsight.events import SessionEvent

_STATES = {
    "proposed": tr("to be shared? --share {id}"),
    "shared": tr("shared"),
    "declined": tr("not shared"),
}
_BY = {
    "signature": tr("the same error"),
    "head": tr("the same error elsewhere"),
    "words": tr("in like words"),
    "meaning": tr("of like meaning"),
}


def hindsight_text(answer: dict[str, Any]) -> str:
    """The same for a person."""
    if "read" in answer:
        return tr("{errors} in {path}, {ended} of them ended there.").format(
            errors=counted("{count} error", "{count} errors", answer["met"]),
            path=answer["read"],
            ended=answer["ended"],
        )
    if "errors" in answer:
        nothing = (
            tr("Nothing like it was met before.")
            if answer["asked"]
            else tr(
                "No errors were met yet. They come from agents that are watched: nightstand watch."
            )
        )
        told = "\n".join(map(_pattern_text, answer["errors"])) or nothing
        return f"{told}\n{answer['away']}" if answer["away"] else told
    return _pattern_text(answer)


def _pattern_text(one: dict[str, Any]) -> str:
    notes = [met_in_words(one["times"]), one["last"][:10], _BY.get(one.get("by", ""), "")]
    shared_by = tr("shared by {who}").format(who=one["shared_by"])
    state = _STATES.get(one["state"], "").format(id=one["id"][:8])
    notes.append(shared_by if one["shared_by"] else state)
    lines = [f"{one['id'][:8]}  {one['error']}", f"          {', '.join(filter(None, notes))}"]
    if one["held"]:
        lines.append("          " + tr("What ended it is held back: it may be an order."))
    if one["resolution"]:
        told = " ".join(one["resolution"].split())
        lines.append("          " + tr("What ended it: {what}").format(what=told))
        lines += [f"          {_source_text(source)}" for source in one["sources"][:3]]
    return "\n".join(lines)


def _source_text(source: dict[str, Any]) -> str:
    did = ", ".join(source["steps"]) or tr("not ended")
    return f"{source['time'][:16].replace('T', ' ')}  {source['agent']} {source['session']}: {did}"


_STANDARD_INPUT = "-"


def _asked(words: "list[str] | tuple[str, ...]") -> str:
    if list(words) == [_STANDARD_INPUT]:
        if sys.stdin is None:
            raise WrongUse(tr("There is no standard input."))
        return sys.stdin.buffer.read().decode("utf-8", "replace").strip()
    return " ".join(words).strip()


@operation(
    "hindsight",
    tr("tell what ended an error"),
    'nightstand hindsight "TypeError: cannot read properties of undefined"',
    hindsight_text,
    Parameter(
        "error",
        tr("the error, or some words of it; - reads standard input; without it, list all"),
        many=True,
    ),
    Parameter("--limit", tr("how many errors at most"), count, 10),
    Parameter(
        "--share",
        tr("share what ends this error, or the words that follow"),
        takes="ID",
        group="decide",
    ),
    Parameter("--decline", tr("do not share it"), takes="ID", group="decide"),
    Parameter("--forget", tr("forget it for good"), takes="ID", group="decide"),
    Parameter(
        "--read",
        tr("take the errors of a transcript of an agent, and what ended them"),
        takes="FILE",
        group="decide",
    ),
)
def _hindsight(call: Call) -> Any:
    from desktop_app.sessions.hindsight.telling import found_json, pattern_json  # long to load

    hindsight = call.memory.hindsight
    with_team(call)
    if call["share"] is not None:
        return pattern_json(hindsight.share(call["share"], " ".join(call["error"] or ())))
    if call["decline"] is not None:
        return pattern_json(hindsight.decline(call["decline"]))
    if call["forget"] is not None:
        return pattern_json(hindsight.forget(call["forget"]))
    if call["read"] is not None:
        met, ended = hindsight.read(call["read"])
        return {"read": call["read"], "met": met, "ended": ended}
    asked = _asked(call["error"] or ())
    if asked:
        with_meaning(call)
        found = [found_json(one) for one in hindsight.find(asked, call["limit"])]
    else:
        every = [*hindsight.patterns(), *hindsight.shared()]
        found = [pattern_json(one) for one in every[: call["limit"]]]
    return {"asked": asked, "errors": found, "away": away(call)}


def _session_json(call: Call, session: str, threshold: float) -> dict[str, Any]:
    summary = call.memory.hindsight.sum_up(session, threshold)
    return {
        "session": session,
        "goal": summary.goal if summary else "",
        "events": len(summary.events) if summary else 0,
        "learnings": len(summary.learnings) if summary else 0,
    }


def _event_json(event: "SessionEvent", threshold: float) -> dict[str, Any]:
    """An event with its impact and each reason for it."""
    return {
        **fields_of(event, "kind", "time", "impact"),
        "text": event.words,
        "significant": event.impact > threshold,
        "why": [{"weight": part.weight, "reason": part.why} for part in event.parts],
    }


def _trajectory_text(answer: dict[str, Any]) -> str:
    if "sessions" in answer:
        return "\n".join(map(_session_text, answer["sessions"])) or tr(
            "Nothing significant is known of any agent's conversation yet."
        )
    lines = [] if answer["summary"] else [tr("Nothing in it was significant.")]
    lines += map(_event_text, answer["events"])
    lines += [tr("Proposed: {path}").format(path=path) for path in answer["proposed"]]
    if answer["asked"] and not answer["proposed"]:
        lines.append(tr("It taught nothing new to propose."))
    return "\n".join(lines)


def _event_text(one: dict[str, Any]) -> str:
    """What happened, how much it mattered and why; a star stands beside what was significant."""
    from desktop_app.sessions.hindsight.trajectory import EVENT_WORDS  # long to load

    if one["kind"] not in EVENT_WORDS:
        return str(one["text"])
    mark = "*" if one["significant"] else " "
    why = ", ".join(f"{part['reason']} {part['weight']:.1f}" for part in one["why"])
    return f"{mark} {one['impact']:.2f}  {EVENT_WORDS[one['kind']]}: {one['text']}  ({why})"


def _session_text(one: dict[str, Any]) -> str:
    told = counted("{count} event", "{count} events", one["events"])
    return f"{one['session']}  {told}  {one['goal'][:80]}".rstrip()


def _procedure_json(one: "Procedure") -> dict[str, Any]:
    return {
        **fields_of(one, "name", "path", "title", "times", "recurs"),
    }


def _procedures_text(answer: dict[str, Any]) -> str:
    if "skill" in answer:
        return str(answer["skill"]).removesuffix("\n")
    rows = [
        f"{one['name']}  {counted('{count} source', '{count} sources', one['times'])}"
        + (f"  ({tr('a skill?')})" if one["recurs"] else "")
        for one in answer["procedures"]
    ]
    return "\n".join(rows) or tr("There are no procedures yet. They come from reviews.")


@operation(
    "trajectory",
    tr("say what mattered in agents' conversations, and why"),
    "nightstand trajectory",
    _trajectory_text,
    Parameter("session", tr("the agent's own id of one; without it, list all")),
    Parameter("--propose", tr("propose what it taught as procedures, for a review"), flag=True),
)
def _trajectory(call: Call) -> Any:
    hindsight = call.memory.hindsight
    threshold = call.settings.get("sessions.impact") / 100
    session = call["session"]
    if not session:
        listed = [_session_json(call, one, threshold) for one in hindsight.sessions()]
        return {"sessions": [one for one in listed if one["events"]]}
    events = hindsight.events(session)
    if not events:
        raise Missing(
            tr("No conversation “{name}” is known.").format(name=session[:80]),
            tr("`nightstand hindsight --sessions` lists them."),
        )
    summary, proposed = hindsight.sum_up(session, threshold), list[str]()
    if call["propose"]:
        summary, proposed = call.memory.procedures.end(session, threshold)
    return {
        "session": session,
        "summary": summary.in_words if summary else "",
        "learnings": len(summary.learnings) if summary else 0,
        "events": [_event_json(one, threshold) for one in events],
        "proposed": proposed,
        "asked": call["propose"],
    }


@operation(
    "procedures",
    tr("list agents' lessons"),
    "nightstand procedures",
    _procedures_text,
    Parameter("name", tr("print this one as a SKILL.md")),
)
def _procedures(call: Call) -> Any:
    if call["name"]:
        return {"name": call["name"], "skill": call.memory.procedures.skill(call["name"])}
    return {"procedures": [_procedure_json(one) for one in call.memory.procedures.every()]}


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
    return {**fields_of(item, "kind", "id", "who", "body"), "when": when}


def taken(call: Call, name: str) -> dict[str, Any]:
    """A shared procedure becomes a proposal."""
    with_team(call)
    return {"proposed": call.memory.procedures.take_over(name)}


def _is_procedure(call: Call, name: str) -> bool:
    return any(one.name == name for one in call.memory.procedures.every())


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


@operation(
    "team",
    tr("share with a team"),
    "nightstand team --show 1f3a90c2",
    _team_text,
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
)
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
