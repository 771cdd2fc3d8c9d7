"""Fits the weights by which a note is taken to be about a line of memory; prints a table.

`python -m tests.support.fitting` reads the `tune` lines of tests/fixtures/labelled only.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.comparing.rarity import NEUTRAL, Rarity
from desktop_app.dreams.comparing.relate import says_no_more, signals

LABELLED = Path(__file__).parents[1] / "fixtures" / "labelled"
_CONCERNS = {"update", "contradiction", "removal", "repeat", "conflict", "duplicate", "merged"}
_L2 = 3.0
_BY_CHANCE = 0.03  # the weight of a pair from two cases
Row = tuple[dict[str, float], bool, float]


def rows() -> Iterator[Row]:
    """Signals of a pair, whether the note is about the line, and the weight of the pair."""
    for path in sorted(LABELLED.glob("pairs-*.jsonl")):
        for case in _read(path):
            memory, note = points(case["memory"]), points(case["note"])
            yield signals(memory, note, NEUTRAL), case["is"] in _CONCERNS, 0.2
    cases = list(_read(LABELLED / "changes-tune.jsonl"))
    others = [points(text) for case in cases for text in case["memory"]]
    for case in cases:
        lines = [points(text) for text in case["memory"]]
        rarity = Rarity.of(line.marks for line in lines)
        for expected in case["expect"]:
            note = points(case["day"][expected["line"]])
            for n, line in enumerate(lines):
                about = n == expected.get("bullet") and expected["is"] in _CONCERNS
                if not line.marks.isdisjoint(note.marks) and not says_no_more(line, note):
                    own = n == expected.get("bullet")
                    yield signals(line, note, rarity), about, 1.0 if own else 0.5
            for line in others:  # of another memory: a word in common says little
                if line not in lines and not line.marks.isdisjoint(note.marks):
                    yield signals(line, note, rarity), False, _BY_CHANCE


def _read(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def main() -> None:
    found = list(rows())
    names = sorted(found[0][0])
    x = np.array([[1.0, *(signs[name] for name in names)] for signs, _, _ in found])
    y = np.array([about for _, about, _ in found], dtype=float)
    weight = np.array([each for _, _, each in found])
    w = np.zeros(len(names) + 1)
    ridge = np.full(len(w), _L2)
    ridge[0] = 0.01
    for _ in range(60):  # Newton's method
        p = 1 / (1 + np.exp(-x @ w))
        gradient = x.T @ (weight * (p - y)) + ridge * w
        hessian = (x * (weight * p * (1 - p))[:, None]).T @ x + np.diag(ridge)
        w -= np.linalg.solve(hessian, gradient)
    p = 1 / (1 + np.exp(-x @ w))
    print(f"# {len(found)} pairs, {int(y.sum())} of them about the line")
    for limit in (0.2, 0.3, 0.4, 0.5, 0.6):
        print(
            f"# from {limit}: {(p[y == 1] >= limit).mean():.2f} of those, "
            f"{(p[y == 0] >= limit).mean():.3f} of the others"
        )
    print("[weights]\nbias =", round(w[0], 2))
    for name, value in zip(names, w[1:], strict=True):
        print(name, "=", round(value, 2))


if __name__ == "__main__":
    main()
