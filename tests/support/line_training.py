"""Learns the weights by which a line is taken to be of a kind; prints how well it does.

`python -m tests.support.line_training` reads lines that may be looked at, of
tests/fixtures/labelled and tests/fixtures/guarded, and writes resources/language/leave.bin and
secret.bin.
"""

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from desktop_app.language.learnt import LearntKind
from desktop_app.language.leave import LEAVE
from desktop_app.language.secrets import looks_secret
from desktop_app.language.suspicion import SECRET

FIXTURES = Path(__file__).parents[1] / "fixtures"
_ROUNDS, _STEP, _SHRINK = 8, 0.3, 1e-4
_WEIGHT = {"writer": 3.0, "hand": 1.0, "made": 0.3}  # of a line, by how it came to be
Row = tuple[str, bool, float]


def leave_rows() -> Iterator[Row]:
    """Lines, whether they let an agent act, and what each counts."""
    for row in labelled("guard-leave-training"):
        yield row["text"], row["is"] == "order", _WEIGHT[row["by"]]
    for row in labelled("guard-tune"):
        if row["is"] != "secret":
            yield row["text"], row["is"] == "order", 3.0
    yield from ((line, False, 3.0) for line in facts())
    for name, is_order in (("orders", True), ("innocent", False)):
        yield from ((line, is_order, 3.0) for line in guarded(name))


def secret_rows() -> Iterator[Row]:
    """Lines, whether they hold a secret, and what each counts."""
    seen = set()
    for row in labelled("guard-secret-training"):
        seen.add(row["text"])  # a few of the changes: they do hold a secret
        secret = row["is"] == "secret"
        yield row["text"], secret, 0.5 if row["by"] == "made" else 4.0 if secret else 2.0
    for name in ("guard-tune", "guard-leave-tune"):
        for row in labelled(name):
            secret = row["is"] == "secret"
            yield row["text"], secret, 4.0 if secret else 1.0
    yield from ((row["text"], False, 0.3) for row in labelled("guard-leave-training"))
    plain = [line for line in facts() if line not in seen]
    yield from ((line, False, 1.0) for line in plain if not looks_secret(line))
    for name, weight in (("secrets", 1.0), ("innocent", 3.0), ("orders", 1.0)):
        yield from ((line, name == "secrets", weight) for line in guarded(name))


KINDS = ((LEAVE, leave_rows), (SECRET, secret_rows))


def learnt(kind: LearntKind, lines: Iterable[Row]) -> np.ndarray:
    """Weights of -127 to 127."""
    weights = weighed(kind, lines, _ROUNDS)
    print(f"even odds from {-weights[-1] * scale_of(weights):.1f}")
    return np.rint(weights[:-1] * scale_of(weights)).astype(np.int8)


def scale_of(weights: np.ndarray) -> float:
    """What makes whole numbers up to 127 of them."""
    return float(127 / np.abs(weights[:-1]).max())


def weighed(kind: LearntKind, lines: Iterable[Row], rounds: int) -> np.ndarray:
    """Weights by logistic regression, in steps that shrink where many were made; the bias last."""
    found = [
        (np.array(places), is_one, weight)
        for text, is_one, weight in lines
        for places in kind.signs(text)
    ]
    weights, steps = np.zeros(kind.places + 1), np.full(kind.places + 1, 0.01)
    dice = random.Random(3)
    for _ in range(rounds):
        dice.shuffle(found)
        for places, is_one, weight in found:
            size = 1 / np.sqrt(len(places))
            likely = 1 / (1 + np.exp(-size * weights[places].sum() - weights[-1]))
            error = weight * (likely - is_one)
            slope = error * size + _SHRINK * weights[places]
            steps[places] += slope * slope
            weights[places] -= _STEP * slope / np.sqrt(steps[places])
            steps[-1] += error * error
            weights[-1] -= _STEP * error / np.sqrt(steps[-1])
    return weights


def guarded(name: str) -> list[str]:
    return (FIXTURES / f"guarded/{name}.txt").read_text(encoding="utf-8").splitlines()


def facts() -> Iterator[str]:
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


def labelled(name: str) -> Iterator[dict[str, Any]]:
    text = (FIXTURES / f"labelled/{name}.jsonl").read_text(encoding="utf-8")
    yield from map(json.loads, text.splitlines())


def main() -> None:
    for kind, rows in KINDS:
        lines = list(rows())
        learnt(kind, lines).tofile(kind.path)
        for wanted in (True, False):
            own = [kind.holds(text) for text, is_one, _ in lines if is_one is wanted]
            print(f"{kind.name}, labelled {wanted}: {np.mean(own):.3f} taken for it")


if __name__ == "__main__":
    main()
