"""Operations on what agents did in their conversations, and on the procedures that it taught."""

from typing import TYPE_CHECKING, Any

from desktop_app.errors import Missing
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.memory.procedures import Procedure
    from desktop_app.sessions.hindsight.events import SessionEvent


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
            tr("`nightstand trajectory` lists them."),
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
        "kind": event.kind,
        "time": event.time,
        "text": event.words,
        "impact": event.impact,
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


def _procedures(call: Call) -> Any:
    if call["name"]:
        return {"name": call["name"], "skill": call.memory.procedures.skill(call["name"])}
    return {"procedures": [_procedure_json(one) for one in call.memory.procedures.every()]}


def _procedure_json(one: "Procedure") -> dict[str, Any]:
    return {
        "name": one.name,
        "path": one.path,
        "title": one.title,
        "times": one.times,
        "recurs": one.recurs,
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


ROWS = (
    Operation(
        "trajectory",
        tr("say what mattered in agents' conversations, and why"),
        "nightstand trajectory",
        _trajectory,
        _trajectory_text,
        (
            Parameter("session", tr("the agent's own id of one; without it, list all")),
            Parameter(
                "--propose", tr("propose what it taught as procedures, for a review"), flag=True
            ),
        ),
    ),
    Operation(
        "procedures",
        tr("list agents' lessons"),
        "nightstand procedures",
        _procedures,
        _procedures_text,
        (Parameter("name", tr("print this one as a SKILL.md")),),
    ),
)
