"""Learns how much a line is like lines that steer a model, and how sure that is; prints how well.

`python -m tests.support.poison_fitting` reads lines that may be looked at and writes
resources/language/steering.bin and poison.toml. How sure a likeness is, is learnt from lines of one
set by weights of all other sets: a set has a writer who knew nothing of the others.
"""

import json
import math
import random
import string
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from desktop_app import resources
from desktop_app.language.dictionary import bare
from desktop_app.language.gate.encodings import decoded
from desktop_app.language.gate.orders import WEIGHTS, places, weights_file
from desktop_app.language.spans import flat

FIXTURES = Path(__file__).parents[1] / "fixtures"
_OUT = Path(__file__).parents[2] / "resources/language/poison.toml"
_LEFT_OUT = ("guarded", "guard-tune", "poison-tune", "poison-training")
# What one line counts, of poison and of ordinary ones, which are far more frequent in a notebook
# than any list has them.
_COUNTS = {
    "guarded": (1.5, 3.0),
    "guard-tune": (3.0, 4.0),
    "poison-tune": (3.0, 4.0),
    "poison-training": (2.0, 3.0),
    "writer": (0.6, 1.0),
    "hand": (0.1, 0.5),
    "facts": (0.0, 0.7),
}
_DISGUISED = {"encoded", "hidden", "lookalike"}
_ORDINARY = 3.0
_SHORTEST = 12  # characters of a line of the manual
_ROUNDS, _STEP, _SHRINK = 2, 0.3, 1e-4  # more rounds learn the lines by heart
_HELD = 2.6  # of odds, from which on a line is held: of lines of public notebooks two in a thousand
_HEAD = """# How sure it is that a line steers a model, by its likeness (steering.bin): its odds are
# `learnt` and `slope` times its likeness, with the points of its signals; `base` is added, so that
# what is held has even odds. And what pairs of letters cost in a text that reads as language: rows
# and columns are a space and a to z.
# `python -m tests.support.poison_fitting` makes this file.

"""
Row = tuple[str, bool, float]


def sets() -> Mapping[str, Sequence[Row]]:
    """Lines by their set, whether they are poison, and what each counts."""
    found: dict[str, list[Row]] = defaultdict(list)

    def add(name: str, text: str, is_order: bool) -> None:
        found[name].append((text, is_order, _COUNTS[name][0 if is_order else 1]))

    for name in _LEFT_OUT[1:]:
        for row in labelled(name):
            if row["is"] != "secret" and (text := _told(row)):
                add(name, text, row["is"] == "order")
    for row in labelled("guard-leave-training"):
        add(row["by"], row["text"], row["is"] == "order")
    for kind in ("orders", "innocent"):
        lines = (FIXTURES / f"guarded/{kind}.txt").read_text(encoding="utf-8").splitlines()
        for line in lines:
            add("guarded", line, kind == "orders")
    for line in dict.fromkeys((*_facts(), *_manual())):
        add("facts", line, False)
    return found


def _facts() -> Iterator[str]:
    """Lines of plain notes."""
    lines: list[str] = []
    for case in labelled("changes-tune"):
        lines += (*case["memory"], *case["day"])
    for case in labelled("claims-tune"):
        lines += (case["claim"], *case["sources"])
    for name in ("pairs-en-tune", "pairs-zh-tune", "conditions-tune"):
        for case in labelled(name):
            lines += (case["memory"], case["note"])
    yield from (line.strip("- ") for line in dict.fromkeys(lines))


def _manual() -> Iterator[str]:
    """Lines of the manual, which is about agents, models and secrets, and orders nobody."""
    for page in sorted((resources.folder() / "help").rglob("*.md")):
        lines = page.read_text(encoding="utf-8").split("\n")
        yield from (line.strip() for line in lines if len(line.strip()) > _SHORTEST)


def labelled(name: str) -> Iterator[dict[str, Any]]:
    text = (FIXTURES / f"labelled/{name}.jsonl").read_text(encoding="utf-8")
    yield from map(json.loads, text.splitlines())


