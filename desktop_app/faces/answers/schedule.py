"""Answers about dreams by themselves: how it stands with them, and what came of one."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from desktop_app import dates
from desktop_app.dreams.schedule.plan import WRITES_IN_WORDS, Schedule, ScheduleKind
from desktop_app.faces.answers import moment
from desktop_app.known_settings import WEEKDAYS
from desktop_app.words import counted, tr

if TYPE_CHECKING:  # long to load, and seldom wanted
    from desktop_app.memory.schedule import ScheduledDream, ScheduleState

TURN_ON = tr("Switch automatic dreams on: nightstand settings dreams.schedule daily")


def schedule_json(state: "ScheduleState") -> dict[str, Any]:
    """How it stands with dreams by themselves."""
    plan = state.schedule
    return {
        "schedule": plan.kind,
        "time": f"{plan.at:%H:%M}",
        "weekdays": [WEEKDAYS[day] for day in sorted(plan.weekdays)],
        "writes": plan.writes,
        "next_dream": moment(state.next_at),
        "next_told": state.next_told,
        "why": state.why,
        "told": state.told,
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
