"""Operations on agents' errors, on what their conversations taught, and on what a team shares."""

import sys
from pprint import pformat
from typing import TYPE_CHECKING, Annotated, Any

from desktop_app.errors import Missing, WrongUse
from desktop_app.faces.operations.engine import with_meaning
from desktop_app.faces.operations.table import (
    Answer,
    Call,
    Count,
    Group,
    Takes,
    fields_of,
    operation,
)
from desktop_app.memory.team import team_of
from desktop_app.sessions.hindsight.pattern import met_in_words
from desktop_app.tiers.shared import SharedItem, SharedKind
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.memory.team import Team

_Id = Annotated[str | None, Takes("ID"), Group("decide")]

# -- errors -----------------------------------------------------------------------------------

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


def _hindsight_text(answer: Answer) -> str:
    if "read" in answer:
        errors = counted("{count} error", "{count} errors", answer["met"])
        told = tr("{errors} in {path}, {ended} of them ended there.")
        return told.format(errors=errors, path=answer["read"], ended=answer["ended"])
    if "errors" not in answer:
        return _pattern_text(answer)
    none = tr("No errors were met yet. They come from agents that are watched: nightstand watch.")
    nothing = tr("Nothing like it was met before.") if answer["asked"] else none
    told = "\n".join(map(_pattern_text, answer["errors"])) or nothing
    return f"{told}\n{answer['away']}" if answer["away"] else told


def _pattern_text(one: Answer) -> str:
    state = _STATES.get(one["state"], "").format(id=one["id"][:8])
    if one["shared_by"]:
        state = tr("shared by {who}").format(who=one["shared_by"])
    notes = [met_in_words(one["times"]), one["last"][:10], _BY.get(one.get("by", ""), ""), state]
    lines = [f"{one['id'][:8]}  {one['error']}", ", ".join(filter(None, notes))]
    if one["held"]:
        lines.append(tr("What ended it is held back: it may be an order."))
    if one["resolution"]:
        told = " ".join(one["resolution"].split())
        lines.append(tr("What ended it: {what}").format(what=told))
        for source in one["sources"][:3]:
            did = ", ".join(source["steps"]) or tr("not ended")
            when = source["time"][:16].replace("T", " ")
            lines.append(f"{when}  {source['agent']} {source['session']}: {did}")
    return "\n          ".join(lines)


@operation(
    "hindsight", tr("tell what ended an error"),
    'nightstand hindsight "TypeError: cannot read properties of undefined"', _hindsight_text,
    error=tr("the error, or some words of it; - reads standard input; without it, list all"),
    limit=tr("how many errors at most"),
    share=tr("share what ends this error, or the words that follow"),
    decline=tr("do not share it"),
    forget=tr("forget it for good"),
    read=tr("take the errors of a transcript of an agent, and what ended them"),
)  # fmt: skip
def _hindsight(
    call: Call, error: list[str] | None = None, *, limit: Count = 10, share: _Id = None,
    decline: _Id = None, forget: _Id = None,
    read: Annotated[str | None, Takes("FILE"), Group("decide")] = None,
) -> Any:  # fmt: skip
    from desktop_app.sessions.hindsight.telling import found_json, pattern_json  # long to load

    hindsight, words = call.memory.hindsight, " ".join(error or ())
    with_team(call)
    if share is not None:
        return pattern_json(hindsight.share(share, words))
    if decline is not None:
        return pattern_json(hindsight.decline(decline))
    if forget is not None:
        return pattern_json(hindsight.forget(forget))
    if read is not None:
        met, ended = hindsight.read(read)
        return {"read": read, "met": met, "ended": ended}
    if words == "-":
        if sys.stdin is None:
            raise WrongUse(tr("There is no standard input."))
        words = sys.stdin.buffer.read().decode("utf-8", "replace")
    if asked := words.strip():
        with_meaning(call)
        found = [found_json(one) for one in hindsight.find(asked, limit)]
    else:
        found = every(call, limit)
    return {"asked": asked, "errors": found, "away": away(call)}


