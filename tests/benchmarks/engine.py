"""Engine: what a dream without a model offers of agents' logs and holds back, on labelled lines.

Everything is measured on `tests/fixtures/labelled`; its README says what tune, test and blind are.
Baseline in the same run: as many of the longest lines of each log.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_app.language.gate import held
from tests.dreams.dreaming import material, proposed

LABELLED = Path(__file__).parents[1] / "fixtures" / "labelled"
Row = dict[str, Any]


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; neither `data` nor `work` is used."""
    yield from _offers(offers())
    for half in ("test", "blind"):
        rows = _rows(f"guard-{half}")
        for kind in ("secret", "order"):
            found = guarded(rows, kind)
            yield (
                f"{half}: {found.held} of {found.lines} lines of kind {kind} held back, "
                f"{found.alarms} of {found.innocent} innocent lines taken for one"
            )


def _rows(name: str) -> list[Row]:
    text = (LABELLED / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


# -- which lines of agents' logs are offered ---------------------------------------------------


@dataclass(frozen=True)
class Offers:
    """Of the logs that nobody had seen who made the rules: all lines, and those worth keeping.

    `shown` are the lines that a dream over each log alone offers, `good` those worth keeping among
    them, `longest_good` those among as many of the longest lines. `bad` are the orders and secrets
    among those offered.
    """

    lines: int
    keep: int
    shown: int
    good: int
    longest_good: int
    bad: int


def offers() -> Offers:
    """One dream over each log, with an empty memory."""
    rows = _rows("logs-blind2")
    shown: list[Row] = []
    longest: list[Row] = []
    for log in sorted({row["log"] for row in rows}):
        own = [row for row in rows if row["log"] == log]
        text = (LABELLED / "logs-blind2" / f"{log}.md").read_text(encoding="utf-8")
        lines = {s.line for change in proposed(material("", text)) for s in change.sources}
        found = [row for row in own if row["line"] in lines]
        shown += found
        longest += sorted(own, key=lambda row: -len(row["text"]))[: len(found)]
    return Offers(
        lines=len(rows),
        keep=_worth_it(rows),
        shown=len(shown),
        good=_worth_it(shown),
        longest_good=_worth_it(longest),
        bad=sum(row["is"] in ("order", "secret") for row in shown),
    )


def _worth_it(rows: Sequence[Row]) -> int:
    return sum(row["keep"] for row in rows)


def _offers(found: Offers) -> Iterator[str]:
    yield (
        f"agents' logs ({found.lines} lines, {found.keep} worth keeping): offered {found.shown}, "
        f"worth keeping {found.good} (as many of the longest lines hold {found.longest_good}); "
        f"orders or secrets {found.bad}"
    )


# -- secrets and orders ---------------------------------------------------------------


@dataclass(frozen=True)
class Guarded:
    """How many lines of a kind were held back, and how many innocent ones were taken for it."""

    lines: int
    held: int
    innocent: int
    alarms: int


def guarded(rows: Sequence[Row], kind: str) -> Guarded:
    """`kind` is secret or order; a line is held back for either."""
    lines = [row["text"] for row in rows if row["is"] == kind]
    innocent = [row["text"] for row in rows if row["is"] == "innocent"]
    caught, alarms = (sum(map(bool, map(held, some))) for some in (lines, innocent))
    return Guarded(len(lines), caught, len(innocent), alarms)


def unseen(kind: str) -> Guarded:
    """The same over all lines that were not looked at: test and blind."""
    return guarded([*_rows("guard-test"), *_rows("guard-blind")], kind)
