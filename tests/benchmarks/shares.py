"""Shares: which shares of a budget half of the conversations chooses, measured on the other half.

The conversations of LoCoMo and what is asked of them are those of `context`. Each share of the
architect's takes some values, the others as they are; what gives the most on one half (any and all
of the evidence, the mean over the budgets) is measured on the other, beside what the program uses
and beside bare lines of the same search.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import fmean
from unittest.mock import patch

from desktop_app.search.query import SearchMode
from desktop_app.sessions.levels import architect
from desktop_app.sessions.prompt import PromptMaterial
from tests.benchmarks.context import _EVERYWHERE, _MOST, BUDGETS, _top, evidence_in, notebook
from tests.benchmarks.sleep import _asked

_VALUES = {
    "_SHARE": (0.1, 0.25, 0.4),
    "_REST": (0.0, 0.05, 0.15),
    "_RELEVANT": (0.0, 0.001, 0.003, 0.01, 0.03),
    "_STANDING": (0.0, 0.1, 0.25, 0.5),
}
Asked = tuple[PromptMaterial, tuple[str, ...], tuple[str, ...]]
"""What may be told, the turns that are wanted, and the bare lines of a search."""


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print. `data` holds LoCoMo; notebooks are made below `work`."""
    path = (data or Path()) / "locomo-dev.json"
    if not data or not path.is_file():
        yield "locomo-dev.json: not measured, see tests/benchmarks/context.py and --data"
        return
    halves: tuple[list[Asked], list[Asked]] = ([], [])
    for n, sample in enumerate(json.loads(path.read_text(encoding="utf-8"))):
        halves[n % 2].extend(_gathered(sample, work / str(n)))
    for n, name in enumerate(("even", "odd")):
        chosen = dict(_chosen(halves[n]))
        other = halves[1 - n]
        yield f"chosen on the {name} conversations ({len(halves[n])} questions): {chosen}"
        yield f"  on the others ({len(other)}), any / all: {_told(other, chosen)}"
        yield f"  there with the shares in use: {_told(other, {})}"
        yield f"  there by bare lines: {_told(other, None)}"


def _gathered(sample: dict, folder: Path) -> Iterator[Asked]:  # type: ignore[type-arg]
    memory = notebook(sample, folder)
    for asked in _asked(sample):
        memory.search.take_time()
        found = memory.search.find(
            asked.question, mode=SearchMode.QUESTION, limit=_MOST, kinds=_EVERYWHERE, rate=True
        ).hits
        bare = tuple(f"- {hit.text}" for hit in found)
        yield memory.context.material(asked.question), tuple(asked.evidence), bare
    memory.close()


def _chosen(half: Sequence[Asked]) -> Iterator[tuple[str, float]]:
    """The value of each share that gives the most; of equals the one in use."""
    for name, values in _VALUES.items():
        usual = getattr(architect, name)
        worth = {one: fmean(map(fmean, _measured(half, {name: one}))) for one in values}
        yield name, max(worth, key=lambda one: (round(worth[one], 4), one == usual))


def _told(half: Sequence[Asked], shares: dict[str, float] | None) -> str:
    return ", ".join(f"{any_:.3f} / {all_:.3f}" for any_, all_ in _measured(half, shares))


def _measured(half: Sequence[Asked], shares: dict[str, float] | None) -> list[tuple[float, float]]:
    """For each budget the share of the questions of which any, and all, of the evidence is in."""
    measured = []
    with patch.multiple(architect, **shares) if shares else nullcontext():
        for budget in BUDGETS:
            there = [evidence_in(_text(asked, budget, shares), asked[1]) for asked in half]
            measured.append((fmean(map(any, there)), fmean(map(all, there))))
    return measured


def _text(asked: Asked, budget: int, shares: dict[str, float] | None) -> str:
    material, _, bare = asked
    if shares is None:
        return _top(material, bare, budget)
    return architect.architected(material, budget).text
