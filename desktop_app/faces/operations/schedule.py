"""Operations on automatic dreams, and on what has the system start them. Writes nothing unasked."""

import sys
from datetime import datetime, time
from typing import TYPE_CHECKING, Any, Literal

from desktop_app import dates
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.schedule import WRITES_IN_WORDS, Schedule, ScheduleKind
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations import dream_answers as dream_answers
from desktop_app.faces.operations.table import Answer, Call, engine_for, fields_of, operation
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.system.units import Start

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
        "due": dream.cause is not None,
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
    if "part" in answer:
        return _unit_text(answer)
    lines = [tr("Schedule  {plan}").format(**answer)]
    if answer["schedule"] == ScheduleKind.OFF:
        return f"{lines[0]}\n{dream_answers.TURN_ON}"
    lines.append(tr("Next      {told}").format(told=answer["told"] or answer["next_told"]))
    lines.append(tr("Writes    {may}").format(**answer))
    if not answer["installed"]:
        lines.append(tr("Begins    while the window is open; else: nightstand schedule install"))
    if put_off := answer["put_off"]:
        at = dates.moment(datetime.fromisoformat(put_off["at"]))
        lines.append(tr("Put off   {at}: {told}").format(at=at, told=put_off["told"]))
    if answer["paused"]:
        lines.append(tr("Start them again: nightstand schedule resume"))
    return "\n".join(lines)


@operation(
    "schedule", tr("set automatic dreams"), "nightstand schedule pause", _schedule_text,
    do=tr(
        "state (the default): say when the next one is; pause, resume: stop automatic dreams, and "
        "let them go on; show, install, remove: the timer by which the system starts them"
    ),
    yes=tr("write or remove without a question"),
)  # fmt: skip
def _schedule(
    call: Call, do: Literal["state", "pause", "resume", "show", "install", "remove"] = "state", *,
    yes: bool = False,
) -> Any:  # fmt: skip
    from desktop_app.system import here

    memory, schedule = call.memory, call.memory.schedule
    at = time.fromisoformat(call.settings.get("dreams.time"))
    start = here.dream_start(memory.root, memory.id, memory.name, at)
    if do in ("show", "install", "remove"):
        return _unit(call, do, start)
    if do == "pause":
        schedule.pause()
    elif do == "resume":
        schedule.resume()
    state = schedule.state(call.settings.get)
    plan, put_off = state.schedule, state.put_off
    return {
        "schedule": plan.kind,
        "time": f"{plan.at:%H:%M}",
        "every_days": plan.days,
        "writes": plan.writes,
        **fields_of(state, "next_told", "why", "told", "tried", next_dream="next_at"),
        "paused": state.paused or None,
        "put_off": put_off and fields_of(put_off, "at", told="text"),
        "plan": _plan(plan),
        "may": WRITES_IN_WORDS[plan.writes],
        "installed": here.is_scheduled(start),
    }


def _unit(call: Call, part: str, start: "Start") -> Answer:
    """Show what would be or is there, write it, or remove it. Raises Problem."""
    from desktop_app.system import here
    from desktop_app.system.installing import Installed

    installer = here.scheduler(start)
    if part == "remove":
        there = here.installed(installer, start) is not Installed.NO
        if there:
            _agree(
                call,
                "\n".join(str(file.path) for file in installer.files(start)),
                tr("Remove this?"),
            )
        return {"part": part, "done": there and installer.remove(start)}
    answer = {
        "part": part,
        "installed": here.installed(installer, start),
        "done": False,
        "files": [{"path": str(file.path), "text": file.text} for file in installer.files(start)],
        "off": call.settings.get("dreams.schedule") == ScheduleKind.OFF,
    }
    if part == "show" or answer["installed"] == Installed.SAME:
        return answer
    _agree(call, _files(answer), tr("Write this?"))
    installer.install(start)
    return answer | {"done": True, "installed": Installed.SAME}


def _unit_text(answer: Answer) -> str:
    from desktop_app.system.installing import Installed

    if answer["part"] == "remove":
        removed = tr("Removed. The system starts no dreams of this notebook any more.")
        return removed if answer["done"] else tr("Nothing was installed.")
    if answer["part"] == "install":
        if not answer["done"]:
            return tr("It is installed already. Nothing was changed.")
        done = tr("Installed. Every 15 minutes the system asks whether a dream is due.")
        return f"{done}\n{dream_answers.TURN_ON}" if answer["off"] else done
    states = {
        Installed.NO: tr("Not installed. `nightstand schedule install` would write this:"),
        Installed.SAME: tr("Installed, as follows:"),
        Installed.OTHER: tr("A different timer is installed. `schedule install` would write this:"),
    }
    return f"{states[answer['installed']]}\n\n{_files(answer)}"


def _files(answer: Answer) -> str:
    return "\n".join(f"# {file['path']}\n{file['text']}" for file in answer["files"])


def _agree(call: Call, shown: str, question: str) -> None:
    """Ask the person, unless they said yes beforehand. Raises Problem where they do not agree."""
    if call["yes"]:
        return
    nothing = tr("Nothing was changed.")
    if sys.stdin is None or not sys.stdin.isatty():
        raise Problem(nothing, tr("Nobody is here to agree. See `schedule show`, then add --yes."))
    print(f"{shown}\n{question} [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
        raise Problem(nothing)
