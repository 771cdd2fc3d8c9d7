"""Two engines over the same days: the `--what-if` of a dream, for the command line and REST."""

import re
from typing import Any

from desktop_app.dreams.engines import engine_of
from desktop_app.dreams.whatif.comparing import WhatIf
from desktop_app.dreams.whatif.pairing import PairSide
from desktop_app.dreams.whatif.picking import Pick, Picks, all_of, of_both
from desktop_app.errors import WrongUse
from desktop_app.faces.answers import whatif as answers
from desktop_app.faces.operations.table import Call, Parameter
from desktop_app.memory.whatif import engine_named
from desktop_app.notebook.length import limits_of
from desktop_app.words import tr

_BOTH = "both"
_NOT_WITH = ("engine", "model", "expect", "apply", "verbatim")
_PICK = re.compile(r"([LR])([1-9][0-9]{0,5})", re.IGNORECASE)
_SIDES = {"L": PairSide.LEFT, "R": PairSide.RIGHT}

WHAT_IF = Parameter(
    "--what-if",
    tr(
        "let these two engines read the same days, and show their changes side by side: builtin, "
        "or a model of Ollama by its name"
    ),
    many=True,
    takes="ENGINE",
)
TAKE = Parameter(
    "--take",
    tr(
        "with --what-if: make one proposal of all of the left engine, of all of the right one, of "
        "what no change of the other speaks against (both), or of changes such as L1,R3"
    ),
    takes="left|right|both|L1,R3",
)


async def compare(call: Call) -> Any:
    """Compare the two engines that the call names, and keep what it takes."""
    names = call["what_if"]
    if len(names) != 2:
        raise WrongUse(
            tr("--what-if compares two engines."), tr("For example: --what-if builtin qwen3:8b.")
        )
    for name in _NOT_WITH:
        if call[name]:
            raise WrongUse(
                tr("--what-if and --{name} do not go together.").format(name=name),
                tr("Leave --{name} away.").format(name=name),
            )
    get = call.settings.get
    left, right = (engine_named(name, engine_of(get)) for name in names)
    if left.asks or right.asks:
        call.memory.models.ask_at(get("models.address"), get("models.consent"))
    wanted = _wanted(call["take"])
    whatif = await call.memory.whatif.compare(
        left,
        right,
        call["days"] or get("dreams.days") or None,
        until=call["until"],
        force=call["force"],
        enabled=get("dreams.enabled"),
        report=call.report,
    )
    if wanted is None:
        return answers.whatif_json(whatif)
    limits = limits_of(get)
    return answers.whatif_json(
        whatif, call.memory.whatif.keep(whatif, _picks(wanted, whatif), limits)
    )


def _wanted(text: str | None) -> str | frozenset[Pick] | None:
    """What is to be taken; None for nothing. Raises WrongUse for what is no pick."""
    if text is None or text in (*PairSide, _BOTH):
        return text
    found = [_PICK.fullmatch(part.strip()) for part in text.split(",")]
    if not all(found):
        raise WrongUse(
            tr("“{text}” does not say what to take.").format(text=text),
            tr("It is left, right, both, or changes such as L1,R3."),
        )
    return frozenset(Pick(_SIDES[one[1].upper()], int(one[2])) for one in found if one)


def _picks(wanted: str | Picks, whatif: WhatIf) -> Picks:
    if not isinstance(wanted, str):
        return wanted
    return of_both(whatif.pairs) if wanted == _BOTH else all_of(whatif.pairs, PairSide(wanted))
