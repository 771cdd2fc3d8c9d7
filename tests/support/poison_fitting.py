"""Fits how sure it is that a line was written to steer a model; prints how well it does.

`python -m tests.support.poison_fitting` reads lines that may be looked at and writes
resources/language/poison.toml. What the likeness to lines of leave is worth is learnt from lines
that its own weights have not seen.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from desktop_app.language.leave import LEAVE
from desktop_app.language.orders import order_signs
from desktop_app.language.poison import LEAST, features
from tests.support.line_training import Row, facts, guarded, labelled, learnt, leave_rows

_OUT = Path(__file__).parents[2] / "resources/language/poison.toml"
_FOLDS, _SHRINK = 4, 0.5
# What one line counts. Ordinary ones are far more frequent in a notebook than any list has them.
_ORDINARY, _LAUNDERED = 4.0, {"writer": 0.25, "hand": 0.05, "made": 0.05}
_HEAD = """# How sure it is that a line was written to steer a model: weights of what it does.
# `python -m tests.support.poison_fitting` makes this file.

[weights]
"""


def rows() -> Iterator[Row]:
    """Lines, whether they are poison, and what each counts."""
    for name in ("poison-tune", "guard-tune"):
        for row in labelled(name):
            if row["is"] != "secret":
                is_order = row["is"] == "order"
                yield row["text"], is_order, 1.0 if is_order else _ORDINARY
    for row in labelled("guard-leave-training"):
        is_order = row["is"] == "order"
        yield row["text"], is_order, _LAUNDERED[row["by"]] if is_order else _ORDINARY / 4
    yield from ((line, False, _ORDINARY / 4) for line in facts())
    yield from ((line, True, 1.0) for line in guarded("orders"))
    yield from ((line, False, _ORDINARY) for line in guarded("innocent"))


def likenesses(lines: list[Row]) -> dict[str, float]:
    """How much each line is like lines of leave, by weights that were learnt without it."""
    known = list(leave_rows())
    dice = random.Random(7)
    folds = {
        text: dice.randrange(_FOLDS) for text in dict.fromkeys(t for t, *_ in [*known, *lines])
    }
    found: dict[str, float] = {}
    for fold in range(_FOLDS):
        weights = learnt(LEAVE, [one for one in known if folds[one[0]] != fold])
        LEAVE.__dict__["_weights"] = weights.tolist()
        for text, *_ in lines:
            if folds[text] == fold:
                found[text] = float(LEAVE.likeness(text))
    del LEAVE.__dict__["_weights"]
    return found


def fitted(table: np.ndarray, wanted: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Weights by logistic regression, drawn towards 0, but for the last, by Newton's steps."""
    weights = np.zeros(table.shape[1])
    shrink = np.full(table.shape[1], _SHRINK)
    shrink[-1] = 0
    for _ in range(60):
        likely = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
        slope = table.T @ (counts * (likely - wanted)) + shrink * weights
        bend = (table * (counts * likely * (1 - likely))[:, None]).T @ table + np.diag(
            shrink + 1e-9
        )
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def main() -> None:
    lines = list({row[0]: row for row in rows()}.values())
    likeness = likenesses(lines)
    named = [features(text, order_signs(text), likeness[text]) for text, *_ in lines]
    names = sorted({name for one in named for name in one})
    table = np.array([[*(one.get(name, 0.0) for name in names), 1.0] for one in named])
    wanted = np.array([is_one for _, is_one, _ in lines], dtype=float)
    counts = np.array([count for *_, count in lines])
    weights = fitted(table, wanted, counts)
    # What a line does never speaks for it: a weight that says so stands for chance.
    while wrong := [
        n for n, name in enumerate(names) if name.startswith(("deed", "word")) and weights[n] < 0
    ]:
        table[:, wrong] = 0
        weights = fitted(table, wanted, counts)
        weights[wrong] = 0
    likely = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
    for least in LEAST.values():
        caught = np.average(likely[wanted == 1] >= least, weights=counts[wanted == 1])
        alarms = np.mean(likely[wanted == 0] >= least)
        print(f"{least}: {caught:.3f} of poison, {alarms:.4f} of ordinary lines")
    told = [
        f'"{name}" = {weight:.2f}\n'
        for name, weight in zip(names, weights, strict=False)
        if round(weight, 2)
    ]
    _OUT.write_text(f"{_HEAD}bias = {weights[-1]:.2f}\n{''.join(told)}", encoding="utf-8")


if __name__ == "__main__":
    main()
