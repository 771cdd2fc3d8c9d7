"""Operations on dreams: their proposals, and what came of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.proposal import Proposal, Why
from desktop_app.errors import Problem
from desktop_app.faces.columns import padded, width
from desktop_app.faces.operations import asked
from desktop_app.faces.operations import proposed as answers
from desktop_app.faces.operations.engine import (
    MODEL,
    engine_for,
    engine_parameter,
    model_offered,
)
from desktop_app.faces.operations.schedule import IF_DUE, dream_if_due
from desktop_app.faces.operations.table import (
    Call,
    Parameter,
    changes,
    count,
    day,
    fields_of,
    moment,
    numbers,
    operation,
)
from desktop_app.notebook.length import limits_of
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied
    from desktop_app.dreams.left import LeftLine
    from desktop_app.dreams.runs import DreamRun


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


def _applied(call: Call, applied: "Applied") -> dict[str, Any]:
    answer = answers.applied_json(applied, _secrets(call, applied.proposal))
    return answer | {"offers_schedule": call.memory.schedule.offers(call.settings.get)}


def _proposal(call: Call, proposal: Proposal) -> dict[str, Any]:
    return answers.proposal_json(proposal, secrets=_secrets(call, proposal))


def _secrets(call: Call, proposal: Proposal | None) -> "Sequence[LeftLine]":
    return call.memory.dreams.left_lines(proposal, Why.SECRET)[0] if proposal else ()


_WHICH = Parameter("id", tr("which dream (default: the newest that waits)"))


@operation(
    "dream",
    tr("propose changes"),
    "nightstand dream --days 7",
    _dream_text,
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
    Parameter("--apply", tr("also write what is accepted beforehand"), flag=True, group="then"),
    Parameter(
        "--verbatim",
        tr("also write what no source supports (not questions)"),
        flag=True,
        group="then",
    ),
    IF_DUE,
    asked.MEND,
    asked.MENDED,
    problem=_failed,
)
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


@operation("proposals", tr("show dreams that wait"), "nightstand proposals", answers.proposals_text)
def _proposals(call: Call) -> Any:
    dreams = call.memory.dreams
    return [answers.summary_json(one, dreams.lost(one)) for one in dreams.proposals()]


@operation(
    "apply",
    tr("write what is accepted"),
    "nightstand apply --except 3",
    answers.dream_text,
    _WHICH,
    Parameter("--only", tr("apply exactly these changes, such as 1,3"), numbers),
    Parameter(
        "--kind",
        tr("apply all changes of these kinds that the notes support, such as added,updated"),
        changes,
    ),
    Parameter("--also", tr("apply these and the accepted ones"), numbers),
    Parameter("--except", tr("apply all accepted ones except these, which are refused"), numbers),
    Parameter("--both", tr("for these questions, keep the old line beside the new one"), numbers),
)
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


@operation(
    "discard",
    tr("set a dream aside; MEMORY.md stays as it is"),
    "nightstand discard",
    answers.dismissed_text,
    _WHICH,
    Parameter(
        "--questions",
        tr("dismiss only its open questions; the dream still waits"),
        flag=True,
    ),
)
def _discard(call: Call) -> Any:
    if not call["questions"]:
        discarded = call.memory.dreams.discard(call["id"])
        return _proposal(call, discarded) | {"dismissed": []}
    after, asked = call.memory.dreams.dismiss_questions(call["id"])
    return _proposal(call, after) | {"dismissed": asked}


@operation(
    "undo",
    tr("undo a dream"),
    "nightstand undo",
    answers.undone_text,
    Parameter("id", tr("which dream (default: the newest applied one)")),
)
def _undo(call: Call) -> Any:
    return answers.undone_json(call.memory.dreams.undo(call["id"]))


_WIDEST = 24  # signs of the bar that shows how large memory was
_HEAD = (
    tr("when"), tr("why"), tr("engine"), tr("took"), tr("tokens"), tr("changes"), tr("bullets"),
    tr("what came of it"),
)  # fmt: skip


def _json(run: "DreamRun") -> dict[str, Any]:
    from desktop_app.dreams.ledger import (
        cause_in_words,
        dreamer_in_words,
        growth_of,
        outcome_in_words,
        size_of,
    )

    return {
        **fields_of(run, "id", "cause", "engine", "changes"),
        "made": moment(run.made),
        "model": run.model or None,
        **fields_of(run, "days", "seconds", "tokens", "outcome", "state"),
        "reason": run.reason or None,
        "bullets": size_of(run),
        "growth": growth_of(run),
        "told": [
            cause_in_words(run),
            outcome_in_words(run),
            dreamer_in_words(run.engine, run.model),
        ],
    }


def _text(answer: Any) -> str:
    dreams = answer["dreams"]
    if not dreams:
        return tr("Nobody has dreamt here yet.")
    rows = [_HEAD, *map(_row, dreams)]
    if answer["history"]:
        most = max(one["bullets"] or 0 for one in dreams)
        rows = [_HEAD, *((*_row(one), _bar(one["bullets"], most)) for one in dreams)]
    widths = [max(width(row[n]) for row in rows) for n in range(len(_HEAD))]
    return "\n".join(_line(row, widths) for row in rows)


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    right = (3, 4, 5, 6)  # the columns of numbers
    cells = [
        padded(cell, columns, right=n in right)
        for n, (cell, columns) in enumerate(zip(row, widths, strict=False))
    ]
    return "  ".join([*cells, *row[len(widths) :]]).rstrip()


def _row(one: dict[str, Any]) -> tuple[str, ...]:
    size = "" if one["bullets"] is None else f"{one['bullets']:,}"
    grown = f" ({one['growth']:+})" if one["growth"] else ""
    return (
        one["made"][:16].replace("T", " "),
        one["told"][0],
        one["told"][2],
        f"{one['seconds']:.0f} s" if one["seconds"] else "",
        f"{one['tokens']:,}" if one["tokens"] else "",
        str(one["changes"]),
        f"{size}{grown}",
        one["told"][1],
    )


def _bar(bullets: int | None, most: int) -> str:
    return "█" * round(_WIDEST * bullets / most) if bullets and most else ""


@operation(
    "dreams",
    tr("list the dreams: when, why, how long, and what came of them"),
    "nightstand dreams --history",
    _text,
    Parameter("--limit", tr("how many, the newest first"), count, 10),
    Parameter(
        "--history",
        tr("all of them, the oldest first, with the size of memory over time"),
        flag=True,
    ),
)
def _dreams(call: Call) -> Any:
    history = call["history"]
    runs = call.memory.dreams.runs(-1 if history else call["limit"])
    return {"history": history, "dreams": list(map(_json, runs[::-1] if history else runs))}
