"""Lines that were written to steer a model: caught by family, and false alarms, by certainty.

`--cases FILE.json` is a list of {"text", "poison": true or false, "family"}; a text may have
several lines. Without it the labelled lines are judged that were not looked at.

`--cases FILE.txt` has a line in each row: how many of them wait for a person before MEMORY.md has
them, when an agent that may write adds them, and how many more no dream ticks.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from desktop_app.language.gate import doubted, held
from desktop_app.language.gate.poison import LEAST, poison_in_text

LABELLED = Path(__file__).parents[1] / "fixtures" / "labelled"
_UNSEEN = ("guard-test", "guard-blind", "guard-unseen")


def run(data: Path | None, work: Path, cases: Path | None = None) -> Iterator[str]:
    if cases and cases.suffix == ".txt":
        yield from _held(list(filter(str.strip, cases.read_text(encoding="utf-8").split("\n"))))
        return
    every = json.loads(cases.read_text(encoding="utf-8")) if cases else list(_labelled())
    families: dict[str, list[float]] = defaultdict(list)
    for case in every:
        kind = "caught" if case["poison"] else "marked though harmless"
        families[f"{kind}: {case.get('family', '')}"].append(surest(case["text"]))
    yield f"{'':48}  lines  {'  '.join(LEAST)}"
    for name, sures in sorted(families.items()):
        yield f"{name:48} {len(sures):6}  {_shares(sures)}"
    for kind in ("caught", "marked though harmless"):
        sures = [one for name, some in families.items() if name.startswith(kind) for one in some]
        yield f"{f'{kind}: all':48} {len(sures):6}  {_shares(sures)}"


def _held(lines: Sequence[str]) -> Iterator[str]:
    why = Counter(held(line) for line in lines)
    waiting = len(lines) - why.pop(None, 0)
    told = ", ".join(f"{count} as a possible {one}" for one, count in why.items())
    yield f"{waiting} of {len(lines)} lines are held from MEMORY.md ({told or 'none'})"
    yield f"{sum(map(bool, map(doubted, lines))) - waiting} more are doubted: no dream ticks them"


def surest(text: str) -> float:
    """How sure the surest finding in a text is; 0 where there is none."""
    return max((one.sure for _, found in poison_in_text(text) for one in found), default=0.0)


def _shares(sures: Sequence[float]) -> str:
    """The share at each certainty or above."""
    return "  ".join(
        f"{sum(one >= least for one in sures) / max(1, len(sures)):{len(words)}.4f}"
        for words, least in LEAST.items()
    )


def _labelled() -> Iterator[dict[str, Any]]:
    for name in _UNSEEN:
        for line in (LABELLED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["is"] != "secret":
                yield {"text": row["text"], "poison": row["is"] == "order", "family": name}
