"""Operations on the ledger of dreams: when, why, how long, and what came of each."""

from typing import TYPE_CHECKING, Any

from desktop_app.faces.answers import moment
from desktop_app.faces.columns import padded, width
from desktop_app.faces.operations.table import Call, Operation, Parameter, count
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.runs import DreamRun

_WIDEST = 24  # signs of the bar that shows how large memory was
_HEAD = (
    tr("when"), tr("why"), tr("engine"), tr("took"), tr("tokens"), tr("changes"), tr("bullets"),
    tr("what came of it"),
)  # fmt: skip


def _dreams(call: Call) -> Any:
    history = call["history"]
    runs = call.memory.dreams.runs(-1 if history else call["limit"])
    return {"history": history, "dreams": list(map(_json, runs[::-1] if history else runs))}


def _json(run: "DreamRun") -> dict[str, Any]:
    from desktop_app.dreams.ledger import (
        cause_in_words,
        dreamer_in_words,
        growth_of,
        outcome_in_words,
        size_of,
    )

    return {
        "id": run.id,
        "made": moment(run.made),
        "cause": run.cause,
        "engine": run.engine,
        "model": run.model or None,
        "days": run.days,
        "seconds": run.seconds,
        "tokens": run.tokens,
        "outcome": run.outcome,
        "state": run.state,
        "reason": run.reason or None,
        "changes": run.changes,
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


ROWS = (
    Operation(
        "dreams",
        tr("list the dreams: when, why, how long, and what came of them"),
        "nightstand dreams --history",
        _dreams,
        _text,
        (
            Parameter("--limit", tr("how many, the newest first"), count, 10),
            Parameter(
                "--history",
                tr("all of them, the oldest first, with the size of memory over time"),
                flag=True,
            ),
        ),
    ),
)
