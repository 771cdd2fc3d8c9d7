"""Operations on automatic dreams."""

from typing import Any, Literal

from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.schedule import WRITES_IN_WORDS, Schedule, ScheduleKind
from desktop_app.errors import WrongUse
from desktop_app.faces.operations import dream_answers as dream_answers
from desktop_app.faces.operations.table import Answer, Call, engine_for, fields_of, operation
from desktop_app.words import counted, tr

_ITS_OWN = ("days", "until", "force", "propose", "apply", "verbatim")


async def dream_if_due(call: Call, engine: EngineName | None, model: str | None) -> Answer:
    """Dream if it is time. Raises WrongUse beside what the schedule itself decides."""
    others = [f"--{name}" for name in _ITS_OWN if call[name]]
    if others:
        raise WrongUse(
            tr("--if-due does not go with {others}.").format(others=", ".join(others)),
            tr("The settings say what an automatic dream reads and writes: nightstand schedule"),
        )
    chosen = engine_for(call, engine, model)
    dream = await call.memory.schedule.run_if_due(
        call.settings.get, engine=chosen, report=call.report
    )
    answer: Answer = {"outcome": "nothing", "reason": dream.told}
    if dream.outcome is not None:
        answer = dream_answers.outcome_json(dream.outcome, chosen)
        if dream.applied is not None:
            answer = dream_answers.proposal_json(dream.applied.proposal)
        if dream.problem is not None:
            answer |= dream.problem.as_json()
    return answer | {
        "due": dream.outcome is not None,
        **fields_of(dream, "cause", "told", waiting_changes="waiting"),
        **fields_of(dream.verdict, "why", next_dream="next_at"),
        "written": len(dream.applied.proposal.changes) if dream.applied else 0,
    }


def _plan(plan: Schedule) -> str:
    if plan.kind == ScheduleKind.DAILY:
        days = counted("every day", "every {count} days", plan.days)
        return tr("{days} at {at:%H:%M}").format(days=days, at=plan.at)
    return tr("off")


def _schedule_text(answer: Answer) -> str:
    lines = [tr("Schedule  {plan}").format(**answer)]
    if answer["schedule"] == ScheduleKind.OFF:
        return f"{lines[0]}\n{dream_answers.TURN_ON}"
    lines.append(tr("Next      {told}").format(told=answer["told"] or answer["next_told"]))
    lines.append(tr("Writes    {may}").format(**answer))
    if not answer["installed"]:
        lines.append(
            tr("Begins    while the window is open; Settings can have the system begin them")
        )
    if answer["paused"]:
        lines.append(tr("Start them again: nightstand schedule resume"))
    return "\n".join(lines)


@operation(
    "schedule", tr("set automatic dreams"), "nightstand schedule pause", _schedule_text,
    do=tr(
        "state (the default): say when the next one is; pause, resume: stop automatic dreams, and "
        "let them go on"
    ),
)  # fmt: skip
def _schedule(call: Call, do: Literal["state", "pause", "resume"] = "state") -> Any:
    from desktop_app.system import here

    memory, schedule = call.memory, call.memory.schedule
    start = here.dream_start(memory.root, memory.id, memory.name)
    if do == "pause":
        schedule.pause()
    elif do == "resume":
        schedule.resume()
    state = schedule.state(call.settings.get)
    plan = state.schedule
    return {
        "schedule": plan.kind,
        "time": f"{plan.at:%H:%M}",
        "every_days": plan.days,
        "writes": plan.writes,
        **fields_of(state, "next_told", "why", "told", "tried", next_dream="next_at"),
        "paused": state.paused or None,
        "plan": _plan(plan),
        "may": WRITES_IN_WORDS[plan.writes],
        "installed": here.is_scheduled(start),
    }
