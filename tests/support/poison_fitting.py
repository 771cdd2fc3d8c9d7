"""Learns how much a line is like lines that steer a model, and how sure that is; prints how well.

`python -m tests.support.poison_fitting` reads lines that may be looked at and writes
resources/language/steering.bin and poison.toml. How sure a likeness is, is learnt from lines of one
set by weights of all other sets: a set has a writer who knew nothing of the others.
"""

import math
import string
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from desktop_app import resources
from desktop_app.language.dictionary import bare
from desktop_app.language.encodings import decoded
from desktop_app.language.poison import LEAST
from desktop_app.language.spans import flat
from desktop_app.language.steering import STEERING
from tests.support.line_training import Row, facts, guarded, labelled, scale_of, weighed

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
    "made": (0.05, 0.2),
    "facts": (0.0, 0.7),
}
_DISGUISED = {"encoded", "hidden", "lookalike"}
_ORDINARY = 3.0
_SHORTEST = 12  # characters of a line of the manual
_ROUNDS = 2  # more of them learn the lines by heart: of sets left out fewer are found
_HEAD = """# How sure it is that a line steers a model, by its likeness (steering.bin),
# and what pairs of letters cost in a text that reads as language: rows and columns are a space
# and a to z.
# `python -m tests.support.poison_fitting` makes this file.

"""


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
        for line in guarded(kind):
            add("guarded", line, kind == "orders")
    for line in dict.fromkeys((*facts(), *_manual())):
        add("facts", line, False)
    return found


def _manual() -> Iterator[str]:
    """Lines of the manual, which is about agents, models and secrets, and orders nobody."""
    for page in sorted((resources.folder() / "help").rglob("*.md")):
        lines = page.read_text(encoding="utf-8").split("\n")
        yield from (line.strip() for line in lines if len(line.strip()) > _SHORTEST)


def _told(row: Mapping[str, str]) -> str:
    """The text of a line, of an encoded one what it says; "" where it is only disguised."""
    if row.get("family") not in _DISGUISED:
        return row["text"]
    return max((one.says for one in decoded(row["text"])), key=len, default="")


def likenesses(lines: Mapping[str, Sequence[Row]], left_out: str) -> list[float]:
    """How much the lines of a set are like poison, by weights of the others."""
    others = [row for name, rows in lines.items() if name != left_out for row in rows]
    *weights, bias = weighed(STEERING, others, _ROUNDS).tolist()
    STEERING.__dict__["_weights"] = weights
    try:
        return [float(STEERING.likeness(text)) + bias for text, *_ in lines[left_out]]
    finally:
        del STEERING.__dict__["_weights"]


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
    counts = np.where(wanted == 1, 1.0, _ORDINARY)
    slope, base = scaled(likeness, wanted, counts)
    sure = 1 / (1 + np.exp(-(base + slope * likeness)))
    for least in LEAST.values():
        caught, alarms = (np.mean(sure[wanted == kind] >= least) for kind in (1, 0))
        print(f"{least}: {caught:.3f} of poison, {alarms:.4f} of ordinary lines of a set left out")
    every = [row for rows in lines.values() for row in rows]
    weights = weighed(STEERING, every, _ROUNDS)
    scale = scale_of(weights)
    np.rint(weights[:-1] * scale).astype(np.int8).tofile(STEERING.path)
    base, slope = base + slope * weights[-1], slope / scale
    rows = "\n".join(pairs([text for text, is_order, _ in every if not is_order]))
    _OUT.write_text(
        f"{_HEAD}[sure]\nslope = {slope:.4f}\nbase = {base:.2f}\n\n"
        f'[letters]\npairs = """\n{rows}\n"""\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