def every(call: Call, limit: int) -> list[Answer]:
    """The errors that were met, the last first, and those that others share."""
    from desktop_app.sessions.hindsight.telling import pattern_json  # long to load

    hindsight = call.memory.hindsight
    return [pattern_json(one) for one in [*hindsight.patterns(), *hindsight.shared()][:limit]]


# -- conversations, and what they taught ------------------------------------------------------


def _trajectory_text(answer: Answer) -> str:
    from desktop_app.sessions.hindsight.trajectory import EVENT_WORDS  # long to load

    if "sessions" in answer:
        rows = [
            f"{one['session']}  {counted('{count} event', '{count} events', one['events'])}"
            f"  {one['goal'][:80]}".rstrip()
            for one in answer["sessions"]
        ]
        nothing = tr("Nothing significant is known of any agent's conversation yet.")
        return "\n".join(rows) or nothing
    lines = [] if answer["summary"] else [tr("Nothing in it was significant.")]
    for one in answer["events"]:
        mark, kind = "*" if one["significant"] else " ", EVENT_WORDS.get(one["kind"])
        why = ", ".join(f"{part['reason']} {part['weight']:.1f}" for part in one["why"])
        told = f"{mark} {one['impact']:.2f}  {kind}: {one['text']}  ({why})"
        lines.append(told if kind else one["text"])
    lines += [tr("Proposed: {path}").format(path=path) for path in answer["proposed"]]
    if answer["asked"] and not answer["proposed"]:
        lines.append(tr("It taught nothing new to propose."))
    return "\n".join(lines)


@operation(
    "trajectory", tr("say what mattered in agents' conversations, and why"),
    "nightstand trajectory", _trajectory_text,
    session=tr("the agent's own id of one; without it, list all"),
    propose=tr("propose what it taught as procedures, for a review"),
)  # fmt: skip
def _trajectory(call: Call, session: str | None = None, *, propose: bool = False) -> Any:
    """A star stands beside the events that were significant."""
    hindsight = call.memory.hindsight
    threshold = call.settings.get("sessions.impact") / 100
    if not session:
        summed = [(one, hindsight.sum_up(one, threshold)) for one in hindsight.sessions()]
        return {
            "sessions": [
                {
                    "session": name,
                    "goal": one.goal,
                    "events": len(one.events),
                    "learnings": len(one.learnings),
                }
                for name, one in summed
                if one and one.events
            ]
        }
    events = hindsight.events(session)
    if not events:
        raise Missing(
            tr("No conversation “{name}” is known.").format(name=session[:80]),
            tr("`nightstand hindsight --sessions` lists them."),
        )
    summary, proposed = hindsight.sum_up(session, threshold), list[str]()
    if propose:
        summary, proposed = call.memory.procedures.end(session, threshold)
    return {
        "session": session,
        "summary": summary.in_words if summary else "",
        "learnings": len(summary.learnings) if summary else 0,
        "events": [
            {
                **fields_of(event, "kind", "time", "impact", text="words"),
                "significant": event.impact > threshold,
                "why": [fields_of(part, "weight", reason="why") for part in event.parts],
            }
            for event in events
        ],
        "proposed": proposed,
        "asked": propose,
    }


def _procedures_text(answer: Answer) -> str:
    if "skill" in answer:
        return str(answer["skill"]).removesuffix("\n")
    rows = [
        f"{one['name']}  {counted('{count} source', '{count} sources', one['times'])}"
        + (f"  ({tr('a skill?')})" if one["recurs"] else "")
        for one in answer["procedures"]
    ]
    return "\n".join(rows) or tr("There are no procedures yet. They come from reviews.")


@operation(
    "procedures", tr("list agents' lessons"), "nightstand procedures", _procedures_text,
    name=tr("print this one as a SKILL.md"),
)  # fmt: skip
def _procedures(call: Call, name: str | None = None) -> Any:
    procedures = call.memory.procedures
    if name:
        return {"name": name, "skill": procedures.skill(name)}
    listed = (fields_of(one, "name", "path", "title", "times", "recurs")
              for one in procedures.every())  # fmt: skip
    return {"procedures": list(listed)}


# -- a team -----------------------------------------------------------------------------------


