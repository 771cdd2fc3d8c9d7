"""Operations on automatic dreams."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from desktop_app import dates
from desktop_app.dreams.schedule.plan import WRITES_IN_WORDS, Schedule, ScheduleKind
from desktop_app.errors import WrongUse
from desktop_app.faces.operations import proposed as dream_answers
from desktop_app.faces.operations.engine import engine_for
from desktop_app.faces.operations.proposed import TURN_ON
from desktop_app.faces.operations.table import Call, Parameter, fields_of, moment, operation
from desktop_app.known_settings import WEEKDAYS
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.memory.schedule import ScheduledDream, ScheduleState


def schedule_json(state: "ScheduleState") -> dict[str, Any]:
    """How it stands with automatic dreams."""
    plan = state.schedule
    return {
        "schedule": plan.kind,
        "time": f"{plan.at:%H:%M}",
        "weekdays": [WEEKDAYS[day] for day in sorted(plan.weekdays)],
        "writes": plan.writes,
        "next_dream": moment(state.next_at),
        **fields_of(state, "next_told", "why", "told"),
        "paused": state.paused or None,
        "put_off": (
            {"at": moment(state.put_off.at), "told": state.put_off.text} if state.put_off else None
        ),
        "tried": moment(state.tried),
        "plan": _plan(plan),
        "may": WRITES_IN_WORDS[plan.writes],
    }


def schedule_text(answer: dict[str, Any]) -> str:
    """The same for people."""
    lines = [tr("Schedule  {plan}").format(plan=answer["plan"])]
    if answer["schedule"] == ScheduleKind.OFF:
        return f"{lines[0]}\n{TURN_ON}"
    lines.append(tr("Next      {told}").format(told=answer["told"] or answer["next_told"]))
    lines.append(tr("Writes    {may}").format(may=answer["may"]))
    if not answer.get("installed"):
        lines.append(tr("Begins    while the window is open; else: nightstand schedule install"))
    if put_off := answer["put_off"]:
        told = tr("Put off   {at}: {told}")
        at = datetime.fromisoformat(put_off["at"])
        lines.append(told.format(at=dates.moment(at), told=put_off["told"]))
    if answer["paused"]:
        lines.append(tr("Let them go on: nightstand schedule resume"))
    return "\n".join(lines)


def scheduled_json(dream: "ScheduledDream") -> dict[str, Any]:
    """What came of the question whether a dream is due."""
    found = dream.verdict
    return {
        "due": dream.cause is not None,
        "cause": dream.cause,
        "why": found.why,
        "told": dream.told,
        "next_dream": moment(found.next_at),
        "written": len(dream.applied.proposal.changes) if dream.applied else 0,
        "waiting_changes": dream.waiting,
    }


def _plan(plan: Schedule) -> str:
    if plan.kind == ScheduleKind.DAILY:
        days = (
            tr("each day")
            if len(plan.weekdays) == len(WEEKDAYS)
            else ", ".join(dates.weekday_names()[day][0] for day in sorted(plan.weekdays))
        )
        return tr("{days} at {at:%H:%M}").format(days=days, at=plan.at)
    if plan.kind == ScheduleKind.ENOUGH:
        return tr("after {lines} or {days}").format(
            lines=counted("{count} new line", "{count} new lines", plan.lines),
            days=counted("{count} new day", "{count} new days", plan.days),
        )
    return tr("off")


IF_DUE = Parameter(
    "--if-due",
    tr("dream only if the schedule says that it is time, and write what it allows"),
    flag=True,
)
_UNITS = ("show", "install", "remove")
_ITS_OWN = ("days", "until", "force", "propose", "apply", "verbatim")


def _text(answer: Any) -> str:
    if "part" not in answer:
        return schedule_text(answer)
    from desktop_app.faces.operations import units

    return units.text(answer)


async def dream_if_due(call: Call) -> Any:
    """Dream if it is time. Raises WrongUse beside what the schedule itself decides."""
    others = [f"--{name}" for name in _ITS_OWN if call[name]]
    if others:
        raise WrongUse(
            tr("--if-due does not go with {others}.").format(others=", ".join(others)),
            tr("The settings say what an automatic dream reads and writes: nightstand schedule"),
        )
    from desktop_app.memory.schedule import Computer
    from desktop_app.system.idle import idle_seconds
    from desktop_app.system.power import on_mains

    engine = engine_for(call)
    dream = await call.memory.schedule.run_if_due(
        call.settings.get,
        computer=Computer(on_mains, idle_seconds),
        engine=engine,
        report=call.report,
    )
    answer: dict[str, Any] = {"outcome": "nothing", "reason": dream.told}
    if dream.outcome is not None:
        answer = dream_answers.outcome_json(dream.outcome, engine)
        if dream.applied is not None:
            answer = dream_answers.proposal_json(dream.applied.proposal)
        if dream.problem is not None:
            answer |= {"problem": dream.problem.message, "hint": dream.problem.hint}
    return answer | scheduled_json(dream)


@operation(
    "schedule",
    tr("set automatic dreams"),
    "nightstand schedule pause",
    _text,
    Parameter(
        "do",
        tr(
            "state (the default); pause, or resume, which also ends a pause after a loss; "
            "show, install or remove what has the system start them"
        ),
        default="state",
        choices=("state", "pause", "resume", *_UNITS),
    ),
    Parameter("--yes", tr("write or remove without a question"), flag=True),
    Parameter(
        "--with",
        tr("who starts dreams on Linux (default: systemd where it runs, else cron)"),
        choices=("systemd", "cron"),
    ),
)
def _schedule(call: Call) -> Any:
    if call["do"] in _UNITS:
        from desktop_app.faces.operations import units

        return units.run(call, call["do"])
    schedule = call.memory.schedule
    if call["do"] == "pause":
        schedule.pause()
    elif call["do"] == "resume":
        schedule.resume()
    from desktop_app.system import here

    memory, state = call.memory, schedule.state(call.settings.get)
    start = here.dream_start(memory.root, memory.id, memory.name, state.schedule.at)
    return schedule_json(state) | {"installed": here.is_scheduled(start)}
