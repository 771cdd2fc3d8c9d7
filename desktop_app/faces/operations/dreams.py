"""Operations on dreams and their proposals."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from desktop_app.dreams.left import LeftLine
from desktop_app.dreams.proposal import Proposal, RunOutcome, Why
from desktop_app.errors import Problem
from desktop_app.faces.answers import dreams as answers
from desktop_app.faces.operations.engine import MODEL, ORDER, engine_for, who
from desktop_app.faces.operations.table import (
    Call,
    Operation,
    Parameter,
    changes,
    day,
    numbers,
)
from desktop_app.notebook.length import limits_of


async def _dream(call: Call) -> Any:
    engine = engine_for(call, call["order"])
    outcome = await call.memory.dreams.dream(
        call["days"] or call.settings.get("dreams.days") or None,
        until=call["until"],
        force=call["force"],
        enabled=call.settings.get("dreams.enabled"),
        engine=engine,
        learn=call.settings.get("dreams.learn"),
        limits=limits_of(call.settings.get),
        report=call.report,
    )
    proposal = outcome.proposal
    if proposal is not None and (call["apply"] or call["verbatim"]):
        applied = call.memory.dreams.apply_unseen(proposal, verbatim=call["verbatim"])
        if applied is not None:
            return _proposal(call, applied.proposal)
    return answers.outcome_json(outcome, engine, _secrets(call, proposal))


def _proposals(call: Call) -> Any:
    return [answers.summary_json(one, call["all"]) for one in call.memory.dreams.proposals()]


def _apply(call: Call) -> Any:
    applied = call.memory.dreams.apply(
        call["id"],
        call["only"],
        call["both"] or (),
        call["except"] or (),
        call.settings.get("dreams.learn"),
        also=call["also"] or (),
        kinds=call["kind"] or (),
        more=call["all"],
    )
    return _proposal(call, applied.proposal) | {"left": [change.n for change in applied.left]}


def _discard(call: Call) -> Any:
    if not call["questions"]:
        discarded = call.memory.dreams.discard(call["id"], call.settings.get("dreams.learn"))
        return _proposal(call, discarded) | {"dismissed": []}
    after, asked = call.memory.dreams.dismiss_questions(call["id"], more=call["all"])
    return _proposal(call, after) | {"dismissed": asked}


def _proposal(call: Call, proposal: Proposal) -> dict[str, Any]:
    return answers.proposal_json(proposal, secrets=_secrets(call, proposal))


def _secrets(call: Call, proposal: Proposal | None) -> Sequence[LeftLine]:
    return call.memory.dreams.left(proposal, Why.SECRET)[0] if proposal else ()


def _learned(call: Call) -> Any:
    memory = call.memory
    found = memory.dreams.forget_learned() if call["forget"] else memory.dreams.learned()
    return asdict(found) | {"learn": call.settings.get("dreams.learn"), "forgotten": call["forget"]}


def _learned_text(answer: Any) -> str:
    if answer["forgotten"]:
        lines = answer["kept"] + answer["left"]
        return f"Forgotten: what {lines} {'line' if lines == 1 else 'lines'} of reviews had taught."
    off = "" if answer["learn"] else " Learning is off: `nightstand settings dreams.learn on`."
    return f"{answer['told']}{off}"


def _undo(call: Call) -> Any:
    return answers.undone_json(call.memory.dreams.undo(call["id"]))


_WHICH = Parameter("id", "which dream; without it the newest that waits")
_ALL = Parameter("--all", "also what is not on the first page", flag=True, default=False)

ROWS = (
    Operation(
        "dream",
        "read the days and propose changes to MEMORY.md",
        "nightstand dream --days 7",
        _dream,
        answers.dream_text,
        (
            Parameter(
                "--days",
                "how many days to read, today included (default: the setting dreams.days, "
                "or else every day since the last dream)",
                int,
            ),
            Parameter(
                "--until",
                "the last day to read, YYYY-MM-DD (default: today); "
                "the N days that end there, 30 without --days",
                day,
            ),
            who("dreams"),
            MODEL,
            ORDER,
            Parameter(
                "--force",
                "dream again over unchanged days, rejected changes too",
                flag=True,
                default=False,
            ),
            Parameter(
                "--propose", "only propose (the default)", flag=True, default=False, group="then"
            ),
            Parameter(
                "--apply",
                "also write what is accepted beforehand",
                flag=True,
                default=False,
                group="then",
            ),
            Parameter(
                "--verbatim",
                "also write what no source supports (not questions)",
                flag=True,
                default=False,
                group="then",
            ),
        ),
        problem=lambda answer: (
            Problem(answer["problem"], answer["hint"])
            if answer["outcome"] == RunOutcome.FAILED
            else None
        ),
    ),
    Operation(
        "proposals",
        "show the dreams that wait for you, and what they would change",
        "nightstand proposals --all",
        _proposals,
        answers.proposals_text,
        (_ALL,),
    ),
    Operation(
        "apply",
        "write the accepted changes of a dream",
        "nightstand apply --except 3",
        _apply,
        answers.dream_text,
        (
            _WHICH,
            Parameter("--only", "exactly these changes: 1,3", numbers),
            Parameter(
                "--kind",
                "all of these kinds that the notes support: added,updated; without --all of the "
                "first page only",
                changes,
            ),
            _ALL,
            Parameter("--also", "these as well as the accepted ones", numbers),
            Parameter("--except", "all accepted ones but these", numbers),
            Parameter("--both", "questions whose old line stays beside the new one", numbers),
        ),
    ),
    Operation(
        "discard",
        "set a dream aside; MEMORY.md stays",
        "nightstand discard",
        _discard,
        answers.dismissed_text,
        (
            _WHICH,
            Parameter(
                "--questions",
                "dismiss its open questions only; the dream still waits",
                flag=True,
                default=False,
            ),
            _ALL,
        ),
    ),
    Operation(
        "undo",
        "take back an applied dream",
        "nightstand undo",
        _undo,
        answers.undone_text,
        (Parameter("id", "which dream; without it the newest applied one"),),
    ),
    Operation(
        "learned",
        "say what dreams learned from what you kept and left, or forget it",
        "nightstand learned",
        _learned,
        _learned_text,
        (Parameter("--forget", "let go of all of it", flag=True, default=False),),
    ),
)