def with_team(call: Call) -> "Team":
    """Share where the settings say."""
    call.memory.team.choose(team_of(call.settings.get))
    return call.memory.team


def away(call: Call) -> str:
    """Why what others share is left out, "" where it is not."""
    problem = call.memory.team.trouble
    return str(problem) if problem else ""


def shared(call: Call) -> Answer:
    """All that is shared, own things marked as such."""
    team = with_team(call)
    rows = [
        {"kind": SharedKind.PATTERN, "own": False, "who": one.team.who, "when": one.last}
        | fields_of(one, "title", id="key")
        for one in call.memory.hindsight.shared()
        if one.team
    ]
    rows += [
        {"kind": SharedKind.PROCEDURE, "own": False} | fields_of(one, "id", "title", "who", "when")
        for one in call.memory.procedures.shared()
    ]
    for kind, title in ((SharedKind.PATTERN, "error"), (SharedKind.PROCEDURE, "title")):
        for name, item in team.own(kind).items():
            told = {"kind": kind, "id": name, "title": str(item.body.get(title, "")), "own": True}
            rows.append(told | fields_of(item, "who", "when"))
    choice = team.choice
    return {"place": choice.place, "name": choice.who, "away": away(call), "shared": rows}


def to_share(call: Call, name: str) -> SharedItem:
    """What would be shared of a procedure of this name, or of an error of this id."""
    with_team(call)
    if _is_procedure(call, name):
        return call.memory.procedures.to_share(name)
    return call.memory.hindsight.to_share(name)


def item_json(item: SharedItem) -> Answer:
    """An item, to the last word."""
    return fields_of(item, "kind", "id", "who", "body", "when")


def taken(call: Call, name: str) -> Answer:
    """A shared procedure becomes a proposal."""
    with_team(call)
    return {"proposed": call.memory.procedures.take_over(name)}


def _is_procedure(call: Call, name: str) -> bool:
    return any(one.name == name for one in call.memory.procedures.every())


def _team_text(answer: Answer) -> str:
    if "body" in answer:
        head = tr("{who} shares {id}:").format(who=answer["who"] or "–", id=answer["id"])
        return f"{head}\n{pformat(answer['body'], width=96, sort_dicts=False)}"
    if "withdrawn" in answer:
        return tr("{name} is shared no longer.").format(name=answer["withdrawn"])
    if "proposed" in answer:
        path, nothing = answer["proposed"], tr("It waits for your review already.")
        return tr("Proposed: {path}").format(path=path) if path else nothing
    lines = []
    for one in answer["shared"]:
        kind = tr("procedure") if one["kind"] == SharedKind.PROCEDURE else tr("error")
        who = tr("you") if one["own"] else one["who"]
        lines += [f"{one['id']}  {one['title']}", f"          {kind}, {who}, {one['when'][:10]}"]
    if answer["away"]:
        lines.append(answer["away"])
    elif not answer["place"]:
        lines.append(tr("No place is chosen in which a team shares."))
    return "\n".join(lines) or tr("Nothing is shared yet.")


@operation(
    "team", tr("share with a team"), "nightstand team --show 1f3a90c2", _team_text,
    show=tr("show exactly what others would see of this error or procedure"),
    share=tr("share it"),
    withdraw=tr("stop sharing it"),
    take=tr("propose a procedure that somebody shared, for a review"),
)  # fmt: skip
def _team(
    call: Call, *, show: _Id = None, share: _Id = None, withdraw: _Id = None, take: _Id = None
) -> Any:
    if show:
        return item_json(to_share(call, show))
    if share:
        item = to_share(call, share)
        procedures = item.kind is SharedKind.PROCEDURE
        (call.memory.procedures if procedures else call.memory.hindsight).share(share)
        return item_json(item)
    if name := withdraw:
        if name in with_team(call).own(SharedKind.PROCEDURE):
            call.memory.procedures.withdraw(name)
        elif _is_procedure(call, name):
            raise Missing(tr("“{name}” is not shared.").format(name=name[:80]))
        else:
            call.memory.hindsight.decline(name)
        return {"withdrawn": name}
    return taken(call, take) if take else shared(call)
