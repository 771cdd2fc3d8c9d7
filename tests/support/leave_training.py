"""Learns the weights by which a line is taken to let an agent act; prints how well it does.

`python -m tests.support.leave_training` reads lines that may be looked at, of
tests/fixtures/labelled and tests/fixtures/guarded, and writes resources/language/leave.bin.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from desktop_app import resources
from desktop_app.language.leave import PLACES, gives_leave, signs

FIXTURES = Path(__file__).parents[1] / "fixtures"
_ROUNDS, _STEP, _SHRINK = 8, 0.3, 1e-4
_WEIGHT = {"writer": 3.0, "hand": 1.0, "made": 0.3}  # of a line, by how it came to be
Row = tuple[str, bool, float]


def rows() -> Iterator[Row]:
    """Lines, whether they let an agent act, and what each counts."""
    for row in _read("guard-leave-training"):
        yield row["text"], row["is"] == "order", _WEIGHT[row["by"]]
    for row in _read("guard-tune"):
        if row["is"] != "secret":
            yield row["text"], row["is"] == "order", 3.0
    for text in dict.fromkeys(_facts()):
        yield text.strip("- "), False, 3.0
    for name, is_order in (("orders", True), ("innocent", False)):
        text = (FIXTURES / f"guarded/{name}.txt").read_text(encoding="utf-8")
        yield from ((line, is_order, 3.0) for line in text.splitlines())


def _facts() -> Iterator[str]:
    """Lines of plain notes."""
    for case in _read("changes-tune"):
        yield from (*case["memory"], *case["day"])
    for case in _read("claims-tune"):
        yield from (case["claim"], *case["sources"])
    for name in ("pairs-en-tune", "pairs-zh-tune", "conditions-tune"):
        for case in _read(name):
            yield from (case["memory"], case["note"])


def learnt(lines: list[Row]) -> np.ndarray:
    """Weights of -127 to 127 by logistic regression, in steps that shrink where many were made."""
    found = [
        (np.array(places), is_order, weight)
        for text, is_order, weight in lines
        for places in signs(text)
    ]
    weights, steps = np.zeros(PLACES + 1), np.full(PLACES + 1, 0.01)
    dice = random.Random(3)
    for _ in range(_ROUNDS):
        dice.shuffle(found)
        for places, is_order, weight in found:
            size = 1 / np.sqrt(len(places))
            likely = 1 / (1 + np.exp(-size * weights[places].sum() - weights[-1]))
            error = weight * (likely - is_order)
            slope = error * size + _SHRINK * weights[places]
            steps[places] += slope * slope
            weights[places] -= _STEP * slope / np.sqrt(steps[places])
            steps[-1] += error * error
            weights[-1] -= _STEP * error / np.sqrt(steps[-1])
    scale = 127 / np.abs(weights[:-1]).max()
    print(f"even odds from {-weights[-1] * scale:.1f}")
    return np.rint(weights[:-1] * scale).astype(np.int8)


def _read(name: str) -> Iterator[dict[str, object]]:
    text = (FIXTURES / f"labelled/{name}.jsonl").read_text(encoding="utf-8")
    yield from map(json.loads, text.splitlines())


def main() -> None:
    lines = list(rows())
    learnt(lines).tofile(resources.folder() / "language/leave.bin")
    for kind, wanted in (("orders", True), ("others", False)):
        own = [gives_leave(text) for text, is_order, _ in lines if is_order is wanted]
        print(f"{kind}: {np.mean(own):.3f} taken for leave")


if __name__ == "__main__":
    main()