def _told(row: Mapping[str, str]) -> str:
    """The text of a line, of an encoded one what it says; "" where it is only disguised."""
    if row.get("family") not in _DISGUISED:
        return row["text"]
    return max((one.says for one in decoded(row["text"])), key=len, default="")


def weighed(lines: Iterable[Row]) -> np.ndarray:
    """Weights by logistic regression, in steps that shrink where many were made; the bias last."""
    found = [
        (np.array(piece), is_one, weight)
        for text, is_one, weight in lines
        for piece in places(text)
    ]
    weights, steps = np.zeros(WEIGHTS + 1), np.full(WEIGHTS + 1, 0.01)
    dice = random.Random(3)
    for _ in range(_ROUNDS):
        dice.shuffle(found)
        for piece, is_one, weight in found:
            size = 1 / np.sqrt(len(piece))
            likely = 1 / (1 + np.exp(-size * weights[piece].sum() - weights[-1]))
            error = weight * (likely - is_one)
            slope = error * size + _SHRINK * weights[piece]
            steps[piece] += slope * slope
            weights[piece] -= _STEP * slope / np.sqrt(steps[piece])
            steps[-1] += error * error
            weights[-1] -= _STEP * error / np.sqrt(steps[-1])
    return weights


def likenesses(lines: Mapping[str, Sequence[Row]], left_out: str) -> list[float]:
    """How much the lines of a set are like poison, by weights of the others."""
    *weights, bias = weighed(
        row for name, rows in lines.items() if name != left_out for row in rows
    ).tolist()
    return [
        bias
        + max(sum(weights[at] for at in piece) / math.sqrt(len(piece)) for piece in places(text))
        for text, *_ in lines[left_out]
    ]


def scaled(likeness: np.ndarray, wanted: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Slope and base of how sure a likeness is, by logistic regression in Newton's steps."""
    table = np.stack([likeness, np.ones(len(likeness))], axis=1)
    weights = np.zeros(2)
    for _ in range(60):
        likely = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
        bend = (table * (counts * likely * (1 - likely))[:, None]).T @ table + np.eye(2) * 1e-9
        weights -= np.linalg.solve(bend, table.T @ (counts * (likely - wanted)))
    return weights


def pairs(texts: Sequence[str]) -> Iterator[str]:
    """What each pair of letters costs: thirds of a nat, a row for each first letter."""
    letters = f" {string.ascii_lowercase}"
    seen: dict[str, float] = defaultdict(lambda: 0.5)
    for text in texts:
        level = "".join(one if one in letters else " " for one in bare(flat(text)))
        for pair in pairwise(f" {' '.join(level.split())} "):
            seen["".join(pair)] += 1
    total = sum(seen.values())
    for one in letters:
        costs = (-math.log(seen[one + other] / total) for other in letters)
        yield "".join(np.base_repr(min(35, round(3 * cost)), 36).lower() for cost in costs)


def main() -> None:
    lines = sets()
    told: list[tuple[float, bool]] = []
    for name in _LEFT_OUT:
        own = zip(likenesses(lines, name), lines[name], strict=True)
        told += ((likeness, is_order) for likeness, (_, is_order, _) in own)
    likeness = np.array([one for one, _ in told])
    wanted = np.array([is_order for _, is_order in told], dtype=float)
    slope, base = scaled(likeness, wanted, np.where(wanted == 1, 1.0, _ORDINARY))
    odds = base + slope * likeness
    caught, alarms = (np.mean(odds[wanted == kind] >= 0) for kind in (1, 0))
    print(
        f"{caught:.3f} of poison, {alarms:.4f} of ordinary lines of a set left out, without signals"
    )
    every = [row for rows in lines.values() for row in rows]
    weights = weighed(every)
    scale = float(127 / np.abs(weights[:-1]).max())
    np.rint(weights[:-1] * scale).astype(np.int8).tofile(weights_file())
    base, slope = base + slope * weights[-1], slope / scale
    rows = "\n".join(pairs([text for text, is_order, _ in every if not is_order]))
    _OUT.write_text(
        f"{_HEAD}[sure]\nslope = {slope:.4f}\nlearnt = {base:.2f}\nbase = {-_HELD}\n\n"
        f'[letters]\npairs = """\n{rows}\n"""\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
