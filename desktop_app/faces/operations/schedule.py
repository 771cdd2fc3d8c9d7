"""Operations on dreams by themselves."""

from typing import Any

from desktop_app.errors import WrongUse
from desktop_app.faces.answers import dreams as dream_answers
from desktop_app.faces.answers import schedule as answers
from desktop_app.faces.operations.engine import engine_for
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.words import tr

IF_DUE = Parameter(
    "--if-due",
    tr("dream only if the schedule says that it is time, and write what it allows"),
    flag=True,
)
_UNITS = ("show", "install", "remove")
_ITS_OWN = ("days", "until", "force", "propose", "apply", "verbatim")


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
    return answers.schedule_json(state) | {"installed": here.is_scheduled(start)}


def _text(answer: Any) -> str:
    if "part" not in answer:
        return answers.schedule_text(answer)
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
    return answer | answers.scheduled_json(dream)


ROWS = (
    Operation(
        "schedule",
        tr("set automatic dreams"),
        "nightstand schedule pause",
        _schedule,
        _text,
        (
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
        ),
    ),
)
