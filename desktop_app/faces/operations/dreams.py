"""Operations on dreams and their proposals."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.proposal import Proposal, Why
from desktop_app.errors import Problem
from desktop_app.faces.answers import dreams as answers
from desktop_app.faces.operations import asked
from desktop_app.faces.operations.engine import MODEL, engine_for, engine_parameter, model_offered
from desktop_app.faces.operations.schedule import IF_DUE, dream_if_due
from desktop_app.faces.operations.table import Call, Operation, Parameter, changes, day, numbers
from desktop_app.notebook.length import limits_of
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied
    from desktop_app.dreams.left import LeftLine


async def _dream(call: Call) -> Any:
    if call["if_due"]:
        return await dream_if_due(call)
    if call["ask"]:
        return asked.ask(call)
    if call["answer"] or call["mend"] or call["mended"]:
        return asked.answer(call)
    engine = engine_for(call)
    if call["expect"]:
        days = call["days"] or call.settings.get("dreams.days") or None
        return answers.expected_json(await call.memory.dreams.expected(engine, days, call["until"]))
    outcome = await call.memory.dreams.dream(
        call["days"] or call.settings.get("dreams.days") or None,
        until=call["until"],
        force=call["force"],
        enabled=call.settings.get("dreams.enabled"),
        engine=engine,
        limits=limits_of(call.settings.get),
        report=call.report,
    )
    proposal = outcome.proposal
    if proposal is not None and (call["apply"] or call["verbatim"]):
        applied = call.memory.dreams.apply_unseen(proposal, verbatim=call["verbatim"])
        if applied is not None:
            return _applied(call, applied)
    lost = call.memory.dreams.lost(proposal) if proposal else ()
    answer = answers.outcome_json(outcome, engine, _secrets(call, proposal), lost)
    return answer | {"offers": await model_offered(call, engine)}


def _dream_text(answer: Any) -> str:
    if answer["outcome"] == asked.ASKED:
        return asked.ask_text(answer)
    told = asked.answer_text(answer) if "unknown" in answer else answers.dream_text(answer)
    if not answer.get("offers"):
        return told
    offer = tr("Ollama has {model}, which can dream: nightstand settings dreams.model {model}")
    return f"{told}\n{offer.format(model=answer['offers'])}"


def _failed(answer: Any) -> Problem | None:
    """Why there is no proposal."""
    return Problem(answer["problem"], answer["hint"]) if answer.get("problem") else None


def _proposals(call: Call) -> Any:
    dreams = call.memory.dreams
    return [answers.summary_json(one, dreams.lost(one)) for one in dreams.proposals()]


def _apply(call: Call) -> Any:
    applied = call.memory.dreams.apply(
        call["id"],
        call["only"],
        call["both"] or (),
        call["except"] or (),
        also=call["also"] or (),
        kinds=call["kind"] or (),
    )
    return _applied(call, applied)


def _applied(call: Call, applied: "Applied") -> dict[str, Any]:
    answer = answers.applied_json(applied, _secrets(call, applied.proposal))
    return answer | {"offers_schedule": call.memory.schedule.offers(call.settings.get)}


def _discard(call: Call) -> Any:
    if not call["questions"]:
        discarded = call.memory.dreams.discard(call["id"])
        return _proposal(call, discarded) | {"dismissed": []}
    after, asked = call.memory.dreams.dismiss_questions(call["id"])
    return _proposal(call, after) | {"dismissed": asked}


def _proposal(call: Call, proposal: Proposal) -> dict[str, Any]:
    return answers.proposal_json(proposal, secrets=_secrets(call, proposal))


def _secrets(call: Call, proposal: Proposal | None) -> "Sequence[LeftLine]":
    return call.memory.dreams.left_lines(proposal, Why.SECRET)[0] if proposal else ()


def _undo(call: Call) -> Any:
    return answers.undone_json(call.memory.dreams.undo(call["id"]))


_WHICH = Parameter("id", tr("which dream (default: the newest that waits)"))

ROWS = (
    Operation(
        "dream",
        tr("propose changes"),
        "nightstand dream --days 7",
        _dream,
        _dream_text,
        (
            Parameter(
                "--days",
                tr(
                    "how many days to read, today included (default: the setting dreams.days, "
                    "or else every day since the last dream)"
                ),
                int,
            ),
            Parameter(
                "--until",
                tr(
                    "the last day to read, YYYY-MM-DD (default: today); without --days, a dream "
                    "reads the 30 days that end there"
                ),
                day,
            ),
            engine_parameter(tr("dreams")),
            MODEL,
            Parameter(
                "--force",
                tr("read unchanged days again, and offer rejected changes again"),
                flag=True,
            ),
            Parameter(
                "--expect",
                tr("say what it would take, in calls, tokens and time, and do not dream"),
                flag=True,
                group="then",
            ),
            asked.ASK,
            asked.ANSWER,
            Parameter("--propose", tr("only propose (the default)"), flag=True, group="then"),
            Parameter(
                "--apply", tr("also write what is accepted beforehand"), flag=True, group="then"
            ),
            Parameter(
                "--verbatim",
                tr("also write what no source supports (not questions)"),
                flag=True,
                group="then",
            ),
            IF_DUE,
            asked.MEND,
            asked.MENDED,
        ),
        problem=_failed,
    ),
    Operation(
        "proposals",
        tr("show dreams that wait"),
        "nightstand proposals --all",
        _proposals,
        answers.proposals_text,
    ),
    Operation(
        "apply",
        tr("write what is accepted"),
        "nightstand apply --except 3",
        _apply,
        answers.dream_text,
        (
            _WHICH,
            Parameter("--only", tr("apply exactly these changes, such as 1,3"), numbers),
            Parameter(
                "--kind",
                tr(
                    "apply all changes of these kinds that the notes support, such as added,updated"
                ),
                changes,
            ),
            Parameter("--also", tr("apply these and the accepted ones"), numbers),
            Parameter(
                "--except", tr("apply all accepted ones except these, which are refused"), numbers
            ),
            Parameter(
                "--both", tr("for these questions, keep the old line beside the new one"), numbers
            ),
        ),
    ),
    Operation(
        "discard",
        tr("set a dream aside; MEMORY.md stays as it is"),
        "nightstand discard",
        _discard,
        answers.dismissed_text,
        (
            _WHICH,
            Parameter(
                "--questions",
                tr("dismiss only its open questions; the dream still waits"),
                flag=True,
            ),
        ),
    ),
    Operation(
        "undo",
        tr("undo a dream"),
        "nightstand undo",
        _undo,
        answers.undone_text,
        (Parameter("id", tr("which dream (default: the newest applied one)")),),
    ),
)
