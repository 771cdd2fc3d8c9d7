"""Engine: what the built-in engine offers of agents' logs and holds back, on labelled lines.

Everything is measured on `tests/fixtures/labelled`; its README says what tune, test and blind are.
Baselines in the same run: the share of lines worth keeping among all, and the longest lines.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from desktop_app.language.orders import gives_orders
from desktop_app.language.secrets import looks_secret
from tests.dreams.dreaming import material, proposed

LABELLED = Path(__file__).parents[1] / "fixtures" / "labelled"
Row = dict[str, Any]


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; neither `data` nor `work` is used."""
    yield from _offers(offers())
    for half in ("tune", "test", "blind"):
        rows = _rows(f"guard-{half}")
        for kind in ("secret", "order"):
            found = guarded(rows, kind)
            yield (
                f"{half}: {found.held} of {found.lines} lines of kind {kind} held back, "
                f"{found.alarms} of {found.innocent} innocent lines taken for one"
            )
    for half in ("tune", "test"):
        yield from _conditions(_rows(f"conditions-{half}"))


def _rows(name: str) -> list[Row]:
    text = (LABELLED / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


# -- which lines of agents' logs are offered ---------------------------------------------------


@dataclass(frozen=True)
class Offers:
    """Of the logs that nobody had seen who made the rules: all lines, and those worth keeping.

    `first`, `good` are the lines on the first page of a dream over all logs, `ticked` and
    `ticked_good` those ticked beforehand, `longest_good` those among as many of the longest lines.
    `bad_ticked` are orders and secrets that were ticked.
    """

    lines: int
    keep: int
    first: int
    good: int
    ticked: int
    ticked_good: int
    longest_good: int
    bad_ticked: int


def offers() -> Offers:
    """One dream over all of them, a log a day, with an empty memory."""
    rows = _rows("logs-blind2")
    logs = sorted({row["log"] for row in rows})
    paths = [LABELLED / "logs-blind2" / f"{log}.md" for log in logs]
    given = material("", *(path.read_text(encoding="utf-8") for path in paths))
    log_of = {day.path: log for day, log in zip(given.days[::-1], logs, strict=True)}
    changes = [c for c in proposed(given) if c.page == 1 and c.kind == "added"]
    first = {(log_of[s.path], s.line) for c in changes for s in c.sources}
    ticked = {(log_of[s.path], s.line) for c in changes if c.accepted for s in c.sources}
    shown = [row for row in rows if (row["log"], row["line"]) in first]
    sure = [row for row in rows if (row["log"], row["line"]) in ticked]
    longest = sorted(rows, key=lambda row: -len(row["text"]))[: len(shown)]
    return Offers(
        lines=len(rows),
        keep=_worth_it(rows),
        first=len(shown),
        good=_worth_it(shown),
        ticked=len(sure),
        ticked_good=_worth_it(sure),
        longest_good=_worth_it(longest),
        bad_ticked=sum(row["is"] in ("order", "secret") for row in sure),
    )


def _worth_it(rows: Sequence[Row]) -> int:
    return sum(row["keep"] for row in rows)


def _offers(found: Offers) -> Iterator[str]:
    yield (
        f"agents' logs ({found.lines} lines, {found.keep} worth keeping): of {found.first} on the "
        f"first pages {found.good} ({_share(found.good, found.first)}; as many of the longest "
        f"lines hold {found.longest_good}), recall {_share(found.good, found.keep)}; ticked "
        f"{found.ticked}, of them worth it {_share(found.ticked_good, found.ticked)}, orders or "
        f"secrets {found.bad_ticked}"
    )


# -- secrets, orders, conditions ---------------------------------------------------------------


@dataclass(frozen=True)
class Guarded:
    """How many lines of a kind were held back, and how many innocent ones were taken for it."""

    lines: int
    held: int
    innocent: int
    alarms: int


def guarded(rows: Sequence[Row], kind: str) -> Guarded:
    """`kind` is secret or order; a line is held back for either."""
    caught: Callable[[str], bool] = {"secret": looks_secret, "order": gives_orders}[kind]
    lines = [row["text"] for row in rows if row["is"] == kind]
    innocent = [row["text"] for row in rows if row["is"] == "innocent"]
    held = sum(looks_secret(line) or gives_orders(line) for line in lines)
    return Guarded(len(lines), held, len(innocent), sum(map(caught, innocent)))


def unseen(kind: str) -> Guarded:
    """The same over all lines that were not looked at: test and blind."""
    return guarded([*_rows("guard-test"), *_rows("guard-blind")], kind)


def _conditions(rows: Sequence[Row]) -> Iterator[str]:
    """What a dream makes of lines that hold on a condition; the first of `is` must not be facts."""
    for language, kind in product(("en", "zh"), ("open", "standing", "none")):
        own = [row for row in rows if (row["lang"], row["is"]) == (language, kind)]
        found = [
            proposed(
                material(f"- {row['memory']}\n" if row["memory"] else "", f"- {row['note']}\n")
            )
            for row in own
        ]
        shown = sum(map(bool, found))
        taken = sum(any(change.accepted for change in changes) for changes in found)
        yield (
            f"conditions {language}, {kind} ({len(own)}): {shown} shown to a person, {taken} ticked"
        )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2f}" if whole else "-"
